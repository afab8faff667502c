//! SWE-bench and Multi-SWE-bench: the report of a run, which lists questions by what came of them, and the
//! reports of single questions.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use scorio_records::json::value::Value;
use scorio_records::json::view::entries;
use scorio_records::records::label;
use scorio_records::spec::policy::Ids;

use crate::error::Result;
use crate::records::document::EACH;
use crate::remedy::Remedy;
use crate::spec::asked::AskedQuestions;
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
use crate::tools::trial::Trial;

pub(super) const TOOL: Tool = Tool {
    name: "swe-bench",
    title: "SWE-bench",
    part_of: not_a_part,
    maps: &[
        (
            "model",
            "the file's name up to its last dot before .json; of report.json the folder two levels up, of results.json the one above results",
        ),
        ("task", "none"),
        (
            "question",
            "an entry of submitted_ids, resolved_ids (or resolved), unresolved_ids, empty_patch_ids or error_ids; a key of report.json; of results.json a name that questions gives",
        ),
        (
            "trial",
            "what the file's name has behind that dot, the run; of report.json the folder three levels up",
        ),
        (
            "score",
            "resolved: resolved_ids (or resolved) succeed, unresolved_ids and empty_patch_ids fail; resolved of report.json; resolved of results.json succeeds, what is in none of its lists fails",
        ),
        ("error", "error_ids; no_logs of results.json"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Object
            && (sniffed.has_all(&[
                "total_instances",
                "resolved_ids",
                "unresolved_ids",
                "error_ids",
            ]) || sniffed.has_all(&["resolved", "unresolved_ids"])
                || sniffed.has_all(&["resolved_ids", "unresolved_ids"])
                || sniffed.has_all(&["resolved", "no_generation", "no_logs"])
                || is_of_one_question(sniffed))
    },
    open,
};

/// What the reports of single questions have.
fn is_of_one_question(sniffed: &Sniffed) -> bool {
    ["patch_exists", "patch_successfully_applied", "resolved"]
        .iter()
        .all(|name| sniffed.has_between("", &format!(".{name}")))
}

/// The lists with an outcome, and the number that is to be the length of each.
const LISTS: [(&str, &str); 4] = [
    ("resolved_ids", "resolved_instances"),
    ("unresolved_ids", "unresolved_instances"),
    ("empty_patch_ids", "empty_patch_instances"),
    ("error_ids", "error_instances"),
];

const FIELDS: &[&str] = &[
    LISTS[0].0,
    LISTS[1].0,
    LISTS[2].0,
    LISTS[3].0,
    LISTS[0].1,
    LISTS[1].1,
    LISTS[2].1,
    LISTS[3].1,
    "submitted_ids",
    "incomplete_ids",
    "total_instances",
    "resolved",
];

/// The place of the list or number that some reports have for `resolved_ids`.
const RESOLVED: usize = FIELDS.len() - 1;

fn open(file: &LogFile<'_>) -> Result<Reading> {
    if is_of_one_question(file.sniffed) {
        let looked_for = "nor does a folder RUN/MODEL/QUESTION";
        let model = file.model_name(file.folder(2), looked_for)?;
        let run = file.folder(3);
        return Ok(Reading::Records(Box::new(OneQuestion { model, run })));
    }
    let asked = file.spec.asked.clone();
    if file.sniffed.has("no_generation") && !file.sniffed.has("resolved_ids") {
        let up = if file.folder(1).as_deref() == Some("results") { 2 } else { 1 };
        let model = file.model_name(file.folder(up), "nor does its folder")?;
        let Some(asked) = asked else {
            let what = "it lists resolved questions, and does not name those that failed";
            return Err(file.not(what, Some(Remedy::NameQuestions {})));
        };
        return Ok(Reading::Records(Box::new(ResolvedList { model, asked })));
    }
    let stem = file.stem();
    let (model, run) =
        stem.rsplit_once('.').map_or((stem, None), |(model, run)| (model, Some(run)));
    let any = ["", "-", "final_report", "report", "results"].contains(&model);
    let model = file.model_name((!any).then(|| model.to_owned()), "nor does its name")?;
    let run = run.map(str::to_owned);
    Ok(Reading::Records(Box::new(RunReport { model, run, asked, ids: file.spec.ids, plan: None })))
}

/// The report of a run.
struct RunReport {
    model: String,
    run: Option<String>,
    asked: Option<AskedQuestions>,
    ids: Ids,
    plan: Option<PlannedTrials>,
}

impl RecordReader for RunReport {
    fn layout(&self) -> Layout {
        Layout::At(&[])
    }

    fn fields(&self) -> &'static [&'static str] {
        FIELDS
    }

    fn takes_asked(&self) -> bool {
        true
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let mut outcomes = BTreeMap::new();
        for (place, (name, number)) in LISTS.iter().enumerate() {
            let ids = if place == 0 { resolved(record)? } else { names(record, place, name)? };
            let told = record.get(place + LISTS.len());
            if told.own().is_some_and(|told| told != ids.len().to_string()) {
                let told = told.describe();
                let there = ids.len();
                return Err(
                    record.wrong(format!("\"{name}\" has {there} entries, and {number} is {told}"))
                );
            }
            for id in ids {
                if let Some(other) = outcomes.insert(id.clone(), place) {
                    let other = LISTS[other].0;
                    return Err(
                        record.wrong(format!("{id} is in \"{other}\" and again in \"{name}\""))
                    );
                }
            }
        }
        let submitted: BTreeSet<_> = names(record, 8, FIELDS[8])?.into_iter().collect();
        let known: BTreeSet<_> = submitted.iter().chain(outcomes.keys()).cloned().collect();
        for id in &known {
            let outcome = outcomes.get(id).copied();
            let mut trial = Trial {
                model: Some(Cow::Borrowed(&self.model)),
                question: Value::Text(Cow::Borrowed(id)),
                run: self.run.as_deref().map(Cow::Borrowed),
                errored: outcome == Some(3),
                ..Trial::default()
            };
            let value = match outcome {
                Some(place @ 0..3) => Value::Bool(place == 0),
                // Something was submitted of which nothing is known.
                _ => Value::Null,
            };
            trial.outcome("resolved", value);
            give(trial)?;
        }
        let mut asked = known;
        asked.extend(names(record, 9, FIELDS[9])?);
        let mut total = record.get(10).own().and_then(|total| total.parse().ok()).unwrap_or(0);
        match &self.asked {
            Some(AskedQuestions::Named(names)) => {
                all_among(record, &asked, names)?;
                asked.extend(names.iter().cloned());
            }
            Some(AskedQuestions::Number(number)) => {
                at_least(record, &asked, *number)?;
                total = *number;
            }
            None => {}
        }
        let named = asked.iter().map(|id| label::question(id, true, self.ids).into_owned());
        self.plan = Some(PlannedTrials {
            questions: total.max(asked.len() as u64),
            named: named.collect(),
            trials: 1,
            first: None,
        });
        Ok(())
    }

    fn plans(&self) -> bool {
        true
    }

    fn ending(&mut self, _: &[Option<String>]) -> Ending {
        Ending { plan: self.plan.take(), ..Ending::default() }
    }
}

