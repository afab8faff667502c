//! The metrics of a study, prepared so that a replicate costs only additions and look-ups.
//!
//! Scores are sums over questions. They are whole numbers if their common denominator allows it.
//! Then models tie exactly when their scores are equal.

use super::outcomes::Outcomes;
use crate::convergence::error::ConvergenceError;
use crate::counts::error::CountsError;
use crate::counts::place::Place;
use crate::counts::states::Builder;
use crate::error::{Error, Result};
use crate::metric::error::MetricError;
use crate::metric::estimand::Estimand;
use crate::metric::metric::Metric;
use crate::metric::parameters::Parameters;
use crate::metric::registry::METRICS;
use crate::metric::subset::credit::Credit;
use crate::metric::subset::estimate;
use crate::metric::subset::urn::Urn;
use crate::metric::weights::Weights;
use crate::numeric::portable::powi;
use crate::numeric::random::Replicates;
use crate::posterior::prior::Prior;

/// Whole numbers below this are exact, and so are their sums.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Scores that are not whole numbers are equal if they are closer than this for each question.
const CLOSE: f64 = 1e-12;

/// The most entries of all tables: 512 MiB.
pub(super) const MOST_ENTRIES: usize = 1 << 26;

/// A metric of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    name: &'static str,
    kind: MeasureKind,
    parameters: String,
}

#[derive(Clone, Debug, PartialEq)]
enum MeasureKind {
    Mean(Weights),
    Credit(Credit),
    NaivePass(u64),
    NaiveUnanimous(u64),
}

