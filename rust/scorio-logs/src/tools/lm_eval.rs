//! lm-evaluation-harness: the samples of a task, a line for each doc and filter. The model stands in the
//! results file beside them, task and run in the file's name.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use scorio_records::json::dotted::escaped;
use scorio_records::json::paths::Paths;
use scorio_records::json::value::Value;
use scorio_records::json::view::entries;

use crate::error::{Error, Result};
use crate::remedy::Remedy;
use crate::tools::error::ToolError;
use crate::tools::reader::Give;
use crate::tools::reader::Layout;
use crate::tools::reader::Record;
use crate::tools::reader::RecordReader;
use crate::tools::regrade::Regrade;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::LogFile;
use crate::tools::tool::Reading;
use crate::tools::tool::Tool;
use crate::tools::trial::Trial;

pub(super) const TOOL: Tool = Tool {
    name: "lm-eval",
    title: "lm-evaluation-harness",
    part_of: samples_of_results,
    maps: &[
        (
            "model",
            "model_name of results_{time}.json beside the file, or else the folder's name if it is like org__model",
        ),
        ("task", "the file's name, samples_{task}_{time}.jsonl"),
        ("question", "doc_id"),
        ("trial", "the time in the file's name: each run is a trial"),
        (
            "score",
            "each name in metrics, with the line's filter: exact_match,strict-match; with regrade, whether a response's answer is the target",
        ),
    ],
    detects: |sniffed: &Sniffed| {
        let names = ["doc_id", "doc", "target", "resps", "filtered_resps", "filter", "metrics"];
        sniffed.shape == Shape::Object && sniffed.has_all(&names)
    },
    open,
};

const FIELDS: &[&str] = &["doc_id", "filter", "metrics", "resps", "target"];
const QUESTION: usize = 0;
const FILTER: usize = 1;
const METRICS: usize = 2;
const RESPONSES: usize = 3;
const TARGET: usize = 4;

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let stem = file.stem();
    let name = named(stem);
    let (task, run) = name.unwrap_or(("", stem));
    let model = match name {
        Some((task, time)) => beside(file, task, time)?,
        None => None,
    };
    let hint = match name {
        Some((_, time)) => format!(
            "there is no results_{time}.json beside it that does, and its folder's name is not like org__model"
        ),
        None => "its name is not samples_TASK_TIME.jsonl".to_owned(),
    };
    let model = file.model_name(model, &hint)?;
    Ok(Reading::Records(Box::new(LmEvalSamples {
        model,
        task: task.to_owned(),
        run: run.to_owned(),
        metrics: Metrics::default(),
        regrade: file.spec.regrade.clone().map(Regrade::new),
    })))
}

/// The samples that a results file belongs to.
fn samples_of_results(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let time = name.strip_prefix("results_")?.strip_suffix(".json").filter(|time| is_time(time))?;
    let end = format!("_{time}.jsonl");
    let is_samples = |name: &str| name.starts_with("samples_") && name.contains(&end);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.find(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_samples))
}

/// Task and time in `samples_{task}_{time}`. The task's name may have underscores and digits.
fn named(stem: &str) -> Option<(&str, &str)> {
    let (task, time) = stem.strip_prefix("samples_")?.rsplit_once('_')?;
    (!task.is_empty() && is_time(time)).then_some((task, time))
}

