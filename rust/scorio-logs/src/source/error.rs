//! What can be wrong with a file or a stream, whatever it contains.

use std::io;

use scorio_records::records::place::Place;
use thiserror::Error;

use crate::remedy::Remedy;

/// What is wrong with a file or a stream.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SourceError {
    /// A file that cannot be opened.
    #[error("cannot open {file}: {}", cause(source))]
    Open {
        /// The file.
        file: String,
        /// The cause.
        source: io::Error,
    },
    /// A file that cannot be read to its end.
    #[error("cannot read {file}: {}", cause(source))]
    Read {
        /// The file.
        file: String,
        /// The cause.
        source: io::Error,
    },
    /// A compressed file that stops in the middle.
    #[error(
        "{file} is truncated: its {compression} data end in the middle, after {bytes} bytes of text"
    )]
    Truncated {
        /// The file.
        file: String,
        /// gzip or zstd.
        compression: &'static str,
        /// How much could be read.
        bytes: u64,
    },
    /// A compressed file with damaged data.
    #[error(
        "{file} is damaged: {compression} cannot read it after {bytes} bytes of text ({})",
        cause(source)
    )]
    Damaged {
        /// The file.
        file: String,
        /// gzip or zstd.
        compression: &'static str,
        /// How much could be read.
        bytes: u64,
        /// The cause.
        source: io::Error,
    },
    /// A packing that is not read: another kind, or one inside another.
    #[error("{file} is {what}, which is not supported")]
    Packed {
        /// The file.
        file: String,
        /// How it is packed.
        what: String,
    },
    /// An archive that cannot be read.
    #[error("{file} cannot be read as ZIP: {problem}")]
    Archive {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
        /// What a user can do.
        remedy: Option<Remedy>,
    },
    /// A file beside a log that is not one JSON object.
    #[error("{file} cannot be read as JSON: it is not one JSON object")]
    NotJsonObject {
        /// The file.
        file: String,
    },
    /// A file, or an entry of an archive, that is too large.
    #[error("{file}: {problem}")]
    TooLarge {
        /// The file.
        file: String,
        /// What is too large, and the limit.
        problem: String,
    },
    /// A record that would not end, or take all memory.
    #[error(
        "{place}: the {} is longer than {most} bytes, the memory of all readers for records; it begins: {}",
        place.unit, place.beginning
    )]
    TooLong {
        /// Where.
        place: Box<Place>,
        /// The most bytes that a record may have.
        most: usize,
    },
    /// A record for which the machine has no memory.
    #[error(
        "{place}: there is no memory for the {}, which takes more than {} bytes; it begins: {}",
        place.unit, needed / 2, place.beginning
    )]
    NoMemory {
        /// Where.
        place: Box<Place>,
        /// The bytes that were asked for.
        needed: usize,
    },
}

impl SourceError {
    /// The name of the variant.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Open { .. } => "open",
            Self::Read { .. } => "read",
            Self::Truncated { .. } => "truncated",
            Self::Damaged { .. } => "damaged",
            Self::Packed { .. } => "packed",
            Self::Archive { .. } => "archive",
            Self::NotJsonObject { .. } => "not_json_object",
            Self::TooLarge { .. } => "too_large",
            Self::TooLong { .. } => "too_long",
            Self::NoMemory { .. } => "no_memory",
        }
    }

    /// What a user can do.
    pub(crate) fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Packed { .. } => Some(Remedy::Unpack {}),
            Self::Archive { remedy, .. } => remedy.clone(),
            Self::TooLong { .. } => Some(Remedy::NameForm {}),
            Self::NoMemory { .. } => Some(Remedy::ShortenRecord {}),
            Self::Open { .. }
            | Self::Read { .. }
            | Self::Truncated { .. }
            | Self::Damaged { .. }
            | Self::NotJsonObject { .. }
            | Self::TooLarge { .. } => None,
        }
    }
}

/// A cause in the system's words, without the system's number for it.
pub(crate) fn cause(source: &io::Error) -> String {
    let words = source.to_string();
    let numbered = |code| format!(" (os error {code})");
    let bare = source.raw_os_error().and_then(|code| words.strip_suffix(&numbered(code)));
    bare.unwrap_or(&words).to_owned()
}
