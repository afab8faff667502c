//! Labels of another file, joined to the trials of a log by model, task, question and trial.

use std::collections::{BTreeMap, BTreeSet};

use crate::counts::counts::Counts;
use crate::counts::question::Question;
use crate::error::Result;
use crate::judge::error::JudgeError;
use crate::printable::Printable;
use crate::rubric::grading::{GradedTrial, Grades};
use crate::rubric::trial::TrialKey;

/// The trials of a reading, with their questions.
#[derive(Clone, Copy, Debug)]
pub struct ReadTrials<'r> {
    /// The trials and their names.
    pub grades: &'r Grades,
    /// What their rows are.
    pub counts: &'r Counts,
}

/// A file whose trials have labels.
#[derive(Clone, Copy, Debug)]
pub struct LabelFile<'r> {
    /// Its name.
    pub file: &'r str,
    /// Its trials.
    pub trials: ReadTrials<'r>,
    /// The signal that is the label.
    pub label: usize,
    /// What stands for the model where the file names none: its own name, mostly.
    pub unnamed: &'r [String],
    /// Whether labels of trials that the log lacks are left out.
    pub drops: bool,
}

/// Labels that stand in the log itself.
#[derive(Clone, Copy, Debug)]
pub struct OwnLabels<'r> {
    /// Their field.
    pub field: &'r str,
    /// For each trial of the log its label, or NaN.
    pub labels: &'r [f64],
}

impl OwnLabels<'_> {
    /// Where they stand, in words.
    #[must_use]
    pub fn place(&self) -> String {
        format!("the field \"{}\"", Printable(self.field))
    }
}

/// The labels of a log's trials.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinedLabels {
    /// For each trial of the log its label, or NaN.
    pub labels: Vec<f64>,
    /// How many labels the file has.
    pub given: u64,
    /// How many of them are equal to an earlier one of the same trial.
    pub equal: u64,
    /// How many name no trial of the log.
    pub unmatched: u64,
}

/// How many names an error lists.
const SHOWN: usize = 5;

/// Gives the trials of a log the labels of a file, beside those that they have already.
///
/// A label without a model is of the only model of the log. Without a task, a label is of the only task
/// that has its question. Without a trial, it is of the only trial of its question.
///
/// # Errors
/// - The file has no label, or no label names a trial of the log.
/// - A label names no trial of the log, and such labels are not left out.
/// - A label does not say which of several models, tasks or trials it is of.
/// - A trial has two different labels.
pub fn joined(
    log: ReadTrials<'_>,
    own: Option<OwnLabels<'_>>,
    file: &LabelFile<'_>,
) -> Result<JoinedLabels> {
    let given: Vec<(&GradedTrial, f64)> = file
        .trials
        .grades
        .trials
        .iter()
        .filter_map(|trial| Some((trial, *trial.signals.get(file.label)?)))
        .filter(|(_, label)| !label.is_nan())
        .collect();
    if given.is_empty() {
        return Err(JudgeError::EmptyFile { file: file.file.to_owned() }.into());
    }
    let questions = LogQuestions::of(log.counts);
    let mut named = Vec::with_capacity(given.len());
    for (trial, label) in given {
        let named_by = LabelName::of(file, trial, &questions)?;
        named.push((questions.row(&named_by, file.file)?, named_by, label));
    }
    let names = names_of(log, &named.iter().filter_map(|(row, ..)| *row).collect());
    let total = named.len() as u64;
    let lacking = || vec![f64::NAN; log.grades.trials.len()];
    let labels = own.map_or_else(lacking, |own| own.labels.to_vec());
    let mut found = JoinedLabels { labels, given: total, equal: 0, unmatched: 0 };
    let mut first_by_trial: BTreeMap<usize, &LabelName<'_>> = BTreeMap::new();
    let mut first_unmatched = None;
    for (row, by, label) in &named {
        let trials = row.and_then(|row| names.get(&row));
        let trial = trials.map(|trials| by.trial_among(trials, file.file)).transpose()?.flatten();
        let Some(trial) = trial else {
            found.unmatched += 1;
            first_unmatched = first_unmatched.or(Some((by, *row)));
            continue;
        };
        let Some(known) = found.labels.get_mut(trial) else { continue };
        if known.is_nan() {
            *known = *label;
            first_by_trial.insert(trial, by);
            continue;
        }
        #[expect(clippy::float_cmp, reason = "a label is copied, not computed")]
        if *known == *label {
            found.equal += 1;
            continue;
        }
        let first = first_by_trial.get(&trial).map(|first| first.beside(&by.place));
        let first = first.or_else(|| own.map(|own| own.place())).unwrap_or_default();
        let (place, trial, label, other) = (by.place.clone(), by.words(), *label, *known);
        return Err(JudgeError::Contradiction { place, trial, label, other, first }.into());
    }
    if let Some((by, row)) = first_unmatched {
        let (place, trial) = (by.place.clone(), by.words());
        if found.unmatched == total {
            let known = questions.known(by, row.and_then(|row| names.get(&row)));
            return Err(JudgeError::NoOverlap { place, trial, known }.into());
        }
        if !file.drops {
            let unmatched = found.unmatched;
            return Err(JudgeError::Unmatched { place, trial, unmatched, labels: total }.into());
        }
    }
    Ok(found)
}

