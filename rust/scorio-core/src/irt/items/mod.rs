//! Items: the curves of their outcomes, and what models scored on them.

pub mod curve;
pub mod graded;
pub(crate) mod groups;
pub mod kinds;
pub mod responses;
pub mod uncertain;
