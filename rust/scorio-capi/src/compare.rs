//! Comparisons of models: with a baseline, and all pairs.

use std::ffi::c_char;

use scorio_core::compare::{
    CompareMetric, CompareRequest, Comparison, Comparisons, compare_metric, compare_ordered,
};
use scorio_core::metric::mean::Scale;
use scorio_core::rows::{Kind, Value};
use scorio_core::{Estimand, Metric, Prior, PriorChoice};

use crate::counts::ScorioCounts;
use crate::failure::{Failure, Outcome, ScorioStatus, guard};
use crate::metric::{ScorioParameter, parameters_of};
use crate::options::{Options, ScorioOption};
use crate::pointer::{array, check, hand_out, hand_out_optional, reference, text};
use crate::table::{Named, ScorioTable};

/// Compares the models of counts with a baseline, question by question: `scorio.compare` of Python.
///
/// - `baseline` is the name of the model that the others are compared with.
/// - `metric` is a name, such as "avg" or "pass_at_k", and `k` points to its budget, or is NULL for
///   none. `parameters` holds `parameter_count` values, and may be NULL for none.
/// - `options` holds `option_count` values, and may be NULL for none: "prior" ("hierarchical" or
///   "uniform"), "paired" (1), "sampled" (0), "cluster" ("none", "task" or "cluster"), "drop_short"
///   (0), "by_task" (0), "confidence" (0.95) and "margin".
/// - `*rows` has a row for each other model of each table. docs/comparing.md has the columns.
/// - `questions` may be NULL. It gets the questions of each model by descending difference.
/// - `unmatched` may be NULL. It gets the questions that a paired comparison leaves out.
/// - `uncompared` may be NULL. It gets the rows that tables by task lack, and why.
///
/// Free the tables with `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_compare(
    counts: *const ScorioCounts,
    baseline: *const c_char,
    metric: *const c_char,
    k: *const i64,
    parameters: *const ScorioParameter,
    parameter_count: usize,
    options: *const ScorioOption,
    option_count: usize,
    rows: *mut *mut ScorioTable,
    questions: *mut *mut ScorioTable,
    unmatched: *mut *mut ScorioTable,
    uncompared: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (counts, baseline, choice, mut options) = unsafe {
            (
                reference(counts, "counts")?,
                text(baseline, "baseline")?,
                choice(metric, k, parameters, parameter_count)?,
                Options::read(options, option_count)?,
            )
        };
        let (choice, prior) = completed(choice, &mut options)?;
        let request = CompareRequest { baseline, prior, ..request(options, true)? };
        let found = compare_metric(&counts.0, &choice, &request)?;
        // SAFETY: the contract of the interface.
        unsafe { give(&found, rows, [questions, unmatched, uncompared]) }
    })
}

/// Hands out the tables of a comparison: its rows, then the optional ones.
///
/// # Safety
/// Each pointer is NULL, or has memory for a pointer.
pub(crate) unsafe fn give(
    found: &Comparisons,
    rows: *mut *mut ScorioTable,
    optional: [*mut *mut ScorioTable; 3],
) -> Outcome {
    let lacking = found.uncompared.iter().map(|one| {
        let texts = [&one.model, &one.task, &one.reason.to_string(), &one.score_name];
        texts.map(|text| Value::Text(text.clone())).to_vec()
    });
    for table in optional {
        check(table, usize::from(!table.is_null()), "a table")?;
    }
    check(rows, 1, "rows")?;
    let [questions, unmatched, uncompared] = optional;
    // SAFETY: as the caller promises.
    unsafe {
        hand_out_optional(questions, || ScorioTable::of(&found.questions), "questions")?;
        hand_out_optional(unmatched, || ScorioTable::of(&found.unmatched), "unmatched")?;
        hand_out_optional(uncompared, || ScorioTable::new(&UNCOMPARED, lacking), "uncompared")?;
        hand_out(rows, ScorioTable::of(&found.rows), "rows")
    }
}

const UNCOMPARED: [Named; 4] = [
    ("model", Kind::Text),
    ("task", Kind::Text),
    ("reason", Kind::Text),
    ("score_name", Kind::Text),
];

