//! Reading logs: what the user says about them, counting, and surveys.

use std::collections::BTreeMap;
use std::path::PathBuf;

use pyo3::prelude::*;
use scorio_logs::{
    AskedQuestions, Categories, CostFormula, CostSpec, FieldProfile, Input, LOG_ENDINGS, Label,
    Measure, PathKind, Pattern, Prices, Progress, ScoreChoice, Spec, SpecError, Survey,
    format_named,
};

use crate::arrow::capsule;
use crate::counting::counts::Counts;
use crate::counting::sums::Sums;
use crate::failure::Failure;
use crate::interrupt::stoppable;
use crate::rubric::rubrics::{Grading, grading};

/// The options of a log, under the names of `scorio.count`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a user's switches, none of which excludes another"
)]
pub(crate) struct Options {
    model: (String, String),
    task: (String, String),
    question: (String, String),
    trial: (String, String),
    cluster: Option<String>,
    fields: Vec<String>,
    series: Option<String>,
    weight: Option<String>,
    weight_of: Option<String>,
    outcome: String,
    times: Option<String>,
    grouped: bool,
    ordered: bool,
    aggregate: Option<(String, String)>,
    categories: Option<Vec<(String, Vec<String>)>>,
    threshold: Option<f64>,
    records: Option<String>,
    rates: Option<u32>,
    missing: Vec<String>,
    numeric: bool,
    keep_values: bool,
    on_missing: String,
    on_repeat: String,
    on_bad_line: String,
    format: Option<String>,
    own_fields: bool,
    allow_copies: bool,
    on_error: Option<String>,
    score: Option<String>,
    ids: String,
    regrade: Option<String>,
    asked: Option<Vec<String>>,
    asked_number: Option<u64>,
    rubric: Option<Grading>,
    cost: Option<Cost>,
}

/// How costs are made of fields, the prices, and whether trials without a cost are left out.
type Cost = (String, Option<PriceTable>, bool);

/// Of prices their file, what is priced, and the prices of each model.
type PriceTable = (String, Vec<String>, BTreeMap<String, Vec<Option<f64>>>);

fn cost_spec((text, prices, leaves_out): Cost) -> Result<CostSpec, SpecError> {
    let prices = prices.map(|(name, columns, models)| Prices { name, columns, models });
    Ok(CostSpec { formula: CostFormula::parse(&text, prices)?, leaves_out })
}

/// A label from its kind ("field", "optional", "constant", or "by_file": a field, or else the
/// file's name) and text.
fn label((kind, text): (String, String)) -> Label {
    match kind.as_str() {
        "constant" => Label::Constant(text),
        "optional" => Label::Optional(text),
        "by_file" => Label::FieldOr { field: text, text: String::new() },
        _ => Label::Field(text),
    }
}

impl Options {
    pub(crate) fn spec(self) -> scorio_logs::Result<Spec> {
        let categories = match (self.categories, self.threshold) {
            _ if self.numeric => Ok(Categories::numbers()),
            (Some(named), _) => Categories::named(named),
            (None, Some(threshold)) => Categories::threshold(threshold),
            (None, None) => Ok(Categories::binary()),
        };
        let categories = categories?.with_missing(self.missing)?;
        let measure = match self.aggregate {
            Some((total, correct)) => Measure::Aggregate { total, correct },
            None => Measure::Outcome { field: self.outcome, categories },
        };
        Ok(Spec {
            model: label(self.model),
            task: label(self.task),
            question: label(self.question),
            trial: label(self.trial),
            cluster: self.cluster,
            fields: self.fields,
            series: self.series,
            weight: self.weight,
            weight_of: self.weight_of.map(|of| of.parse()).transpose()?,
            measure,
            times: self.times,
            records: self.records,
            rates: self.rates,
            grouped: self.grouped,
            ordered: self.ordered,
            keep_values: self.keep_values,
            on_missing: self.on_missing.parse()?,
            on_repeat: self.on_repeat.parse()?,
            on_bad_line: self.on_bad_line.parse()?,
            format: self.format.as_deref().map(format_named).transpose()?,
            own_fields: self.own_fields,
            allow_copies: self.allow_copies,
            on_error: self.on_error.map(|policy| policy.parse()).transpose()?,
            score: match self.score.as_deref() {
                None => ScoreChoice::First,
                Some("all") => ScoreChoice::All,
                Some(name) => ScoreChoice::Named(name.to_owned()),
            },
            ids: self.ids.parse()?,
            regrade: self.regrade.as_deref().map(Pattern::new).transpose()?,
            asked: match (self.asked, self.asked_number) {
                (Some(names), _) => Some(AskedQuestions::Named(names)),
                (None, number) => number.map(AskedQuestions::Number),
            },
            rubric: self.rubric.map(grading),
            cost: self.cost.map(cost_spec).transpose()?,
        })
    }
}

