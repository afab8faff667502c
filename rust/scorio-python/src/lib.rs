//! What Python calls. `scorio-module` makes the extension module `scorio._core` of it.
//!
//! Each function takes its arguments from Python and releases the interpreter's lock. It makes one
//! call into the core or the log reader, and returns the result.

use pyo3::prelude::*;

mod adaptive;
mod alone;
mod arrays;
mod arrow;
mod calls;
mod counting;
mod failure;
mod interrupt;
mod ranking;
mod rubric;
mod scoring;
mod watch;
mod wording;

/// Numerics and log reading of scorio, in Rust.
#[pymodule(gil_used = false)]
pub mod _core {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "a Python name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    const FEWEST_QUESTIONS: u64 = scorio_core::slices::FEWEST_QUESTIONS;

    #[pymodule_export]
    use super::adaptive::bank::{Belief, ItemBank};
    #[pymodule_export]
    use super::adaptive::fit::{calibrate_items, scored_counts, scored_sums};
    #[pymodule_export]
    use super::adaptive::replay::adaptive_replay;
    #[pymodule_export]
    use super::adaptive::run::AdaptiveRun;
    #[pymodule_export]
    use super::arrays::load::load_numpy;
    #[pymodule_export]
    use super::arrays::matrix::{States, tally, tally_ragged};
    #[pymodule_export]
    use super::calls::call::{Answered, Side, call, calls_declared, check_call, option_name};
    #[pymodule_export]
    use super::calls::fields::{is_date, slice_field};
    #[pymodule_export]
    use super::calls::rows::row_types;
    #[pymodule_export]
    use super::counting::count_matrix::count_matrix;
    #[pymodule_export]
    use super::counting::counts::Counts;
    #[pymodule_export]
    use super::counting::question_scores::{question_means, question_scores};
    #[pymodule_export]
    use super::counting::reading::{
        count, count_arrow, count_costs, count_costs_arrow, formats, is_counts, is_sums,
        log_endings, logs_in, model_fields, no_counts, path_kind, profile, stem, sum_arrow, sum_up,
        survey,
    };
    #[pymodule_export]
    use super::counting::sums::Sums;
    #[pymodule_export]
    use super::counting::table::{Table, read_table};
    #[pymodule_export]
    use super::ranking::rankers::{RankData, rank_array, rank_counts, rank_methods};
    #[pymodule_export]
    use super::ranking::ranks::{groups, ranking_confidence, ranks};
    #[pymodule_export]
    use super::rubric::grades::{Grades, grade, grade_arrow};
    #[pymodule_export]
    use super::rubric::labels::{count_labels, judged_outcomes};
    #[pymodule_export]
    use super::rubric::rubrics::{Rubrics, paper_rubrics, rubric_bytes, rubric_memory};
    #[pymodule_export]
    use super::rubric::verifier::{verifier_fit, verifier_probabilities, verifier_report};
    #[pymodule_export]
    use super::scoring::convergence::Study;
    #[pymodule_export]
    use super::scoring::metrics::{Metric, metric, metrics, pass_curve};
    #[pymodule_export]
    use super::scoring::simulate::simulate_means;
    #[pymodule_export]
    use super::scoring::tail_draws::{tail_chances, tail_profiles, tail_summary, tail_utility};
    #[pymodule_export]
    use super::scoring::tailpass::{TailPass, tail_profile};
    #[pymodule_export]
    use super::wording::{remedies, spelled_words};

    #[pymodule_init]
    fn begin(module: &super::Bound<'_, super::PyModule>) -> super::PyResult<()> {
        super::alone::require_one_interpreter(module.py())?;
        // By this name, because `scorio` gives the type another one, which a second import finds.
        let panics = module.py().get_type::<pyo3::panic::PanicException>();
        super::PyModuleMethods::add(module, "PanicException", panics)
    }
}