/// Compares every model of counts with every other: `scorio.compare_pairs` of Python.
///
/// `*rows` has a row for each pair, the model with the higher score first. The rest is as for
/// `scorio_compare`, without "by_task" and "margin".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_compare_pairs(
    counts: *const ScorioCounts,
    metric: *const c_char,
    k: *const i64,
    parameters: *const ScorioParameter,
    parameter_count: usize,
    options: *const ScorioOption,
    option_count: usize,
    rows: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (counts, choice, mut options) = unsafe {
            let choice = choice(metric, k, parameters, parameter_count)?;
            (reference(counts, "counts")?, choice, Options::read(options, option_count)?)
        };
        let (choice, prior) = completed(choice, &mut options)?;
        let request = CompareRequest { prior, ..request(options, false)? };
        let found = compare_ordered(&counts.0, &choice, &request)?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(rows, of_pairs(&found), "rows") }
    })
}

/// A row for each pair.
pub(crate) fn of_pairs(found: &[Comparison]) -> ScorioTable {
    ScorioTable::new(&PAIR, found.iter().map(pair))
}

const PAIR: [Named; 11] = [
    ("model", Kind::Text),
    ("other", Kind::Text),
    ("difference", Kind::Real),
    ("sigma", Kind::Real),
    ("lo", Kind::Real),
    ("hi", Kind::Real),
    ("probability", Kind::Real),
    ("ranking", Kind::Real),
    ("pvalue", Kind::Real),
    ("questions", Kind::Whole),
    ("score_name", Kind::Text),
];

fn pair(row: &Comparison) -> Vec<Value> {
    vec![
        Value::Text(row.model.clone()),
        Value::Text(row.baseline.clone()),
        Value::Real(row.difference),
        Value::Real(row.sigma),
        Value::Real(row.lo),
        Value::Real(row.hi),
        Value::Real(row.probability),
        Value::Real(row.ranking),
        Value::Real(row.pvalue),
        Value::Whole(row.questions),
        Value::Text(row.score_name.clone()),
    ]
}

/// By which metric models are compared.
///
/// # Safety
/// Texts are ended by a NUL, `k` is NULL or has a number, and parameters are as [`parameters_of`].
unsafe fn choice(
    metric: *const c_char,
    k: *const i64,
    parameters: *const ScorioParameter,
    count: usize,
) -> Result<CompareMetric, Failure> {
    // SAFETY: as the caller promises.
    let (name, k, parameters) = unsafe {
        let k = array(k, usize::from(!k.is_null()), "k")?.first().copied();
        (text(metric, "metric")?, k, parameters_of(parameters, count)?)
    };
    Ok(CompareMetric {
        metric: Metric::named(&name, k, &parameters)?,
        default_weights: parameters.get("weights").is_none(),
        drop_short: false,
    })
}

/// The metric and the prior, which `bayes` has by its definition.
fn completed(
    choice: CompareMetric,
    options: &mut Options,
) -> Result<(CompareMetric, PriorChoice), Failure> {
    let (prior, drop_short) = (options.prior()?, options.flag("drop_short", false)?);
    let uniform = matches!(choice.metric.estimand(), Estimand::Bayes(_));
    let prior = if uniform { PriorChoice::Known(Prior::Uniform) } else { prior };
    Ok((CompareMetric { drop_short, ..choice }, prior))
}

/// What to compare, and how, with all models, no baseline and no prior yet.
pub(crate) fn request(mut options: Options, with_tables: bool) -> Result<CompareRequest, Failure> {
    let request = CompareRequest {
        models: Vec::new(),
        baseline: String::new(),
        scale: Scale::Avg,
        weights: None,
        paired: options.flag("paired", true)?,
        prior: PriorChoice::Hierarchical,
        target: options.target()?,
        clusters: options.clusters()?,
        by_task: with_tables && options.flag("by_task", false)?,
        confidence: options.confidence()?,
        margin: if with_tables { options.number("margin")? } else { None },
    };
    options.finish()?;
    Ok(request)
}
