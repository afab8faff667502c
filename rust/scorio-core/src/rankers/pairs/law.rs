//! Laws of pairs: the chance that one of two models wins, given the difference of their strengths.

use crate::numeric::normal::probability;
use crate::numeric::portable::{exp, ln, ln_1p};

/// The law of the outcome of a pair, given d = θ_i − θ_j.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairLaw {
    /// Bradley–Terry: P(i wins) = 1 / (1 + e^−d). Ties do not count.
    Logit,
    /// Thurstone: P(i wins) = Φ(d). Ties do not count.
    Probit,
    /// Davidson: i wins, j wins or they tie as e^{d/2} : e^{−d/2} : ν.
    Davidson,
    /// Rao–Kupper: P(i wins) = 1 / (1 + κ e^−d), and the rest that neither wins is a tie. κ is fixed.
    RaoKupper {
        /// κ.
        tie_strength: f64,
    },
}

/// The log-likelihood of a pair and its derivatives by d and by x = ln ν.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slopes {
    pub(crate) value: f64,
    pub(crate) first: f64,
    /// Minus the second derivatives.
    pub(crate) second: f64,
    pub(crate) tie: f64,
    pub(crate) tie_second: f64,
    pub(crate) cross: f64,
}

impl PairLaw {
    /// Whether the strength of ties is estimated.
    pub(crate) fn has_tie_parameter(self) -> bool {
        self == Self::Davidson
    }

    /// Of `won` wins, `lost` losses and `tied` ties.
    pub(crate) fn slopes(self, (won, lost, tied): (f64, f64, f64), d: f64, x: f64) -> Slopes {
        match self {
            Self::Logit => logit(won, lost, d),
            Self::Probit => {
                let (own, other) = (normal(d), normal(-d));
                Slopes {
                    value: won * own[0] + lost * other[0],
                    first: won * own[1] - lost * other[1],
                    second: won * own[2] + lost * other[2],
                    ..Slopes::default()
                }
            }
            Self::RaoKupper { tie_strength } => {
                // A tie has the chance (κ² − 1) σ(d − ln κ) σ(−d − ln κ).
                let eta = ln(tie_strength);
                let (one, other) =
                    (logit(won + tied, 0.0, d - eta), logit(0.0, lost + tied, d + eta));
                Slopes {
                    value: one.value + other.value,
                    first: one.first + other.first,
                    second: one.second + other.second,
                    ..Slopes::default()
                }
            }
            Self::Davidson => davidson(won, lost, tied, d, x),
        }
    }
}

/// Wins and losses with the chance σ(d) of a win.
fn logit(won: f64, lost: f64, d: f64) -> Slopes {
    let small = exp(-d.abs());
    let (less, more) = (small / (1.0 + small), 1.0 / (1.0 + small));
    let (p, q) = if d >= 0.0 { (more, less) } else { (less, more) };
    // ln σ(d) = min(d, 0) − ln(1 + e^−|d|).
    let rest = ln_1p(small);
    Slopes {
        value: won * (d.min(0.0) - rest) + lost * ((-d).min(0.0) - rest),
        first: won * q - lost * p,
        second: (won + lost) * p * q,
        ..Slopes::default()
    }
}

const LN_ROOT_2_PI: f64 = 0.918_938_533_204_672_7;

/// From here on downwards, a continued fraction has all digits.
const FAR: f64 = -6.0;

/// ln Φ(d), its derivative and minus its second derivative.
fn normal(d: f64) -> [f64; 3] {
    let (ratio, above) = mills(d);
    let value = if d > FAR { ln(probability(d)) } else { log_density(d) - ln(ratio) };
    [value, ratio, ratio * above]
}

fn log_density(d: f64) -> f64 {
    -0.5 * d * d - LN_ROOT_2_PI
}

/// φ(d) / Φ(d), and how far it is above −d.
pub(crate) fn mills(d: f64) -> (f64, f64) {
    if d > FAR {
        let ratio = exp(log_density(d)) / probability(d);
        return (ratio, ratio + d);
    }
    // Laplace's continued fraction. 60 terms have all digits from 6 on.
    let mut below = -d;
    for term in (2..=60).rev() {
        below = -d + f64::from(term) / below;
    }
    let above = 1.0 / below;
    (-d + above, above)
}

fn davidson(won: f64, lost: f64, tied: f64, d: f64, x: f64) -> Slopes {
    let total = won + lost + tied;
    let half = d / 2.0;
    let most = half.abs().max(x);
    let parts = [half, -half, x].map(|power| exp(power - most));
    let sum: f64 = parts.iter().sum();
    let [p, q, t] = parts.map(|part| part / sum);
    Slopes {
        value: (won - lost) * half + tied * x - total * (most + ln(sum)),
        first: ((won - lost) - total * (p - q)) / 2.0,
        // The variance of ±½: (p + q − (p − q)²) / 4, without a difference.
        second: total * (4.0 * p * q + (p + q) * t) / 4.0,
        tie: tied - total * t,
        tie_second: total * t * (p + q),
        cross: -total * (p - q) * t / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_tails_have_the_slopes_of_their_logarithm() {
        // ln Φ(−10) by 40-digit arithmetic.
        assert!((normal(-10.0)[0] + 53.231_285_151_2).abs() < 1e-9, "{:?}", normal(-10.0));
        for d in [-40.0, -12.0, -6.5, -5.9, -1.0, 2.0] {
            let [_, first, second] = normal(d);
            let step = 1e-4;
            let (before, after) = (normal(d - step), normal(d + step));
            let slope = (after[0] - before[0]) / (2.0 * step);
            assert!((slope - first).abs() < 1e-6 * first, "{d} {slope} {first}");
            let bend = (before[1] - after[1]) / (2.0 * step);
            assert!((bend - second).abs() < 1e-5, "{d} {bend} {second}");
        }
    }
}
