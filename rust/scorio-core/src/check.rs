//! Checks of arguments that many functions share: one check, one sentence.

use thiserror::Error;

use crate::remedy::Fault;

/// What is wrong with a number, a size or a shape.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CheckError {
    /// A budget below 1, or larger than any counts need.
    #[error("{name} = {k} is too {}: a budget is a whole number from 1 to 1,000,000,000", if *k < 1 { "small" } else { "large" })]
    Budget {
        /// `k` or `k_max`.
        name: &'static str,
        /// The budget.
        k: i64,
    },
    /// A confidence or a power outside (0, 1).
    #[error("{name} = {value} is not between 0 and 1")]
    Level {
        /// The argument.
        name: &'static str,
        /// The level.
        value: f64,
    },
    /// A number outside [0, 1].
    #[error("{name}{} = {text} is not in [0, 1]", place(index))]
    Share {
        /// The argument.
        name: String,
        /// The place in it, from 0. Empty for a single number.
        index: Vec<usize>,
        /// The number as its user wrote it.
        text: String,
        /// Its value.
        value: f64,
    },
    /// NaN or infinity.
    #[error("{name}{} = {value} is not finite", place(index))]
    Finite {
        /// The argument.
        name: &'static str,
        /// The place in it, from 0. Empty for a single number.
        index: Vec<usize>,
        /// The number.
        value: f64,
    },
    /// A number that is zero, negative or not finite.
    #[error("{name} = {value} is not positive and finite")]
    Positive {
        /// The argument.
        name: &'static str,
        /// The number.
        value: f64,
    },
    /// A number that is negative or not finite.
    #[error("{name}{} = {value} is not a finite number from 0", place(index))]
    NotNegative {
        /// The argument.
        name: String,
        /// The place in it, from 0. Empty for a single number.
        index: Vec<usize>,
        /// The number.
        value: f64,
    },
    /// A number outside a range of its own.
    #[error("{name}{} = {value} is not {range}", place(index))]
    Range {
        /// The argument.
        name: String,
        /// The place in it, from 0. Empty for a single number.
        index: Vec<usize>,
        /// The number.
        value: f64,
        /// What it has to be.
        range: &'static str,
    },
    /// Two arguments that do not fit together.
    #[error("{left} has {left_size} {axis} but {right} has {right_size}")]
    Shape {
        /// First argument.
        left: &'static str,
        /// Its size.
        left_size: usize,
        /// Second argument.
        right: &'static str,
        /// Its size.
        right_size: usize,
        /// What is counted.
        axis: &'static str,
    },
    /// No questions or no trials.
    #[error(
        "{matrix} has {} and {}: a score needs at least one question and one trial",
        plural(*rows, "row"),
        plural(*columns, "column")
    )]
    Empty {
        /// Name of the matrix argument.
        matrix: &'static str,
        /// Questions.
        rows: usize,
        /// Trials.
        columns: usize,
    },
}

impl Fault for CheckError {
    fn kind(&self) -> &'static str {
        match self {
            Self::Budget { .. } => "check.budget",
            Self::Level { .. } => "check.level",
            Self::Share { .. } => "check.share",
            Self::Finite { .. } => "check.finite",
            Self::Positive { .. } => "check.positive",
            Self::NotNegative { .. } => "check.not_negative",
            Self::Range { .. } => "check.range",
            Self::Shape { .. } => "check.shape",
            Self::Empty { .. } => "check.empty",
        }
    }

    fn count_from(&mut self, first: usize) {
        if let Self::Share { index, .. }
        | Self::Finite { index, .. }
        | Self::NotNegative { index, .. }
        | Self::Range { index, .. } = self
        {
            for index in index {
                *index = index.saturating_add(first);
            }
        }
    }

    fn out_of_range(&self) -> Option<f64> {
        match self {
            Self::Budget { k, .. } => Some(*k as f64),
            Self::Level { value, .. }
            | Self::Share { value, .. }
            | Self::Finite { value, .. }
            | Self::Positive { value, .. }
            | Self::NotNegative { value, .. }
            | Self::Range { value, .. } => Some(*value),
            Self::Shape { .. } | Self::Empty { .. } => None,
        }
    }
}

impl CheckError {
    /// The argument that the sentence begins with.
    pub(crate) fn argument(&self) -> Option<&str> {
        match self {
            Self::Budget { name, .. }
            | Self::Level { name, .. }
            | Self::Finite { name, .. }
            | Self::Positive { name, .. } => Some(name),
            Self::Share { name, .. }
            | Self::NotNegative { name, .. }
            | Self::Range { name, .. } => Some(name),
            Self::Shape { .. } | Self::Empty { .. } => None,
        }
    }
}

/// The largest budget: no question has as many trials.
const MOST_DRAWS: u64 = 1_000_000_000;

/// A budget: a whole number from 1 to 10⁹.
pub(crate) fn budget(name: &'static str, k: i64) -> Result<u64, CheckError> {
    let drawn = u64::try_from(k).ok().filter(|k| (1..=MOST_DRAWS).contains(k));
    drawn.ok_or(CheckError::Budget { name, k })
}

/// A confidence or a power: a number in (0, 1).
pub(crate) fn level(name: &'static str, value: f64) -> Result<(), CheckError> {
    if value > 0.0 && value < 1.0 { Ok(()) } else { Err(CheckError::Level { name, value }) }
}

/// A probability or another number in [0, 1].
pub(crate) fn share(name: &str, index: &[usize], value: f64) -> Result<(), CheckError> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    let (name, index) = (name.to_owned(), index.to_vec());
    Err(CheckError::Share { name, index, text: value.to_string(), value })
}

/// A number that is neither NaN nor infinite.
pub(crate) fn finite(name: &'static str, index: &[usize], value: f64) -> Result<(), CheckError> {
    if value.is_finite() {
        return Ok(());
    }
    Err(CheckError::Finite { name, index: index.to_vec(), value })
}

/// A finite number above 0.
pub(crate) fn positive(name: &'static str, value: f64) -> Result<(), CheckError> {
    let good = value > 0.0 && value.is_finite();
    if good { Ok(()) } else { Err(CheckError::Positive { name, value }) }
}

/// A finite number from 0.
pub(crate) fn not_negative(name: &str, index: &[usize], value: f64) -> Result<(), CheckError> {
    if value >= 0.0 && value.is_finite() {
        return Ok(());
    }
    Err(CheckError::NotNegative { name: name.to_owned(), index: index.to_vec(), value })
}

/// A single number outside a range of its own.
pub(crate) fn outside(name: impl Into<String>, value: f64, range: &'static str) -> CheckError {
    CheckError::Range { name: name.into(), index: Vec::new(), value, range }
}

/// Two arguments of the same size.
pub(crate) fn same_size(
    (left, left_size): (&'static str, usize),
    (right, right_size): (&'static str, usize),
    axis: &'static str,
) -> Result<(), CheckError> {
    if left_size == right_size {
        return Ok(());
    }
    Err(CheckError::Shape { left, left_size, right, right_size, axis })
}

/// "1 row", "2 rows".
pub(crate) fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// "[2, 0]", or nothing for no index.
fn place(index: &[usize]) -> String {
    if index.is_empty() { String::new() } else { format!("{index:?}") }
}
