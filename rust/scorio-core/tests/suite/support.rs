//! What several files need: counts from rows, and tallies of a 0/1 matrix, the usual way and by the
//! careful pass that checks it.

use ndarray::ArrayView2;
use scorio_core::calls::{Call, Given, GivenValue, Input};
use scorio_core::rows::Value;
use scorio_core::tally::{Matrix, Missing, tally, tally_ragged};
use scorio_core::{Counts, Error, Outcome, States};

/// A model's question: model, task, question, failures and successes.
pub(crate) type CountedRow<'a> = (&'a str, &'a str, &'a str, [u64; 2]);

/// Counts of failures and successes.
pub(crate) fn counts(rows: &[CountedRow<'_>]) -> Counts {
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for &(model, task, question, outcomes) in rows {
        let row = counts.row(model, task, question);
        for (category, count) in outcomes.into_iter().enumerate() {
            counts.add(row, category, count).unwrap();
        }
    }
    counts
}

pub(crate) fn states_of<T: Outcome>(entries: ArrayView2<'_, T>) -> Result<States, Error> {
    tally(&Matrix { name: "R", entries }, None, 2, Missing::Error)
}

/// The careful pass, which ragged rows always take. It checks the fast passes.
pub(crate) fn careful_of<T: Outcome>(
    entries: ArrayView2<'_, T>,
    categories: usize,
    missing: Missing,
) -> Result<States, Error> {
    let lengths = vec![entries.ncols(); entries.nrows()];
    let flat: Vec<T> = entries.iter().copied().collect();
    tally_ragged(flat.as_slice().into(), &lengths, categories, missing)
}

pub(crate) fn careful<T: Outcome>(entries: ArrayView2<'_, T>) -> Result<States, Error> {
    careful_of(entries, 2, Missing::Error)
}

/// As many questions of one model with as many trials, of which some succeed.
pub(crate) fn even(model: &str, questions: usize, trials: u64, successes: u64, into: &mut Counts) {
    for question in 0..questions {
        let row = into.row(model, "t", &question.to_string());
        into.add(row, 0, trials - successes).unwrap();
        into.add(row, 1, successes).unwrap();
    }
}

/// Options by name.
pub(crate) fn given_of(given: &[(&str, GivenValue)]) -> Given {
    let none = Given::default();
    given.iter().fold(none, |all, (name, value)| all.with((*name).to_owned(), value.clone()))
}

fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Whole(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

/// The notes of an answer: kind, and the values as texts.
pub(crate) fn notes_of(call: &Call, input: Input<'_>, given: &[(&str, GivenValue)]) -> Vec<String> {
    let notes = call.answer(input, &given_of(given)).unwrap().notes;
    let one = |note: &scorio_core::calls::Note| {
        let values: Vec<_> =
            note.values.iter().map(|(name, value)| format!("{name}={}", text(value))).collect();
        format!("{} {}", note.kind.name, values.join(" ")).trim().to_owned()
    };
    notes.iter().map(one).collect()
}

pub(crate) fn word(text: &str) -> GivenValue {
    GivenValue::Text(text.to_owned())
}

pub(crate) const YES: GivenValue = GivenValue::Flag(true);

/// The z from which on models are separated, so that M − 1 comparisons hold together: erfc(z/√2) is
/// 1 − c^(1/(M − 1)).
pub(crate) fn critical(models: usize, confidence: f64) -> f64 {
    let comparisons = models.max(2) - 1;
    let tail = -libm::expm1(confidence.ln() / comparisons as f64);
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if libm::erfc(middle / std::f64::consts::SQRT_2) > tail {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
