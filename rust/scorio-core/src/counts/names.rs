//! The names that counts hold, in order of appearance.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::counts::Counts;
use super::error::CountsError;
use crate::error::Result;

impl Counts {
    /// The models, in order of appearance.
    #[must_use]
    pub fn models(&self) -> Vec<&str> {
        self.distinct(|[model, ..]| model)
    }

    /// The tasks, in order of appearance.
    #[must_use]
    pub fn tasks(&self) -> Vec<&str> {
        self.distinct(|[_, task, ..]| task)
    }

    /// The names of questions, in order of appearance, whatever tasks have them.
    #[must_use]
    pub fn question_names(&self) -> Vec<&str> {
        self.distinct(|[_, _, _, question]| question)
    }

    /// Each question with its task, in order of appearance, whatever models have it.
    #[must_use]
    pub fn questions_by_task(&self) -> Vec<(&str, &str)> {
        let mut seen = HashSet::with_hasher(FxBuildHasher);
        let keys = self.keys.iter().map(|&[_, task, _, question]| (task, question));
        let new = keys.filter(|&key| seen.insert(key));
        new.map(|(task, question)| (self.labels.get(task), self.labels.get(question))).collect()
    }

    /// The scores, in order of appearance.
    #[must_use]
    pub fn scores(&self) -> Vec<&str> {
        self.distinct(|[_, _, score, _]| score)
    }

    /// Requires a single score, because several scores of the same trials are never pooled.
    ///
    /// # Errors
    /// There are several scores.
    pub fn require_one_score(&self) -> Result<()> {
        let scores = self.scores();
        if scores.len() <= 1 {
            return Ok(());
        }
        Err(CountsError::SeveralScores { count: scores.len(), names: scores.join(", ") }.into())
    }

    /// The names of one part of the keys. Their numbers tell them apart.
    fn distinct(&self, part: impl Fn([u32; 4]) -> u32) -> Vec<&str> {
        let mut seen = vec![false; self.labels.len()];
        let mut is_new = |label: &u32| {
            let slot = seen.get_mut(*label as usize);
            slot.is_some_and(|seen| !std::mem::replace(seen, true))
        };
        let labels = self.keys.iter().map(|&key| part(key));
        labels.filter(|label| is_new(label)).map(|label| self.labels.get(label)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::counts::question::Key;

    /// The names as they come, each once.
    fn plain<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let mut seen = BTreeSet::new();
        names.filter(|name| seen.insert(*name)).collect()
    }

    #[test]
    fn names_are_those_of_the_questions_in_order() {
        let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
        assert!(counts.models().is_empty() && counts.require_one_score().is_ok());
        // The same text is a model here, and a task, a score or a question there.
        for [model, task, score, question] in
            [["b", "", "", "a"], ["a", "b", "", "b"], ["b", "", "a", "a"], ["c", "a", "", "c"]]
        {
            counts.row_of(Key { model, task, score, question });
        }
        assert_eq!(counts.models(), plain(counts.iter().map(|one| one.model)));
        assert_eq!(counts.tasks(), plain(counts.iter().map(|one| one.task)));
        assert_eq!(counts.scores(), plain(counts.iter().map(|one| one.score)));
        assert_eq!(counts.models(), ["b", "a", "c"]);
        assert!(counts.require_one_score().is_err());
    }
}
