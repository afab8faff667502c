//! What models solve for what they may spend.
//!
//! `retries` has fresh tries until the first success, and `retry_rows` their table. `caps` has successes within a
//! cap, and `crossings` the caps at which one model passes another. `successes` has the intervals of both.

pub(super) mod caps;
pub(super) mod crossings;
pub(super) mod retries;
pub(super) mod retry_rows;
pub(super) mod successes;
