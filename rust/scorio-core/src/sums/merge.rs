//! Adding sums, selecting from them, and renaming their model.

use super::rows::RowSums;
use super::sums::Sums;
use crate::counts::question::{Key, Question};
use crate::counts::select::Wanted;
use crate::error::Result;
use crate::numeric::error::NumericError;

/// Questions between two questions whether to go on.
const STEP: usize = 1 << 16;

impl Sums {
    /// Adds several other sums to these.
    ///
    /// Outcomes stay kept only if all of them keep theirs.
    ///
    /// # Errors
    /// - A question has two clusters or two weights.
    /// - A question has more than 2^53 trials.
    pub fn merge_all(&mut self, others: &[&Self]) -> Result<()> {
        self.merge_all_while(others, &mut || true)
    }

    /// As [`Self::merge_all`], as long as `go_on` says so, which is asked now and then.
    ///
    /// # Errors
    /// As [`Self::merge_all`], and [`NumericError::Stopped`](crate::NumericError::Stopped).
    pub fn merge_all_while(
        &mut self,
        others: &[&Self],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<()> {
        let trials: Vec<_> = others.iter().map(|other| &other.trials).collect();
        self.trials.merge_all_while(&trials, go_on)?;
        if others.iter().any(|other| !other.keep_values()) {
            self.rows.forget();
        }
        for other in others {
            self.take(other, |question| Some(question.key()), go_on)?;
        }
        Ok(())
    }

    /// The sums of some models, tasks, scores and questions.
    ///
    /// # Errors
    /// As [`Self::filter`].
    pub fn select(&self, wanted: &Wanted) -> Result<Self> {
        self.filter(wanted.rule())
    }

    /// The sums of the questions for which `keep` is true.
    ///
    /// # Errors
    /// None in practice: all sums were valid before.
    pub fn filter(&self, keep: impl Fn(&Question<'_>) -> bool) -> Result<Self> {
        self.relabelled(|question| keep(question).then(|| question.key()))
    }

    /// The sums of some rows, each named once.
    pub(crate) fn of_rows(&self, rows: &[usize]) -> Result<Self> {
        let trials = self.trials.of_rows(rows.iter().copied())?;
        let mut copy = Self { trials, rows: RowSums::new(self.keep_values()) };
        for (row, &from) in rows.iter().enumerate() {
            copy.rows.take(row, &self.rows, from);
        }
        Ok(copy)
    }

    /// The same sums of one model, under another name.
    ///
    /// # Errors
    /// There are several models, or none.
    pub fn renamed(&self, name: &str) -> Result<Self> {
        // It checks that there is one model.
        self.trials.renamed(name)?;
        self.relabelled(|question| Some(question.key().of_model(name)))
    }

    /// The questions that have a new key, under that key. Those of one key add up.
    ///
    /// # Errors
    /// As [`Counts::relabelled`](crate::Counts::relabelled).
    pub fn relabelled<'a>(
        &'a self,
        key: impl Fn(&Question<'a>) -> Option<Key<'a>>,
    ) -> Result<Self> {
        let trials = self.trials.relabelled(&key)?;
        let mut copy = Self { trials, rows: RowSums::new(self.keep_values()) };
        copy.take(self, key, &mut || true)?;
        Ok(copy)
    }

    /// Adds the rows of others, whose trials are there already.
    fn take<'a>(
        &mut self,
        other: &'a Self,
        key: impl Fn(&Question<'a>) -> Option<Key<'a>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<()> {
        for (from, question) in other.trials.iter().enumerate() {
            if from % STEP == 0 && !go_on() {
                return Err(NumericError::Stopped.into());
            }
            if let Some(row) = key(&question).and_then(|key| self.trials.find(key)) {
                self.rows.take(row, &other.rows, from);
            }
        }
        Ok(())
    }
}
