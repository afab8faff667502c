//! Every error of this crate, gathered from its folders.

use std::{fmt, io};

use scorio_core::Printable;
use scorio_records::costs::error::TrialCostError;
use scorio_records::records::error::RecordError;
use scorio_records::spec::error::SpecError;
use scorio_records::trials::error::TrialError;

use crate::count::error::CountError;
use crate::records::error_of_columns::ColumnError;
use crate::remedy::Remedy;
use crate::source::error::SourceError;
use crate::tools::error::ToolError;
use crate::write::error::WriteError;

/// Declares the enum once: a variant for each folder's errors, which it is made of.
macro_rules! errors {
    ($($(#[doc = $doc:literal])+ $variant:ident($type:ty),)+) => {
        /// What is wrong. It is shown on one line, whatever names and values it holds.
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum Error {
            $($(#[doc = $doc])+ $variant($type),)+
            /// The caller's progress function said to stop.
            Stopped,
        }

        $(impl From<$type> for Error {
            fn from(error: $type) -> Self {
                Self::$variant(error)
            }
        })+

        impl fmt::Display for Error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant(error) => Printable(error).fmt(f),)+
                    Self::Stopped => f.write_str("stopped before the end"),
                }
            }
        }

        impl std::error::Error for Error {
            fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                match self {
                    $(Self::$variant(error) => error.source(),)+
                    Self::Stopped => None,
                }
            }
        }
    };
}

errors! {
    /// With an option.
    Spec(SpecError),
    /// With a file or a stream.
    Source(SourceError),
    /// With a record.
    Record(RecordError),
    /// With the columns of a table.
    Column(ColumnError),
    /// With a trial.
    Trial(TrialError),
    /// With the log of a tool.
    Tool(ToolError),
    /// With the trials of a file.
    Count(CountError),
    /// With the cost of a trial.
    Cost(TrialCostError),
    /// With a file that is written, or a count file.
    Write(WriteError),
    /// With an argument of the core.
    Core(scorio_core::Error),
}

/// The result of the functions of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kind of an error, for those who map it to their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// There is no such file.
    NotFound,
    /// A file cannot be read or written.
    Io,
    /// An argument or a record is wrong.
    Value,
    /// The caller said to stop.
    Stopped,
}

impl Error {
    /// Whether a file ends too early. What stands before is complete.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        match self {
            Self::Source(SourceError::Truncated { .. }) => true,
            Self::Record(error) => error.is_cut(),
            _ => false,
        }
    }

    /// What kind of error this is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Source(SourceError::Open { source, .. })
                if source.kind() == io::ErrorKind::NotFound =>
            {
                ErrorKind::NotFound
            }
            Self::Source(SourceError::Open { .. } | SourceError::Read { .. })
            | Self::Write(WriteError::Write { .. }) => ErrorKind::Io,
            Self::Stopped => ErrorKind::Stopped,
            Self::Spec(_)
            | Self::Source(_)
            | Self::Record(_)
            | Self::Column(_)
            | Self::Trial(_)
            | Self::Tool(_)
            | Self::Count(_)
            | Self::Cost(_)
            | Self::Write(_)
            | Self::Core(_) => ErrorKind::Value,
        }
    }

    /// The name of the folder and the variant, such as `count.missing_outcome`. It does not change.
    #[must_use]
    pub fn name(&self) -> String {
        let (folder, name) = match self {
            Self::Spec(error) => ("spec", error.name()),
            Self::Source(error) => ("source", error.name()),
            Self::Record(error) => ("records", error.name()),
            Self::Column(error) => ("records", error.name()),
            Self::Trial(error) => ("count", error.name()),
            Self::Tool(error) => ("tools", error.name()),
            Self::Count(error) => ("count", error.name()),
            Self::Cost(error) => ("cost", error.name()),
            Self::Write(error) => ("write", error.name()),
            Self::Core(_) => return "core".to_owned(),
            Self::Stopped => return "stopped".to_owned(),
        };
        format!("{folder}.{name}")
    }

    /// What a user can do about it, if the error is one of reading or writing.
    #[must_use]
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Source(error) => error.remedy(),
            Self::Record(error) => error.remedy().map(Remedy::Record),
            Self::Column(error) => error.remedy(),
            Self::Trial(error) => error.remedy().map(Remedy::Record),
            Self::Tool(error) => error.remedy(),
            Self::Count(error) => error.remedy(),
            Self::Cost(error) => error.remedy().map(Remedy::Record),
            Self::Write(error) => error.remedy(),
            Self::Spec(error) => error.remedy().map(Remedy::Record),
            Self::Core(_) | Self::Stopped => None,
        }
    }
}
