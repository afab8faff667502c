//! Count states of the questions in counts.

use std::collections::BTreeSet;

use super::counts::Counts;
use super::error::CountsError;
use super::index::RowKey;
use super::question::Question;
use super::states::{Builder, States};
use crate::error::Result;

impl Counts {
    /// Count states of the questions with an outcome, weighted if the questions have weights.
    ///
    /// # Errors
    /// - There are several scores of the same trials.
    /// - A question has no weight, but others have one.
    pub fn states(&self) -> Result<States> {
        self.require_one_score()?;
        Ok(states(self.categories().len(), self.has_weights(), self.scored()?.into_iter()))
    }

    /// The questions with an outcome, in order, without those of weight 0.
    ///
    /// # Errors
    /// - A question has no weight, but others have one.
    /// - All questions with an outcome have weight 0.
    pub fn scored(&self) -> Result<Vec<Question<'_>>> {
        let mut scored = Vec::new();
        self.each_scored(|_, question| scored.push(question))?;
        Ok(scored)
    }

    /// Calls a function with each of these questions and its key.
    ///
    /// # Errors
    /// As [`Self::scored`].
    pub(crate) fn each_scored<'a>(
        &'a self,
        mut call: impl FnMut([u32; 4], Question<'a>),
    ) -> Result<()> {
        let mut none = true;
        for (&key, question) in self.keys.iter().zip(self.iter()) {
            if question.trials() > 0 && self.weight(&question)?.is_some() {
                none = false;
                call(key, question);
            }
        }
        if none && self.zero_weights() > 0 {
            return Err(CountsError::ZeroWeights.into());
        }
        Ok(())
    }

    /// Row, labels and counts of the questions in order, without those of weight 0. No name is looked up.
    pub(crate) fn rows_that_count(&self) -> impl Iterator<Item = (usize, RowKey, &[u64])> {
        let rows = self.keys.iter().zip(self.table.chunks_exact(self.categories.len()));
        let rows = rows.enumerate().map(|(row, (&key, counts))| (row, key, counts));
        rows.filter(|(_, [_, task, _, question], _)| {
            self.details.get([*task, *question]).weight != Some(0.0)
        })
    }

    /// Score and model of some labels.
    pub(crate) fn score_and_model(&self, [model, _, score, _]: RowKey) -> (&str, &str) {
        (self.labels.get(score), self.labels.get(model))
    }

    /// Number of questions with an outcome that their weight of 0 leaves out.
    #[must_use]
    pub fn zero_weights(&self) -> usize {
        if !self.has_weights() {
            return 0;
        }
        let zero = self.iter().filter(|one| one.weight == Some(0.0) && one.trials() > 0);
        zero.map(|one| (one.task, one.question)).collect::<BTreeSet<_>>().len()
    }
}

/// Count states of some questions. `shortest` counts along the iterator.
pub(crate) fn states<'a>(
    categories: usize,
    weighted: bool,
    questions: impl Iterator<Item = Question<'a>>,
) -> States {
    let mut builder = Builder::weighted(categories, weighted);
    for question in questions {
        builder.push_weighted(question.counts, question.weight.unwrap_or(1.0));
    }
    builder.finish()
}
