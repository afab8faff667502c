//! A subset metric is its credit function: A_j is the credit for exactly j successes in k draws.
//!
//! Each A rises from A_0 = 0 to A_k ≤ 1 by jumps w_r = A_r − A_{r−1} ≥ 0. So E[A_J] is also Σ w_r
//! P(J ≥ r), the mean of thresholds weighted by w.

use std::sync::Arc;

use crate::check;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::tau::Tau;
use crate::metric::weights::Weights;
use crate::numeric::double::Double;

/// The credit A_0..A_k of a budget k, each in [0, 1].
#[derive(Clone, Debug, PartialEq)]
pub enum Credit {
    /// Pass@k, at least one success: A_j = 1 for j ≥ 1 (Chen et al. 2021, eq. 1).
    Any(u64),
    /// Pass^k, all k succeed: only A_k is 1 (Yao et al. 2024, section 4).
    All(u64),
    /// Maj@k, a strict majority succeeds: A_j = 1 for j > k / 2.
    Majority(u64),
    /// G-Pass@k_τ, at least `successes` of `budget` succeed (Liu et al. 2024, section 3).
    AtLeast {
        /// k.
        budget: u64,
        /// max(1, ⌈τk⌉).
        successes: u64,
    },
    /// mG-Pass@k, twice the integral of G-Pass@k_τ over τ from 1/2 to 1 (Liu et al. 2024, section
    /// 3).
    ///
    /// A_j = 2 (j − m)₊ / k with m = ⌈k/2⌉.
    UpperHalf(u64),
    /// AUC@k, the area under Pass@1..k by the trapezoid rule (Hu et al. 2026).
    ///
    /// Pass@i is the credit 1 − C(k−j, i) / C(k, i), and Σ_i C(k−j, i) / C(k, i) = (k + 1) / (j +
    /// 1). So A_j = 1 − (k − j)(2k − j − 1) / (2k (k − 1)(j + 1)) for j ≥ 1.
    Area(u64),
    /// The threshold spectrum of weights w_1..w_k: A_j = Σ_{r≤j} w_r.
    Spectrum(Arc<Table>),
    /// 1 minus another credit.
    Complement(Box<Self>),
}

/// A credit and its complement to 1, or their expectations, each to full relative accuracy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Parts {
    pub(crate) value: Double,
    pub(crate) complement: Double,
}

impl Parts {
    pub(crate) const NONE: Self = Self { value: Double::ZERO, complement: Double::ONE };
    pub(crate) const FULL: Self = Self { value: Double::ONE, complement: Double::ZERO };

    pub(crate) fn swap(self) -> Self {
        Self { value: self.complement, complement: self.value }
    }
}

impl Credit {
    /// Pass@k.
    ///
    /// # Errors
    /// k < 1.
    pub fn pass_at(k: i64) -> Result<Self> {
        budget(k).map(Self::Any)
    }

    /// Pass^k.
    ///
    /// # Errors
    /// k < 1.
    pub fn pass_hat(k: i64) -> Result<Self> {
        budget(k).map(Self::All)
    }

    /// Maj@k.
    ///
    /// # Errors
    /// k < 1.
    pub fn majority(k: i64) -> Result<Self> {
        budget(k).map(Self::Majority)
    }

    /// G-Pass@k_τ.
    ///
    /// # Errors
    /// k < 1.
    pub fn threshold(k: i64, tau: Tau) -> Result<Self> {
        let budget = check::budget("k", k)?;
        Ok(Self::AtLeast { budget, successes: tau.successes(budget) })
    }

    /// mG-Pass@k.
    ///
    /// # Errors
    /// k < 1.
    pub fn upper_half(k: i64) -> Result<Self> {
        budget(k).map(Self::UpperHalf)
    }

    /// AUC@k. AUC@1 is Pass@1.
    ///
    /// # Errors
    /// k < 1.
    pub fn area(k: i64) -> Result<Self> {
        budget(k).map(|k| if k == 1 { Self::Any(1) } else { Self::Area(k) })
    }

    /// The threshold spectrum of k weights.
    ///
    /// # Errors
    /// - k < 1.
    /// - There are more or fewer than k weights.
    /// - A weight is negative or not finite.
    /// - The weights add up to more than 1.
    pub fn spectrum(k: i64, weights: &[f64]) -> Result<Self> {
        Ok(Self::Spectrum(Arc::new(Table::new(check::budget("k", k)?, weights)?)))
    }

