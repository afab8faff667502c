//! From bytes to records: JSON Lines, JSON lists and tables, from a text that may come piece by piece.

pub mod error;
pub mod json_lines;
pub mod json_list;
pub mod label;
pub mod mark;
pub mod packing;
pub mod place;
pub mod record;
pub mod role;
pub mod start;
pub mod table;
pub mod text;
