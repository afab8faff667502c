//! Sums: number, and sums of powers, of the numeric outcomes of each question.
//!
//! They are exact. So they add up in any order, as counts do.

use super::error::SumsError;
use super::powers::{ExactTexts, PowerSums, StoredSums};
use super::rows::RowSums;
use crate::counts::counts::Counts;
use crate::counts::inclusion::Inclusion;
use crate::counts::question::{Key, Question};
use crate::error::Result;

/// n, Σy, Σy² and Σy³ by model, task, score and question, in order of appearance.
#[derive(Clone, Debug)]
pub struct Sums {
    /// The labels of the questions, and how many trials each has.
    pub(super) trials: Counts,
    /// By row of the trials.
    pub(super) rows: RowSums,
}

impl Sums {
    /// Empty sums. They keep every outcome if `keep` is set.
    #[must_use]
    pub fn new(keep: bool) -> Self {
        Self { trials: Counts::of_trials(), rows: RowSums::new(keep) }
    }

    /// Sums of rows whose trials were counted by [`Counts::of_trials`].
    ///
    /// # Errors
    /// No outcomes have the sums of a row.
    pub fn of(trials: Counts, rows: RowSums) -> Result<Self> {
        let sums = Self { trials, rows };
        for (row, (question, powers)) in sums.iter().enumerate() {
            if !powers.are_possible(question.trials()) {
                return Err(sums.impossible(row, question.trials()).into());
            }
        }
        Ok(sums)
    }

    /// The same of sums that were added here, and so are possible.
    pub(crate) fn of_added(trials: Counts, rows: RowSums) -> Self {
        Self { trials, rows }
    }

    /// Whether every outcome is kept.
    #[must_use]
    pub fn keep_values(&self) -> bool {
        self.rows.keep_values()
    }

    /// The questions with their labels and their numbers of trials, in one category.
    #[must_use]
    pub fn trials(&self) -> &Counts {
        &self.trials
    }

    /// The same, to add questions, labels and missing trials.
    pub fn trials_mut(&mut self) -> &mut Counts {
        &mut self.trials
    }

    /// The questions in order, each with its sums.
    pub fn iter(&self) -> impl Iterator<Item = (Question<'_>, &PowerSums)> {
        self.trials.iter().enumerate().map(|(row, question)| (question, self.rows.powers(row)))
    }

    /// The sums of a row as a file keeps them.
    #[must_use]
    pub fn stored(&self, row: usize) -> StoredSums {
        self.rows.powers(row).stored()
    }

    /// Whether outcomes are more likely categories than numbers: all sums are whole, and at least half
    /// of the questions have no outcome but 0 and 1, or there is one trial alone.
    ///
    /// An outcome that is neither has a square that is larger, so that Σy² = Σy of a question says that
    /// there is none, where all outcomes are whole.
    #[must_use]
    pub fn nearly_binary(&self) -> bool {
        let (mut all, mut binary, mut trials) = (0_u64, 0_u64, 0_u64);
        for (question, powers) in self.iter() {
            let stored = powers.stored();
            if stored.sum.fract() != 0.0 || stored.squares.fract() != 0.0 {
                return false;
            }
            if question.trials() > 0 {
                all += 1;
                trials += question.trials();
                binary += u64::from(stored.exact_sum == stored.exact_squares);
            }
        }
        trials == 1 || 2 * binary >= all && binary > 0
    }

    /// The sums of a question.
    pub(crate) fn powers(&self, key: Key<'_>) -> &PowerSums {
        self.rows.powers(self.trials.find(key).unwrap_or(usize::MAX))
    }

