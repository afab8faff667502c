//! Pairs of single trials: trial n of one model beside trial n of another.

use std::sync::Arc;

use ndarray::ArrayView3;

use crate::error::Result;
use crate::rankers::cells::Cells;
use crate::rankers::pairs::trial_pairs::TrialPairs;
use crate::rankers::sets::winner_sets::WinnerSets;
use crate::rankers::solver::square::Square;
use crate::tally::entry::Outcome;
use crate::tally::matrix::Missing;

/// The outcomes of single trials, a bit each.
#[derive(Clone, Debug, PartialEq)]
pub struct AlignedTrials {
    cells: Cells,
    slots: usize,
    /// Words of 64 trials for each question.
    words: usize,
    /// Bits of successes and of failures by model, question and trial.
    succeeded: Vec<u64>,
    failed: Vec<u64>,
}

impl AlignedTrials {
    /// The trials of an array of 0 and 1: models × questions × trials.
    ///
    /// # Errors
    /// As [`Cells::of_array`].
    pub fn new<T: Outcome>(array: ArrayView3<'_, T>, missing: Missing) -> Result<Self> {
        Ok(Self::with_trials(Cells::of_array(array, missing)?, array))
    }

    /// The same with names of the models.
    ///
    /// # Errors
    /// As [`Cells::of_named`].
    pub fn of_named<T: Outcome>(
        array: ArrayView3<'_, T>,
        missing: Missing,
        names: &[String],
    ) -> Result<Self> {
        Ok(Self::with_trials(Cells::of_named(array, missing, names)?, array))
    }

    fn with_trials<T: Outcome>(cells: Cells, array: ArrayView3<'_, T>) -> Self {
        let slots = array.dim().2;
        let words = slots.div_ceil(64);
        let (mut succeeded, mut failed) = (Vec::new(), Vec::new());
        for trials in array.rows() {
            let (mut yes, mut no) = (vec![0_u64; words], vec![0_u64; words]);
            for (trial, entry) in trials.iter().enumerate() {
                let bit = 1_u64 << (trial % 64);
                match entry.category() {
                    Some(0) => no[trial / 64] |= bit,
                    Some(_) => yes[trial / 64] |= bit,
                    None => {}
                }
            }
            succeeded.extend(yes);
            failed.extend(no);
        }
        Self { cells, slots, words, succeeded, failed }
    }

    /// Their cells.
    #[must_use]
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The same with other cells, whose questions are drawn together.
    #[must_use]
    pub fn with_cells(self, cells: Cells) -> Self {
        Self { cells, ..self }
    }

    /// Their pairs, with each question as often as `times` says.
    #[must_use]
    pub fn pairs(&self, times: Option<&[f64]>) -> TrialPairs {
        let size = self.cells.len();
        let (mut wins, mut ties) = (Square::zeros(size), Square::zeros(size));
        for i in 0..size {
            for j in 0..i {
                let (mut won, mut lost, mut tied) = (0.0, 0.0, 0.0);
                for m in 0..self.cells.questions() {
                    let times = times.map_or(1.0, |times| times[m]);
                    if times == 0.0 {
                        continue;
                    }
                    let (a, b) = (self.bits(i, m), self.bits(j, m));
                    won += times * common(a.0, b.1);
                    lost += times * common(a.1, b.0);
                    tied += times * (common(a.0, b.0) + common(a.1, b.1));
                }
                (wins[(i, j)], wins[(j, i)]) = (won, lost);
                (ties[(i, j)], ties[(j, i)]) = (tied, tied);
            }
        }
        TrialPairs::new(Arc::clone(self.cells.models()), wins, ties)
    }

    /// Their winner sets, with each question as often as `times` says.
    #[must_use]
    pub fn winner_sets(&self, times: Option<&[f64]>) -> WinnerSets {
        let trials = (0..self.cells.questions()).flat_map(|m| {
            let times = times.map_or(1.0, |times| times[m]);
            (0..self.words * 64).map(move |trial| (m, trial, times))
        });
        let contest = |(m, trial, times): (usize, usize, f64)| {
            let set = |bits: &[u64]| bits[trial / 64] >> (trial % 64) & 1 == 1;
            let result = |model| {
                let (won, lost) = self.bits(model, m);
                (set(won) || set(lost)).then(|| (model, set(won)))
            };
            ((0..self.cells.len()).filter_map(result).collect(), times)
        };
        WinnerSets::of_contests(self.cells.len(), trials.filter(|one| one.2 > 0.0).map(contest))
    }

    /// Slots of trials for each question.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// The bits of successes and failures of a model on a question.
    pub(crate) fn bits(&self, model: usize, question: usize) -> (&[u64], &[u64]) {
        let first = (model * self.cells.questions() + question) * self.words;
        let of = |bits| <[u64]>::get(bits, first..first + self.words).unwrap_or_default();
        (of(&self.succeeded), of(&self.failed))
    }
}

/// How many bits are set in both.
fn common(one: &[u64], other: &[u64]) -> f64 {
    let bits: u32 = one.iter().zip(other).map(|(a, b)| (a & b).count_ones()).sum();
    f64::from(bits)
}
