//! The score of the whole benchmark from the items that were asked.

use super::bank::ItemBank;
use crate::error::Result;
use crate::irt::{Ability, Answered};
use crate::numeric::student::Distribution;

/// A mean outcome of all items, from 0 to 1, and its standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeScore {
    /// The mean.
    pub mean: f64,
    /// Its standard deviation.
    pub sigma: f64,
    /// The distribution of its error, divided by σ.
    pub(crate) error: Distribution,
}

impl WholeScore {
    /// How far the interval of this confidence reaches on either side of the mean.
    ///
    /// # Errors
    /// The confidence is outside (0, 1).
    pub fn reach(&self, confidence: f64) -> Result<f64> {
        Ok(self.error.central_quantile(confidence)?.value() * self.sigma)
    }
}

/// Seen outcomes as they are, and the curve for all other items.
///
/// σ² = ((Σ dμ/dθ)² SE² + Σ Var y) / M², over the items that were not seen. `places` are
/// the items of the cells, in rising order.
#[must_use]
pub fn predicted(
    bank: &ItemBank,
    places: &[usize],
    cells: &[Answered],
    ability: Ability,
) -> WholeScore {
    let mut seen = places.iter().zip(cells).peekable();
    let (mut sum, mut slope, mut noise) = (0.0, 0.0, 0.0);
    for (item, curve) in bank.curves().iter().enumerate() {
        if let Some((_, cell)) = seen.next_if(|(place, _)| **place == item) {
            sum += cell.sum / cell.trials;
            continue;
        }
        let point = curve.point(ability.mode);
        sum += point.mean;
        slope += point.rise;
        noise += point.variance;
    }
    let items = bank.len() as f64;
    let variance = slope * slope * ability.se * ability.se + noise;
    WholeScore { mean: sum / items, sigma: variance.sqrt() / items, error: Distribution::Normal }
}

/// The mean of the curves of all items plus the mean residual of a random sample.
///
/// σ² = (1 − n/M) (Σ (r − r̄)² + 1) / (n (n − 1)), where r are the residuals of n of M items. The 1 is the
/// squared range of outcomes: few residuals may be alike by chance. Intervals are Student's t with n − 1
/// degrees of freedom. They hold whatever the faults of the curves, but need a sample that was drawn at
/// random. Fewer than two items have none.
#[must_use]
pub fn assisted(
    bank: &ItemBank,
    places: &[usize],
    cells: &[Answered],
    ability: Ability,
) -> Option<WholeScore> {
    if cells.len() < 2 {
        return None;
    }
    let (n, items) = (cells.len() as f64, bank.len() as f64);
    let curves: f64 = bank.curves().iter().map(|curve| curve.mean(ability.mode)).sum();
    let residual = |(place, cell): (&usize, &Answered)| {
        cell.sum / cell.trials - bank.curves()[*place].mean(ability.mode)
    };
    let residuals: Vec<f64> = places.iter().zip(cells).map(residual).collect();
    let mean = residuals.iter().sum::<f64>() / n;
    let squares: f64 = residuals.iter().map(|one| (one - mean) * (one - mean)).sum();
    let variance = (1.0 - n / items).max(0.0) * (squares + 1.0) / (n - 1.0) / n;
    let error = Distribution::Student(n - 1.0);
    Some(WholeScore { mean: curves / items + mean, sigma: variance.sqrt(), error })
}
