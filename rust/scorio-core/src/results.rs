//! Counts that keep the order of the trials, and the results arrays that are made of it.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::counts::Counts;
use crate::error::{Error, Result};

/// The category of each trial, by question and by the trial's number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    rows: Vec<Vec<(u32, u16)>>,
    /// Some trial had no number.
    unnumbered: bool,
    /// Where trials that may be taken back are, by row and number: made when the first is.
    places: Places,
}

/// The places of the trials of rows, up to as many as each row had when one was last looked for.
#[derive(Clone, Debug, Default)]
struct Places {
    of: HashMap<(usize, u32), usize, FxBuildHasher>,
    known: HashMap<usize, usize, FxBuildHasher>,
}

/// L × M × N categories of models that were asked the same questions equally often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The models.
    pub models: Vec<String>,
    /// Task and name of the questions.
    pub questions: Vec<(String, String)>,
    /// N.
    pub trials: usize,
    /// By model, question and trial.
    pub categories: Vec<u16>,
    /// Questions that some model was not asked.
    pub questions_left_out: usize,
    /// Trials that some model lacks, or beyond those that every question has.
    pub trials_left_out: usize,
    /// Whether the trials stand in the order of their numbers or names; otherwise in that of the records.
    pub numbered: bool,
}

impl Order {
    /// Adds a trial; one without a number comes after those before it.
    pub(crate) fn put(&mut self, row: usize, number: Option<u32>, category: u16) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        if let Some(trials) = self.rows.get_mut(row) {
            self.unnumbered |= number.is_none();
            let next = u32::try_from(trials.len()).unwrap_or(u32::MAX);
            trials.push((number.unwrap_or(next), category));
        }
    }

    /// Takes back the trial of a number, which is the only one of it. The last of the row takes its
    /// place, since it is the numbers that the trials are sorted by.
    pub(crate) fn take_back(&mut self, row: usize, number: u32) {
        let Some(trials) = self.rows.get_mut(row) else { return };
        let Places { of, known } = &mut self.places;
        let known = known.entry(row).or_default();
        for (place, trial) in trials.iter().enumerate().skip(*known) {
            of.insert((row, trial.0), place);
        }
        *known = trials.len();
        let Some(place) = of.remove(&(row, number)).filter(|&place| place < trials.len()) else {
            return;
        };
        trials.swap_remove(place);
        *known = trials.len();
        if let Some(moved) = trials.get(place) {
            of.insert((row, moved.0), place);
        }
    }

    /// Adds the trials of another row, whose categories have these places here.
    pub(crate) fn extend(&mut self, row: usize, others: &[(u32, u16)], places: &[usize]) {
        for &(number, category) in others {
            let place = places.get(usize::from(category)).copied().unwrap_or(0);
            self.put(row, Some(number), u16::try_from(place).unwrap_or(u16::MAX));
        }
    }

    /// Leaves a category out that no trial is of.
    pub(crate) fn drop_category(&mut self, dropped: usize) {
        for (_, category) in self.rows.iter_mut().flatten() {
            *category -= u16::from(usize::from(*category) > dropped);
        }
    }

    pub(crate) fn is_numbered(&self) -> bool {
        !self.unnumbered
    }

    pub(crate) fn row(&self, row: usize) -> &[(u32, u16)] {
        self.rows.get(row).map_or(&[], Vec::as_slice)
    }
}

/// A question: its task and its name.
type Name<'a> = (&'a str, &'a str);

/// Number and category of trials, in order.
type Trials = Vec<(u32, u16)>;

/// The results of all models on the questions that all of them were asked, trial by trial: the same
/// trials of a question for all models, as their numbers have it. Unless `drop` is set, none may be left
/// out for that.
///
/// # Errors
/// Counts without the order of trials; a model that lacks a question, or a question with fewer trials
/// than others or other ones, unless `drop` is set; nothing left.
pub fn results(counts: &Counts, drop: bool) -> Result<Results> {
    let mut models: Vec<&str> = Vec::new();
    let mut asked: Vec<Name<'_>> = Vec::new();
    let mut known = (BTreeSet::new(), BTreeSet::new());
    let mut cells: BTreeMap<(&str, Name<'_>), Trials> = BTreeMap::new();
    for (row, question) in counts.iter().enumerate() {
        let mut trials = counts.order(row)?.to_vec();
        trials.sort_by_key(|trial| trial.0);
        let name = (question.task, question.question);
        if known.0.insert(question.model) {
            models.push(question.model);
        }
        if known.1.insert(name) {
            asked.push(name);
        }
        cells.insert((question.model, name), trials);
    }
    let cell = |model, name| cells.get(&(model, name)).map_or(&[][..], Vec::as_slice);
    let lacks = |name| models.iter().copied().find(|&model| cell(model, name).is_empty());
    let questions: Vec<_> = asked.iter().copied().filter(|&name| lacks(name).is_none()).collect();
    let common: Vec<_> = questions.iter().map(|&name| common(&models, &cell, name)).collect();
    let trials = common.iter().map(BTreeSet::len).min().unwrap_or(0);
    let all = || {
        let of = |&name| models.iter().map(move |&model| (model, name));
        questions.iter().flat_map(of).map(|(model, name)| (cell(model, name).len(), model, name))
    };
    if !drop {
        let most = all().map(|one| one.0).max().unwrap_or(0);
        let named = |model: &str, (task, question): Name<'_>| {
            let task = if task.is_empty() { String::new() } else { format!(" of task {task}") };
            (model.to_owned(), format!("{question}{task}"))
        };
        if let Some((name, model)) = asked.iter().find_map(|&name| Some((name, lacks(name)?))) {
            let (model, question) = named(model, name);
            return Err(Error::NotAsked { model, question });
        }
        if let Some((fewer, model, name)) = all().find(|one| one.0 < most) {
            let (model, question) = named(model, name);
            return Err(Error::Uneven { model, question, fewer, most });
        }
        if let Some((name, _)) = questions.iter().zip(&common).find(|one| one.1.len() < most) {
            let (_, question) = named("", *name);
            return Err(Error::OtherTrials { question });
        }
    }
    if trials == 0 {
        return Err(Error::NothingInCommon { models: models.len() });
    }
    let mut categories = Vec::with_capacity(models.len() * questions.len() * trials);
    for &model in &models {
        for (&name, common) in questions.iter().zip(&common) {
            let shared = cell(model, name).iter().filter(|trial| common.contains(&trial.0));
            categories.extend(shared.take(trials).map(|trial| trial.1));
        }
    }
    Ok(Results {
        questions_left_out: asked.len() - questions.len(),
        trials_left_out: all().map(|one| one.0).sum::<usize>() - categories.len(),
        numbered: counts.is_numbered(),
        models: models.into_iter().map(str::to_owned).collect(),
        questions: questions.into_iter().map(|(t, q)| (t.to_owned(), q.to_owned())).collect(),
        trials,
        categories,
    })
}

/// The numbers of the trials of a question that all models have.
fn common<'c, 'a>(
    models: &[&'a str],
    cell: &impl Fn(&'a str, Name<'a>) -> &'c [(u32, u16)],
    name: Name<'a>,
) -> BTreeSet<u32> {
    let numbers = |&model: &&'a str| cell(model, name).iter().map(|trial| trial.0).collect();
    let sets = models.iter().map(numbers);
    sets.reduce(|one: BTreeSet<u32>, other| &one & &other).unwrap_or_default()
}
