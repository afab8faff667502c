//! What the fields of records hold: their types, values, and how often they are there.

use std::collections::{BTreeMap, HashMap};

use scorio_records::json::dotted::escaped;
use scorio_records::json::value::Value;
use scorio_records::json::view::{entries, members, value_length};
use scorio_records::records::error::RecordError;
use scorio_records::records::record::{Origin, Sink};
use scorio_records::spec::numbers::written;

use crate::error::{Error, Result};

/// Records that are looked at, at most.
const RECORDS: u64 = 2000;

/// Bytes of records that are looked at, at most.
const BYTES: u64 = 64 << 20;

/// The largest number of distinct fields.
const FIELDS: usize = 400;

/// Distinct values that are kept of a field.
const VALUES: usize = 24;

/// Distinct values that are counted of a field.
const DISTINCT: usize = 4096;

/// Entries of a list that are looked at.
const ENTRIES: usize = 64;

/// The longest text of a value that is kept.
const LONGEST: usize = 60;

/// One field.
#[derive(Clone, Debug, Default)]
pub struct FieldProfile {
    /// Its dotted path, with `[]` for the entries of a list.
    pub name: String,
    /// Records that have it.
    pub records: u64,
    /// Values of each type.
    pub kinds: Vec<(&'static str, u64)>,
    /// The first distinct values, each with its type and how often it occurs.
    pub values: Vec<(String, &'static str, u64)>,
    /// How many distinct values there are, as far as they were counted.
    pub distinct: u64,
}

#[derive(Default)]
struct SeenField {
    profile: FieldProfile,
    /// The last record that has it.
    last: u64,
    places: HashMap<String, Option<usize>>,
}

/// Looks at records.
#[derive(Default)]
pub(crate) struct Profiler {
    /// Columns, in a table.
    pub(crate) columns: Vec<String>,
    pub(crate) records: u64,
    /// Not all records were looked at.
    pub(crate) full: bool,
    /// Records that cannot be read.
    pub(crate) broken: u64,
    /// Names of records in an object, that is, whether they are the questions.
    pub(crate) keys: u64,
    bytes: u64,
    fields: Vec<SeenField>,
    places: BTreeMap<String, usize>,
}

impl Profiler {
    /// What was found, in the order of appearance.
    pub(crate) fn fields(self) -> Vec<FieldProfile> {
        self.fields.into_iter().map(|field| field.profile).collect()
    }

    /// Takes note of a record's values by the names of the columns.
    pub(crate) fn row(&mut self, values: &[Value<'_>]) {
        self.records += 1;
        let columns = std::mem::take(&mut self.columns);
        for (name, value) in columns.iter().zip(values) {
            match value {
                Value::Cell(text) => self.cell(name, value, text),
                Value::Text(text) => self.cell(name, value, text),
                _ => self.put(name, value),
            }
        }
        self.columns = columns;
    }

    /// A cell, which may hold a list or an object.
    fn cell(&mut self, name: &str, value: &Value<'_>, text: &str) {
        let text = text.trim();
        if text.starts_with(['[', '{']) && value_length(text).ok() == Some(text.len()) {
            self.walk(name, &Value::Nested(text), 0);
        } else {
            self.put(name, value);
        }
    }

    /// Whether there is no need for more.
    pub(crate) fn is_full(&self) -> bool {
        self.records >= RECORDS || self.bytes >= BYTES
    }

    fn walk(&mut self, path: &str, value: &Value<'_>, depth: u32) {
        const DEEPEST: u32 = 6;
        let Value::Nested(text) = value else { return self.put(path, value) };
        if depth >= DEEPEST {
            return self.put(path, value);
        }
        if text.starts_with('{') {
            let dot = if path.is_empty() { "" } else { "." };
            for (key, value) in members(text) {
                self.walk(&format!("{path}{dot}{}", escaped(&key)), &value, depth + 1);
            }
            return;
        }
        self.put(path, value);
        for value in entries(text).iter().take(ENTRIES) {
            self.walk(&format!("{path}[]"), value, depth + 1);
        }
    }

    fn put(&mut self, name: &str, value: &Value<'_>) {
        let known = self.places.get(name).copied();
        if known.is_none() && self.fields.len() >= FIELDS {
            return;
        }
        let place = known.unwrap_or_else(|| {
            let profile = FieldProfile { name: name.to_owned(), ..FieldProfile::default() };
            self.fields.push(SeenField { profile, ..SeenField::default() });
            self.places.insert(name.to_owned(), self.fields.len() - 1);
            self.fields.len() - 1
        });
        let Some(field) = self.fields.get_mut(place) else { return };
        if field.last != self.records {
            field.last = self.records;
            field.profile.records += 1;
        }
        let (kind, text) = told(value);
        match field.profile.kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => field.profile.kinds.push((kind, 1)),
        }
        if matches!(kind, "null" | "empty" | "list" | "object") {
            return;
        }
        match field.places.get(&text) {
            Some(Some(at)) => {
                if let Some((.., count)) = field.profile.values.get_mut(*at) {
                    *count += 1;
                }
            }
            None if field.places.len() < DISTINCT => {
                let kept = field.profile.values.len() < VALUES;
                if kept {
                    field.profile.values.push((text.clone(), kind, 1));
                }
                let at = kept.then(|| field.profile.values.len() - 1);
                field.places.insert(text, at);
                field.profile.distinct += 1;
            }
            Some(None) | None => {}
        }
    }
}

impl Sink for Profiler {
    type Error = Error;

    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        if let Some(text) = origin.text() {
            self.records += 1;
            self.bytes += text.len() as u64;
            self.keys += u64::from(origin.key().is_some());
            self.walk("", &Value::Nested(text), 0);
        } else {
            self.row(values);
        }
        if self.is_full() {
            self.full = true;
            return Err(Error::Stopped);
        }
        Ok(())
    }

    fn malformed(&mut self, _: RecordError) -> Result<()> {
        self.broken += 1;
        Ok(())
    }
}

/// The type of a value, and its text, cut to a length.
fn told(value: &Value<'_>) -> (&'static str, String) {
    let cut = |text: &str| text.chars().take(LONGEST).collect::<String>();
    match value {
        Value::Absent | Value::Null => ("null", String::new()),
        Value::Bool(value) => ("boolean", value.to_string()),
        Value::Number(text) => ("number", cut(text)),
        Value::Text(text) => ("text", cut(text)),
        Value::Nested(text) if text.starts_with('[') => ("list", String::new()),
        Value::Nested(_) => ("object", String::new()),
        Value::Cell(cell) => match cell.trim() {
            "" => ("empty", String::new()),
            cell if matches!(&*cell.to_ascii_lowercase(), "true" | "false") => {
                ("boolean", cut(cell))
            }
            cell if written(cell).is_some() => ("number", cut(cell)),
            cell => ("text", cut(cell)),
        },
    }
}
