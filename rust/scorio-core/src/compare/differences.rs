//! The differences of models from a baseline, without those of single questions.

use std::collections::BTreeSet;

use super::call::about;
use super::compare::{compare_metric, compare_sums};
use super::comparison::{Comparison, Comparisons, Uncompared};
use super::options::ComparingOptions;
use super::request::CompareRequest;
use crate::calls::{CallError, Input, Note};
use crate::counts::counts::Counts;
use crate::error::{Error, Result};
use crate::judge::calls::require_labels;

/// Compares models with a baseline, as the call `compare` does. A model that the data do not allow is among
/// `uncompared`, and so are all where the baseline has no question.
///
/// # Errors
/// Those of `compare` that are not about the data of a model.
pub(crate) fn differences(
    input: Input<'_>,
    options: &ComparingOptions,
    baseline: &str,
    models: &[&str],
) -> Result<Comparisons> {
    let trials = trials_of(input, "slices")?;
    let known: BTreeSet<&str> = trials.observed().map(|one| one.model).collect();
    let lacking = |name: &str| !known.contains(name);
    let (absent, present): (Vec<&str>, Vec<&str>) =
        models.iter().copied().partition(|name| lacking(name) || lacking(baseline));
    let mut found = Comparisons::default();
    found.uncompared.extend(absent.iter().map(|model| Uncompared {
        model: (*model).to_owned(),
        task: String::new(),
        // An empty reason says that there is no question.
        reason: String::new(),
        score_name: String::new(),
    }));
    if present.is_empty() {
        return Ok(found);
    }
    match compared(input, options, baseline, &present) {
        Err(Error::Compare(reason)) if reason.is_of_data() => {}
        all => return Ok(joined(found, all?)),
    }
    // One of the models has no row, and the others have.
    for model in present {
        match compared(input, options, baseline, &[model]) {
            Err(Error::Compare(reason)) if reason.is_of_data() => {
                found.uncompared.push(Uncompared {
                    model: model.to_owned(),
                    task: String::new(),
                    reason: reason.to_string(),
                    score_name: String::new(),
                });
            }
            own => found = joined(found, own?),
        }
    }
    Ok(found)
}

/// What some differences are about, where σ comes from, and how z is distributed.
pub(crate) fn about_rows(
    rows: Vec<Comparison>,
    options: &ComparingOptions,
    is_numeric: bool,
) -> Vec<Note> {
    about(&Comparisons { rows, ..Comparisons::default() }, options, is_numeric)
}

/// The counts of the trials.
pub(crate) fn trials_of<'c>(input: Input<'c>, call: &'static str) -> Result<&'c Counts> {
    match input {
        Input::Counts(counts) => Ok(counts),
        Input::Sums(_) if cfg!(target_family = "wasm") => Err(CallError::Numbers { call }.into()),
        Input::Sums(sums) => Ok(sums.trials()),
        Input::Nothing | Input::Pair(..) => Err(CallError::Untold { call }.into()),
    }
}

fn compared(
    input: Input<'_>,
    options: &ComparingOptions,
    baseline: &str,
    models: &[&str],
) -> Result<Comparisons> {
    let request = |shared: CompareRequest| CompareRequest {
        models: models.iter().map(|&model| model.to_owned()).collect(),
        baseline: baseline.to_owned(),
        by_question: false,
        ..shared
    };
    match input {
        Input::Counts(counts) => {
            require_labels(counts, options.borrow)?;
            let choice = options.choice()?;
            compare_metric(counts, &choice, &request(options.request(Some(&choice.metric))))
        }
        Input::Sums(sums) => {
            options.require_numbers()?;
            compare_sums(sums, &request(options.request(None)))
        }
        Input::Nothing | Input::Pair(..) => Err(CallError::Untold { call: "slices" }.into()),
    }
}

fn joined(mut found: Comparisons, more: Comparisons) -> Comparisons {
    found.rows.extend(more.rows);
    found.uncompared.extend(more.uncompared);
    found.single.extend(more.single);
    found.carried.extend(more.carried);
    found.range = more.range;
    found
}
