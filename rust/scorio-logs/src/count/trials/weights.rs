//! Weights of runs: a question weighs as much as all its runs.

use std::collections::BTreeMap;

use scorio_core::counts::Counts;
use scorio_records::records::record::Origin;
use scorio_records::spec::policy::WeightOf;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::error::{Error, Result};
use crate::note::Note;

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
    pub(in crate::count) fn weigh_questions(&mut self) -> Result<()> {
        match (&self.spec.weight, self.spec.weight_of) {
            (None, None) | (Some(_), None | Some(WeightOf::Question)) => Ok(()),
            (None, Some(_)) => Err(CountError::WeightOfNothing.into()),
            (Some(_), Some(WeightOf::Run)) => self.sum_runs(),
        }
    }

    /// Refuses weights that are surely those of runs, if nothing is said about that, and notes what may be.
    pub(in crate::count) fn say_weights(&mut self) -> Result<()> {
        if self.spec.weight.is_some()
            && self.spec.weight_of.is_none()
            && let Some(note) = look_like_runs(&self.trials.counts)?
        {
            self.trials.report.note(note);
        }
        Ok(())
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

/// A question's weight, its runs, its outcomes by category, and its name.
type WeightedRow<'a> = (f64, u64, &'a [u64], &'a str);

/// Refuses weights that collapse to half as many values or fewer, once each is multiplied by the runs of
/// its question. Otherwise tells where weights of runs would give another score.
fn look_like_runs(counts: &Counts) -> Result<Option<Note>> {
    let mut models: BTreeMap<[&str; 2], Vec<WeightedRow<'_>>> = BTreeMap::new();
    for one in counts.iter() {
        let (weight, runs) = (one.weight.unwrap_or(0.0), one.trials() + one.missing);
        if weight > 0.0 && runs > 0 {
            let row = (weight, runs, one.counts, one.question);
            models.entry([one.model, one.score]).or_default().push(row);
        }
    }
    let mut farthest = (0.0, None);
    for ([model, _], mut rows) in models {
        rows.sort_unstable_by(|one, other| sum(one).total_cmp(&sum(other)));
        refuse_collapsed(model, &rows)?;
        if let Some((far, note)) = two_ways(model, &rows, counts.categories().len())
            && far > farthest.0
        {
            farthest = (far, Some(note));
        }
    }
    Ok(farthest.1)
}

/// What all runs of a question weigh, if its weight is of each.
fn sum(&(weight, runs, ..): &WeightedRow<'_>) -> f64 {
    weight * double(runs)
}

fn refuse_collapsed(model: &str, rows: &[WeightedRow<'_>]) -> Result<()> {
    let mut weights: Vec<f64> = rows.iter().map(|row| row.0).collect();
    weights.sort_unstable_by(f64::total_cmp);
    if 2 * values(rows.iter().map(sum)) > values(weights.into_iter()) {
        return Ok(());
    }
    let alike = |pair: &&[WeightedRow<'_>]| matches!(pair, [one, other] if equal(sum(one), sum(other)) && !equal(one.0, other.0));
    if let Some([one, other]) = rows.windows(2).find(alike) {
        let told = |&(weight, runs, _, question): &WeightedRow<'_>| {
            let plural = if runs == 1 { "" } else { "s" };
            format!("{weight} of question {question} with {runs} run{plural}")
        };
        let sum = rounded(sum(one));
        let (model, one, other) = (model.to_owned(), told(one), told(other));
        return Err(CountError::WeightsOfRuns { model, one, other, sum }.into());
    }
    Ok(())
}

/// What a model scores with weights of questions and with weights of runs, if that differs as it is shown,
/// and by how much. Where outcomes are not failures and successes: the share of the weight of the question
/// for which that differs most.
fn two_ways(model: &str, rows: &[WeightedRow<'_>], categories: usize) -> Option<(f64, Note)> {
    let totals = [rows.iter().map(|row| row.0).sum::<f64>(), rows.iter().map(sum).sum()];
    let (what, [of_questions, of_runs]) = if categories == 2 {
        let seen = || rows.iter().filter(|row| row.2.iter().any(|&count| count > 0));
        let mean = |weight: fn(&WeightedRow<'_>) -> f64| {
            let right = |row: &WeightedRow<'_>| {
                let hits = double(row.2.last().copied().unwrap_or(0));
                weight(row) * hits / double(row.2.iter().sum())
            };
            seen().map(right).sum::<f64>() / seen().map(weight).sum::<f64>()
        };
        (format!("the mean of {model}"), [mean(|row| row.0), mean(sum)])
    } else {
        let shares = |row: &WeightedRow<'_>| [row.0 / totals[0], sum(row) / totals[1]];
        let apart = |row: &WeightedRow<'_>| {
            shares(row).into_iter().reduce(|one, other| (one - other).abs())
        };
        let most = rows.iter().max_by(|one, other| {
            apart(one).unwrap_or(0.0).total_cmp(&apart(other).unwrap_or(0.0))
        })?;
        (format!("the share of question {} in the weights of {model}", most.3), shares(most))
    };
    let [questions, runs] = [of_questions, of_runs].map(|share| format!("{share:.4}"));
    let far = (of_questions - of_runs).abs();
    let note = || Note::WeightsOfQuestions {
        what,
        of_questions: questions.clone(),
        of_runs: runs.clone(),
    };
    (questions != runs && far.is_finite()).then(|| (far, note()))
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
