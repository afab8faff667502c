//! The scores of the runs of a series, and how trials scatter.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::error::DriftError;
use crate::calls::{CallError, Input};
use crate::counts::question::Question;
use crate::error::Result;
use crate::metric::weights::Weights;

/// Trials of a question: their number, their mean, and Σ (y − mean)².
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TrialMoments {
    trials: u64,
    mean: f64,
    squares: f64,
}

impl TrialMoments {
    /// Those of two parts together (Chan, Golub and LeVeque 1983).
    fn with(self, other: Self) -> Self {
        let trials = self.trials + other.trials;
        let (own, added, all) = (self.trials as f64, other.trials as f64, trials as f64);
        let apart = other.mean - self.mean;
        Self {
            trials,
            mean: self.mean + apart * added / all,
            squares: self.squares + other.squares + apart * apart * own * added / all,
        }
    }
}

/// What a run adds to the series.
#[derive(Clone, Debug)]
pub(super) struct SeriesRun {
    pub(super) name: String,
    pub(super) trials: u64,
    /// Σ w y / Σ w over the questions.
    pub(super) score: f64,
    /// The variance of its score over `scatter`.
    pub(super) share: f64,
    /// How trials scatter by all runs up to this one: Σ w² v / (Σ w)², where v is the variance of the trials of a
    /// question.
    pub(super) scatter: f64,
}

/// The runs of a series.
pub(super) struct Series {
    pub(super) runs: Vec<SeriesRun>,
    pub(super) questions: usize,
    pub(super) left_out: usize,
    /// The range of outcomes.
    pub(super) range: f64,
    /// The least and the largest score that there can be.
    pub(super) ends: (f64, f64),
}

impl Series {
    /// The series of these runs, in this order.
    pub(super) fn of(input: Input<'_>, names: &[&str]) -> Result<Self> {
        let counts = match input {
            Input::Counts(counts) => counts,
            Input::Sums(sums) => sums.trials(),
            Input::Nothing | Input::Pair(..) => {
                return Err(CallError::Untold { call: "drift" }.into());
            }
        };
        counts.require_one_score()?;
        let (part, range, ends) = reader(input)?;
        let places: HashMap<&str, usize, FxBuildHasher> =
            names.iter().enumerate().map(|(place, name)| (*name, place)).collect();
        let mut questions: HashMap<(&str, &str), usize, FxBuildHasher> = HashMap::default();
        let mut weights: Vec<f64> = Vec::new();
        let mut parts: Vec<Vec<Option<TrialMoments>>> = vec![Vec::new(); names.len()];
        for question in counts.observed() {
            let Some(run) = places.get(question.model).and_then(|&run| parts.get_mut(run)) else {
                continue;
            };
            let Some(weight) = counts.weight(&question)? else { continue };
            let next = weights.len();
            let place = *questions.entry((question.task, question.question)).or_insert(next);
            if place == next {
                weights.push(weight);
            }
            if run.len() <= place {
                run.resize(place + 1, None);
            }
            if let Some(slot) = run.get_mut(place) {
                *slot = Some(part(&question));
            }
        }
        let is_common =
            |place: &usize| parts.iter().all(|run| run.get(*place).is_some_and(Option::is_some));
        // By their names, so that sums have the same bits in any order of the counts.
        let mut named: Vec<_> = questions.iter().filter(|(_, place)| is_common(place)).collect();
        named.sort_unstable();
        let common: Vec<usize> = named.into_iter().map(|(_, &place)| place).collect();
        if common.is_empty() {
            return Err(DriftError::NothingInCommon { runs: names.len() }.into());
        }
        let own: Vec<f64> =
            common.iter().map(|&place| weights.get(place).copied().unwrap_or(1.0)).collect();
        let rows = parts.iter().map(|run| -> Vec<TrialMoments> {
            common
                .iter()
                .map(|&place| run.get(place).copied().flatten().unwrap_or_default())
                .collect()
        });
        Ok(Self {
            runs: runs_of(names, rows, &own, range),
            questions: common.len(),
            left_out: weights.len() - common.len(),
            range,
            ends,
        })
    }
}

