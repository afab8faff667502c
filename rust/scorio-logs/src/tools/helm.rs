//! HELM: `per_instance_stats.json`, a list with one entry or more for each instance and training trial,
//! beside `run_spec.json`, in a folder with the name of the run.

use std::borrow::Cow;

use scorio_records::json::paths::values;
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
use crate::tools::tool::log_beside;
use crate::tools::trial::{Score, Trial};

pub(super) const TOOL: Tool = Tool {
    name: "helm",
    title: "HELM",
    part_of: |path| log_beside(path, SIDECAR, "per_instance_stats.json"),
    maps: &[
        ("model", "adapter_spec.model of run_spec.json, else model= in the folder's name"),
        (
            "task",
            "name of run_spec.json, else the folder's, without its model; of another split than test with its name in brackets",
        ),
        ("question", "instance_id, with the perturbation's name in brackets"),
        ("trial", "train_trial_index"),
        (
            "score",
            "stats by name: sum where count is 1, sum of count trials where it is more; the first that is there of chain_of_thought_correctness, math_equiv_chain_of_thought, math_equiv, final_number_exact_match, exact_match_indicator, exact_match, quasi_exact_match, prefix_exact_match, quasi_prefix_exact_match",
        ),
    ],
    detects: |sniffed: &Sniffed| {
        let stats = ["0.instance_id", "0.train_trial_index", "0.stats"];
        sniffed.shape == Shape::List && sniffed.has_all(&stats)
    },
    open,
};

/// The stats that say whether an answer is right: those of few scenarios, which have them for a
/// reason, before those that nearly all have.
const CORRECT: &[&str] = &[
    "chain_of_thought_correctness",
    "math_equiv_chain_of_thought",
    "math_equiv",
    "final_number_exact_match",
    "exact_match_indicator",
    "exact_match",
    "quasi_exact_match",
    "prefix_exact_match",
    "quasi_prefix_exact_match",
];

const SIDECAR: &str = "run_spec.json";

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let beside = file.beside(SIDECAR, &["adapter_spec.model", "name"])?.unwrap_or_default();
    let beside =
        |place: usize| beside.get(place).cloned().flatten().filter(|text| !text.is_empty());
    // A folder of runs is no run: it has no arguments.
    let run = beside(1).or_else(|| file.folder(1).filter(|name| name.contains("model=")));
    let (task, model) = run.as_deref().map_or((String::new(), None), parts);
    let looked_for = format!("neither in {SIDECAR} beside it nor in a folder SCENARIO:…,model=…");
    let model = file.model_name(beside(0).or(model), &looked_for)?;
    Ok(Reading::Records(Box::new(Helm { model, task })))
}

/// The task and the model in a run's name, as in `mmlu:subject=anatomy,model=openai_gpt2`.
fn parts(name: &str) -> (String, Option<String>) {
    let (scenario, arguments) = name.split_once(':').unwrap_or((name, ""));
    let mut model = None;
    let mut others = Vec::new();
    for argument in arguments.split(',').filter(|argument| !argument.is_empty()) {
        match argument.split_once('=') {
            Some(("model", name)) => model = Some(name.to_owned()),
            Some(("model_deployment", _)) => {}
            _ => others.push(argument),
        }
    }
    let colon = if others.is_empty() { "" } else { ":" };
    (format!("{scenario}{colon}{}", others.join(",")), model)
}

struct Helm {
    model: String,
    task: String,
}

impl RecordReader for Helm {
    fn layout(&self) -> Layout {
        Layout::LIST
    }

    fn fields(&self) -> &'static [&'static str] {
        &["instance_id", "train_trial_index", "stats", "perturbation.name"]
    }

    fn headlines(&self) -> &'static [&'static str] {
        CORRECT
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let (id, index, stats) = (record.need(0)?, record.need(1)?, record.need(2)?);
        let question = match (record.get(3), id.own()) {
            (Value::Text(perturbation), Some(id)) => {
                Value::Text(Cow::Owned(format!("{id} ({perturbation})")))
            }
            _ => id,
        };
        let Value::Nested(stats) = stats else {
            return Err(record.wrong("the field \"stats\" is not a list"));
        };
        let stats = entries(stats);
        let split = split(&stats).map_err(|[one, other]| {
            record.wrong(format!("its stats are of two splits, {one} and {other}"))
        })?;
        let mut trial = Trial {
            model: Some(Cow::Borrowed(&self.model)),
            task: of_split(&self.task, split.as_deref()),
            question,
            run: index.own().map(Cow::Owned),
            // Each of several metrics writes an entry for a trial.
            partial: true,
            ..Trial::default()
        };
        for stat in &stats {
            trial.scores.push(score(stat).ok_or_else(|| {
                record.wrong("one of the stats has no name.name, or no whole number as its count")
            })?);
        }
        give(trial)
    }
}

/// The split of an entry's stats, if they name one. Two splits are an error.
fn split<'v>(stats: &[Value<'v>]) -> std::result::Result<Option<Cow<'v, str>>, [String; 2]> {
    let mut known: Option<Cow<'v, str>> = None;
    for stat in stats {
        let Value::Nested(text) = *stat else { continue };
        let found = values(text, &["name.split"]).and_then(|found| found.into_iter().next());
        let Some(Value::Text(split)) = found else { continue };
        match &known {
            Some(other) if *other != split => return Err([other.to_string(), split.into_owned()]),
            Some(_) => {}
            None => known = Some(split),
        }
    }
    Ok(known)
}

/// The task of a split: HELM's leaderboards show that of the split test.
fn of_split<'t>(task: &'t str, split: Option<&str>) -> Cow<'t, str> {
    match split {
        None | Some("test") => Cow::Borrowed(task),
        Some(split) if task.is_empty() => Cow::Owned(split.to_owned()),
        Some(split) => Cow::Owned(format!("{task} ({split})")),
    }
}

fn score<'v>(stat: &Value<'v>) -> Option<Score<'v>> {
    let Value::Nested(text) = stat else { return None };
    let found = values(text, &["name.name", "count", "sum"])?;
    let [Value::Text(name), Value::Number(count), sum] = <[Value<'v>; 3]>::try_from(found).ok()?
    else {
        return None;
    };
    Some(match count.parse().ok()? {
        // There was nothing to measure.
        0 => Score { name, value: Value::Absent, of: 1 },
        of => Score { name, value: sum, of },
    })
}
