//! Writing count files and samples, completely or not at all.

pub(crate) mod atomically;
pub(crate) mod bytes;
mod checksum;
pub(crate) mod count_file;
pub(crate) mod error;
pub(crate) mod samples;
mod stored_labels;
pub(crate) mod stored_rows;
pub(crate) mod stored_table;
pub(crate) mod sum_file;
mod wholes;
pub(crate) mod worth;
