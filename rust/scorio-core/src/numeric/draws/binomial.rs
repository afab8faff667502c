//! Draws from a binomial distribution.
//!
//! Few expected hits are counted up along the probabilities. Many are drawn by the transformed
//! rejection BTRS of Hörmann (1993). A library would take logarithms from the platform, whose
//! digits differ.

use rand::RngExt as _;

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp, ln, ln_1p};
use crate::numeric::random::Stream;

/// From this many expected hits on, rejection is valid and faster.
const MANY: f64 = 10.0;

/// Fewer than ten expected hits are more than this many with a probability below 1e-70.
const MOST: u64 = 110;

/// A binomial distribution to draw from.
pub(crate) struct BinomialDraws {
    trials: u64,
    /// The probability of the rarer outcome, which is counted.
    p: f64,
    /// Whether the rarer outcome is a miss.
    misses: bool,
}

impl BinomialDraws {
    /// # Errors
    /// The probability is not in [0, 1].
    pub(crate) fn new(trials: u64, probability: f64) -> Result<Self> {
        if !(0.0..=1.0).contains(&probability) {
            return Err(NumericError::NotFinite { what: "the binomial law" }.into());
        }
        let misses = probability > 0.5;
        Ok(Self { trials, p: if misses { 1.0 - probability } else { probability }, misses })
    }

    /// The number of hits, at most the number of trials.
    // Inlined, it slows the loops around it, which mostly draw single trials: 8 %.
    #[inline(never)]
    pub(crate) fn sample(&self, stream: &mut Stream) -> u64 {
        let counted = if self.p == 0.0 {
            0
        } else if self.trials as f64 * self.p < MANY {
            self.counted_up(stream)
        } else {
            self.rejected(stream)
        };
        if self.misses { self.trials - counted } else { counted }
    }

    /// Subtracts the probabilities of 0, 1, 2, … from a uniform number until it is used up.
    fn counted_up(&self, stream: &mut Stream) -> u64 {
        let trials = self.trials as f64;
        let odds = self.p / (1.0 - self.p);
        let none = exp(trials * ln_1p(-self.p));
        let most = self.trials.min(MOST);
        loop {
            let mut left: f64 = stream.random();
            let (mut count, mut probability) = (0, none);
            while left > probability && count <= most {
                left -= probability;
                count += 1;
                probability *= (trials + 1.0) * odds / count as f64 - odds;
            }
            // Only what rounding left of the number ends beyond: it is drawn again.
            if count <= most {
                return count;
            }
        }
    }

    /// Proposes from a table mountain over the histogram, which fits it whatever the trials.
    fn rejected(&self, stream: &mut Stream) -> u64 {
        let (trials, p) = (self.trials as f64, self.p);
        let deviation = (trials * p * (1.0 - p)).sqrt();
        let b = 1.15 + 2.53 * deviation;
        let a = -0.0873 + 0.0248 * b + 0.01 * p;
        let sure = 0.92 - 4.2 / b;
        loop {
            let (u, v): (f64, f64) = (stream.random(), stream.random());
            let u = u - 0.5;
            let edge = 0.5 - u.abs();
            let count = ((2.0 * a / edge + b) * u + trials * p + 0.5).floor();
            // An edge of 0 proposes an infinite count.
            let inside = (0.0..=trials).contains(&count);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside")]
            let whole = count as u64;
            if inside && edge >= 0.07 && v <= sure {
                return whole;
            }
            if inside {
                let height = (2.83 + 5.1 / b) * deviation / (a / (edge * edge) + b);
                if ln(v * height) <= self.log_ratio(count) {
                    return whole;
                }
            }
        }
    }

    /// ln of the probability of this count over that of the mode.
    fn log_ratio(&self, count: f64) -> f64 {
        let trials = self.trials as f64;
        let odds = self.p / (1.0 - self.p);
        let mode = ((trials + 1.0) * self.p).floor();
        let (left, rest) = (trials - mode, trials - count);
        (mode + 0.5) * ln((mode + 1.0) / (odds * (left + 1.0)))
            + (trials + 1.0) * ln((left + 1.0) / (rest + 1.0))
            + (count + 0.5) * ln(odds * (rest + 1.0) / (count + 1.0))
            + (stirling(mode) + stirling(left) - stirling(count) - stirling(rest))
    }
}

