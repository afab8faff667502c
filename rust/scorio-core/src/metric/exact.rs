//! Exact posteriors under a known prior: the quantiles of a score, and the probability that one
//! model's score is higher than another's.
//!
//! A score is a mean over questions, whose scores are independent. Each is a function of a Beta
//! variable, or a weighted mean of Dirichlet shares. Questions with equal counts have the same law.
//! So the cost depends on the number of count states.

use crate::counts::states::{State, States};
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::estimand::Estimand;
use crate::metric::subset::credit::Credit;
use crate::metric::weights::Weights;
use crate::numeric::double::Double;
use crate::numeric::sorting::sort_by;
use crate::posterior::beta::Beta;
use crate::posterior::dirichlet::LinearForm;
use crate::posterior::error::PosteriorError;
use crate::posterior::interval::{Interval, IntervalMethod};
use crate::posterior::prior::Prior;
use crate::posterior::total::{Part, Source};
use crate::posterior::{quantile, superiority};

/// The most draws of a credit that needs a sum for each success probability.
const MOST_DRAWS: u64 = 10_000;

/// The posterior with its central credible interval.
///
/// The exact interval has P(score < lo) = P(score > hi) = (1 − confidence) / 2. Its ends are certified to 10⁻¹⁰ of the
/// range of the score. Both ends are clipped to `bounds`, if given.
///
/// # Errors
/// - Those of [`Estimand::posterior`].
/// - `confidence` is outside (0, 1), or `bounds` are out of order.
/// - The metric has no exact posterior, or questions with equal counts have different weights.
/// - The quantiles cannot be certified.
pub fn interval(
    estimand: &Estimand,
    states: &States,
    prior: &Prior,
    method: IntervalMethod,
    confidence: f64,
    bounds: Option<(f64, f64)>,
) -> Result<Interval> {
    let estimate = estimand.posterior(states, prior)?;
    let normal = estimate.interval(confidence, bounds)?;
    if method == IntervalMethod::Normal {
        return Ok(normal);
    }
    let exact = Exact::new(estimand)?;
    let score = |success, failure| exact.score(success, failure);
    let parts = exact.parts(states, prior, &score, 1.0)?;
    let (below, above) = quantile::central(&parts, confidence)?;
    let (lower, upper) = bounds.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
    let end = |distance: f64| {
        let end = estimate.centre() + exact.unscale(distance);
        end.value().max(lower).min(upper)
    };
    Ok(Interval { lo: end(below), hi: end(above), ..normal })
}

/// The probability of superiority: P(A > B) + P(A = B) / 2 of the posterior scores of two models.
///
/// The two are independent. The probability is certified to 10⁻¹⁰.
///
/// # Errors
/// As [`interval`].
pub fn superiority(estimand: &Estimand, states: (&States, &States), prior: &Prior) -> Result<f64> {
    let estimates = (estimand.posterior(states.0, prior)?, estimand.posterior(states.1, prior)?);
    let exact = Exact::new(estimand)?;
    let score = |success, failure| exact.score(success, failure);
    let mut parts = exact.parts(states.0, prior, &score, 1.0)?;
    parts.extend(exact.parts(states.1, prior, &score, -1.0)?);
    let difference = estimates.0.centre() - estimates.1.centre();
    superiority::superiority(&parts, exact.scaled(difference).value())
}

/// A metric that has an exact posterior.
enum Exact<'a> {
    /// The scale of the plain average, or not.
    Mean(&'a Weights, bool),
    Credit(Credit),
}

impl<'a> Exact<'a> {
    fn new(estimand: &'a Estimand) -> Result<Self> {
        let metric = match estimand {
            Estimand::Bayes(weights) => return Ok(Self::Mean(weights, false)),
            Estimand::Avg(weights) => return Ok(Self::Mean(weights, true)),
            Estimand::Subset(credit) => {
                let k = credit.budget();
                if credit.is_walked() && k > MOST_DRAWS {
                    let (metric, most) = (credit.name(), MOST_DRAWS);
                    return Err(MetricError::BudgetTooLarge { k, metric, most }.into());
                }
                return Ok(Self::Credit(credit.tabulated()));
            }
            Estimand::Maximum(_) => "Max@k",
            Estimand::Blend(blend) => blend.name(),
        };
        Err(PosteriorError::NoExact { metric }.into())
    }

    /// A question's score, where it is a function of one probability.
    fn score(&self, success: f64, failure: f64) -> f64 {
        match self {
            Self::Mean(..) => success,
            Self::Credit(credit) => credit.expected(success, failure),
        }
    }

    /// Weights are divided by a power of two.
    fn unscale(&self, value: f64) -> Double {
        match self {
            Self::Mean(weights, _) => weights.unscale(Double::from(value)),
            Self::Credit(_) => Double::from(value),
        }
    }

    fn scaled(&self, value: Double) -> Double {
        match self {
            Self::Mean(weights, _) => weights.rescale(value),
            Self::Credit(_) => value,
        }
    }

    /// The questions of each state. `sign` is −1 for a score that is subtracted.
    fn parts<'p>(
        &self,
        states: &States,
        prior: &Prior,
        score: &'p (dyn Fn(f64, f64) -> f64 + 'p),
        sign: f64,
    ) -> Result<Vec<Part<'p>>> {
        let pseudo_counts = prior.pseudo_counts(states.categories())?;
        let part = |state: State<'_>| {
            let after = || state.counts.iter().zip(&pseudo_counts).map(|(&n, a)| n as f64 + a);
            let scale = sign * states.mean(own_weight(&state)?).value();
            let count = state.multiplicity as f64;
            let Self::Mean(weights, plain) = self else {
                let mut after = after();
                let (beta, alpha) = (after.next(), after.next());
                let law = Beta { alpha: alpha.unwrap_or(1.0), beta: beta.unwrap_or(1.0) };
                return Ok(Part { source: Source::Beta(law, score), count, scale });
            };
            let factor = if *plain { after().sum::<f64>() / state.trials() as f64 } else { 1.0 };
            let levels = levels(after().zip(weights.scaled().iter().copied()));
            let (source, range) = match *levels.as_slice() {
                [(beta, low), (alpha, high)] => {
                    (Source::Beta(Beta { alpha, beta }, score), high - low)
                }
                _ => (Source::Dirichlet(LinearForm::new(&levels)), 1.0),
            };
            Ok(Part { source, count, scale: scale * factor * range })
        };
        states.iter().map(part).collect()
    }
}

/// The weight of each of a state's questions.
fn own_weight(state: &State<'_>) -> Result<Double> {
    let count = Double::from(state.multiplicity as f64);
    let weight = state.weight / count;
    // Σ w² = (Σ w)² / n if and only if all weights are equal.
    let apart = (state.square - weight * state.weight).value().abs();
    if apart <= 1e-13 * state.square.value() {
        return Ok(weight);
    }
    let counts: Vec<_> = state.counts.iter().map(ToString::to_string).collect();
    Err(PosteriorError::UnequalWeights { counts: counts.join(", ") }.into())
}

/// Shapes by rising weight. Categories of equal weight are one: so their shares add up.
fn levels(terms: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut terms: Vec<_> = terms.collect();
    sort_by(&mut terms, |a, b| a.1.total_cmp(&b.1));
    let mut levels: Vec<(f64, f64)> = Vec::new();
    for (shape, weight) in terms {
        match levels.last_mut() {
            Some(last) if last.1 == weight => last.0 += shape,
            _ => levels.push((shape, weight)),
        }
    }
    levels
}
