//! What the first bytes of packed files show.

/// First bytes of packed files, and by what these are packed.
const PACKED: [(&[u8], &str); 10] = [
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"BZh", "bzip2"),
    (b"\x04\x22\x4d\x18", "LZ4"),
    (b"\x5d\x00\x00", "LZMA"),
    (b"LZIP\x01", "lzip"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"\x1f\x9d", "compress"),
];

/// Where a tar archive has its mark.
const TAR: std::ops::Range<usize> = 257..262;

/// So many bytes tell whether a file is packed, and by what.
pub const ENOUGH: usize = 512;

/// By what a file with these first bytes is packed, if it is.
#[must_use]
pub fn packing(first: &[u8]) -> Option<&'static str> {
    let (_, by) = PACKED.iter().find(|(start, _)| first.starts_with(start))?;
    // A text may begin so. Its fourth byte is a level, and no text goes on like this.
    let text = *by == "bzip2"
        && !first.get(4..6).is_some_and(|block| matches!(block, [0x31 | 0x17, 0x41 | 0x72]));
    (!text).then_some(*by)
}

/// Whether a file with these first bytes is a tar archive.
#[must_use]
pub fn is_tar(first: &[u8]) -> bool {
    first.get(TAR) == Some(b"ustar")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_told_from_texts() {
        assert_eq!(packing(b"\x1f\x8b\x08"), Some("gzip"));
        assert_eq!(packing(b"BZh91AY&SY"), Some("bzip2"));
        assert_eq!(packing(b"\x5d\x00\x00\x80\x00"), Some("LZMA"));
        for text in [&b"BZh,question"[..], b"", b"[1]", b"{", b"7z,x", b"]\n"] {
            assert_eq!(packing(text), None);
        }
        let mut archive = vec![0; ENOUGH];
        archive[TAR].copy_from_slice(b"ustar");
        assert!(is_tar(&archive) && !is_tar(b"ustar") && !is_tar(&[b'x'; ENOUGH]));
    }
}
