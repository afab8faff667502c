//! Entries of a matrix, copied once into the memory of the module, and the count states of them.

use ndarray::{ArrayView1, ArrayView2};
use scorio_core::counts::Counts;
use scorio_core::tally::{Matrix, Missing, tally, tally_each, tally_ragged};
use scorio_core::{Outcome as Entry, Place};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Failure, Outcome};

/// The entries of a matrix, row by row.
#[wasm_bindgen]
pub struct Entries {
    pub(crate) values: Values,
    pub(crate) shape: Shape,
}

/// Entries as bytes where they are small whole numbers, which is faster. So some floats are missing or
/// wrong.
pub(crate) enum Values {
    Bytes(Vec<u8>),
    Floats(Vec<f64>),
}

/// The lengths of the rows.
pub(crate) enum Shape {
    Even { rows: usize, columns: usize },
    Ragged(Vec<usize>),
}

/// Calls a generic function with the entries.
macro_rules! by_entries {
    ($entries:expr, $values:ident => $call:expr) => {
        match &$entries.values {
            $crate::entries::Values::Bytes($values) => $call,
            $crate::entries::Values::Floats($values) => $call,
        }
    };
}
pub(crate) use by_entries;

fn shape(size: usize, rows: usize, lengths: Option<Vec<u32>>) -> Shape {
    match lengths {
        Some(lengths) => Shape::Ragged(lengths.into_iter().map(|one| one as usize).collect()),
        None => Shape::Even { rows, columns: size.checked_div(rows).unwrap_or(0) },
    }
}

#[wasm_bindgen]
impl Entries {
    /// Entries that are whole numbers below 256. Rows are even, or have these lengths.
    pub fn bytes(values: Vec<u8>, rows: usize, lengths: Option<Vec<u32>>) -> Self {
        Self { shape: shape(values.len(), rows, lengths), values: Values::Bytes(values) }
    }

    /// Any entries. NaN is a missing one.
    pub fn floats(values: Vec<f64>, rows: usize, lengths: Option<Vec<u32>>) -> Self {
        let shape = shape(values.len(), rows, lengths);
        let mut bytes = vec![0; values.len()];
        let narrow = Entry::narrow(&values, &mut bytes);
        Self { shape, values: if narrow { Values::Bytes(bytes) } else { Values::Floats(values) } }
    }
}

impl Entries {
    /// The lengths of the rows, one by one.
    pub(crate) fn lengths(&self) -> Vec<usize> {
        match &self.shape {
            Shape::Even { rows, columns } => vec![*columns; *rows],
            Shape::Ragged(lengths) => lengths.clone(),
        }
    }

    fn states(&self, prior: Option<&Prior>, categories: usize, drop: bool) -> Outcome<States> {
        let missing = policy(drop);
        let (shape, how) = (&self.shape, (categories, missing));
        let states = match &self.values {
            Values::Bytes(values) => tallied(values, shape, prior, how, tally),
            Values::Floats(values) => tallied(values, shape, prior, how, tally_each),
        }?;
        let shortest = Place::Row(states.shortest());
        Ok(States { states, shortest })
    }
}

pub(crate) fn policy(drop: bool) -> Missing {
    if drop { Missing::Drop } else { Missing::Error }
}

/// Earlier outcomes R0, and the number of their rows.
type Prior = (Vec<i64>, usize);

/// [`tally`] of some entries, or [`tally_each`].
type Tally<T> = fn(
    &Matrix<'_, T>,
    Option<&Matrix<'_, i64>>,
    usize,
    Missing,
) -> scorio_core::Result<scorio_core::States>;

fn tallied<T: Entry>(
    values: &[T],
    shape: &Shape,
    prior: Option<&Prior>,
    (categories, missing): (usize, Missing),
    tally: Tally<T>,
) -> Outcome<scorio_core::States> {
    match (shape, prior) {
        (Shape::Even { rows, columns }, _) => {
            let entries = view(values, *rows, *columns)?;
            let matrix = Matrix { name: "R", entries };
            let prior = match prior {
                Some((values, rows)) => {
                    let columns = values.len().checked_div(*rows).unwrap_or(0);
                    Some(Matrix { name: "R0", entries: view(values, *rows, columns)? })
                }
                None => None,
            };
            Ok(tally(&matrix, prior.as_ref(), categories, missing)?)
        }
        (Shape::Ragged(lengths), None) => {
            Ok(tally_ragged(ArrayView1::from(values), lengths, categories, missing)?)
        }
        (Shape::Ragged(_), Some(_)) => {
            Err(Failure::Argument("options.R0 needs an R whose rows have equal lengths"))
        }
    }
}

fn view<T>(values: &[T], rows: usize, columns: usize) -> Outcome<ArrayView2<'_, T>> {
    ArrayView2::from_shape((rows, columns), values)
        .map_err(|_| Failure::Argument("the number of entries is not a multiple of the rows"))
}

/// Count states of a matrix, or of counts of one model.
#[wasm_bindgen]
pub struct States {
    pub(crate) states: scorio_core::States,
    /// The name that messages give to the question with the fewest trials.
    pub(crate) shortest: Place,
}

impl States {
    /// The states of counts, whose questions have names.
    pub(crate) fn of_counts(counts: &Counts) -> Outcome<Self> {
        let states = counts.states()?;
        let scored = counts.scored()?;
        let shortest = scored.get(states.shortest()).map(|one| Place::Named(one.name()));
        let shortest = shortest.unwrap_or(Place::Row(states.shortest()));
        Ok(Self { states, shortest })
    }
}

/// Count states of a matrix, which `name` names in errors. `prior` holds earlier outcomes of
/// `prior_rows` questions.
#[wasm_bindgen]
pub fn states(
    entries: &Entries,
    name: &str,
    prior: Option<Vec<i64>>,
    prior_rows: usize,
    categories: usize,
    drop: bool,
) -> Result<States, wasm_bindgen::JsValue> {
    let prior = prior.map(|values| (values, prior_rows));
    let states = entries.states(prior.as_ref(), categories, drop);
    Ok(states.map_err(|failure| failure.of_matrix(name))?)
}