/// The trials of a question by their names.
type TrialsByName = BTreeMap<String, Vec<usize>>;

/// The names of the trials of some rows.
fn names_of(log: ReadTrials<'_>, rows: &BTreeSet<usize>) -> BTreeMap<usize, TrialsByName> {
    let mut names: BTreeMap<usize, TrialsByName> = BTreeMap::new();
    for (place, trial) in log.grades.trials.iter().enumerate() {
        if rows.contains(&trial.row) {
            let name = log.grades.names.name(trial.key).into_owned();
            names.entry(trial.row).or_default().entry(name).or_default().push(place);
        }
    }
    names
}

/// What a label is of, as its file says.
struct LabelName<'n> {
    place: String,
    model: &'n str,
    task: &'n str,
    question: &'n str,
    trial: Option<String>,
}

impl<'n> LabelName<'n> {
    fn of(file: &LabelFile<'n>, trial: &GradedTrial, questions: &LogQuestions<'n>) -> Result<Self> {
        let (grades, place) = (file.trials.grades, trial);
        let asked = file.trials.counts.get(trial.row);
        let (model, task, question) =
            asked.map_or(("", "", ""), |one| (one.model, one.task, one.question));
        let unnamed = file.unnamed.iter().any(|name| name == model);
        let model = match questions.models.first() {
            _ if !unnamed || questions.models.contains(model) => model,
            Some(only) if questions.models.len() == 1 => only,
            _ => {
                let models = listed(questions.models.iter().copied());
                let file = file.file.to_owned();
                return Err(JudgeError::NoModelField { file, models }.into());
            }
        };
        let named = matches!(trial.key, TrialKey::Code(_));
        let trial = named.then(|| grades.names.name(trial.key).into_owned());
        Ok(Self { place: grades.details.place(place), model, task, question, trial })
    }

    /// In words of a sentence.
    fn words(&self) -> String {
        let task = Some(self.task).filter(|task| !task.is_empty());
        let names = [
            ("model", Some(self.model)),
            ("task", task),
            ("question", Some(self.question)),
            ("trial", self.trial.as_deref()),
        ];
        let known = names.into_iter().filter_map(|(what, name)| Some((what, name?)));
        let words: Vec<_> = known.map(|(what, name)| format!("{what} \"{name}\"")).collect();
        words.join(", ")
    }

    /// Its place for a reader who has another one before him: without the file, if it is the same.
    fn beside(&self, other: &str) -> String {
        match (self.place.rsplit_once(", "), other.rsplit_once(", ")) {
            (Some((file, place)), Some((same, _))) if file == same => place.to_owned(),
            _ => self.place.clone(),
        }
    }

