//! Gates: whether scores or questions reach a level.

use std::ffi::c_char;

use scorio_core::gate::{GateRequest, gate};
use scorio_core::{Metric, ParameterValue, Weights};

use crate::counts::ScorioCounts;
use crate::failure::{Failure, ScorioStatus, guard};
use crate::metric::{ScorioParameter, parameters_of};
use crate::options::{Options, ScorioOption};
use crate::pointer::{array, hand_out, reference, text};
use crate::score::request;
use crate::table::ScorioTable;

/// Says of each score, or of each question, whether it reaches a level: `scorio.gate` of Python.
///
/// - `metric` is a name, such as "avg" or "pass_at_k", and `k` points to its budget, or is NULL for
///   none. `parameters` holds `parameter_count` values, and may be NULL for none.
/// - `options` holds `option_count` values: "at_least", which is needed, "confidence" (0.9),
///   "per_question" (0), "family" (0), and those of `scorio_score`.
/// - With "per_question" each question has to reach the level, and the metric does not matter.
/// - `*rows` has a row for each model and table, or for each question. docs/gates.md has the columns.
///   Free it with `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_gate(
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
        let (counts, metric, budgets, parameters, mut options) = unsafe {
            (
                reference(counts, "counts")?,
                text(metric, "metric")?,
                array(k, usize::from(!k.is_null()), "k")?,
                parameters_of(parameters, parameter_count)?,
                Options::read(options, option_count)?,
            )
        };
        let weights = match parameters.get("weights") {
            Some(ParameterValue::Numbers(numbers)) => Some(Weights::new(numbers)?),
            _ => None,
        };
        let needed = "given: the level to reach";
        let at_least = options.number("at_least")?;
        let at_least = at_least.ok_or(Failure::OptionKind { name: "at_least", needed })?;
        let confidence = options.number("confidence")?.unwrap_or(0.9);
        let per_question = options.flag("per_question", false)?;
        let family = options.flag("family", false)?;
        let metrics = Metric::expand(&[metric], budgets, &parameters)?;
        let mut scoring = request(metrics, parameters.get("weights").is_none(), options)?;
        scoring.confidence = confidence;
        let found =
            gate(&counts.0, &GateRequest { scoring, at_least, per_question, family, weights })?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(rows, ScorioTable::of(&found), "rows") }
    })
}
