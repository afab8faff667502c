//! The formats of the tools that people use: how each is told, what it maps to what, and its reader.
//!
//! A reader is one small file with one [`Kind`]. It either names the fields of a long table, which is
//! then read as any other, or makes trials of the records that stand at some path of a document.

use std::path::Path;

use crate::document::ENTRIES;
use crate::error::{Error, Result};
use crate::json::{Paths, Value};
use crate::look::Look;
use crate::record::Origin;
use crate::sidecar;
use crate::source::Source;
use crate::spec::{Input, Label, Measure, Spec, Which};
use crate::trial::Trial;
use crate::window::Meter;

mod bigcodebench;
mod canonical;
mod evalperf;
mod evalplus;
mod every_eval_ever;
mod helm;
mod human_eval;
mod inspect_ai;
mod livecodebench;
mod lm_eval;
mod promptfoo;
mod tau2;
mod tau_bench;
mod terminal_bench;
mod verifiers;
mod verl;

/// All formats, in the order in which they are tried.
pub const KINDS: &[&Kind] = &[
    &inspect_ai::KIND,
    &lm_eval::KIND,
    &tau_bench::KIND,
    &tau2::KIND,
    &human_eval::KIND,
    &evalplus::KIND,
    &evalperf::KIND,
    &bigcodebench::KIND,
    &livecodebench::KIND,
    &terminal_bench::KIND,
    &every_eval_ever::KIND,
    &helm::KIND,
    &promptfoo::KIND,
    &verifiers::KIND,
    &verl::KIND,
];

/// The model of a log that names none, where that does not matter.
pub(crate) const UNKNOWN: &str = "unknown";

/// A tool's format.
#[derive(Debug)]
pub struct Kind {
    /// Its name, as in `format = "…"`.
    pub name: &'static str,
    /// The tool.
    pub title: &'static str,
    /// For each of model, task, question, trial, score (and others), where it is found.
    pub maps: &'static [(&'static str, &'static str)],
    /// Whether a log is one.
    pub(crate) told_by: fn(&Look) -> bool,
    pub(crate) open: fn(&Opened<'_>) -> Result<Reading>,
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Kind {}

/// A file of some format, before it is read.
pub(crate) struct Opened<'o> {
    pub(crate) kind: &'static Kind,
    pub(crate) path: &'o Path,
    pub(crate) look: &'o Look,
    pub(crate) input: &'o Input,
    pub(crate) spec: &'o Spec,
    /// It is to be known what the file holds, whosever it is.
    pub(crate) survey: bool,
}

/// How a file is read.
pub(crate) enum Reading {
    /// As a long table of these fields.
    Fields(Fields),
    /// By a reader of records.
    Records(Box<dyn Records>),
}

/// The fields of a long table.
pub(crate) struct Fields {
    pub(crate) model: Label,
    pub(crate) task: Label,
    pub(crate) question: Label,
    pub(crate) trial: Label,
    pub(crate) measure: Measure,
}

impl Fields {
    /// The user's own.
    pub(crate) fn of(spec: &Spec) -> Self {
        Self {
            model: spec.model.clone(),
            task: spec.task.clone(),
            question: spec.question.clone(),
            trial: spec.trial.clone(),
            measure: spec.measure.clone(),
        }
    }
}

/// Where the records of a file stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One on each line.
    Lines,
    /// At a path of a document.
    At(&'static [&'static str]),
}

impl Layout {
    /// The entries of a list.
    pub(crate) const LIST: Self = Self::At(&[ENTRIES]);
}

/// Makes trials of records.
pub(crate) trait Records {
    /// Where the records stand.
    fn layout(&self) -> Layout;

