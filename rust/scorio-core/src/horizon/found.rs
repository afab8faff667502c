//! What the results of a model say: a curve, or why there is none.

use super::fit::LengthCurve;
use super::mark::Mark;
use super::overlap::{Overlap, overlap};
use super::tasks::ModelTasks;
use crate::calls::CallError;
use crate::error::Result;
use crate::numeric::portable::log2;

/// What the results of a model say.
pub(super) enum Said {
    /// A curve that falls.
    Curve(Box<LengthCurve>),
    /// A curve that does not fall.
    Rising,
    /// No curve.
    NoFit(Overlap),
}

/// A model with its tasks, and what they say.
pub(super) struct ModelFound {
    pub(super) tasks: ModelTasks,
    pub(super) said: Said,
}

/// A curve that falls less than this with each standard deviation of log₂ of the lengths does not fall.
const LEVEL_SLOPE: f64 = 1e-9;

impl ModelFound {
    pub(super) fn of(tasks: ModelTasks, penalty: Option<f64>) -> Result<Self> {
        let said = match overlap(&tasks.points, penalty.is_some()) {
            Overlap::Fits => {
                let penalty = penalty.unwrap_or_default();
                let curve = LengthCurve::of(&tasks.points, tasks.met.len(), penalty)?;
                if curve.slope < -LEVEL_SLOPE { Said::Curve(Box::new(curve)) } else { Said::Rising }
            }
            Overlap::Rises => Said::Rising,
            none => Said::NoFit(none),
        };
        Ok(Self { tasks, said })
    }

    pub(super) fn curve(&self) -> Option<&LengthCurve> {
        if let Said::Curve(curve) = &self.said { Some(curve) } else { None }
    }

    pub(super) fn mark(&self, share: f64) -> Option<Mark> {
        Some(Mark::of(self.curve()?, share))
    }

    /// By what models are ordered: the longest horizon first, those without any last.
    pub(super) fn order(&self, share: f64) -> f64 {
        match &self.said {
            Said::Curve(curve) => curve.log2(share),
            Said::NoFit(Overlap::AllSucceed) => f64::INFINITY,
            Said::NoFit(Overlap::Falls(solved, none)) => 0.5 * (log2(*solved) + log2(*none)),
            Said::NoFit(_) => f64::MIN,
            Said::Rising => f64::NEG_INFINITY,
        }
    }
}

/// How many clusters have a task of any of some models.
pub(super) fn used(found: &[&ModelFound]) -> usize {
    let most = found.iter().map(|one| one.tasks.met.len()).max().unwrap_or_default();
    let met = |place: usize| found.iter().any(|one| one.tasks.met.get(place) == Some(&true));
    (0..most).filter(|&place| met(place)).count()
}

/// The model of a name.
pub(super) fn named<'f>(found: &'f [ModelFound], name: &str) -> Result<&'f ModelFound> {
    found.iter().find(|one| one.tasks.model == name).ok_or_else(|| {
        let known = found.iter().map(|one| one.tasks.model.clone()).collect();
        CallError::NoModel { name: name.to_owned(), known }.into()
    })
}