    /// Its trial among those of its question.
    fn trial_among(&self, trials: &TrialsByName, file: &str) -> Result<Option<usize>> {
        let several =
            |count: usize| (self.model.to_owned(), self.question.to_owned(), count as u64);
        let Some(name) = &self.trial else {
            let count: usize = trials.values().map(Vec::len).sum();
            if count > 1 {
                let (file, (model, question, trials)) = (file.to_owned(), several(count));
                return Err(JudgeError::NoTrialField { file, model, question, trials }.into());
            }
            return Ok(trials.values().flatten().next().copied());
        };
        match trials.get(name).map(Vec::as_slice) {
            None | Some([]) => Ok(None),
            Some([one]) => Ok(Some(*one)),
            Some(several) => {
                let (place, trial) = (self.place.clone(), self.words());
                let trials = several.len() as u64;
                Err(JudgeError::SeveralTrials { place, trial, trials }.into())
            }
        }
    }
}

/// The rows of a log.
struct LogQuestions<'l> {
    counts: &'l Counts,
    models: BTreeSet<&'l str>,
    /// By model, question and task.
    rows: BTreeMap<&'l str, BTreeMap<&'l str, BTreeMap<&'l str, usize>>>,
}

impl<'l> LogQuestions<'l> {
    fn of(counts: &'l Counts) -> Self {
        let mut rows: BTreeMap<_, BTreeMap<_, BTreeMap<_, _>>> = BTreeMap::new();
        for (row, one) in counts.iter().enumerate() {
            let own = rows.entry(one.model).or_default();
            own.entry(one.question).or_default().insert(one.task, row);
        }
        let models = counts.iter().map(|one| one.model).collect();
        Self { counts, models, rows }
    }

    /// The rows of a question by task. A text that reads as a number may have quotes in one of two logs.
    fn tasks(&self, by: &LabelName<'_>) -> Option<&BTreeMap<&'l str, usize>> {
        let quoted = format!("\"{}\"", by.question);
        let bare = by.question.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let names = [Some(by.question), Some(&*quoted), bare];
        let own = self.rows.get(by.model)?;
        names.into_iter().flatten().find_map(|name| own.get(name))
    }

    /// The row that a label names, if the log has it.
    fn row(&self, by: &LabelName<'_>, file: &str) -> Result<Option<usize>> {
        let Some(tasks) = self.tasks(by) else { return Ok(None) };
        let only = || tasks.values().next().copied().filter(|_| by.task.is_empty());
        match tasks.get(by.task) {
            Some(row) => Ok(Some(*row)),
            None if by.task.is_empty() && tasks.len() > 1 => {
                let asked = format!("model \"{}\" has question \"{}\"", by.model, by.question);
                let (file, tasks) = (file.to_owned(), listed(tasks.keys().copied()));
                Err(JudgeError::NoTaskField { file, asked, tasks }.into())
            }
            None => Ok(only()),
        }
    }

    /// What the log has in the place of the first name that it lacks.
    fn known(&self, by: &LabelName<'_>, trials: Option<&TrialsByName>) -> String {
        let of_model = |one: &Question<'_>| one.model == by.model;
        let of_task = |one: &Question<'_>| of_model(one) && one.task == by.task;
        let own: Vec<Question<'_>> = self.counts.iter().filter(of_model).collect();
        if let Some(trials) = trials {
            return format!("trials {}", listed(trials.keys().map(String::as_str)));
        }
        if own.is_empty() {
            return format!("models {}", listed(self.counts.iter().map(|one| one.model)));
        }
        if by.task.is_empty() || own.iter().any(of_task) {
            return format!("questions {}", listed(own.iter().map(|one| one.question)));
        }
        let tasks: BTreeSet<&str> = own.iter().map(|one| one.task).collect();
        format!("tasks {}", listed(tasks))
    }
}

/// The first of some names, in quotes. Each comes once, in its first place.
fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut seen = BTreeSet::new();
    let own: Vec<&str> = names.into_iter().filter(|name| seen.insert(*name)).collect();
    let shown: Vec<_> = own.iter().take(SHOWN).map(|name| format!("\"{name}\"")).collect();
    let more = own.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
