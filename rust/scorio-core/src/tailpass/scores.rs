//! The bank scores of k trials, and the thresholds that they reach.

use super::binary::{law, tails};
use super::categorical::CountGrid;
use super::lattice::Lattice;
use crate::check;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::numeric::double::Double;

/// The largest default grid of thresholds.
const MOST_THRESHOLDS: u64 = 20_000;

/// The largest k of a profile.
const MOST_DRAWS: u64 = 1_000_000;

/// The bank scores of k trials.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Banks {
    /// All categories have one weight, so the bank score is known.
    Known(f64),
    /// Two weights: a bank score for each number of trials with the higher one.
    Successes(Vec<f64>),
    /// More: a bank score for each count.
    Counts(CountGrid, Vec<f64>),
    /// More, of too many counts: a bank score for each number of steps.
    Lattice(Lattice, Vec<f64>),
}

/// k and the thresholds, by default 1/k … 1.
pub(super) fn grid(k: i64, thresholds: Option<&[f64]>) -> Result<(usize, Vec<f64>)> {
    let draws = check::budget("k", k)?;
    let most = if thresholds.is_some() { MOST_DRAWS } else { MOST_THRESHOLDS };
    if draws > most {
        return Err(MetricError::BudgetTooLarge { k: draws, metric: "a tail profile", most }.into());
    }
    let size = usize::try_from(draws).unwrap_or(usize::MAX);
    let Some(thresholds) = thresholds else {
        return Ok((size, (1..=draws).map(|t| t as f64 / draws as f64).collect()));
    };
    let outside = |index: usize, value: f64, range: &'static str| {
        let name = "thresholds".to_owned();
        crate::Error::from(check::CheckError::Range { name, index: vec![index], value, range })
    };
    let mut last = -1.0;
    for (index, &value) in thresholds.iter().enumerate() {
        check::share("thresholds", &[index], value)?;
        if value <= last {
            return Err(outside(index, value, "above the one before"));
        }
        last = value;
    }
    if thresholds.is_empty() {
        return Err(check::outside("the number of thresholds", 0.0, "from 1").into());
    }
    Ok((size, thresholds.to_vec()))
}

impl Banks {
    pub(super) fn new(k: usize, scores: &[f64]) -> Result<Self> {
        let total = k as f64;
        Ok(match *scores {
            [] => Self::Known(0.0),
            [score] => Self::Known(score),
            [low, high] => Self::Successes(
                (0..=k)
                    .map(|j| {
                        let sum =
                            Double::from(low) * (k - j) as f64 + Double::from(high) * j as f64;
                        (sum / total).value()
                    })
                    .collect(),
            ),
            _ => {
                let grid = match CountGrid::new(k, scores.len()) {
                    Ok(grid) => grid,
                    Err(error) => {
                        let (lattice, values) = Lattice::new(k, scores).ok_or(error)?;
                        lattice.check()?;
                        return Ok(Self::Lattice(lattice, values));
                    }
                };
                let earned = |state: &[usize]| {
                    let parts = state.iter().zip(scores);
                    let sum = parts.fold(Double::ZERO, |sum, (&count, &score)| {
                        sum + Double::from(score) * count as f64
                    });
                    (sum / total).value()
                };
                let values = grid.states().map(earned).collect();
                Self::Counts(grid, values)
            }
        })
    }

    pub(super) fn scores(&self) -> &[f64] {
        match self {
            Self::Known(score) => std::slice::from_ref(score),
            Self::Successes(scores) | Self::Counts(_, scores) | Self::Lattice(_, scores) => scores,
        }
    }

    pub(super) fn law(&self, shapes: &[f64]) -> Vec<f64> {
        match (self, shapes) {
            (Self::Successes(scores), &[failures, successes]) => {
                law(scores.len() - 1, successes, failures)
            }
            (Self::Counts(grid, _), _) => grid.law(shapes),
            (Self::Lattice(lattice, _), _) => lattice.law(shapes),
            _ => vec![1.0],
        }
    }
}

/// P(at least so many thresholds are reached), for each threshold.
pub(super) fn chances(law: &[f64], reached: &[usize], thresholds: usize) -> Vec<f64> {
    let mut exactly = vec![0.0; thresholds + 1];
    for (chance, &count) in law.iter().zip(reached) {
        if let Some(slot) = exactly.get_mut(count) {
            *slot += chance;
        }
    }
    tails(&exactly).get(1..=thresholds).unwrap_or_default().to_vec()
}

/// How many of the thresholds each bank score reaches.
pub(super) fn reached(banks: &Banks, thresholds: &[f64]) -> Vec<usize> {
    let of = |&score: &f64| thresholds.partition_point(|&threshold| threshold <= score);
    banks.scores().iter().map(of).collect()
}
