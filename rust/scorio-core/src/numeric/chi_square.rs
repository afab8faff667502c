//! The χ² distribution with a whole number of degrees of freedom.

use crate::numeric::portable::{erfc, exp, ln};

/// P(χ² ≥ `square`) with so many degrees of freedom, from 1 on.
///
/// With y = square / 2 it is e^{−y} Σ y^k / Γ(k + 1) over k = 0, 1, … below ν / 2 for even ν. For odd ν the
/// k are ½, 3/2, …, and erfc √y is added.
pub(crate) fn above(square: f64, degrees: u64) -> f64 {
    let y = square / 2.0;
    if y <= 0.0 {
        return 1.0;
    }
    let odd = degrees % 2 == 1;
    // The logarithm of the first term: 1, or √y / Γ(3/2).
    let (mut k, mut term, mut sum) = if odd {
        (0.5, ln(y / std::f64::consts::PI) / 2.0 + std::f64::consts::LN_2, erfc(y.sqrt()))
    } else {
        (0.0, 0.0, 0.0)
    };
    while k < degrees as f64 / 2.0 - 0.5 {
        sum += exp(term - y);
        k += 1.0;
        term += ln(y / k);
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::above;

    #[test]
    fn tails_are_those_of_mpmath() {
        for (square, degrees, expected) in [
            (1.0, 1, 0.317_310_507_862_914_1),
            (3.0, 2, 0.223_130_160_148_429_83),
            (14.371_681_415_929_203, 7, 0.044_952_012_251_759_77),
            (0.0, 4, 1.0),
            (400.0, 255, 1.660_002_524_412_339_7e-8),
        ] {
            let found = above(square, degrees);
            assert!((found / expected - 1.0).abs() < 1e-10, "{found} {expected}");
        }
        // Far out, nothing overflows.
        assert!(above(1.5e3, 255) > 0.0 && above(1e6, 255) == 0.0);
    }
}
