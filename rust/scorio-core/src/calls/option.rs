//! An option of a call: what it takes, its default, its range, and which others it goes with.

use crate::check::{self, CheckError};

/// An end-to-end range of numbers, checked and described by this declaration alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The lower end. −∞ and ∞ are no numbers of a range.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether the ends are left out.
    pub inside: bool,
    /// What a number has to be, as "above 0.5 and below 1".
    pub words: &'static str,
}

impl Range {
    /// Any number but NaN and the infinite ones.
    pub const FINITE: Self =
        Self { low: f64::NEG_INFINITY, high: f64::INFINITY, inside: true, words: "finite" };
    /// A number whose range is checked where it is used.
    pub const ANY: Self =
        Self { low: f64::NEG_INFINITY, high: f64::INFINITY, inside: false, words: "" };
    /// A finite number above 0.
    pub const POSITIVE: Self =
        Self { low: 0.0, high: f64::INFINITY, inside: true, words: "positive and finite" };
    /// A finite number from 0.
    pub const NOT_NEGATIVE: Self = Self::from_to(0.0, f64::MAX, "a finite number from 0");
    /// A whole number that a double has exactly.
    pub const COUNT: Self = Self::from_to(0.0, 9_007_199_254_740_992.0, "a whole number from 0");
    /// A whole number of either sign that a double has exactly.
    pub const WHOLE: Self =
        Self::from_to(-9_007_199_254_740_992.0, 9_007_199_254_740_992.0, "a whole number");
    /// A whole number from 1.
    pub const FROM_ONE: Self = Self::from_to(1.0, 9_007_199_254_740_992.0, "a whole number from 1");
    /// A whole number from 2.
    pub const FROM_TWO: Self = Self::from_to(2.0, 9_007_199_254_740_992.0, "a whole number from 2");
    /// A chance below 1: the largest number below 1 is its upper end.
    pub const BELOW_ONE: Self = Self::from_to(0.0, 1.0 - f64::EPSILON / 2.0, "in [0, 1)");
    /// A confidence or a power.
    pub const LEVEL: Self = Self { low: 0.0, high: 1.0, inside: true, words: "between 0 and 1" };
    /// A confidence that only one of two sides can reach.
    pub const DECISIVE: Self =
        Self { low: 0.5, high: 1.0, inside: true, words: "above 0.5 and below 1" };

    /// A range with its ends.
    pub(crate) const fn from_to(low: f64, high: f64, words: &'static str) -> Self {
        Self { low, high, inside: false, words }
    }

