//! The items of a bank, their scores, and what they tell of the whole benchmark.

pub(super) mod bank;
pub(super) mod calibrated;
pub(super) mod given;
pub(super) mod search;
pub(super) mod whole;
