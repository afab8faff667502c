//! The rows of the call about costs.

use crate::gate::GateVerdict;
use crate::rows::declare::row;

row! {
    /// The score of a model beside its cost.
    pub struct Cost {
        /// Task; missing in the overall table.
        task: Option<String>,
        /// Model.
        model: String,
        /// Rank by score.
        rank: u64,
        /// Score.
        score: f64,
        /// Its posterior standard deviation.
        sigma: f64,
        /// Lower end of its interval.
        lo: f64,
        /// Upper end.
        hi: f64,
        /// Mean cost of a trial.
        cost: f64,
        /// Its standard deviation.
        cost_sigma: f64,
        /// Lower end of its interval.
        cost_lo: f64,
        /// Upper end; missing where there is none.
        cost_hi: Option<f64>,
        /// Cost of a success, cost / score; missing without any success.
        per_success: Option<f64>,
        /// Lower end of its interval.
        per_success_lo: f64,
        /// Upper end; missing where there is none.
        per_success_hi: Option<f64>,
        /// Probability that no other model is better and cheaper.
        frontier: f64,
        /// "frontier", "dominated", or "open" if neither is sure.
        verdict: String,
        /// A model that is better and cheaper, if that is sure.
        dominated_by: Option<String>,
        /// Whether the score is not separated from the best.
        with_leader: bool,
        /// Probability that the score is above the best of the others minus `within`; missing without `within`.
        within: Option<f64>,
        /// Sum of all costs.
        spent: f64,
        /// The share of it that the most expensive question took.
        dearest: f64,
        /// Number of questions.
        questions: u64,
        /// Trials with a cost.
        trials: u64,
        /// Trials without a cost.
        lacking: u64,
        /// Degrees of freedom of the mean cost.
        degrees: f64,
        /// Skewness of the mean cost.
        skewness: f64,
        /// Correlation of score and mean cost.
        correlation: f64,
    }
}

row! {
    /// Two models by cost and score.
    pub struct CostPair {
        /// Task; missing in the overall table.
        task: Option<String>,
        /// Model.
        model: String,
        /// The other model.
        other: String,
        /// Cost of the model over that of the other; missing if the other costs nothing.
        ratio: Option<f64>,
        /// Lower end of its interval.
        lo: Option<f64>,
        /// Upper end; missing where there is none.
        hi: Option<f64>,
        /// Probability that the model has the higher score.
        better: f64,
        /// Probability that it is cheaper.
        cheaper: f64,
        /// Probability that it is better and cheaper.
        dominates: f64,
        /// Probability that the other is better and cheaper.
        dominated: f64,
    }
}

row! {
    /// What a gate says of the mean cost of a model.
    pub struct CostGated {
        /// `pass`, `fail` or `undecided`.
        verdict: GateVerdict,
        /// Task; missing in overall rows.
        task: Option<String>,
        /// Model.
        model: String,
        /// The model whose cost it is compared with; missing where the mean cost itself has the limit.
        baseline: Option<String>,
        /// Mean cost of a trial, or its quotient; missing if the baseline costs nothing.
        value: Option<f64>,
        /// Lower end of the interval whose ends each have the confidence.
        lo: Option<f64>,
        /// Upper end of that interval; missing where there is none.
        hi: Option<f64>,
        /// The limit.
        limit: f64,
    }
}

row! {
    /// What more trials of a model cost.
    pub struct CostPlan {
        /// Model.
        model: String,
        /// Number of questions.
        questions: u64,
        /// Trials of each question with a cost, on average.
        trials: f64,
        /// Half the width of the interval of the score as it is.
        half_width: Option<f64>,
        /// Further trials of each question. Missing if no number up to 10⁹ is enough.
        more: Option<u64>,
        /// Half the width after them.
        then: Option<f64>,
        /// With money, half the width after as many further trials for each model.
        even: Option<f64>,
        /// What the further trials cost.
        money: Option<f64>,
        /// The same at the lower end of the mean cost.
        money_lo: Option<f64>,
        /// The same at its upper end; missing where there is none.
        money_hi: Option<f64>,
    }
}

row! {
    /// A model that tries again until the first success.
    pub struct Retry {
        /// Task; missing in the overall table.
        task: Option<String>,
        /// Model.
        model: String,
        /// The most tries.
        tries: u64,
        /// Probability of a success, Pass@k.
        success: f64,
        /// Lower end of its interval; missing where the trials do not tell it.
        success_lo: Option<f64>,
        /// Upper end.
        success_hi: Option<f64>,
        /// Mean cost of all tries of a question.
        cost: f64,
        /// Its standard deviation; missing where the trials do not tell it.
        cost_sigma: Option<f64>,
        /// Lower end of its interval.
        cost_lo: Option<f64>,
        /// Upper end.
        cost_hi: Option<f64>,
        /// Cost of a success; missing without any.
        per_success: Option<f64>,
        /// Lower end of its interval.
        per_success_lo: Option<f64>,
        /// Upper end.
        per_success_hi: Option<f64>,
        /// Whether no other model and number of tries has more success at no higher cost.
        on_frontier: bool,
    }
}

row! {
    /// Success of a model within a cap on the cost of a trial.
    pub struct Capped {
        /// Task; missing in the overall table.
        task: Option<String>,
        /// Model.
        model: String,
        /// The cap.
        cap: f64,
        /// Share of trials that succeed at this cost or less.
        success: f64,
        /// Its posterior standard deviation.
        sigma: f64,
        /// Lower end of its interval.
        lo: f64,
        /// Upper end.
        hi: f64,
    }
}

row! {
    /// Where the curves of two models cross, of success within a cap.
    pub struct CostCrossing {
        /// Task; missing in the overall table.
        task: Option<String>,
        /// The model that succeeds more often below.
        model: String,
        /// The model that succeeds more often above.
        other: String,
        /// The cap at which the two are equal.
        cap: f64,
        /// Lower end of its interval: the caps at which the two are not separated.
        lo: f64,
        /// Upper end; missing where the two are not separated at the largest cost.
        hi: Option<f64>,
        /// Whether the one is ahead of all models just below this cap, and the other from it on.
        leads: bool,
    }
}
