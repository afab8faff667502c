//! A log in pieces that may end anywhere.

use scorio_records::json::paths::Paths;
use scorio_records::records::json_lines::JsonLines;
use scorio_records::records::json_list::JsonList;
use scorio_records::records::start::MARK;
use scorio_records::records::table::Rows;
use scorio_records::records::text::Text;

use super::buffer::{Buffer, LONGEST};
use super::error::LogError;
use super::start::{ENOUGH, bare, require_text, separator_of};
use super::trials::{LogCounts, LogTrials, Spec};

/// Reads a log piece by piece.
pub(crate) struct LogReader {
    trials: LogTrials,
    paths: Paths,
    text: Buffer,
    form: Form,
    /// Whether the log is a table, and its separator, if that is given.
    is_table: Option<bool>,
    separator: Option<u8>,
}

enum Form {
    /// Before enough bytes have come.
    Unknown,
    Lines(JsonLines),
    List(JsonList),
    Table(Rows),
}

impl LogReader {
    /// A reader of JSON Lines or one list of records, of a table, or of what the first bytes show.
    pub(crate) fn new(
        spec: Spec,
        is_table: Option<bool>,
        separator: Option<u8>,
    ) -> Result<Self, LogError> {
        let fields = spec.fields();
        let paths = Paths::new(&fields.iter().map(Option::as_deref).collect::<Vec<_>>());
        let (trials, text) = (LogTrials::new(spec)?, Buffer::default());
        Ok(Self { trials, paths, text, form: Form::Unknown, is_table, separator })
    }

    /// Records so far.
    pub(crate) fn records(&self) -> u64 {
        self.trials.trials.report.records
    }

    /// Takes the next piece.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), LogError> {
        self.trials.trials.report.bytes += bytes.len() as u64;
        if self.text.push(bytes) { self.read() } else { Ok(()) }
    }

    /// Ends the log. A last record that is cut off is left out, and the report says so.
    pub(crate) fn finish(mut self) -> Result<LogCounts, LogError> {
        self.text.ended = true;
        match self.read() {
            Err(LogError::Record(error)) if error.is_cut() && self.records() > 0 => {
                self.trials.trials.report.interrupted = 1;
            }
            read => read?,
        }
        self.trials.finish()
    }

    fn read(&mut self) -> Result<(), LogError> {
        if let Form::Unknown = self.form {
            self.begin()?;
        }
        let Self { trials, paths, text, form, .. } = self;
        match form {
            Form::Unknown => Ok(false),
            Form::Lines(lines) => lines.read(text, paths, trials),
            Form::List(list) => list.read(text, paths, trials),
            Form::Table(rows) => rows.read(text, trials),
        }
        .map(drop)
    }

    /// Looks at the first bytes, which say what the log is, if enough have come.
    fn begin(&mut self) -> Result<(), LogError> {
        let first = self.text.rest();
        let start = bare(first);
        let (Some(&letter), true) = (start.first(), self.text.ended || first.len() >= ENOUGH)
        else {
            return self.text.limit(first.len(), "line", 1);
        };
        require_text(first)?;
        let is_json = match self.is_table {
            Some(is_table) => !is_table,
            None => matches!(letter, b'{' | b'['),
        };
        self.form = if is_json && letter == b'[' {
            Form::List(JsonList::default())
        } else if is_json {
            Form::Lines(JsonLines::default())
        } else {
            let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
            if line.len() == start.len() && !self.text.ended && line.len() <= LONGEST {
                return Ok(());
            }
            let separator = self.separator.unwrap_or_else(|| separator_of(line));
            Form::Table(Rows::new(separator, self.trials.spec.fields()))
        };
        let mark = if first.starts_with(MARK) { MARK.len() } else { 0 };
        self.text.advance(mark);
        Ok(())
    }
}
