//! Adaptive evaluation: items, their calibration, runs and replays.

pub(crate) mod bank;
pub(crate) mod fit;
pub(crate) mod replay;
pub(crate) mod run;
