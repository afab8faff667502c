//! What is said of the intervals of a leaderboard. Gates, which decide by them, say the same.

use super::luck::{Asking, signs_of_luck};
use super::notes::{
    BEYOND, FEW_QUESTIONS, NEAR, PULLED, RUNS, SINGLE, WEIGHTED, ZERO, ZERO_WEIGHTS,
};
use super::score::Score;
use super::warnings::warnings;
use crate::calls::Note;
use crate::calls::note::{distinct, listed};
use crate::counts::counts::Counts;

/// From here on, intervals cover as promised (docs/coverage.md).
const ENOUGH_QUESTIONS: u64 = 30;

/// How intervals are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IntervalKind<'o> {
    pub(crate) prior: &'o str,
    /// The questions are a sample.
    pub(crate) of_sample: bool,
    /// Who asks for signs of luck.
    pub(crate) asking: Asking,
}

/// What is said of the intervals of some scores.
pub(crate) fn about_intervals(
    rows: &[Score],
    counts: &Counts,
    made: IntervalKind<'_>,
) -> Vec<Note> {
    let mut notes: Vec<Note> = single(rows, made).into_iter().collect();
    let few =
        made.prior == "hierarchical" && rows.iter().any(|row| row.questions < ENOUGH_QUESTIONS);
    notes.extend(few.then(|| Note::of(&FEW_QUESTIONS).with("fewest", ENOUGH_QUESTIONS)));
    notes.extend((made.asking == Asking::Runs).then(|| Note::of(&RUNS)));
    let models = distinct(rows.iter().map(|row| &*row.model));
    notes.extend(signs_of_luck(counts, &models, made.asking));
    if !made.of_sample {
        notes.extend(warnings(counts, &models));
    }
    notes.extend(extrapolated(rows));
    notes.extend(zeros(rows));
    notes
}

/// What is said of the weights of questions, and of scores that the prior moves.
pub(crate) fn about_weights(rows: &[Score], (weighted, zero_weights): (bool, usize)) -> Vec<Note> {
    let left_out = || Note::of(&ZERO_WEIGHTS).with("questions", zero_weights as u64);
    let pulled = distinct(rows.iter().filter(|row| row.pulled).map(|row| &*row.model));
    let names = || Note::of(&PULLED).with("models", pulled.len() as u64);
    let moved = || names().with("names", listed(pulled.iter().copied()));
    let notes = [
        weighted.then(|| Note::of(&WEIGHTED)),
        (zero_weights > 0).then(left_out),
        (!pulled.is_empty()).then(moved),
    ];
    notes.into_iter().flatten().collect()
}

/// Names the models with one trial of each question.
fn single(rows: &[Score], made: IntervalKind<'_>) -> Option<Note> {
    if made.of_sample || made.prior != "hierarchical" {
        return None;
    }
    let point = || rows.iter().filter(|row| row.metric == "avg" || row.k == Some(1));
    let single = point().filter(|row| row.trials == row.questions && row.questions > 1);
    let names = distinct(single.map(|row| &*row.model));
    let all = distinct(point().map(|row| &*row.model)).len();
    let place = match names.len() {
        0 => return None,
        count if count == all => String::new(),
        _ => format!(" ({})", listed(names)),
    };
    Some(Note::of(&SINGLE).with("where", place))
}

/// Which budgets are too large for the trials.
pub(crate) fn extrapolated(rows: &[Score]) -> Vec<Note> {
    let large = |row: &&Score, part: u64| {
        let needed = row.k.map(|k| u128::from(k) * u128::from(row.questions) * u128::from(part));
        row.k != Some(1) && needed.is_some_and(|needed| needed > u128::from(row.trials))
    };
    let is_posterior = |row: &&Score| row.metric.ends_with("_ci");
    let beyond = rows.iter().filter(|row| is_posterior(row) && large(row, 1));
    let near = rows.iter().filter(|row| !is_posterior(row) && large(row, 2));
    let beyond = distinct(beyond.map(|row| row.metric.clone()));
    let near = distinct(near.map(|row| row.metric.clone()));
    let beyond = beyond.into_iter().map(|metric| Note::of(&BEYOND).with("metric", metric));
    beyond.chain(near.into_iter().map(|metric| Note::of(&NEAR).with("metric", metric))).collect()
}

/// Metrics that are 0 of a single trial.
pub(crate) const FROM_TWO: [&str; 3] =
    ["mg_pass_at_k", "geo_spectrum_at_k", "geo_spectrum_star_at_k"];

/// Which metrics are 0 whatever the trials are.
pub(crate) fn zeros(rows: &[Score]) -> Vec<Note> {
    let zero = rows.iter().filter(|row| {
        let plain = row.score == 0.0 && row.parameters.is_empty();
        row.k == Some(1) && plain && FROM_TWO.contains(&row.metric.trim_end_matches("_ci"))
    });
    let metrics = distinct(zero.map(|row| row.metric.clone())).into_iter();
    metrics.map(|metric| Note::of(&ZERO).with("metric", metric)).collect()
}
