//! BFCL: `score/{model}/BFCL_v…_{category}_score.json`, a line with the totals, then one for each failure.
//!
//! The questions that passed are not in it. The file of responses names all questions, or the user does.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use scorio_records::json::value::Value;

use crate::error::Result;
use crate::remedy::Remedy;
use crate::source::sidecar;
use crate::spec::asked::AskedQuestions;
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
    name: "bfcl",
    title: "BFCL",
    part_of: not_a_part,
    maps: &[
        ("model", "the folder below score, else the file's folder"),
        ("task", "the category in the file's name"),
        ("question", "id of a line; of those that passed, id in the file of responses"),
        ("trial", "none: one a file"),
        ("score", "valid: what the file lists fails, the other questions succeed"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Object && sniffed.has_all(&SUMMARY) && sniffed.top().len() == 3
    },
    open,
};

const SUMMARY: [&str; 3] = ["accuracy", "correct_count", "total_count"];

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let model = file.model_name(model_of(file), "nor does its folder")?;
    let stem = if file.is_standard_input() { "" } else { file.stem() };
    let task = stem.strip_suffix("_score").unwrap_or(stem);
    let task = match task.strip_prefix("BFCL_v").and_then(|rest| rest.split_once('_')) {
        Some((_, category)) => category,
        None => task,
    };
    let responses = responses_of(file.path).filter(|_| !file.is_standard_input());
    let asked = match (&file.spec.asked, &responses) {
        (Some(asked), _) => Some(asked.clone()),
        (None, Some(path)) => sidecar::texts(path, "id")?.map(AskedQuestions::Named),
        (None, None) => None,
    };
    let responses = responses.map(|path| path.display().to_string());
    let (task, failed) = (task.to_owned(), BTreeSet::new());
    Ok(Reading::Records(Box::new(Failures {
        model,
        task,
        asked,
        responses,
        failed,
        survey: file.survey,
        part: 0,
    })))
}

/// The folder below `score`, which newer versions divide further.
fn model_of(file: &LogFile<'_>) -> Option<String> {
    let path: Vec<_> = file.path.iter().filter_map(|part| part.to_str()).collect();
    let score = path.iter().rposition(|part| *part == "score");
    let below = score
        .and_then(|at| path.get(at + 1))
        .filter(|_| score.is_some_and(|at| at + 2 < path.len()));
    below.map(|name| (*name).to_owned()).or_else(|| file.folder(1))
}

/// The file of responses that belongs to a file of scores.
fn responses_of(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let name = name.replace("_score.json", "_result.json");
    let parts: Vec<_> = path.parent()?.iter().collect();
    let at = parts.iter().rposition(|part| *part == "score")?;
    let mut responses = PathBuf::new();
    for (place, part) in parts.into_iter().enumerate() {
        responses.push(if place == at { "result".as_ref() } else { part });
    }
    Some(responses.join(name))
}

struct Failures {
    model: String,
    task: String,
    asked: Option<AskedQuestions>,
    responses: Option<String>,
    failed: BTreeSet<String>,
    /// Only the format is wanted: the questions that passed need no names.
    survey: bool,
    /// The file is read twice: for what failed, and then for the totals.
    part: usize,
}

impl RecordReader for Failures {
    fn layout(&self) -> Layout {
        Layout::Lines
    }

    fn fields(&self) -> &'static [&'static str] {
        &["id", "valid", "correct_count", "total_count"]
    }

    fn parts(&self) -> usize {
        2
    }

    fn open_part(
        &mut self,
        part: usize,
        _: &mut crate::source::progress::Meter<'_>,
    ) -> Result<Option<crate::source::stream::Source>> {
        self.part = part;
        Ok(None)
    }

    fn takes_asked(&self) -> bool {
        true
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let is_summary = !matches!(record.get(3), Value::Absent);
        match (is_summary, self.part) {
            (false, 0) => {
                let id = match record.need(0)? {
                    Value::Text(id) => id.into_owned(),
                    _ => return Err(record.wrong("the field \"id\" is not a text")),
                };
                if record.need(1)? != Value::Bool(false) {
                    return Err(
                        record.wrong("the field \"valid\" is not false, as it is of failures")
                    );
                }
                // Of a question that fails in two ways there are two lines.
                self.failed.insert(id);
                Ok(())
            }
            (true, 1) => self.all(record, give),
            _ => Ok(()),
        }
    }
}

impl Failures {
    /// The trials of all questions.
    fn all(&self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let number = |place: usize| {
            let number = record.need(place)?.own().and_then(|text| text.parse::<usize>().ok());
            number.ok_or_else(|| record.wrong("its totals are no whole numbers"))
        };
        let (correct, total) = (number(2)?, number(3)?);
        let failed = self.failed.len();
        if correct + failed != total {
            return Err(record.wrong(format!(
                "{correct} of {total} questions passed, and it lists {failed} that failed"
            )));
        }
        let passed = self.passed(record, correct, total)?;
        let all =
            self.failed.iter().map(|id| (id, false)).chain(passed.iter().map(|id| (id, true)));
        for (id, valid) in all {
            let mut trial = Trial {
                model: Some(Cow::Borrowed(&self.model)),
                task: Cow::Borrowed(&self.task),
                question: Value::Text(Cow::Borrowed(id)),
                ..Trial::default()
            };
            trial.outcome("valid", Value::Bool(valid));
            give(trial)?;
        }
        Ok(())
    }

    /// Questions of which nothing tells which they are: they are no other model's questions.
    fn unnamed(&self, correct: usize) -> Vec<String> {
        (1..=correct).map(|place| format!("unnamed {place} of {}", self.model)).collect()
    }

    /// The questions that passed: those that were asked without those that failed.
    fn passed(&self, record: &Record<'_>, correct: usize, total: usize) -> Result<Vec<String>> {
        let names = match &self.asked {
            _ if correct == 0 => return Ok(Vec::new()),
            None if self.survey => return Ok(self.unnamed(correct)),
            None => {
                let beside = self.responses.as_ref().map_or_else(String::new, |path| {
                    format!(", and there is no file of responses {path}, which would")
                });
                let what = format!("it does not name the {correct} questions that passed{beside}");
                return Err(record.wrong_but(what, Remedy::NameQuestions {}));
            }
            Some(AskedQuestions::Number(asked)) if *asked == total as u64 => {
                return Ok(self.unnamed(correct));
            }
            Some(AskedQuestions::Number(asked)) => {
                let what = format!("{total} questions were asked, not {asked}");
                return Err(record.wrong(what));
            }
            Some(AskedQuestions::Named(names)) => names,
        };
        let mut asked: BTreeSet<&String> = names.iter().collect();
        if asked.len() > total {
            // Those of other categories are among them.
            let start = format!("{}_", self.task);
            asked.retain(|name| name.starts_with(&start));
        }
        if let Some(other) = self.failed.iter().find(|id| !asked.contains(id)) {
            return Err(record.wrong(format!("{other} is not among the questions that were asked")));
        }
        if asked.len() != total {
            let named = asked.len();
            return Err(
                record.wrong(format!("{total} questions were asked, and {named} are named"))
            );
        }
        Ok(asked.into_iter().filter(|id| !self.failed.contains(*id)).cloned().collect())
    }
}
