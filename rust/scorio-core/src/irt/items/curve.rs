//! The curve of an item: how the mean of its outcomes depends on a model's ability.
//!
//! At ability θ an outcome y in [0, 1] has the mean μ = 1 / (1 + e^−x), x = a(θ − b), and the variance
//! φ μ (1 − μ). A success or a failure has φ = 1.

use crate::numeric::portable::{exp, exp_each, ln_1p};

/// An item: its slope a, its difficulty b and its dispersion φ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemCurve {
    /// a: how steep the curve is.
    pub slope: f64,
    /// b: the ability whose mean outcome is a half.
    pub difficulty: f64,
    /// φ: the variance of an outcome, over that of a success with the same mean.
    pub dispersion: f64,
}

/// The outcome of one trial at an ability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CurvePoint {
    /// μ.
    pub(crate) mean: f64,
    /// dμ/dθ.
    pub(crate) rise: f64,
    /// The variance of the outcome.
    pub(crate) variance: f64,
}

/// μ and 1 − μ. Both have all digits, at any x.
#[must_use]
#[inline]
pub fn means(x: f64) -> (f64, f64) {
    let small = exp(-x.abs());
    let near = 1.0 / (1.0 + small);
    let far = small * near;
    if x < 0.0 { (far, near) } else { (near, far) }
}

/// The same of several places, with the same bits.
#[inline]
pub(crate) fn means_each<const N: usize>(x: [f64; N]) -> ([f64; N], [f64; N]) {
    let small = exp_each(x.map(|x| -x.abs()));
    let (mut means, mut complements) = (x, x);
    for ((mean, complement), small) in means.iter_mut().zip(&mut complements).zip(small) {
        let near = 1.0 / (1.0 + small);
        let far = small * near;
        let below = *mean < 0.0;
        *mean = if below { far } else { near };
        *complement = if below { near } else { far };
    }
    (means, complements)
}

/// μ (1 − μ).
#[must_use]
pub fn spread(x: f64) -> f64 {
    let small = exp(-x.abs());
    let sum = 1.0 + small;
    small / (sum * sum)
}

/// ln(1 + e^x).
#[must_use]
pub fn softplus(x: f64) -> f64 {
    x.max(0.0) + ln_1p(exp(-x.abs()))
}

impl ItemCurve {
    /// x = a(θ − b).
    #[must_use]
    pub fn place(&self, ability: f64) -> f64 {
        self.slope * (ability - self.difficulty)
    }

    /// μ: the mean outcome of a model of this ability.
    #[must_use]
    pub fn mean(&self, ability: f64) -> f64 {
        means(self.place(ability)).0
    }

    /// 1 − μ, with all digits where μ is next to 1.
    #[must_use]
    pub fn complement(&self, ability: f64) -> f64 {
        means(self.place(ability)).1
    }

    /// a² μ (1 − μ) / φ: how much one trial tells about an ability.
    #[must_use]
    pub fn information(&self, ability: f64) -> f64 {
        self.slope * self.slope * spread(self.place(ability)) / self.dispersion
    }
}

impl ItemCurve {
    /// The outcome at an ability.
    pub(crate) fn point(&self, ability: f64) -> CurvePoint {
        let (mean, complement) = means(self.place(ability));
        let varies = mean * complement;
        CurvePoint { mean, rise: self.slope * varies, variance: self.dispersion * varies }
    }
}
