//! The rows of the calls about a judge.

use crate::rows::declare::row;

row! {
    /// How good the judge is on the trials of a model, by the labels.
    pub struct Judging {
        /// The judge, where there are several. Otherwise it is empty.
        judge: String,
        /// Model.
        model: String,
        /// Trials with an outcome of the judge.
        trials: u64,
        /// Trials with a label.
        labels: u64,
        /// How often judge and label agree; missing unless the judge says yes or no.
        agreement: Option<f64>,
        /// Lower end of its interval.
        agreement_lo: Option<f64>,
        /// Upper end.
        agreement_hi: Option<f64>,
        /// How often the judge says yes where the label is yes; missing unless the judge says yes or no, and
        /// where no label is yes.
        sensitivity: Option<f64>,
        /// Lower end of its interval.
        sensitivity_lo: Option<f64>,
        /// Upper end.
        sensitivity_hi: Option<f64>,
        /// How often the judge says no where the label is no; missing as sensitivity is.
        specificity: Option<f64>,
        /// Lower end of its interval.
        specificity_lo: Option<f64>,
        /// Upper end.
        specificity_hi: Option<f64>,
        /// Cohen's κ; missing unless the judge says yes or no, and where both always say the same.
        kappa: Option<f64>,
        /// Average of the judge minus the corrected score; missing unless its outcomes read as labels do.
        bias: Option<f64>,
        /// Lower end of its interval; missing unless the judge says yes or no.
        bias_lo: Option<f64>,
        /// Upper end.
        bias_hi: Option<f64>,
        /// How much more often the judge says yes than it would for the answers of the other models; missing
        /// without others that have labels.
        favours: Option<f64>,
        /// Its standard deviation.
        favours_sigma: Option<f64>,
        /// Its two-sided p-value.
        favours_pvalue: Option<f64>,
        /// The p-value adjusted by Holm for the models.
        favours_holm: Option<f64>,
        /// How far labelled trials differ from others with the same outcome, by the judge's mean on the other
        /// trials of their questions, in standard deviations; missing where nothing can differ.
        unlike: Option<f64>,
    }
}

row! {
    /// The labels to add to the trials of a model with one outcome of the judge.
    pub struct LabelPlan {
        /// Model.
        model: String,
        /// Outcome of the judge.
        outcome: String,
        /// Trials with this outcome.
        trials: u64,
        /// Those of them with a label.
        labels: u64,
        /// Labels to add.
        add: u64,
        /// Half the width of the model's interval that is expected then.
        half_width: f64,
        /// Half the width that no label lowers. Only more trials do.
        floor: f64,
        /// Whether the wanted half-width is reached.
        reached: bool,
    }
}

row! {
    /// How far raters agree: all of them, or two.
    pub struct RaterAgreement {
        /// One of two raters; missing where all are meant.
        rater: Option<String>,
        /// The other.
        other: Option<String>,
        /// What the ratings are: "nominal", "ordinal" or "interval".
        level: String,
        /// Trials with two or more of these ratings.
        trials: u64,
        /// The ratings of these trials.
        ratings: u64,
        /// Questions of these trials.
        questions: u64,
        /// How often two ratings of a trial are equal; missing without such trials.
        equal: Option<f64>,
        /// Krippendorff's α; missing where all ratings are equal.
        alpha: Option<f64>,
        /// Lower end of its interval; missing for a single question.
        lo: Option<f64>,
        /// Upper end.
        hi: Option<f64>,
    }
}
