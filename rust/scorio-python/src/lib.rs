//! The extension module `scorio._core`: each function takes its arguments out of Python, releases
//! the interpreter, makes one call into the core or the log reader, and hands the result back.

use pyo3::prelude::*;

mod arrow;
mod compare;
mod convergence;
mod counts;
mod failure;
mod matrix;
mod metrics;
mod plan;
mod rank;
mod scores;
mod simulate;
mod stopping;
mod watch;

/// Numerics and log reading of scorio, in Rust.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "a Python name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::compare::{Comparisons, count_matrix};
    #[pymodule_export]
    use super::convergence::Study;
    #[pymodule_export]
    use super::counts::{Counts, count, count_arrow, formats, is_counts, survey};
    #[pymodule_export]
    use super::matrix::{States, tally, tally_ragged};
    #[pymodule_export]
    use super::metrics::{
        Metric, auc_at_k, avg, bayes, g_pass_at_k_tau, geo_spectrum_at_k, geom_at_k, maj_at_k,
        max_at_k, mg_pass_at_k, pass_at_k, pass_curve, pass_hat_k, threshold_spectrum_at_k,
    };
    #[pymodule_export]
    use super::plan::{
        Side, plan_assumed_components, plan_components, plan_foresee, plan_looks, plan_split,
        plan_trials_for_power, plan_trials_needed,
    };
    #[pymodule_export]
    use super::rank::{
        agreement, groups, kendall, letters, pairwise, ranking_confidence, ranks, spearman,
        weighted_tau,
    };
    #[pymodule_export]
    use super::scores::Scores;
    #[pymodule_export]
    use super::simulate::{
        simulate_categorical, simulate_coins, simulate_means, simulate_originals, simulate_trials,
        simulate_updates,
    };
    #[pymodule_export]
    use super::stopping::{stopping_interval, stopping_narrow, stopping_next, stopping_top};
}
