//! Ranks of scores, and ranking methods.

pub(crate) mod rankers;
pub(crate) mod ranks;
