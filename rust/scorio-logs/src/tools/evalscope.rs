//! EvalScope: `reviews/{model}/{benchmark}_{subset}.jsonl`, a line for each answer.

use std::borrow::Cow;

use scorio_records::json::value::Value;

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
    name: "evalscope",
    title: "EvalScope",
    part_of: not_a_part,
    maps: &[
        ("model", "the name of the file's folder"),
        ("task", "the file's name"),
        ("question", "sample_score.group_id, else sample_score.sample_id, else index"),
        ("trial", "sample_score.sample_id, else index"),
        (
            "score",
            "an entry of sample_score.score.value: that of main_score_name, else the first one",
        ),
        ("error", "sample_score.score.status other than success or degraded"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Object
            && sniffed.has_all(&["index", "sample_score", "sample_score.score"])
            && sniffed.has("sample_score.score.value")
    },
    open,
};

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let model = file.model_name(file.folder(1), "nor does its folder")?;
    let task = if file.is_standard_input() { "" } else { file.stem() }.to_owned();
    Ok(Reading::Records(Box::new(Reviews { model, task })))
}

struct Reviews {
    model: String,
    task: String,
}

impl RecordReader for Reviews {
    fn layout(&self) -> Layout {
        Layout::Lines
    }

    fn fields(&self) -> &'static [&'static str] {
        &[
            "index",
            "sample_score.group_id",
            "sample_score.sample_id",
            "sample_score.score.value",
            "sample_score.score.main_score_name",
            "sample_score.score.status",
        ]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let known = |place: usize| match record.get(place) {
            Value::Absent | Value::Null => None,
            value => Some(value),
        };
        let sample = known(2).map_or_else(|| record.need(0), Ok)?;
        let usable = match known(5) {
            None => true,
            Some(Value::Text(status)) => matches!(&*status, "success" | "degraded"),
            Some(_) => return Err(record.wrong("the status of the score is not a text")),
        };
        let mut trial = Trial {
            model: Some(Cow::Borrowed(&self.model)),
            task: Cow::Borrowed(&self.task),
            run: sample.own().map(Cow::Owned),
            question: known(1).unwrap_or(sample),
            errored: !usable,
            ..Trial::default()
        };
        match known(3) {
            // What could not be judged has no value that counts.
            _ if !usable => {}
            Some(Value::Nested(values)) if values.starts_with('{') => {
                for (name, value) in scorio_records::json::view::members(values) {
                    trial.outcome(name, value);
                }
            }
            None => {}
            Some(_) => return Err(record.wrong("the score's value is not an object of scores")),
        }
        if let Some(Value::Text(main)) = known(4) {
            trial.scores.sort_by_key(|score| score.name != main);
        }
        give(trial)
    }
}
