//! The forms and formats of logs.

/// The form of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A JSON object a line.
    JsonLines,
    /// One JSON list of objects.
    Json,
    /// Comma-separated values with a header.
    Csv,
    /// Tab-separated values with a header.
    Tsv,
    /// Parquet.
    Parquet,
    /// Arrow's IPC file or stream.
    Arrow,
}

/// What a log is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A long table in this form.
    Form(Form),
    /// What the tool of this name writes.
    Tool(&'static str),
}

/// The forms by name.
pub(crate) const FORMS: [(&str, Form); 6] = [
    ("jsonl", Form::JsonLines),
    ("json", Form::Json),
    ("csv", Form::Csv),
    ("tsv", Form::Tsv),
    ("parquet", Form::Parquet),
    ("arrow", Form::Arrow),
];

impl Form {
    /// What it is, in words.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::JsonLines => "long table, JSON Lines",
            Self::Json => "long table, JSON list",
            Self::Csv => "long table, CSV",
            Self::Tsv => "long table, TSV",
            Self::Parquet => "long table, Parquet",
            Self::Arrow => "long table, Arrow",
        }
    }

    /// The same, where records may stand inside a document, or be rows whose columns stand apart.
    pub(crate) fn title_of(self, inside: bool, rows: bool) -> &'static str {
        match (inside, rows) {
            (true, _) => "long table, JSON document",
            (false, true) => "long table, JSON columns and rows",
            (false, false) => self.title(),
        }
    }
}
