//! verifiers: `results.jsonl` with `metadata.json` beside it, and `traces.jsonl` of its version 1, in
//! folders that name environment and model.

use std::borrow::Cow;

use scorio_records::json::paths::values;
use scorio_records::json::value::Value;
use scorio_records::json::view::{entries, members};

use crate::error::{Error, Result};
use crate::tools::error::ToolError;
use crate::tools::reader::Ending;
use crate::tools::reader::Give;
use crate::tools::reader::Layout;
use crate::tools::reader::PlannedTrials;
use crate::tools::reader::Record;
use crate::tools::reader::RecordReader;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::LogFile;
use crate::tools::tool::Reading;
use crate::tools::tool::Tool;
use crate::tools::tool::log_beside;
use crate::tools::trial::Trial;

pub(super) const TOOL: Tool = Tool {
    name: "verifiers",
    title: "verifiers",
    part_of: |path| log_beside(path, METADATA, "results.jsonl"),
    maps: &[
        (
            "model",
            "model of metadata.json, else the folder ENV--MODEL; of a trace agent.config.model",
        ),
        ("task", "env_id of metadata.json, else the folder ENV--MODEL"),
        ("question", "example_id; of a trace the key of its task, else its idx, else its name"),
        ("trial", "not in the log: the order of the lines"),
        (
            "score",
            "reward (of a trace, the sum of its weighted rewards), then the rewards of a trace, then metrics",
        ),
        ("error", "error that is not null; of a trace ok that is false"),
    ],
    detects: |sniffed: &Sniffed| {
        let results = ["example_id", "prompt", "completion", "reward"];
        sniffed.shape == Shape::Object
            && (sniffed.has_all(&results) || sniffed.has_all(&["task", "rewards", "is_completed"]))
    },
    open,
};

const METADATA: &str = "metadata.json";

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let folder = file.folder(2).filter(|name| name.contains("--"));
    let split = folder.as_deref().and_then(|name| name.split_once("--"));
    if file.sniffed.has("rewards") {
        // A folder ENV--MODEL--HARNESS does not tell where its model ends. The records name it.
        let environment = split.map(|(environment, _)| environment.to_owned()).unwrap_or_default();
        let path = file.path.display().to_string();
        let folder = folder.filter(|_| file.input.model.is_none());
        return Ok(Reading::Records(Box::new(Traces { path, folder, environment })));
    }
    let beside = file
        .beside(METADATA, &["model", "env_id", "num_examples", "rollouts_per_example"])?
        .unwrap_or_default();
    let beside =
        |place: usize| beside.get(place).cloned().flatten().filter(|text| !text.is_empty());
    // -1 examples means all examples.
    let number = |place: usize| beside(place).and_then(|text| text.parse::<u64>().ok());
    if let (Some(model), Some((_, rest)), None) = (beside(0), split, &file.input.model)
        && !names(rest, &model)
    {
        let other = file.path.with_file_name(METADATA).display().to_string();
        return Err(disagree(file.path.display().to_string(), rest, other, model));
    }
    let named =
        split.map(|(environment, model)| (environment.to_owned(), model.replace("--", "/")));
    let (environment, model) = named.unzip();
    let looked_for = format!("neither in {METADATA} beside it nor in a folder ENV--MODEL");
    Ok(Reading::Records(Box::new(Results {
        model: file.model_name(beside(0).or(model), &looked_for)?,
        environment: beside(1).or(environment).unwrap_or_default(),
        examples: number(2).unwrap_or(0),
        rollouts: number(3),
    })))
}

/// Whether a folder's name behind the environment is that of a model. An environment, or a harness
/// behind the model, may have dashes of its own.
fn names(folder: &str, model: &str) -> bool {
    let (folder, model) = (format!("--{folder}--"), format!("--{}--", model.replace('/', "--")));
    folder.contains(&model)
}

fn disagree(file: String, folder: &str, other: String, model: String) -> Error {
    Error::from(ToolError::Disagree { file, other, here: folder.replace("--", "/"), there: model })
}

struct Results {
    model: String,
    environment: String,
    examples: u64,
    rollouts: Option<u64>,
}

impl RecordReader for Results {
    fn layout(&self) -> Layout {
        Layout::Lines
    }

