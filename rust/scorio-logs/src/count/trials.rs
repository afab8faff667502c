//! Counting the trials of a tool's log: which score counts, and what it counts as.

use std::borrow::Cow;
use std::collections::BTreeSet;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Counter;
use super::plan::Group;
use super::tool::{Asked, Pass, Tasks};
use crate::error::{Error, Place, Result};
use crate::formats::{Ending, Opened, UNKNOWN};
use crate::json::Value;
use crate::label;
use crate::outcome::{Categories, Outcome};
use crate::record::{Origin, Sink};
use crate::repeats::Mark;
use crate::spec::{Ids, OnMissing, OnRepeat, Which};
use crate::trial::{Choice, Picked, Score, Trial};

/// Scores beside the one that counts that are named, at most.
const SHOWN: usize = 8;

/// Takes the trials of a file, in one pass.
pub(super) struct Trials<'r> {
    pub(super) choice: Choice,
    /// What a pass for names has found.
    pub(super) tasks: Tasks,
    pub(super) asked: Asked,
    counter: &'r mut Counter,
    opened: &'r Opened<'r>,
    categories: Categories,
    pass: Pass<'r>,
    /// Of each trial in several records, by row and code: the first of them, if none so far has the score.
    parts: HashMap<(usize, Option<u32>), Option<Box<Place>>, FxBuildHasher>,
    /// Where there may be a plan.
    groups: Option<Vec<Group>>,
    /// The trial at hand went wrong, which is not yet in the report.
    errored: bool,
    /// How many trials a question of a model and a task has had, where their order alone tells them apart.
    occurrences: HashMap<[String; 3], u64, FxBuildHasher>,
}

/// What a trial is of.
struct Key<'k> {
    model: &'k str,
    task: &'k str,
    question: &'k str,
    run: Option<&'k str>,
}

impl<'r> Trials<'r> {
    pub(super) fn new(
        counter: &'r mut Counter,
        opened: &'r Opened<'r>,
        pass: Pass<'r>,
        choice: Choice,
        plans: bool,
    ) -> Self {
        Self {
            choice,
            tasks: Tasks::new(),
            asked: Asked::default(),
            counter,
            opened,
            categories: opened.spec.given_categories().unwrap_or_else(Categories::graded),
            pass,
            parts: HashMap::default(),
            groups: plans.then(Vec::new),
            errored: false,
            occurrences: HashMap::default(),
        }
    }
}

