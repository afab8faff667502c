//! Arrow's IPC forms. A file's end says where its batches are. A pipe or a compressed file is read from
//! its start instead, as the stream that most writers put between a file's magic words.

use std::fs::File;
use std::io::{self, Chain, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex};

use arrow_array::RecordBatch;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, MessageHeader, MetadataVersion, root_as_footer, root_as_message};
use arrow_schema::{ArrowError, SchemaRef};

use crate::count::error::CountError;
use crate::error::{Error, Result};
use crate::records::columns::cells::Columns;
use crate::records::columns::cells::damaged;
use crate::records::columns::message::Message;
use crate::records::columns::pieces::{Pieces, parts};
use crate::records::columns::stored::{Stored, StoredReader};
use crate::source::error::SourceError;
use crate::source::progress::Meter;
use crate::source::progress::Total;
use crate::source::stream::Source;
use crate::threads::panics::caught;

pub(crate) const FORM: &str = "Arrow";

/// With which a file of Arrow begins, filled up to eight bytes, and ends.
pub(crate) const MAGIC: &[u8] = b"ARROW1";

/// With which a stream of Arrow begins.
pub(crate) const STREAM: &[u8] = &[0xff; 4];

/// An opened Arrow file or stream.
pub(crate) struct Ipc {
    file: String,
    schema: SchemaRef,
    version: MetadataVersion,
    from: From,
}

/// Where its batches come from.
enum From {
    /// A file's end says where.
    File { reader: StoredReader, dictionaries: Vec<Block>, batches: Vec<Block> },
    /// From here on. A file has an end of its own, a stream has none.
    Stream { framed: bool, input: StreamInput },
}

/// A source that keeps in mind what went wrong with it, and where it is.
struct StreamInput {
    inner: Chain<Cursor<Vec<u8>>, Source>,
    failure: Failure,
}

type Failure = Arc<Mutex<Option<Error>>>;

impl StreamInput {
    /// The error that a reader sees when the failure is kept for later.
    fn failed(&self, error: Error) -> io::Error {
        if let Ok(mut failure) = self.failure.lock() {
            *failure = Some(error);
        }
        io::ErrorKind::Other.into()
    }
}

impl Read for StreamInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let kind = error.kind();
            if let Ok(mut failure) = self.failure.lock() {
                *failure = Some(self.inner.get_ref().1.explain(error));
            }
            kind.into()
        })
    }
}

/// Reads through another reader that is asked meanwhile whether to go on.
struct Asking<'a, 'p> {
    input: &'a mut StreamInput,
    meter: &'a mut Meter<'p>,
}

impl Read for Asking<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer).map_err(|error| {
            // Whoever is interrupted would read again for ever.
            match (error.kind() == io::ErrorKind::Interrupted).then(|| self.meter.ask()) {
                Some(Err(stopped)) => self.input.failed(stopped),
                _ => error,
            }
        })
    }
}

impl Ipc {
    /// Opens a stored file.
    pub(crate) fn file(path: &Path, total: Total) -> Result<Self> {
        let file = path.display().to_string();
        let failed = |source| Error::from(SourceError::Open { file: file.clone(), source });
        let opened = File::open(path).map_err(failed)?;
        let reader = Stored::new(opened, total).map_err(failed)?.from(0);
        checked(&file, || {
            let footer = footer(&mut reader.clone())?;
            let footer = root_as_footer(&footer)
                .map_err(|error| ArrowError::ParseError(error.to_string()))?;
            let (dictionaries, batches) =
                (blocks(footer.dictionaries()), blocks(footer.recordBatches()));
            let from = From::File { reader: reader.clone(), dictionaries, batches };
            let schema = schema(footer.schema())?;
            if began(&mut reader.clone()).is_some_and(|began| began.fields() != schema.fields()) {
                let what = "its end names other columns than its start";
                return Err(ArrowError::IpcError(what.to_owned()));
            }
            Ok(Self { file: file.clone(), schema, version: footer.version(), from })
        })
    }

