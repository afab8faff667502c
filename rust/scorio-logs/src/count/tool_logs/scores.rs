//! Counting the trials of a tool's log: which score counts, and what it counts as.

use std::borrow::Cow;
use std::collections::BTreeSet;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use scorio_core::counts::Key;
use scorio_records::costs::error::TrialCostError;
use scorio_records::json::value::Value;
use scorio_records::records::error::RecordError;
use scorio_records::records::label;
use scorio_records::records::mark::Mark;
use scorio_records::records::place::Place;
use scorio_records::records::record::{Origin, Sink};
use scorio_records::spec::categories::{Categories, Outcome};
use scorio_records::spec::policy::Ids;
use scorio_records::spec::policy::OnMissing;
use scorio_records::spec::policy::OnRepeat;
use scorio_records::trials::counter::Trials;
use scorio_records::trials::error::TrialError;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::count::tool_logs::pass::Pass;
use crate::count::tool_logs::pass::ScoredQuestions;
use crate::count::tool_logs::pass::Tasks;
use crate::count::trials::details::RecordDetails;
use crate::count::trials::planned_rows::Group;
use crate::error::{Error, Result};
use crate::spec::score::ScoreChoice;
use crate::tools::choice::Choice;
use crate::tools::choice::Picked;
use crate::tools::tool::{LogFile, UNKNOWN};
use crate::tools::trial::{Score, Trial};

/// Takes the trials of a file, in one pass.
pub(in crate::count) struct TrialCounter<'r> {
    pub(in crate::count) choice: Choice,
    /// What a pass for names has found.
    pub(in crate::count) tasks: Tasks,
    pub(in crate::count) asked: ScoredQuestions,
    pub(in crate::count) counter: &'r mut Counter,
    pub(in crate::count) opened: &'r LogFile<'r>,
    pub(in crate::count) categories: Categories,
    pub(in crate::count) pass: Pass<'r>,
    /// Of each trial in several records, by row and code: the first of them, if none so far has the score.
    pub(in crate::count) parts: HashMap<(usize, Option<u32>), Option<Box<Place>>, FxBuildHasher>,
    /// Where there may be a plan.
    pub(in crate::count) groups: Option<Vec<Group>>,
    /// The current trial ended in an error. The report does not count it yet.
    pub(in crate::count) errored: bool,
    /// The cluster and the weight of this question.
    details: RecordDetails,
    /// How many trials a question of a model and a task has had, where their order alone tells them apart.
    occurrences: HashMap<[String; 3], u64, FxBuildHasher>,
}

/// What tells nothing of single trials.
const SUMS: &str = "scores that are sums over several trials";

/// What a trial is of: the labels of its counts, and its name.
#[derive(Clone, Copy)]
struct Named<'k> {
    key: Key<'k>,
    run: Option<&'k str>,
}

impl<'r> TrialCounter<'r> {
    pub(in crate::count) fn new(
        counter: &'r mut Counter,
        opened: &'r LogFile<'r>,
        pass: Pass<'r>,
        choice: Choice,
        plans: bool,
    ) -> Self {
        Self {
            choice,
            tasks: Tasks::new(),
            asked: ScoredQuestions::default(),
            counter,
            opened,
            categories: opened.spec.categories_or(Categories::graded()),
            pass,
            parts: HashMap::default(),
            groups: plans.then(Vec::new),
            errored: false,
            details: RecordDetails::default(),
            occurrences: HashMap::default(),
        }
    }
}

