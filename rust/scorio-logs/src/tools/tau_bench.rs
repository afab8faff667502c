//! tau-bench: one JSON list of trials. The model and the domain stand in the file's name alone.

use scorio_records::spec::label::Label;

use crate::error::Result;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::not_a_part;
use crate::tools::tool::{LogFile, Reading, TableFields, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "tau-bench",
    title: "tau-bench",
    part_of: not_a_part,
    maps: &[
        ("model", "the file's name, up to -airline or -retail"),
        ("task", "the file's name: airline or retail"),
        ("question", "task_id"),
        ("trial", "trial"),
        ("score", "reward: 1 succeeds, 0 fails"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::List
            && sniffed.has_all(&["0.task_id", "0.reward", "0.trial", "0.traj"])
    },
    open,
};

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let stem = file.stem();
    let domains = ["airline", "retail"];
    let named = domains
        .iter()
        .find_map(|domain| Some((stem.strip_suffix(domain)?.strip_suffix(['-', '_'])?, *domain)));
    let (model, domain) = named.map_or((stem, None), |(model, domain)| (model, Some(domain)));
    Ok(Reading::fields(TableFields {
        model: file.model(Some(model.to_owned()))?,
        task: file.task(domain.map(str::to_owned)),
        question: Label::Field("task_id".to_owned()),
        trial: Label::Field("trial".to_owned()),
        measure: file.outcome("reward"),
    }))
}