    /// The dotted fields of a record that are wanted.
    fn fields(&self) -> &'static [&'static str];

    /// The dotted fields of the document, beside the records, that are wanted.
    fn head(&self) -> &'static [&'static str] {
        &[]
    }

    /// How many of them, from the first on, must be known before the records.
    fn needed(&self) -> usize {
        self.head().len()
    }

    /// The scores of which the first that is there counts, if the user names none; without any, the
    /// first score of the file.
    fn headlines(&self) -> &'static [&'static str] {
        &[]
    }

    /// How many parts the file has, each with records of its own.
    fn parts(&self) -> usize {
        1
    }

    /// Opens a part that is not the file itself.
    fn open_part(&mut self, part: usize, meter: &mut Meter<'_>) -> Result<Option<Source>> {
        let _ = (part, meter);
        Ok(None)
    }

    /// Whether it grades responses anew by [`Spec::regrade`].
    fn regrades(&self) -> bool {
        false
    }

    /// The trials of a record.
    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()>;

    /// Whether there may be a plan at the end.
    fn plans(&self) -> bool {
        false
    }

    /// What there is to say after the last record, of which the document has said this.
    fn ending(&mut self, head: &[Option<String>]) -> Ending {
        let _ = head;
        Ending::default()
    }
}

/// What a log says of itself as a whole.
#[derive(Debug, Default)]
pub(crate) struct Ending {
    /// Why what was read is not all that there should be, in half a sentence.
    pub(crate) interrupted: Option<String>,
    /// What else its reader should know, in half a sentence.
    pub(crate) remark: Option<String>,
    pub(crate) plan: Option<Plan>,
}

/// The trials that a log says there were to be.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// How many questions.
    pub(crate) questions: u64,
    /// Those whose identifiers the log names, as labels.
    pub(crate) named: Vec<String>,
    /// How many trials of each question.
    pub(crate) trials: u64,
    /// The number of the first trial; nothing where only their order tells trials apart.
    pub(crate) first: Option<u64>,
}

/// Takes a trial.
pub(crate) type Give<'g> = dyn FnMut(Trial<'_>) -> Result<()> + 'g;

/// A record with the values that its reader wanted.
pub(crate) struct Record<'r> {
    /// Of the document, as [`Records::head`] names them.
    pub(crate) head: &'r [Option<String>],
    /// What [`crate::document::EACH`] stood for, from the outside in.
    pub(crate) names: &'r [String],
    /// As [`Records::fields`] names them.
    pub(crate) values: &'r [Value<'r>],
    pub(crate) fields: &'static [&'static str],
    pub(crate) origin: &'r dyn Origin,
}

impl<'r> Record<'r> {
    /// A value, absent if there is none.
    pub(crate) fn get(&self, place: usize) -> Value<'r> {
        self.values.get(place).cloned().unwrap_or_default()
    }

    /// A value that must be there.
    pub(crate) fn need(&self, place: usize) -> Result<Value<'r>> {
        match self.get(place) {
            Value::Absent => {
                let name = self.fields.get(place).copied().unwrap_or("");
                Err(self.wrong(format!("there is no field \"{name}\"")))
            }
            value => Ok(value),
        }
    }

    /// All of the record.
    pub(crate) fn text(&self) -> &'r str {
        self.origin.text().unwrap_or("")
    }

    /// An error at this record.
    pub(crate) fn wrong(&self, what: impl Into<String>) -> Error {
        Error::Record { place: self.origin.place(), what: what.into() }
    }
}

