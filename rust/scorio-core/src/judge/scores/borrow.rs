//! The score of a model without labels, by error rates of the judge that are borrowed from other models.
//!
//! ```text
//! θ = (q + sp − 1) / (se + sp − 1)
//! (q − se θ − (1 − sp)(1 − θ))² ≤ z² (V_q + θ² V_se + (1 − θ)² V_sp)
//! ```
//!
//! q is how often the judge says yes. Sensitivity se and specificity sp have random effects over the models
//! with labels, on the logit. V_se and V_sp are those of one more model. The interval is every θ with the
//! inequality, of which θ is the middle. It has ends where se + sp − 1 is clearly above 0.

use super::figures::{JudgedFigures, JudgedTarget, distances, ratio, said_variance};
use super::trials::JudgedTrials;
use crate::error::Result;
use crate::judge::error::JudgeError;
use crate::judge::legend::Legend;
use crate::numeric::beta::logistic;
use crate::numeric::normal::central_quantile;
use crate::numeric::portable::{exp, ln};

/// The fewest models with labels that tell how rates differ.
const FEWEST: usize = 3;
/// How often the variances of logits are found anew from the pooled rates.
const ROUNDS: usize = 3;
/// The most and the steps of the search for the variance between models.
const SEARCH: (f64, usize) = (100.0, 60);
/// The steps of the mean of a rate over the normal distribution of its logit, and their width.
const STEPS: (i32, f64) = (32, 0.25);

/// What the labels of one model tell of the judge's rates.
struct ModelRates {
    /// Of the judge's yes and no: its share, the pulled mean m of its labels, and h + 1.
    yes: (f64, f64, f64),
    no: (f64, f64, f64),
}

impl ModelRates {
    /// `None` unless the judge says both of the model.
    fn of(figures: &JudgedFigures, no: usize, yes: usize) -> Option<Self> {
        let read = |outcome: usize| {
            let (share, rate) = (figures.part(outcome).share, figures.part(outcome).rate);
            let worth = figures.worths.get(outcome)?;
            (share > 0.0).then_some((share, (rate * worth + 0.5) / (worth + 1.0), worth + 1.0))
        };
        Some(Self { yes: read(yes)?, no: read(no)? })
    }

    /// How often the label is yes.
    fn truth(&self) -> f64 {
        self.yes.0 * self.yes.1 + self.no.0 * self.no.1
    }

    /// The logits of sensitivity and specificity.
    fn logits(&self) -> (f64, f64) {
        let (yes, no) = (self.yes, self.no);
        (ln(yes.0 * yes.1 / (no.0 * no.1)), ln(no.0 * (1.0 - no.1) / (yes.0 * (1.0 - yes.1))))
    }

    /// Their variances, where labels are yes with these chances.
    fn variances(&self, (yes, no): (f64, f64)) -> (f64, f64) {
        let of = |m: f64, size: f64| (1.0 - m) / (m * size);
        (
            of(yes, self.yes.2) + of(no, self.no.2),
            of(1.0 - yes, self.yes.2) + of(1.0 - no, self.no.2),
        )
    }

    /// How often labels are yes where the judge says yes and no, if it has these rates.
    fn expected(&self, sensitivity: f64, specificity: f64) -> (f64, f64) {
        let truth = self.truth();
        let says = sensitivity * truth + (1.0 - specificity) * (1.0 - truth);
        (sensitivity * truth / says, (1.0 - sensitivity) * truth / (1.0 - says))
    }
}

/// A logit over models: its mean, and the variance of one more model.
#[derive(Clone, Copy)]
struct PooledLogit {
    mean: f64,
    variance: f64,
}

impl PooledLogit {
    /// Random effects: the variance between models is that by which Q is as large as expected.
    fn of(all: &[(f64, f64)]) -> Self {
        let degrees = all.len() as f64 - 1.0;
        let mut between = (0.0_f64, 0.0_f64);
        if apart(all, 0.0).1 > degrees {
            between.1 = SEARCH.0;
            for _ in 0..SEARCH.1 {
                let middle = between.0.midpoint(between.1);
                if apart(all, middle).1 > degrees {
                    between.0 = middle;
                } else {
                    between.1 = middle;
                }
            }
        }
        let between = between.0.midpoint(between.1);
        let (mean, square, weight) = apart(all, between);
        Self { mean, variance: between + (square / degrees).max(1.0) / weight }
    }

    /// The mean and the variance of the rate whose logit is normal.
    fn rate(self) -> (f64, f64) {
        let sigma = self.variance.sqrt();
        let (mut weight, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for step in -STEPS.0..=STEPS.0 {
            let z = f64::from(step) * STEPS.1;
            let (density, rate) = (exp(-0.5 * z * z), logistic(self.mean + sigma * z));
            weight += density;
            sum += density * rate;
            squares += density * rate * rate;
        }
        let mean = sum / weight;
        (mean, (squares / weight - mean * mean).max(0.0))
    }
}

/// The mean of values with variances, Q about it, and the sum of the weights.
fn apart(all: &[(f64, f64)], between: f64) -> (f64, f64, f64) {
    let weight = |one: &(f64, f64)| 1.0 / (one.1 + between);
    let weights: f64 = all.iter().map(weight).sum();
    let mean = all.iter().map(|one| weight(one) * one.0).sum::<f64>() / weights;
    let square = |one: &(f64, f64)| weight(one) * (one.0 - mean) * (one.0 - mean);
    (mean, all.iter().map(square).sum(), weights)
}

/// The rates that the judge has for one more model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BorrowedRates {
    /// Mean and variance.
    sensitivity: (f64, f64),
    specificity: (f64, f64),
    /// z², by which an interval is made.
    reach: f64,
    /// The outcome that means yes.
    pub(crate) yes: usize,
}