    /// 1 − A.
    #[must_use]
    pub fn complement(self) -> Self {
        match self {
            Self::Complement(credit) => *credit,
            credit => Self::Complement(Box::new(credit)),
        }
    }

    /// k.
    #[must_use]
    pub fn budget(&self) -> u64 {
        match self {
            Self::Any(k)
            | Self::All(k)
            | Self::Majority(k)
            | Self::AtLeast { budget: k, .. }
            | Self::UpperHalf(k)
            | Self::Area(k) => *k,
            Self::Spectrum(spectrum) => spectrum.jumps.len() as u64,
            Self::Complement(credit) => credit.budget(),
        }
    }

    /// The metric's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Any(_) => "Pass@k",
            Self::All(_) => "Pass^k",
            Self::Majority(_) => "Maj@k",
            Self::AtLeast { .. } => "G-Pass@k",
            Self::UpperHalf(_) => "mG-Pass@k",
            Self::Area(_) => "AUC@k",
            Self::Spectrum(_) => "the threshold spectrum",
            Self::Complement(credit) => credit.name(),
        }
    }

    /// The weights of a failure and a success, if the credit is the success or the failure of one trial.
    ///
    /// # Errors
    /// None, because the weights are valid.
    pub(crate) fn of_one(&self) -> Result<Option<Weights>> {
        if self.budget() != 1 {
            return Ok(None);
        }
        let weights = [0.0, 1.0].map(|j| self.at(j).value.value());
        let differ = weights == [0.0, 1.0] || weights == [1.0, 0.0];
        differ.then(|| Weights::new(&weights)).transpose()
    }

    /// The same credit, as a table if that pays off for evaluating it many times.
    pub(crate) fn tabulated(&self) -> Self {
        match self {
            Self::UpperHalf(k) | Self::Area(k) if *k <= 4096 => {
                let draws = || (0..=*k).map(|j| j as f64);
                let jumps = draws().skip(1).map(|r| self.jump(r)).collect();
                let credit = draws().map(|j| self.at(j)).collect();
                Self::Spectrum(Arc::new(Table { jumps, credit }))
            }
            Self::Complement(credit) => Self::Complement(Box::new(credit.tabulated())),
            _ => self.clone(),
        }
    }

    /// The same, unless its variance comes from a kink, which a table does not show.
    pub(crate) fn tabulated_for_variance(&self) -> Self {
        if self.is_bent() { self.clone() } else { self.tabulated() }
    }

    /// A number that turns every A_j into a whole number, if one exists.
    pub(crate) fn unit(&self) -> Option<f64> {
        match self {
            Self::UpperHalf(k) => Some(if k % 2 == 0 { k / 2 } else { *k } as f64),
            Self::Complement(credit) => credit.unit(),
            _ => self.step().map(|_| 1.0),
        }
    }

    /// Whether its variance is best computed from its kink: its jumps are many and equal.
    pub(crate) fn is_bent(&self) -> bool {
        match self {
            Self::UpperHalf(_) => true,
            Self::Complement(credit) => credit.is_bent(),
            _ => false,
        }
    }

    /// If the jumps w are constant except after one place r: r, and w_{r+1} − w_r.
    pub(crate) fn kink(&self) -> Option<(f64, Double)> {
        match self {
            Self::UpperHalf(k) => Some((k.div_ceil(2) as f64, Double::from(2.0) / *k as f64)),
            Self::Any(_) => Some((1.0, -Double::ONE)),
            _ => None,
        }
    }

    /// The place of the jump, if the credit has a single jump from 0 to 1.
    pub(crate) fn step(&self) -> Option<u64> {
        match self {
            Self::Any(_) => Some(1),
            Self::All(k) => Some(*k),
            Self::Majority(k) => Some(k / 2 + 1),
            Self::AtLeast { successes, .. } => Some(*successes),
            _ => None,
        }
    }

    /// Whether its mean has no closed form, but for a sum over the successes.
    pub(crate) fn is_walked(&self) -> bool {
        match self {
            Self::Complement(credit) => credit.is_walked(),
            _ => self.step().is_none_or(|step| step != 1 && step != self.budget()),
        }
    }

    /// A_j for a whole number j from 0 to k.
    pub(crate) fn at(&self, j: f64) -> Parts {
        match self {
            Self::UpperHalf(k) => {
                let (k, above) = (*k as f64, j - k.div_ceil(2) as f64);
                let value = Double::from(2.0 * above.max(0.0)) / k;
                let complement = Double::from(k - 2.0 * above.max(0.0)) / k;
                Parts { value, complement }
            }
            Self::Area(_) if j < 1.0 => Parts::NONE,
            Self::Area(k) => {
                let k = *k as f64;
                let lacking = Double::from(k - j) * (2.0 * k - j - 1.0);
                let complement = lacking / (Double::from(2.0 * k) * (k - 1.0) * (j + 1.0));
                Parts { value: Double::ONE - complement, complement }
            }
            Self::Spectrum(spectrum) => spectrum.at(j),
            Self::Complement(credit) => credit.at(j).swap(),
            _ if self.step().is_some_and(|threshold| j >= threshold as f64) => Parts::FULL,
            _ => Parts::NONE,
        }
    }

    /// The jump w_r for r from 1 to k. For a complement it is the size of the jump.
    pub(crate) fn jump(&self, r: f64) -> Double {
        match self {
            Self::UpperHalf(k) if r > k.div_ceil(2) as f64 => Double::from(2.0) / *k as f64,
            Self::UpperHalf(_) => Double::ZERO,
            Self::Area(_) if r <= 1.0 => self.at(1.0).value,
            Self::Area(k) => {
                let k = *k as f64;
                let (all, these) = (Double::from(2.0 * k) * (k + 1.0), Double::from(r) * (r + 1.0));
                (all - these) / (these * (Double::from(2.0 * k) * (k - 1.0)))
            }
            Self::Spectrum(spectrum) => spectrum.jump(r),
            Self::Complement(credit) => credit.jump(r),
            _ if self.step().is_some_and(|threshold| r == threshold as f64) => Double::ONE,
            _ => Double::ZERO,
        }
    }
}

