//! Rows of results: each field is declared once, with its type and its meaning.
//!
//! The declaration makes the Rust struct. Bindings read [`Row::FIELDS`] to make Arrow tables, rows of
//! their own language, and documentation.

pub(crate) mod declare;
pub(crate) mod value;

pub use value::{Cell, Field, Kind, Row, Value};