impl Trials<'_> {
    /// Whether a trial without the score is an error.
    fn refuses_lack(&self, trial: &Trial<'_>) -> bool {
        !trial.partial
            && !trial.scores.is_empty()
            && self.opened.spec.on_missing == OnMissing::Error
    }

    /// Whether a pass has found the whole name that it looks for.
    pub(super) fn found_it(&self) -> bool {
        matches!(self.pass, Pass::Naming(Some(name)) if self.choice.names().contains(name))
    }

    /// A reading that ends too early is noted by the pass that counts.
    pub(super) fn tolerated(&mut self, read: Result<()>) -> Result<()> {
        match read {
            Err(Error::Stopped) if self.found_it() => Ok(()),
            Err(error) if error.is_cut() && matches!(self.pass, Pass::Naming(_)) => Ok(()),
            read => self.counter.tolerated(read),
        }
    }

    pub(super) fn malformed(&mut self, error: Error) -> Result<()> {
        self.counter.malformed(error)
    }

    pub(super) fn take(&mut self, trial: Trial<'_>, origin: &dyn Origin) -> Result<()> {
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
            let what = format!("the question is {value}, which names nothing");
            return Err(Error::Record { place: origin.place(), what });
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
        let key = Key { model, task, question: &question, run: run.as_deref() };
        self.errored = trial.errored;
        if let Pass::All(tasks, asked) = self.pass {
            let names = tasks.get(task);
            let of = |name: &str| asked.contains(&[task, name, &*question].map(str::to_owned));
            // Of a question without any of the scores, nothing tells which it should have had.
            let none = !names.into_iter().flatten().any(|name| of(name));
            for name in names.into_iter().flatten().filter(|name| none || of(name)) {
                let task = apart(task, name);
                if !self.counter.unfit.contains_key(&*task) {
                    let score = trial.scores.iter().find(|score| score.name == *name);
                    self.count(&Key { task: &task, ..key }, &trial, score, name, origin)?;
                }
            }
        } else {
            let mut choice = std::mem::take(&mut self.choice);
            let counted = self.picked(&mut choice, &key, &trial, origin);
            self.choice = choice;
            if !counted? {
                return Ok(());
            }
        }
        self.counter.report.records += 1;
        self.counter.file_records += 1;
        Ok(())
    }

    /// Takes note of a trial's scores, and of those that have no category.
    fn name(&mut self, task: &str, trial: &Trial<'_>, origin: &dyn Origin) -> Result<()> {
        self.choice.see(&trial.scores);
        if self.found_it() {
            // Nothing else is to be known.
            return Err(Error::Stopped);
        }
        if !self.tasks.contains_key(task) {
            self.tasks.insert(task.to_owned(), BTreeSet::new());
        }
        if self.opened.spec.score == Which::All
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
            if unfit && self.opened.spec.score == Which::All {
                let task = apart(task, &score.name).into_owned();
                let why = || format!("{} in {}", score.value.describe(), origin.place());
                self.counter.unfit.entry(task).or_insert_with(why);
            }
        }
        Ok(())
    }

    /// Counts the score of a trial that is chosen; false if another of its records may have it.
    fn picked(
        &mut self,
        choice: &mut Choice,
        key: &Key<'_>,
        trial: &Trial<'_>,
        origin: &dyn Origin,
    ) -> Result<bool> {
        let score = match choice.pick(&trial.scores) {
            Picked::Score(score) => Some(score),
            Picked::Lacking => {
                if self.refuses_lack(trial)
                    && let Some(score) = choice.nowhere()
                {
                    let names: Vec<_> = choice.names().iter().map(|name| &**name).collect();
                    let what = format!(
                        "the trial has no score \"{score}\"; its scores are {}; name one of these or, if other trials have it, say what to do with missing outcomes: drop, or fail to count them as failures",
                        names.join(", ")
                    );
                    return Err(Error::Record { place: origin.place(), what });
                }
                None
            }
            Picked::Several(scores) => {
                let score = choice.counted().unwrap_or("");
                return Err(self.opened.score(None, "several scores", score, scores));
            }
        };
        if self.opened.spec.score == Which::First {
            self.one_headline(choice, key.task)?;
        }
        self.count(key, trial, score, choice.counted().unwrap_or("score"), origin)
    }

    /// Counts a score of a trial; false if another record of the trial may have it.
    fn count(
        &mut self,
        key: &Key<'_>,
        trial: &Trial<'_>,
        score: Option<&Score<'_>>,
        name: &str,
        origin: &dyn Origin,
    ) -> Result<bool> {
        let row = self.counter.counts.row(key.model, key.task, key.question);
        let code = key.run.map(|run| self.counter.code(run, origin)).transpose()?;
        if trial.partial && score.is_none() {
            self.parts.entry((row, code)).or_insert_with(|| Some(origin.place()));
            return Ok(false);
        }
        if trial.partial {
            self.parts.insert((row, code), None);
        }
        let new = if let Some(score) = score.filter(|score| score.of > 1) {
            self.sum(score, row, key.run, origin)?
        } else if let Some(done) = self.is_sum(row, code, 1, origin)? {
            done
        } else {
            let value = score.map_or(&Value::Absent, |score| &score.value);
            let mark = self.mark(value, trial.errored, name, || origin.place())?;
            self.settle(row, code, mark)?
        };
        if !new {
            let run = key.run.unwrap_or("");
            let what = format!("model {}, question {}, trial {run}", key.model, key.question);
            return Err(Error::Repeated { place: origin.place(), what });
        }
        if let Some(groups) = &mut self.groups {
            Group::of(groups, key.model, key.task).add(row, key.question);
        }
        Ok(true)
    }

    /// Counts a trial, and in the report whether it went wrong.
    fn settle(&mut self, row: usize, code: Option<u32>, mark: Mark) -> Result<bool> {
        let report = &self.counter.report;
        let (replaced, ignored) = (report.repeats_replaced, report.repeats_ignored);
        if !self.counter.settle(row, code, mark)? {
            return Ok(false);
        }
        let Counter { report, errors, spec, .. } = &mut *self.counter;
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
                let what = match task {
                    "" => "what has no task".to_owned(),
                    task => format!("the task {task}"),
                };
                return Err(Error::Options(format!(
                    "{what} would be scored by \"{known}\" in {other}, and by \"{score}\" in {}; name the score that counts (score=NAME), or count the files apart, each under a task of its own (constants={{\"task\": NAME}})",
                    file()
                )));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Counts the trials of which a score is the sum; false if one was there before and that is an error.
    fn sum(
        &mut self,
        score: &Score<'_>,
        row: usize,
        run: Option<&str>,
        origin: &dyn Origin,
    ) -> Result<bool> {
        let right = self.right(score, origin)?;
        if self.opened.spec.ordered {
            return Err(Error::Record { place: origin.place(), what: super::NO_ORDER.to_owned() });
        }
        let whole = run.map(|run| self.counter.seen.code(run));
        if let Some(done) = self.is_sum(row, whole, score.of, origin)? {
            return Ok(done);
        }
        for place in 0..score.of {
            let mark = Mark::Category(if place < right { 2 } else { 0 });
            let code = run.map(|run| self.counter.seen.code(&format!("{run}.{place}")));
            if !self.settle(row, code, mark)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a trial was there before as a sum over another number of trials: nothing if not, else
    /// whether that is settled. Its trials are not those of this one.
    fn is_sum(
        &mut self,
        row: usize,
        code: Option<u32>,
        of: u64,
        origin: &dyn Origin,
    ) -> Result<Option<bool>> {
        let Some(code) = code else { return Ok(None) };
        let Counter { report, sums, seen, spec, .. } = &mut *self.counter;
        let single = || (of > 1 && seen.has(row, code)).then_some(1);
        let known = sums.get(&(row, code)).copied().or_else(single);
        if known.is_none_or(|known| known == of) {
            if of > 1 {
                sums.insert((row, code), of);
            }
            return Ok(None);
        }
        match spec.on_repeat {
            OnRepeat::Error => Ok(Some(false)),
            OnRepeat::Keep => Ok(None),
            OnRepeat::First => {
                report.repeats_ignored += 1;
                Ok(Some(true))
            }
            OnRepeat::Last => {
                let what = format!(
                    "the trial is over {of} trials, and was there before over {}, which it cannot replace; keep the first of repeated trials, or leave one of the files out",
                    known.unwrap_or(1)
                );
                Err(Error::Aggregate { place: origin.place(), what })
            }
        }
    }

    /// Counts the trials of which no record has the score as missing.
    fn lacking(&mut self) -> Result<()> {
        let name = self.choice.counted().unwrap_or("score").to_owned();
        let parts = std::mem::take(&mut self.parts).into_iter();
        let mut lacking: Vec<_> =
            parts.filter_map(|(trial, first)| Some((first?, trial))).collect();
        lacking.sort_by_key(|(first, _)| first.number);
        for (first, (row, code)) in lacking {
            let mark = self.mark(&Value::Absent, false, &name, || first.clone())?;
            if !self.counter.settle(row, code, mark)? {
                return Err(Error::Repeated { place: first, what: "this trial".to_owned() });
            }
            if !matches!(self.pass, Pass::All(..)) {
                self.counter.report.records += 1;
                self.counter.file_records += 1;
            }
        }
        Ok(())
    }

    /// How many of the trials of which a score is the sum succeeded.
    fn right(&self, score: &Score<'_>, origin: &dyn Origin) -> Result<u64> {
        const MOST: u64 = 1_000_000;
        let wrong = |why: &str| {
            let (name, sum) = (&score.name, score.value.describe());
            let what = format!(
                "the score \"{name}\" is a sum of {sum} over {} trials, {why}; name another score",
                score.of
            );
            Err(Error::Aggregate { place: origin.place(), what })
        };
        if self.opened.spec.given_categories().is_some() && !self.opened.survey {
            return wrong("of which single outcomes, to put into categories, are not known");
        }
        if score.of > MOST {
            return wrong("more than can be one question's");
        }
        let sum = match score.value {
            Value::Number(text) => text.parse::<f64>().ok(),
            _ => None,
        };
        match sum.filter(|sum| sum.fract() == 0.0 && (0.0..=score.of as f64).contains(sum)) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole number up to MOST"
            )]
            Some(sum) => Ok(sum as u64),
            None => wrong("which is no whole number of successes"),
        }
    }

    /// How a trial counts.
    fn mark(
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
                return Err(Error::Outcome {
                    place: place(),
                    field: name.to_owned(),
                    value: value.describe(),
                    accepted: self.categories.accepted(),
                });
            }
            Outcome::Missing(how) => how,
        };
        let spec = self.opened.spec;
        let policy =
            if errored { spec.on_error.unwrap_or(spec.on_missing) } else { spec.on_missing };
        match policy {
            OnMissing::Drop => Ok(Mark::Dropped),
            OnMissing::Fail => Ok(Mark::Failed),
            OnMissing::Error if errored => Err(Error::Errored { place: place() }),
            OnMissing::Error => {
                Err(Error::Missing { place: place(), field: name.to_owned(), value: how })
            }
        }
    }

    /// After the last record: what is missing, and what there is to say.
    pub(super) fn ended(&mut self, ending: Ending) -> Result<()> {
        let names: Vec<String> = self.choice.names().iter().cloned().collect();
        if let Some(score) = self.choice.nowhere().filter(|_| !names.is_empty()) {
            return Err(self.opened.score(None, "no score", score, names));
        }
        let one = matches!(self.pass, Pass::One);
        if one && self.choice.none_by_itself() && !self.opened.survey {
            let what = "none of its scores is known to say whether an answer is right; name one (score=NAME) of";
            return Err(self.opened.not(format!("{what} {}", names.join(", "))));
        }
        self.lacking()?;
        self.say(&ending)?;
        if let (Some(plan), Some(groups)) = (&ending.plan, &self.groups) {
            let file = self.opened.path.display().to_string();
            let outer = self.opened.input.trial.as_deref();
            self.counter.plan(&file, plan, groups, outer)?;
        }
        Ok(())
    }

    /// Notes which score was counted, and whether the file ends as it should.
    fn say(&mut self, ending: &Ending) -> Result<()> {
        let (file, title) = (self.opened.path.display(), self.opened.kind.title);
        if let Some(why) = &ending.interrupted {
            let note = format!("Interrupted, read as far as it goes: {file}: {why}");
            self.counter.report.note(note);
            self.counter.cut = true;
        }
        if let Some(remark) = &ending.remark {
            self.counter.report.note(format!("{file}: {remark}"));
        }
        if let Pass::All(tasks, _) = self.pass {
            return self.say_all(tasks);
        }
        let Some(score) = self.choice.counted() else { return Ok(()) };
        let others = self.choice.names().iter().filter(|name| *name != score);
        let others: Vec<&str> = others.map(|name| &**name).collect();
        let others = match others.split_at_checked(SHOWN) {
            _ if others.is_empty() => String::new(),
            Some((shown, rest)) if !rest.is_empty() => {
                format!("; also there: {} and {} more", shown.join(", "), rest.len())
            }
            _ => format!("; also there: {}", others.join(", ")),
        };
        self.counter.report.note(format!("{title} score: {score}{others}"));
        Ok(())
    }

    fn say_all(&mut self, tasks: &Tasks) -> Result<()> {
        let valued = |name: &String| tasks.values().any(|names| names.contains(name));
        let empty = self.choice.names().iter().filter(|name| !valued(name));
        let empty: Vec<&str> = empty.map(|name| &**name).collect();
        if !empty.is_empty() {
            let note = format!("Scores without a value, left out: {}", empty.join(", "));
            self.counter.report.note(note);
        }
        let all = tasks.iter().flat_map(|(task, names)| names.iter().map(|name| apart(task, name)));
        let unfit = |task: &Cow<'_, str>| self.counter.unfit.get(&**task);
        let (unfit, fit): (Vec<_>, Vec<_>) = all.partition(|task| unfit(task).is_some());
        if let (0, Some(task)) = (fit.len(), unfit.first()) {
            let why = self.counter.unfit.get(&**task).map_or("", |why| why);
            let what = format!(
                "none of its scores has a category (\"{task}\" is {why}); {}",
                self.categories.accepted()
            );
            return Err(self.opened.not(what));
        }
        // A file with a single score says so too: another may have others.
        self.counter.report.scores_apart += 1;
        Ok(())
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

/// The task that a score of a task is.
fn apart<'t>(task: &'t str, score: &'t str) -> Cow<'t, str> {
    if task.is_empty() { Cow::Borrowed(score) } else { Cow::Owned(format!("{task}: {score}")) }
}

impl Counter {
    /// Leaves the scores out that cannot be counted in one file or another, and says so.
    pub(super) fn leave_out_unfit(&mut self) -> Result<()> {
        if !self.unfit.is_empty() {
            self.counts = self.counts.filter(|one| !self.unfit.contains_key(one.task))?;
            let unfit: Vec<_> =
                self.unfit.iter().map(|(task, why)| format!("{task} ({why})")).collect();
            let what = "Scores without a category, left out until a threshold or categories say what they are";
            self.report.note(format!("{what}: {}", unfit.join("; ")));
        }
        if self.report.scores_apart > 0 {
            let note = "No overall table: each score is a task of its own, and the tasks are of the same trials";
            self.report.note(note.to_owned());
        }
        Ok(())
    }
}
