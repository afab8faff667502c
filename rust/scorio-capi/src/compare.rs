//! Comparisons of models: with a baseline, and all pairs.

use std::ffi::c_char;

use scorio_core::compare::{CompareRequest, Comparison, compare, compare_ordered};
use scorio_core::metric::mean::Scale;
use scorio_core::rows::{Kind, Value};
use scorio_core::{Prior, PriorChoice, Weights};

use crate::counts::ScorioCounts;
use crate::failure::{Failure, ScorioStatus, guard};
use crate::options::{Options, ScorioOption};
use crate::pointer::{check, hand_out, hand_out_optional, reference, text};
use crate::table::{Named, ScorioTable};

/// Compares the models of counts with a baseline, question by question: `scorio.compare` of Python.
///
/// - `baseline` is the name of the model that the others are compared with.
/// - `options` holds `count` values, and may be NULL for none: "metric" ("avg" or "bayes"), "prior"
///   ("hierarchical" or "uniform"), "weights", "paired" (1), "sampled" (0), "cluster" ("none",
///   "task" or "cluster"), "by_task" (0), "confidence" (0.95) and "margin".
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
    options: *const ScorioOption,
    count: usize,
    rows: *mut *mut ScorioTable,
    questions: *mut *mut ScorioTable,
    unmatched: *mut *mut ScorioTable,
    uncompared: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (counts, baseline, options) = unsafe {
            (
                reference(counts, "counts")?,
                text(baseline, "baseline")?,
                Options::read(options, count)?,
            )
        };
        let request = CompareRequest { baseline, ..request(options, true)? };
        let found = compare(&counts.0, &request)?;
        let lacking = found.uncompared.iter().map(|one| {
            let texts = [&one.model, &one.task, &one.reason.to_string(), &one.score_name];
            texts.map(|text| Value::Text(text.clone())).to_vec()
        });
        for table in [questions, unmatched, uncompared] {
            check(table, usize::from(!table.is_null()), "a table")?;
        }
        check(rows, 1, "rows")?;
        // SAFETY: the contract of the interface.
        unsafe {
            hand_out_optional(questions, || ScorioTable::of(&found.questions), "questions")?;
            hand_out_optional(unmatched, || ScorioTable::of(&found.unmatched), "unmatched")?;
            hand_out_optional(uncompared, || ScorioTable::new(&UNCOMPARED, lacking), "uncompared")?;
            hand_out(rows, ScorioTable::of(&found.rows), "rows")
        }
    })
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
    options: *const ScorioOption,
    count: usize,
    rows: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (counts, options) =
            unsafe { (reference(counts, "counts")?, Options::read(options, count)?) };
        let found = compare_ordered(&counts.0, &request(options, false)?)?;
        let table = ScorioTable::new(&PAIR, found.iter().map(pair));
        // SAFETY: the contract of the interface.
        unsafe { hand_out(rows, table, "rows") }
    })
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

/// What to compare, and how, with all models and no baseline yet.
fn request(mut options: Options, with_tables: bool) -> Result<CompareRequest, Failure> {
    let scale = options.text("metric")?.map_or(Ok(Scale::Avg), |metric| Scale::of(&metric))?;
    let prior = options.prior()?;
    let weights = options.numbers("weights")?;
    let request = CompareRequest {
        models: Vec::new(),
        baseline: String::new(),
        scale,
        weights: weights.map(|w| Weights::new(&w)).transpose()?,
        paired: options.flag("paired", true)?,
        prior: if scale == Scale::Bayes { PriorChoice::Known(Prior::Uniform) } else { prior },
        target: options.target()?,
        clusters: options.clusters()?,
        by_task: with_tables && options.flag("by_task", false)?,
        confidence: options.confidence()?,
        margin: if with_tables { options.number("margin")? } else { None },
    };
    options.finish()?;
    Ok(request)
}