    /// Whether every observed question of other sums is here, with the same sums.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        let mut observed = other.iter().filter(|(question, _)| question.trials() > 0);
        self.trials.holds(&other.trials)
            && observed.all(|(question, powers)| self.powers(question.key()) == powers)
    }

    /// How other sums may lie in these, as [`Counts::inclusion`]: by the numbers of trials, and equal sums.
    #[must_use]
    pub fn inclusion(&self, other: &Self) -> Option<Inclusion> {
        let kind = |one: &Question<'_>| {
            let stored = other.powers(one.key()).stored();
            (one.trials(), stored.sum.to_bits(), stored.squares.to_bits())
        };
        self.trials.inclusion_by(&other.trials, kind, |own, one| {
            own.trials() == one.trials() && self.powers(own.key()) == other.powers(one.key())
        })
    }

    /// A power of two that brings the largest outcomes of some questions near 1.
    pub(crate) fn shift(&self, questions: &[Question<'_>]) -> i32 {
        let exponents = questions.iter().filter_map(|one| {
            let trials = i32::try_from(one.trials().max(1).ilog2()).unwrap_or(0);
            Some(self.powers(one.key()).exponent()? - trials / 2)
        });
        -exponents.max().unwrap_or(0)
    }

    /// The kept outcomes of a row, in ascending order.
    ///
    /// # Errors
    /// The outcomes are not kept.
    pub fn values(&self, row: usize) -> Result<Vec<f64>> {
        Ok(self.rows.values(row).ok_or(SumsError::NoValues)?)
    }

    /// The kept outcomes of a question, as [`Self::values`].
    pub(crate) fn values_of(&self, key: Key<'_>) -> Result<Vec<f64>> {
        self.values(self.trials.find(key).unwrap_or(usize::MAX))
    }

    /// Adds an outcome to a row so many times.
    ///
    /// # Errors
    /// - The outcome is NaN or infinite.
    /// - The row would have more than 2^53 trials.
    pub fn add(&mut self, row: usize, value: f64, times: u64) -> Result<()> {
        if !value.is_finite() {
            return Err(SumsError::Outcome { question: self.name(row), value }.into());
        }
        self.trials.add(row, 0, times)?;
        self.rows.add(row, value, times)
    }

    /// Adds sums that a file holds, with their number of trials, and the outcomes if it keeps them.
    ///
    /// # Errors
    /// - A text is not an exact sum.
    /// - No outcomes have these sums, or those that the file keeps have others.
    /// - The row would have more than 2^53 trials.
    pub fn add_stored(
        &mut self,
        row: usize,
        trials: u64,
        texts: ExactTexts<'_>,
        kept: Option<&[f64]>,
    ) -> Result<()> {
        let powers = PowerSums::parse(texts).map_err(|text| {
            let (question, text) = (self.name(row), text.to_owned());
            SumsError::Text { question, text }
        })?;
        if !powers.are_possible(trials) {
            return Err(self.impossible(row, trials).into());
        }
        if let Some(values) = kept {
            let mut rows = RowSums::new(false);
            let added: Result<()> = values.iter().try_for_each(|&value| rows.add(0, value, 1));
            if added.is_err() || values.len() as u64 != trials || !powers.are_of(rows.powers(0)) {
                return Err(SumsError::OtherValues { question: self.name(row) }.into());
            }
            self.rows.keep(row, values);
        }
        self.trials.add(row, 0, trials)?;
        self.rows.merge(row, &powers);
        Ok(())
    }

    fn impossible(&self, row: usize, trials: u64) -> SumsError {
        SumsError::Impossible { question: self.name(row), trials }
    }

    fn name(&self, row: usize) -> String {
        self.trials.get(row).map_or(String::new(), |question| question.name())
    }
}

/// Equal if they hold the same sums under the same labels, in any order.
impl PartialEq for Sums {
    fn eq(&self, other: &Self) -> bool {
        let same = |(row, (question, powers)): (usize, (Question<'_>, &PowerSums))| {
            let place = other.trials.find(question.key()).unwrap_or(usize::MAX);
            other.rows.powers(place) == powers && other.rows.values(place) == self.rows.values(row)
        };
        self.trials == other.trials && self.iter().enumerate().all(same)
    }
}
