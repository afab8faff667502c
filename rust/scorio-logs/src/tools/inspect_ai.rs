//! inspect_ai: `.json` logs, and `.eval` archives, of which the summaries alone are read unless a sample's
//! score is lacking in them.

use std::borrow::Cow;
use std::collections::HashSet;

use scorio_records::json::paths::values;
use scorio_records::json::value::Value;
use scorio_records::json::view::{entries, members};
use scorio_records::records::label;
use scorio_records::spec::policy::Ids;

use crate::error::Result;
use crate::records::document::ENTRIES;
use crate::remedy::Remedy;
use crate::source::archive::zip::Archive;
use crate::source::progress::Meter;
use crate::source::stream::Source;
use crate::spec::grading::RubricSpec;
use crate::spec::options::{CostSpec, Spec};
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
use crate::tools::tool::not_a_part;
use crate::tools::trial::{Score, Trial};

pub(super) const TOOL: Tool = Tool {
    name: "inspect",
    title: "inspect_ai",
    part_of: not_a_part,
    maps: &[
        ("model", "eval.model"),
        ("task", "eval.task"),
        ("question", "id of a sample"),
        ("trial", "epoch of a sample"),
        (
            "score",
            "scores.*.value of a sample, with the names of a value that is an object: C and 1 are right, P and 0.5 partial, I, N and 0 wrong; yes and true, no and false, and numbers in quotes as the tool reads them",
        ),
        ("error", "error of a sample without a score"),
        ("cost", "model_usage.*.total_tokens, total_time, working_time"),
    ],
    detects: |sniffed: &Sniffed| match sniffed.shape {
        Shape::Archive => sniffed.has("header.json") || sniffed.has("_journal/start.json"),
        Shape::Object => sniffed.has_all(&["eval.model", "eval.task", "status"]),
        _ => false,
    },
    open,
};

const SAMPLES: &str = "samples/";

const JOURNAL: &str = "_journal/summaries/";

const FIELDS: &[&str] = &["id", "epoch", "scores", "error"];

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let named = file.spec.given_categories().is_some_and(|categories| categories.are_named());
    Ok(Reading::Records(match file.sniffed.shape {
        Shape::Archive => Box::new(Eval::open(file, named)?),
        _ => Box::new(Json { scorers: None, ids: file.spec.ids, named }),
    }))
}

/// The fields of a sample that are wanted beside its scores.
fn beside(spec: &Spec) -> Vec<String> {
    let costs = spec.cost.as_ref().map(CostSpec::paths);
    costs.or_else(|| spec.rubric.as_ref().map(RubricSpec::paths)).unwrap_or_default()
}

/// A log that is one JSON object.
struct Json {
    scorers: Option<Vec<String>>,
    ids: Ids,
    /// The user has categories for the values as they are.
    named: bool,
}

impl RecordReader for Json {
    fn layout(&self) -> Layout {
        Layout::At(&["samples", ENTRIES])
    }

    fn fields(&self) -> &'static [&'static str] {
        FIELDS
    }

    fn head(&self) -> &'static [&'static str] {
        HEAD
    }

    fn needed(&self) -> usize {
        3
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let head = |place: usize| record.head.get(place).cloned().flatten();
        let mut trial = sample(record, self.named)?;
        trial.model = head(0).map(Cow::Owned);
        trial.task = Cow::Owned(head(1).unwrap_or_default());
        let scorers = self.scorers.get_or_insert_with(|| scorers(head(2).as_deref()));
        in_order(&mut trial, scorers);
        give(trial)
    }

    fn plans(&self) -> bool {
        true
    }

    fn ending(&mut self, head: &[Option<String>]) -> Ending {
        ending(head, self.ids)
    }
}

/// What the head of a log has for all of its samples, and for the end: where it is an archive, its
/// header has the same.
const HEAD: &[&str] = &[
    "eval.model",
    "eval.task",
    "eval.scorers",
    "status",
    "error.message",
    "invalidated",
    "eval.dataset.samples",
    "eval.dataset.sample_ids",
    "eval.config.epochs",
    "eval.config.limit",
    "eval.config.sample_id",
    "results.scores",
];