/// What a log holds.
///
/// - Its format, its fields and their mapping.
/// - Its counts.
/// - Each score with its values.
type Surveyed = (
    (&'static str, Vec<String>, Vec<(&'static str, &'static str)>),
    Counts,
    Vec<(String, Vec<(String, u64)>, u64)>,
);

/// Surveys a log, without scoring it.
#[pyfunction]
#[pyo3(signature = (file, options, progress = None))]
pub(crate) fn survey(
    py: Python<'_>,
    file: Labelled,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Surveyed> {
    let input = input(file);
    let spec = options.spec().map_err(Failure::from)?;
    let found = stoppable(py, progress, |advance| scorio_logs::survey(&input, &spec, advance))?;
    let Survey { format, fields, maps, counts, report, scores } = found;
    let scores = scores.into_iter().map(|tally| (tally.name, tally.values, tally.others));
    Ok(((format, fields, maps.to_vec()), Counts { counts, report }, scores.collect()))
}

/// A field: its name, how many records have it, its types, its first values, how many it has, their
/// numbers by record, and whether it is the same by place or counts up.
type Fields = (
    String,
    u64,
    Vec<(&'static str, u64)>,
    Vec<(String, &'static str, u64)>,
    u64,
    Vec<u32>,
    (bool, bool),
);

/// The form of a log, where its records are, and whether their names are questions.
type Shape = (&'static str, Option<String>, bool);

/// How many records were looked at, whether there are more, how many are broken, and what ended it.
type Looked = (u64, bool, u64, Option<String>);

/// Looks at the first records of a log, whatever they are.
#[pyfunction]
#[pyo3(signature = (file, options, progress = None))]
pub(crate) fn profile(
    py: Python<'_>,
    file: Labelled,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Shape, Looked, Vec<Fields>)> {
    let input = input(file);
    let spec = options.spec().map_err(Failure::from)?;
    let found = stoppable(py, progress, |advance| scorio_logs::profile(&input, &spec, advance))?;
    let shape = (found.form, found.records_at, found.keyed);
    let looked = (found.records, found.more, found.broken, found.problem);
    let fields = found.fields.into_iter().map(|field| {
        let FieldProfile { name, records, kinds, values, distinct, codes, by_place, counts_up } =
            field;
        (name, records, kinds, values, distinct, codes, (by_place, counts_up))
    });
    Ok((shape, looked, fields.collect()))
}

/// Counts of nothing.
#[pyfunction]
pub(crate) fn no_counts() -> PyResult<Counts> {
    let names = Categories::binary().names().to_vec();
    let counts = scorio_core::Counts::new(names).map_err(Failure::from)?;
    Ok(Counts { counts, report: scorio_logs::Report::default() })
}

/// The logs in an archive. Nothing if it is one log itself.
#[pyfunction]
pub(crate) fn logs_in(py: Python<'_>, archive: PathBuf) -> PyResult<Option<Vec<String>>> {
    Ok(py.detach(|| scorio_logs::logs_in(&archive)).map_err(Failure::from)?)
}

pub(crate) fn input((path, model, task, trial, found): Labelled) -> Input {
    Input { path, model, task, trial, found }
}

/// A tool's format: its name, its description, and where it keeps each role.
type Known = (&'static str, &'static str, Vec<(&'static str, &'static str)>);

/// The tools' formats.
#[pyfunction]
pub(crate) fn formats() -> Vec<Known> {
    scorio_logs::TOOLS.iter().map(|tool| (tool.name, tool.title, tool.maps.to_vec())).collect()
}

/// The names that fields of models have.
#[pyfunction]
pub(crate) fn model_fields() -> Vec<&'static str> {
    scorio_logs::MODEL_FIELDS.to_vec()
}

/// The name of a file without the endings that tell its form.
#[pyfunction]
pub(crate) fn stem(path: PathBuf) -> String {
    scorio_logs::stem(&path).to_owned()
}

/// How the names of logs end, before `.gz` or `.zst`.
#[pyfunction]
pub(crate) fn log_endings() -> Vec<&'static str> {
    LOG_ENDINGS.to_vec()
}

/// Whether a path is a log, and if it is a part of another log, which.
#[pyfunction]
pub(crate) fn path_kind(py: Python<'_>, path: PathBuf) -> (bool, Option<PathBuf>) {
    match py.detach(|| scorio_logs::path_kind(&path)) {
        PathKind::Log => (true, None),
        PathKind::Part { of } => (false, Some(of)),
        PathKind::Other => (false, None),
    }
}

/// A path, with the model, task and trial of every record in it, and whether a folder listed it.
pub(crate) type Labelled = (PathBuf, Option<String>, Option<String>, Option<String>, bool);

/// Reads logs. It calls `progress` with the number of bytes read so far.
#[pyfunction]
#[pyo3(signature = (inputs, options, progress = None))]
pub(crate) fn count(
    py: Python<'_>,
    inputs: Vec<Labelled>,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counts> {
    let inputs: Vec<_> = inputs.into_iter().map(input).collect();
    let spec = options.spec().map_err(Failure::from)?;
    let read = |advance: &mut Progress<'_>| scorio_logs::count(&inputs, &spec, advance);
    let (counts, report) = stoppable(py, progress, read)?;
    Ok(Counts { counts, report })
}

/// Reads logs whose outcomes are numbers, as `count` reads others.
#[pyfunction]
#[pyo3(signature = (inputs, options, progress = None))]
pub(crate) fn sum_up(
    py: Python<'_>,
    inputs: Vec<Labelled>,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Sums> {
    let inputs: Vec<_> = inputs.into_iter().map(input).collect();
    let spec = options.spec().map_err(Failure::from)?;
    let read = |advance: &mut Progress<'_>| scorio_logs::sum(&inputs, &spec, advance);
    let (sums, report) = stoppable(py, progress, read)?;
    Ok(Sums { sums, report })
}

/// Sums up the rows of a table whose outcomes are numbers, as `count_arrow` counts others.
#[pyfunction]
#[pyo3(signature = (table, name, options, progress = None))]
pub(crate) fn sum_arrow(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    name: &str,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Sums> {
    let spec = options.spec().map_err(Failure::from)?;
    let stream = capsule::imported(table)?;
    let (sums, report) = stoppable(py, progress, |advance| {
        let (batches, schema) = capsule::batches(stream, name)?;
        scorio_logs::sum_batches(batches, &schema, name, &spec, advance)
    })?;
    Ok(Sums { sums, report })
}

/// Reads logs with what their trials cost, as `count` reads others: sums of costs by outcome.
#[pyfunction]
#[pyo3(signature = (inputs, options, progress = None))]
pub(crate) fn count_costs(
    py: Python<'_>,
    inputs: Vec<Labelled>,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Sums> {
    let inputs: Vec<_> = inputs.into_iter().map(input).collect();
    let spec = options.spec().map_err(Failure::from)?;
    let read = |advance: &mut Progress<'_>| scorio_logs::cost(&inputs, &spec, advance);
    let (sums, report) = stoppable(py, progress, read)?;
    Ok(Sums { sums, report })
}

/// The same for the rows of a table, as `count_arrow` counts others.
#[pyfunction]
#[pyo3(signature = (table, name, options, progress = None))]
pub(crate) fn count_costs_arrow(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    name: &str,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Sums> {
    let spec = options.spec().map_err(Failure::from)?;
    let stream = capsule::imported(table)?;
    let (sums, report) = stoppable(py, progress, |advance| {
        let (batches, schema) = capsule::batches(stream, name)?;
        scorio_logs::cost_batches(batches, &schema, name, &spec, advance)
    })?;
    Ok(Sums { sums, report })
}

/// Counts the rows of a table from any package, which arrives as an Arrow stream.
///
/// Messages call the table by `name`.
#[pyfunction]
#[pyo3(signature = (table, name, options, progress = None))]
pub(crate) fn count_arrow(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    name: &str,
    options: Options,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counts> {
    let spec = options.spec().map_err(Failure::from)?;
    let stream = capsule::imported(table)?;
    let (counts, report) = stoppable(py, progress, |advance| {
        let (batches, schema) = capsule::batches(stream, name)?;
        scorio_logs::count_batches(batches, &schema, name, &spec, advance)
    })?;
    Ok(Counts { counts, report })
}

/// Whether a file is a count file and not a log with an outcome of that name.
#[pyfunction]
pub(crate) fn is_counts(py: Python<'_>, path: PathBuf, outcome: &str) -> bool {
    py.detach(|| scorio_logs::is_counts(&path, outcome))
}

/// Whether a file is a count file of numeric scores, and not a log with an outcome of that name.
#[pyfunction]
pub(crate) fn is_sums(py: Python<'_>, path: PathBuf, outcome: &str) -> bool {
    py.detach(|| scorio_logs::is_sums(&path, outcome))
}
