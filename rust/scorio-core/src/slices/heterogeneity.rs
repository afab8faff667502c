//! Whether differences differ between slices (Cochran 1954).

use crate::numeric::chi_square::above;

/// The difference of a slice, and its σ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimated {
    pub(super) difference: f64,
    pub(super) sigma: f64,
}

/// The difference that all slices share, and how far they are from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CommonDifference {
    /// d̄ = Σ d/σ² / Σ 1/σ².
    pub(super) difference: f64,
    /// Its σ, if all slices have the same difference.
    pub(super) sigma: f64,
    /// Q = Σ (d − d̄)²/σ².
    pub(super) q: f64,
    pub(super) degrees: u64,
    pub(super) pvalue: f64,
}

/// `None` for fewer than two slices, or where a σ is 0.
pub(super) fn pooled(slices: &[Estimated]) -> Option<CommonDifference> {
    if slices.len() < 2 || slices.iter().any(|one| one.sigma <= 0.0) {
        return None;
    }
    // Weights by the smallest σ neither overflow nor vanish.
    let least = slices.iter().map(|one| one.sigma).fold(f64::INFINITY, f64::min);
    let weight = |one: &Estimated| (least / one.sigma) * (least / one.sigma);
    let all: f64 = slices.iter().map(weight).sum();
    // Sums of distances from one slice lose no digits where all are alike.
    let start = slices.first()?.difference;
    let sum: f64 = slices.iter().map(|one| weight(one) * (one.difference - start)).sum();
    let difference = start + sum / all;
    let distance = |one: &Estimated| (one.difference - difference) / one.sigma;
    let q = slices.iter().map(|one| distance(one) * distance(one)).sum();
    let degrees = slices.len() as u64 - 1;
    Some(CommonDifference {
        difference,
        sigma: least / all.sqrt(),
        q,
        degrees,
        pvalue: above(q, degrees),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slices(all: &[(f64, f64)]) -> Vec<Estimated> {
        all.iter().map(|&(difference, sigma)| Estimated { difference, sigma }).collect()
    }

    #[test]
    fn figures_worked_out_by_hand() {
        let found = pooled(&slices(&[(-0.1, 0.05), (0.0, 0.05), (0.1, 0.05)])).unwrap();
        assert!(found.difference.abs() < 1e-16 && (found.q - 8.0).abs() < 1e-12);
        assert_eq!(found.degrees, 2);
        assert!((found.pvalue - libm::exp(-4.0)).abs() < 1e-12);
        assert!((found.sigma - 0.05 / 3.0_f64.sqrt()).abs() < 1e-16);
    }

    #[test]
    fn equal_differences_have_no_spread() {
        let found = pooled(&slices(&[(0.05, 0.02), (0.05, 0.03), (0.05, 0.07)])).unwrap();
        assert_eq!((found.difference, found.q, found.pvalue), (0.05, 0.0, 1.0));
    }

    #[test]
    fn one_slice_and_certain_ones_have_none() {
        assert_eq!(pooled(&slices(&[(0.1, 0.1)])), None);
        assert_eq!(pooled(&slices(&[(0.1, 0.1), (0.1, 0.0)])), None);
        // Extreme σ do not overflow.
        let found = pooled(&slices(&[(1.0, 1e-200), (1.0, 1e200)])).unwrap();
        assert_eq!((found.difference, found.q), (1.0, 0.0));
    }
}
