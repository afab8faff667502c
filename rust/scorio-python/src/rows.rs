//! Rows of results in the form that Python takes, and their declarations.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scorio_core::adaptive::{
    AdaptiveModel, AdaptivePair, ReplayDecisions, ReplayNeed, ReplaySet, ReplayStep, ReplaySummary,
};
use scorio_core::compare::{Comparison, Pair, QuestionDifference, Uncompared, Unmatched};
use scorio_core::gate::Gated;
use scorio_core::leaderboard::{Score, Unscored};
use scorio_core::plan::{Foresight, Measured};
use scorio_core::rankers::RankedModel;
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

/// The declared rows: name, meaning and fields of each.
#[pyfunction]
pub(crate) fn row_types() -> Vec<(&'static str, &'static str, Vec<Described>)> {
    vec![
        described::<Score>(),
        described::<Unscored>(),
        described::<Comparison>(),
        described::<QuestionDifference>(),
        described::<Unmatched>(),
        described::<Uncompared>(),
        described::<Pair>(),
        described::<Gated>(),
        described::<Measured>(),
        described::<Foresight>(),
        described::<RubricAgreement>(),
        described::<RubricFlip>(),
        described::<CategoryShare>(),
        described::<ThresholdValue>(),
        described::<RubricTally>(),
        described::<RankedModel>(),
        described::<AdaptiveModel>(),
        described::<AdaptivePair>(),
        described::<ReplayStep>(),
        described::<ReplayNeed>(),
        described::<ReplayDecisions>(),
        described::<ReplaySummary>(),
        described::<ReplaySet>(),
    ]
}

fn described<R: Row>() -> (&'static str, &'static str, Vec<Described>) {
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
    (R::NAME, R::DOC, R::FIELDS.iter().map(field).collect())
}