/// ln k! − (ln √2π + (k + 1/2) ln(k + 1) − (k + 1)): what Stirling's formula lacks.
fn stirling(k: f64) -> f64 {
    // By mpmath at 50 digits, because the series diverges at small k.
    const FIRST: [f64; 10] = [
        0.081_061_466_795_327_26,
        0.041_340_695_955_409_3,
        0.027_677_925_684_998_34,
        0.020_790_672_103_765_093,
        0.016_644_691_189_821_193,
        0.013_876_128_823_070_748,
        0.011_896_709_945_891_77,
        0.010_411_265_261_972_096,
        0.009_255_462_182_712_733,
        0.008_330_563_433_362_87,
    ];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small count")]
    if let Some(&first) = FIRST.get(k as usize) {
        return first;
    }
    let square = (k + 1.0) * (k + 1.0);
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / 1680.0 / square) / square) / square)
        / (k + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::random::{Purpose, stream};

    /// The probabilities of 0, 1, … hits, by the ratio of neighbours from the mode.
    fn probabilities(trials: u32, p: f64) -> Vec<f64> {
        let odds = p / (1.0 - p);
        let ratio = |k: u32| f64::from(trials - k) / f64::from(k + 1) * odds;
        let mut terms = vec![0.0; trials as usize + 1];
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let mode = (f64::from(trials + 1) * p) as u32;
        terms[mode as usize] = 1.0;
        for k in mode..trials {
            terms[k as usize + 1] = terms[k as usize] * ratio(k);
        }
        for k in (0..mode).rev() {
            terms[k as usize] = terms[k as usize + 1] / ratio(k);
        }
        let sum: f64 = terms.iter().sum();
        terms.iter().map(|term| term / sum).collect()
    }

    #[test]
    fn draws_have_the_probabilities() {
        const DRAWS: u32 = 200_000;
        for (trials, p) in [
            (3, 0.5),
            (20, 0.03),
            (20, 0.97),
            (24, 0.4),
            (25, 0.4),
            (40, 0.5),
            (40, 0.7),
            (300, 0.05),
            (3000, 0.35),
            (3000, 0.001),
        ] {
            let binomial = BinomialDraws::new(u64::from(trials), p).unwrap();
            let mut stream = stream(6, Purpose::Planning, 1);
            let expected = probabilities(trials, p);
            let mut found = vec![0_u32; expected.len()];
            for _ in 0..DRAWS {
                found[usize::try_from(binomial.sample(&mut stream)).unwrap()] += 1;
            }
            // Counts with few expected draws share one cell.
            let (mut chi, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
            let add =
                |found: f64, expected: f64| (found - expected) * (found - expected) / expected;
            for (&found, p) in found.iter().zip(&expected) {
                let (found, expected) = (f64::from(found), p * f64::from(DRAWS));
                if expected < 10.0 {
                    rare = (rare.0 + found, rare.1 + expected);
                } else {
                    chi += add(found, expected);
                    cells += 1.0;
                }
            }
            if rare.1 > 1.0 {
                chi += add(rare.0, rare.1);
                cells += 1.0;
            }
            // χ² has mean cells − 1 and variance twice that.
            let miss = (chi - (cells - 1.0)) / (2.0 * (cells - 1.0_f64)).sqrt();
            assert!(miss < 3.5, "{trials} {p}: {chi} of {cells} cells");
        }
    }

    #[test]
    fn huge_numbers_of_trials_keep_mean_and_variance() {
        let trials = 1_000_000_000;
        for p in [1e-9, 4e-8, 0.3, 0.999_999_9] {
            let binomial = BinomialDraws::new(trials, p).unwrap();
            let mut stream = stream(7, Purpose::Planning, 1);
            let mean = trials as f64 * p;
            let variance = mean * (1.0 - p);
            let draws = 20_000;
            let (mut first, mut second, mut fourth) = (0.0, 0.0, 0.0);
            for _ in 0..draws {
                let gap = binomial.sample(&mut stream) as f64 - mean;
                first += gap;
                second += gap * gap - variance;
                fourth += (gap * gap - variance) * (gap * gap - variance);
            }
            let mean = first / (f64::from(draws) * variance).sqrt();
            let spread = second / fourth.sqrt();
            assert!(mean.abs() < 4.0 && spread.abs() < 4.0, "{p}: {mean} {spread}");
        }
    }

    #[test]
    fn certain_outcomes_are_certain_and_others_are_errors() {
        let mut stream = stream(8, Purpose::Planning, 1);
        for (p, hits) in [(0.0, 0), (1.0, 1000), (f64::MIN_POSITIVE, 0)] {
            assert_eq!(BinomialDraws::new(1000, p).unwrap().sample(&mut stream), hits);
        }
        for p in [-0.1, 1.1, f64::NAN] {
            assert!(BinomialDraws::new(1000, p).is_err());
        }
    }

    #[test]
    fn the_correction_joins_its_table_and_the_series() {
        // ln(k + 1) links neighbours: ln (k + 1)! − ln k!.
        for k in 0..40_u32 {
            let k = f64::from(k);
            let stirling_of = |k: f64| (k + 0.5) * ln(k + 1.0) - (k + 1.0) + stirling(k);
            let step = stirling_of(k + 1.0) - stirling_of(k);
            assert!((step - ln(k + 1.0)).abs() < 1e-12, "{k}");
        }
    }
}
