//! The chance that two correlated normal numbers are both below their limits.

use super::legendre::nodes;
use super::normal::probability;
use super::portable::{atan2, exp, sin_cos};

/// Nodes of each panel. Panels are halved towards the correlation 1, where the integrand is steep.
const NODES: u32 = 16;
const PANELS: u32 = 64;

/// P(X < h, Y < k) of standard normal X and Y with the correlation ρ.
///
/// It is Φ(h) Φ(k) + ∫ exp(−(h² + k² − 2hk sin θ) / (2 cos² θ)) dθ / 2π over θ from 0 to arcsin ρ
/// (Plackett, Biometrika 41 (1954) 351).
pub(crate) fn both_below(h: f64, k: f64, correlation: f64) -> f64 {
    let (first, second) = (probability(h), probability(k));
    if h.is_infinite() || k.is_infinite() {
        return first * second;
    }
    if correlation < 0.0 {
        return (first - both_below(h, -k, -correlation)).max(0.0);
    }
    let rule = nodes(NODES);
    let rest = ((1.0 - correlation) * (1.0 + correlation)).max(0.0).sqrt();
    // The angle from π/2 down: its panels are halved until they reach the correlation.
    let last = atan2(rest, correlation);
    let mut sum = 0.0;
    let mut from = std::f64::consts::FRAC_PI_2;
    for _ in 0..PANELS {
        let to = (0.5 * from).max(last);
        let part = rule.iter().map(|(x, w)| w * integrand(h, k, to + (from - to) * x));
        sum += (from - to) * part.sum::<f64>();
        from = to;
        if from <= last {
            break;
        }
    }
    (first * second + sum / std::f64::consts::TAU).min(first).min(second)
}

/// exp(−(h² + k² − 2hk cos δ) / (2 sin² δ)), without loss of digits for small δ.
fn integrand(h: f64, k: f64, angle: f64) -> f64 {
    let (sine, _) = sin_cos(angle);
    let (half, _) = sin_cos(0.5 * angle);
    let gap = (h - k) * (h - k) + 4.0 * h * k * half * half;
    exp(-gap / (2.0 * sine * sine))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_have_their_closed_forms() {
        for correlation in [-1.0, -0.99, -0.5, 0.0, 0.3, 0.9, 0.999_999, 1.0] {
            let zero = 0.25 + f64::asin(correlation) / std::f64::consts::TAU;
            assert!((both_below(0.0, 0.0, correlation) - zero).abs() < 1e-9, "{correlation}");
        }
        for (h, k) in [(0.3, -1.2), (2.0, 2.5), (-1.0, -1.0)] {
            let (first, second) = (probability(h), probability(k));
            assert!((both_below(h, k, 0.0) - first * second).abs() < 1e-15);
            assert!((both_below(h, k, 1.0) - first.min(second)).abs() < 1e-9);
            assert!((both_below(h, k, -1.0) - (first + second - 1.0).max(0.0)).abs() < 1e-9);
            for correlation in [-0.8, 0.45, 0.97] {
                // The three other quadrants.
                let all = both_below(h, k, correlation)
                    + both_below(-h, k, -correlation)
                    + both_below(h, -k, -correlation)
                    + both_below(-h, -k, correlation);
                assert!((all - 1.0).abs() < 1e-12, "{h} {k} {correlation}");
            }
        }
        assert_eq!(both_below(f64::INFINITY, 0.0, 0.5), 0.5);
        assert_eq!(both_below(f64::NEG_INFINITY, 1.0, 0.5), 0.0);
    }
}