    /// Refuses a number outside.
    ///
    /// # Errors
    /// [`CheckError::Range`]
    pub fn check(&self, name: &'static str, value: f64) -> Result<(), CheckError> {
        if *self == Self::LEVEL {
            return check::level(name, value);
        }
        if *self == Self::FINITE {
            return check::finite(name, &[], value);
        }
        if *self == Self::POSITIVE {
            return check::positive(name, value);
        }
        if *self == Self::NOT_NEGATIVE {
            return check::not_negative(name, &[], value);
        }
        let holds = if self.words.is_empty() {
            true
        } else if self.inside {
            value > self.low && value < self.high
        } else {
            value >= self.low && value <= self.high
        };
        if holds { Ok(()) } else { Err(check::outside(name, value, self.words)) }
    }
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    /// Yes or no.
    Flag,
    /// A number.
    Number(Range),
    /// A whole number of a range.
    Whole(Range),
    /// A number that the command line takes as a percentage, too.
    Portion(Range),
    /// A share: a number, or a fraction of whole numbers.
    Share,
    /// A budget k.
    Budget,
    /// Several budgets, or one.
    Budgets,
    /// One of these names.
    Choice(&'static [&'static str]),
    /// A name.
    Text,
    /// Numbers: what they are, as "one per category".
    Numbers(&'static str),
    /// Several names, or one.
    Texts,
    /// Several whole numbers of a range, or one.
    Wholes(Range),
    /// A whole number of 64 bits: a number, or its digits.
    Seed,
    /// An array of numbers: what it is, as "M × L probabilities".
    Array(&'static str),
    /// What is known of a model before its trials: results of a pilot, or assumed probabilities.
    Side,
}

/// The value of an option that is not given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Usual {
    /// The option has to be given.
    Required,
    /// None.
    Nothing,
    /// No.
    No,
    /// Yes.
    Yes,
    /// This number.
    Number(f64),
    /// This text.
    Text(&'static str),
    /// These numbers.
    Numbers(&'static [f64]),
}

/// An option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CallOption {
    /// Its name, the same in most languages.
    pub name: &'static str,
    /// Its meaning, a line.
    pub doc: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// Its default.
    pub usual: Usual,
    /// Options that it does not go with, and why: words with `{it=}` and `{other=}`.
    pub excludes: (&'static [&'static str], &'static str),
    /// The option that it needs, and why.
    pub needs: Option<(&'static str, &'static str)>,
    /// Whether it may be given by its place, without its name.
    pub placed: bool,
}

/// What a declaration lists: an option, or a group that several calls share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CallEntry {
    /// An option.
    One(CallOption),
    /// The options of a group.
    Group(&'static [CallEntry]),
    /// All others: what they are.
    Further(&'static str),
}

const fn option(takes: Takes, usual: Usual) -> CallOption {
    CallOption { name: "", doc: "", takes, usual, excludes: (&[], ""), needs: None, placed: false }
}

pub(crate) const fn flag() -> CallOption {
    option(Takes::Flag, Usual::No)
}

pub(crate) const fn number(range: Range) -> CallOption {
    option(Takes::Number(range), Usual::Nothing)
}

pub(crate) const fn whole(range: Range) -> CallOption {
    option(Takes::Whole(range), Usual::Nothing)
}

pub(crate) const fn portion(range: Range) -> CallOption {
    option(Takes::Portion(range), Usual::Nothing)
}

pub(crate) const fn budget() -> CallOption {
    option(Takes::Budget, Usual::Nothing)
}

pub(crate) const fn budgets() -> CallOption {
    option(Takes::Budgets, Usual::Nothing)
}

pub(crate) const fn share() -> CallOption {
    option(Takes::Share, Usual::Nothing)
}

pub(crate) const fn choice(known: &'static [&'static str]) -> CallOption {
    option(Takes::Choice(known), Usual::Nothing)
}

pub(crate) const fn text() -> CallOption {
    option(Takes::Text, Usual::Nothing)
}

pub(crate) const fn texts() -> CallOption {
    option(Takes::Texts, Usual::Nothing)
}

pub(crate) const fn numbers(what: &'static str) -> CallOption {
    option(Takes::Numbers(what), Usual::Nothing)
}

pub(crate) const fn wholes(range: Range) -> CallOption {
    option(Takes::Wholes(range), Usual::Nothing)
}

pub(crate) const fn seed() -> CallOption {
    option(Takes::Seed, Usual::Number(0.0))
}

pub(crate) const fn array(what: &'static str) -> CallOption {
    option(Takes::Array(what), Usual::Nothing)
}

pub(crate) const fn side() -> CallOption {
    option(Takes::Side, Usual::Required)
}

/// Options that another option chooses. They are the last of a declaration.
pub(crate) const fn further() -> CallEntry {
    CallEntry::Further("")
}

pub(crate) const fn group(entries: &'static [CallEntry]) -> CallEntry {
    CallEntry::Group(entries)
}

impl CallOption {
    pub(crate) const fn required(mut self) -> Self {
        self.usual = Usual::Required;
        self
    }

    pub(crate) const fn placed(mut self) -> Self {
        self.placed = true;
        self
    }

    pub(crate) const fn or_yes(mut self) -> Self {
        self.usual = Usual::Yes;
        self
    }

    pub(crate) const fn or(mut self, number: f64) -> Self {
        self.usual = Usual::Number(number);
        self
    }

    pub(crate) const fn or_text(mut self, text: &'static str) -> Self {
        self.usual = Usual::Text(text);
        self
    }

    pub(crate) const fn excludes(
        mut self,
        others: &'static [&'static str],
        why: &'static str,
    ) -> Self {
        self.excludes = (others, why);
        self
    }

    pub(crate) const fn needs(mut self, other: &'static str, why: &'static str) -> Self {
        self.needs = Some((other, why));
        self
    }

    pub(crate) const fn or_numbers(mut self, numbers: &'static [f64]) -> Self {
        self.usual = Usual::Numbers(numbers);
        self
    }

    /// The same with its name and meaning.
    pub(crate) const fn named(mut self, name: &'static str, doc: &'static str) -> Self {
        self.name = name;
        self.doc = doc;
        self
    }

    /// The same under its name.
    pub(crate) const fn told(self, name: &'static str, doc: &'static str) -> CallEntry {
        CallEntry::One(self.named(name, doc))
    }
}

impl CallEntry {
    /// A group has the names and meanings of its own options.
    pub(crate) const fn told(self, _: &'static str, doc: &'static str) -> Self {
        if let Self::Further(_) = self { Self::Further(doc) } else { self }
    }

    /// What further options are, if there may be any.
    #[must_use]
    pub fn further(&self) -> Option<&'static str> {
        match self {
            Self::One(_) => None,
            Self::Group(entries) => entries.iter().find_map(Self::further),
            Self::Further(doc) => Some(doc),
        }
    }

    /// The options, in order.
    #[must_use]
    pub fn options(&self) -> Vec<&CallOption> {
        match self {
            Self::One(option) => vec![option],
            Self::Group(entries) => entries.iter().flat_map(Self::options).collect(),
            Self::Further(_) => Vec::new(),
        }
    }
}
