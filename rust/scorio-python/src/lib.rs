//! The extension module `scorio._core`.
//!
//! Each function takes its arguments from Python and releases the interpreter's lock. It makes one
//! call into the core or the log reader, and returns the result.

use pyo3::prelude::*;

mod adaptive;
mod adaptive_fit;
mod adaptive_replay;
mod adaptive_run;
mod arrays;
mod arrow;
mod c_data;
mod c_stream;
mod call;
mod choices;
mod compare;
mod convergence;
mod counts;
mod failure;
mod flag;
mod grades;
mod interrupt;
mod matrix;
mod metrics;
mod question_scores;
mod rank;
mod rankers;
mod reading;
mod rows;
mod rubrics;
mod simulate;
mod sums;
mod table;
mod tail_draws;
mod tailpass;
mod tallied;
mod vector;
mod verifier;
mod watch;
mod wording;

/// Numerics and log reading of scorio, in Rust.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "a Python name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::adaptive::{Belief, ItemBank};
    #[pymodule_export]
    use super::adaptive_fit::{calibrate_items, scored_counts, scored_sums};
    #[pymodule_export]
    use super::adaptive_replay::adaptive_replay;
    #[pymodule_export]
    use super::adaptive_run::AdaptiveRun;
    #[pymodule_export]
    #[pymodule_export]
    use super::arrays::load_numpy;
    #[pymodule_export]
    use super::call::{Answered, Side, call, calls_declared, check_call, option_name};
    #[pymodule_export]
    use super::compare::count_matrix;
    #[pymodule_export]
    use super::convergence::Study;
    #[pymodule_export]
    use super::counts::Counts;
    #[pymodule_export]
    use super::grades::{Grades, grade, grade_arrow};
    #[pymodule_export]
    use super::matrix::{States, tally, tally_ragged};
    #[pymodule_export]
    use super::metrics::{Metric, metric, metrics, pass_curve};
    #[pymodule_export]
    use super::question_scores::{question_means, question_scores};
    #[pymodule_export]
    use super::rank::{groups, ranking_confidence, ranks};
    #[pymodule_export]
    use super::rankers::{RankData, rank_array, rank_counts, rank_methods};
    #[pymodule_export]
    use super::reading::{
        count, count_arrow, formats, is_counts, is_sums, log_endings, logs_in, no_counts,
        path_kind, profile, sum_arrow, sum_up, survey,
    };
    #[pymodule_export]
    use super::rows::row_types;
    #[pymodule_export]
    use super::rubrics::{Rubrics, paper_rubrics, rubric_memory};
    #[pymodule_export]
    use super::simulate::simulate_means;
    #[pymodule_export]
    use super::sums::Sums;
    #[pymodule_export]
    use super::table::{Table, read_table};
    #[pymodule_export]
    use super::tail_draws::{tail_chances, tail_profiles, tail_summary, tail_utility};
    #[pymodule_export]
    use super::tailpass::{TailPass, tail_profile};
    #[pymodule_export]
    use super::verifier::{verifier_fit, verifier_probabilities, verifier_report};
    #[pymodule_export]
    use super::wording::{remedies, spelled_words};
    #[pymodule_export]
    use pyo3::panic::PanicException;
}
