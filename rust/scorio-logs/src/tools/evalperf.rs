//! EvalPerf's counts as a table: a row for each model and question, with its numbers of trials and of
//! correct ones.

use scorio_records::spec::label::Label;

use crate::error::Result;
use crate::remedy::Remedy;
use crate::spec::options::Measure;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::not_a_part;
use crate::tools::tool::{LogFile, Reading, TableFields, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "evalperf",
    title: "EvalPerf",
    part_of: not_a_part,
    maps: &[
        ("model", "model"),
        ("task", "none"),
        ("question", "task_id"),
        ("trial", "none: a row holds all trials of a question"),
        ("score", "n trials, of which correct succeed"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Table
            && sniffed.has_all(&COLUMNS)
            && sniffed.top().len() == COLUMNS.len()
    },
    open,
};

const COLUMNS: [&str; 4] = ["model", "task_id", "n", "correct"];

fn open(file: &LogFile<'_>) -> Result<Reading> {
    if !file.survey && file.spec.given_categories().is_some() {
        let what = "its rows stand for whole questions, which leaves nothing to a threshold or to categories";
        return Err(file.not(what, Some(Remedy::LeaveCategoriesOut {})));
    }
    Ok(Reading::fields(TableFields {
        model: Label::Field("model".to_owned()),
        task: file.task(None),
        question: Label::Field("task_id".to_owned()),
        trial: Label::Constant(String::new()),
        measure: Measure::Aggregate { total: "n".to_owned(), correct: "correct".to_owned() },
    }))
}