impl BorrowedRates {
    /// The rates by the models with labels.
    ///
    /// # Errors
    /// - The judge says something else than yes and no.
    /// - Fewer than three models have labels and both outcomes.
    /// - se + sp − 1 is not clearly above 0.
    pub(crate) fn of<'f>(
        models: impl Iterator<Item = &'f JudgedFigures>,
        legend: &Legend,
        confidence: f64,
    ) -> Result<Self> {
        let (low, high) = legend.range;
        let Some((no, yes)) = legend.ends() else {
            let outcomes = legend.outcomes.join(", ");
            return Err(JudgeError::Unlike { outcomes, low, high }.into());
        };
        let models: Vec<_> = models.filter_map(|one| ModelRates::of(one, no, yes)).collect();
        if models.len() < FEWEST {
            return Err(JudgeError::FewModels { models: models.len(), fewest: FEWEST }.into());
        }
        let logits: Vec<_> = models.iter().map(ModelRates::logits).collect();
        let mut expected: Vec<_> = models.iter().map(|one| (one.yes.1, one.no.1)).collect();
        let pooled = |expected: &[(f64, f64)]| {
            let variances = models.iter().zip(expected).map(|(one, at)| one.variances(*at));
            let both = logits.iter().zip(variances);
            let (caught, passed): (Vec<_>, Vec<_>) =
                both.map(|(logit, v)| ((logit.0, v.0), (logit.1, v.1))).unzip();
            (PooledLogit::of(&caught), PooledLogit::of(&passed))
        };
        let mut found = pooled(&expected);
        for _ in 0..ROUNDS {
            let (caught, passed) = (logistic(found.0.mean), logistic(found.1.mean));
            expected = models.iter().map(|one| one.expected(caught, passed)).collect();
            found = pooled(&expected);
        }
        let wider = ratio(models.len() as f64, confidence)?;
        let rate = |one: PooledLogit| {
            let (mean, variance) = one.rate();
            (mean, wider * variance)
        };
        let z = central_quantile(confidence)?.value();
        let (sensitivity, specificity) = (rate(found.0), rate(found.1));
        let rates = Self { sensitivity, specificity, reach: z * z, yes };
        let (apart, sigma) = (rates.apart(), (sensitivity.1 + specificity.1).sqrt());
        if apart <= z * sigma {
            return Err(JudgeError::Weak { apart, reach: z * sigma }.into());
        }
        Ok(rates)
    }

    /// se + sp − 1.
    pub(crate) fn apart(&self) -> f64 {
        self.sensitivity.0 + self.specificity.0 - 1.0
    }

    /// θ where the judge says yes so often.
    pub(crate) fn truth(&self, says: f64) -> f64 {
        (says + self.specificity.0 - 1.0) / self.apart()
    }

    /// The variance of θ that the rates leave.
    pub(crate) fn variance(&self, truth: f64) -> f64 {
        let rest = 1.0 - truth;
        let open = truth * truth * self.sensitivity.1 + rest * rest * self.specificity.1;
        open / (self.apart() * self.apart())
    }

    /// The interval of θ, where q has a variance.
    pub(crate) fn interval(&self, says: f64, variance: f64) -> (f64, f64) {
        let (apart, above) = (self.apart(), says + self.specificity.0 - 1.0);
        let (caught, passed) = (self.reach * self.sensitivity.1, self.reach * self.specificity.1);
        // The roots of a θ² − 2 b θ + c.
        let a = apart * apart - caught - passed;
        let b = apart * above - passed;
        let c = above * above - self.reach * variance - passed;
        let root = (b * b - a * c).max(0.0).sqrt();
        (((b - root) / a).clamp(0.0, 1.0), ((b + root) / a).clamp(0.0, 1.0))
    }

    /// What each outcome is worth, and its mean is θ.
    pub(crate) fn values(&self, outcomes: usize) -> Vec<f64> {
        let value = |outcome: usize| self.truth(if outcome == self.yes { 1.0 } else { 0.0 });
        (0..outcomes).map(value).collect()
    }
}

impl JudgedFigures {
    /// The figures of a model without labels.
    ///
    /// # Errors
    /// Questions like these are wanted, and there is one question or cluster.
    pub(crate) fn borrowing(
        trials: &JudgedTrials,
        rates: &BorrowedRates,
        about: JudgedTarget,
    ) -> Result<Self> {
        let shares = trials.weighted(|cell| cell.trials as f64);
        let outcomes = shares.len();
        let says = shares.get(rates.yes).copied().unwrap_or(0.0);
        let (values, truth) = (rates.values(outcomes), rates.truth(says));
        let distances = distances(trials, &values, truth);
        let (judge_variance, inflation) = said_variance(trials, &values, &distances, about)?;
        let of_judge = inflation * judge_variance * rates.apart() * rates.apart();
        let score = truth.clamp(0.0, 1.0);
        let none = vec![0.0; distances.len()];
        Ok(Self {
            score,
            centre: score,
            labelled: vec![0; outcomes],
            rates: vec![0.5; outcomes],
            posterior: values,
            variances: vec![0.0; outcomes],
            worths: vec![0.0; outcomes],
            units: vec![1.0; outcomes],
            label_variance: rates.variance(score),
            judge_variance,
            cross: 0.0,
            inflation,
            design_effect: 1.0,
            ends: Some(rates.interval(says, of_judge)),
            of_sample: about.is_of_sample(trials),
            trials: trials.as_equal(),
            pulls: none.clone(),
            labels_of_clusters: none.clone(),
            expected_of_clusters: none,
            shares,
            distances,
        })
    }
}
