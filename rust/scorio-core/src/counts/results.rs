//! Results arrays L × M × N, from counts that keep the order of the trials.

use std::collections::{BTreeMap, BTreeSet};

use crate::counts::counts::Counts;
use crate::counts::error::CountsError;
use crate::error::Result;

/// L × M × N categories of models with the same questions and equally many trials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The models.
    pub models: Vec<String>,
    /// Task and name of the questions.
    pub questions: Vec<(String, String)>,
    /// N, the number of trials.
    pub trials: usize,
    /// Categories by model, question and trial.
    pub categories: Vec<u16>,
    /// Dropped questions, which some model does not have.
    pub questions_left_out: usize,
    /// Dropped trials, which some model does not have or which exceed those of every question.
    pub trials_left_out: usize,
    /// Whether trials are in the order of their numbers or names. Otherwise they are in the order
    /// of the records.
    pub numbered: bool,
}

/// A question: its task and its name.
type Name<'a> = (&'a str, &'a str);

/// Number and category of trials, in order.
type Trials = Vec<(u32, u16)>;

/// The results of all models on their common questions, trial by trial.
///
/// All models have the same trials of a question, by number. Unless `drop` is set, nothing may be
/// dropped for that.
///
/// # Errors
/// - The order of trials is unknown, or there are several scores.
/// - A model does not have a question, and `drop` is not set.
/// - Models have different trials of a question, and `drop` is not set.
/// - Nothing remains.
pub fn results(counts: &Counts, drop: bool) -> Result<Results> {
    counts.require_one_score()?;
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
            return Err(CountsError::NotAsked { model, question }.into());
        }
        if let Some((fewer, model, name)) = all().find(|one| one.0 < most) {
            let (model, question) = named(model, name);
            return Err(CountsError::Uneven { model, question, fewer, most }.into());
        }
        if let Some((name, _)) = questions.iter().zip(&common).find(|one| one.1.len() < most) {
            let (_, question) = named("", *name);
            return Err(CountsError::OtherTrials { question }.into());
        }
    }
    if trials == 0 {
        return Err(CountsError::NothingInCommon { models: models.len() }.into());
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

/// The numbers of those trials of a question that all models have.
fn common<'c, 'a>(
    models: &[&'a str],
    cell: &impl Fn(&'a str, Name<'a>) -> &'c [(u32, u16)],
    name: Name<'a>,
) -> BTreeSet<u32> {
    let numbers = |&model: &&'a str| cell(model, name).iter().map(|trial| trial.0).collect();
    let sets = models.iter().map(numbers);
    sets.reduce(|one: BTreeSet<u32>, other| &one & &other).unwrap_or_default()
}
