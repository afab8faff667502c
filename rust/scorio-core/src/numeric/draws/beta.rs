//! Draws from a Beta distribution, by the algorithms BB and BC of Cheng (1978).
//!
//! Both make a logistic number V = ln(u / (1 − u)) / λ and propose X = W / (b + W), W = a e^V.
//! Rejection makes it exact. A library would take logarithms from the platform, whose digits differ.

use std::sync::LazyLock;

use rand::RngExt as _;
use rand::distr::Open01;

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp, exp2, ln};
use crate::numeric::random::Stream;

const LN_2: f64 = std::f64::consts::LN_2;
const LN_4: f64 = 2.0 * LN_2;
const LN_5: f64 = 1.609_437_912_434_100_3;

/// A Beta distribution to draw from.
pub(crate) struct BetaDraws {
    a: f64,
    b: f64,
    /// a + b.
    total: f64,
    /// 1 / (λ ln 2), because V is kept as a power of 2.
    spread: f64,
    /// Whether `b`, not `a`, is the shape of successes.
    swapped: bool,
    algorithm: Algorithm,
}

#[derive(Clone, Copy)]
enum Algorithm {
    /// BB, for two shapes above 1. `a` is the smaller one, and γ is for V / ln 2.
    BothAbove { gamma: f64 },
    /// BC, for the others. `a` is the larger one.
    OneBelow { reject: f64, accept: f64 },
}

impl BetaDraws {
    /// A shape of 0 or a subnormal shape counts as the smallest normal number.
    ///
    /// # Errors
    /// A shape is not finite.
    pub(crate) fn new(successes: f64, failures: f64) -> Result<Self> {
        if !(successes.is_finite() && failures.is_finite()) {
            return Err(NumericError::NotFinite { what: "the Beta law" }.into());
        }
        let (successes, failures) = (successes.max(1e-300), failures.max(1e-300));
        let (low, high) = (successes.min(failures), successes.max(failures));
        let total = low + high;
        Ok(if low > 1.0 {
            let spread = ((total - 2.0) / (2.0 * low * high - total)).sqrt();
            let algorithm = Algorithm::BothAbove { gamma: (low + 1.0 / spread) * LN_2 };
            let spread = spread / LN_2;
            Self { a: low, b: high, total, spread, swapped: successes >= failures, algorithm }
        } else {
            let spread = 1.0 / low;
            let delta = 1.0 + high - low;
            let reject = delta * (1.0 / 72.0 + 3.0 / 72.0 * low) / (high * spread - 14.0 / 18.0);
            let accept = 0.25 + (0.5 + 0.25 / delta) * low;
            let algorithm = Algorithm::OneBelow { reject, accept };
            let spread = spread / LN_2;
            Self { a: high, b: low, total, spread, swapped: successes < failures, algorithm }
        })
    }

    /// A draw. It may round to 0 or 1.
    pub(crate) fn sample(&self, stream: &mut Stream) -> f64 {
        self.value(self.accepted(stream))
    }

    /// The next accepted number of the stream, which [`Self::value`] turns into a draw.
    ///
    /// Draws that are accepted first and valued later let the processor work on many values at once.
    pub(crate) fn accepted(&self, stream: &mut Stream) -> f64 {
        match self.algorithm {
            Algorithm::BothAbove { gamma } => self.both_above(gamma, stream),
            Algorithm::OneBelow { reject, accept } => self.one_below(reject, accept, stream),
        }
    }

    /// The draw of an accepted number: the odds of BB, and u of BC.
    pub(crate) fn value(&self, accepted: f64) -> f64 {
        let odds = match self.algorithm {
            Algorithm::BothAbove { .. } => accepted,
            Algorithm::OneBelow { .. } => self.proposal(accepted).1,
        };
        if self.swapped {
            self.b / (self.b + odds)
        } else if odds == f64::INFINITY {
            1.0
        } else {
            odds / (self.b + odds)
        }
    }

    /// V / ln 2 and W from a uniform number.
    fn proposal(&self, u: f64) -> (f64, f64) {
        let power = self.spread * ln(u / (1.0 - u));
        (power, self.a * exp2(power))
    }

    fn both_above(&self, gamma: f64, stream: &mut Stream) -> f64 {
        loop {
            let (u, other): (f64, f64) = (stream.sample(Open01), stream.sample(Open01));
            let (power, odds) = self.proposal(u);
            let z = u * u * other;
            let ratio = gamma * power - LN_4;
            // ln z ≤ 5 z − 1 − ln 5 and ln(1 + x) ≤ x accept most proposals without a logarithm.
            let bound = self.a + ratio - odds;
            if bound + 1.0 + LN_5 >= 5.0 * z {
                return odds;
            }
            let log = ln(z);
            if bound >= log {
                return odds;
            }
            // Not a number for shapes whose product overflows: then the mean is the draw.
            let refused = ratio + self.total * ln(self.total / (self.b + odds)) < log;
            if !refused {
                return odds;
            }
        }
    }

