//! Counting logs in columns.

pub(crate) mod batches;
pub(crate) mod columns;
pub(crate) mod foreign_batches;
pub(crate) mod long_tables;
pub(crate) mod row_numbers;
pub(crate) mod stored;
