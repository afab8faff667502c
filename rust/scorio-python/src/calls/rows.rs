//! Rows of results in the form that Python takes, and their declarations.

use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scorio_core::adaptive::{
    AdaptiveModel, AdaptivePair, ReplayDecisions, ReplayNeed, ReplaySet, ReplayStep, ReplaySummary,
};
use scorio_core::calls::{self, TableKind};
use scorio_core::plan::Measured;
use scorio_core::rows::{Field, Kind, Row, Value};
use scorio_core::rubric::rows::{
    CategoryShare, RubricAgreement, RubricFlip, RubricTally, ThresholdValue,
};

/// The values of each row, in the order of its fields.
pub(crate) fn tuples<'py, R: Row>(
    py: Python<'py>,
    rows: &[R],
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    rows.iter().map(|row| tuple(py, row.values())).collect()
}

pub(crate) fn tuple(py: Python<'_>, values: Vec<Value>) -> PyResult<Bound<'_, PyTuple>> {
    let cells = values.into_iter().map(|value| cell(py, value)).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, cells)
}

pub(crate) fn cell(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        Value::Missing => py.None().into_bound(py),
        Value::Text(text) => text.into_pyobject(py)?.into_any(),
        Value::Whole(number) => number.into_pyobject(py)?.into_any(),
        Value::Real(number) => number.into_pyobject(py)?.into_any(),
        Value::Flag(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Value::Reals(numbers) => PyTuple::new(py, numbers)?.into_any(),
        Value::Row(values) => tuple(py, values)?.into_any(),
    })
}

/// A field: its name, its Python type, and its meaning.
type Described = (&'static str, String, &'static str);

/// The rows of calls, then the others: name, meaning and fields of each.
#[pyfunction]
pub(crate) fn row_types() -> Vec<(&'static str, &'static str, Vec<Described>)> {
    let others = [
        TableKind::of::<Measured>(""),
        TableKind::of::<RubricAgreement>(""),
        TableKind::of::<RubricFlip>(""),
        TableKind::of::<CategoryShare>(""),
        TableKind::of::<ThresholdValue>(""),
        TableKind::of::<RubricTally>(""),
        TableKind::of::<AdaptiveModel>(""),
        TableKind::of::<AdaptivePair>(""),
        TableKind::of::<ReplayStep>(""),
        TableKind::of::<ReplayNeed>(""),
        TableKind::of::<ReplayDecisions>(""),
        TableKind::of::<ReplaySummary>(""),
        TableKind::of::<ReplaySet>(""),
    ];
    let mut seen = HashSet::new();
    let all = others.iter().chain(calls::all().flat_map(|call| call.tables));
    all.filter(|one| seen.insert(one.row)).map(described).collect()
}

fn described(table: &TableKind) -> (&'static str, &'static str, Vec<Described>) {
    let field = |field: &Field| {
        let kind = match field.kind {
            Kind::Text => "str".to_owned(),
            Kind::Whole => "int".to_owned(),
            Kind::Real => "float".to_owned(),
            Kind::Flag => "bool".to_owned(),
            Kind::Reals(count) => format!("tuple[{}]", vec!["float"; count].join(", ")),
            Kind::Row(name) => name.to_owned(),
        };
        let missing = if field.optional { " | None" } else { "" };
        (field.name, format!("{kind}{missing}"), field.doc)
    };
    (table.row, table.doc, table.fields.iter().map(field).collect())
}
