//! A JSON document of columns and rows: `columns` has the names, and `data` a list of values for each
//! row. Each row is read as the record that it stands for, an object with the columns as its keys.

use std::collections::HashSet;

use scorio_records::json::fault::Fault;
use scorio_records::json::paths::Paths;
use scorio_records::json::quoted::quote;
use scorio_records::json::value::Value;
use scorio_records::json::view::{entries, string, value_length};
use scorio_records::records::error::{Broken, RecordError};
use scorio_records::records::place::Place;
use scorio_records::records::record::{JsonRecord, Origin, Sink, utf8};

use crate::error::{Error, Result};
use crate::records::document::{ENTRIES, Flow, Visit, walk};
use crate::records::error_of_columns::ColumnError;
use crate::source::window::Window;

/// The key of the names.
const COLUMNS: &str = "columns";

/// The key of the rows.
const DATA: &str = "data";

/// The columns of the document that `text` begins with, as far as it goes. None if the columns are no
/// texts, if the first row has another number of values, or if something follows the document, as in
/// JSON Lines.
pub(crate) fn columns(text: &str) -> Option<Vec<String>> {
    let mut rest = text.trim_ascii_start().strip_prefix('{')?;
    let (mut names, mut width): (Option<Vec<String>>, Option<Width>) = (None, None);
    loop {
        let known = names.as_ref().filter(|names| fits(names, width));
        let Some(member) = member(rest) else { return known.cloned() };
        let value = member.value;
        match &*member.key {
            COLUMNS => names = Some(texts(whole(value)?)?),
            DATA => width = Some(first_width(value)?),
            _ => {}
        }
        let known = names.as_ref().filter(|names| fits(names, width));
        let Ok(length) = value_length(value) else { return known.cloned() };
        rest = value.get(length..)?.trim_ascii_start();
        if let Some(after) = rest.strip_prefix('}') {
            return known.filter(|_| after.trim_ascii().is_empty()).cloned();
        }
        match rest.strip_prefix(',') {
            Some(after) => rest = after,
            None => return known.filter(|_| rest.is_empty()).cloned(),
        }
    }
}

/// How long the first row is.
#[derive(Clone, Copy)]
enum Width {
    NoRows,
    Values(usize),
}

/// Whether a first row, which was seen, is as long as there are names.
fn fits(names: &[String], width: Option<Width>) -> bool {
    match width {
        Some(Width::Values(values)) => values == names.len(),
        Some(Width::NoRows) => true,
        None => false,
    }
}

/// A key, and the text with which its value begins.
struct Member<'t> {
    key: String,
    value: &'t str,
}

/// The member that a text begins with.
fn member(text: &str) -> Option<Member<'_>> {
    let text = text.trim_ascii_start();
    let key = whole(text).filter(|key| key.starts_with('"'))?;
    let value = text.get(key.len()..)?.trim_ascii_start().strip_prefix(':')?.trim_ascii_start();
    Some(Member { key: string(key).ok()?.into_owned(), value })
}

/// The text of the value that a text begins with, if all of it is there.
fn whole(text: &str) -> Option<&str> {
    text.get(..value_length(text).ok()?)
}

/// The entries of a list, if all of them are texts and there is one.
fn texts(list: &str) -> Option<Vec<String>> {
    let texts = entries(list).into_iter().map(|entry| match entry {
        Value::Text(text) => Some(text.into_owned()),
        _ => None,
    });
    texts.collect::<Option<Vec<_>>>().filter(|texts| !texts.is_empty())
}

/// The width of the rows that a text begins with.
fn first_width(text: &str) -> Option<Width> {
    let rows = text.strip_prefix('[')?.trim_ascii_start();
    if rows.starts_with(']') {
        return Some(Width::NoRows);
    }
    let row = whole(rows)?;
    row.starts_with('[').then(|| Width::Values(entries(row).len()))
}

/// The rows of a document, read one at a time.
pub(crate) fn json_rows(
    window: &mut Window<'_>,
    columns: &[String],
    paths: &Paths,
    sink: &mut impl Sink<Error = Error>,
) -> Result<()> {
    let mut keys = Vec::with_capacity(columns.len());
    let mut seen = HashSet::new();
    for name in columns {
        if !seen.insert(name) {
            let (file, field) = (window.source.name().to_owned(), name.clone());
            return Err(ColumnError::TwoColumns { file, field }.into());
        }
        let mut key = String::new();
        quote(name, &mut key);
        keys.push(key);
    }
    walk(window, &[DATA, ENTRIES], &mut NamedRows { columns, keys: &keys, paths, sink })
}

struct NamedRows<'s, S> {
    columns: &'s [String],
    /// The columns in quotes.
    keys: &'s [String],
    paths: &'s Paths,
    sink: &'s mut S,
}

