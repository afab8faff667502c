//! Logs in columns: Parquet, Arrow's IPC forms, and Arrow batches from any package.
//!
//! A field is a column of that very name, or else a dotted path into columns of structs. Only such
//! columns are read.

pub(crate) mod cells;
pub(crate) mod footer;
pub(crate) mod ipc;
pub(crate) mod kind;
pub(crate) mod labels;
pub(crate) mod leaves;
mod lz4_frame;
pub(crate) mod marks;
pub(crate) mod memo;
pub(crate) mod message;
pub(crate) mod nested;
pub(crate) mod parquet;
pub(crate) mod pieces;
pub(crate) mod quick;
pub(crate) mod rows;
pub(crate) mod stored;
pub(crate) mod trials;
pub(crate) mod value;
