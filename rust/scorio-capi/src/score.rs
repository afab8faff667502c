//! The leaderboard: scores of several models with intervals, ranks and tie groups.

use std::ffi::c_char;

use scorio_core::Metric;
use scorio_core::leaderboard::{ScoreRequest, leaderboard};

use crate::counts::{ScorioCounts, texts};
use crate::failure::{Failure, ScorioStatus, guard};
use crate::metric::{ScorioParameter, parameters_of};
use crate::options::{Options, ScorioOption};
use crate::pointer::{array, check, hand_out, hand_out_optional, reference};
use crate::table::ScorioTable;

/// Scores every model of counts: `Counts.score` of Python.
///
/// - `metrics` holds `metric_count` names, such as "bayes", "pass_at_k" or "pass_at_k_ci".
///   `budgets` holds `budget_count` numbers k for those that have one.
/// - `parameters` holds `parameter_count` values, and may be NULL for none.
/// - `options` holds `option_count` values, and may be NULL for none: "prior" ("hierarchical" or
///   "uniform"), "sampled" (0), "cluster" ("none", "task" or "cluster"), "confidence" (0.95),
///   "by_task" (0), "macro" (0) and "drop_short" (0).
/// - `*scores` has a row for each model of each table. docs/scores.md has the columns.
/// - `unscored` may be NULL. It gets the models that a table lacks.
///
/// Free the tables with `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_score(
    counts: *const ScorioCounts,
    metrics: *const *const c_char,
    metric_count: usize,
    budgets: *const i64,
    budget_count: usize,
    parameters: *const ScorioParameter,
    parameter_count: usize,
    options: *const ScorioOption,
    option_count: usize,
    scores: *mut *mut ScorioTable,
    unscored: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (counts, names, budgets, parameters, options) = unsafe {
            (
                reference(counts, "counts")?,
                texts(metrics, metric_count, "metrics")?,
                array(budgets, budget_count, "budgets")?,
                parameters_of(parameters, parameter_count)?,
                Options::read(options, option_count)?,
            )
        };
        let metrics = Metric::expand(&names, budgets, &parameters)?;
        let request = request(metrics, parameters.get("weights").is_none(), options)?;
        let board = leaderboard(&counts.0, &request)?;
        // SAFETY: the contract of the interface.
        unsafe {
            check(scores, 1, "scores")?;
            hand_out_optional(unscored, || ScorioTable::of(&board.unscored), "unscored")?;
            hand_out(scores, ScorioTable::of(&board.scores), "scores")
        }
    })
}

/// What to score, and how.
pub(crate) fn request(
    metrics: Vec<Metric>,
    default_weights: bool,
    mut options: Options,
) -> Result<ScoreRequest, Failure> {
    let request = ScoreRequest {
        metrics,
        default_weights,
        prior: options.prior()?,
        target: options.target()?,
        clusters: options.clusters()?,
        drop_short: options.flag("drop_short", false)?,
        confidence: options.confidence()?,
        by_task: options.flag("by_task", false)?,
        macro_average: options.flag("macro", false)?,
    };
    options.finish()?;
    Ok(request)
}
