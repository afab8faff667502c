//! ARC-AGI's benchmarking: `results.json`, an object with the score of each task.

use std::borrow::Cow;

use scorio_records::json::value::Value;

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
    name: "arc-agi",
    title: "ARC-AGI",
    part_of: not_a_part,
    maps: &[
        ("model", "the name of the file's folder"),
        ("task", "none"),
        ("question", "a key of task_results"),
        ("trial", "none: one a file"),
        ("score", "score: the share of the task's test pairs that an attempt solved"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Object
            && sniffed.has_all(&["score", "total_tasks", "total_attempts", "task_results"])
    },
    open: |file: &LogFile<'_>| {
        let model = file.model_name(file.folder(1), "nor does its folder")?;
        Ok(Reading::Records(Box::new(TaskResults { model })))
    },
};

struct TaskResults {
    model: String,
}

impl RecordReader for TaskResults {
    fn layout(&self) -> Layout {
        Layout::At(&["task_results", EACH])
    }

    fn fields(&self) -> &'static [&'static str] {
        &["score"]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let Some(question) = record.names.first() else {
            return Err(record.wrong("the score is of no task"));
        };
        let mut trial = Trial {
            model: Some(Cow::Borrowed(&self.model)),
            question: Value::Text(Cow::Borrowed(question)),
            ..Trial::default()
        };
        trial.outcome("score", record.need(0)?);
        give(trial)
    }
}