/// The names of resolved questions, which stand in one of two places.
fn resolved(record: &Record<'_>) -> Result<Vec<String>> {
    let ids = names(record, 0, FIELDS[0])?;
    let absent = matches!(record.get(0), Value::Absent | Value::Null);
    match record.get(RESOLVED) {
        Value::Number(told) if absent && told != "0" => Err(record.wrong(format!(
            "\"resolved\" is {told}, and nothing names these questions: \"resolved_ids\" is to list them"
        ))),
        Value::Number(told) if !absent && told != ids.len().to_string() => {
            let there = ids.len();
            Err(record.wrong(format!("\"resolved_ids\" has {there} entries, and resolved is {told}")))
        }
        Value::Absent | Value::Null | Value::Number(_) => Ok(ids),
        _ => {
            let listed = names(record, RESOLVED, FIELDS[RESOLVED])?;
            if !absent && ids != listed {
                return Err(record.wrong("\"resolved\" and \"resolved_ids\" name different questions"));
            }
            Ok(listed)
        }
    }
}

/// Refuses a question that was not asked.
fn all_among(record: &Record<'_>, known: &BTreeSet<String>, names: &[String]) -> Result<()> {
    let names: BTreeSet<_> = names.iter().collect();
    match known.iter().find(|id| !names.contains(id)) {
        Some(id) => Err(record.wrong(format!("{id} is not among the questions that were asked"))),
        None => Ok(()),
    }
}