    /// Goes on with a source of which `begun` was read before, up to its schema.
    pub(crate) fn stream(
        source: Source,
        mut begun: Vec<u8>,
        meter: &mut Meter<'_>,
    ) -> Result<Self> {
        let file = source.name().to_owned();
        let framed = begun.starts_with(MAGIC);
        if framed {
            begun.drain(..MAGIC.len());
        }
        let inner = Cursor::new(begun).chain(source);
        let mut input = StreamInput { inner, failure: Failure::default() };
        let first = checked(&file, || {
            let mut asking = Asking { input: &mut input, meter };
            let zeros = if framed { Some(first_message(&mut asking)?) } else { None };
            let mut from = Cursor::new(zeros.into_iter().collect::<Vec<u8>>()).chain(asking);
            let Some(first) = Message::next(&mut from)? else {
                return Err(ArrowError::IpcError("it has no schema".to_owned()));
            };
            let message = root_as_message(first.description())
                .map_err(|error| ArrowError::ParseError(error.to_string()))?;
            Ok((schema(message.header_as_schema())?, message.version()))
        });
        let first = told(Some(first), &input.failure);
        let (schema, version) = first.unwrap_or_else(|| {
            Err(CountError::Empty { file: file.clone(), one_of_several: false, header: false }
                .into())
        })?;
        Ok(Self { file, schema, version, from: From::Stream { framed, input } })
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The pieces of the columns that the wanted fields need: a batch each.
    pub(crate) fn pieces(self, columns: &Columns) -> Result<Pieces> {
        let Self { file, schema, version, from } = self;
        let decoder = FileDecoder::new(schema, version).with_projection(columns.outermost());
        let wrong = {
            let file = file.clone();
            move |error: ArrowError| damaged(&file, FORM, error.to_string())
        };
        Ok(match from {
            From::File { mut reader, dictionaries, batches } => {
                let decoder = checked(&file, || with(decoder, &mut reader, &dictionaries))?;
                Box::new(batches.into_iter().flat_map(move |block| {
                    let batch = block_at(&mut reader, &block)
                        .and_then(|message| batch(&decoder, &message))
                        .map_err(&wrong);
                    parts(batch)
                }))
            }
            From::Stream { framed, input } => {
                let mut stream = Some((decoder, input));
                let batches = std::iter::from_fn(move || {
                    let (decoder, input) = stream.as_mut()?;
                    let batch = next(decoder, input).transpose();
                    let batch = batch.or_else(|| end(input, framed).map(Err));
                    let batch = batch.map(|batch| batch.map_err(&wrong));
                    let batch = told(batch, &input.failure);
                    if !matches!(batch, Some(Ok(_))) {
                        stream = None;
                    }
                    batch
                });
                Box::new(batches.flat_map(parts))
            }
        })
    }
}

/// What a file's end says.
fn footer(reader: &mut StoredReader) -> std::result::Result<Vec<u8>, ArrowError> {
    const FIXED: u8 = 10;
    let mut fixed = [0; FIXED as usize];
    let end = reader.seek(SeekFrom::End(-i64::from(FIXED)))?;
    reader.read_exact(&mut fixed)?;
    let length = read_footer_length(fixed)? as u64;
    let Some(start) = end.checked_sub(length) else {
        return Err(ArrowError::IpcError("its end is longer than the file".to_owned()));
    };
    stored(reader, start, length)
}

/// The schema with which most writers begin a file as well.
fn began(reader: &mut StoredReader) -> Option<SchemaRef> {
    reader.seek(SeekFrom::Start(8)).ok()?;
    let first = Message::next(reader).ok()??;
    let message = root_as_message(first.description()).ok()?;
    schema(Some(message.header_as_schema()?)).ok()
}

fn blocks<'b>(listed: Option<impl IntoIterator<Item = &'b Block>>) -> Vec<Block> {
    listed.into_iter().flatten().copied().collect()
}

/// The bytes at a place, all of which must be there.
fn stored(
    reader: &mut StoredReader,
    at: u64,
    length: u64,
) -> std::result::Result<Vec<u8>, ArrowError> {
    let mut bytes = Vec::new();
    reader.seek(SeekFrom::Start(at))?;
    if (reader.take(length).read_to_end(&mut bytes)? as u64) < length {
        return Err(ArrowError::IpcError("a part that its end names is not there".to_owned()));
    }
    Ok(bytes)
}

fn schema(schema: Option<arrow_ipc::Schema<'_>>) -> std::result::Result<SchemaRef, ArrowError> {
    let schema = schema.ok_or_else(|| ArrowError::IpcError("it has no schema".to_owned()))?;
    if !schema.endianness().equals_to_target_endianness() {
        let what = "its bytes have the order of another kind of machine";
        return Err(ArrowError::IpcError(what.to_owned()));
    }
    if schema.fields().into_iter().flatten().any(points_at_itself) {
        let what = "a column points at itself for its name or its parts";
        return Err(ArrowError::IpcError(what.to_owned()));
    }
    try_fb_to_schema(schema).map(Arc::new)
}

