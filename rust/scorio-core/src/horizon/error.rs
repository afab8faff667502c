//! What can be wrong with lengths of tasks, and with what is asked of them.

use thiserror::Error;

use crate::remedy::Fault;

/// What can be wrong with lengths of tasks, and with what is asked of them.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum HorizonError {
    /// A field that no question has.
    #[error("no question has the field {field:?}{}", known_fields(known, near.as_deref()))]
    NoField {
        /// The field.
        field: String,
        /// The fields that there are.
        known: Vec<String>,
        /// The field that is most like it.
        near: Option<String>,
    },
    /// A question without a length.
    #[error("{question} has no {field}: give every question a length above 0, or leave it out")]
    NoLength {
        /// The question and its task.
        question: String,
        /// The field.
        field: String,
    },
    /// A length that is none.
    #[error("the {field} of {question} is \"{length}\": lengths are numbers above 0")]
    Length {
        /// The question and its task.
        question: String,
        /// The field.
        field: String,
        /// What stands there.
        length: String,
    },
    /// All tasks of a model have one length.
    #[error("all tasks of {model} have the length {length}: a horizon needs at least two lengths")]
    OneLength {
        /// The model.
        model: String,
        /// The length.
        length: f64,
    },
    /// Difficulty that other models tell, where there is no other.
    #[error(
        "the length \"item\" is the difficulty that other models tell, but no question of {model} has results of another"
    )]
    NoOthers {
        /// The model.
        model: String,
    },
    /// TaskResults that are no shares of success.
    #[error("horizons need outcomes from 0 to 1, but these are from {low} to {high}")]
    Outcomes {
        /// The lowest.
        low: f64,
        /// The highest.
        high: f64,
    },
    /// Trials that tell no variance.
    #[error(
        "{question} of {model} has a single trial: intervals about these tasks alone need two of each"
    )]
    Single {
        /// The model.
        model: String,
        /// The question and its task.
        question: String,
    },
    /// A date that is none.
    #[error(
        "{text:?} is no date of a model: give its name and its date, as \"model=2025-03-01\" or, in days, \"model=120\""
    )]
    Date {
        /// What is given.
        text: String,
    },
    /// Days beside dates of the calendar.
    #[error("some dates are days and others of the calendar, as {day} and {date}: give one kind")]
    MixedDates {
        /// A day.
        day: String,
        /// A date of the calendar.
        date: String,
    },
    /// A model with two dates.
    #[error("{model} has two dates: give one of each model")]
    TwoDates {
        /// The model.
        model: String,
    },
}

fn known_fields(known: &[String], near: Option<&str>) -> String {
    match (near, known) {
        (Some(near), _) => format!(": do you mean {near}?"),
        (None, []) => ": count the logs with the field that holds the lengths".to_owned(),
        (None, known) => format!(": there are {}", known.join(", ")),
    }
}

impl Fault for HorizonError {
    fn kind(&self) -> &'static str {
        match self {
            Self::NoField { .. } => "horizon.no_field",
            Self::NoLength { .. } => "horizon.no_length",
            Self::Length { .. } => "horizon.length",
            Self::OneLength { .. } => "horizon.one_length",
            Self::NoOthers { .. } => "horizon.no_others",
            Self::Outcomes { .. } => "horizon.outcomes",
            Self::Single { .. } => "horizon.single",
            Self::Date { .. } => "horizon.date",
            Self::MixedDates { .. } => "horizon.mixed_dates",
            Self::TwoDates { .. } => "horizon.two_dates",
        }
    }
}
