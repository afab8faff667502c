//! What a replay has found: agreement by number of items, decided pairs, and the paper's tables.

use crate::rows::declare::row;

row! {
    /// A design after some items of each model, on average over the hold-out sets.
    pub struct ReplayStep {
        /// Who chooses the items: adaptive, static, paired, stratified or random.
        design: String,
        /// What the items give of a model: mean, ability, or assisted.
        scoring: String,
        /// Items of each model.
        items: u64,
        /// Hold-out sets with so many items.
        sets: u64,
        /// Kendall's τ with the true scores: on all items, or on the half that nobody asks.
        tau: f64,
        /// Standard error of τ over the sets. Nothing for one set.
        tau_error: Option<f64>,
        /// How often the best model is the best of the true scores.
        top: f64,
        /// Root mean square error of the true score. Only for the goal of scores.
        rmse: Option<f64>,
        /// Share of the intervals of that score which hold it.
        coverage: Option<f64>,
    }
}

row! {
    /// The items that a design needs until its mean τ, made to rise with items, is high enough.
    pub struct ReplayNeed {
        /// Who chooses the items.
        design: String,
        /// What the items give of a model.
        scoring: String,
        /// The fewest items of each model with that τ; nothing if the replay ended before.
        items: Option<u64>,
        /// The most items that the replay has.
        most: u64,
        /// The share of all items that they are.
        share: Option<f64>,
    }
}

row! {
    /// Runs of the ranker that stop by a boundary: their pairs over all hold-out sets.
    pub struct ReplayDecisions {
        /// The boundary.
        boundary: String,
        /// Pairs of models.
        pairs: u64,
        /// Pairs that are decided.
        decided: u64,
        /// Of these, pairs with the order of the true scores.
        right: u64,
        /// Of these, the others.
        wrong: u64,
        /// Decided pairs that the truth leaves open.
        open: u64,
        /// Mean items of a model.
        items: f64,
        /// Mean τ.
        tau: f64,
        /// Sets that ended because all neighbours were decided.
        confident: u64,
        /// Hold-out sets.
        sets: u64,
    }
}

row! {
    /// The figures of the paper's tables, on average over the hold-out sets.
    pub struct ReplaySummary {
        /// Items that may be asked.
        size: f64,
        /// Discrimination: 1/√φ.
        a: f64,
        /// τ of the ranker where it stops.
        adaptive_tau: f64,
        /// Its standard deviation over the sets.
        adaptive_tau_sd: Option<f64>,
        /// τ of random models and items with as many trials, by abilities: the paper's baseline.
        baseline_tau: f64,
        /// Its standard deviation over the sets.
        baseline_tau_sd: Option<f64>,
        /// τ of a random sample for each model, by mean scores, with as many items.
        random_tau: f64,
        /// τ of the same random sample for all models, by mean scores.
        paired_tau: f64,
        /// The same by abilities.
        paired_ability_tau: f64,
        /// τ of a sample over strata and difficulties, by abilities.
        stratified_tau: f64,
        /// τ of the fixed form, by abilities.
        static_tau: f64,
        /// Items of all models of a set.
        items: f64,
        /// Their standard deviation over the sets.
        items_sd: Option<f64>,
        /// The share of all items of all models.
        used: f64,
        /// Its standard deviation over the sets.
        used_sd: Option<f64>,
        /// Pairs that the ranker leaves open.
        adaptive_ties: f64,
        /// Pairs that the truth leaves open.
        truth_ties: f64,
        /// Share of the ranker's ties that are ties of the truth.
        tie_precision: Option<f64>,
        /// Share of the ties of the truth that are ties of the ranker.
        tie_recall: Option<f64>,
        /// Harmonic mean of both.
        tie_f1: Option<f64>,
        /// Share of decided pairs in the order of the true scores.
        confident_accuracy: Option<f64>,
        /// τ if every model gets as many items as the one with the most.
        fixed_tau: f64,
        /// Share of these items that stopping saves.
        item_savings: f64,
        /// Share of their cost that it saves.
        cost_savings: f64,
        /// R² of the variances that the bank expects.
        conformance: f64,
        /// τ of the ranker with a bank of other families.
        family_adaptive_tau: Option<f64>,
        /// Its standard deviation over the sets.
        family_adaptive_tau_sd: Option<f64>,
        /// τ of the paper's baseline with a bank of other families.
        family_baseline_tau: Option<f64>,
        /// Its standard deviation over the sets.
        family_baseline_tau_sd: Option<f64>,
    }
}

row! {
    /// A hold-out set.
    pub struct ReplaySet {
        /// Its models, with commas between them.
        models: String,
        /// Models of its calibration.
        calibrators: u64,
        /// Items that all its models have and that may be asked.
        items: u64,
        /// Items that some of them lack, which are left out.
        left_out: u64,
        /// Scores outside the range of the calibration models, which are clipped.
        clipped: u64,
        /// The largest share of items that a perfect design can save for scores.
        ceiling: f64,
    }
}
