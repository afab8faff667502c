//! What a profile of known chances is worth: linear and nonlinear utilities.

use crate::check;
use crate::error::Result;
use crate::numeric::portable::{exp, exp_m1, ln, ln_1p, pow};

/// A utility of the profile of one question, or of the mean profile.
#[derive(Clone, Copy, Debug)]
pub enum Payoff<'a> {
    /// Σ wᵢ F(ρᵢ).
    Linear(&'a [f64]),
    /// E(Sᵡ), S being the bank score and χ the exponent.
    Moment(f64),
    /// (Σ wᵢ F(ρᵢ)ᵠ)^(1/q).
    PowerMean(f64, &'a [f64]),
    /// Σ wᵢ F(ρᵢ)ᵐ: m banks that all reach one threshold.
    Rollout(u64, &'a [f64]),
    /// The harmonic mean of the chance of a positive score, with this weight, and of the full score.
    Harmonic(f64),
    /// max gᵢ + ε Σ gᵢ, gᵢ = wᵢ (targetᵢ − F(ρᵢ)) where it is positive.
    Shortfall {
        /// The profile to reach.
        target: &'a [f64],
        /// What a gap counts at each threshold.
        weights: &'a [f64],
        /// ε.
        epsilon: f64,
    },
}

impl Payoff<'_> {
    pub(super) fn check(&self, size: usize) -> Result<()> {
        match *self {
            Self::Linear(weights) => convex(weights, size),
            Self::Moment(exponent) => Ok(check::positive("lam", exponent)?),
            Self::PowerMean(q, weights) => {
                check::positive("q", q)?;
                convex(weights, size)
            }
            Self::Rollout(m, weights) => rollout(m, weights, size),
            Self::Harmonic(alpha) => Ok(check::share("alpha", &[], alpha)?),
            Self::Shortfall { target, weights, epsilon } => {
                check::same_size(("target", target.len()), ("thresholds", size), "entries")?;
                check::same_size(("weights", weights.len()), ("thresholds", size), "entries")?;
                let mut last = 1.0;
                for (index, &value) in target.iter().enumerate() {
                    check::share("target", &[index], value)?;
                    if value > last {
                        return Err(entry("target", index, value, "at most the one before"));
                    }
                    last = value;
                }
                for (index, &value) in weights.iter().enumerate() {
                    if !(value > 0.0 && value.is_finite()) {
                        return Err(entry("weights", index, value, "positive and finite"));
                    }
                }
                Ok(check::positive("epsilon", epsilon)?)
            }
        }
    }

    /// The worth of each bank score, if the utility is its mean.
    pub(super) fn of_banks(&self, scores: &[f64]) -> Option<Vec<f64>> {
        match *self {
            Self::Moment(exponent) => {
                Some(scores.iter().map(|&score| pow(score, exponent)).collect())
            }
            _ => None,
        }
    }

    /// The worth of a profile, if it says all.
    pub(super) fn of_tails(&self, tails: &[f64]) -> Option<f64> {
        match *self {
            Self::Linear(weights) => Some(sum(weights, tails, |tail| tail)),
            Self::PowerMean(q, weights) => Some(power_mean(tails, q, weights)),
            Self::Rollout(m, weights) => Some(sum(weights, tails, |tail| powered(tail, m))),
            Self::Shortfall { target, weights, epsilon } => {
                let parts = target.iter().zip(tails).zip(weights);
                let gaps = parts.map(|((target, tail), weight)| weight * (target - tail).max(0.0));
                let (most, all) =
                    gaps.fold((0.0_f64, 0.0), |(most, all), gap| (most.max(gap), all + gap));
                Some(most + epsilon * all)
            }
            Self::Moment(_) | Self::Harmonic(_) => None,
        }
    }

    /// The worth of the chances of each score.
    pub(super) fn of_chances(&self, chances: &[f64], scores: &[f64], k: usize) -> f64 {
        let Self::Harmonic(alpha) = *self else { return 0.0 };
        let of = |wanted: f64| {
            let own = chances.iter().zip(scores).filter(|&(_, &score)| score == wanted);
            own.map(|(chance, _)| chance).sum::<f64>().clamp(0.0, 1.0)
        };
        let discovery = -exp_m1(k as f64 * ln(of(0.0)));
        let stability = pow(of(1.0), k as f64);
        if alpha == 1.0 {
            discovery
        } else if alpha == 0.0 {
            stability
        } else if discovery > 0.0 && stability > 0.0 {
            1.0 / (alpha / discovery + (1.0 - alpha) / stability)
        } else {
            0.0
        }
    }
}

/// Weights of a mean: one for each threshold, none negative, with sum 1.
pub(super) fn convex(weights: &[f64], size: usize) -> Result<()> {
    check::same_size(("weights", weights.len()), ("thresholds", size), "entries")?;
    for (index, &value) in weights.iter().enumerate() {
        check::not_negative("weights", &[index], value)?;
    }
    let sum: f64 = weights.iter().sum();
    if (sum - 1.0).abs() > 1e-12 {
        return Err(check::outside("the sum of the weights", sum, "1").into());
    }
    Ok(())
}

/// At least two rollouts, and weights of a mean.
pub(super) fn rollout(m: u64, weights: &[f64], size: usize) -> Result<()> {
    if m < 2 {
        return Err(check::outside("m", m as f64, "from 2: one rollout is `linear`").into());
    }
    convex(weights, size)
}

fn entry(name: &str, index: usize, value: f64, range: &'static str) -> crate::Error {
    check::CheckError::Range { name: name.to_owned(), index: vec![index], value, range }.into()
}

fn sum(weights: &[f64], tails: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    weights.iter().zip(tails).map(|(weight, &tail)| weight * of(tail)).sum()
}

/// A power by repeated squares.
fn powered(base: f64, power: u64) -> f64 {
    let (mut found, mut square, mut left) = (1.0, base, power);
    while left > 0 {
        if left & 1 == 1 {
            found *= square;
        }
        square *= square;
        left >>= 1;
    }
    found
}

/// Relative to the largest value, so that no power underflows. Near q = 0 it is the geometric mean.
fn power_mean(tails: &[f64], q: f64, weights: &[f64]) -> f64 {
    if q == 1.0 {
        return sum(weights, tails, |tail| tail);
    }
    let active = || weights.iter().zip(tails).filter(|&(&weight, _)| weight > 0.0);
    let scale = active().fold(0.0_f64, |most, (_, &tail)| most.max(tail));
    if scale == 0.0 {
        return 0.0;
    }
    let logs = || active().map(|(&weight, &tail)| (weight, q * ln(tail / scale)));
    let change: f64 = logs().map(|(weight, log)| weight * exp_m1(log)).sum();
    let log = if change.abs() < 0.25 {
        ln_1p(change)
    } else {
        ln(logs().map(|(weight, log)| weight * exp(log)).sum())
    };
    scale * exp(log / q)
}