    fn fields(&self) -> &'static [&'static str] {
        &["example_id", "reward", "metrics", "error"]
    }

    fn plans(&self) -> bool {
        true
    }

    fn ending(&mut self, _: &[Option<String>]) -> Ending {
        let (questions, named) = (self.examples, Vec::new());
        let plan = |trials| PlannedTrials { questions, named, trials, first: None };
        Ending { plan: self.rollouts.map(plan), ..Ending::default() }
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let mut trial = Trial {
            model: Some(Cow::Borrowed(&self.model)),
            task: Cow::Borrowed(&self.environment),
            question: record.need(0)?,
            // A reward of 0 that stands beside an error is no judgement of an answer.
            errored: failed(&record.get(3)),
            ..Trial::default()
        };
        if !trial.errored {
            trial.score("reward", record.get(1));
            metrics(&record.get(2), &mut trial);
        }
        give(trial)
    }
}

struct Traces {
    path: String,
    /// The folder of the run, unless the user named the model.
    folder: Option<String>,
    environment: String,
}

impl RecordReader for Traces {
    fn layout(&self) -> Layout {
        Layout::Lines
    }

    fn fields(&self) -> &'static [&'static str] {
        &["task", "agent.config.model", "rewards", "metrics", "ok", "errors", "error"]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let model = record.get(1).own();
        if let (Some(model), Some(folder)) = (&model, &self.folder)
            && !names(folder, model)
        {
            let (place, model) = ("its records".to_owned(), model.clone());
            return Err(disagree(self.path.clone(), folder, place, model));
        }
        let task = record.need(0)?;
        let question = identity(&task).ok_or_else(|| {
            record.wrong("the task has no key, idx or name to identify its question")
        })?;
        let rewards = record.get(2);
        let sum = weighted(&rewards);
        let mut trial = Trial {
            model: model.map(Cow::Owned),
            task: Cow::Borrowed(&self.environment),
            question,
            errored: match record.get(4) {
                Value::Bool(ok) => !ok,
                // Earlier traces have errors alone.
                _ => failed(&record.get(5)) || failed(&record.get(6)),
            },
            ..Trial::default()
        };
        if !trial.errored {
            trial.score("reward", sum.as_deref().map_or(Value::Null, Value::Number));
            for (name, reward) in parts(&rewards) {
                trial.score(name, part(&reward, "score"));
            }
            metrics(&record.get(3), &mut trial);
        }
        give(trial)
    }
}

/// Whether there is an error, or a list of some.
fn failed(error: &Value<'_>) -> bool {
    match error {
        Value::Absent | Value::Null => false,
        Value::Nested(text) => !text.starts_with('[') || !entries(text).is_empty(),
        _ => true,
    }
}

/// What tells a trace's question.
fn identity<'v>(task: &Value<'v>) -> Option<Value<'v>> {
    let Value::Nested(text) = task else { return None };
    let found = values(text, &["key", "data.idx", "idx", "data.name", "name"])?;
    found.into_iter().find(|value| !matches!(value, Value::Absent | Value::Null))
}

fn parts<'v>(value: &Value<'v>) -> Vec<(Cow<'v, str>, Value<'v>)> {
    match value {
        Value::Nested(text) => members(text),
        _ => Vec::new(),
    }
}

fn part<'v>(value: &Value<'v>, name: &str) -> Value<'v> {
    let found = parts(value).into_iter().find(|(key, _)| key == name);
    found.map_or(Value::Null, |(_, value)| value)
}

fn metrics<'v>(value: &Value<'v>, trial: &mut Trial<'v>) {
    for (name, value) in parts(value) {
        trial.score(name, value);
    }
}

/// The weighted sum of a trace's rewards. None where one was not given.
fn weighted(rewards: &Value<'_>) -> Option<String> {
    let number = |value: Value<'_>| match value {
        Value::Number(text) => text.parse::<f64>().ok(),
        _ => None,
    };
    let rewards = parts(rewards);
    let mut sum = if rewards.is_empty() { None } else { Some(0.0) };
    for (_, reward) in &rewards {
        let weight = number(part(reward, "weight")).unwrap_or(1.0);
        sum = sum.zip(number(part(reward, "score"))).map(|(sum, score)| sum + score * weight);
    }
    // A sum of shares such as 0.1 is off in its last digits, and 1 is to be 1.
    sum.map(|sum| format!("{sum:.12}"))
        .map(|text| text.parse().map_or(text, |x: f64| x.to_string()))
}
