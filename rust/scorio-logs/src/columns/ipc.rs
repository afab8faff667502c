//! Arrow's IPC forms. A file is read by what its end says of it; where that cannot be had, as of a
//! pipe or a packed file, as the stream that most writers put between its magic words.

use std::fs::File;
use std::io::{self, Chain, Cursor, Read};
use std::path::Path;
use std::sync::{Arc, Mutex};

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::stored::{Reader, Stored};
use super::turns::{Piece, Pieces, caught};
use super::{Columns, damaged};
use crate::error::{Error, Result};
use crate::source::Source;
use crate::window::{Meter, Total};

pub(crate) const FORM: &str = "Arrow";

/// With which a file of Arrow begins, filled up to eight bytes, and ends.
pub(crate) const MAGIC: &[u8] = b"ARROW1";

/// With which a stream of Arrow begins.
pub(crate) const STREAM: &[u8] = &[0xff; 4];

/// An opened Arrow file or stream.
pub(crate) struct Ipc {
    file: String,
    schema: SchemaRef,
    from: From,
}

/// Where its batches come from.
enum From {
    File(Reader),
    Stream {
        /// Whether it is a file, which has an end of its own.
        framed: bool,
        input: Input,
        /// What was read of it to learn its schema.
        begun: Vec<u8>,
    },
}

/// A source that keeps in mind what went wrong with it, and where it is.
struct Input {
    inner: Chain<Cursor<Vec<u8>>, Source>,
    failure: Failure,
    read: u64,
}

type Failure = Arc<Mutex<Option<Error>>>;

impl Input {
    /// What a reader is told of a failure that is kept in mind.
    fn failed(&self, error: Error) -> io::Error {
        if let Ok(mut failure) = self.failure.lock() {
            *failure = Some(error);
        }
        io::ErrorKind::Other.into()
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let kind = error.kind();
            if let Ok(mut failure) = self.failure.lock() {
                *failure = Some(self.inner.get_ref().1.explain(error));
            }
            kind.into()
        })?;
        self.read += count as u64;
        Ok(count)
    }
}

/// Reads through another reader and keeps what it read. Nobody else asks meanwhile whether to go on.
struct Kept<'a, 'p> {
    input: &'a mut Input,
    begun: &'a mut Vec<u8>,
    meter: &'a mut Meter<'p>,
}

impl Read for Kept<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer).map_err(|error| {
            // Whoever is interrupted would read again for ever.
            match (error.kind() == io::ErrorKind::Interrupted).then(|| self.meter.ask()) {
                Some(Err(stopped)) => self.input.failed(stopped),
                _ => error,
            }
        })?;
        self.begun.extend_from_slice(buffer.get(..count).unwrap_or(&[]));
        Ok(count)
    }
}

impl Ipc {
    /// Opens a stored file.
    pub(crate) fn file(path: &Path, total: Total) -> Result<Self> {
        let file = path.display().to_string();
        let failed = |source| Error::Open { file: file.clone(), source };
        let opened = File::open(path).map_err(failed)?;
        let reader = Stored::new(opened, total).map_err(failed)?.from(0);
        let schema =
            checked(&file, || FileReader::try_new(reader.clone(), None).map(|r| r.schema()))?;
        Ok(Self { file, schema, from: From::File(reader) })
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
        let mut input = Input { inner, failure: Failure::default(), read: 0 };
        let mut begun = Vec::new();
        let schema = checked(&file, || {
            let mut first = Vec::new();
            let mut kept = Kept { input: &mut input, begun: &mut begun, meter };
            if framed {
                first.push(first_message(&mut kept)?);
            }
            let first = Cursor::new(first);
            StreamReader::try_new(first.chain(kept), None).map(|reader| reader.schema())
        });
        let schema = told(Some(schema), &input.failure);
        let schema = schema.unwrap_or_else(|| Err(Error::Empty { file: file.clone() }))?;
        Ok(Self { file, schema, from: From::Stream { framed, input, begun } })
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The pieces of the columns that the wanted fields need: a batch each.
    pub(crate) fn pieces(self, columns: &Columns) -> Result<Pieces> {
        let Self { file, from, .. } = self;
        let needed = Some(columns.outermost());
        let (framed, input, begun) = match from {
            From::File(reader) => {
                let batches = checked(&file, || FileReader::try_new(reader, needed))?;
                let wrong = move |error: ArrowError| damaged(&file, FORM, error.to_string());
                return Ok(Box::new(batches.map(move |batch| batch.map(one).map_err(&wrong))));
            }
            From::Stream { framed, input, begun } => (framed, input, begun),
        };
        let failure = Arc::clone(&input.failure);
        let begun = Cursor::new(begun);
        let mut reader = checked(&file, || StreamReader::try_new(begun.chain(input), needed))?;
        let wrong = move |what: String| damaged(&file, FORM, what);
        let mut ended = false;
        Ok(Box::new(std::iter::from_fn(move || {
            if ended {
                return None;
            }
            let batch = reader.next().map(|batch| batch.map_err(|error| wrong(error.to_string())));
            let batch = batch.or_else(|| {
                ended = true;
                end(reader.get_mut().get_mut().1, framed).map(|what| Err(wrong(what)))
            });
            told(batch, &failure).map(|batch| batch.map(one))
        })))
    }
}

/// The first byte of a file's first message, which stands behind zeros.
fn first_message(input: &mut Kept<'_, '_>) -> std::result::Result<u8, ArrowError> {
    let mut byte = [0];
    while byte == [0] {
        input.begun.clear();
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

/// What a reader says on being opened; a file whose bytes make it panic is damaged too.
fn checked<T>(file: &str, open: impl FnOnce() -> std::result::Result<T, ArrowError>) -> Result<T> {
    let wrong = |what: String| damaged(file, FORM, what);
    let broken = || wrong("what it says about itself makes no sense".to_owned());
    let opened = caught(|| Some(open().map_err(|error| wrong(error.to_string()))), broken);
    opened.unwrap_or_else(|| Err(broken()))
}

/// What is wrong with the end of the input, if anything.
fn end(input: &mut Input, framed: bool) -> Option<String> {
    if !framed {
        // Messages are filled up to eight bytes each; a stream may end without a word.
        return (!input.read.is_multiple_of(8))
            .then(|| "it ends in the middle of a message".to_owned());
    }
    let mut rest = Vec::new();
    let whole = input.read_to_end(&mut rest).is_ok() && rest.ends_with(MAGIC);
    (!whole).then(|| "its end is missing".to_owned())
}

/// A result, or what was wrong with the source that it came from.
fn told<T>(result: Option<Result<T>>, failure: &Failure) -> Option<Result<T>> {
    let failure = failure.lock().ok().and_then(|mut failure| failure.take());
    failure.map_or(result, |failure| Some(Err(failure)))
}

/// A batch as a piece.
pub(crate) fn one(batch: RecordBatch) -> Piece {
    Box::new(std::iter::once(Ok(batch)))
}
