//! Columns row by row: a record each, as of any other form.

use std::sync::Arc;

use arrow_array::Array;
use scorio_records::json::value::Value;
use scorio_records::records::label;
use scorio_records::records::place::Place;
use scorio_records::records::record::{Origin, Sink};
use scorio_records::records::role::OUTCOME;
use scorio_records::records::role::QUESTION;
use scorio_records::spec::label::Label;
use scorio_records::spec::policy::Ids;

use crate::error::{Error, Result};
use crate::records::columns::cells::Cells;
use crate::records::columns::cells::Columns;
use crate::records::columns::kind;
use crate::records::columns::nested::nested;
use crate::records::columns::value;
use crate::records::error_of_columns::ColumnError;

/// A table as the messages about its rows name it.
pub(crate) struct Table {
    pub(crate) file: String,
    pub(crate) columns: Columns,
    /// For each role, where its value comes from.
    pub(crate) labels: Arc<[Label]>,
    /// What each role is called.
    pub(crate) roles: Vec<&'static str>,
    /// The roles from here on are parts of the outcome, which may be lists and structs.
    pub(crate) parts: usize,
    /// Columns from here on may hold anything.
    pub(crate) needed: usize,
    /// What a row of it is: `row`, or `group` where it stands for rows of another table.
    pub(crate) unit: &'static str,
}

/// A row of a table, from 1 on.
struct ColumnRow<'a> {
    table: &'a Table,
    number: u64,
}

impl Origin for ColumnRow<'_> {
    fn place(&self) -> Box<Place> {
        Box::new(Place {
            file: self.table.file.clone(),
            unit: self.table.unit,
            number: self.number,
            offset: 0,
            beginning: String::new(),
        })
    }

    fn fields(&self) -> Vec<String> {
        self.table.columns.names.clone()
    }
}

impl Table {
    /// Hands on row `at` of a batch, which is row `number` of the table.
    pub(crate) fn row(
        &self,
        cells: &[Option<Cells<'_>>],
        at: usize,
        number: u64,
        scratch: &mut Vec<String>,
        sink: &mut impl Sink<Error = Error>,
    ) -> Result<()> {
        let row = ColumnRow { table: self, number };
        scratch.resize(cells.len(), String::new());
        let values = cells.iter().zip(scratch).enumerate().map(|(role, (cells, scratch))| {
            let Some(cells) = cells else { return Ok(Value::Absent) };
            let found = cells.value(role, at, scratch, role >= self.parts);
            let found = found.or_else(|| (role >= self.needed).then_some(Value::Absent));
            found.ok_or_else(|| self.of_no_use(role, cells, &row))
        });
        let values = values.collect::<Result<Vec<_>>>()?;
        sink.record(&values, &row)
    }

    fn of_no_use(&self, role: usize, cells: &Cells<'_>, row: &ColumnRow<'_>) -> Error {
        let field = self.labels.get(role).and_then(Label::field).unwrap_or("");
        let kind = cells.array.data_type();
        Error::from(ColumnError::Column {
            place: row.place(),
            field: field.to_owned(),
            kind: kind::name(kind),
            role: self.roles.get(role).copied().unwrap_or(""),
            remedy: kind::remedy(kind, field),
        })
    }
}

/// A label that is no constant, for all that do not ask which.
const FIELD: &Label = &Label::Field(String::new());

impl<'a> Cells<'a> {
    /// A column outside of structs.
    pub(crate) fn of(array: &'a dyn Array) -> Self {
        Self { around: Vec::new(), array }
    }

    /// What a row's label gives. `None` if it names nothing.
    pub(crate) fn label<R>(
        &self,
        role: usize,
        ids: Ids,
        at: usize,
        scratch: &mut String,
        give: impl FnOnce(&str) -> R,
    ) -> Option<R> {
        let value = self.value(role, at, scratch, false)?;
        let typed = role == QUESTION && matches!(value, Value::Text(_));
        label::text(FIELD, &value).map(|text| give(&label::question(text, typed, ids)))
    }

    /// Marks each row where the column, or a struct around it, is null.
    pub(crate) fn at_nulls(&self, marks: &mut [u8], mark: u8) {
        let around = self.around.iter().filter_map(|structure| structure.nulls());
        for nulls in around.chain(self.array.nulls()).filter(|nulls| nulls.null_count() > 0) {
            for (valid, known) in nulls.iter().zip(&mut *marks) {
                if !valid {
                    *known = mark;
                }
            }
        }
    }

    /// The value of a row for a role, which may be a list or a struct if `inside`. `None` if the column's
    /// type cannot serve.
    pub(crate) fn value<'s>(
        &'s self,
        role: usize,
        at: usize,
        scratch: &'s mut String,
        inside: bool,
    ) -> Option<Value<'s>> {
        if self.around.iter().any(|structure| structure.is_null(at)) {
            return Some(Value::Null);
        }
        if inside && self.array.is_valid(at) && self.array.data_type().is_nested() {
            scratch.clear();
            if nested(self.array, at, scratch).is_some() {
                return Some(Value::Nested(scratch));
            }
        }
        let value = value::value(self.array, at, scratch)?;
        Some(if role < OUTCOME { as_label(value) } else { value })
    }
}

/// A value as a label: what is no number names nothing.
pub(crate) fn as_label(value: Value<'_>) -> Value<'_> {
    match value {
        Value::Number("NaN") => Value::Null,
        other => other,
    }
}
