//! The kinds of curves that items have.

use std::sync::Arc;

use crate::irt::items::curve::{CurvePoint, ItemCurve};
use crate::irt::items::graded::GradedCurve;

/// The curve of an item: the common one, or that of an item whose outcomes are steps.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// The common curve.
    Common(ItemCurve),
    /// Steps. Copies share them.
    Graded(Arc<GradedCurve>),
}

impl From<ItemCurve> for Curve {
    fn from(item: ItemCurve) -> Self {
        Self::Common(item)
    }
}

impl From<GradedCurve> for Curve {
    fn from(item: GradedCurve) -> Self {
        Self::Graded(Arc::new(item))
    }
}

impl Curve {
    /// a, b and φ. The difficulty of steps is the mean of their thresholds.
    #[must_use]
    pub fn item(&self) -> ItemCurve {
        match self {
            Self::Common(item) => *item,
            Self::Graded(graded) => graded.item,
        }
    }

    /// μ: the mean outcome of a model of this ability.
    #[must_use]
    pub fn mean(&self, ability: f64) -> f64 {
        match self {
            Self::Common(item) => item.mean(ability),
            Self::Graded(graded) => graded.point(ability).mean,
        }
    }

    /// How much one trial tells about an ability: (dμ/dθ)² over the variance of the outcome.
    #[must_use]
    pub fn information(&self, ability: f64) -> f64 {
        match self {
            Self::Common(item) => item.information(ability),
            Self::Graded(graded) => graded.information(ability),
        }
    }

    /// The outcome at an ability.
    pub(crate) fn point(&self, ability: f64) -> CurvePoint {
        match self {
            Self::Common(item) => item.point(ability),
            Self::Graded(graded) => graded.point(ability),
        }
    }
}
