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
    let mut notes: Vec<Note> = single(rows, made).note().into_iter().collect();
    notes.extend(few_questions(made.prior, rows.iter().map(|row| row.questions)));
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

/// Says that few questions tell intervals of the hierarchical prior, which scores, gates and comparisons share.
pub(crate) fn few_questions(prior: &str, mut questions: impl Iterator<Item = u64>) -> Option<Note> {
    let few = prior == "hierarchical" && questions.any(|questions| questions < ENOUGH_QUESTIONS);
    few.then(|| Note::of(&FEW_QUESTIONS).with("fewest", ENOUGH_QUESTIONS))
}

/// Whose intervals are about questions like these, because each question has one trial.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SingleTrials {
    /// No one's.
    Nobody,
    /// All of them.
    All,
    /// Those of some models or scores.
    Some(String),
}

impl SingleTrials {
    /// Leaves them out of what is said of all.
    pub(crate) fn except(&self) -> String {
        match self {
            Self::Some(whose) => format!(", except those of {whose},"),
            Self::Nobody | Self::All => String::new(),
        }
    }

    /// Says whose intervals are so, and why.
    pub(crate) fn note(&self) -> Option<Note> {
        match self {
            Self::Nobody => None,
            Self::All => Some(Note::of(&SINGLE).with("of", String::new())),
            Self::Some(whose) => Some(Note::of(&SINGLE).with("of", format!(" of {whose}"))),
        }
    }
}

/// Finds the models with one trial of each question.
pub(crate) fn single(rows: &[Score], made: IntervalKind<'_>) -> SingleTrials {
    if made.of_sample || made.prior != "hierarchical" {
        return SingleTrials::Nobody;
    }
    let is_point = |row: &Score| row.metric == "avg" || row.k == Some(1);
    let is_single = |row: &Score| row.trials == row.questions && row.questions > 1;
    let single: Vec<&Score> = rows.iter().filter(|row| is_point(row) && is_single(row)).collect();
    let named = |name: fn(&Score) -> &str| distinct(single.iter().map(|row| name(row)));
    let all = distinct(rows.iter().filter(|row| is_point(row)).map(|row| &*row.model));
    let models = named(|row| &row.model);
    match models.len() {
        0 => SingleTrials::Nobody,
        _ if single.len() == rows.len() => SingleTrials::All,
        count if count < all.len() => SingleTrials::Some(listed(models)),
        _ if rows.iter().all(is_point) => {
            SingleTrials::Some(format!("{} in some tables", listed(models)))
        }
        _ => SingleTrials::Some(listed(named(|row| &row.metric))),
    }
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
