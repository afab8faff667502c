//! Pairs of trials: how often each model beats each other, and how often they tie.

use std::sync::Arc;

use crate::error::Result;
use crate::rankers::cells::Cells;
use crate::rankers::error::{RankersError, names};
use crate::rankers::solver::square::Square;

/// W and T: wins and ties by pair of models.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialPairs {
    models: Arc<[String]>,
    wins: Square,
    ties: Square,
}

impl TrialPairs {
    /// Pairs from their matrices.
    pub(crate) fn new(models: Arc<[String]>, wins: Square, ties: Square) -> Self {
        Self { models, wins, ties }
    }

    /// The expected pairs of all questions, each counted as often as `times` says.
    ///
    /// The pairing of trials is integrated out: of the N pairs of trials of a question, the model i
    /// wins N p_i (1 − p_j) on average over all pairings. Where models have different numbers of
    /// trials, N is their harmonic mean.
    #[must_use]
    pub fn expected(cells: &Cells, times: Option<&[f64]>) -> Self {
        let size = cells.len();
        if let Some(packed) = cells.packed(times) {
            let sums: Vec<f64> = (0..size).map(|model| packed.sum(model)).collect();
            let asked = times.map_or(cells.questions() as f64, |times| times.iter().sum());
            let whole = Complete { trials: cells.trials(0)[0], asked, sums: &sums };
            return Self::of(cells, |i, j| whole.pair(i, j, packed.products(i, j)));
        }
        let chosen = Chosen::new(cells, times);
        Self::of(cells, |i, j| chosen.pair(i, j))
    }

    /// Pairs from the wins of i, the wins of j, and the ties of each pair.
    fn of(cells: &Cells, pair: impl Fn(usize, usize) -> (f64, f64, f64)) -> Self {
        let size = cells.len();
        let (mut wins, mut ties) = (Square::zeros(size), Square::zeros(size));
        for i in 0..size {
            for j in 0..i {
                let (won, lost, tied) = pair(i, j);
                (wins[(i, j)], wins[(j, i)]) = (won, lost);
                (ties[(i, j)], ties[(j, i)]) = (tied, tied);
            }
        }
        Self::new(Arc::clone(cells.models()), wins, ties)
    }

    /// The names of the models.
    #[must_use]
    pub fn models(&self) -> &[String] {
        &self.models
    }

    /// L.
    #[must_use]
    pub fn len(&self) -> usize {
        self.wins.size()
    }

    /// Whether there are no models.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.wins.size() == 0
    }

    /// How often the row beats the column.
    #[must_use]
    pub fn wins(&self) -> &Square {
        &self.wins
    }

    /// How often both succeed or both fail.
    #[must_use]
    pub fn ties(&self) -> &Square {
        &self.ties
    }

    /// Pairs of trials of two models.
    pub(crate) fn total(&self, i: usize, j: usize) -> f64 {
        self.wins[(i, j)] + self.wins[(j, i)] + self.ties[(i, j)]
    }

    /// The share of pairs that i wins against j, half of the ties included.
    ///
    /// It is `None` if no question compares them.
    pub(crate) fn share(&self, i: usize, j: usize) -> Option<f64> {
        let total = self.total(i, j);
        (total > 0.0).then(|| (self.wins[(i, j)] + self.ties[(i, j)] / 2.0) / total)
    }

    /// The shares of all pairs, with 0 on the diagonal.
    ///
    /// # Errors
    /// No question compares some pair.
    pub(crate) fn shares(&self) -> Result<Square> {
        let mut shares = Square::zeros(self.len());
        for i in 0..self.len() {
            for j in (0..self.len()).filter(|&j| j != i) {
                shares[(i, j)] = self.share(i, j).ok_or_else(|| RankersError::Unlinked {
                    first: names(&self.models, &[i]),
                    second: names(&self.models, &[j]),
                })?;
            }
        }
        Ok(shares)
    }
}

/// The cells of the questions that count, packed.
struct Chosen {
    /// Successes, model by model.
    successes: Vec<f64>,
    /// Trials, or, if all cells have as many, successes times how often the question counts.
    other: Vec<f64>,
    /// How often each question counts.
    times: Vec<f64>,
    /// If all cells have as many trials: how many, and the sums of `other` by model.
    complete: Option<(f64, Vec<f64>)>,
}

impl Chosen {
    fn new(cells: &Cells, times: Option<&[f64]>) -> Self {
        let places: Vec<(usize, f64)> = (0..cells.questions())
            .map(|m| (m, times.map_or(1.0, |times| times[m])))
            .filter(|place| place.1 > 0.0)
            .collect();
        let whole = cells.is_complete() && !places.is_empty();
        let trials = cells.trials(0).first().copied().filter(|_| whole);
        let (mut successes, mut other) = (Vec::new(), Vec::new());
        for model in 0..cells.len() {
            let (own, all) = (cells.successes(model), cells.trials(model));
            successes.extend(places.iter().map(|&(m, _)| own[m]));
            match trials {
                Some(_) => other.extend(places.iter().map(|&(m, times)| times * own[m])),
                None => other.extend(places.iter().map(|&(m, _)| all[m])),
            }
        }
        let sum = |line: &[f64]| line.iter().sum::<f64>();
        let complete = trials.map(|trials| (trials, other.chunks(places.len()).map(sum).collect()));
        Self { successes, other, times: places.iter().map(|place| place.1).collect(), complete }
    }

    /// Wins of i, wins of j, and ties.
    fn pair(&self, i: usize, j: usize) -> (f64, f64, f64) {
        let count = self.times.len();
        let of = |model: usize| model * count..(model + 1) * count;
        if let Some((trials, sums)) = &self.complete {
            let both = products(&self.successes[of(i)], &self.other[of(j)]);
            let whole = Complete { trials: *trials, asked: self.times.iter().sum(), sums };
            return whole.pair(i, j, both);
        }
        let (mut won, mut lost, mut tied) = (0.0, 0.0, 0.0);
        let own = self.successes[of(i)].iter().zip(&self.other[of(i)]);
        let other = self.successes[of(j)].iter().zip(&self.other[of(j)]);
        for (((a, n), (b, k)), times) in own.zip(other).zip(&self.times) {
            if n * k > 0.0 {
                let scale = 2.0 * times / (n + k);
                won += scale * a * (k - b);
                lost += scale * b * (n - a);
                tied += scale * (a * b + (n - a) * (k - b));
            }
        }
        (won, lost, tied)
    }
}

/// Cells with as many trials each.
struct Complete<'a> {
    trials: f64,
    /// How many questions count.
    asked: f64,
    /// Successes of each model.
    sums: &'a [f64],
}

impl Complete<'_> {
    /// Wins of i, wins of j, and ties. `both` is Σ s_i s_j.
    fn pair(&self, i: usize, j: usize, both: f64) -> (f64, f64, f64) {
        // N Σ s_i − Σ s_i s_j is whole, and exactly 0 where nothing was won. So is the rest.
        let trials = self.trials;
        let (one, other) = (trials * self.sums[i] - both, trials * self.sums[j] - both);
        let tied = (trials * trials * self.asked - one - other).max(0.0);
        (one.max(0.0) / trials, other.max(0.0) / trials, tied / trials)
    }
}

/// Σ x y, in four sums that a processor takes at once.
fn products(x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (one, other) = (x.chunks_exact(4), y.chunks_exact(4));
    let rest: f64 = one.remainder().iter().zip(other.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in one.zip(other) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f64>() + rest
}
