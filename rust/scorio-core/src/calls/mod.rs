//! Calls: what users ask, each declared once with its options, tables, notes and documentation.
//!
//! Each language has one generic door: [`call`]. Its functions, commands, stubs and tables of options are
//! made from the declarations that [`all`] gives.

pub(crate) mod call;
pub(crate) mod declare;
pub(crate) mod error;
pub(crate) mod given;
pub(crate) mod list;
pub(crate) mod note;
pub(crate) mod option;
pub(crate) mod rules;
pub(crate) mod scoring;

#[cfg(test)]
mod tests;

pub use call::{
    About, Answer, AnswerArray, AnswerTable, ArrayKind, Call, Entries, Input, TableKind, Workers,
};
pub use error::CallError;
pub use given::{Given, GivenValue};
pub use list::{all, call, find, is_option};
pub use note::{Note, NoteKind};
pub use option::{CallEntry, CallOption, Range, Takes, Usual};
pub use rules::check;
pub(crate) use scoring::require_models;
pub use scoring::{MetricParameters, ScoringOptions};
