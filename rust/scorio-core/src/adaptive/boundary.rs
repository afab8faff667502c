//! When two models are decided: the boundary that the standardized difference of their abilities
//! has to reach.

use super::error::AdaptiveError;
use super::spending::{self, SpendingLine};
use crate::check;
use crate::error::Result;
use crate::numeric::normal::{central_quantile, one_sided_quantile, z_score};
use crate::numeric::portable::{exp, ln, ln_1p};
use crate::rows::declare::row;

/// The rule that decides a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundaryRule {
    /// `Spending` if the last look is known beforehand, otherwise `Anytime`.
    Auto,
    /// The error is spent up to the last look, whose information is known beforehand.
    Spending,
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
            "auto" => Ok(Self::Auto),
            "spending" => Ok(Self::Spending),
            "anytime" => Ok(Self::Anytime),
            "two-sided" => Ok(Self::TwoSided),
            "one-sided" => Ok(Self::OneSided),
            _ => Err(AdaptiveError::Choice {
                option: "boundary",
                value: name.to_owned(),
                known: "auto, spending, anytime, two-sided, one-sided",
            }
            .into()),
        }
    }

    /// What `Auto` means if the last look is known beforehand, and if it is not.
    pub(crate) fn resolved(self, has_horizon: bool) -> Self {
        match self {
            Self::Auto if has_horizon => Self::Spending,
            Self::Auto => Self::Anytime,
            rule => rule,
        }
    }
}

/// ρ of the anytime boundary, which is narrowest at t = 20: after 200 items of one trial of each of two
/// models.
pub(crate) const RHO: f64 = 2.5;

/// A boundary for one pair of models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairBoundary {
    alpha: f64,
    rho: f64,
    line: BoundaryLine,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum BoundaryLine {
    Anytime,
    Quantile(f64),
    Spending(SpendingLine),
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
        /// p-value that is valid at every look, up to the last one if that is known.
        p: f64,
    }
}

/// An ability and its standard error.
pub type Located = (f64, f64);

impl PairBoundary {
    /// The boundary with an error of 1 − `confidence`, shared by `pairs` pairs.
    ///
    /// `resolution` is the standard error of a difference at which the anytime boundary is near
    /// its narrowest. It replaces `rho`. `Auto` is `Anytime` here.
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
        let line = match rule {
            BoundaryRule::Auto | BoundaryRule::Anytime => BoundaryLine::Anytime,
            BoundaryRule::Spending => BoundaryLine::Spending(SpendingLine::new(alpha)),
            BoundaryRule::TwoSided => {
                BoundaryLine::Quantile(central_quantile(1.0 - alpha)?.value())
            }
            BoundaryRule::OneSided => {
                BoundaryLine::Quantile(one_sided_quantile("confidence", 1.0 - alpha)?)
            }
        };
        Ok(Self { alpha, rho, line })
    }

    /// Whether it asks what a pair knows at the last look.
    pub(crate) fn has_horizon(&self) -> bool {
        matches!(self.line, BoundaryLine::Spending(_))
    }

    /// All that the boundary says of a pair. `horizon` is t at the last look. It counts for the spending
    /// boundary alone, and this look is the last one if t is not below it.
    ///
    /// # Errors
    /// An ability is not finite, or a standard error is not a finite number above 0.
    pub fn decision(&self, one: Located, other: Located, horizon: f64) -> Result<PairDecision> {
        for (place, (ability, error)) in [one, other].into_iter().enumerate() {
            check::finite("abilities", &[place], ability)?;
            check::positive("errors", error)?;
        }
        Ok(PairDecision {
            decided: self.decides(one, other, horizon),
            z: z_score(one, other),
            boundary: self.height(one, other, horizon),
            p: self.p_value(one, other, horizon),
        })
    }

    /// z that a pair has to reach. With t = 1/(SE² + SE²), it is √((1 + ρ/t) ln((t + ρ)/(ρ α²))) at any
    /// time. If the error is spent until t = T, it is h √(T/t) with 8 Φ(−h) = α before T, and b with
    /// 2 Φ(−b) + 2 Φ(b − 2h) = α at T.
    #[must_use]
    pub fn height(&self, one: Located, other: Located, horizon: f64) -> f64 {
        let t = precision(one, other);
        match self.line {
            BoundaryLine::Anytime => {
                let mass = ln_1p(t / self.rho) - 2.0 * ln(self.alpha);
                ((1.0 + self.rho / t) * mass).sqrt()
            }
            BoundaryLine::Quantile(quantile) => quantile,
            BoundaryLine::Spending(line) => line.height(t, horizon),
        }
    }

    /// Whether a pair is decided.
    #[must_use]
    pub fn decides(&self, one: Located, other: Located, horizon: f64) -> bool {
        let (z, height) = (z_score(one, other).abs(), self.height(one, other, horizon));
        if matches!(self.line, BoundaryLine::Quantile(_)) { z > height } else { z >= height }
    }

    /// The least α that decides a pair by the spending boundary, or else by the anytime one:
    /// min(1, √((t + ρ)/ρ) e^(−z² t / (2(t + ρ)))).
    #[must_use]
    pub fn p_value(&self, one: Located, other: Located, horizon: f64) -> f64 {
        let (z, t) = (z_score(one, other), precision(one, other));
        if self.has_horizon() {
            return spending::p_value(z, t, horizon);
        }
        let log = 0.5 * ln_1p(t / self.rho) - 0.5 * z * z * t / (t + self.rho);
        exp(log.min(0.0))
    }
}

/// ρ for the standard error of a difference: δ⁻² / (x + ln(1 + x)), where x = ln α⁻².
pub(crate) fn rho_of(alpha: f64, delta: f64) -> f64 {
    let x = -2.0 * ln(alpha);
    1.0 / (delta * delta) / (x + ln_1p(x))
}

/// The information t of a pair.
fn precision(one: Located, other: Located) -> f64 {
    1.0 / (one.1 * one.1 + other.1 * other.1)
}
