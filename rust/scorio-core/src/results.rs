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
    /// Trials beyond those that every question has.
    pub trials_left_out: usize,
}

impl Order {
    /// Adds a trial; one without a number comes after those before it.
    pub(crate) fn put(&mut self, row: usize, number: Option<u32>, category: u16) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        if let Some(trials) = self.rows.get_mut(row) {
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

    pub(crate) fn row(&self, row: usize) -> &[(u32, u16)] {
        self.rows.get(row).map_or(&[], Vec::as_slice)
    }
}

/// The results of all models on the questions that all of them were asked, trial by trial. Unless `drop`
/// is set, none may be left out for that.
///
/// # Errors
/// Counts without the order of trials; a model that lacks a question, or a question with fewer trials
/// than others, unless `drop` is set; nothing left.
pub fn results(counts: &Counts, drop: bool) -> Result<Results> {
    let mut models: Vec<&str> = Vec::new();
    let mut asked: Vec<(&str, &str)> = Vec::new();
    let mut known = (BTreeSet::new(), BTreeSet::new());
    let mut cells = BTreeMap::new();
    for (row, question) in counts.iter().enumerate() {
        let mut trials = counts.order(row)?.to_vec();
        trials.sort_by_key(|trial| trial.0);
        if known.0.insert(question.model) {
            models.push(question.model);
        }
        let name = (question.task, question.question);
        if known.1.insert(name) {
            asked.push(name);
        }
        cells.insert((question.model, name), trials);
    }
    let lacks = |name: &(&str, &str)| {
        models.iter().copied().find(|&model| {
            cells.get(&(model, *name)).is_none_or(|trials: &Vec<_>| trials.is_empty())
        })
    };
    let questions: Vec<_> = asked.iter().copied().filter(|name| lacks(name).is_none()).collect();
    let length = |model, name| cells.get(&(model, name)).map_or(0, Vec::len);
    let lengths = || {
        let cell = |&name| models.iter().map(move |&model| (model, name));
        questions.iter().flat_map(cell).map(|(model, name)| (length(model, name), model, name))
    };
    let trials = lengths().map(|one| one.0).min().unwrap_or(0);
    let most = lengths().map(|one| one.0).max().unwrap_or(0);
    if trials == 0 {
        return Err(Error::NothingInCommon { models: models.len() });
    }
    if !drop {
        let name = |(task, question): (&str, &str)| match task {
            "" => question.to_owned(),
            task => format!("{question} of task {task}"),
        };
        if let Some((question, model)) = asked.iter().find_map(|name| Some((*name, lacks(name)?))) {
            let (model, question) = (model.to_owned(), name(question));
            return Err(Error::NotAsked { model, question });
        }
        if let Some((fewer, model, question)) = lengths().find(|one| one.0 < most) {
            let (model, question) = (model.to_owned(), name(question));
            return Err(Error::Uneven { model, question, fewer, most });
        }
    }
    let all: usize = lengths().map(|one| one.0).sum();
    let mut categories = Vec::with_capacity(models.len() * questions.len() * trials);
    for &model in &models {
        for &name in &questions {
            let known = cells.get(&(model, name)).map_or(&[][..], Vec::as_slice);
            categories.extend(known.iter().take(trials).map(|trial| trial.1));
        }
    }
    Ok(Results {
        questions_left_out: asked.len() - questions.len(),
        trials_left_out: all - categories.len(),
        models: models.into_iter().map(str::to_owned).collect(),
        questions: questions.into_iter().map(|(t, q)| (t.to_owned(), q.to_owned())).collect(),
        trials,
        categories,
    })
}
