//! The profile F(ρ) = P(the bank score of k future trials is at least ρ), its moments, and utilities.

use super::bank::TailBank;
use super::binary::{TwoBanks, drawn};
use super::categorical::{CountGrid, no_variance};
use super::scores::{Banks, chances, grid, reached};
use crate::counts::place::Place;
use crate::error::Result;
use crate::metric::error::{MetricError, ShortWays};
use crate::metric::subset::credit::Credit;
use crate::metric::subset::hahn::Ladder;
use crate::metric::subset::urn::Urn;
use crate::metric::weights::Weights;
use crate::numeric::double::Double;
use crate::numeric::watch;
use crate::posterior::interval::{Estimate, SquareRootOfSum};
use crate::tally::{Matrix, Missing, Outcome};

/// The largest k of a covariance.
const MOST_PAIRED: usize = 1_000;

/// A posterior profile.
#[derive(Clone, Debug, PartialEq)]
pub struct TailProfile {
    pub(super) bank: TailBank,
    pub(super) k: usize,
    pub(super) thresholds: Vec<f64>,
    pub(super) banks: Banks,
    /// How many of the thresholds each bank score reaches.
    pub(super) reached: Vec<usize>,
}

impl TailProfile {
    /// The profile of k future trials, at the thresholds 1/k … 1 or at others.
    ///
    /// # Errors
    /// - k is below 1, or too large: for the default grid above 20,000, else above 10⁶.
    /// - Thresholds are empty, outside [0, 1] or not increasing.
    /// - k trials in three or more categories have more than 20,000 counts, and their weights have no
    ///   common step of which k trials have at most 100,000.
    /// - They have one, but the law of so many bank scores takes too long.
    pub fn new(bank: TailBank, k: i64, thresholds: Option<&[f64]>) -> Result<Self> {
        let (k, thresholds) = grid(k, thresholds)?;
        let banks = Banks::new(k, &bank.scores)?;
        let reached = reached(&banks, &thresholds);
        Ok(Self { bank, k, thresholds, banks, reached })
    }

    /// The same posterior with another budget.
    ///
    /// # Errors
    /// Those of [`Self::new`].
    pub fn at_k(&self, k: i64, thresholds: Option<&[f64]>) -> Result<Self> {
        Self::new(self.bank.clone(), k, thresholds)
    }

    /// The thresholds.
    #[must_use]
    pub fn thresholds(&self) -> &[f64] {
        &self.thresholds
    }

    /// Number of questions.
    #[must_use]
    pub fn questions(&self) -> usize {
        self.bank.questions()
    }

    fn of_states(&self) -> Vec<Vec<f64>> {
        let of = |(shapes, _): &(Vec<f64>, u64)| {
            if !watch::goes_on() {
                return Vec::new();
            }
            chances(&self.banks.law(shapes), &self.reached, self.thresholds.len())
        };
        self.bank.states.iter().map(of).collect()
    }

    /// The mean profile of each question.
    #[must_use]
    pub fn question_mean(&self) -> Vec<Vec<f64>> {
        let states = self.of_states();
        let own = self.bank.of_question.iter();
        own.map(|&state| states.get(state).cloned().unwrap_or_default()).collect()
    }

    /// The mean profile of all questions.
    #[must_use]
    pub fn mean(&self) -> Vec<f64> {
        let mut sums = vec![Double::ZERO; self.thresholds.len()];
        for (profile, (_, count)) in self.of_states().iter().zip(&self.bank.states) {
            for (sum, chance) in sums.iter_mut().zip(profile) {
                *sum = *sum + Double::from(*chance) * *count as f64;
            }
        }
        sums.into_iter().map(|sum| (sum / self.questions() as f64).value()).collect()
    }

