//! The metrics of a study, each prepared so that a replicate costs additions and look-ups alone.
//!
//! Scores are sums over questions. They are kept as whole numbers wherever their common denominator
//! allows it, so that models tie exactly when their scores are equal.

use super::outcomes::Outcomes;
use crate::credit::Credit;
use crate::error::{Error, Place, Result};
use crate::metric::{Metric, Parameters, Target};
use crate::random::Replicates;
use crate::states::Builder;
use crate::subset;
use crate::urn::Urn;
use crate::weights::Weights;

/// Whole numbers below this are exact, and so are their sums.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Where scores are no whole numbers, those closer than this, for each question, are equal.
const CLOSE: f64 = 1e-12;

/// The most entries of all tables: 512 MiB.
pub(super) const MOST_ENTRIES: usize = 1 << 26;

/// A metric of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    name: &'static str,
    kind: Kind,
    parameters: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Mean(Weights),
    Credit(Credit),
    NaivePass(u64),
    NaiveUnanimous(u64),
}

/// A name, and how a metric of that name is made from k.
type Make = (&'static str, fn(u64) -> Kind);

/// The plug-in estimates, by name.
fn naive(name: &str) -> Option<Make> {
    match name {
        "naive_pass_at_k" => Some(("naive_pass_at_k", Kind::NaivePass)),
        "naive_pass_hat_k" => Some(("naive_pass_hat_k", Kind::NaiveUnanimous)),
        _ => None,
    }
}

impl Measure {
    /// The metrics of several names, in their order, those with a budget once for each of `budgets`: those of
    /// [`Metric::expand`] that are mean scores or expected credits, and the naive plug-in estimates
    /// `naive_pass_at_k`, 1 − (1 − p̂)^k, and `naive_pass_hat_k`, p̂^k.
    ///
    /// # Errors
    /// As [`Metric::expand`]; a metric that is no sum over questions of what their counts give.
    pub fn expand(names: &[String], budgets: &[i64], parameters: &Parameters) -> Result<Vec<Self>> {
        let plain: Vec<_> = names.iter().filter(|name| naive(name).is_none()).cloned().collect();
        let metrics = match Metric::expand(&plain, budgets, parameters) {
            Err(Error::NeedlessBudget { .. }) if plain.len() < names.len() => {
                Metric::expand(&plain, &[], parameters)?
            }
            Err(Error::Metric { name, .. }) => return Err(Error::NotStudied { metric: name }),
            other => other?,
        };
        let mut measures: Vec<Self> = Vec::new();
        for name in names {
            if let Some((name, make)) = naive(name) {
                if budgets.is_empty() {
                    return Err(Error::NoBudget { name });
                }
                for &k in budgets {
                    let kind = make(Credit::pass_at(k)?.budget());
                    measures.push(Self { name, kind, parameters: String::new() });
                }
            }
            for metric in metrics.iter().filter(|metric| metric.name() == name) {
                let kind = match metric.target() {
                    Target::Bayes(weights) | Target::Avg(weights) => Kind::Mean(weights.clone()),
                    Target::Subset(credit) if metric.is_point() => Kind::Credit(credit.clone()),
                    _ => return Err(Error::NotStudied { metric: name.clone() }),
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

    /// The mean score of these weights; without them of two categories, 0 and 1.
    pub(super) fn mean(weights: Option<&Weights>, categories: usize) -> Result<Self> {
        let weights = weights.cloned().unwrap_or_else(Weights::binary);
        weights.require(categories)?;
        Ok(Self { name: "bayes", kind: Kind::Mean(weights), parameters: String::new() })
    }

    /// The same with these weights, where it has any.
    #[must_use]
    pub fn weighted(mut self, weights: &Weights) -> Self {
        if let Kind::Mean(own) = &mut self.kind {
            own.clone_from(weights);
        }
        self
    }

    /// The weights of the categories, where it depends on them.
    pub(super) fn weights(&self) -> Option<&Weights> {
        match &self.kind {
            Kind::Mean(weights) => Some(weights),
            _ => None,
        }
    }

    /// The name of its function.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its parameters as `tau=0.5`; empty if none were given.
    #[must_use]
    pub fn parameters(&self) -> &str {
        &self.parameters
    }

    /// k, where it has one.
    #[must_use]
    pub fn budget(&self) -> Option<u64> {
        match &self.kind {
            Kind::Mean(_) => None,
            Kind::Credit(credit) => Some(credit.budget()),
            Kind::NaivePass(k) | Kind::NaiveUnanimous(k) => Some(*k),
        }
    }

    /// The fewest trials that it can be computed from.
    #[must_use]
    pub fn start(&self) -> u64 {
        match &self.kind {
            Kind::Credit(credit) => credit.budget(),
            _ => 1,
        }
    }

    /// Prepares it for outcomes of this kind; with variances on request. `room` is how many entries its
    /// tables may have.
    pub(super) fn prepared(
        &self,
        outcomes: &Outcomes,
        variances: bool,
        room: &mut usize,
        work: &Replicates<'_>,
    ) -> Result<Prepared> {
        let (questions, trials) = (outcomes.questions(), outcomes.trials());
        let categories = outcomes.categories();
        if !matches!(self.kind, Kind::Mean(_)) && categories != 2 {
            return Err(Error::NotBinary { metric: self.name, categories });
        }
        let start = usize::try_from(self.start()).unwrap_or(usize::MAX);
        if start > trials {
            return Err(Error::BudgetBeyondTrials { k: self.start(), trials });
        }
        let work = match &self.kind {
            Kind::Mean(weights) => {
                weights.require(categories)?;
                Work::Mean(gains(weights, questions.saturating_mul(trials)))
            }
            _ if variances && !matches!(self.kind, Kind::Credit(_)) => {
                return Err(Error::NoSigma { metric: self.name });
            }
            _ => {
                let entries = (start..=trials).fold(0_usize, |sum, n| sum.saturating_add(n + 1));
                *room = room
                    .checked_sub(entries)
                    .ok_or(Error::TooManyTrials { trials, metric: self.name })?;
                let tables = Replicates { count: (trials + 1 - start) as u64, ..*work };
                let tables = tables.map(|range| {
                    let place = |place| usize::try_from(place).unwrap_or(usize::MAX);
                    range.map(|n| self.table(start + place(n), questions, variances)).collect()
                });
                Work::Tables(tables?.into_iter().flat_map(|some: Vec<_>| some).collect())
            }
        };
        Ok(Prepared { start, work })
    }

    /// The score of a question by its successes among n trials.
    fn table(&self, n: usize, questions: usize, variances: bool) -> Result<Table> {
        let (trials, questions) = (n as f64, questions as f64);
        let counts = || (0..=n).map(|c| c as f64);
        let (unit, values): (f64, Vec<f64>) = match &self.kind {
            Kind::Mean(_) => (1.0, counts().collect()),
            Kind::Credit(credit) => {
                let unit = credit.unit().unwrap_or(f64::INFINITY) * choose(n, credit.budget());
                let credit = &credit.tabulated();
                let unit = if unit * questions <= EXACT { unit } else { 1.0 };
                let value = |c: usize| {
                    let mean = Urn::hypergeometric(c as u64, (n - c) as u64).mean(credit);
                    (mean.value * unit).value()
                };
                (unit, (0..=n).map(value).collect())
            }
            Kind::NaivePass(k) | Kind::NaiveUnanimous(k) => {
                let k = i32::try_from(*k).unwrap_or(i32::MAX);
                let unit = trials.powi(k);
                let whole = unit * questions <= EXACT;
                let unit = if whole { unit } else { 1.0 };
                let share = |c: f64| if whole { c.powi(k) } else { (c / trials).powi(k) };
                let value = |c| match self.kind {
                    Kind::NaivePass(_) => unit - share(trials - c),
                    _ => share(c),
                };
                (unit, counts().map(value).collect())
            }
        };
        let whole = unit > 1.0 || values.iter().all(|value| value.fract() == 0.0);
        let values: Vec<f64> =
            if whole { values.into_iter().map(f64::round).collect() } else { values };
        let variances = match &self.kind {
            Kind::Credit(credit) if variances => (0..=n)
                .map(|c| {
                    let mut builder = Builder::new(2);
                    builder.push(&[(n - c) as u64, c as u64]);
                    let estimate = subset::sampled(&builder.finish(), credit, Place::Row)?;
                    Ok((estimate.sigma() * unit).powi(2))
                })
                .collect::<Result<_>>()?,
            _ => Vec::new(),
        };
        let tolerance = if whole { 0.0 } else { CLOSE * questions };
        Ok(Table { values, variances, tolerance })
    }
}

/// A metric ready for its replicates.
pub(super) struct Prepared {
    /// The first n that it has a score at.
    pub(super) start: usize,
    pub(super) work: Work,
}

pub(super) enum Work {
    /// The score is the sum of what trials gain.
    Mean(Gains),
    /// The score is a sum over questions of what their successes are worth; by n, from the start.
    Tables(Vec<Table>),
}

/// What a question is worth by its successes.
pub(super) struct Table {
    pub(super) values: Vec<f64>,
    pub(super) variances: Vec<f64>,
    pub(super) tolerance: f64,
}

/// What each category gains.
pub(super) struct Gains {
    pub(super) gains: Vec<f64>,
    pub(super) tolerance: f64,
}

/// What weights gain above the least of them, in whole numbers if their decimals allow it, or as shares
/// of the largest. The same trials for all models, so the least weight makes no difference.
fn gains(weights: &Weights, trials: usize) -> Gains {
    let least = |values: &[f64]| values.iter().fold(f64::INFINITY, |a, &w| a.min(w));
    let plain = weights.values();
    for unit in (0..10).map(|digits| 10_f64.powi(digits)) {
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

/// C(n, k); infinite beyond 2^53.
fn choose(n: usize, k: u64) -> f64 {
    let (n, k) = (n as u128, u128::from(k));
    let mut product = 1_u128;
    // Each product is a binomial coefficient, so the divisions leave no rest.
    for drawn in 1..=k.min(n.saturating_sub(k)) {
        product = product * (n + 1 - drawn) / drawn;
        if product > 1 << 53 {
            return f64::INFINITY;
        }
    }
    product as f64
}
