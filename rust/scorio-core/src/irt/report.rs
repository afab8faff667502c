//! What a calibration says of itself: how well its variances fit, and what a design can save.

use super::calibration::Calibration;
use super::parallel::mean;
use super::responses::Responses;

/// Bins of equal numbers of cells.
const BINS: usize = 20;

/// Numbers about a calibration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationReport {
    /// √v: the standard deviation of difficulties in the population.
    pub spread: f64,
    /// The standard deviation of the abilities of the models.
    pub ability_spread: f64,
    /// Items that all models score alike on.
    pub without_variation: usize,
    /// Items that weaker models score higher on.
    pub negative: usize,
    /// The quartiles of the correlations of items with ability; NaN if no item varies.
    pub quartiles: [f64; 3],
    /// R² of observed variances about the curve, over 20 bins of the expected mean: 1 − SSE / SST.
    pub conformance: f64,
    /// The largest share of items that a perfect design can save for scores: 1 less the part of the
    /// variance of mean outcomes that is noise.
    pub ceiling: f64,
}

impl Calibration {
    /// The report, with the responses of the calibration.
    #[must_use]
    pub fn report(&self, responses: &Responses) -> CalibrationReport {
        let centre = mean(&self.abilities);
        let squares: Vec<f64> =
            self.abilities.iter().map(|theta| (theta - centre) * (theta - centre)).collect();
        let free = (self.abilities.len() as f64 - 1.0).max(1.0);
        CalibrationReport {
            spread: self.variance.sqrt(),
            ability_spread: (squares.iter().sum::<f64>() / free).sqrt(),
            without_variation: self.correlations.iter().filter(|r| r.is_nan()).count(),
            negative: self.correlations.iter().filter(|r| **r < 0.0).count(),
            quartiles: quartiles(&self.correlations),
            conformance: self.conformance(responses),
            ceiling: self.ceiling(responses),
        }
    }

    /// Each cell with trials: its model, trials, mean outcome, and μ.
    fn cells<'a>(
        &'a self,
        responses: &'a Responses,
    ) -> impl Iterator<Item = (usize, f64, f64, f64)> + 'a {
        self.items.iter().enumerate().flat_map(move |(item, curve)| {
            responses.means(item).filter_map(move |(model, outcome)| {
                let trials = *responses.trials(item).get(model)?;
                Some((model, trials, outcome, curve.mean(*self.abilities.get(model)?)))
            })
        })
    }

    fn conformance(&self, responses: &Responses) -> f64 {
        // μ, the observed and the expected variance of one trial.
        let mut cells: Vec<(f64, f64, f64)> = self
            .cells(responses)
            .map(|(_, n, outcome, mu)| {
                let off = outcome - mu;
                (mu, n * off * off, self.dispersion * mu * (1.0 - mu))
            })
            .collect();
        cells.sort_unstable_by(|one, other| {
            one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        let bins = BINS.min(cells.len());
        let found: Vec<(f64, f64)> = (0..bins)
            .map(|bin| {
                let (from, to) = (bin * cells.len() / bins, (bin + 1) * cells.len() / bins);
                let own = cells.get(from..to).unwrap_or_default();
                let seen: Vec<f64> = own.iter().map(|one| one.1).collect();
                let expected: Vec<f64> = own.iter().map(|one| one.2).collect();
                (mean(&seen), mean(&expected))
            })
            .collect();
        let seen: Vec<f64> = found.iter().map(|one| one.0).collect();
        let centre = mean(&seen);
        let total: f64 = seen.iter().map(|seen| (seen - centre) * (seen - centre)).sum();
        let rest: f64 =
            found.iter().map(|(seen, expected)| (seen - expected) * (seen - expected)).sum();
        1.0 - rest / total
    }

    fn ceiling(&self, responses: &Responses) -> f64 {
        let mut sums = vec![(0.0, 0.0); self.abilities.len()];
        for (model, _, outcome, _) in self.cells(responses) {
            sums[model] = (sums[model].0 + outcome, sums[model].1 + 1.0);
        }
        let (mut noise, mut all) = (0.0, 0.0);
        for (model, n, outcome, mu) in self.cells(responses) {
            let off = outcome - sums[model].0 / sums[model].1;
            noise += self.dispersion * mu * (1.0 - mu) / n;
            all += off * off;
        }
        1.0 - noise / all
    }
}

/// The quartiles of the numbers that are there, between neighbours where a quartile is no number.
fn quartiles(values: &[f64]) -> [f64; 3] {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|r| !r.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| {
        let place = quarter * sorted.len().saturating_sub(1);
        let at = |place: usize| sorted.get(place).copied().unwrap_or(f64::NAN);
        let low = at(place / 4);
        low + (place % 4) as f64 / 4.0 * (at(place.div_ceil(4)) - low)
    })
}