/// How the trials of a question are read.
type ReadMoments<'i> = Box<dyn Fn(&Question<'_>) -> TrialMoments + 'i>;

/// How to read the trials of a question, the range of outcomes, and its ends.
fn reader(input: Input<'_>) -> Result<(ReadMoments<'_>, f64, (f64, f64))> {
    if let Input::Sums(sums) = input {
        // JavaScript sums no numbers, and its module is smaller without them.
        if cfg!(target_family = "wasm") {
            return Err(CallError::Numbers { call: "drift" }.into());
        }
        let part = |question: &Question<'_>| {
            let powers = sums.powers(question.key());
            let trials = question.trials();
            TrialMoments {
                trials,
                mean: powers.mean(trials, 0).value(),
                squares: powers.deviations(trials, 0).value(),
            }
        };
        let means = || sums.trials().observed().map(|question| part(&question).mean);
        let spread =
            means().fold(f64::NEG_INFINITY, f64::max) - means().fold(f64::INFINITY, f64::min);
        return Ok((Box::new(part), spread, (f64::NEG_INFINITY, f64::INFINITY)));
    }
    let counts = input.counts("drift")?;
    let weights = Weights::default_of(counts)?;
    let (low, high) = weights.range();
    let values = weights.values();
    let part = move |question: &Question<'_>| {
        let pairs = || question.counts.iter().zip(&values).map(|(&n, &value)| (n as f64, value));
        let trials = question.trials();
        let mean = pairs().map(|(n, value)| n * value).sum::<f64>() / trials as f64;
        let squares = pairs().map(|(n, value)| n * (value - mean) * (value - mean)).sum();
        TrialMoments { trials, mean, squares }
    };
    Ok((Box::new(part), high - low, (low, high)))
}

/// The runs, each with what all up to it tell of the scatter.
fn runs_of(
    names: &[&str],
    rows: impl Iterator<Item = Vec<TrialMoments>>,
    weights: &[f64],
    range: f64,
) -> Vec<SeriesRun> {
    let all: f64 = weights.iter().sum();
    let shares: Vec<f64> = weights.iter().map(|weight| weight / all).collect();
    let squares: f64 = shares.iter().map(|share| share * share).sum();
    let mut pooled: Vec<TrialMoments> = Vec::new();
    let runs = names.iter().zip(rows).map(|(name, parts)| {
        pooled = if pooled.is_empty() {
            parts.clone()
        } else {
            pooled.iter().zip(&parts).map(|(known, part)| known.with(*part)).collect()
        };
        // One trial more with another outcome: no scatter is surely 0.
        let trials: u64 = pooled.iter().map(|part| part.trials).sum();
        let least = range * range / trials as f64;
        let variance = |part: &TrialMoments| {
            if part.trials > 1 { part.squares / (part.trials - 1) as f64 } else { 0.0 }
        };
        let each = || shares.iter().zip(pooled.iter().zip(&parts));
        let scatter = each().map(|(share, (known, _))| share * share * (variance(known) + least));
        let spread = each().map(|(share, (known, part))| {
            share * share * (variance(known) + least) / part.trials as f64
        });
        let (scatter, spread): (f64, f64) = (scatter.sum(), spread.sum());
        let even = || {
            let each = shares.iter().zip(&parts);
            each.map(|(share, part)| share * share / part.trials as f64).sum::<f64>() / squares
        };
        SeriesRun {
            name: (*name).to_owned(),
            trials: parts.iter().map(|part| part.trials).sum(),
            score: shares.iter().zip(&parts).map(|(share, part)| share * part.mean).sum(),
            share: if scatter > 0.0 { spread / scatter } else { even() },
            scatter,
        }
    });
    let mut runs: Vec<SeriesRun> = runs.collect();
    // Single trials of the first run tell nothing of the scatter, and those of the second do.
    if let [first, second, ..] = &mut *runs {
        first.scatter = second.scatter;
    }
    runs
}