/// Refuses more questions than were asked.
fn at_least(record: &Record<'_>, known: &BTreeSet<String>, number: u64) -> Result<()> {
    const MOST: u64 = 1_000_000;
    if number > MOST {
        return Err(record.wrong(format!("{number} questions are more than {MOST}, the most")));
    }
    if known.len() as u64 <= number {
        return Ok(());
    }
    let there = known.len();
    Err(record.wrong(format!("it names {there} questions, and {number} were asked")))
}

/// The names in a list. None if there is no such list.
fn names(record: &Record<'_>, place: usize, name: &str) -> Result<Vec<String>> {
    let wrong = || record.wrong(format!("the field \"{name}\" is not a list of texts"));
    let list = match record.get(place) {
        Value::Absent | Value::Null => return Ok(Vec::new()),
        Value::Nested(text) if text.starts_with('[') => entries(text),
        _ => return Err(wrong()),
    };
    let text = |entry: Value<'_>| match entry {
        Value::Text(text) => Ok(text.into_owned()),
        _ => Err(wrong()),
    };
    list.into_iter().map(text).collect()
}

/// The results of a leaderboard: what was resolved, of questions that the user names.
struct ResolvedList {
    model: String,
    asked: AskedQuestions,
}

impl RecordReader for ResolvedList {
    fn layout(&self) -> Layout {
        Layout::At(&[])
    }

    fn fields(&self) -> &'static [&'static str] {
        &["resolved", "no_generation", "no_logs"]
    }

    fn takes_asked(&self) -> bool {
        true
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let mut lists = Vec::new();
        for (place, name) in self.fields().iter().enumerate() {
            record.need(place)?;
            lists.push(names(record, place, name)?.into_iter().collect::<BTreeSet<_>>());
        }
        let [resolved, silent, unknown] = lists.as_slice() else { return Ok(()) };
        let both = resolved.iter().find(|id| silent.contains(*id) || unknown.contains(*id));
        if let Some(id) = both {
            return Err(record.wrong(format!("{id} is resolved, and in another list as well")));
        }
        let mut all: BTreeSet<String> = lists.iter().flatten().cloned().collect();
        match &self.asked {
            AskedQuestions::Named(names) => {
                all_among(record, &all, names)?;
                all.extend(names.iter().cloned());
            }
            AskedQuestions::Number(number) => {
                at_least(record, &all, *number)?;
                // Nothing tells which they are: they are no other model's questions.
                let rest = *number - all.len() as u64;
                all.extend((1..=rest).map(|place| format!("unnamed {place} of {}", self.model)));
            }
        }
        for id in &all {
            let mut trial = Trial {
                model: Some(Cow::Borrowed(&self.model)),
                question: Value::Text(Cow::Borrowed(id)),
                errored: unknown.contains(id),
                ..Trial::default()
            };
            let missing = unknown.contains(id);
            let value = if missing { Value::Null } else { Value::Bool(resolved.contains(id)) };
            trial.outcome("resolved", value);
            give(trial)?;
        }
        Ok(())
    }
}

/// The report of a question, which is its only key.
struct OneQuestion {
    model: String,
    run: Option<String>,
}

impl RecordReader for OneQuestion {
    fn layout(&self) -> Layout {
        Layout::At(&[EACH])
    }

    fn fields(&self) -> &'static [&'static str] {
        &["resolved"]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let resolved = record.need(0)?;
        let Some(question) = record.names.first() else {
            return Err(record.wrong("the report is of no question"));
        };
        let mut trial = Trial {
            model: Some(Cow::Borrowed(&self.model)),
            question: Value::Text(Cow::Borrowed(question)),
            run: self.run.as_deref().map(Cow::Borrowed),
            ..Trial::default()
        };
        trial.outcome("resolved", resolved);
        give(trial)
    }
}
