//! Where packed data end that do not say so beforehand, and what they unpack to.

use std::io::{self, Read};

use flate2::{Crc, Decompress, FlushDecompress, Status};
use zstd::stream::raw::{Decoder, Operation};

use crate::source::archive::method::DEFLATED;
use crate::source::archive::method::LARGEST;
use crate::source::archive::method::ZSTD;

const CHUNK: usize = 1 << 16;

/// A zstd frame begins so, and one that is to be passed over with the second, but for its last four bits.
const FRAME: u32 = 0xfd2f_b528;
const PASSED_OVER: u32 = 0x184d_2a50;

/// What whole data come to.
pub(super) struct Measured {
    pub(super) packed: u64,
    pub(super) size: u64,
    pub(super) crc: u64,
}

/// What one step of unpacking did.
struct Unpacked {
    read: usize,
    written: usize,
    ended: bool,
}

/// Unpacks data up to their end. Nothing if there is none, or they make no sense.
pub(super) fn measure(method: u64, packed: impl Read) -> io::Result<Option<Measured>> {
    match method {
        DEFLATED => {
            let mut unpacker = Decompress::new(false);
            unpack(packed, |input, output| {
                let before = (unpacker.total_in(), unpacker.total_out());
                let status = unpacker.decompress(input, output, FlushDecompress::None).ok()?;
                Some(Unpacked {
                    read: usize::try_from(unpacker.total_in() - before.0).ok()?,
                    written: usize::try_from(unpacker.total_out() - before.1).ok()?,
                    ended: status == Status::StreamEnd,
                })
            })
        }
        ZSTD => {
            let mut unpacker = Decoder::new()?;
            let mut between = false;
            unpack(packed, |input, output| {
                if between {
                    // Another frame may follow, of which the first four bytes tell.
                    let mark = input.first_chunk().map(|first| u32::from_le_bytes(*first));
                    let more = mark.is_some_and(|mark| mark == FRAME || mark & !15 == PASSED_OVER);
                    if !more {
                        return Some(Unpacked { read: 0, written: 0, ended: true });
                    }
                    unpacker.reinit().ok()?;
                    between = false;
                }
                let status = unpacker.run_on_buffers(input, output).ok()?;
                between = status.remaining == 0;
                Some(Unpacked {
                    read: status.bytes_read,
                    written: status.bytes_written,
                    ended: false,
                })
            })
        }
        _ => Ok(None),
    }
}

fn unpack(
    mut source: impl Read,
    mut step: impl FnMut(&[u8], &mut [u8]) -> Option<Unpacked>,
) -> io::Result<Option<Measured>> {
    let (mut input, mut output) = (Vec::with_capacity(2 * CHUNK), vec![0; CHUNK]);
    let (mut packed, mut size, mut crc) = (0, 0, Crc::new());
    let mut used = 0;
    loop {
        // Never a step on the first bytes alone of what may go on.
        if input.len() - used < 4 {
            input.drain(..used);
            used = 0;
            (&mut source).take(CHUNK as u64).read_to_end(&mut input)?;
        }
        let Some(Unpacked { read, written, ended }) =
            step(input.get(used..).unwrap_or(&[]), &mut output)
        else {
            return Ok(None);
        };
        used += read;
        packed += read as u64;
        size += written as u64;
        crc.update(output.get(..written).unwrap_or(&[]));
        if ended {
            return Ok(Some(Measured { packed, size, crc: crc.sum().into() }));
        }
        if (read == 0 && written == 0) || size > LARGEST {
            return Ok(None);
        }
    }
}
