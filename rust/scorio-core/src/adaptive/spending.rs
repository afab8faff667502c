//! The spending boundary: the error is spent up to the last look, whose information is known beforehand.
//!
//! The standardized difference after information t is W(t)/√t, of a Brownian motion W. With T at the
//! last look, looks before it decide at |z| ≥ h √(T/t), which is |W| ≥ h √T. By reflection they spend
//! 4 Φ(−h √(T/t)) until t: half of Lan and DeMets' O'Brien–Fleming-like function. The last look has
//! the rest: |z| ≥ b, where 2 Φ(−b) + 2 Φ(−(2h − b)) = α. A larger T than is reached spends less.

use crate::numeric::normal::probability;

/// h and b: what looks before the last one, and the last one, have to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SpendingLine {
    early: f64,
    last: f64,
}

impl SpendingLine {
    /// The line that spends an error of `alpha`, half of it before the last look.
    pub(super) fn new(alpha: f64) -> Self {
        let early = falling_root((0.0, FAR), |h| 8.0 * above(h) - alpha);
        let both = |b: f64| above(b) + above(2.0 * early - b) - 0.5 * alpha;
        Self { early, last: falling_root((0.0, early), both) }
    }

    /// z that a pair has to reach at information `t`, if it has `horizon` at the last look.
    pub(super) fn height(&self, t: f64, horizon: f64) -> f64 {
        if is_last(t, horizon) { self.last } else { self.early * (horizon / t).sqrt() }
    }
}

/// The least error at which a line decides a pair.
pub(super) fn p_value(z: f64, t: f64, horizon: f64) -> f64 {
    let z = z.abs();
    let early = if is_last(t, horizon) {
        let gap = |h: f64| 4.0 * above(h) - above(z) - above(2.0 * h - z);
        falling_root((z, z + FAR), gap)
    } else {
        z * (t / horizon).sqrt()
    };
    (8.0 * above(early)).min(1.0)
}

/// Whether a look is the last one. The rounding of t is allowed for.
fn is_last(t: f64, horizon: f64) -> bool {
    t >= horizon * (1.0 - 1e-12)
}

/// Beyond this z nothing is left of the normal distribution.
const FAR: f64 = 40.0;

/// P(Z > z), with its full digits.
fn above(z: f64) -> f64 {
    probability(-z)
}

