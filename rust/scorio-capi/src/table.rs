//! Results of several rows: tables whose cells every language reads by row and column.

use std::ffi::c_char;
use std::ptr::null;

use scorio_core::rows::{Field, Kind, Value};

use crate::failure::{Failure, ScorioStatus, guard};
use crate::pointer::{reference, release, slot};

/// There is no value.
pub const SCORIO_MISSING: i32 = 0;
/// A whole number from 0, in `whole`.
pub const SCORIO_WHOLE: i32 = 1;
/// A real number, in `real`.
pub const SCORIO_REAL: i32 = 2;
/// Yes or no: 1 or 0 in `whole`.
pub const SCORIO_FLAG: i32 = 3;
/// A text of `length` bytes, ended by a NUL, in `text`.
pub const SCORIO_TEXT: i32 = 4;
/// `length` real numbers, in `numbers`.
pub const SCORIO_REALS: i32 = 5;

/// The rows of a result, such as the models of a leaderboard. Threads may share it.
pub struct ScorioTable {
    columns: Vec<Column>,
    /// Row by row.
    cells: Vec<Held>,
}

/// A column of a table. The name lives as long as the table.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioColumn {
    /// Its name, such as "score".
    pub name: *const c_char,
    /// The kind of its values, `SCORIO_WHOLE` … `SCORIO_REALS`.
    pub kind: i32,
    /// Whether values may be missing.
    pub optional: bool,
}

/// A value of a table. Its pointers live as long as the table.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioCell {
    /// `SCORIO_MISSING`, or the kind of its column.
    pub kind: i32,
    /// A whole number, or whether a flag is set. Otherwise 0.
    pub whole: u64,
    /// A real number. Otherwise NaN.
    pub real: f64,
    /// A text. Otherwise NULL.
    pub text: *const c_char,
    /// Several numbers. Otherwise NULL.
    pub numbers: *const f64,
    /// The bytes of the text without the NUL, or how many numbers there are. Otherwise 0.
    pub length: usize,
}

struct Column {
    /// Ended by a NUL.
    name: String,
    kind: i32,
    optional: bool,
}

enum Held {
    Missing,
    Whole(u64),
    Flag(bool),
    Real(f64),
    /// Ended by a NUL.
    Text(String),
    Reals(Vec<f64>),
}

/// A name and the kind of a column. Missing values are allowed.
pub(crate) type Named = (&'static str, Kind);

impl ScorioTable {
    /// A table of an answer.
    pub(crate) fn of_table(table: &scorio_core::calls::AnswerTable) -> Self {
        let columns = table.fields.iter().flat_map(Column::of).collect();
        Self { columns, cells: table.rows().flat_map(|row| measured(table.fields, row)).collect() }
    }

    /// Rows of these columns.
    pub(crate) fn new(columns: &[Named], rows: impl IntoIterator<Item = Vec<Value>>) -> Self {
        let field = |&(name, kind): &Named| Field { name, kind, optional: true, doc: "" };
        let columns = columns.iter().map(field).flat_map(|field| Column::of(&field)).collect();
        Self { columns, cells: rows.into_iter().flat_map(held).collect() }
    }

    fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns.len()).unwrap_or_default()
    }
}

impl Column {
    fn of(field: &Field) -> Vec<Self> {
        let named = |name: String, kind| Self { name: name + "\0", kind, optional: field.optional };
        let name = field.name.to_owned();
        match field.kind {
            Kind::Whole => vec![named(name, SCORIO_WHOLE)],
            Kind::Real => vec![named(name, SCORIO_REAL)],
            Kind::Flag => vec![named(name, SCORIO_FLAG)],
            Kind::Text => vec![named(name, SCORIO_TEXT)],
            Kind::Reals(_) => vec![named(name, SCORIO_REALS)],
            // The rows within rows are measured figures.
            Kind::Row(_) => {
                vec![named(name, SCORIO_REAL), named(format!("{}_error", field.name), SCORIO_REAL)]
            }
        }
    }
}

