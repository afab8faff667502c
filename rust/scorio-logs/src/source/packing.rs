//! How the names of packed files end.

/// The endings of packed files.
pub(crate) const PACKINGS: [&str; 4] = [".gz", ".zst", ".bz2", ".xz"];

/// A name without the ending of its packing.
pub(crate) fn unpacked(name: &str) -> &str {
    PACKINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}
