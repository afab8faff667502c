//! Item response theory: abilities of models and difficulties of items, from the outcomes of trials.

pub mod abilities;
pub mod calibration;
pub(crate) mod fits;
pub mod items;
pub(crate) mod parallel;
pub mod report;

pub use abilities::ability::{Ability, AbilityPrior, Answered, filter, mode};
pub use abilities::belief::AbilityBelief;
pub use abilities::exceedance::exceedance;
pub use calibration::{Calibration, CalibrationMethod, CalibrationRequest, calibrate};
pub use items::curve::ItemCurve;
pub use items::graded::GradedCurve;
pub use items::kinds::Curve;
pub use items::responses::Responses;
pub use items::uncertain::{doubted, doubted_steps};
pub use report::CalibrationReport;
