//! The rows of slices.

use crate::rows::declare::row;

row! {
    /// How far a model differs from the baseline on the questions of a slice.
    pub struct SliceDifference {
        /// Slice: the values of the fields.
        slice: String,
        /// Model.
        model: String,
        /// Model that it is compared with.
        baseline: String,
        /// Questions that the model's score is computed from; missing for known differences, and so are scores.
        questions: Option<u64>,
        /// Score of the model minus score of the baseline.
        difference: f64,
        /// Standard deviation of the difference.
        sigma: f64,
        /// Lower end of the interval of the difference, as of a comparison on these questions alone.
        lo: f64,
        /// Upper end of the interval.
        hi: f64,
        /// Two-sided p-value of this slice alone.
        pvalue: f64,
        /// The p-value adjusted by Holm for the judged slices of the model; missing if it is not judged.
        holm: Option<f64>,
        /// P(A > B), the probability that the model is better, by this slice alone.
        probability: f64,
        /// Degrees of freedom of Student's t; missing if the difference is normal.
        degrees: Option<f64>,
        /// The difference, leaning on those of other slices; missing for fewer than three judged slices, and if
        /// it is not judged.
        shrunken: Option<f64>,
        /// Its standard deviation.
        shrunken_sigma: Option<f64>,
        /// Lower end of its interval.
        shrunken_lo: Option<f64>,
        /// Upper end of its interval.
        shrunken_hi: Option<f64>,
        /// P(A > B) by all slices together.
        shrunken_probability: Option<f64>,
        /// Whether it has the 10 questions that a judgement needs.
        judged: bool,
        /// The margin; missing without one.
        margin: Option<f64>,
        /// p-value of the hypothesis that the model is worse by the margin at most.
        worse_pvalue: Option<f64>,
        /// The same adjusted by Holm for the judged slices of the model.
        worse_holm: Option<f64>,
        /// Whether the model is worse by more than the margin: the adjusted value is below 1 − confidence.
        failing: Option<bool>,
        /// Score of the model.
        score: Option<f64>,
        /// Score of the baseline.
        baseline_score: Option<f64>,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
    }
}

row! {
    /// Whether the differences of a model differ between slices, and by how much.
    pub struct Heterogeneity {
        /// Model.
        model: String,
        /// Model that it is compared with.
        baseline: String,
        /// Judged slices.
        slices: u64,
        /// The difference that they share: their mean, weighted by 1/σ².
        pooled: Option<f64>,
        /// Its standard deviation, if the slices do not differ.
        pooled_sigma: Option<f64>,
        /// Cochran's Q: how far the slices are from it.
        q: Option<f64>,
        /// Degrees of freedom of Q.
        degrees: Option<u64>,
        /// Probability of such a Q if the slices do not differ.
        pvalue: Option<f64>,
        /// How far a slice of typical σ leans on the others, from 0 to 1: the mean of B.
        shrinkage: Option<f64>,
        /// How far true differences scatter over slices: the mean of τ.
        spread: Option<f64>,
        /// Mean of the true differences of slices.
        common: Option<f64>,
        /// Its standard deviation.
        common_sigma: Option<f64>,
        /// How many slices fail; missing without a margin.
        failing: Option<u64>,
        /// `pass` or `fail`; missing unless each slice is judged by the margin.
        verdict: Option<String>,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
    }
}