/// Where a function that falls is 0, between two places.
fn falling_root((mut low, mut high): (f64, f64), value: impl Fn(f64) -> f64) -> f64 {
    let mut middle = f64::midpoint(low, high);
    while low < middle && middle < high {
        if value(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
        middle = f64::midpoint(low, high);
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::random::{Purpose, Stream, stream};
    use rand::Rng as _;

    const ALPHAS: [f64; 6] = [0.5, 0.2, 0.05, 0.01, 1e-6, 1e-14];

    #[test]
    fn all_of_the_error_is_spent_and_no_more() {
        for alpha in ALPHAS {
            let line = SpendingLine::new(alpha);
            let (h, b) = (line.early, line.last);
            assert!((2.0 * above(b) + 2.0 * above(2.0 * h - b) - alpha).abs() < 1e-13 * alpha);
            let mut spent = 0.0;
            for share in [0.01, 0.1, 0.3, 0.5, 0.8, 0.99, 1.0 - 1e-11] {
                let until = 4.0 * above(line.height(share, 1.0));
                assert!(until >= spent && until <= 0.5 * alpha * (1.0 + 1e-13), "{alpha}: {until}");
                spent = until;
            }
            assert!((spent - 0.5 * alpha).abs() < 1e-9 * alpha);
            // A single look has α: the last look keeps nine tenths of it, whatever the difference.
            let once = falling_root((0.0, FAR), |z| 2.0 * above(z) - alpha);
            for drift in [0.0, 0.5, 1.0, 2.0, 3.0, 4.0] {
                let power = |z: f64| above(z - drift) + above(z + drift);
                assert!(power(b) >= 0.9 * power(once), "{alpha}, {drift}");
            }
        }
        // By scipy: norm.isf(0.05 / 8), and the root of norm.sf(b) + norm.sf(2 h - b) - 0.025.
        let line = SpendingLine::new(0.05);
        assert!((line.early - 2.497_705_474_412_373).abs() < 1e-13, "{line:?}");
        assert!((line.last - 1.982_605_117_994_093_3).abs() < 1e-13, "{line:?}");
    }

    #[test]
    fn a_pair_is_decided_if_its_p_is_at_most_the_error() {
        for alpha in ALPHAS {
            let line = SpendingLine::new(alpha);
            for (t, horizon) in [(1.0, 1.0), (1.0, 1.5), (2.0, 40.0), (3.0, 1.0), (3.0, 0.0)] {
                let height = line.height(t, horizon);
                let p = p_value(height, t, horizon);
                assert!((p - alpha).abs() < 1e-9 * alpha, "{alpha}: {p}");
                assert!(p_value(1.001 * height, t, horizon) < alpha);
                assert!(p_value(-0.999 * height, t, horizon) > alpha);
            }
        }
        assert_eq!((p_value(0.0, 1.0, 2.0), p_value(0.0, 1.0, 1.0)), (1.0, 1.0));
        assert_eq!((p_value(1e3, 1.0, 2.0), p_value(1e3, 1.0, 1.0)), (0.0, 0.0));
    }

    /// A normal number, nearly: twelve uniform ones less six.
    fn normal(draws: &mut Stream) -> f64 {
        let unit = |word: u64| (word >> 11) as f64 / (1_u64 << 53) as f64;
        (0..12).map(|_| unit(draws.next_u64())).sum::<f64>() - 6.0
    }

    /// The shares of walks that are decided at a look, and at the last one alone if that were the only
    /// look. `expected` gives the information expected at the last look, from that at a look.
    fn decided(drift: f64, alpha: f64, expected: impl Fn(f64) -> f64) -> (f64, f64) {
        const LOOKS: u64 = 100;
        const WALKS: u64 = 4_000;
        let line = SpendingLine::new(alpha);
        let once = falling_root((0.0, FAR), |z| 2.0 * above(z) - alpha);
        let (mut by_line, mut by_one) = (0, 0);
        for walk in 0..WALKS {
            let mut draws = stream(5, Purpose::Simulation, walk);
            let (mut sum, mut stopped) = (0.0, false);
            for look in 1..=LOOKS {
                let (t, step) = (look as f64 / LOOKS as f64, 1.0 / LOOKS as f64);
                sum += drift * step + step.sqrt() * normal(&mut draws);
                let z = sum / t.sqrt();
                let horizon = if look == LOOKS { t } else { expected(t) };
                stopped |= z.abs() >= line.height(t, horizon);
                by_one += u64::from(look == LOOKS && z.abs() > once);
            }
            by_line += u64::from(stopped);
        }
        (by_line as f64 / WALKS as f64, by_one as f64 / WALKS as f64)
    }

    #[test]
    fn twins_are_decided_in_at_most_the_error_and_others_nearly_as_often_as_by_one_look() {
        let horizons: [fn(f64) -> f64; 3] = [|_| 1.0, |_| 3.0, |t| t + 4.0 * (1.0 - t)];
        for alpha in [0.05, 0.2] {
            for expected in horizons {
                let (twins, _) = decided(0.0, alpha, expected);
                let error = (alpha * (1.0 - alpha) / 4_000.0).sqrt();
                assert!(twins <= alpha + 2.0 * error, "{alpha}: {twins}");
                for drift in [1.0, 2.0, 3.0] {
                    let (power, once) = decided(drift, alpha, expected);
                    assert!(power >= 0.9 * once, "{alpha}, {drift}: {power} of {once}");
                }
            }
        }
    }
}