    /// The posterior standard deviation at each threshold.
    ///
    /// # Errors
    /// Three or more categories have more than 2,000 counts of k trials.
    pub fn std(&self) -> Result<Vec<f64>> {
        let places: Vec<_> = self.cuts();
        if self.k > MOST_PAIRED
            && let Banks::Successes(_) = self.banks
        {
            return places.iter().map(|&place| self.step_deviation(place)).collect();
        }
        let Banks::Successes(_) = &self.banks else {
            let (all, size) = (self.covariance()?, places.len());
            return Ok(all.into_iter().step_by(size + 1).map(f64::sqrt).collect());
        };
        let variances = self.sum_of(places.len(), |alpha, beta, sums, count| {
            let variances = TwoBanks::new(self.k, alpha, beta).variances();
            for (sum, &place) in sums.iter_mut().zip(&places) {
                *sum += count * variances.get(place).copied().unwrap_or(0.0);
            }
        });
        Ok(variances.into_iter().map(f64::sqrt).collect())
    }

    /// The posterior covariance between thresholds, row by row.
    ///
    /// # Errors
    /// - k is above 1,000.
    /// - Three or more categories have more than 2,000 counts of k trials.
    pub fn covariance(&self) -> Result<Vec<f64>> {
        let size = self.thresholds.len();
        match &self.banks {
            Banks::Known(_) => Ok(vec![0.0; size * size]),
            Banks::Successes(_) if self.k > MOST_PAIRED => Err(MetricError::BudgetTooLarge {
                k: self.k as u64,
                metric: "the covariance of a tail profile",
                most: MOST_PAIRED as u64,
            }
            .into()),
            Banks::Successes(_) => {
                let (cuts, wide) = (self.cuts(), self.k + 2);
                Ok(self.sum_of(size * size, |alpha, beta, sums, count| {
                    let all = TwoBanks::new(self.k, alpha, beta).covariances();
                    for (row, &s) in sums.chunks_exact_mut(size).zip(&cuts) {
                        for (sum, &t) in row.iter_mut().zip(&cuts) {
                            *sum += count * all.get(s * wide + t).copied().unwrap_or(0.0);
                        }
                    }
                }))
            }
            Banks::Counts(grid, _) => self.counted_covariance(grid),
            Banks::Lattice(..) => Err(no_variance(self.k)),
        }
    }

    /// Σ over the states of what `add` adds, over the square of the number of questions.
    fn sum_of(&self, size: usize, add: impl Fn(f64, f64, &mut [f64], f64)) -> Vec<f64> {
        let mut sums = vec![0.0; size];
        for (shapes, count) in &self.bank.states {
            if !watch::goes_on() {
                break;
            }
            if let [failures, successes] = **shapes {
                add(successes, failures, &mut sums, *count as f64);
            }
        }
        let questions = self.questions() as f64;
        sums.iter().map(|sum| sum / questions / questions).collect()
    }

    /// For each threshold, the fewest successes that reach it; k + 1 if none do.
    pub(super) fn cuts(&self) -> Vec<usize> {
        let scores = self.banks.scores();
        let first = |&threshold: &f64| scores.partition_point(|&score| score < threshold);
        self.thresholds.iter().map(first).collect()
    }

    fn step_deviation(&self, cut: usize) -> Result<f64> {
        if cut == 0 || cut > self.k {
            return Ok(0.0);
        }
        let (budget, successes) = (self.k as u64, cut as u64);
        Ok(self.credited(&Credit::AtLeast { budget, successes }, 0.0, 1.0)?.sigma())
    }

    /// Mean and σ of low + width · credit, of two weights.
    pub(super) fn credited(&self, credit: &Credit, low: f64, width: f64) -> Result<Estimate> {
        let credit = &credit.tabulated_for_variance();
        let (mut mu, mut sigma) = (Double::ZERO, SquareRootOfSum::default());
        let mut ladder = Ladder::new(credit);
        for (shapes, count) in &self.bank.states {
            watch::going()?;
            if let [failures, successes] = **shapes {
                let (successes, failures) = (Double::from(successes), Double::from(failures));
                let urn = Urn { successes, failures, step: 1.0 };
                let moments = urn.moments(credit, &mut ladder);
                let times = Double::from(*count as f64);
                mu = mu + moments.mean.value * times;
                sigma.add(moments.sigma, times);
            }
        }
        let questions = self.questions() as f64;
        Estimate::new(mu / questions * width + Double::from(low), sigma.root() / questions * width)
    }

