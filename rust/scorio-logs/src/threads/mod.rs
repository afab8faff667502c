//! Reading on several threads. What they read is counted in the order of the file.

pub(crate) mod budget;
pub(crate) mod ordered;
pub(crate) mod panics;
pub(crate) mod plan;