    /// The next u that BC accepts.
    fn one_below(&self, reject: f64, accept: f64, stream: &mut Stream) -> f64 {
        let bounds = self.is_bounded().then(|| &*BOUNDS);
        loop {
            let (u, other): (f64, f64) = (stream.sample(Open01), stream.sample(Open01));
            match bounds.map(|bounds| bounds.accepts(u, other)) {
                Some(Some(true)) => return u,
                Some(Some(false)) => continue,
                _ => {}
            }
            if self.accepts(u, other, reject, accept) {
                return u;
            }
        }
    }

    /// Whether [`Bounds`] hold.
    fn is_bounded(&self) -> bool {
        self.b == 1.0 && (Bounds::LEAST..Bounds::LARGEST).contains(&self.a)
    }

    /// Whether BC accepts u, by another uniform number.
    fn accepts(&self, u: f64, other: f64, reject: f64, accept: f64) -> bool {
        let product = u * other;
        let z = u * product;
        if u < 0.5 {
            if 0.25 * other + z - product >= reject {
                return false;
            }
        } else if z <= 0.25 {
            return true;
        } else if z >= accept {
            return false;
        }
        let (power, odds) = self.proposal(u);
        // Not a number for infinite odds: a tiny shape has all its mass at the ends.
        let ratio = self.total * (ln(self.total / (self.b + odds)) + LN_2 * power) - LN_4;
        let refused = ratio < ln(z);
        !refused
    }
}

/// Bounds of the numbers by which BC accepts u, where b = 1 and a is large.
///
/// It accepts u where the other number is at most h(u) = x^T / (4 u²), with T = a + 1 and
/// x = T u / (1 − u + a u). h rises to 1 at u = 1/2, and then falls. With a it falls to e^(2 − 1/u) / (4 u²).
/// So two tables over cells of u decide most often, without a logarithm.
struct Bounds {
    cells: [(f64, f64); Bounds::CELLS],
}

static BOUNDS: LazyLock<Bounds> = LazyLock::new(Bounds::new);

impl Bounds {
    const CELLS: usize = 256;
    const LEAST: f64 = 64.0;
    /// The ratio of a larger a has fewer digits than the margin of the bounds.
    const LARGEST: f64 = 1e6;

    fn new() -> Self {
        const MARGIN: f64 = 1e-6;
        let total = Self::LEAST + 1.0;
        let limit = |u: f64| exp(2.0 - 1.0 / u) / (4.0 * u * u);
        let highest =
            |u: f64| exp(total * ln(total * u / (1.0 - u + Self::LEAST * u))) / (4.0 * u * u);
        let cells = std::array::from_fn(|cell| {
            let (left, right) = (cell as f64, (cell + 1) as f64);
            let (left, right) = (left / Self::CELLS as f64, right / Self::CELLS as f64);
            // At u = 0, h is 0.
            let of = |h: &dyn Fn(f64) -> f64| (if cell == 0 { 0.0 } else { h(left) }, h(right));
            let (below, above) = (of(&limit), of(&highest));
            (below.0.min(below.1) - MARGIN, above.0.max(above.1) + MARGIN)
        });
        Self { cells }
    }

