//! Trial logs read as streams into [`scorio_core::Counts`]: formats, fields, outcomes, policies
//! for what is missing, repeated or broken, and the count files that keep the result.
#![forbid(unsafe_code)]

mod count;
mod error;
mod note;
mod note_words;
mod paths;
mod records;
mod remedy;
mod similar;
mod source;
mod spec;
mod threads;
mod tools;
mod write;

pub use count::error::CountError;
pub use count::inspect::gathered::Tally;
pub use count::inspect::profile::{FieldProfile, Profile, profile};
pub use count::inspect::survey::{Survey, survey};
pub use count::outside::{MODEL_FIELDS, stem};
pub use count::read::{cost, count, grade, sum};
pub use count::tables::columns::{cost_batches, count_batches, grade_batches, sum_batches};
pub use count::tables::foreign_batches::{BatchStream, Batches, from_elsewhere};
pub use count::tables::stored::is_stored;
pub use error::{Error, ErrorKind, Result};
pub use note::Report;
pub use note::{Note, NoteValue};
pub use paths::{LOG_ENDINGS, PathKind, logs_in, path_kind};
pub use records::error_of_columns::ColumnError;
pub use remedy::{RecordRemedy, Remedy};
pub use scorio_records::records::error::RecordError;
pub use scorio_records::records::place::Place;
pub use scorio_records::spec::categories::Categories;
pub use scorio_records::spec::cost::{CostFormula, Prices};
pub use scorio_records::spec::error::SpecError;
pub use scorio_records::spec::label::Label;
pub use scorio_records::spec::policy::{Ids, OnBadLine, OnMissing, OnRepeat};
pub use scorio_records::trials::error::TrialError;
pub use similar::note_similar_names;
pub use source::error::SourceError;
pub use source::progress::{GoOn, Progress};
pub use spec::asked::AskedQuestions;
pub use spec::format::{Form, Format};
pub use spec::grading::RubricSpec;
pub use spec::options::{CostSpec, Input, Measure, Spec};
pub use spec::pattern::Pattern;
pub use spec::score::ScoreChoice;
pub use tools::error::ToolError;
pub use tools::registry::{TOOLS, format_named, format_names};
pub use tools::tool::Tool;
pub use write::bytes::{counts_from_bytes, counts_to_bytes};
pub use write::count_file::{count_file, counts_batch, is_counts, read_counts, write_counts};
pub use write::error::WriteError;
pub use write::samples::{is_samples, write_samples};
pub use write::stored_rows::parquet;
pub use write::stored_table::read_table;
pub use write::sum_file::{
    is_sums, read_sums, sum_file, sums_batch, sums_from_bytes, sums_to_bytes, write_sums,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
