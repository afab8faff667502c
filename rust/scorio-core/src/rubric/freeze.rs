//! Freezing: the quantiles of some data, written into the rubric file.

use std::fmt::Write;

use super::rows::ThresholdValue;
use super::rubrics::Rubrics;
use super::threshold::Origin;

/// The text of a rubric file whose quantiles have the values that they have in some data.
///
/// The rest of the file stays as it is. A frozen threshold keeps its quantile, which says where the value
/// comes from.
#[must_use]
pub fn frozen(rubrics: &Rubrics, values: &[ThresholdValue]) -> String {
    let mut text = rubrics.text().to_owned();
    let mut thresholds: Vec<_> = rubrics.thresholds().iter().collect();
    thresholds.sort_by_key(|threshold| std::cmp::Reverse(threshold.span.start));
    for threshold in thresholds {
        let own: Vec<_> = values
            .iter()
            .filter(|value| value.threshold == threshold.name && !value.frozen)
            .collect();
        let open =
            matches!(threshold.origin, Origin::Quantile { .. }) && threshold.frozen.is_empty();
        if own.is_empty() || !open {
            continue;
        }
        let entries: Vec<_> = own.iter().map(|value| entry(value)).collect();
        let list = format!("frozen = [{}]", entries.join(", "));
        let declared = text.get(threshold.span.clone()).unwrap_or("");
        // An inline table, or the head of a table with lines of its own.
        let (at, list) = if declared.starts_with('{') {
            (threshold.span.start + 1, format!(" {list},"))
        } else {
            let head = declared.find(']').map_or(declared.len(), |end| end + 1);
            (threshold.span.start + head, format!("\n{list}"))
        };
        text.insert_str(at.min(text.len()), &list);
    }
    text
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
