//! Count states of the questions in counts.

use std::collections::BTreeSet;

use super::counts::Counts;
use super::error::CountsError;
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
        for question in self.iter().filter(|question| question.trials() > 0) {
            if self.weight(&question)?.is_some() {
                scored.push(question);
            }
        }
        if scored.is_empty() && self.zero_weights() > 0 {
            return Err(CountsError::ZeroWeights.into());
        }
        Ok(scored)
    }

    /// Number of questions with an outcome that their weight of 0 leaves out.
    #[must_use]
    pub fn zero_weights(&self) -> usize {
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
