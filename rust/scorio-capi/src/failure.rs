//! The one place where errors and panics become status codes.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use scorio_core::{Printable, Remedy};
use scorio_words::Dialect;
use thiserror::Error;

use crate::wording::{problem, words};

/// The result of a call: `SCORIO_OK`, or what went wrong.
pub type ScorioStatus = i32;

/// The result was written.
pub const SCORIO_OK: ScorioStatus = 0;
/// An argument is not valid.
pub const SCORIO_ARGUMENT: ScorioStatus = 1;
/// A number is outside its range. `scorio_last_number` returns it.
pub const SCORIO_DOMAIN: ScorioStatus = 2;
/// A caught defect of the library. Please report it.
pub const SCORIO_INTERNAL: ScorioStatus = 3;

/// Why a call failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The core reported an error.
    #[error(transparent)]
    Core(#[from] scorio_core::Error),
    /// A pointer is NULL but must not be.
    #[error("{0} is NULL")]
    Null(&'static str),
    /// An element type that does not exist.
    #[error("{name} has the element type {element}, which is none of SCORIO_INT8..SCORIO_FLOAT64")]
    Element {
        /// The argument.
        name: &'static str,
        /// The given type.
        element: i32,
    },
    /// An element type that is not supported here.
    #[error("{0} has to have the element type SCORIO_INT64")]
    NotInt64(&'static str),
    /// A size or stride beyond all memory.
    #[error("{0} is larger than memory: check its sizes and strides")]
    Size(&'static str),
    /// An array whose axes do not fit its numbers.
    #[error("the axes of {0} do not fit its numbers: give as many numbers as the axes multiply to")]
    Axes(String),
    /// An option with values of several kinds.
    #[error(
        "the option {0} has several values: give a text, numbers or states, and NULL for the others"
    )]
    Several(String),
    /// Entries at an address that does not suit their type.
    #[error("the entries of {0} are not aligned to their type")]
    Unaligned(&'static str),
    /// An outcomes matrix of more than one row.
    #[error("outcomes has {0} rows: the trials of all questions stand in one, end to end")]
    OneRow(usize),
    /// A target that does not exist.
    #[error("target = {0} is none of SCORIO_THESE_QUESTIONS, SCORIO_QUESTIONS_LIKE_THESE")]
    Target(i32),
    /// A place in an answer or a table that it does not have.
    #[error("{name} = {place}, but there are {count} of them, counted from 0")]
    Place {
        /// The argument.
        name: &'static str,
        /// The place.
        place: usize,
        /// How many there are.
        count: usize,
    },
    /// An error of the matrix of one of several models.
    #[error("{error} (of model {model})")]
    OfModel {
        /// The model.
        model: String,
        /// What is wrong with its matrix.
        error: scorio_core::Error,
    },
    /// Counts of other categories.
    #[error("counts has {given} columns, but there are {categories} categories")]
    Columns {
        /// How many columns there are.
        given: usize,
        /// How many there have to be.
        categories: usize,
    },
    /// Counts of no model, or of several, where one is wanted.
    #[error("{name} has {models} models: give the counts of one")]
    Models {
        /// The argument.
        name: &'static str,
        /// How many there are.
        models: usize,
    },
    /// Weights of questions, where none are allowed.
    #[error("{0} has weights of questions, which this plan does not know")]
    Weighted(&'static str),
    /// An option that the function does not have.
    #[error("{0:?} is not an option of this function")]
    Option(String),
    /// An option of another kind.
    #[error("the option {name} has to be {needed}")]
    OptionKind {
        /// The option.
        name: &'static str,
        /// What it has to be.
        needed: &'static str,
    },
    /// An option that is none of its values.
    #[error("{name} = {given:?} is none of {}", known.join(", "))]
    Choice {
        /// The option.
        name: &'static str,
        /// The given value.
        given: String,
        /// Its values.
        known: &'static [&'static str],
    },
    /// A panic.
    #[error("internal error in scorio: {0}")]
    Panic(String),
}

impl Failure {
    fn status(&self) -> ScorioStatus {
        match self {
            Self::Core(error) | Self::OfModel { error, .. } if error.out_of_range().is_some() => {
                SCORIO_DOMAIN
            }
            Self::Core(_)
            | Self::OfModel { .. }
            | Self::Columns { .. }
            | Self::Models { .. }
            | Self::Weighted(_)
            | Self::Option(_)
            | Self::OptionKind { .. }
            | Self::Choice { .. }
            | Self::Null(_)
            | Self::Element { .. }
            | Self::NotInt64(_)
            | Self::Several(_)
            | Self::Size(_)
            | Self::Axes(_)
            | Self::Unaligned(_)
            | Self::OneRow(_)
            | Self::Target(_)
            | Self::Place { .. } => SCORIO_ARGUMENT,
            Self::Panic(_) => SCORIO_INTERNAL,
        }
    }

    /// What is wrong, on one line, in words that fit every language.
    pub(crate) fn problem(&self, first: usize) -> String {
        let problem = match self {
            Self::Core(error) => problem(&error.clone().counted_from(first)),
            Self::OfModel { model, error } => {
                format!("{} (of model {model})", problem(&error.clone().counted_from(first)))
            }
            other => other.to_string(),
        };
        Printable(problem).to_string()
    }

    /// What is wrong, and the way out in words of C.
    pub(crate) fn text(&self, first: usize) -> String {
        let problem = self.problem(first);
        match self.way_out(Dialect::C) {
            Some(words) => format!("{problem}; {words}"),
            None => problem,
        }
    }

    /// The way out in words, on one line.
    pub(crate) fn way_out(&self, dialect: Dialect) -> Option<String> {
        self.remedy().map(|remedy| Printable(words(&remedy, dialect)).to_string())
    }

    /// A stable name of what is wrong.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Core(error) | Self::OfModel { error, .. } => error.kind(),
            Self::Columns { .. } => "c.columns",
            Self::Models { .. } => "c.models",
            Self::Weighted(_) => "c.weighted",
            Self::Option(_) => "c.option",
            Self::OptionKind { .. } => "c.option_kind",
            Self::Choice { .. } => "c.choice",
            Self::Null(_) => "c.null",
            Self::Element { .. } => "c.element",
            Self::NotInt64(_) => "c.not_int64",
            Self::Several(_) => "c.several",
            Self::Size(_) => "c.size",
            Self::Axes(_) => "c.axes",
            Self::Unaligned(_) => "c.unaligned",
            Self::OneRow(_) => "c.one_row",
            Self::Target(_) => "c.target",
            Self::Place { .. } => "c.place",
            Self::Panic(_) => "c.panic",
        }
    }

    /// The way out, if it has words of its own in each language.
    pub(crate) fn remedy(&self) -> Option<Remedy> {
        self.error().and_then(scorio_core::Error::remedy)
    }

    /// The number outside its range.
    pub(crate) fn value(&self) -> Option<f64> {
        self.error().and_then(scorio_core::Error::out_of_range)
    }

    /// What the core reported.
    fn error(&self) -> Option<&scorio_core::Error> {
        match self {
            Self::Core(error) | Self::OfModel { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// What the body of every fallible function returns.
pub type Outcome = Result<(), Failure>;

thread_local! {
    static LAST: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// Runs the body of a function. It remembers an error for this thread, and turns a panic into an
/// error.
pub fn guard(body: impl FnOnce() -> Outcome) -> ScorioStatus {
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return SCORIO_OK,
        Ok(Err(failure)) => failure,
        Err(payload) => Failure::Panic(said(&*payload)),
    };
    let status = failure.status();
    // A thread that has lost its storage has no use for the text.
    let _ = LAST.try_with(|last| last.replace(Some(failure)));
    status
}

fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic").into()
}

/// Reads the last failure of this thread.
pub(crate) fn last<T>(read: impl FnOnce(&Failure) -> T) -> Option<T> {
    LAST.try_with(|last| last.borrow().as_ref().map(read)).ok().flatten()
}
