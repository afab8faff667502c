//! Freezing: the quantiles of some data, written into the rubric file.

use std::fmt::Write;

use crate::numeric::sorting::sort_by_key;
use crate::rubric::rows::ThresholdValue;
use crate::rubric::rules::rubrics::Rubrics;
use crate::rubric::rules::threshold::Frozen;

/// The text of a rubric file whose quantiles have the values that they have in some data.
///
/// The rest of the file stays as it is. A frozen threshold keeps its quantile, which says where the value
/// comes from. Values that were frozen before stay for other tasks and models.
#[must_use]
pub fn frozen(rubrics: &Rubrics, values: &[ThresholdValue]) -> String {
    let mut text = rubrics.text().to_owned();
    let mut thresholds: Vec<_> = rubrics.thresholds().iter().collect();
    sort_by_key(&mut thresholds, |threshold| std::cmp::Reverse(threshold.span.start));
    for threshold in thresholds {
        let own: Vec<_> = values
            .iter()
            .filter(|value| value.threshold == threshold.name && value.quantile.is_some())
            .collect();
        if own.is_empty() {
            continue;
        }
        let same = |old: &&Frozen| !own.iter().any(|new| replaces(new, old));
        let kept = threshold.frozen.iter().filter(same).map(kept_entry);
        let entries: Vec<_> = kept.chain(own.iter().map(|value| entry(value))).collect();
        let list = format!("[{}]", entries.join(", "));
        if let Some(span) = threshold.frozen_span.clone() {
            text.replace_range(span, &list);
            continue;
        }
        let declared = text.get(threshold.span.clone()).unwrap_or("");
        // An inline table, or the head of a table with lines of its own.
        let (at, list) = if declared.starts_with('{') {
            (threshold.span.start + 1, format!(" frozen = {list},"))
        } else {
            let head = declared.find(']').map_or(declared.len(), |end| end + 1);
            (threshold.span.start + head, format!("\nfrozen = {list}"))
        };
        text.insert_str(at.min(text.len()), &list);
    }
    text
}

/// Whether a value takes the place of one that was frozen before.
fn replaces(new: &ThresholdValue, old: &Frozen) -> bool {
    new.task == old.task && new.model == old.model && new.rule.as_deref() == Some(old.rule.name())
}

fn kept_entry(old: &Frozen) -> String {
    entry(&ThresholdValue {
        threshold: String::new(),
        task: old.task.clone(),
        model: old.model.clone(),
        value: old.value,
        signal: None,
        quantile: None,
        condition: None,
        rule: Some(old.rule.name().to_owned()),
        trials: old.trials,
        frozen: true,
    })
}

fn entry(value: &ThresholdValue) -> String {
    let mut entry = String::from("{ ");
    if let Some(task) = &value.task {
        let _ = write!(entry, "task = {}, ", quoted(task));
    }
    if let Some(model) = &value.model {
        let _ = write!(entry, "model = {}, ", quoted(model));
    }
    if let Some(rule) = value.rule.as_deref().filter(|rule| *rule != "observed") {
        let _ = write!(entry, "quantile = {}, ", quoted(rule));
    }
    let _ = write!(entry, "value = {:?}", value.value);
    if let Some(trials) = value.trials {
        let _ = write!(entry, ", n = {trials}");
    }
    entry.push_str(" }");
    entry
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            control if control.is_control() => {
                let _ = write!(quoted, "\\U{:08X}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
