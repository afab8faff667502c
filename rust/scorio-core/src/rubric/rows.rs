//! The rows of a study of rubrics.

use crate::rows::declare::row;

row! {
    /// A pair of rubrics, and how far they rank models alike.
    pub struct RubricAgreement {
        /// One rubric.
        rubric: String,
        /// The other.
        other: String,
        /// Kendall's τ-b of their scores (equation 26 of arXiv:2510.04265). Missing if one of them ties
        /// all models.
        tau_b: Option<f64>,
        /// Pairs of models that they order in opposite ways.
        flips: u64,
        /// Whether both have the same rules and weights, so that they must agree.
        same_rules: bool,
    }
}

row! {
    /// Two models that two rubrics order in opposite ways.
    pub struct RubricFlip {
        /// A rubric.
        rubric: String,
        /// The model that it ranks higher.
        higher: String,
        /// The model that it ranks lower.
        lower: String,
        /// The rubric that ranks them the other way.
        other: String,
        /// Whether both rubrics separate the two models, with the confidence of the leaderboards.
        separated: bool,
    }
}

row! {
    /// How often the trials of a model fall into a category.
    pub struct CategoryShare {
        /// Rubric.
        rubric: String,
        /// Model.
        model: String,
        /// Category.
        category: String,
        /// What a trial in it is worth.
        weight: f64,
        /// Trials in it.
        trials: u64,
        /// QuantileShare of the model's trials that have a category.
        share: f64,
    }
}

row! {
    /// The value of a threshold.
    pub struct ThresholdValue {
        /// Name of the threshold.
        threshold: String,
        /// Task whose trials it was computed from. Missing if it holds for all tasks.
        task: Option<String>,
        /// Model whose trials it was computed from. Missing if it holds for all models.
        model: Option<String>,
        /// The value.
        value: f64,
        /// Signal that it is a quantile of. Missing for a number.
        signal: Option<String>,
        /// The quantile. Missing for a number.
        quantile: Option<f64>,
        /// Which trials the quantile is of, as the rubric file says. Missing for all of them.
        condition: Option<String>,
        /// `observed` or `linear`. Missing for a number.
        rule: Option<String>,
        /// Trials that it was computed from, if that is known.
        trials: Option<u64>,
        /// Whether the rubric file holds it, so that these trials do not move it.
        frozen: bool,
    }
}

row! {
    /// What a rubric did with the trials.
    pub struct RubricTally {
        /// Rubric.
        rubric: String,
        /// Trials that were graded.
        trials: u64,
        /// Trials that were left out because a signal was missing.
        dropped: u64,
        /// Trials in the category for missing signals.
        moved: u64,
        /// The signals whose lack left trials open, each with their number: `tokens 4, bits 2`.
        lacking: String,
        /// Trials that match the rules of several categories. The first took them.
        overlaps: u64,
    }
}
