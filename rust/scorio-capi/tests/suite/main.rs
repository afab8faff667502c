//! The tests of the C interface, a file for each part. They are callers as C is.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod adaptive;
mod border;
mod constructor;
mod evaluations;
mod fields;
mod hierarchical;
mod models;
mod rankers;
mod rubric;
mod support;
