//! What a log holds, without scoring it.

pub(crate) mod gathered;
pub(crate) mod profile;
pub(crate) mod profiler;
pub(crate) mod survey;
