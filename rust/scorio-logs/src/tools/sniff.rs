//! A first look at a log: what tells which tool wrote it.

use scorio_records::json::dotted::{joined, segments};
use scorio_records::json::view::outline;

use crate::records::json_rows;
use crate::spec::format::Form;

/// The names that are looked at, at most.
const NAMES: usize = 2000;

/// The names that are shown in messages, at most.
const SHOWN: usize = 40;
/// Characters of a name that a message shows.
const LONGEST: usize = 100;

/// What the beginning of a log shows.
#[derive(Debug, Default)]
pub(crate) struct Sniffed {
    pub(crate) shape: Shape,
    /// The first record was seen to its end, and is not broken.
    pub(crate) whole: bool,
    /// Dotted names in the document or in the first record of JSON Lines, the columns of a table, or
    /// the entries of an archive. Names of a JSON list begin with `0.`.
    names: Vec<String>,
    /// What parts the cells of a table.
    pub(crate) delimiter: u8,
    /// The path of the records in a document, if they are not its lines or entries.
    pub(crate) records: Option<Vec<String>>,
    /// These records are members of an object.
    pub(crate) keyed: bool,
    /// The columns of a document that has them apart from its rows.
    pub(crate) columns: Option<Vec<String>>,
}

/// Where the records of a JSON text are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RecordsIn<'s> {
    /// They are its lines or entries.
    Top,
    /// In a list or an object at this path.
    List(&'s [String]),
    /// They are rows with these columns.
    Rows(&'s [String]),
}

/// The outer form of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An object, or one on each line.
    #[default]
    Object,
    List,
    Table,
    Archive,
}

impl Sniffed {
    /// At the beginning of a JSON text.
    pub(crate) fn json(text: &str) -> Self {
        let text = text.trim_start();
        let shape = if text.starts_with('[') { Shape::List } else { Shape::Object };
        let (names, whole) = outline(text, NAMES);
        let mut found = Self { shape, whole, names, ..Self::default() };
        // A record with the fields of a long table is one of JSON Lines.
        if found.top_has("columns") && !found.is_partly_long_table() {
            found.columns = json_rows::columns(text);
        }
        found
    }

