//! The rule of Gauss and Legendre, computed by Newton's method.

use std::f64::consts::PI;

use super::portable::sin_cos;

/// Nodes on (0, 1) and their weights, which add up to 1.
///
/// The nodes are the roots of the Legendre polynomial of degree n, whose recurrence gives value and slope.
/// The start is 4 digits off at most, so that five steps of Newton have all digits.
pub(crate) fn nodes(n: u32) -> Vec<(f64, f64)> {
    let degree = f64::from(n);
    let root = |i: u32| {
        let mut x = sin_cos(PI * (f64::from(i) + 0.75) / (degree + 0.5)).1;
        for _ in 0..5 {
            let (value, slope) = polynomial(n, x);
            x -= value / slope;
        }
        let slope = polynomial(n, x).1;
        (f64::midpoint(1.0, x), 1.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..n).map(root).collect()
}

/// The Legendre polynomial of a degree from 1 at x, and its derivative.
fn polynomial(n: u32, x: f64) -> (f64, f64) {
    let (mut before, mut value) = (1.0, x);
    for k in 2..=n {
        let k = f64::from(k);
        (before, value) = (value, ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k);
    }
    (value, f64::from(n) * (x * value - before) / (x * x - 1.0))
}

#[cfg(test)]
mod tests {
    use super::nodes;

    #[test]
    fn powers_have_their_integrals() {
        for n in [1, 2, 5, 48] {
            for power in 0..2 * n {
                let sum: f64 =
                    nodes(n).iter().map(|(x, w)| w * libm::pow(*x, f64::from(power))).sum();
                assert!((sum * f64::from(power + 1) - 1.0).abs() < 1e-13, "{n} {power} {sum}");
            }
        }
    }
}
