//! From bytes to records: JSON Lines, JSON lists and documents, CSV, TSV and columns.

pub(crate) mod chunk;
pub(crate) mod columns;
pub(crate) mod document;
pub(crate) mod error_of_columns;
pub(crate) mod grid;
pub(crate) mod json_document;
pub(crate) mod json_rows;
pub(crate) mod lines;
pub(crate) mod names;
pub(crate) mod reach;
pub(crate) mod rows;
pub(crate) mod verdicts;
