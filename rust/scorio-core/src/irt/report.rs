//! What a calibration says of itself: how well its variances fit, and what a design can save.

use std::collections::BTreeMap;

use super::calibration::Calibration;
use super::parallel::mean;
use crate::irt::items::curve::means_each;
use crate::irt::items::responses::Responses;
use crate::numeric::sorting::sort_by;

/// Bins of equal numbers of cells.
const BINS: usize = 20;
/// Slices of μ that are counted before.
const SLICES: usize = 1 << 14;
/// Models that are looked at together.
const WIDE: usize = 4;

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

    /// Hands over each cell with trials: its model, trials, mean outcome, and μ.
    fn each(&self, responses: &Responses, mut take: impl FnMut(usize, f64, f64, f64)) {
        let (blocks, rest) = self.abilities.as_chunks::<WIDE>();
        let mut line = Vec::with_capacity(self.abilities.len());
        for (item, curve) in self.items.iter().enumerate() {
            line.clear();
            for block in blocks {
                line.extend(means_each(block.map(|theta| curve.place(theta))).0);
            }
            line.extend(rest.iter().map(|theta| curve.mean(*theta)));
            let cells = responses.trials(item).iter().zip(responses.sums(item)).zip(&line);
            for (model, ((&n, sum), &mu)) in cells.enumerate() {
                if n > 0.0 {
                    take(model, n, sum / n, mu);
                }
            }
        }
    }

    fn conformance(&self, responses: &Responses) -> f64 {
        // Cells are first counted in narrow slices of μ. The ends of bins cut few of them.
        let mut slices = vec![Slice::default(); SLICES + 1];
        let expected = |mu: f64| self.dispersion * mu * (1.0 - mu);
        let seen = |n: f64, outcome: f64, mu: f64| n * (outcome - mu) * (outcome - mu);
        let mut count = 0;
        self.each(responses, |_, n, outcome, mu| {
            let slice = &mut slices[place_of(mu)];
            slice.count += 1;
            slice.seen += seen(n, outcome, mu);
            slice.expected += expected(mu);
            count += 1;
        });
        let bins = BINS.min(count);
        let ends: Vec<usize> = (0..=bins).map(|bin| bin * count / bins.max(1)).collect();
        let mut cut: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
        let mut from = 0;
        for (place, slice) in slices.iter().enumerate() {
            let to = from + slice.count;
            if ends.iter().any(|&end| from < end && end < to) {
                cut.insert(place, Vec::with_capacity(slice.count));
            }
            from = to;
        }
        self.each(responses, |_, n, outcome, mu| {
            if let Some(cells) = cut.get_mut(&place_of(mu)) {
                cells.push((mu, seen(n, outcome, mu)));
            }
        });
        let (mut found, mut at, mut bin) = (vec![(0.0, 0.0); bins], 0, 0);
        let mut add = |count: usize, seen: f64, expected: f64| {
            while ends.get(bin + 1).is_some_and(|end| *end <= at) {
                bin += 1;
            }
            if let Some(sums) = found.get_mut(bin) {
                let sums: &mut (f64, f64) = sums;
                *sums = (sums.0 + seen, sums.1 + expected);
            }
            at += count;
        };
        for (place, slice) in slices.iter().enumerate().filter(|one| one.1.count > 0) {
            let Some(cells) = cut.get_mut(&place) else {
                add(slice.count, slice.seen, slice.expected);
                continue;
            };
            sort_by(cells, |one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
            for (mu, seen) in cells {
                add(1, *seen, expected(*mu));
            }
        }
        for (sums, ends) in found.iter_mut().zip(ends.windows(2)) {
            let own = (ends[1] - ends[0]) as f64;
            *sums = (sums.0 / own, sums.1 / own);
        }
        let seen: Vec<f64> = found.iter().map(|one| one.0).collect();
        let centre = mean(&seen);
        let total: f64 = seen.iter().map(|seen| (seen - centre) * (seen - centre)).sum();
        let rest: f64 =
            found.iter().map(|(seen, expected)| (seen - expected) * (seen - expected)).sum();
        1.0 - rest / total
    }

    fn ceiling(&self, responses: &Responses) -> f64 {
        let mut sums = vec![(0.0, 0.0); self.abilities.len()];
        for (model, outcome) in (0..responses.items()).flat_map(|item| responses.means(item)) {
            sums[model] = (sums[model].0 + outcome, sums[model].1 + 1.0);
        }
        let means: Vec<f64> = sums.iter().map(|(sum, count)| sum / count).collect();
        let (mut noise, mut all) = (0.0, 0.0);
        self.each(responses, |model, n, outcome, mu| {
            let off = outcome - means[model];
            noise += self.dispersion * mu * (1.0 - mu) / n;
            all += off * off;
        });
        1.0 - noise / all
    }
}

