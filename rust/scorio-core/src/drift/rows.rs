//! The rows of the call about drift.

use crate::rows::declare::row;

row! {
    /// What a series of runs says of its model.
    pub struct DriftVerdict {
        /// "steady", "below" or "above": whether the score has left its level, and to which side.
        verdict: String,
        /// The first run at which it had left; missing if it is steady.
        left_at: Option<String>,
        /// The first run after the likeliest change; missing if it is steady.
        changed_at: Option<String>,
        /// Score from that run on minus the score before; missing if it is steady.
        difference: Option<f64>,
        /// Lower end of its interval, which holds at every look.
        lo: Option<f64>,
        /// Upper end.
        hi: Option<f64>,
        /// p-value that holds at every look.
        pvalue: f64,
        /// Whether it is surely worse by more than the margin; missing without a margin.
        worse: Option<bool>,
        /// Number of runs.
        runs: u64,
        /// Questions that all runs have.
        questions: u64,
        /// Questions that only some runs have. They are left out.
        left_out: u64,
    }
}

row! {
    /// A run of a series.
    pub struct DriftRun {
        /// The run.
        run: String,
        /// Its score.
        score: f64,
        /// Standard deviation of the score over new trials of the same questions.
        sigma: f64,
        /// Lower end of its interval by itself.
        lo: f64,
        /// Upper end.
        hi: f64,
        /// Mean score of the runs before it; missing for the first.
        before: Option<f64>,
        /// The model leaves its level with a run below this limit. It is missing for the first run, after the
        /// model has left, and where no score is so low.
        lower: Option<f64>,
        /// The same above this limit. It is missing where no score is so high.
        upper: Option<f64>,
        /// Evidence for a change so far: how many times likelier the runs are than without any change.
        evidence: f64,
        /// Whether the model has left its level with this run or an earlier one.
        left: bool,
        /// Number of trials.
        trials: u64,
    }
}
