//! Calibration of a verifier: the logits that it gives to classes become probabilities.
//!
//! p(y | x) = softmax((s_y − b_y) / T) (appendix D of arXiv:2510.04265). b are the mean logits on inputs
//! without content, and T minimises the mean negative log-likelihood of labels.

use super::error::RubricError;
use crate::check;
use crate::error::Result;
use crate::numeric::portable::{exp, ln};
use crate::numeric::watch;

/// The temperatures that may be found.
pub const TEMPERATURES: [f64; 2] = [0.05, 20.0];

/// Bins of the calibration error.
pub const BINS: usize = 15;

/// A calibrated verifier.
#[derive(Clone, Debug, PartialEq)]
pub struct Verifier {
    /// The logits on inputs without content, by class.
    pub baseline: Vec<f64>,
    /// The temperature.
    pub temperature: f64,
}

/// How well probabilities fit labels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Mean negative log-likelihood, in nats.
    pub nll: f64,
    /// Mean Brier score: Σ over classes of (p − label)².
    pub brier: f64,
    /// Expected calibration error of the likeliest class, over [`BINS`] bins of equal size.
    pub ece: f64,
}

/// Logits of several inputs, one row each.
#[derive(Clone, Copy, Debug)]
pub struct Logits<'a> {
    /// Row by row.
    pub values: &'a [f64],
    /// Classes, the length of a row.
    pub classes: usize,
}

impl<'a> Logits<'a> {
    fn checked(self, classes: usize) -> Result<Self> {
        let shape = |problem: String| Err(RubricError::Verifier { problem }.into());
        if self.classes < 2 {
            return shape(format!("there are {} classes; a verifier needs two", self.classes));
        }
        if classes != self.classes {
            let own = self.classes;
            return shape(format!("baseline has {classes} classes but logits have {own}"));
        }
        for (place, &value) in self.values.iter().enumerate() {
            check::finite("logits", &[place / self.classes, place % self.classes], value)?;
        }
        Ok(self)
    }

    /// The rows less the baseline.
    fn centred(self, baseline: &'a [f64]) -> impl Iterator<Item = Vec<f64>> + 'a {
        let rows = self.values.chunks_exact(self.classes.max(1));
        rows.map(move |row| row.iter().zip(baseline).map(|(s, b)| s - b).collect())
    }

    fn labelled(self, labels: &[usize]) -> Result<Self> {
        let rows = self.values.len() / self.classes.max(1);
        let wrong = |problem: String| Err(RubricError::Verifier { problem }.into());
        if rows == 0 {
            return wrong("there are no logits to calibrate on".to_owned());
        }
        if labels.len() != rows {
            return wrong(format!("logits have {rows} rows but there are {} labels", labels.len()));
        }
        match labels.iter().enumerate().find(|(_, label)| **label >= self.classes) {
            Some((place, label)) => {
                let last = self.classes - 1;
                wrong(format!("labels[{place}] = {label} is not a class from 0 to {last}"))
            }
            None => Ok(self),
        }
    }
}

impl Verifier {
    /// Finds the temperature. Newton's method on 1 / T, within its bounds: the likelihood is concave in it.
    ///
    /// # Errors
    /// - Logits or baseline are not finite, or differ in their classes.
    /// - There are no rows, or more or fewer labels than rows.
    /// - A label is not a class.
    pub fn fit(logits: Logits<'_>, labels: &[usize], baseline: &[f64]) -> Result<Self> {
        let logits = logits.checked(baseline.len())?.labelled(labels)?;
        check_baseline(baseline)?;
        let rows: Vec<_> = logits.centred(baseline).collect();
        let slopes = |inverse: f64| {
            let (mut first, mut second) = (0.0, 0.0);
            for (row, &label) in rows.iter().zip(labels) {
                let p = softmax(row, inverse);
                let mean: f64 = p.iter().zip(row).map(|(p, z)| p * z).sum();
                first += mean - row.get(label).copied().unwrap_or(0.0);
                second += p.iter().zip(row).map(|(p, z)| p * (z - mean) * (z - mean)).sum::<f64>();
            }
            (first, second)
        };
        let (mut low, mut high) = (1.0 / TEMPERATURES[1], 1.0 / TEMPERATURES[0]);
        if slopes(low).0 >= 0.0 {
            high = low;
        } else if slopes(high).0 <= 0.0 {
            low = high;
        }
        let mut inverse = 1.0_f64.clamp(low, high);
        while high - low > 0.0 {
            watch::going()?;
            let (first, second) = slopes(inverse);
            if first > 0.0 {
                high = inverse;
            } else {
                low = inverse;
            }
            let newton = inverse - first / second;
            let next =
                if newton > low && newton < high { newton } else { low + (high - low) / 2.0 };
            if (next - inverse).abs() <= 1e-15 * inverse || first == 0.0 {
                break;
            }
            inverse = next;
        }
        Ok(Self { baseline: baseline.to_vec(), temperature: 1.0 / inverse })
    }

    /// The probability of each class, row by row.
    ///
    /// # Errors
    /// Logits or baseline are not finite, or differ in their classes, or the temperature is not positive.
    pub fn probabilities(&self, logits: Logits<'_>) -> Result<Vec<f64>> {
        check::positive("temperature", self.temperature)?;
        check_baseline(&self.baseline)?;
        let logits = logits.checked(self.baseline.len())?;
        let inverse = 1.0 / self.temperature;
        Ok(logits.centred(&self.baseline).flat_map(|row| softmax(&row, inverse)).collect())
    }

