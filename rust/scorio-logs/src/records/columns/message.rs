//! Messages of Arrow's IPC forms, checked before they are decoded. The decoder allocates whatever size
//! they claim for their buffers, and the process ends where there is not so much memory.

use std::io::Read;

use arrow_buffer::Buffer;
use arrow_ipc::{Block, CompressionType, MessageHeader, RecordBatch, root_as_message};
use arrow_schema::ArrowError;

use crate::records::columns::lz4_frame;

/// What stands before the length of a message.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// More than this many times its packed size nothing can be: zstd packs 128 KiB into four bytes at best,
/// and LZ4 less.
const MOST_TIMES: u64 = 1 << 15;

/// Where the packed bytes of a buffer begin, behind the length that they unpack to.
const PACKED: usize = 8;

/// Buffers begin at multiples of so many bytes.
const ALIGNED: i64 = 8;

type ArrowResult<T> = Result<T, ArrowError>;

fn wrong<T>(what: impl Into<String>) -> ArrowResult<T> {
    Err(ArrowError::IpcError(what.into()))
}

/// A message as it is stored, with its body.
pub(super) struct Message {
    pub(super) kind: MessageHeader,
    pub(super) bytes: Buffer,
    /// How the bytes are divided.
    pub(super) block: Block,
}

impl Message {
    /// The next message of a stream. Nothing at the stream's end.
    pub(super) fn next(input: &mut impl Read) -> ArrowResult<Option<Self>> {
        let mut bytes = Vec::new();
        let mut length = take(input, 4, &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if length == Some(CONTINUATION) {
            length = take(input, 4, &mut bytes)?;
        }
        let Some(length) = length.map(i32::from_le_bytes) else { return ends_inside() };
        let Ok(length) = u64::try_from(length) else {
            return wrong(format!("a message has the length {length}"));
        };
        if length == 0 {
            return Ok(None);
        }
        let head = bytes.len() as u64 + length;
        take(input, length, &mut bytes)?;
        if (bytes.len() as u64) < head {
            return ends_inside();
        }
        let body = body_length(&bytes)?;
        take(input, body, &mut bytes)?;
        if (bytes.len() as u64) - head < body {
            return ends_inside();
        }
        Self::new(bytes).map(Some)
    }

    /// A message of a file, where a block says that it stands.
    pub(super) fn stored(bytes: Vec<u8>, block: &Block) -> ArrowResult<Self> {
        let message = Self::new(bytes)?;
        let same = message.block.metaDataLength() == block.metaDataLength()
            && message.block.bodyLength() == block.bodyLength();
        if same { Ok(message) } else { wrong("a message is not as long as the file's end says") }
    }

    fn new(bytes: Vec<u8>) -> ArrowResult<Self> {
        let (prefix, length) = prefix(&bytes);
        let (Ok(head), Ok(meta)) =
            (i32::try_from(u64::from(prefix) + length), usize::try_from(length))
        else {
            return wrong("a message's description is too long");
        };
        let rest = bytes.get(usize::from(prefix)..).unwrap_or(&[]);
        let Some((description, body)) = rest.split_at_checked(meta) else { return ends_inside() };
        let message = root_as_message(description)
            .map_err(|error| ArrowError::ParseError(error.to_string()))?;
        if u64::try_from(message.bodyLength()).ok() != Some(body.len() as u64) {
            return wrong("a message's body is not as long as it says");
        }
        let dictionary = message.header_as_dictionary_batch();
        let batch = dictionary.and_then(|dictionary| dictionary.data());
        if let Some(batch) = message.header_as_record_batch().or(batch) {
            check(&batch, body)?;
        }
        let kind = message.header_type();
        let block = Block::new(0, head, message.bodyLength());
        Ok(Self { kind, bytes: Buffer::from_vec(bytes), block })
    }

    /// The description alone.
    pub(super) fn description(&self) -> &[u8] {
        let (prefix, _) = prefix(&self.bytes);
        self.bytes.get(usize::from(prefix)..).unwrap_or(&[])
    }
}

fn ends_inside<T>() -> ArrowResult<T> {
    wrong("it ends in the middle of a message")
}

/// How many bytes stand before a message's description, and how long they say that it is.
fn prefix(bytes: &[u8]) -> (u8, u64) {
    let prefix = if bytes.starts_with(&CONTINUATION) { 8 } else { 4 };
    let length = bytes.get(usize::from(prefix) - 4..usize::from(prefix));
    let length = length.and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
    (prefix, u64::from(length.unwrap_or(0)))
}

/// The length of the body that follows.
fn body_length(bytes: &[u8]) -> ArrowResult<u64> {
    let (prefix, _) = prefix(bytes);
    let description = bytes.get(usize::from(prefix)..).unwrap_or(&[]);
    let message =
        root_as_message(description).map_err(|error| ArrowError::ParseError(error.to_string()))?;
    let length = message.bodyLength();
    u64::try_from(length)
        .or_else(|_| wrong(format!("the body of a message has the length {length}")))
}

/// Reads on, making room only for what is there. The last four bytes, if all are.
fn take(input: &mut impl Read, length: u64, bytes: &mut Vec<u8>) -> ArrowResult<Option<[u8; 4]>> {
    let read = input.take(length).read_to_end(bytes)?;
    Ok(if read as u64 == length { bytes.last_chunk().copied() } else { None })
}

/// Whether the buffers of a batch stand in its body, and what they unpack to has room.
fn check(batch: &RecordBatch<'_>, body: &[u8]) -> ArrowResult<()> {
    let whole = |number: i64| usize::try_from(number).ok();
    let nodes = batch.nodes().into_iter().flatten();
    for node in nodes {
        if whole(node.length()).is_none() || whole(node.null_count()).is_none() {
            return wrong("a column has a negative length");
        }
        if node.null_count() > node.length() {
            return wrong("a column has more nulls than rows");
        }
    }
    let lz4 = batch.compression().is_some_and(|how| how.codec() == CompressionType::LZ4_FRAME);
    let mut total = 0_u64;
    for buffer in batch.buffers().into_iter().flatten() {
        let range = whole(buffer.offset()).zip(whole(buffer.length()));
        let range = range.and_then(|(start, length)| Some(start..start.checked_add(length)?));
        let Some(stored) = range.and_then(|range| body.get(range)) else {
            return wrong("a buffer stands outside of its message");
        };
        if buffer.offset() % ALIGNED != 0 && !stored.is_empty() {
            return wrong(format!("a buffer begins at byte {} of its message", buffer.offset()));
        }
        let packed = batch.compression().is_some() && !stored.is_empty();
        let length = stored.first_chunk().copied().map(i64::from_le_bytes);
        // -1 says that it is not packed, and other numbers below 0 are refused by the decoder.
        if let Some(length @ 0..) = length.filter(|_| packed) {
            let (length, packed) = (length.cast_unsigned(), stored.len() as u64);
            if length / MOST_TIMES > packed {
                return wrong(format!("a buffer of {packed} bytes claims to unpack to {length}"));
            }
            let rest = stored.get(PACKED..).filter(|_| lz4).and_then(lz4_frame::behind);
            if rest.is_some_and(|rest| rest.iter().any(|&byte| byte != 0)) {
                return wrong("a packed buffer goes on behind its end");
            }
            total = total.saturating_add(length);
        }
    }
    room(total, body.len())
}

/// Whether there is room for all that a message unpacks to, at once.
fn room(length: u64, packed: usize) -> ArrowResult<()> {
    let there = usize::try_from(length).is_ok_and(|length| {
        let mut room = Vec::<u8>::new();
        room.try_reserve_exact(length).is_ok()
    });
    if there {
        return Ok(());
    }
    let memory = "more than there is memory";
    wrong(format!("a message of {packed} bytes claims to unpack to {length}, {memory}"))
}
