//! human-eval: what its checker writes beside the samples, a line for each completion.

use scorio_records::spec::label::Label;

use crate::error::Result;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::not_a_part;
use crate::tools::tool::{LogFile, Reading, TableFields, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "human-eval",
    title: "human-eval",
    part_of: not_a_part,
    maps: &[
        ("model", "the file's name, up to _results.jsonl or .jsonl_results.jsonl"),
        ("task", "none"),
        ("question", "task_id"),
        ("trial", "the order of a question's lines; the field trial where there is one"),
        ("score", "passed: true or false"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Object
            && sniffed.has_all(&["task_id", "completion", "result", "passed"])
    },
    open,
};

fn open(file: &LogFile<'_>) -> Result<Reading> {
    Ok(Reading::fields(TableFields {
        model: Label::Constant(file.model_in_name(&["_results"])?),
        task: file.task(None),
        question: Label::Field("task_id".to_owned()),
        trial: Label::Optional("trial".to_owned()),
        measure: file.outcome("passed"),
    }))
}
