//! The core's tests: laws, exact values, limits and errors, a file for each theory.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod abilities;
mod adaptive;
mod banks;
mod boards;
mod bounds;
mod calibration;
mod cells;
mod compare;
mod compare_notes;
mod comparisons;
mod convergence;
mod convergence_errors;
mod convergence_ties;
mod decisions;
mod errors;
mod exact;
mod expectations;
mod foresight;
mod gates;
mod graphs;
mod hierarchies;
mod interruptions;
mod irt;
mod laws;
mod limits;
mod luce;
mod maxima;
mod means_of_questions;
mod metric_pairs;
mod numbers;
mod pairs;
mod plans;
mod posteriors;
mod priors;
mod quantiles;
mod rank_intervals;
mod rank_laws;
mod rankings;
mod recorded;
mod replays;
mod responses;
mod rubric_studies;
mod rubrics;
mod runs;
mod score_notes;
mod skewed;
mod slopes;
mod spending;
mod streams;
mod strengths;
mod subsets;
mod support;
mod tally;
mod thresholds;
mod verifiers;
mod voting;
mod voting_methods;
