//! How the names of packed files end.

/// The endings of packed files.
pub(crate) const PACKINGS: [&str; 4] = [".gz", ".zst", ".bz2", ".xz"];

/// A name without the ending of its packing.
pub(crate) fn unpacked(name: &str) -> &str {
    PACKINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// The endings of packings that are not read. A folder's notes name such logs.
pub(crate) const UNREAD: [&str; 5] = [".lz4", ".br", ".lzma", ".lz", ".z"];
