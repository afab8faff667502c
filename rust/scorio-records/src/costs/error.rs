//! What can be wrong with what trials cost.

use thiserror::Error;

use crate::records::place::Place;
use crate::remedy::Remedy;
use crate::trials::error::{list, meant};

/// What is wrong with the cost of a trial.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrialCostError {
    /// No trial has a field of the cost.
    #[error(
        "{place}: there is no field \"{field}\" for the cost{}; fields here: {}",
        meant(field, seen),
        list(seen)
    )]
    NoField {
        /// The first record.
        place: Box<Place>,
        /// The field.
        field: String,
        /// The record's own fields.
        seen: Vec<String>,
    },
    /// A value that is no number.
    #[error("{place}: the cost is {value} in {field}, which is no number")]
    NotNumber {
        /// Where.
        place: Box<Place>,
        /// The field.
        field: String,
        /// The value.
        value: String,
    },
    /// A cost below 0.
    #[error("{place}: the cost {cost} is negative")]
    Negative {
        /// Where.
        place: Box<Place>,
        /// The cost.
        cost: f64,
    },
    /// A cost beyond the largest number.
    #[error("{place}: the cost is infinite")]
    Infinite {
        /// Where.
        place: Box<Place>,
    },
    /// A model without a price.
    #[error("{place}: {prices} has {} for {model}", column.as_ref().map_or_else(|| "no row".to_owned(), |column| format!("no price \"{column}\"")))]
    NoPrice {
        /// Where.
        place: Box<Place>,
        /// The file of the prices.
        prices: String,
        /// The model.
        model: String,
        /// What has no price. Nothing if the model has no row.
        column: Option<String>,
    },
    /// Records or options that tell no cost of single trials.
    #[error("costs are of single trials, and cannot be combined with {conflict}")]
    Conflict {
        /// What they cannot be combined with.
        conflict: &'static str,
    },
}

impl TrialCostError {
    /// The name of the variant.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NoField { .. } => "no_field",
            Self::NotNumber { .. } => "not_number",
            Self::Negative { .. } => "negative",
            Self::Infinite { .. } => "infinite",
            Self::NoPrice { .. } => "no_price",
            Self::Conflict { .. } => "conflict",
        }
    }

    /// Where the trial is, if it is about one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::NoField { place, .. }
            | Self::NotNumber { place, .. }
            | Self::Negative { place, .. }
            | Self::Infinite { place }
            | Self::NoPrice { place, .. } => Some(place),
            Self::Conflict { .. } => None,
        }
    }

    /// What a user can do.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::NoField { .. } | Self::NotNumber { .. } => {
                Some(Remedy::NameCost { example: "tokens_in * 2e-6 + tokens_out * 1e-5" })
            }
            Self::NoPrice { .. } => Some(Remedy::AddPrice {}),
            Self::Negative { .. } | Self::Infinite { .. } | Self::Conflict { .. } => None,
        }
    }
}
