//! What all replicates of a study share.

use super::measure::Prepared;
use super::outcomes::{Outcomes, Scheme};

/// Outcomes, metrics and the way of drawing.
pub(super) struct Setting {
    pub(super) outcomes: Outcomes,
    /// R0: outcomes known beforehand.
    pub(super) known: Option<Outcomes>,
    /// How many outcomes of each category the prior counts for.
    pub(super) pseudo_counts: Vec<f64>,
    pub(super) scheme: Scheme,
    pub(super) seed: u64,
    pub(super) threshold: Option<f64>,
    pub(super) measures: Vec<Prepared>,
    /// The gain of the mean score by a trial in each category, and its square.
    pub(super) gains: Vec<(f64, f64)>,
    /// The gains of the models in each trial of the first set.
    pub(super) gained: Vec<f64>,
}
