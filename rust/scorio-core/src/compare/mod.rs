//! Models compared with a baseline, question by question.

mod call;
mod call_pairs;
#[expect(clippy::module_inception, reason = "the file holds the function of this name")]
pub(crate) mod compare;
pub(crate) mod comparison;
pub(crate) mod decision;
mod differences;
pub(crate) mod error;
mod judged;
mod likely;
mod notes;
mod options;
pub(crate) mod ordered;
pub(crate) mod pairs;
pub(crate) mod request;
pub(crate) mod scores;
mod sorting;
pub(crate) mod table;

pub use call::{CALL, CompareOptions};
pub use call_pairs::{CALL as PAIRS_CALL, ComparePairsOptions};
pub use compare::{compare, compare_metric, compare_sums};
pub use comparison::{Comparison, Comparisons, Pair, QuestionDifference, Uncompared, Unmatched};
pub(crate) use decision::adjust::holm;
pub use decision::critical::CriticalRange;
pub use decision::family::FamilyRequest;
pub use decision::verdict::{POWER, Verdict};
pub(crate) use differences::{about_rows, differences, trials_of};
pub use error::CompareError;
pub use options::{ComparingOptions, FamilyOptions};
pub use ordered::{OrderedPairs, compare_ordered, compare_sums_ordered};
pub use pairs::{compare_pairs, compare_pairs_of_metric, compare_pairs_of_sums};
pub use request::CompareRequest;
pub use scores::by_metric::CompareMetric;
pub use scores::by_question::QuestionScores;
pub(crate) use table::board::label as cluster_label;