    /// Where the records of a JSON text are.
    pub(crate) fn records_in(&self) -> RecordsIn<'_> {
        match (&self.records, &self.columns) {
            (Some(path), _) => RecordsIn::List(path),
            (None, Some(columns)) => RecordsIn::Rows(columns),
            (None, None) => RecordsIn::Top,
        }
    }

    /// What a long table of this form is, in words.
    pub(crate) fn title(&self, form: Form) -> &'static str {
        form.title_of(self.records.is_some(), self.columns.is_some())
    }

    /// At the columns of a table.
    pub(crate) fn columns(names: Vec<String>, delimiter: u8) -> Self {
        Self { shape: Shape::Table, whole: true, names, delimiter, ..Self::default() }
    }

    /// All names.
    pub(crate) fn all(&self) -> &[String] {
        &self.names
    }

    /// What parts the cells of a table, if neither commas nor tabs do.
    pub(crate) fn other_delimiter(&self) -> Option<&'static str> {
        match self.delimiter {
            b';' => Some("semicolons"),
            b'|' => Some("vertical bars"),
            _ => None,
        }
    }

    /// The path of an object or a list of records that have a field, where no record stands at the top.
    pub(crate) fn container(&self, field: &str) -> Option<(Vec<String>, bool)> {
        let inside = format!(".{field}");
        if let Some(list) = self.list_with(Some(field)) {
            return Some((segments(list), false));
        }
        if self.shape != Shape::Object || self.top_has(field) {
            return None;
        }
        let tops: Vec<_> = self.names.iter().map(|name| segments(name)).collect();
        let members = |depth: usize, before: &[String]| -> Vec<String> {
            let below = tops.iter().filter(|path| path.len() == depth && path.starts_with(before));
            below.map(|path| joined(path.iter())).collect()
        };
        let all = |mut members: Vec<String>| {
            if !self.whole {
                // What follows was not seen.
                members.pop();
            }
            !members.is_empty() && members.iter().all(|name| self.has(&format!("{name}{inside}")))
        };
        if all(members(1, &[])) {
            return Some((Vec::new(), true));
        }
        let mut first = tops.iter().filter(|path| path.len() == 1);
        first.find(|top| all(members(2, top))).map(|top| (top.clone(), true))
    }

    /// At names that are known.
    pub(crate) fn names(shape: Shape, names: Vec<String>) -> Self {
        Self { shape, whole: true, names, ..Self::default() }
    }

    /// Whether there is this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// Whether there are all of these names.
    pub(crate) fn has_all(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.has(name))
    }

    /// Whether there is a name with this start and this end.
    pub(crate) fn has_between(&self, start: &str, end: &str) -> bool {
        let inside = |name: &String| {
            name.strip_prefix(start)
                .is_some_and(|rest| rest.len() > end.len() && rest.ends_with(end))
        };
        self.names.iter().any(inside)
    }

    /// Whether it has the fields of a long table under their usual names.
    pub(crate) fn is_long_table(&self) -> bool {
        self.top_has("question") && self.top_has("outcome")
    }

    /// Whether it has one of them, so that an error about the other is of help.
    pub(crate) fn is_partly_long_table(&self) -> bool {
        self.top_has("question") || self.top_has("outcome")
    }

    fn top_has(&self, name: &str) -> bool {
        match self.shape {
            Shape::Object | Shape::Table => self.has(name),
            Shape::List => self.has(&format!("0.{name}")),
            Shape::Archive => false,
        }
    }

    /// The list at the top of a document whose first entry has a field, whichever if none is named.
    pub(crate) fn list_with(&self, field: Option<&str>) -> Option<&str> {
        let list = |name: &'_ String| {
            let (list, inside) = name.split_once(".0.")?;
            (!list.contains('.') && field.is_none_or(|field| field == inside)).then_some(list.len())
        };
        let (name, length) = self.names.iter().find_map(|name| Some((name, list(name)?)))?;
        name.get(..length).filter(|_| self.shape == Shape::Object)
    }

    /// Where records most likely are in a document: in the list of objects with the most fields, or in
    /// an object of objects that are alike.
    pub(crate) fn likely(&self) -> Option<Vec<String>> {
        let paths: Vec<_> = self.names.iter().map(|name| segments(name)).collect();
        let depth = |from: usize, one: &[String]| {
            one.get(from..).and_then(|rest| rest.iter().position(|step| step == "0"))
        };
        // The lists, at most two objects deep, each with the number of fields of its first entry.
        let mut lists: Vec<(Vec<String>, usize)> = Vec::new();
        for path in &paths {
            let Some(at @ 1..=2) = depth(0, path).filter(|at| path.len() > at + 1) else {
                continue;
            };
            let list = path.get(..at).unwrap_or(&[]);
            match lists.iter_mut().find(|(known, _)| known == list) {
                Some((_, fields)) => *fields += 1,
                None => lists.push((list.to_vec(), 1)),
            }
        }
        if let Some((list, _)) = lists.into_iter().rev().max_by_key(|(_, fields)| *fields) {
            return Some(list);
        }
        let alike = |before: &[String]| {
            let depth = before.len();
            let all = paths.iter().filter(|path| path.starts_with(before));
            let mut tops: Vec<&String> = all.clone().filter_map(|path| path.get(depth)).collect();
            tops.dedup();
            let fields = |top: &String| -> Vec<&String> {
                let inside = all.clone().filter(|path| path.get(depth) == Some(top));
                inside.filter_map(|path| path.get(depth + 1)).collect()
            };
            let first = tops.first().map(|top| fields(top)).unwrap_or_default();
            let mut others = tops.iter().skip(1).map(|top| fields(top));
            let same = first.iter().any(|field| {
                tops.iter()
                    .take(tops.len() - usize::from(!self.whole))
                    .all(|top| fields(top).contains(field))
            });
            same && others.next().is_some()
        };
        if alike(&[]) {
            return Some(Vec::new());
        }
        paths.iter().filter(|path| path.len() == 1).find(|path| alike(path)).cloned()
    }

    /// Names at the top, for messages. Of an archive its folders and entries.
    pub(crate) fn top(&self) -> Vec<String> {
        let start = if self.shape == Shape::List { "0." } else { "" };
        let mut top: Vec<String> = Vec::new();
        for name in self.names.iter().filter_map(|name| name.strip_prefix(start)) {
            let name = match name.split_once('/') {
                Some((folder, _)) if self.shape == Shape::Archive => format!("{folder}/"),
                _ => name.to_owned(),
            };
            let inner = name.contains('.') && matches!(self.shape, Shape::Object | Shape::List);
            if !inner && top.len() < SHOWN && !top.contains(&name) {
                top.push(name.chars().take(LONGEST).collect());
            }
        }
        top
    }
}
