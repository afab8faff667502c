//! The rows of the call about horizons.

use crate::rows::declare::row;

row! {
    /// The horizon of a model at a share of success.
    pub struct Horizon {
        /// Model.
        model: String,
        /// The share of success.
        at: f64,
        /// "fitted"; or, without a fit, "above" or "below" all tasks, "between" two lengths, or "rising" where
        /// longer tasks are not harder.
        kind: String,
        /// The length at which the success is `at`; missing without a fit, and beyond the largest number.
        horizon: Option<f64>,
        /// Lower end of its interval; missing where there is none, or no fit.
        lo: Option<f64>,
        /// Upper end.
        hi: Option<f64>,
        /// log2 of the horizon; missing without a fit.
        log2: Option<f64>,
        /// Lower end of its interval.
        log2_lo: Option<f64>,
        /// Upper end.
        log2_hi: Option<f64>,
        /// Whether the interval has no finite ends.
        unbounded: bool,
        /// Whether the horizon is longer than the longest task.
        beyond: bool,
        /// Whether it is shorter than the shortest task.
        short_of: bool,
        /// Without a fit, the length up to which all trials succeed.
        solved_to: Option<f64>,
        /// Without a fit, the length from which no trial succeeds.
        none_from: Option<f64>,
        /// The horizon in words, such as 1h 02m.
        shown: String,
        /// Its interval in words.
        shown_interval: String,
        /// Number of tasks.
        tasks: u64,
        /// Number of their clusters: of families, or of tasks.
        clusters: u64,
        /// Number of trials.
        trials: u64,
        /// Length of the shortest task.
        shortest: f64,
        /// Length of the longest task.
        longest: f64,
        /// How many minutes a length of 1 is; missing where lengths are no times.
        minutes: Option<f64>,
        /// The shortest length in words.
        shown_shortest: String,
        /// The longest length in words.
        shown_longest: String,
    }
}

row! {
    /// The horizons of two models.
    pub struct HorizonRatio {
        /// Model.
        model: String,
        /// The baseline.
        baseline: String,
        /// The share of success.
        at: f64,
        /// Horizon of the model over that of the baseline.
        ratio: f64,
        /// Lower end of its interval; missing where it is unknown.
        lo: Option<f64>,
        /// Upper end.
        hi: Option<f64>,
        /// The difference of the logarithms to the base 2.
        log2: f64,
        /// Its standard deviation.
        sigma: Option<f64>,
        /// Probability that the model has the longer horizon.
        longer: Option<f64>,
    }
}

row! {
    /// The time in which horizons double.
    pub struct Doubling {
        /// The share of success.
        at: f64,
        /// Number of models with a date and a horizon.
        models: u64,
        /// Days until the horizon is twice as long; missing where horizons do not grow.
        days: Option<f64>,
        /// Lower end of its interval; missing where there is none.
        lo: Option<f64>,
        /// Upper end; missing where horizons may not grow at all.
        hi: Option<f64>,
        /// Doublings a day.
        per_day: f64,
        /// log2 of the horizon at day 0.
        intercept: f64,
        /// Standard deviation of the doublings a day, from the tasks.
        sigma_tasks: Option<f64>,
        /// The same from the scatter of models about the line; missing for two models.
        sigma_scatter: Option<f64>,
    }
}

row! {
    /// Tasks of a model from one length to four times as long: observed beside fitted success.
    pub struct HorizonBin {
        /// Model.
        model: String,
        /// The length at which it begins.
        low: f64,
        /// The length below which it ends.
        high: f64,
        /// Number of tasks.
        tasks: u64,
        /// Share of success.
        observed: f64,
        /// Mean of the curve at these tasks.
        fitted: f64,
        /// Where it begins, in words.
        shown_low: String,
        /// Where it ends, in words.
        shown_high: String,
        /// Whether it has 5 or more tasks, and the two differ by more than 0.15.
        off: bool,
    }
}

row! {
    /// The curve of a model: logit of the success = intercept + slope · log2 of the length.
    pub struct HorizonCurve {
        /// Model.
        model: String,
        /// Intercept.
        intercept: f64,
        /// Slope for each doubling of the length.
        slope: f64,
        /// Variance of the intercept; missing where it is unknown.
        variance_intercept: Option<f64>,
        /// Covariance of both.
        covariance: Option<f64>,
        /// Variance of the slope.
        variance_slope: Option<f64>,
    }
}
