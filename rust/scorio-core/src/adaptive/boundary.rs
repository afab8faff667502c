//! When two models are decided: the boundary that the standardized difference of their abilities
//! has to reach.

use super::error::AdaptiveError;
use crate::check;
use crate::error::Result;
use crate::numeric::normal::{central_quantile, one_sided_quantile, z_score};
use crate::numeric::portable::{exp, ln, ln_1p};
use crate::rows::declare::row;

/// The rule that decides a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundaryRule {
    /// Robbins' mixture boundary: valid at every look.
    Anytime,
    /// The two-sided normal quantile, at every look.
    TwoSided,
    /// The one-sided normal quantile, at every look.
    OneSided,
}

impl BoundaryRule {
    /// The rule of a name.
    ///
    /// # Errors
    /// There is none.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "anytime" => Ok(Self::Anytime),
            "two-sided" => Ok(Self::TwoSided),
            "one-sided" => Ok(Self::OneSided),
            _ => Err(AdaptiveError::Choice {
                option: "boundary",
                value: name.to_owned(),
                known: "anytime, two-sided, one-sided",
            }
            .into()),
        }
    }
}

/// A boundary for one pair of models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairBoundary {
    rule: BoundaryRule,
    alpha: f64,
    rho: f64,
    quantile: f64,
}

row! {
    /// What a boundary says of a pair.
    #[derive(Copy)]
    pub struct PairDecision {
        /// Whether the order is decided.
        decided: bool,
        /// The difference of the abilities in standard errors.
        z: f64,
        /// The size of z that decides.
        boundary: f64,
        /// p-value that is valid at every look.
        p: f64,
    }
}

/// An ability and its standard error.
pub type Located = (f64, f64);

impl PairBoundary {
    /// The boundary with an error of 1 − `confidence`, shared by `pairs` pairs.
    ///
    /// `resolution` is the standard error of a difference at which the anytime boundary is near
    /// its narrowest. It replaces `rho`.
    ///
    /// # Errors
    /// The confidence is outside (0, 1), or ρ or the resolution is not positive.
    pub fn new(
        rule: BoundaryRule,
        confidence: f64,
        pairs: usize,
        rho: f64,
        resolution: Option<f64>,
    ) -> Result<Self> {
        check::level("confidence", confidence)?;
        check::positive("rho", rho)?;
        let alpha = (1.0 - confidence) / pairs.max(1) as f64;
        let rho = match resolution {
            None => rho,
            Some(delta) => {
                check::positive("resolution", delta)?;
                let found = rho_of(alpha, delta);
                check::positive("resolution", found)?;
                found
            }
        };
        let quantile = match rule {
            BoundaryRule::Anytime => 0.0,
            BoundaryRule::TwoSided => central_quantile(1.0 - alpha)?.value(),
            BoundaryRule::OneSided => one_sided_quantile("confidence", 1.0 - alpha)?,
        };
        Ok(Self { rule, alpha, rho, quantile })
    }

    /// All that the boundary says of a pair.
    ///
    /// # Errors
    /// An ability is not finite, or a standard error is not a finite number above 0.
    pub fn decision(&self, one: Located, other: Located) -> Result<PairDecision> {
        for (place, (ability, error)) in [one, other].into_iter().enumerate() {
            check::finite("abilities", &[place], ability)?;
            check::positive("errors", error)?;
        }
        Ok(PairDecision {
            decided: self.decides(one, other),
            z: z_score(one, other),
            boundary: self.height(one, other),
            p: self.p_value(one, other),
        })
    }

    /// z that a pair has to reach: √((1 + ρ/t) ln((t + ρ)/(ρ α²))), where t = 1/(SE² + SE²).
    #[must_use]
    pub fn height(&self, one: Located, other: Located) -> f64 {
        match self.rule {
            BoundaryRule::Anytime => {
                let t = precision(one, other);
                let mass = ln_1p(t / self.rho) - 2.0 * ln(self.alpha);
                ((1.0 + self.rho / t) * mass).sqrt()
            }
            BoundaryRule::TwoSided | BoundaryRule::OneSided => self.quantile,
        }
    }

    /// Whether a pair is decided.
    #[must_use]
    pub fn decides(&self, one: Located, other: Located) -> bool {
        let (z, height) = (z_score(one, other).abs(), self.height(one, other));
        if self.rule == BoundaryRule::Anytime { z >= height } else { z > height }
    }

    /// p of the anytime boundary: min(1, √((t + ρ)/ρ) e^(−z² t / (2(t + ρ)))).
    #[must_use]
    pub fn p_value(&self, one: Located, other: Located) -> f64 {
        let (z, t) = (z_score(one, other), precision(one, other));
        let log = 0.5 * ln_1p(t / self.rho) - 0.5 * z * z * t / (t + self.rho);
        exp(log.min(0.0))
    }
}

/// ρ for the standard error of a difference: δ⁻² / (x + ln(1 + x)), where x = ln α⁻².
pub(crate) fn rho_of(alpha: f64, delta: f64) -> f64 {
    let x = -2.0 * ln(alpha);
    1.0 / (delta * delta) / (x + ln_1p(x))
}

fn precision(one: Located, other: Located) -> f64 {
    1.0 / (one.1 * one.1 + other.1 * other.1)
}
