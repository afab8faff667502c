//! How entries are packed, and how large they may be.

/// No entry may be larger than this.
pub(super) const LARGEST: u64 = 16 << 30;

pub(super) const STORED: u64 = 0;
pub(super) const DEFLATED: u64 = 8;
pub(super) const ZSTD: u64 = 93;
