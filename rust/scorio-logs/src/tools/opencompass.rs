//! OpenCompass: `results/{model}/{dataset}.json`, whose `details` has an entry for each question.

use std::borrow::Cow;

use scorio_records::json::value::Value;
use scorio_records::json::view::entries;

use crate::error::Result;
use crate::records::document::EACH;
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
    name: "opencompass",
    title: "OpenCompass",
    part_of: not_a_part,
    maps: &[
        ("model", "the name of the file's folder"),
        ("task", "the file's name"),
        ("question", "example_abbr, else the key or the place of an entry of details"),
        ("trial", "the place in the list of the score, from 0"),
        ("score", "correct, is_correct or cascade_correct, the first that is there"),
    ],
    detects: |sniffed: &Sniffed| sniffed.shape == Shape::Object && has_details(sniffed),
    open,
};

/// The scores of a question. OpenCompass, too, takes the first of them that is there.
const SCORES: &[&str] = &["correct", "is_correct", "cascade_correct"];

/// What stands beside a score.
const BESIDE: [&str; 6] =
    ["example_abbr", "origin_prediction", "predictions", "prediction", "pred", "references"];

/// Whether the first of the details has a score.
fn has_details(sniffed: &Sniffed) -> bool {
    let has = |name: &&str| {
        let field = format!("details.0.{name}");
        sniffed.has(&field) || sniffed.has(&format!("{field}.0"))
    };
    SCORES.iter().any(has) && BESIDE.iter().any(has)
}

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let model = file.model_name(file.folder(1), "nor does its folder")?;
    let task = if file.is_standard_input() { "" } else { file.stem() }.to_owned();
    Ok(Reading::Records(Box::new(Details { model, task })))
}

struct Details {
    model: String,
    task: String,
}

impl RecordReader for Details {
    fn layout(&self) -> Layout {
        Layout::At(&["details", EACH])
    }

    fn fields(&self) -> &'static [&'static str] {
        &["correct", "is_correct", "cascade_correct", "example_abbr"]
    }

    fn headlines(&self) -> &'static [&'static str] {
        SCORES
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let question = match record.get(SCORES.len()) {
            Value::Absent | Value::Null => {
                let Some(key) = record.names.last() else {
                    return Err(record.wrong("the entry is not among the details"));
                };
                // A place is a number.
                if key.bytes().all(|byte| byte.is_ascii_digit()) {
                    Value::Number(key)
                } else {
                    Value::Text(Cow::Borrowed(key))
                }
            }
            name => name,
        };
        // Each score is that of a trial, or the list of those of all trials.
        let mut scores = Vec::new();
        for (place, name) in SCORES.iter().enumerate() {
            let values = match record.get(place) {
                Value::Absent => continue,
                Value::Nested(list) if list.starts_with('[') => entries(list),
                value => vec![value],
            };
            scores.push((*name, values));
        }
        let trials = scores.iter().map(|(_, values)| values.len()).max().unwrap_or(0).max(1);
        if let Some((name, values)) = scores.iter().find(|(_, values)| values.len() != trials) {
            let there = values.len();
            return Err(record.wrong(format!("\"{name}\" has {there} of {trials} trials")));
        }
        for place in 0..trials {
            let mut trial = Trial {
                model: Some(Cow::Borrowed(&self.model)),
                task: Cow::Borrowed(&self.task),
                question: question.clone(),
                run: Some(Cow::Owned(place.to_string())),
                ..Trial::default()
            };
            for (name, values) in &scores {
                trial.outcome(*name, values.get(place).cloned().unwrap_or_default());
            }
            give(trial)?;
        }
        Ok(())
    }
}