/// A credit as a table: w_1..w_k and A_0..A_k.
#[derive(Debug, PartialEq)]
pub struct Table {
    jumps: Vec<Double>,
    credit: Vec<Parts>,
}

/// How far the sum of weights may exceed 1. Rounding leaves this after division by the sum.
const SLACK: f64 = 1e-12;

impl Table {
    fn new(k: u64, weights: &[f64]) -> Result<Self> {
        if weights.len() as u64 != k {
            return Err(MetricError::SpectrumLength { weights: weights.len(), k }.into());
        }
        for (index, &value) in weights.iter().enumerate() {
            check::not_negative("weights", &[index], value)
                .map_err(|_| MetricError::SpectrumWeight { index, value })?;
        }
        let jumps: Vec<_> = weights.iter().map(|&weight| Double::from(weight)).collect();
        let all = jumps.iter().fold(Double::ZERO, |sum, &jump| sum + jump);
        // The plain sum, if the exact sum overflows.
        let sum = if all.value().is_finite() { all.value() } else { weights.iter().sum() };
        if sum > 1.0 + SLACK {
            return Err(MetricError::SpectrumSum { sum }.into());
        }
        let mut credit = Vec::with_capacity(jumps.len() + 1);
        credit.push(Parts::NONE);
        let mut value = Double::ZERO;
        for &jump in &jumps {
            value = value + jump;
            credit.push(Parts { value, complement: Double::ONE - all });
        }
        // The complements start from the other end, where they are small.
        let mut above = Double::ONE - all;
        for (split, &jump) in credit.iter_mut().skip(1).zip(&jumps).rev() {
            split.complement = above;
            above = above + jump;
        }
        Ok(Self { jumps, credit })
    }

    fn at(&self, j: f64) -> Parts {
        self.credit.get(place(j)).copied().unwrap_or(Parts::NONE)
    }

    fn jump(&self, r: f64) -> Double {
        self.jumps.get(place(r - 1.0)).copied().unwrap_or(Double::ZERO)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, 0 ≤ j ≤ k")]
pub(super) fn place(j: f64) -> usize {
    j as usize
}

fn budget(k: i64) -> Result<u64> {
    Ok(check::budget("k", k)?)
}
