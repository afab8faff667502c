//! The formats of the tools that people use: how each is detected, what it maps to what, and its reader.
//!
//! A reader is one small file with one [`Tool`]. It either names the fields of a long table, or
//! makes trials of the records at a path of a document.

use std::path::{Path, PathBuf};

use scorio_records::spec::categories::Categories;
use scorio_records::spec::label::{self, Label};

use crate::error::{Error, Result};
use crate::remedy::Remedy;
use crate::source::open::LastArchive;
use crate::source::packing::{PACKINGS, unpacked};
use crate::source::sidecar;
use crate::spec::options::{Input, Measure, Spec};
use crate::spec::score::ScoreChoice;
use crate::tools::error::ToolError;
use crate::tools::reader::RecordReader;
use crate::tools::sniff::Sniffed;

/// The model of a log that names none, where that does not matter.
pub(crate) const UNKNOWN: &str = "unknown";

/// A tool's format.
#[derive(Debug)]
pub struct Tool {
    /// Its name, as in `format = "…"`.
    pub name: &'static str,
    /// The tool.
    pub title: &'static str,
    /// For each of model, task, question, trial, score (and others), where it is found.
    pub maps: &'static [(&'static str, &'static str)],
    /// The log that a file beside it belongs to.
    pub(crate) part_of: fn(&Path) -> Option<PathBuf>,
    /// Whether a log is one.
    pub(crate) detects: fn(&Sniffed) -> bool,
    pub(crate) open: fn(&LogFile<'_>) -> Result<Reading>,
}

/// Of a tool whose logs are single files.
pub(crate) fn not_a_part(_: &Path) -> Option<PathBuf> {
    None
}

/// The log beside a file of one name, plain or compressed.
pub(crate) fn log_beside(path: &Path, name: &str, log: &str) -> Option<PathBuf> {
    path.file_name().filter(|here| *here == name)?;
    let mut endings = [""].into_iter().chain(PACKINGS);
    endings.find_map(|packed| {
        let log = path.with_file_name(format!("{log}{packed}"));
        log.is_file().then_some(log)
    })
}

impl PartialEq for Tool {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Tool {}

/// A file of some format, before it is read.
pub(crate) struct LogFile<'o> {
    pub(crate) kind: &'static Tool,
    pub(crate) path: &'o Path,
    pub(crate) sniffed: &'o Sniffed,
    pub(crate) input: &'o Input,
    pub(crate) spec: &'o Spec,
    pub(crate) archives: &'o LastArchive,
    /// Only the format is wanted: scores and models need not be known.
    pub(crate) survey: bool,
}

/// How a file is read.
pub(crate) enum Reading {
    /// As a long table of these fields.
    Fields(Box<TableFields>),
    /// By a reader of records.
    Records(Box<dyn RecordReader>),
}

impl Reading {
    /// Whether it takes note of the questions that a user says were asked.
    pub(crate) fn takes_asked(&self) -> bool {
        matches!(self, Self::Records(records) if records.takes_asked())
    }

    /// As a long table.
    pub(crate) fn fields(fields: TableFields) -> Self {
        Self::Fields(Box::new(fields))
    }
}

/// The fields of a long table.
pub(crate) struct TableFields {
    pub(crate) model: Label,
    pub(crate) task: Label,
    pub(crate) question: Label,
    pub(crate) trial: Label,
    pub(crate) measure: Measure,
}

impl TableFields {
    /// The user's own.
    pub(crate) fn of(spec: &Spec) -> Self {
        let labels = [&spec.model, &spec.task, &spec.question, &spec.trial];
        let [model, task, question, trial] = label::once(labels.map(Label::clone));
        Self { model, task, question, trial, measure: spec.measure.clone() }
    }
}

impl LogFile<'_> {
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

    pub(crate) fn no_model(&self, looked_for: &str) -> Error {
        let file = self.path.display().to_string();
        let remedy = Remedy::SetConstant { label: "model" };
        Error::from(ToolError::NoModel { file, looked_for: looked_for.to_owned(), remedy })
    }

    /// The outcome at a field, by the user's categories.
    pub(crate) fn outcome(&self, field: &str) -> Measure {
        let categories = self.spec.categories_or(Categories::binary());
        Measure::Outcome { field: field.to_owned(), categories }
    }

    /// Refuses a score that is not the one outcome there is.
    pub(crate) fn has_score(&self, fields: &TableFields) -> Result<()> {
        let ScoreChoice::Named(score) = &self.spec.score else { return Ok(()) };
        let scores = match &fields.measure {
            Measure::Outcome { field, .. } if field == score => return Ok(()),
            Measure::Outcome { field, .. } => vec![field.clone()],
            Measure::Aggregate { .. } => Vec::new(),
        };
        Err(self.no_score(None, score, scores))
    }

    /// The file's name without its endings: `.gz`, `.zst`, then one other.
    pub(crate) fn stem(&self) -> &str {
        let name = self.path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        let name = unpacked(name);
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

    /// Values of a JSON file that stands beside the log. `None` if there is no such file.
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

    /// A score that no trial has.
    pub(crate) fn no_score(&self, task: Option<&str>, score: &str, scores: Vec<String>) -> Error {
        let task = task.filter(|task| !task.is_empty()).map(str::to_owned);
        let (file, score) = (self.path.display().to_string(), score.to_owned());
        Error::from(ToolError::NoScore { file, task, score, scores })
    }

    /// Part of a name that several scores have.
    pub(crate) fn several_scores(&self, score: &str, scores: Vec<String>) -> Error {
        let (file, score) = (self.path.display().to_string(), score.to_owned());
        Error::from(ToolError::SeveralScores { file, score, scores })
    }

    /// Whether it comes from nowhere: what stands in the current folder says nothing of it.
    pub(crate) fn is_standard_input(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// An error about the file.
    pub(crate) fn not(&self, problem: impl Into<String>, remedy: Option<Remedy>) -> Error {
        let (file, format) = (self.path.display().to_string(), self.kind.name);
        Error::from(ToolError::NotFormat { file, format, problem: problem.into(), remedy })
    }
}
