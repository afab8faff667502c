//! The same records in several files, or twice in one.
//!
//! While a file is read, a trail is kept of its trials without a name: sums of hashes, which do not depend on
//! the order, and the whole records of some questions. Only files whose trails look alike are read again.

pub(super) mod print;
pub(super) mod second_look;
pub(super) mod suspects;
pub(super) mod trail;
pub(super) mod verdict;
