//! Weights of runs: a question weighs as much as all its runs.

use std::collections::BTreeMap;

use scorio_core::counts::Counts;
use scorio_records::records::record::Origin;
use scorio_records::spec::policy::WeightOf;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::error::{Error, Result};

/// Weights that differ by less than this share of them are equal, but for the rounding of digits.
const ROUNDING: f64 = 1e-9;

impl Counter {
    /// Takes down the weight of a run. All runs of a model's question weigh the same.
    pub(super) fn weigh_run(&mut self, row: usize, weight: f64, origin: &dyn Origin) -> Result<()> {
        let known = *self.run_weights.entry(row).or_insert(weight);
        if equal(known, weight) {
            return Ok(());
        }
        let question = self.trials.counts.get(row).map_or("", |one| one.question).to_owned();
        Err(CountError::RunWeight { place: origin.place(), question, known, weight }.into())
    }

    /// After all inputs: gives each question the sum of the weights of its runs, if they are of runs.
    /// Refuses weights that look like those of runs, if nothing is said about that.
    pub(in crate::count) fn weigh_questions(&mut self) -> Result<()> {
        match (&self.spec.weight, self.spec.weight_of) {
            (None, None) | (Some(_), Some(WeightOf::Question)) => Ok(()),
            (None, Some(_)) => Err(CountError::WeightOfNothing.into()),
            (Some(_), None) => look_like_runs(&self.trials.counts),
            (Some(_), Some(WeightOf::Run)) => self.sum_runs(),
        }
    }

    fn sum_runs(&mut self) -> Result<()> {
        for (row, weight) in std::mem::take(&mut self.run_weights) {
            let Some(question) = self.trials.counts.get(row) else { continue };
            let sum = rounded(weight * double(question.trials() + question.missing));
            if question.weight.is_some_and(|known| equal(known, sum)) {
                continue;
            }
            let described = self.trials.counts.describe(row, None, Some(sum));
            described.map_err(|source| Error::from(CountError::RunSums { source }))?;
        }
        Ok(())
    }
}

/// Refuses weights of which a model has fewer values, once each is multiplied by the runs of its question.
fn look_like_runs(counts: &Counts) -> Result<()> {
    let mut models: BTreeMap<[&str; 2], Vec<(f64, u64, &str)>> = BTreeMap::new();
    for one in counts.iter() {
        let (weight, runs) = (one.weight.unwrap_or(0.0), one.trials() + one.missing);
        if weight > 0.0 && runs > 0 {
            models.entry([one.model, one.score]).or_default().push((weight, runs, one.question));
        }
    }
    for ([model, _], mut rows) in models {
        let sum = |&(weight, runs, _): &(f64, u64, &str)| weight * double(runs);
        rows.sort_unstable_by(|one, other| sum(one).total_cmp(&sum(other)));
        let sums = values(rows.iter().map(sum));
        let mut weights: Vec<f64> = rows.iter().map(|row| row.0).collect();
        weights.sort_unstable_by(f64::total_cmp);
        if sums >= values(weights.into_iter()) {
            continue;
        }
        let alike = |pair: &&[(f64, u64, &str)]| matches!(pair, [one, other] if equal(sum(one), sum(other)) && !equal(one.0, other.0));
        if let Some([one, other]) = rows.windows(2).find(alike) {
            let told = |&(weight, runs, question): &(f64, u64, &str)| {
                let plural = if runs == 1 { "" } else { "s" };
                format!("{weight} of question {question} with {runs} run{plural}")
            };
            let sum = rounded(sum(one));
            let (model, one, other) = (model.to_owned(), told(one), told(other));
            return Err(CountError::WeightsOfRuns { model, one, other, sum }.into());
        }
    }
    Ok(())
}

/// How many values sorted numbers have.
fn values(sorted: impl Iterator<Item = f64>) -> usize {
    let mut last = f64::NAN;
    sorted.filter(|&value| !equal(std::mem::replace(&mut last, value), value)).count()
}

fn equal(one: f64, other: f64) -> bool {
    (one - other).abs() <= ROUNDING * one.abs().max(other.abs())
}

/// The number with 12 digits: 3 × 0.1 is 0.3, in whatever way it was summed.
fn rounded(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

#[expect(clippy::cast_precision_loss, reason = "counts are at most 2^53")]
fn double(runs: u64) -> f64 {
    runs as f64
}