/// Whether a distance in a column's description is 0, which reads as an empty name or list.
fn points_at_itself(field: arrow_ipc::Field<'_>) -> bool {
    let (table, parts) = (field._tab, field.children());
    let parts_of = [
        arrow_ipc::Field::VT_NAME,
        arrow_ipc::Field::VT_TYPE_,
        arrow_ipc::Field::VT_DICTIONARY,
        arrow_ipc::Field::VT_CHILDREN,
        arrow_ipc::Field::VT_CUSTOM_METADATA,
    ];
    let zero = |part| match usize::from(table.vtable().get(part)) {
        0 => false,
        behind => {
            let at = table.loc() + behind;
            table.buf().get(at..at + 4) == Some(&[0; 4])
        }
    };
    parts_of.into_iter().any(zero) || parts.into_iter().flatten().any(points_at_itself)
}

/// A message of a file.
fn block_at(reader: &mut StoredReader, block: &Block) -> std::result::Result<Message, ArrowError> {
    let whole = |number: i64| u64::try_from(number).ok();
    let head = u64::try_from(block.metaDataLength()).ok();
    let length =
        head.zip(whole(block.bodyLength())).and_then(|(head, body)| head.checked_add(body));
    let Some((at, length)) = whole(block.offset()).zip(length) else {
        return Err(ArrowError::IpcError("its end names a place that cannot be".to_owned()));
    };
    Message::stored(stored(reader, at, length)?, block)
}

/// A decoder that knows a file's dictionaries.
fn with(
    mut decoder: FileDecoder,
    reader: &mut StoredReader,
    dictionaries: &[Block],
) -> std::result::Result<FileDecoder, ArrowError> {
    for block in dictionaries {
        let message = block_at(reader, block)?;
        decoder.read_dictionary(&message.block, &message.bytes)?;
    }
    Ok(decoder)
}

fn batch(decoder: &FileDecoder, message: &Message) -> std::result::Result<RecordBatch, ArrowError> {
    let batch = decoder.read_record_batch(&message.block, &message.bytes)?;
    batch.ok_or_else(|| ArrowError::IpcError("a message is no batch of rows".to_owned()))
}

/// The next batch of a stream, behind the dictionaries that come before it.
fn next(
    decoder: &mut FileDecoder,
    input: &mut StreamInput,
) -> std::result::Result<Option<RecordBatch>, ArrowError> {
    while let Some(message) = Message::next(input)? {
        if message.kind != MessageHeader::DictionaryBatch {
            return batch(decoder, &message).map(Some);
        }
        decoder.read_dictionary(&message.block, &message.bytes)?;
    }
    Ok(None)
}

/// The first byte of a file's first message, which stands behind zeros.
fn first_message(input: &mut impl Read) -> std::result::Result<u8, ArrowError> {
    let mut byte = [0];
    while byte == [0] {
        input.read_exact(&mut byte)?;
    }
    let [byte] = byte;
    if STREAM.first() == Some(&byte) {
        return Ok(byte);
    }
    let what =
        "its parts are found from its end alone, and it is packed or a pipe: save it as a file";
    Err(ArrowError::IpcError(what.to_owned()))
}

/// What a reader says on being opened. A file whose bytes make it panic is damaged too.
fn checked<T>(file: &str, open: impl FnOnce() -> std::result::Result<T, ArrowError>) -> Result<T> {
    let wrong = |what: String| damaged(file, FORM, what);
    let broken = || Err(wrong("what it says about itself makes no sense".to_owned()));
    caught(|| open().map_err(|error| wrong(error.to_string())), broken)
}

/// What is wrong with the end of the input, if anything: a stream may end without a word.
fn end(input: &mut StreamInput, framed: bool) -> Option<ArrowError> {
    let mut rest = Vec::new();
    let whole = !framed || input.read_to_end(&mut rest).is_ok() && rest.ends_with(MAGIC);
    (!whole).then(|| ArrowError::IpcError("its end is missing".to_owned()))
}

/// A result, or what was wrong with the source that it came from.
fn told<T>(result: Option<Result<T>>, failure: &Failure) -> Option<Result<T>> {
    let failure = failure.lock().ok().and_then(|mut failure| failure.take());
    failure.map_or(result, |failure| Some(Err(failure)))
}
