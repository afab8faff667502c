//! Terminal-Bench: the `results.json` of a run, and tables of the trials of several runs.

use std::borrow::Cow;

use scorio_records::json::value::Value;
use scorio_records::spec::label::Label;

use crate::error::Result;
use crate::records::document::ENTRIES;
use crate::tools::reader::Give;
use crate::tools::reader::Layout;
use crate::tools::reader::Record;
use crate::tools::reader::RecordReader;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::LogFile;
use crate::tools::tool::Reading;
use crate::tools::tool::TableFields;
use crate::tools::tool::Tool;
use crate::tools::tool::log_beside;
use crate::tools::trial::Trial;

pub(super) const TOOL: Tool = Tool {
    name: "terminal-bench",
    title: "Terminal-Bench",
    part_of: |path| log_beside(path, METADATA, "results.json"),
    maps: &[
        ("model", "the name of the run's folder; in a table the column model"),
        (
            "task",
            "dataset_name@dataset_version of run_metadata.json beside the file, if it is there",
        ),
        ("question", "task_id"),
        ("trial", "trial_name"),
        (
            "score",
            "is_resolved: true or 1 succeeds, false or 0 fails; null or an empty cell is missing, which the tool itself counts as a failure",
        ),
    ],
    detects: |sniffed: &Sniffed| match sniffed.shape {
        Shape::Table => sniffed.has_all(&["model", "run", "task_id", "trial_name", "is_resolved"]),
        Shape::Object => sniffed.has_all(&[
            "results.0.task_id",
            "results.0.trial_name",
            "results.0.is_resolved",
            "results.0.failure_mode",
        ]),
        _ => false,
    },
    open,
};

const METADATA: &str = "run_metadata.json";

fn open(file: &LogFile<'_>) -> Result<Reading> {
    if file.sniffed.shape == Shape::Table {
        return Ok(Reading::fields(TableFields {
            model: Label::Field("model".to_owned()),
            task: file.task(None),
            question: Label::Field("task_id".to_owned()),
            trial: Label::Field("trial_name".to_owned()),
            measure: file.outcome("is_resolved"),
        }));
    }
    let model = file.model_name(file.folder(1), "nor does its folder")?;
    let beside = file.beside(METADATA, &["dataset_name", "dataset_version"])?;
    let task = match beside.as_deref() {
        Some([Some(name), Some(version)]) => format!("{name}@{version}"),
        Some([Some(name), None]) => name.clone(),
        _ => String::new(),
    };
    Ok(Reading::Records(Box::new(Run { model, task })))
}

/// The results of one run.
struct Run {
    model: String,
    task: String,
}

impl RecordReader for Run {
    fn layout(&self) -> Layout {
        Layout::At(&["results", ENTRIES])
    }

    fn fields(&self) -> &'static [&'static str] {
        &["task_id", "trial_name", "is_resolved"]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let Value::Text(name) = record.need(1)? else {
            return Err(record.wrong("the field \"trial_name\" is not a text"));
        };
        let mut trial = Trial {
            model: Some(Cow::Borrowed(&self.model)),
            task: Cow::Borrowed(&self.task),
            question: record.need(0)?,
            run: Some(name),
            ..Trial::default()
        };
        trial.outcome("is_resolved", record.get(2));
        give(trial)
    }
}
