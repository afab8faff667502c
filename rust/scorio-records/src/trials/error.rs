//! What can be wrong with a trial.

use scorio_core::near::near;
use thiserror::Error;

use crate::json::value::Value;
use crate::records::place::Place;
use crate::remedy::Remedy;
use crate::spec::categories::Categories;
use crate::spec::numbers::finite;

/// What is wrong with a trial.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrialError {
    /// A record without a field.
    #[error(
        "{place}: there is no field \"{field}\" for the {role}{}; fields here: {}",
        meant(field, seen),
        list(seen)
    )]
    NoField {
        /// Where.
        place: Box<Place>,
        /// What the field is for.
        role: &'static str,
        /// The wanted field.
        field: String,
        /// The record's own fields.
        seen: Vec<String>,
        /// What a user can do.
        remedy: Remedy,
    },
    /// A field whose value cannot name anything.
    #[error("{place}: the {role} (field \"{field}\") is {value}, which names nothing")]
    Label {
        /// Where.
        place: Box<Place>,
        /// What the field is for.
        role: &'static str,
        /// The field.
        field: String,
        /// The value.
        value: String,
    },
    /// A field that some records of a file have and others lack.
    #[error(
        "{place}: the field \"{field}\" ({role}) is {} this record but {} those before it",
        if *present { "in" } else { "not in" }, if *present { "not in" } else { "in" }
    )]
    Uneven {
        /// Where.
        place: Box<Place>,
        /// What the field is for.
        role: &'static str,
        /// The field.
        field: String,
        /// This record has it.
        present: bool,
    },
    /// An outcome that no category matches.
    #[error("{place}: the outcome {value} (field \"{field}\") matches no category; {accepted}")]
    Outcome {
        /// Where.
        place: Box<Place>,
        /// The field.
        field: String,
        /// The value.
        value: String,
        /// What would match.
        accepted: String,
        /// The user has named no categories.
        usual: bool,
        /// It is a finite number.
        number: bool,
    },
    /// An outcome that is to be a number, and is none.
    #[error("{place}: the outcome {value} (field \"{field}\") is not a finite number")]
    NotNumber {
        /// Where.
        place: Box<Place>,
        /// The field.
        field: String,
        /// The value.
        value: String,
    },
    /// A missing outcome without a policy.
    #[error("{place}: the outcome is missing: the field \"{field}\" is {value}")]
    MissingOutcome {
        /// Where.
        place: Box<Place>,
        /// The field.
        field: String,
        /// null, NaN or empty.
        value: &'static str,
    },
    /// A duplicate trial without a policy.
    #[error("{place}: {trial} was counted before")]
    Duplicate {
        /// Where.
        place: Box<Place>,
        /// Model, task, question, trial.
        trial: String,
    },
    /// A trial without a place in the order of trials.
    #[error(
        "{place}: the trial {trial} has no place in the order of the trials, which is that of whole numbers from 0 to {largest}, without leading zeros"
    )]
    TrialOrder {
        /// Where.
        place: Box<Place>,
        /// The trial.
        trial: String,
        /// The largest number.
        largest: u32,
    },
}

/// The names of fields in a sentence.
pub fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The field that a misspelt one means, in half a sentence.
pub fn meant(field: &str, seen: &[String]) -> String {
    near(field, seen).map_or(String::new(), |name| format!(", perhaps \"{name}\" is meant"))
}

impl TrialError {
    /// An outcome that the categories refuse.
    pub fn outcome(
        place: Box<Place>,
        field: &str,
        value: &Value<'_>,
        categories: &Categories,
    ) -> Self {
        let (field, text) = (field.to_owned(), value.describe());
        if categories.are_numbers() {
            return Self::NotNumber { place, field, value: text };
        }
        Self::Outcome {
            place,
            field,
            value: text,
            accepted: categories.accepted(),
            usual: categories.are_usual(),
            number: finite(value).is_some(),
        }
    }

    /// The name of the variant.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NoField { .. } => "no_field",
            Self::Label { .. } => "label",
            Self::Uneven { .. } => "uneven",
            Self::Outcome { .. } => "outcome",
            Self::NotNumber { .. } => "not_number",
            Self::MissingOutcome { .. } => "missing_outcome",
            Self::Duplicate { .. } => "duplicate",
            Self::TrialOrder { .. } => "trial_order",
        }
    }

    /// Where the record is.
    pub fn place(&self) -> &Place {
        match self {
            Self::NoField { place, .. }
            | Self::Label { place, .. }
            | Self::Uneven { place, .. }
            | Self::Outcome { place, .. }
            | Self::NotNumber { place, .. }
            | Self::MissingOutcome { place, .. }
            | Self::Duplicate { place, .. }
            | Self::TrialOrder { place, .. } => place,
        }
    }

    /// What a user can do.
    pub fn remedy(&self) -> Option<Remedy> {
        Some(match self {
            Self::NoField { remedy, .. } => remedy.clone(),
            Self::Label { role, .. } => Remedy::NameField { role },
            Self::Uneven { role, .. } => Remedy::NameUnevenField { role },
            Self::Outcome { usual: true, number: true, .. } => Remedy::NameCategoriesOrNumeric {},
            Self::Outcome { usual: true, value, .. } if is_text(value) => Remedy::NameTexts {},
            Self::Outcome { usual: true, .. } => Remedy::NameCategories {},
            Self::Outcome { .. } => return None,
            Self::NotNumber { .. } => Remedy::LeaveNumericOut {},
            Self::MissingOutcome { .. } => Remedy::ChooseOnMissing {},
            Self::Duplicate { .. } => Remedy::ChooseOnRepeat {},
            Self::TrialOrder { .. } => Remedy::LeaveOrderOutOrNumber {},
        })
    }
}

/// Whether a described value is a text, and no list or object.
fn is_text(value: &str) -> bool {
    !value.starts_with(['[', '{'])
        && !["a list", "an object"].iter().any(|nested| value.starts_with(nested))
}
