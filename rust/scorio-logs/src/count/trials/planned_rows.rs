//! The trials that a log plans, by the rows of the counts.

use std::ops::Range;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;
use scorio_core::counts::Key;

/// What a log plans.
pub(in crate::count) struct Expected {
    /// The log that names the plan.
    pub(in crate::count) file: String,
    /// Planned questions, and planned trials of each.
    pub(in crate::count) plan: [u64; 2],
    /// The rows of the planned questions.
    pub(in crate::count) rows: Vec<usize>,
    /// The numbers of the planned trials of each. Nothing if they have none.
    pub(in crate::count) numbers: Range<u64>,
    /// The trial of the path, before each of these numbers.
    pub(in crate::count) outer: Option<String>,
    /// Trials without a name that are missing.
    pub(in crate::count) unnamed: u64,
    /// Questions that are neither here nor named, and whose they are: model, task and score.
    pub(in crate::count) unknown: u64,
    pub(in crate::count) of: [String; 3],
}

/// The trials of a model, a task and a score in one file.
pub(in crate::count) struct Group {
    pub(in crate::count) model: String,
    pub(in crate::count) task: String,
    pub(in crate::count) score: String,
    /// Of each row the question, and how many trials.
    pub(in crate::count) rows: HashMap<usize, (Box<str>, u64), FxBuildHasher>,
}

impl Group {
    /// The group of a model, a task and a score, new if need be.
    pub(in crate::count) fn of<'g>(groups: &'g mut Vec<Self>, key: Key<'_>) -> &'g mut Self {
        let Key { model, task, score, .. } = key;
        let known = groups.iter().position(|one| one.is(key));
        let place = known.unwrap_or_else(|| {
            let [model, task, score] = [model, task, score].map(str::to_owned);
            groups.push(Self { model, task, score, rows: HashMap::default() });
            groups.len() - 1
        });
        &mut groups[place]
    }

    fn is(&self, key: Key<'_>) -> bool {
        self.model == key.model && self.task == key.task && self.score == key.score
    }

    /// The labels of a question of the group.
    pub(in crate::count) fn key<'g>(&'g self, question: &'g str) -> Key<'g> {
        Key { model: &self.model, task: &self.task, score: &self.score, question }
    }

    /// Adds a trial.
    pub(in crate::count) fn add(&mut self, row: usize, question: &str) {
        self.rows.entry(row).or_insert_with(|| (question.into(), 0)).1 += 1;
    }

    /// The questions of the same model in other groups alone.
    pub(in crate::count) fn of_others<'g>(
        &self,
        groups: &'g [Self],
    ) -> HashSet<&'g str, FxBuildHasher> {
        let own: HashSet<&str, FxBuildHasher> =
            self.rows.values().map(|(question, _)| &**question).collect();
        let others = groups.iter().filter(|other| other.model == self.model);
        let all = others.flat_map(|other| other.rows.values().map(|(question, _)| &**question));
        all.filter(|question| !own.contains(question)).collect()
    }

    /// Whether the questions are all among those of a plan, which then are meant by its names.
    pub(in crate::count) fn within(&self, named: &HashSet<&str, FxBuildHasher>) -> bool {
        self.rows.values().all(|(question, _)| named.contains(&**question))
    }
}