/// The cells of a row. A measured figure that is missing has no error, too.
fn measured(fields: &[Field], row: Vec<Value>) -> Vec<Held> {
    let cells = |(field, value): (&Field, Value)| match (field.kind, value) {
        (Kind::Row(_), Value::Missing) => vec![Held::Missing, Held::Missing],
        (_, value) => held(vec![value]),
    };
    fields.iter().zip(row).flat_map(cells).collect()
}

fn held(values: Vec<Value>) -> Vec<Held> {
    let one = |value| match value {
        Value::Missing => vec![Held::Missing],
        Value::Whole(whole) => vec![Held::Whole(whole)],
        Value::Real(real) => vec![Held::Real(real)],
        Value::Flag(flag) => vec![Held::Flag(flag)],
        Value::Text(text) => vec![Held::Text(text + "\0")],
        Value::Reals(numbers) => vec![Held::Reals(numbers)],
        Value::Row(values) => held(values),
    };
    values.into_iter().flat_map(one).collect()
}

impl ScorioCell {
    const NONE: Self = Self {
        kind: SCORIO_MISSING,
        whole: 0,
        real: f64::NAN,
        text: null(),
        numbers: null(),
        length: 0,
    };

    fn of(held: &Held) -> Self {
        match held {
            Held::Missing => Self::NONE,
            &Held::Whole(whole) => Self { kind: SCORIO_WHOLE, whole, ..Self::NONE },
            &Held::Flag(flag) => Self { kind: SCORIO_FLAG, whole: flag.into(), ..Self::NONE },
            &Held::Real(real) => Self { kind: SCORIO_REAL, real, ..Self::NONE },
            Held::Text(text) => Self {
                kind: SCORIO_TEXT,
                text: text.as_ptr().cast(),
                length: text.len() - 1,
                ..Self::NONE
            },
            Held::Reals(numbers) => Self {
                kind: SCORIO_REALS,
                numbers: numbers.as_ptr(),
                length: numbers.len(),
                ..Self::NONE
            },
        }
    }
}

/// The number of rows and columns of a table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_table_size(
    table: *const ScorioTable,
    rows: *mut usize,
    columns: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (table, rows, columns) =
            unsafe { (reference(table, "table")?, slot(rows, "rows")?, slot(columns, "columns")?) };
        rows.store(table.rows());
        columns.store(table.columns.len());
        Ok(())
    })
}

/// The name and the kind of a column, counted from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_table_column(
    table: *const ScorioTable,
    column: usize,
    found: *mut ScorioColumn,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (table, found) = unsafe { (reference(table, "table")?, slot(found, "found")?) };
        let Column { name, kind, optional } = place("column", &table.columns, column)?;
        let name = name.as_ptr().cast();
        found.store(ScorioColumn { name, kind: *kind, optional: *optional });
        Ok(())
    })
}

/// The value of a row in a column, both counted from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_table_cell(
    table: *const ScorioTable,
    row: usize,
    column: usize,
    cell: *mut ScorioCell,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (table, cell) = unsafe { (reference(table, "table")?, slot(cell, "cell")?) };
        place("column", &table.columns, column)?;
        let width = table.columns.len();
        let held = row.checked_mul(width).and_then(|start| table.cells.get(start + column));
        let outside = Failure::Place { name: "row", place: row, count: table.rows() };
        cell.store(ScorioCell::of(held.ok_or(outside)?));
        Ok(())
    })
}

fn place<'a, T>(name: &'static str, all: &'a [T], place: usize) -> Result<&'a T, Failure> {
    all.get(place).ok_or(Failure::Place { name, place, count: all.len() })
}

/// Frees a table, and the texts and numbers of its cells. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_table_free(table: *mut ScorioTable) {
    // SAFETY: the contract of the interface.
    unsafe { release(table) };
}
