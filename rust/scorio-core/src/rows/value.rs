//! What a field may hold, and how a row hands out its values.

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number from 0.
    Whole,
    /// A real number.
    Real,
    /// Yes or no.
    Flag,
    /// As many real numbers.
    Reals(usize),
    /// The row of this name.
    Row(&'static str),
}

/// One field of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, the same in every language.
    pub name: &'static str,
    /// The type of its values.
    pub kind: Kind,
    /// Whether values may be missing.
    pub optional: bool,
    /// Its meaning.
    pub doc: &'static str,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// There is none.
    Missing,
    /// Text.
    Text(String),
    /// A whole number.
    Whole(u64),
    /// A real number.
    Real(f64),
    /// Yes or no.
    Flag(bool),
    /// Several real numbers.
    Reals(Vec<f64>),
    /// The values of a row's fields.
    Row(Vec<Value>),
}

/// A row whose fields are declared.
pub trait Row {
    /// The row's name.
    const NAME: &'static str;
    /// What a row is.
    const DOC: &'static str;
    /// Its fields, in order.
    const FIELDS: &'static [Field];

    /// Its values, in the order of the fields.
    fn values(&self) -> Vec<Value>;
}

/// A type that a field may have.
pub trait Cell {
    /// The type of its values.
    const KIND: Kind;
    /// Whether values may be missing.
    const OPTIONAL: bool = false;

    /// The value.
    fn value(&self) -> Value;
}

impl Cell for String {
    const KIND: Kind = Kind::Text;

    fn value(&self) -> Value {
        Value::Text(self.clone())
    }
}

impl Cell for &str {
    const KIND: Kind = Kind::Text;

    fn value(&self) -> Value {
        Value::Text((*self).to_owned())
    }
}

impl Cell for Box<str> {
    const KIND: Kind = Kind::Text;

    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

impl Cell for u64 {
    const KIND: Kind = Kind::Whole;

    fn value(&self) -> Value {
        Value::Whole(*self)
    }
}

impl Cell for f64 {
    const KIND: Kind = Kind::Real;

    fn value(&self) -> Value {
        Value::Real(*self)
    }
}

impl Cell for bool {
    const KIND: Kind = Kind::Flag;

    fn value(&self) -> Value {
        Value::Flag(*self)
    }
}

impl<const N: usize> Cell for [f64; N] {
    const KIND: Kind = Kind::Reals(N);

    fn value(&self) -> Value {
        Value::Reals(self.to_vec())
    }
}

impl<T: Row> Cell for T {
    const KIND: Kind = Kind::Row(T::NAME);

    fn value(&self) -> Value {
        Value::Row(self.values())
    }
}

impl<T: Cell> Cell for Option<T> {
    const KIND: Kind = T::KIND;
    const OPTIONAL: bool = true;

    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Missing, T::value)
    }
}