/// Cells whose μ are near one another, and sums over them.
#[derive(Clone, Copy, Default)]
struct Slice {
    count: usize,
    seen: f64,
    expected: f64,
}

/// The slice of a mean from 0 to 1.
fn place_of(mu: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to the number of slices"
    )]
    let place = (mu * SLICES as f64) as usize;
    place.min(SLICES)
}

/// The quartiles of the numbers that are there, between neighbours where a quartile is no number.
fn quartiles(values: &[f64]) -> [f64; 3] {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|r| !r.is_nan()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| {
        let place = quarter * sorted.len().saturating_sub(1);
        let at = |place: usize| sorted.get(place).copied().unwrap_or(f64::NAN);
        let low = at(place / 4);
        low + (place % 4) as f64 / 4.0 * (at(place.div_ceil(4)) - low)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::irt::{CalibrationRequest, calibrate};

    #[test]
    fn slices_have_the_bins_of_the_sorted_cells() {
        let pick = |i: usize, times: f64| (i as f64 * times).fract();
        for (models, items) in [(3, 4), (7, 40), (13, 300)] {
            // Many cells are equal, and some models are not asked.
            let trials: Vec<f64> =
                (0..models * items).map(|i| f64::from(u8::from(i % 11 != 0))).collect();
            let sums: Vec<f64> = (0..models * items)
                .map(|i| trials[i] * f64::from(u8::from(pick(i, 0.618) < pick(i % items, 0.414))))
                .collect();
            let responses = Responses::new(models, items, &trials, &sums).unwrap();
            let found = calibrate(&responses, &CalibrationRequest::default()).unwrap();
            let mut cells: Vec<(f64, f64)> = Vec::new();
            for (item, curve) in found.items.iter().enumerate() {
                for (model, outcome) in responses.means(item) {
                    let mu = curve.mean(found.abilities[model]);
                    cells.push((mu, (outcome - mu) * (outcome - mu)));
                }
            }
            cells.sort_by(|one, other| one.partial_cmp(other).unwrap());
            let bins = BINS.min(cells.len());
            let (mut seen, mut rest) = (Vec::new(), 0.0);
            for bin in 0..bins {
                let own = &cells[bin * cells.len() / bins..(bin + 1) * cells.len() / bins];
                let average = |of: &dyn Fn(&(f64, f64)) -> f64| -> f64 {
                    own.iter().map(of).sum::<f64>() / own.len() as f64
                };
                let here = average(&|one| one.1);
                let off = here - average(&|one| found.dispersion * one.0 * (1.0 - one.0));
                rest += off * off;
                seen.push(here);
            }
            let centre = mean(&seen);
            let total: f64 = seen.iter().map(|seen| (seen - centre) * (seen - centre)).sum();
            let exact = 1.0 - rest / total;
            let conformance = found.report(&responses).conformance;
            assert!((conformance - exact).abs() < 1e-11, "{conformance} {exact}");
        }
    }
}