impl Opened<'_> {
    /// The model: what the user set, or what the file says, if it does.
    pub(crate) fn model(&self, found: Option<String>) -> Result<Label> {
        self.model_name(found, "").map(Label::Constant)
    }

    /// The same for records, with where the model was looked for.
    pub(crate) fn model_name(&self, found: Option<String>, looked_for: &str) -> Result<String> {
        let known = self.input.model.clone().or(found).filter(|model| !model.is_empty());
        let known = known.or_else(|| self.survey.then(|| UNKNOWN.to_owned()));
        known.ok_or_else(|| self.no_model(looked_for))
    }

    /// The task: what the user set, or what the file says, if it does.
    pub(crate) fn task(&self, found: Option<String>) -> Label {
        Label::Constant(self.input.task.clone().or(found).unwrap_or_default())
    }

    /// The model: what the user set, or the file's name without the first of these endings that it has.
    /// Names that tools give to files of any model are none.
    pub(crate) fn model_in_name(&self, endings: &[&str]) -> Result<String> {
        let stem = self.stem();
        let name = endings.iter().find_map(|ending| stem.strip_suffix(ending)).unwrap_or(stem);
        let name = name.strip_suffix(".jsonl").unwrap_or(name);
        let any = ["", "eval_results", "results", "samples", "samples-sanitized"].contains(&name);
        self.model_name((!any).then(|| name.to_owned()), "nor does its name")
    }

    pub(crate) fn no_model(&self, hint: &str) -> Error {
        let hint = if hint.is_empty() { String::new() } else { format!(" ({hint})") };
        Error::NoModel { file: self.path.display().to_string(), hint }
    }

    /// The outcome at a field, by the user's categories.
    pub(crate) fn outcome(&self, field: &str) -> Measure {
        let categories = self.spec.given_categories().unwrap_or_default();
        Measure::Outcome { field: field.to_owned(), categories }
    }

    /// Refuses a score that is not the one outcome there is.
    pub(crate) fn has_score(&self, fields: &Fields) -> Result<()> {
        let Which::Named(score) = &self.spec.score else { return Ok(()) };
        let scores = match &fields.measure {
            Measure::Outcome { field, .. } if field == score => return Ok(()),
            Measure::Outcome { field, .. } => vec![field.clone()],
            Measure::Aggregate { .. } => Vec::new(),
        };
        Err(self.score(None, "no score", score, scores))
    }

    /// The file's name without its endings: `.gz`, `.zst`, then one other.
    pub(crate) fn stem(&self) -> &str {
        let name = self.path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// The name of a folder above the file: 1 for the one that it is in.
    pub(crate) fn folder(&self, up: usize) -> Option<String> {
        if self.is_standard_input() {
            return None;
        }
        let folder = self.path.ancestors().nth(up)?;
        // A relative path may not name its folders.
        let folder = if folder.as_os_str().is_empty() || folder.file_name().is_none() {
            std::path::absolute(self.path).ok()?.ancestors().nth(up)?.to_path_buf()
        } else {
            folder.to_path_buf()
        };
        folder.file_name().and_then(|name| name.to_str()).map(str::to_owned)
    }

    /// Values of a JSON file that stands beside the log; `None` if there is no such file.
    pub(crate) fn beside(
        &self,
        name: &str,
        fields: &[&str],
    ) -> Result<Option<Vec<Option<String>>>> {
        if self.is_standard_input() {
            return Ok(None);
        }
        sidecar::read(&self.path.with_file_name(name), fields)
    }

    /// A score that is not there, or several that are.
    pub(crate) fn score(
        &self,
        task: Option<&str>,
        what: &'static str,
        score: &str,
        scores: Vec<String>,
    ) -> Error {
        let task = task.filter(|task| !task.is_empty());
        let task = task.map_or(String::new(), |task| format!(" (task {task})"));
        let file = format!("{}{task}", self.path.display());
        Error::Score { file, what, score: score.to_owned(), scores }
    }

    /// Whether it comes from nowhere: what stands in the current folder says nothing of it.
    pub(crate) fn is_standard_input(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// An error about the file.
    pub(crate) fn not(&self, what: impl Into<String>) -> Error {
        let (file, format) = (self.path.display().to_string(), self.kind.name);
        Error::NotFormat { file, format, what: what.into() }
    }
}

/// The values of dotted fields in a JSON text.
pub(crate) fn values<'a>(text: &'a str, fields: &[&str]) -> Option<Vec<Value<'a>>> {
    let fields: Vec<_> = fields.iter().copied().map(Some).collect();
    Paths::new(&fields).find(text).ok()
}
