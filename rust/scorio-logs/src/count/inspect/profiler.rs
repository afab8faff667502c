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
    /// Of each record the number of its value, from 1, or 0 if it has none. Nothing inside lists.
    pub codes: Vec<u32>,
    /// Inside a list: each place of it has the same value in every record.
    pub by_place: bool,
    /// Each value is one more than that before it, in the list or in the log.
    pub counts_up: bool,
}

/// What the places of a field's values say.
#[derive(Debug)]
struct Places {
    /// The first values by their place in a list.
    first: Vec<u32>,
    /// How often a value was that of its place, and whether it always was.
    agreed: u64,
    agrees: bool,
    /// A number less its place, if it is always the same.
    less: Option<f64>,
    counts: bool,
    seen: u64,
}

impl Default for Places {
    fn default() -> Self {
        Self { first: Vec::new(), agreed: 0, agrees: true, less: None, counts: true, seen: 0 }
    }
}

impl Places {
    /// Takes note of a value by its number and text.
    fn add(&mut self, place: u64, in_list: bool, code: u32, text: &str) {
        self.seen += 1;
        #[expect(clippy::cast_precision_loss, reason = "places are small")]
        let less = text.parse::<f64>().ok().map(|number| number - place as f64);
        self.counts &= less.is_some() && self.less.is_none_or(|known| less == Some(known));
        self.less = self.less.or(less);
        let at = usize::try_from(place).unwrap_or(usize::MAX);
        match self.first.get(at) {
            Some(first) => {
                self.agrees &= *first == code;
                self.agreed += 1;
            }
            None if in_list && at == self.first.len() => self.first.push(code),
            None => {}
        }
    }

    /// Whether a list has the same values in each record. By chance it hardly has.
    fn by_place(&self) -> bool {
        const ENOUGH: u64 = 4;
        self.agrees && self.agreed >= ENOUGH && self.first.len() > 1
    }

    fn counts_up(&self) -> bool {
        const ENOUGH: u64 = 3;
        self.counts && self.seen >= ENOUGH
    }
}

#[derive(Default)]
struct SeenField {
    profile: FieldProfile,
    /// The last record that has it.
    last: u64,
    /// Of each value its number, and its place among those that are kept.
    known: HashMap<String, (u32, Option<usize>)>,
    places: Places,
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
    /// The place in the innermost list, within a list.
    place: Option<u64>,
}

impl Profiler {
    /// What was found, in the order of appearance.
    pub(crate) fn fields(self) -> Vec<FieldProfile> {
        let told = |field: SeenField| FieldProfile {
            by_place: field.places.by_place() && field.profile.distinct > 1,
            counts_up: field.places.counts_up(),
            ..field.profile
        };
        self.fields.into_iter().map(told).collect()
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
        let outer = self.place;
        for (place, value) in (0..).zip(entries(text).iter().take(ENTRIES)) {
            self.place = Some(place);
            self.walk(&format!("{path}[]"), value, depth + 1);
        }
        self.place = outer;
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
        let SeenField { profile, known, places, .. } = field;
        let shown = || text.chars().take(LONGEST).collect::<String>();
        let code = match known.get(&text) {
            Some((code, at)) => {
                if let Some((.., count)) = at.and_then(|at| profile.values.get_mut(at)) {
                    *count += 1;
                }
                *code
            }
            None if known.len() < DISTINCT => {
                let at = (profile.values.len() < VALUES).then(|| {
                    profile.values.push((shown(), kind, 1));
                    profile.values.len() - 1
                });
                profile.distinct += 1;
                #[expect(clippy::cast_possible_truncation, reason = "at most 4,096")]
                let code = profile.distinct as u32;
                known.insert(text.clone(), (code, at));
                code
            }
            None => u32::MAX,
        };
        let (place, in_list) = (self.place.unwrap_or(self.records), self.place.is_some());
        places.add(place, in_list, code, &text);
        if !in_list {
            let at = usize::try_from(self.records).unwrap_or(0);
            profile.codes.resize(at, 0);
            if let Some(last) = profile.codes.last_mut() {
                *last = code;
            }
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

/// The type of a value, and its text.
fn told(value: &Value<'_>) -> (&'static str, String) {
    match value {
        Value::Absent | Value::Null => ("null", String::new()),
        Value::Bool(value) => ("boolean", value.to_string()),
        Value::Number(text) => ("number", (*text).to_owned()),
        Value::Text(text) => ("text", text.to_string()),
        Value::Nested(text) if text.starts_with('[') => ("list", String::new()),
        Value::Nested(_) => ("object", String::new()),
        Value::Cell(cell) => match cell.trim() {
            "" => ("empty", String::new()),
            cell if matches!(&*cell.to_ascii_lowercase(), "true" | "false") => {
                ("boolean", cell.to_owned())
            }
            cell if written(cell).is_some() => ("number", cell.to_owned()),
            cell => ("text", cell.to_owned()),
        },
    }
}