impl TrialCounter<'_> {
    /// Whether a trial without the score is an error.
    fn refuses_lack(&self, trial: &Trial<'_>) -> bool {
        !trial.partial
            && self.counter.signals.is_none()
            && !trial.scores.is_empty()
            && self.opened.spec.on_missing == OnMissing::Error
    }

    /// Whether a pass has found the whole name that it looks for.
    pub(in crate::count) fn found_it(&self) -> bool {
        matches!(self.pass, Pass::Naming(Some(name)) if self.choice.names().contains(name))
    }

    /// A reading that ends too early is noted by the pass that counts.
    pub(in crate::count) fn tolerated(&mut self, read: Result<()>) -> Result<()> {
        match read {
            Err(Error::Stopped) if self.found_it() => Ok(()),
            Err(error) if error.is_cut() && matches!(self.pass, Pass::Naming(_)) => Ok(()),
            read => self.counter.tolerated(read),
        }
    }

    pub(in crate::count) fn malformed(&mut self, error: RecordError) -> Result<()> {
        self.counter.malformed(error)
    }

    pub(in crate::count) fn take(&mut self, trial: Trial<'_>, origin: &dyn Origin) -> Result<()> {
        let input = self.opened.input;
        let task = input.task.as_deref().unwrap_or(&trial.task);
        if matches!(self.pass, Pass::Naming(_)) {
            return self.name(task, &trial, origin);
        }
        if let Some(gathered) = &mut self.counter.gathered {
            for score in &trial.scores {
                gathered.add(&score.name, &score.value);
            }
        }
        let model = input.model.as_deref().or(trial.model.as_deref());
        let unknown = self.opened.survey.then_some(UNKNOWN);
        let model = model.or(unknown);
        let model =
            model.filter(|model| !model.is_empty()).ok_or_else(|| self.opened.no_model(""))?;
        let Some(question) = question(&trial, self.opened.spec.ids) else {
            let value = trial.question.describe();
            return Err(CountError::Question { place: origin.place(), value }.into());
        };
        let run = match (input.trial.as_deref(), trial.run.as_deref()) {
            (Some(outer), Some(own)) => Some(Cow::Owned(format!("{outer}.{own}"))),
            (Some(outer), None) if !trial.partial => {
                let of = [model, task, &question].map(str::to_owned);
                let next = self.occurrences.entry(of).or_insert(0_u64);
                *next += 1;
                Some(Cow::Owned(format!("{outer}.{}", *next - 1)))
            }
            (outer, own) => outer.or(own).map(Cow::Borrowed),
        };
        let named = self.counter.run_of(model, origin)?;
        let model = named.as_deref().unwrap_or(model);
        let key = Key { model, task, score: "", question: &question };
        let named = Named { key, run: run.as_deref() };
        self.errored = trial.errored;
        self.details = self.counter.details(origin)?;
        if let Pass::All(tasks, asked) = self.pass {
            let names = tasks.get(task);
            let of = |name: &str| asked.contains(&[task, name, &*question].map(str::to_owned));
            // Of a question without any of the scores, nothing tells which it should have had.
            let none = !names.into_iter().flatten().any(|name| of(name));
            for name in names.into_iter().flatten().filter(|name| none || of(name)) {
                if !self.counter.unfit.contains_key(&unfit(task, name)) {
                    let score = trial.scores.iter().find(|score| score.name == *name);
                    let named = Named { key: Key { score: name, ..key }, ..named };
                    self.count(&named, &trial, score, name, origin)?;
                }
            }
        } else {
            let mut choice = std::mem::take(&mut self.choice);
            let counted = self.picked(&mut choice, &named, &trial, origin);
            self.choice = choice;
            if !counted? {
                return Ok(());
            }
        }
        self.counter.trials.report.records += 1;
        self.counter.file_records += 1;
        Ok(())
    }

    /// Takes note of a trial's scores, and of those that have no category.
    fn name(&mut self, task: &str, trial: &Trial<'_>, origin: &dyn Origin) -> Result<()> {
        self.choice.see(&trial.scores);
        if self.found_it() {
            // The rest of the record is not needed.
            return Err(Error::Stopped);
        }
        if !self.tasks.contains_key(task) {
            self.tasks.insert(task.to_owned(), BTreeSet::new());
        }
        if self.opened.spec.score == ScoreChoice::All
            && let Some(question) = question(trial, self.opened.spec.ids)
        {
            let asked = |score: &Score<'_>| [task, &*score.name, &*question].map(str::to_owned);
            self.asked.extend(trial.scores.iter().map(asked));
        }
        for score in &trial.scores {
            let value = self.categories.letter(&score.value);
            let outcome = self.categories.classify(&value);
            // What has no value anywhere is nothing to count.
            let missing = matches!(outcome, Outcome::Missing(_)) && score.of <= 1;
            if let Some(names) = self.tasks.get_mut(task)
                && !missing
                && !names.contains(&*score.name)
            {
                names.insert(score.name.to_string());
            }
            let unfit = match outcome {
                _ if score.of > 1 => self.right(score, origin).is_err(),
                outcome => outcome == Outcome::Unknown,
            };
            if unfit && self.opened.spec.score == ScoreChoice::All {
                let why = || format!("{} in {}", score.value.describe(), origin.place());
                self.counter.unfit.entry(self::unfit(task, &score.name)).or_insert_with(why);
            }
        }
        Ok(())
    }

    /// Counts the score of a trial that is chosen. False if another of its records may have it.
    fn picked(
        &mut self,
        choice: &mut Choice,
        named: &Named<'_>,
        trial: &Trial<'_>,
        origin: &dyn Origin,
    ) -> Result<bool> {
        let score = match choice.pick(&trial.scores) {
            Picked::Score(score) => Some(score),
            Picked::Lacking => {
                if self.refuses_lack(trial)
                    && let Some(score) = choice.nowhere()
                {
                    let (place, score) = (origin.place(), score.to_owned());
                    let scores = choice.names().iter().cloned().collect();
                    return Err(CountError::NoScoreInTrial { place, score, scores }.into());
                }
                None
            }
            Picked::Several(scores) => {
                let score = choice.counted().unwrap_or("");
                return Err(self.opened.several_scores(score, scores));
            }
        };
        if self.opened.spec.score == ScoreChoice::First {
            self.one_headline(choice, named.key.task)?;
        }
        self.count(named, trial, score, choice.counted().unwrap_or("score"), origin)
    }

    /// Counts a score of a trial. False if another record of the trial may have it.
    fn count(
        &mut self,
        named: &Named<'_>,
        trial: &Trial<'_>,
        score: Option<&Score<'_>>,
        name: &str,
        origin: &dyn Origin,
    ) -> Result<bool> {
        let Named { key, run } = *named;
        let row = self.counter.trials.counts.row_of(key);
        self.counter.describe_as(row, &self.details, origin)?;
        let code = run.map(|run| self.counter.trials.code(run, origin)).transpose()?;
        if trial.partial && score.is_none() {
            self.parts.entry((row, code)).or_insert_with(|| Some(origin.place()));
            return Ok(false);
        }
        if trial.partial {
            self.parts.insert((row, code), None);
        }
        let new = if self.counter.signals.is_some() {
            if score.is_some_and(|score| score.of > 1) {
                return Err(CountError::RubricConflict { conflict: SUMS }.into());
            }
            let outcome = score.map_or(&Value::Absent, |score| &score.value);
            self.counter.graded_trial(row, code, trial, outcome, &self.categories, origin)?
        } else if let Some(score) = score.filter(|score| score.of > 1) {
            if self.counter.costs.is_some() {
                return Err(TrialCostError::Conflict { conflict: SUMS }.into());
            }
            self.sum(score, row, run, origin)?
        } else if let Some(done) = self.is_sum(row, code, 1, origin)? {
            done
        } else {
            let value = score.map_or(&Value::Absent, |score| &score.value);
            let mark = self.mark(value, trial.errored, name, || origin.place())?;
            self.counter.read_cost_of(key.model, trial.record.as_deref(), origin)?;
            let settled = self.settle(row, code, mark, self.categories.number(value))?;
            if code.is_none() && self.counter.trail.samples(row) {
                self.counter.trail.keep(row, mark, &origin.members());
            }
            settled
        };
        if !new {
            let run = run.unwrap_or("");
            let what = format!("model {}, question {}, trial {run}", key.model, key.question);
            return Err(Error::from(TrialError::Duplicate { place: origin.place(), trial: what }));
        }
        if let Some(groups) = &mut self.groups {
            Group::of(groups, key).add(row, key.question);
        }
        Ok(true)
    }

    /// Counts a trial, and in the report whether it went wrong.
    pub(in crate::count) fn settle(
        &mut self,
        row: usize,
        code: Option<u32>,
        mark: Mark,
        number: Option<f64>,
    ) -> Result<bool> {
        let report = &self.counter.trials.report;
        let (replaced, ignored) = (report.repeats_replaced, report.repeats_ignored);
        if !self.counter.settle_number(row, code, mark, number)? {
            return Ok(false);
        }
        let Counter { trials: Trials { report, .. }, errors, spec, .. } = &mut *self.counter;
        if report.repeats_replaced > replaced
            && let Some(code) = code
            && errors.remove(&(row, code))
        {
            report.errored -= 1;
        }
        let missing = !matches!(mark, Mark::Category(_));
        if self.errored && missing && report.repeats_ignored == ignored {
            // Once, however many scores it lacks.
            self.errored = false;
            report.errored += 1;
            if let Some(code) = code.filter(|_| spec.on_repeat == OnRepeat::Last) {
                errors.insert((row, code));
            }
        }
        Ok(true)
    }

    /// Refuses a file whose score of a task is another than that of a file before, where none is named.
    fn one_headline(&mut self, choice: &Choice, task: &str) -> Result<()> {
        let Some(score) = choice.counted() else { return Ok(()) };
        let file = || self.opened.path.display().to_string();
        match self.counter.headlines.get(task) {
            None => {
                let known = (score.to_owned(), file());
                self.counter.headlines.insert(task.to_owned(), known);
            }
            Some((known, other)) if known != score => {
                return Err(CountError::TwoScores {
                    task: task.into(),
                    known: known.as_str().into(),
                    other: other.as_str().into(),
                    score: score.into(),
                    file: file().into(),
                }
                .into());
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// How a trial counts.
    pub(in crate::count) fn mark(
        &self,
        value: &Value<'_>,
        errored: bool,
        name: &str,
        place: impl Fn() -> Box<Place>,
    ) -> Result<Mark> {
        let value = &self.categories.letter(value);
        let how = match self.categories.classify(value) {
            Outcome::Category(category) => return Ok(Mark::Category(category)),
            Outcome::Unknown => {
                return Err(TrialError::outcome(place(), name, value, &self.categories).into());
            }
            Outcome::Missing(how) => how,
        };
        let spec = self.opened.spec;
        let policy =
            if errored { spec.on_error.unwrap_or(spec.on_missing) } else { spec.on_missing };
        match policy {
            OnMissing::Drop => Ok(Mark::Dropped),
            OnMissing::Fail => Ok(Mark::Failed),
            OnMissing::Error if errored => Err(Error::from(CountError::Errored { place: place() })),
            OnMissing::Error => Err(Error::from(TrialError::MissingOutcome {
                place: place(),
                field: name.to_owned(),
                value: how,
            })),
        }
    }
}

/// The label of a trial's question, if it has one.
fn question<'t>(trial: &'t Trial<'_>, ids: Ids) -> Option<Cow<'t, str>> {
    match &trial.question {
        Value::Text(text) if !text.is_empty() => Some(label::question(text, true, ids)),
        Value::Number(text) | Value::Cell(text) => Some(Cow::Borrowed(text)),
        _ => None,
    }
}

/// A task and one of its scores.
pub(in crate::count) fn unfit(task: &str, score: &str) -> [String; 2] {
    [task, score].map(str::to_owned)
}