/// What a log says of itself as a whole.
fn ending(head: &[Option<String>], ids: Ids) -> Ending {
    let get = |place: usize| head.get(place).and_then(Option::as_deref);
    Ending {
        interrupted: unfinished(get(3), get(4)),
        invalidated: get(5) == Some("true"),
        plan: plan(head.get(6..).unwrap_or(&[]), ids),
        without_records: get(11).and_then(results),
    }
}

/// The samples and epochs of a run, of the five values that tell them.
fn plan(head: &[Option<String>], ids: Ids) -> Option<PlannedTrials> {
    let get = |place: usize| head.get(place).and_then(Option::as_deref);
    let number = |place: usize| get(place).and_then(|text| text.parse::<u64>().ok());
    // A log whose header says nothing of epochs has one.
    let trials = if get(2).is_none() { 1 } else { number(2)? };
    let mut named: Vec<String> = entries(get(1).unwrap_or(""))
        .iter()
        .filter_map(|id| match id {
            Value::Text(text) => Some(label::question(text, true, ids).into_owned()),
            other => other.own(),
        })
        .collect();
    // Samples that were asked for by name may be any of them.
    if get(4).is_some() {
        named.clear();
    }
    match (number(3), get(3)) {
        (Some(most), _) => named.truncate(usize::try_from(most).unwrap_or(usize::MAX)),
        // A range, which the identifiers may have been cut to before.
        (None, Some(_)) => named.clear(),
        _ => {}
    }
    let here = named.len() as u64;
    let limited = get(3).is_some() || get(4).is_some();
    let questions = if here > 0 || limited { here } else { number(0)? };
    (trials > 0).then_some(PlannedTrials { questions, named, trials, first: Some(1) })
}

/// What the results of a log say, of which there are no samples.
fn results(scores: &str) -> Option<String> {
    let mut told = Vec::new();
    for score in entries(scores) {
        let Value::Nested(score) = score else { continue };
        let found = values(score, &["name", "metrics"])?;
        let [name, Value::Nested(metrics)] = found.as_slice() else { continue };
        let name = name.own().unwrap_or_default();
        for (metric, value) in members(metrics) {
            let Value::Nested(value) = value else { continue };
            if let Some([value @ Value::Number(_)]) = values(value, &["value"]).as_deref() {
                told.push(format!("{metric} of {name} {}", value.describe()));
            }
        }
    }
    let told = told.join(", ");
    let problem = "it has its header alone, without the samples of which trials are counted";
    Some(if told.is_empty() {
        problem.to_owned()
    } else {
        format!("{problem}; its results say: {told}")
    })
}

/// Why a run did not end as it should, by its status and its error.
fn unfinished(status: Option<&str>, error: Option<&str>) -> Option<String> {
    match (status.unwrap_or("started"), error) {
        ("success", _) => None,
        (status, Some(error)) => Some(format!("its status is {status} ({error})")),
        (status, None) => Some(format!("its status is {status}")),
    }
}

/// The scorers' names, as the header lists them: the first is the headline.
fn scorers(list: Option<&str>) -> Vec<String> {
    let scorers = entries(list.unwrap_or("")).into_iter();
    let name = |scorer: Value<'_>| match scorer {
        Value::Nested(text) => values(text, &["name"])?.first()?.own(),
        _ => None,
    };
    scorers.filter_map(name).collect()
}

/// Whether a score is of a scorer, which may give several.
fn is_of(score: &Score<'_>, scorer: &str) -> bool {
    let rest = score.name.strip_prefix(scorer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Puts a trial's scores into the order of the scorers. The headline is there in any case.
fn in_order(trial: &mut Trial<'_>, scorers: &[String]) {
    let place = |score: &Score<'_>| scorers.iter().position(|scorer| is_of(score, scorer));
    trial.scores.sort_by_key(|score| place(score).unwrap_or(usize::MAX));
    if let Some(first) = scorers.first()
        && trial.scores.first().is_none_or(|score| !is_of(score, first))
    {
        let lacking = Score { name: Cow::Owned(first.clone()), value: Value::Absent, of: 1 };
        trial.scores.insert(0, lacking);
    }
}

/// What is the same in all layouts.
fn sample<'r>(record: &Record<'r>, named: bool) -> Result<Trial<'r>> {
    let epoch = record.need(1)?;
    let mut trial = Trial {
        question: record.need(0)?,
        run: epoch.own().map(Cow::Owned),
        errored: !matches!(record.get(3), Value::Absent | Value::Null),
        ..Trial::default()
    };
    scores(&record.get(2), named, &mut trial);
    Ok(trial)
}

