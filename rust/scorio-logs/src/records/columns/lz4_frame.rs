//! Where a frame of LZ4 ends. A reader stops at the mark of its end, and does not see bytes behind it.

/// With which a frame begins.
const MAGIC: [u8; 4] = 0x184d_2204_u32.to_le_bytes();

/// Flags of the descriptor.
const BLOCK_CHECKSUMS: u8 = 1 << 4;
const CONTENT_SIZE: u8 = 1 << 3;
const CONTENT_CHECKSUM: u8 = 1 << 2;
const DICTIONARY: u8 = 1;

/// The bit of a block's size that says that it is not packed.
const PLAIN: u32 = 1 << 31;

/// The bytes behind the frame. Nothing where there is no whole frame: its reader then says so.
pub(super) fn behind(bytes: &[u8]) -> Option<&[u8]> {
    let (flags, rest) = bytes.strip_prefix(&MAGIC)?.split_first()?;
    let size = |flag, bytes| if flags & flag == 0 { 0 } else { bytes };
    // The sizes of blocks, and a checksum of the descriptor, stand in one byte each.
    let descriptor = 2 + size(CONTENT_SIZE, 8) + size(DICTIONARY, 4);
    let mut rest = rest.get(descriptor..)?;
    loop {
        let (length, blocks) = rest.split_first_chunk()?;
        match u32::from_le_bytes(*length) & !PLAIN {
            0 => return blocks.get(size(CONTENT_CHECKSUM, 4)..),
            length => {
                let length = usize::try_from(length).ok()?;
                rest = blocks.get(length..)?.get(size(BLOCK_CHECKSUMS, 4)..)?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame with two blocks, written by hand: flags, and the bytes of what they announce.
    fn frame(flags: u8) -> Vec<u8> {
        let announced = |flag, bytes| vec![7_u8; if flags & flag == 0 { 0 } else { bytes }];
        let mut bytes = MAGIC.to_vec();
        bytes.extend([flags, 0x40]);
        bytes.extend(announced(CONTENT_SIZE, 8));
        bytes.extend(announced(DICTIONARY, 4));
        bytes.push(1);
        for (size, length) in [(3_u32, 3), (5 | PLAIN, 5)] {
            bytes.extend(size.to_le_bytes());
            bytes.extend(vec![9; length]);
            bytes.extend(announced(BLOCK_CHECKSUMS, 4));
        }
        bytes.extend([0; 4]);
        bytes.extend(announced(CONTENT_CHECKSUM, 4));
        bytes
    }

    #[test]
    fn the_end_is_found_with_all_flags() {
        for flags in 0..32_u8 {
            let whole = frame(0x40 | flags);
            assert_eq!(behind(&whole), Some(&[][..]), "{flags}");
            let more = [whole.as_slice(), b"more"].concat();
            assert_eq!(behind(&more), Some(&b"more"[..]), "{flags}");
            assert!((0..whole.len()).all(|end| behind(&whole[..end]).is_none()), "{flags}");
        }
        assert_eq!(behind(b"no frame at all"), None);
    }
}