/// A name, and how k makes a metric of that name.
type Recipe = (&'static str, fn(u64) -> MeasureKind);

/// The plug-in estimates.
const NAIVE: [Recipe; 2] = [
    ("naive_pass_at_k", MeasureKind::NaivePass),
    ("naive_pass_hat_k", MeasureKind::NaiveUnanimous),
];

fn naive(name: &str) -> Option<Recipe> {
    NAIVE.into_iter().find(|recipe| recipe.0 == name)
}

/// The error for a metric that is no sum over questions.
fn not_studied(metric: &str) -> Error {
    let additive = METRICS.iter().filter(|entry| entry.is_additive()).map(|entry| entry.name);
    let known: Vec<_> = additive.chain(NAIVE.map(|recipe| recipe.0)).collect();
    let (metric, known) = (metric.to_owned(), known.join(", "));
    ConvergenceError::NotStudied { metric, known }.into()
}

impl Measure {
    /// The metrics of several names, in their order.
    ///
    /// A metric with a budget appears once for each of `budgets`. The names are
    ///
    /// - mean scores and expected credits of [`Metric::expand`],
    /// - `naive_pass_at_k`, the plug-in estimate 1 − (1 − p̂)^k,
    /// - `naive_pass_hat_k`, the plug-in estimate p̂^k.
    ///
    /// # Errors
    /// - Those of [`Metric::expand`].
    /// - A metric is not a sum over questions of a value of their counts.
    pub fn expand(names: &[String], budgets: &[i64], parameters: &Parameters) -> Result<Vec<Self>> {
        let plain: Vec<_> = names.iter().filter(|name| naive(name).is_none()).cloned().collect();
        let metrics = match Metric::expand(&plain, budgets, parameters) {
            Err(Error::Metric(MetricError::NeedlessBudget { .. })) if plain.len() < names.len() => {
                Metric::expand(&plain, &[], parameters)?
            }
            Err(Error::Metric(MetricError::Unknown { name, .. })) => {
                return Err(not_studied(&name));
            }
            other => other?,
        };
        let mut measures: Vec<Self> = Vec::new();
        for name in names {
            if let Some((name, make)) = naive(name) {
                if budgets.is_empty() {
                    return Err(MetricError::NoBudget { name }.into());
                }
                for &k in budgets {
                    let kind = make(Credit::pass_at(k)?.budget());
                    measures.push(Self { name, kind, parameters: String::new() });
                }
            }
            for metric in metrics.iter().filter(|metric| metric.name() == name) {
                let kind = match metric.estimand() {
                    Estimand::Bayes(weights) | Estimand::Avg(weights) => {
                        MeasureKind::Mean(weights.clone())
                    }
                    Estimand::Subset(credit) if metric.is_point() => {
                        MeasureKind::Credit(credit.clone())
                    }
                    _ => return Err(not_studied(name)),
                };
                let parameters = metric.parameters().to_owned();
                measures.push(Self { name: metric.name(), kind, parameters });
            }
        }
        let mut known: Vec<Self> = Vec::new();
        measures.retain(|measure| {
            let new = !known.contains(measure);
            known.push(measure.clone());
            new
        });
        Ok(measures)
    }

    /// The mean score with these weights. Two categories without weights have 0 and 1.
    pub(super) fn mean(weights: Option<&Weights>, categories: usize) -> Result<Self> {
        let weights = weights.cloned().unwrap_or_else(Weights::binary);
        weights.require(categories)?;
        Ok(Self { name: "bayes", kind: MeasureKind::Mean(weights), parameters: String::new() })
    }

    /// The same metric with these weights, if it uses weights.
    #[must_use]
    pub fn weighted(mut self, weights: &Weights) -> Self {
        if let MeasureKind::Mean(own) = &mut self.kind {
            own.clone_from(weights);
        }
        self
    }

    /// The weights of the categories, if it uses them.
    pub(super) fn weights(&self) -> Option<&Weights> {
        match &self.kind {
            MeasureKind::Mean(weights) => Some(weights),
            _ => None,
        }
    }

    /// The name of the function.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its parameters, such as `tau=0.5`. Empty if none were given.
    #[must_use]
    pub fn parameters(&self) -> &str {
        &self.parameters
    }

    /// k, if it has one.
    #[must_use]
    pub fn budget(&self) -> Option<u64> {
        match &self.kind {
            MeasureKind::Mean(_) => None,
            MeasureKind::Credit(credit) => Some(credit.budget()),
            MeasureKind::NaivePass(k) | MeasureKind::NaiveUnanimous(k) => Some(*k),
        }
    }

    /// The fewest trials that the metric needs.
    #[must_use]
    pub fn start(&self) -> u64 {
        match &self.kind {
            MeasureKind::Credit(credit) => credit.budget(),
            _ => 1,
        }
    }

    /// Prepares the metric for such outcomes, with variances under a prior if there is one.
    ///
    /// Its tables may have `left` entries.
    pub(super) fn prepared(
        &self,
        outcomes: &Outcomes,
        prior: Option<&Prior>,
        left: &mut usize,
        work: &Replicates<'_>,
    ) -> Result<Prepared> {
        let (questions, trials) = (outcomes.questions(), outcomes.trials());
        let categories = outcomes.categories();
        if !matches!(self.kind, MeasureKind::Mean(_)) && categories != 2 {
            return Err(CountsError::NotBinary { metric: self.name, categories }.into());
        }
        let start = usize::try_from(self.start()).unwrap_or(usize::MAX);
        if start > trials {
            return Err(ConvergenceError::BudgetBeyondTrials { k: self.start(), trials }.into());
        }
        let work = match &self.kind {
            MeasureKind::Mean(weights) => {
                weights.require(categories)?;
                Work::Mean(gains(weights, questions.saturating_mul(trials)))
            }
            _ if prior.is_some() && !matches!(self.kind, MeasureKind::Credit(_)) => {
                return Err(ConvergenceError::NoSigma { metric: self.name }.into());
            }
            _ => {
                let entries = (start..=trials).fold(0_usize, |sum, n| sum.saturating_add(n + 1));
                *left = left
                    .checked_sub(entries)
                    .ok_or(ConvergenceError::TooManyTrials { trials, metric: self.name })?;
                let tables = Replicates { count: (trials + 1 - start) as u64, ..*work };
                let tables = tables.map(|range| {
                    let place = |place| usize::try_from(place).unwrap_or(usize::MAX);
                    range.map(|n| self.table(start + place(n), questions, prior)).collect()
                });
                Work::Tables(tables?.into_iter().flat_map(|some: Vec<_>| some).collect())
            }
        };
        Ok(Prepared { start, work })
    }

    /// The score of a question for each number of successes in n trials.
    fn table(&self, n: usize, questions: usize, prior: Option<&Prior>) -> Result<ScoreTable> {
        let (trials, questions) = (n as f64, questions as f64);
        let counts = || (0..=n).map(|c| c as f64);
        let (unit, values): (f64, Vec<f64>) = match &self.kind {
            MeasureKind::Mean(_) => (1.0, counts().collect()),
            MeasureKind::Credit(credit) => {
                let unit = credit.unit().unwrap_or(f64::INFINITY) * choose(n, credit.budget());
                let credit = &credit.tabulated();
                let unit = if unit * questions <= EXACT { unit } else { 1.0 };
                let value = |c: usize| {
                    let mean = Urn::hypergeometric(c as u64, (n - c) as u64).mean(credit);
                    (mean.value * unit).value()
                };
                (unit, (0..=n).map(value).collect())
            }
            MeasureKind::NaivePass(k) | MeasureKind::NaiveUnanimous(k) => {
                let k = i32::try_from(*k).unwrap_or(i32::MAX);
                let unit = powi(trials, k);
                let whole = unit * questions <= EXACT;
                let unit = if whole { unit } else { 1.0 };
                let share = |c: f64| if whole { powi(c, k) } else { powi(c / trials, k) };
                let value = |c| match self.kind {
                    MeasureKind::NaivePass(_) => unit - share(trials - c),
                    _ => share(c),
                };
                (unit, counts().map(value).collect())
            }
        };
        let whole = unit > 1.0 || values.iter().all(|value| value.fract() == 0.0);
        let values: Vec<f64> =
            if whole { values.into_iter().map(f64::round).collect() } else { values };
        let variances = match (&self.kind, prior) {
            (MeasureKind::Credit(credit), Some(prior)) => (0..=n)
                .map(|c| {
                    let mut builder = Builder::new(2);
                    builder.push(&[(n - c) as u64, c as u64]);
                    let estimate = estimate::sampled(&builder.finish(), credit, prior, Place::Row)?;
                    let sigma = estimate.sigma() * unit;
                    Ok(sigma * sigma)
                })
                .collect::<Result<_>>()?,
            _ => Vec::new(),
        };
        let tolerance = if whole { 0.0 } else { CLOSE * questions };
        Ok(ScoreTable { values, variances, tolerance })
    }
}

/// A metric that is ready for its replicates.
pub(super) struct Prepared {
    /// The first n with a score.
    pub(super) start: usize,
    pub(super) work: Work,
}

pub(super) enum Work {
    /// The score is the sum of the gains of trials.
    Mean(Gains),
    /// The score is a sum over questions, looked up by successes. One table for each n from the
    /// start.
    Tables(Vec<ScoreTable>),
}

/// The value of a question by its successes.
pub(super) struct ScoreTable {
    pub(super) values: Vec<f64>,
    pub(super) variances: Vec<f64>,
    pub(super) tolerance: f64,
}

/// The gain of each category.
pub(super) struct Gains {
    pub(super) gains: Vec<f64>,
    pub(super) tolerance: f64,
}

/// The weights above the least one, as gains.
///
/// They are whole numbers if their decimals allow it, else shares of the largest. All models have
/// the same trials, so the least weight makes no difference.
fn gains(weights: &Weights, trials: usize) -> Gains {
    let least = |values: &[f64]| values.iter().fold(f64::INFINITY, |a, &w| a.min(w));
    let plain = weights.values();
    for unit in (0..10).map(|digits| powi(10.0, digits)) {
        let whole = |&w: &f64| (w * unit).abs() < EXACT && (w * unit).round() / unit == w;
        if plain.iter().all(whole) {
            let low = (least(&plain) * unit).round();
            let gains: Vec<_> = plain.iter().map(|w| (w * unit).round() - low).collect();
            let most = gains.iter().fold(0.0_f64, |a, &w| a.max(w));
            if most * (trials as f64) < EXACT {
                return Gains { gains, tolerance: 0.0 };
            }
        }
    }
    let scaled = weights.scaled();
    let low = least(scaled);
    let most = scaled.iter().fold(0.0_f64, |a, &w| a.max(w - low));
    let share = |&w: &f64| if most > 0.0 { (w - low) / most } else { 0.0 };
    Gains { gains: scaled.iter().map(share).collect(), tolerance: CLOSE * trials as f64 }
}

/// C(n, k). It is infinite beyond 2^53.
fn choose(n: usize, k: u64) -> f64 {
    let (n, k) = (n as u128, u128::from(k));
    let mut product = 1_u128;
    // Each product is a binomial coefficient, so each division is exact.
    for drawn in 1..=k.min(n.saturating_sub(k)) {
        product = product * (n + 1 - drawn) / drawn;
        if product > 1 << 53 {
            return f64::INFINITY;
        }
    }
    product as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_whole_numbers_if_decimals_allow_it() {
        let of = |weights: &[f64], trials| {
            let found = gains(&Weights::new(weights).unwrap(), trials);
            (found.gains, found.tolerance == 0.0)
        };
        assert_eq!(of(&[0.0, 1.0], 100), (vec![0.0, 1.0], true));
        assert_eq!(of(&[0.0, 0.5, 1.0], 100), (vec![0.0, 5.0, 10.0], true));
        assert_eq!(of(&[-1.25, 2.0], 100), (vec![0.0, 325.0], true));
        assert_eq!(of(&[1.0 / 3.0, 1.0], 100), (vec![0.0, 1.0], false));
        // The sum of as many would not be exact.
        assert_eq!(of(&[0.0, 1e15], 100), (vec![0.0, 1.0], false));
    }
}