fn scores<'v>(value: &Value<'v>, named: bool, trial: &mut Trial<'v>) {
    let Value::Nested(text) = value else { return };
    for (name, score) in members(text) {
        let value = match score {
            Value::Nested(text) => members(text).into_iter().find(|(key, _)| key == "value"),
            _ => None,
        };
        if let Some((_, value)) = value {
            trial.score(name, value);
        }
    }
    if !named {
        trial.scores.iter_mut().for_each(|score| plain(&mut score.value));
    }
}

/// A text as the value that it stands for, as the tool's own metrics have it.
fn plain(value: &mut Value<'_>) {
    let Value::Text(text) = value else { return };
    let lower = text.to_ascii_lowercase();
    match (lower.as_str(), &*text) {
        ("yes" | "true", _) => *value = Value::Bool(true),
        ("no" | "false", _) => *value = Value::Bool(false),
        (_, Cow::Borrowed(text)) if text.parse::<f64>().is_ok_and(f64::is_finite) => {
            *value = Value::Number(text);
        }
        _ => {}
    }
}

/// The entry of a sample, by its id and its epoch.
fn entry(id: &Value<'_>, epoch: &Value<'_>) -> String {
    let [id, epoch] = [id, epoch].map(|value| value.own().unwrap_or_default());
    format!("{SAMPLES}{id}_epoch_{epoch}.json")
}

/// The journal's summaries in order, which are numbered from 1 on.
fn journal(names: &[String]) -> std::result::Result<Vec<String>, String> {
    let there = names.iter().filter(|name| name.starts_with(JOURNAL)).count();
    let numbered = (1..=there).map(|number| format!("{JOURNAL}{number}.json"));
    let parts: Vec<String> = numbered.collect();
    match parts.iter().find(|part| !names.contains(part)) {
        Some(lacking) => Err(format!(
            "its journal has {there} entries, which are numbered from 1 on, but none is {lacking}"
        )),
        None => Ok(parts),
    }
}

/// A log that is an archive.
struct Eval {
    archive: Archive,
    model: Option<String>,
    task: String,
    scorers: Vec<String>,
    /// Entries with summaries, each a list. Behind them, where there is only a journal of them, all samples.
    parts: Vec<String>,
    /// The part that is read, if it is a sample itself.
    sample: Option<String>,
    /// Samples of which the journal has the summary.
    summarized: HashSet<String>,
    /// What its header has.
    head: Vec<Option<String>>,
    named: bool,
    ids: Ids,
    /// The fields that are wanted of a sample beside its scores. Summaries may lack them.
    signals: Vec<String>,
}