    /// Whether u is accepted. `None` between the bounds.
    fn accepts(&self, u: f64, other: f64) -> Option<bool> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "u is between 0 and 1"
        )]
        let cell = (u * Self::CELLS as f64) as usize;
        let &(lower, upper) = self.cells.get(cell)?;
        (other <= lower || other >= upper).then_some(other <= lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::random::{Purpose, stream};

    /// How far the mean and the variance of draws are from the exact ones, in standard errors.
    fn misses(successes: f64, failures: f64) -> (f64, f64) {
        const DRAWS: u32 = 200_000;
        let beta = BetaDraws::new(successes, failures).unwrap();
        let mut stream = stream(3, Purpose::Simulation, 1);
        let total = successes + failures;
        let mean = successes / total;
        let variance = mean * (1.0 - mean) / (total + 1.0);
        let (mut first, mut second, mut fourth) = (0.0, 0.0, 0.0);
        for _ in 0..DRAWS {
            let gap = beta.sample(&mut stream) - mean;
            first += gap;
            second += gap * gap - variance;
            fourth += (gap * gap - variance) * (gap * gap - variance);
        }
        let root = f64::from(DRAWS).sqrt();
        (first / root / variance.sqrt(), second / fourth.sqrt())
    }

    #[test]
    fn draws_have_the_mean_and_the_variance() {
        for (successes, failures) in [
            (2.0, 5.0),
            (5.0, 2.0),
            (1.5, 1.5),
            (300.0, 20.0),
            (1.0, 1.0),
            (0.3, 4.0),
            (4.0, 0.3),
            (0.5, 0.5),
            (1e-3, 2e-3),
            (1.0, 1e6),
        ] {
            let (mean, variance) = misses(successes, failures);
            assert!(
                mean.abs() < 4.0 && variance.abs() < 4.0,
                "{successes} {failures}: {mean} {variance}"
            );
        }
    }

    /// P(X ≤ x) of three laws has a closed form: √x, 1 − (1 − x)² and 3x² − 2x³.
    #[test]
    fn draws_follow_closed_forms() {
        for (successes, failures) in [(0.5, 1.0), (1.0, 2.0), (2.0, 2.0)] {
            let below = |x: f64| match failures {
                1.0 => x.sqrt(),
                _ if successes == 1.0 => 1.0 - (1.0 - x) * (1.0 - x),
                _ => x * x * (3.0 - 2.0 * x),
            };
            let beta = BetaDraws::new(successes, failures).unwrap();
            let mut stream = stream(4, Purpose::Simulation, 1);
            let mut shares: Vec<f64> =
                (0..100_000).map(|_| below(beta.sample(&mut stream))).collect();
            shares.sort_by(f64::total_cmp);
            let gap = shares.iter().enumerate().map(|(i, p)| (p - i as f64 / 1e5).abs());
            // Kolmogorov: 1.95 / √n is passed once in a thousand seeds.
            assert!(gap.fold(0.0, f64::max) < 1.95 / 1e5_f64.sqrt(), "{successes} {failures}");
        }
    }

    #[test]
    fn bounds_accept_what_the_ratio_accepts() {
        let mut stream = stream(6, Purpose::Simulation, 1);
        for after in [64.0, 65.0, 99.0, 1e3, 31_234.0, 999_999.0] {
            let beta = BetaDraws::new(1.0, after).unwrap();
            let (reject, accept) = match beta.algorithm {
                Algorithm::OneBelow { reject, accept } => (reject, accept),
                Algorithm::BothAbove { .. } => (f64::NAN, f64::NAN),
            };
            assert!(beta.is_bounded() && !reject.is_nan());
            let (mut sure, mut accepted) = (0, 0);
            for _ in 0..100_000 {
                let (u, other): (f64, f64) = (stream.sample(Open01), stream.sample(Open01));
                let plain = beta.accepts(u, other, reject, accept);
                let soon = BOUNDS.accepts(u, other);
                assert!(soon.is_none_or(|soon| soon == plain), "{after} {u} {other}");
                sure += u32::from(soon.is_some());
                accepted += u32::from(plain);
            }
            assert!(sure > 95_000 && (60_000..75_000).contains(&accepted), "{sure} {accepted}");
            // Close to each bound, too.
            for i in 1..20_480_u16 {
                let u = f64::from(i) / 20_480.0;
                let (lower, upper) = BOUNDS.cells[usize::from(i / 80)];
                for other in [lower, upper].into_iter().filter(|one| (1e-12..1.0).contains(one)) {
                    let plain = beta.accepts(u, other, reject, accept);
                    assert_eq!(BOUNDS.accepts(u, other), Some(plain), "{after} {u} {other}");
                }
            }
        }
        for (one, after) in [(1.0, 63.0), (1.0, 1e6), (0.5, 100.0), (2.0, 100.0)] {
            assert!(!BetaDraws::new(one, after).unwrap().is_bounded());
        }
    }

    #[test]
    fn extreme_shapes_stay_in_the_unit_interval() {
        let mut stream = stream(5, Purpose::Simulation, 1);
        let shapes = [0.0, 1e-300, 1e-10, 1.0, 1e9, 1e300];
        for (first, second) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (*a, *b))) {
            let beta = BetaDraws::new(first, second).unwrap();
            let drawn: Vec<f64> = (0..100).map(|_| beta.sample(&mut stream)).collect();
            assert!(drawn.iter().all(|x| (0.0..=1.0).contains(x)), "{first} {second}: {drawn:?}");
        }
        for shape in [f64::NAN, f64::INFINITY] {
            assert!(BetaDraws::new(shape, 1.0).is_err() && BetaDraws::new(1.0, shape).is_err());
        }
    }
}
