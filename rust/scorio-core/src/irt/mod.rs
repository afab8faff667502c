//! Item response theory: abilities of models and difficulties of items, from the outcomes of trials.

pub mod ability;
pub mod belief;
pub mod calibration;
pub mod curve;
pub mod doubt;
pub(crate) mod empirical;
mod exceedance;
pub mod graded;
mod groups;
pub(crate) mod joint;
pub mod kinds;
mod likelihood;
pub(crate) mod marginal;
pub(crate) mod parallel;
mod published;
pub mod report;
pub mod responses;
mod roots;
pub(crate) mod sloped;
mod sloped_whole;
pub(crate) mod slopes;

pub use ability::{Ability, AbilityPrior, Answered, filter, mode};
pub use belief::AbilityBelief;
pub use calibration::{Calibration, CalibrationMethod, CalibrationRequest, calibrate};
pub use curve::ItemCurve;
pub use doubt::{doubted, doubted_steps};
pub use exceedance::exceedance;
pub use graded::GradedCurve;
pub use kinds::Curve;
pub use report::CalibrationReport;
pub use responses::Responses;