/// Whether a text is like 2026-11-20T09-06-21.942467.
fn is_time(text: &str) -> bool {
    const LIKE: &[u8] = b"0000-00-00T00-00-00";
    let Some((start, rest)) = text.as_bytes().split_at_checked(LIKE.len()) else { return false };
    let same = |(&byte, &like): (&u8, &u8)| {
        if like == b'0' { byte.is_ascii_digit() } else { byte == like }
    };
    let fraction = match rest {
        [] => true,
        [b'.', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    fraction && start.iter().zip(LIKE).all(same)
}

/// The model, by the results file and the folder, which are to agree unless the user knows better.
fn beside(file: &LogFile<'_>, task: &str, time: &str) -> Result<Option<String>> {
    let folder = file.folder(1).filter(|name| name.contains("__"));
    let results = format!("results_{time}.json");
    let config = format!("configs.{}", escaped(task));
    let fields = ["model_name", "model_name_sanitized", "configs", &config];
    let Some(found) = file.beside(&results, &fields)? else { return Ok(folder) };
    let get =
        |place: usize| found.get(place).and_then(Option::as_ref).filter(|text| !text.is_empty());
    if get(2).is_some() && get(3).is_none() && file.input.task.is_none() {
        let what = format!(
            "its name says that its task is \"{task}\", which is none of those in {results}"
        );
        return Err(file.not(what, Some(Remedy::SetConstant { label: "task" })));
    }
    if let (None, Some(here), Some(there)) = (&file.input.model, &folder, get(1))
        && here != there
    {
        return Err(Error::from(ToolError::Disagree {
            file: file.path.display().to_string(),
            other: results,
            here: here.clone(),
            there: there.clone(),
        }));
    }
    Ok(get(0).cloned().or(folder))
}

/// The names of a line's scores, and where their values stand.
#[derive(Default)]
struct Metrics {
    /// As they stand in the line.
    list: String,
    names: Vec<String>,
    paths: Paths,
}

impl Metrics {
    /// Those of a line, which mostly are those of the line before it.
    fn read(&mut self, record: &Record<'_>) -> Result<()> {
        let list = match record.need(METRICS)? {
            Value::Nested(text) if text.starts_with('[') => text,
            _ => return Err(record.wrong("the field \"metrics\" is not a list")),
        };
        if list == self.list {
            return Ok(());
        }
        let name = |value| match value {
            Value::Text(name) => Ok(name.into_owned()),
            _ => Err(record.wrong("the list \"metrics\" has an entry that is no text")),
        };
        self.names = entries(list).into_iter().map(name).collect::<Result<_>>()?;
        let paths: Vec<_> = self.names.iter().map(|name| escaped(name)).collect();
        self.paths = Paths::new(&paths.iter().map(|path| Some(path.as_str())).collect::<Vec<_>>());
        list.clone_into(&mut self.list);
        Ok(())
    }
}

struct LmEvalSamples {
    model: String,
    task: String,
    run: String,
    metrics: Metrics,
    regrade: Option<Regrade>,
}

impl RecordReader for LmEvalSamples {
    fn layout(&self) -> Layout {
        Layout::Lines
    }

    fn fields(&self) -> &'static [&'static str] {
        FIELDS
    }

    fn regrades(&self) -> bool {
        true
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let Value::Text(filter) = record.need(FILTER)? else {
            return Err(record.wrong("the field \"filter\" is not a text"));
        };
        let question = record.need(QUESTION)?;
        let (model, task) = (self.model.as_str(), self.task.as_str());
        let trial = || Trial {
            model: Some(Cow::Borrowed(model)),
            task: Cow::Borrowed(task),
            question: question.clone(),
            ..Trial::default()
        };
        if let Some(regrade) = &mut self.regrade {
            for (place, right) in regrade
                .responses(record, &filter, [QUESTION, RESPONSES, TARGET])?
                .into_iter()
                .enumerate()
            {
                let mut trial = trial();
                trial.run = Some(Cow::Owned(format!("{}.{place}", self.run)));
                trial.outcome("regraded", right);
                give(trial)?;
            }
            return Ok(());
        }
        self.metrics.read(record)?;
        let mut trial = trial();
        trial.run = Some(Cow::Borrowed(&self.run));
        trial.partial = true;
        let found = self.metrics.paths.find(record.text());
        let values = found.map_err(|fault| record.wrong(fault.what.to_string()))?;
        for (name, value) in self.metrics.names.iter().zip(values) {
            trial.outcome(format!("{name},{filter}"), value);
        }
        give(trial)
    }
}