    /// How well its probabilities fit labels.
    ///
    /// # Errors
    /// As [`Self::probabilities`] and [`Self::fit`].
    pub fn report(&self, logits: Logits<'_>, labels: &[usize]) -> Result<Fit> {
        let logits = logits.checked(self.baseline.len())?.labelled(labels)?;
        check::positive("temperature", self.temperature)?;
        let inverse = 1.0 / self.temperature;
        let n = labels.len() as f64;
        let (mut nll, mut brier, mut sure) = (0.0, 0.0, Vec::with_capacity(labels.len()));
        for (row, &label) in logits.centred(&self.baseline).zip(labels) {
            let p = softmax(&row, inverse);
            nll += log_sum(&row, inverse) - inverse * row.get(label).copied().unwrap_or(0.0);
            let hit = |class: usize| if class == label { 1.0 } else { 0.0 };
            brier += p.iter().enumerate().map(|(c, p)| (p - hit(c)) * (p - hit(c))).sum::<f64>();
            let best = p.iter().copied().fold(0.0, f64::max);
            let first = p.iter().position(|&p| p == best);
            sure.push((best, if first == Some(label) { 1.0 } else { 0.0 }));
        }
        Ok(Fit { nll: nll / n, brier: brier / n, ece: calibration_error(sure) })
    }
}

fn check_baseline(baseline: &[f64]) -> Result<()> {
    let mut places = baseline.iter().enumerate();
    Ok(places.try_for_each(|(place, &value)| check::finite("baseline", &[place], value))?)
}

/// ln Σ exp(z / T).
fn log_sum(row: &[f64], inverse: f64) -> f64 {
    let most = row.iter().map(|z| z * inverse).fold(f64::NEG_INFINITY, f64::max);
    most + ln(row.iter().map(|z| exp(z * inverse - most)).sum())
}

fn softmax(row: &[f64], inverse: f64) -> Vec<f64> {
    let most = row.iter().map(|z| z * inverse).fold(f64::NEG_INFINITY, f64::max);
    let terms: Vec<f64> = row.iter().map(|z| exp(z * inverse - most)).collect();
    let sum: f64 = terms.iter().sum();
    terms.into_iter().map(|term| term / sum).collect()
}

/// Σ |share right − mean confidence| · share of inputs, over bins of equal size by confidence.
fn calibration_error(mut sure: Vec<(f64, f64)>) -> f64 {
    // By confidence and then by success, so that the order of the inputs changes nothing.
    sure.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let n = sure.len();
    let bins = BINS.min(n);
    let mut error = 0.0;
    let mut from = 0;
    for bin in 0..bins {
        let to = (bin + 1) * n / bins;
        let inside = sure.get(from..to).unwrap_or(&[]);
        error += inside.iter().map(|(confidence, hit)| hit - confidence).sum::<f64>().abs();
        from = to;
    }
    error / n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOGITS: [f64; 12] = [2.0, 0.0, 0.5, 1.0, -1.0, 1.5, 3.0, 0.2, 0.1, 1.1, -0.5, -2.0];
    const ROWS: Logits<'_> = Logits { values: &LOGITS, classes: 2 };

    #[test]
    fn the_temperature_minimises_the_likelihood() {
        let labels = [0, 1, 1, 0, 0, 0];
        let found = Verifier::fit(ROWS, &labels, &[0.1, -0.1]).unwrap();
        let best = found.report(ROWS, &labels).unwrap().nll;
        for factor in [0.9, 0.999, 1.001, 1.1] {
            let temperature = found.temperature * factor;
            let other = Verifier { temperature, ..found.clone() };
            assert!(other.report(ROWS, &labels).unwrap().nll > best, "{factor}");
        }
        for row in found.probabilities(ROWS).unwrap().chunks(2) {
            assert!((row[0] + row[1] - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn the_temperature_stays_within_its_bounds() {
        let right = [0, 1, 1, 0, 1, 0];
        let wrong = [1, 0, 0, 1, 0, 1];
        assert_eq!(Verifier::fit(ROWS, &right, &[0.0; 2]).unwrap().temperature, TEMPERATURES[0]);
        assert_eq!(Verifier::fit(ROWS, &wrong, &[0.0; 2]).unwrap().temperature, TEMPERATURES[1]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let fit =
            |logits, labels: &[usize], baseline: &[f64]| Verifier::fit(logits, labels, baseline);
        assert!(fit(ROWS, &[0; 5], &[0.0; 2]).is_err());
        assert!(fit(ROWS, &[2, 0, 0, 0, 0, 0], &[0.0; 2]).is_err());
        assert!(fit(ROWS, &[0; 6], &[0.0; 3]).is_err());
        assert!(fit(ROWS, &[0; 6], &[0.0, f64::NAN]).is_err());
        assert!(fit(Logits { values: &[], classes: 2 }, &[], &[0.0; 2]).is_err());
        assert!(fit(Logits { values: &[f64::NAN, 0.0], classes: 2 }, &[0], &[0.0; 2]).is_err());
        let cold = Verifier { baseline: vec![0.0; 2], temperature: 0.0 };
        assert!(cold.probabilities(ROWS).is_err());
    }
}