    fn counted_covariance(&self, grid: &CountGrid) -> Result<Vec<f64>> {
        let size = self.thresholds.len();
        let mut sums = vec![0.0; size * size];
        for (shapes, count) in &self.bank.states {
            watch::going()?;
            let mean = chances(&grid.law(shapes), &self.reached, size);
            // What the banks that reach exactly so many thresholds add, for each threshold.
            let mut exactly = vec![0.0; (size + 1) * size];
            grid.pairs(shapes, |state, chance, law| {
                let reached = self.reached.get(state).copied().unwrap_or(0);
                let slots = exactly.get_mut(reached * size..(reached + 1) * size);
                let after = chances(law, &self.reached, size);
                for (slot, (after, mean)) in
                    slots.unwrap_or_default().iter_mut().zip(after.iter().zip(&mean))
                {
                    *slot += chance * (after - mean);
                }
            })?;
            let mut above = vec![0.0; size];
            for s in (0..size).rev() {
                let own = exactly.get((s + 1) * size..(s + 2) * size).unwrap_or_default();
                above.iter_mut().zip(own).for_each(|(sum, one)| *sum += one);
                let row = sums.get_mut(s * size..(s + 1) * size).unwrap_or_default();
                row.iter_mut().zip(&above).for_each(|(sum, one)| *sum += *count as f64 * one);
            }
        }
        let questions = self.questions() as f64;
        let at = |s: usize, t: usize| sums.get(s * size + t).copied().unwrap_or(0.0);
        let symmetric = (0..size * size).map(|place| {
            let (s, t) = (place / size, place % size);
            let value = f64::midpoint(at(s, t), at(t, s)) / questions / questions;
            if s == t { value.max(0.0) } else { value }
        });
        Ok(symmetric.collect())
    }
}

/// The mean profile of k trials drawn without replacement from those observed.
///
/// # Errors
/// - Those of [`TailProfile::new`] and of reading R.
/// - A question has fewer than k trials.
pub fn empirical_profile<T: Outcome>(
    matrix: &Matrix<'_, T>,
    k: i64,
    weights: &Weights,
    thresholds: Option<&[f64]>,
    missing: Missing,
) -> Result<Vec<f64>> {
    let bank = TailBank::observed(matrix, weights, missing)?;
    let profile = TailProfile::new(bank, k, thresholds)?;
    let size = profile.thresholds.len();
    let mut sums = vec![Double::ZERO; size];
    for (state, (counts, times)) in profile.bank.states.iter().enumerate() {
        let trials: f64 = counts.iter().sum();
        if trials < profile.k as f64 {
            let row = profile.bank.of_question.iter().position(|&own| own == state).unwrap_or(0);
            let (k, question) = (profile.k as u64, Place::Row(row));
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
            let trials = trials as u64;
            let ways = ShortWays::Smaller;
            return Err(MetricError::BudgetExceedsTrials { k, trials, question, ways }.into());
        }
        let law = match (&profile.banks, &**counts) {
            (Banks::Successes(_), &[failures, successes]) => drawn(profile.k, successes, failures),
            (Banks::Counts(grid, _), _) => grid.drawn(counts),
            (Banks::Lattice(lattice, _), _) => lattice.drawn(counts)?,
            _ => vec![1.0],
        };
        for (sum, chance) in sums.iter_mut().zip(chances(&law, &profile.reached, size)) {
            *sum = *sum + Double::from(chance) * *times as f64;
        }
    }
    let questions = profile.questions() as f64;
    Ok(sums.into_iter().map(|sum| (sum / questions).value()).collect())
}
