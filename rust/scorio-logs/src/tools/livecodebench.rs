//! LiveCodeBench: one JSON list of questions, each with a list of what its solutions came to.

use std::borrow::Cow;

use scorio_records::json::value::Value;
use scorio_records::json::view::entries;

use crate::error::Result;
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
    name: "livecodebench",
    title: "LiveCodeBench",
    part_of: not_a_part,
    maps: &[
        ("model", "the name of the file's folder"),
        ("task", "none"),
        ("question", "question_id"),
        ("trial", "the place in graded_list, from 0"),
        ("score", "graded: an entry of graded_list, true or false"),
    ],
    detects: |sniffed: &Sniffed| {
        let names = ["0.question_id", "0.code_list", "0.graded_list"];
        sniffed.shape == Shape::List && sniffed.has_all(&names)
    },
    open,
};

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let model = file.model_name(file.folder(1), "nor does its folder")?;
    Ok(Reading::Records(Box::new(Graded { model })))
}

struct Graded {
    model: String,
}

impl RecordReader for Graded {
    fn layout(&self) -> Layout {
        Layout::LIST
    }

    fn fields(&self) -> &'static [&'static str] {
        &["question_id", "graded_list"]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let question = record.need(0)?;
        let mut graded = match record.need(1)? {
            Value::Nested(text) if text.starts_with('[') => entries(text),
            Value::Null => Vec::new(),
            _ => return Err(record.wrong("the field \"graded_list\" is not a list")),
        };
        // Of a question without a solution nothing is known: that is one missing trial.
        if graded.is_empty() {
            graded.push(Value::Null);
        }
        for (place, value) in graded.into_iter().enumerate() {
            let mut trial = Trial {
                model: Some(Cow::Borrowed(&self.model)),
                question: question.clone(),
                run: Some(Cow::Owned(place.to_string())),
                ..Trial::default()
            };
            trial.outcome("graded", value);
            give(trial)?;
        }
        Ok(())
    }
}
