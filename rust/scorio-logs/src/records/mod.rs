//! From bytes to records: JSON Lines, JSON lists and documents, CSV, TSV and columns.

pub(crate) mod chunk;
pub(crate) mod columns;
pub(crate) mod document;
pub(crate) mod error;
pub(crate) mod grid;
pub(crate) mod json_lines;
pub(crate) mod json_list;
pub(crate) mod json_rows;
pub(crate) mod label;
pub(crate) mod lines;
pub(crate) mod mark;
pub(crate) mod names;
pub(crate) mod reach;
pub(crate) mod record;
pub(crate) mod role;
pub(crate) mod rows;
pub(crate) mod table;
pub(crate) mod verdicts;
