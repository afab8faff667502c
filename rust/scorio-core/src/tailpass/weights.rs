//! Weights of the thresholds 1/k … 1 that stand for a utility.

use crate::check;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::numeric::beta::tails;
use crate::numeric::portable::{exp, exp_m1, ln, ln_1p};

/// The most weights.
const MOST_WEIGHTS: u64 = 1_000_000;

fn length(k: i64) -> Result<u64> {
    let k = check::budget("k", k)?;
    let (metric, most) = ("weights of thresholds", MOST_WEIGHTS);
    if k > most { Err(MetricError::BudgetTooLarge { k, metric, most }.into()) } else { Ok(k) }
}

fn normalised(weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// (t/k)^λ − ((t − 1)/k)^λ, for t from 1 to k.
///
/// # Errors
/// - k is below 1 or above 10⁶.
/// - λ is not positive and finite.
pub fn moment_weights(k: i64, lam: f64) -> Result<Vec<f64>> {
    let draws = length(k)?;
    let k = draws as f64;
    check::positive("lam", lam)?;
    let weight = |t: f64| exp(lam * ln(t / k)) * -exp_m1(lam * ln_1p(-1.0 / t));
    Ok(normalised((1..=draws).map(|t| weight(t as f64)).collect()))
}

/// The chance of each (t − 1)/k … t/k under the Beta law of mean θ and concentration κ.
///
/// # Errors
/// - k is below 1 or above 10⁶.
/// - θ is outside (0, 1).
/// - κ is not positive and finite.
pub fn beta_weights(k: i64, theta: f64, kappa: f64) -> Result<Vec<f64>> {
    let k = length(k)?;
    check::level("theta", theta)?;
    check::positive("kappa", kappa)?;
    let (a, b) = (theta * kappa, (1.0 - theta) * kappa);
    check::positive("kappa", a.min(b))?;
    let whole = k as f64;
    let mut before = (0.0, 1.0);
    let mut weights = Vec::new();
    for t in 1..=k {
        let t = t as f64;
        let after = tails(t / whole, (whole - t) / whole, a, b)?;
        // The difference of the smaller tails has more digits.
        let weight = if after.0 <= 0.5 { after.0 - before.0 } else { before.1 - after.1 };
        weights.push(weight.max(0.0));
        before = after;
    }
    Ok(normalised(weights))
}

/// The weights of largest entropy with this mean threshold: a density e^(τρ) in bins.
///
/// # Errors
/// - k is below 1 or above 10⁶.
/// - The mean is outside (0, 1).
pub fn maxent_weights(k: i64, mean_threshold: f64) -> Result<Vec<f64>> {
    let draws = length(k)?;
    let k = draws as f64;
    check::level("mean_threshold", mean_threshold)?;
    let distance = mean_threshold.min(1.0 - mean_threshold);
    let rate = rate_of(distance);
    let share = if rate == 0.0 { 1.0 / k } else { exp_m1(-rate / k) / exp_m1(-rate) };
    let weight = |t: f64| exp(-rate * (t - 1.0) / k) * share;
    let mut weights: Vec<f64> = (1..=draws).map(|t| weight(t as f64)).collect();
    if mean_threshold > 0.5 {
        weights.reverse();
    }
    Ok(normalised(weights))
}

/// The rate τ of the density e^(−τρ) on [0, 1] whose mean is `distance` ≤ 1/2.
fn rate_of(distance: f64) -> f64 {
    let missing = 0.5 - distance;
    if missing == 0.0 {
        return 0.0;
    }
    // The mean is below 1/τ. 1/2 − mean rises with τ from 0.
    let (mut low, mut high) = (0.0, 1.0 / distance);
    if !high.is_finite() {
        return f64::MAX;
    }
    while high - low > f64::EPSILON * high {
        let middle = low + 0.5 * (high - low);
        if middle <= low || middle >= high {
            break;
        }
        if shortfall(middle) < missing { low = middle } else { high = middle }
    }
    high
}

/// 1/2 minus the mean of the density e^(−τρ).
fn shortfall(rate: f64) -> f64 {
    if rate < 0.5 {
        // The Bernoulli numbers: τ/12 − τ³/720 + τ⁵/30240 − …
        let square = rate * rate;
        let terms = [
            1.0 / 12.0,
            -1.0 / 720.0,
            1.0 / 30_240.0,
            -1.0 / 1_209_600.0,
            1.0 / 47_900_160.0,
            -691.0 / 1_307_674_368_000.0,
        ];
        return rate * terms.iter().rev().fold(0.0, |sum, term| sum * square + term);
    }
    0.5 - 1.0 / rate - exp(-rate) / exp_m1(-rate)
}
