//! What a pass through a tool's file is for.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

/// The scores of each task.
pub(in crate::count) type Tasks = BTreeMap<String, BTreeSet<String>>;

/// Task, score and question of each score that some trial of a question has.
pub(in crate::count) type ScoredQuestions = HashSet<[String; 3], FxBuildHasher>;

/// What a pass through a file is for.
#[derive(Clone, Copy)]
pub(in crate::count) enum Pass<'n> {
    /// The names of all scores, or as far as this whole name.
    Naming(Option<&'n str>),
    /// One score.
    One,
    /// Each score, with its name as a label.
    All(&'n Tasks, &'n ScoredQuestions),
}
