//! The core's tests: laws, exact values, limits and errors, a file for each theory.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]

mod abilities;
mod adaptive;
mod boards;
mod bounds;
mod calibration;
mod cells;
mod compare;
mod convergence;
mod convergence_errors;
mod errors;
mod exact;
mod expectations;
mod foresight;
mod graphs;
mod irt;
mod laws;
mod limits;
mod luce;
mod means_of_questions;
mod metric_pairs;
mod numbers;
mod pairs;
mod plans;
mod posteriors;
mod priors;
mod rank_intervals;
mod rankings;
mod recorded;
mod rubrics;
mod slopes;
mod streams;
mod strengths;
mod support;
mod voting;
mod voting_methods;