impl<S: Sink<Error = Error>> Visit for NamedRows<'_, S> {
    fn record(&mut self, record: &JsonRecord<'_>, _: &[String]) -> Result<Flow> {
        let mut row = Row { record, columns: self.columns, text: String::new() };
        match utf8(record.bytes, || row.place()) {
            Err(error) => self.sink.malformed(error)?,
            Ok(text) => match named(text, self.keys) {
                Err(problem) => self.sink.malformed(row.malformed(Broken::Cells, problem))?,
                Ok(text) => {
                    row.text = text;
                    match self.paths.find(&row.text) {
                        Ok(values) => self.sink.record(&values, &row)?,
                        Err(Fault { what, .. }) => {
                            let problem = what.to_string();
                            self.sink.malformed(row.malformed(what.into(), problem))?;
                        }
                    }
                }
            },
        }
        Ok(Flow::On)
    }

    fn beside(&mut self, _: &str, _: &str) -> Result<Flow> {
        Ok(Flow::On)
    }
}

/// One row.
struct Row<'a> {
    record: &'a JsonRecord<'a>,
    columns: &'a [String],
    /// The record that it stands for.
    text: String,
}

impl Row<'_> {
    fn malformed(&self, kind: Broken, problem: String) -> RecordError {
        RecordError::Malformed { place: self.place(), problem, kind, cut: false }
    }
}

impl Origin for Row<'_> {
    fn place(&self) -> Box<Place> {
        let mut place = self.record.place();
        place.unit = "row";
        place
    }

    fn fields(&self) -> Vec<String> {
        self.columns.to_vec()
    }

    fn text(&self) -> Option<&str> {
        Some(&self.text)
    }
}

/// The record that a row, which is checked JSON, stands for. Else what is wrong with it.
fn named(row: &str, keys: &[String]) -> std::result::Result<String, String> {
    let lost = || "not JSON".to_owned();
    let inside = row.strip_prefix('[').and_then(|row| row.strip_suffix(']'));
    let mut rest = inside.ok_or("the row is not a list")?.trim_ascii();
    let mut record = String::with_capacity(row.len() + 16 * keys.len());
    let mut cells = 0;
    while !rest.is_empty() {
        let cell = whole(rest).ok_or_else(lost)?;
        record.push(if cells == 0 { '{' } else { ',' });
        record.push_str(keys.get(cells).map_or("", String::as_str));
        record.push(':');
        record.push_str(cell);
        cells += 1;
        let after = rest.get(cell.len()..).unwrap_or("").trim_ascii_start();
        rest = after.strip_prefix(',').unwrap_or(after).trim_ascii_start();
    }
    if cells != keys.len() {
        return Err(format!("the row has {cells} values but there are {} columns", keys.len()));
    }
    record.push('}');
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_one_document_of_rows() {
        let names = Some(vec!["a".to_owned(), "b".to_owned()]);
        for text in [
            r#"{"columns": ["a", "b"], "data": [[1, 2], [3, 4]], "nrows": 2}"#,
            r#" {"_type": "table", "data": [[1, [2, 3]]], "columns": ["a", "b"]} "#,
            r#"{"columns":["a","b"],"data":[[1,2],[3"#,
            r#"{"columns":["a","b"],"index":[0],"data":[[1,2]],"#,
            r#"{"columns": ["a", "b"], "data": []}"#,
        ] {
            assert_eq!(columns(text), names, "{text}");
        }
        for text in [
            r#"{"columns": ["a", "b"], "data": [[1, 2]]}"#.to_owned() + "\n{}",
            r#"{"columns": ["a", "b"], "data": [[1]]}"#.to_owned(),
            r#"{"columns": ["a", 2], "data": [[1, 2]]}"#.to_owned(),
            r#"{"columns": ["a"], "data": [{"a": 1}]}"#.to_owned(),
            r#"{"columns": [], "data": [[]]}"#.to_owned(),
            r#"{"data": [[1, 2]]}"#.to_owned(),
            r#"{"columns": ["a", "b"], "data": [[1, 2"#.to_owned(),
            "[1]".to_owned(),
        ] {
            assert_eq!(columns(&text), None, "{text}");
        }
    }

    #[test]
    fn rows_are_records() {
        let keys = [r#""a""#.to_owned(), r#""b""#.to_owned()];
        assert_eq!(
            named(r#"[ 1 , {"x": [2, "]"]} ]"#, &keys).unwrap(),
            r#"{"a":1,"b":{"x": [2, "]"]}}"#
        );
        assert!(named("[1]", &keys).is_err());
        assert!(named("[]", &keys).is_err());
        assert!(named("{}", &keys).is_err());
    }
}
