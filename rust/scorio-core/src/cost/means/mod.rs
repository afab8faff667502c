//! Mean costs, and quotients of two figures.
//!
//! `figures` has the mean cost of a model with its interval, `quotient` the cost of a success, and `spread` says
//! whether costs differ so much that an interval may be too low.

pub(super) mod figures;
pub(super) mod quotient;
pub(super) mod spread;
