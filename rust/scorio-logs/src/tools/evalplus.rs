//! EvalPlus: one JSON object with a list of solutions for each question.

use std::borrow::Cow;

use scorio_records::json::value::Value;

use crate::error::Result;
use crate::records::document::{EACH, ENTRIES};
use crate::tools::reader::Give;
use crate::tools::reader::Layout;
use crate::tools::reader::Record;
use crate::tools::reader::RecordReader;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::LogFile;
use crate::tools::tool::Reading;
use crate::tools::tool::Tool;
use crate::tools::tool::not_a_part;
use crate::tools::trial::Trial;

pub(super) const TOOL: Tool = Tool {
    name: "evalplus",
    title: "EvalPlus",
    part_of: not_a_part,
    maps: &[
        ("model", "the file's name, up to eval_results.json"),
        ("task", "none"),
        ("question", "a key of eval"),
        ("trial", "the place in the question's list, from 0"),
        (
            "score",
            "base: base_status; plus: base_status and plus_status; pass succeeds, fail and timeout fail",
        ),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Object
            && sniffed.has_between("eval.", ".0.base_status")
            && sniffed.has_between("eval.", ".0.plus_status")
    },
    open: |file| {
        let scores = &["base", "plus"];
        statuses(file, &["base_status", "plus_status"], scores)
    },
};

/// A reader of `eval`, whose entries have a status for each score, which wants those before it as well.
pub(super) fn statuses(
    file: &LogFile<'_>,
    fields: &'static [&'static str],
    scores: &'static [&'static str],
) -> Result<Reading> {
    let model = file.model_in_name(&["_eval_results", ".eval_results"])?;
    let raw = file.spec.given_categories().is_some();
    Ok(Reading::Records(Box::new(Statuses { model, fields, scores, raw })))
}

struct Statuses {
    model: String,
    fields: &'static [&'static str],
    scores: &'static [&'static str],
    /// The user has categories for the statuses.
    raw: bool,
}

impl RecordReader for Statuses {
    fn layout(&self) -> Layout {
        Layout::At(&["eval", EACH, ENTRIES])
    }

    fn fields(&self) -> &'static [&'static str] {
        self.fields
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let [question, place] = record.names else {
            return Err(record.wrong("the entry is in no question's list"));
        };
        let mut trial = Trial {
            model: Some(Cow::Borrowed(&self.model)),
            question: Value::Text(Cow::Borrowed(question)),
            run: Some(Cow::Borrowed(place)),
            ..Trial::default()
        };
        let mut passed = Value::Absent;
        for (place, score) in self.scores.iter().enumerate() {
            let status = record.get(place);
            // What fails before fails here as well. What was not run is missing.
            let not_run = matches!(status, Value::Absent | Value::Null);
            if place == 0 || not_run || matches!(&passed, Value::Text(text) if text == "pass") {
                passed = status;
            }
            let value = if self.raw { passed.clone() } else { verdict(&passed) };
            trial.outcome(*score, value);
        }
        give(trial)
    }
}

/// A status as an outcome. One that is none of those known is left for the categories to refuse.
fn verdict<'v>(status: &Value<'v>) -> Value<'v> {
    match status {
        Value::Text(text) => match &**text {
            "pass" => Value::Bool(true),
            "fail" | "timeout" => Value::Bool(false),
            _ => status.clone(),
        },
        other => other.clone(),
    }
}