impl Eval {
    fn open(file: &LogFile<'_>, named: bool) -> Result<Self> {
        let archive = Archive::open(file.path)?;
        let names = archive.names().to_vec();
        let has = |name: &str| names.iter().any(|known| known == name);
        let header = if has("header.json") { "header.json" } else { "_journal/start.json" };
        let text = archive.text(header)?;
        let found = values(&text, HEAD);
        let found =
            found.ok_or_else(|| file.not(format!("its entry {header} is not JSON"), None))?;
        let own = |value: &Value<'_>| match value {
            Value::Bool(value) => Some(value.to_string()),
            other => other.own(),
        };
        let head: Vec<_> = found.iter().map(own).collect();
        let mut parts = vec!["summaries.json".to_owned()];
        if !has("summaries.json") {
            parts = journal(&names).map_err(|what| file.not(what, None))?;
            parts.extend(names.iter().filter(|name| name.starts_with(SAMPLES)).cloned());
        }
        Ok(Self {
            archive,
            model: head.first().cloned().flatten(),
            task: head.get(1).cloned().flatten().unwrap_or_default(),
            scorers: scorers(head.get(2).and_then(Option::as_deref)),
            parts,
            sample: None,
            summarized: HashSet::new(),
            head,
            named,
            ids: file.spec.ids,
            signals: beside(file.spec),
        })
    }

    /// Whether a summary lacks a field that is wanted beside the scores.
    fn lacks_signals(&self, summary: &str) -> bool {
        let paths: Vec<_> = self.signals.iter().map(String::as_str).collect();
        let found = if paths.is_empty() { None } else { values(summary, &paths) };
        found.is_some_and(|found| found.contains(&Value::Absent))
    }

    /// Whether a summary lacks a score, as long ones are left out of it.
    fn lacks(&self, trial: &Trial<'_>) -> bool {
        let there = |scorer: &String| {
            let mut scores = trial.scores.iter();
            scores.any(|score| {
                is_of(score, scorer) && !matches!(score.value, Value::Absent | Value::Null)
            })
        };
        !trial.errored && (trial.scores.is_empty() || !self.scorers.iter().all(there))
    }
}

impl RecordReader for Eval {
    fn layout(&self) -> Layout {
        if self.sample.is_some() { Layout::At(&[]) } else { Layout::LIST }
    }

    fn fields(&self) -> &'static [&'static str] {
        FIELDS
    }

    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn open_part(&mut self, part: usize, meter: &mut Meter<'_>) -> Result<Option<Source>> {
        let name = self.parts.get(part).cloned().unwrap_or_default();
        self.sample = None;
        if self.summarized.contains(&name) {
            // Nothing that is not counted already.
            return Ok(Some(Source::packed(name, Box::new(&b"[]"[..]))));
        }
        let source = self.archive.source(&name, meter)?;
        self.sample = name.starts_with(SAMPLES).then_some(name);
        Ok(Some(source))
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let mut trial = sample(record, self.named)?;
        let name = entry(&record.get(0), &record.get(1));
        if self.sample.as_ref().is_some_and(|stored| *stored != name) {
            return Err(record.wrong(format!("it is not the sample of its entry, but of {name}")));
        }
        let replaced = self.sample.is_none() && self.archive.is_replaced(&name);
        if replaced && self.summarized.contains(&name) {
            let what = format!("two samples have the entry {name}, as of the ids 1 and \"1\"");
            return Err(record.wrong_but(what, Remedy::GiveUniqueIds {}));
        }
        let looked_up =
            self.sample.is_none() && (self.lacks(&trial) || self.lacks_signals(record.text()));
        let whole = if looked_up { self.archive.text_if_there(&name)? } else { None };
        if let Some(text) = &whole {
            let found = values(text, FIELDS);
            let found = found.ok_or_else(|| record.wrong("the sample itself is not JSON"))?;
            let get = |place: usize| found.get(place).cloned().unwrap_or_default();
            let stored = entry(&get(0), &get(1));
            if stored != name {
                return Err(
                    record.wrong(format!("the entry {name} is not its sample, but {stored}"))
                );
            }
            trial.scores.clear();
            scores(&get(2), self.named, &mut trial);
            trial.errored = !matches!(get(3), Value::Absent | Value::Null);
            trial.record = Some(Cow::Borrowed(text));
        }
        if self.parts.len() > 1 || replaced {
            self.summarized.insert(name);
        }
        in_order(&mut trial, &self.scorers);
        trial.model = self.model.as_deref().map(Cow::Borrowed);
        trial.task = Cow::Borrowed(&self.task);
        give(trial)
    }

    fn plans(&self) -> bool {
        true
    }

    fn ending(&mut self, _: &[Option<String>]) -> Ending {
        let mut ending = ending(&self.head, self.ids);
        if self.archive.is_cut() {
            ending.interrupted = Some("the archive has no end".to_owned());
        }
        ending
    }
}
