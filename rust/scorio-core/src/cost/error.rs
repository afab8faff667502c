//! What can be wrong with costs.

use thiserror::Error;

use crate::remedy::{Fault, Remedy};

/// What can be wrong with costs.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CostError {
    /// Sums of something else.
    #[error("there are no costs of trials: count them with their costs")]
    NoCosts,
    /// Trials without a cost.
    #[error("{lacking} of {trials} trials of {model} {} no cost", if *lacking == 1 { "has" } else { "have" })]
    Lacking {
        /// The model.
        model: String,
        /// Trials without a cost.
        lacking: u64,
        /// All of its trials.
        trials: u64,
    },
    /// A gate without a limit.
    #[error("a gate of costs has a limit: the mean cost, or its quotient with that of a model")]
    NoLimit,
    /// A plan without an aim.
    #[error("a plan of costs needs a half-width, or the money to spend")]
    NoPlan,
    /// Money that pays for no trial.
    #[error(
        "{money} pays for no trial of all questions of any model, which costs {least:.4} at least"
    )]
    LittleMoney {
        /// The money.
        money: f64,
        /// The price of a trial of all questions of the cheapest model.
        least: f64,
    },
    /// A model that costs nothing.
    #[error("trials of {model} cost nothing, and money does not limit them")]
    Free {
        /// The model.
        model: String,
    },
    /// A cost below 0.
    #[error("{question} has the cost {cost}, which is negative")]
    Negative {
        /// The question and its model.
        question: String,
        /// The cost.
        cost: f64,
    },
    /// A model without any cost.
    #[error("no trial of {model} has a cost")]
    Unknown {
        /// The model.
        model: String,
    },
    /// More tries than a question has trials.
    #[error("{question} has {trials} {}, and retries go up to {trials}, not {tries}", if *trials == 1 { "trial" } else { "trials" })]
    Tries {
        /// The question and its model.
        question: String,
        /// Its trials with a cost.
        trials: u64,
        /// The tries.
        tries: u64,
    },
    /// Partial credit, where a try succeeds or fails.
    #[error("{what} need successes and failures, but there are outcomes such as {outcome}")]
    Partial {
        /// `retries` or `caps`.
        what: &'static str,
        /// An outcome.
        outcome: f64,
    },
    /// Single costs are needed.
    #[error("caps need every cost, but only sums of costs were kept")]
    NoValues,
}

impl Fault for CostError {
    fn kind(&self) -> &'static str {
        match self {
            Self::NoCosts => "cost.no_costs",
            Self::Lacking { .. } => "cost.lacking",
            Self::NoLimit => "cost.no_limit",
            Self::NoPlan => "cost.no_plan",
            Self::LittleMoney { .. } => "cost.little_money",
            Self::Free { .. } => "cost.free",
            Self::Negative { .. } => "cost.negative",
            Self::Unknown { .. } => "cost.unknown",
            Self::Tries { .. } => "cost.tries",
            Self::Partial { .. } => "cost.partial",
            Self::NoValues => "cost.no_values",
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::NoValues => Some(Remedy::KeepValues),
            Self::Lacking { .. } => Some(Remedy::DropCosts),
            Self::Partial { .. } => Some(Remedy::CountFullCredit),
            _ => None,
        }
    }
}
