//! A difference and its error: which models it tells apart, and how sure that is.

pub(crate) mod adjust;
pub(crate) mod critical;
pub(crate) mod difference;
pub(crate) mod family;
pub(crate) mod rule;
pub(crate) mod skewness;
pub(crate) mod verdict;
