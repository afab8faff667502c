//! Models compared with a baseline, question by question.

pub(crate) mod adjust;
mod apart;
pub(crate) mod board;
pub(crate) mod by_metric;
pub(crate) mod by_question;
mod call;
mod call_pairs;
#[expect(clippy::module_inception, reason = "the file holds the function of this name")]
pub(crate) mod compare;
pub(crate) mod comparison;
pub(crate) mod difference;
pub(crate) mod error;
mod notes;
mod options;
pub(crate) mod ordered;
pub(crate) mod pairs;
pub(crate) mod request;
mod row;
pub(crate) mod rule;
pub(crate) mod scored;
pub(crate) mod scoring;
mod side;
pub(crate) mod verdict;

pub use by_metric::CompareMetric;
pub use by_question::QuestionScores;
pub use call::{CALL, CompareOptions};
pub use call_pairs::{CALL as PAIRS_CALL, ComparePairsOptions};
pub use compare::{compare, compare_metric, compare_sums};
pub use comparison::{Comparison, Comparisons, Pair, QuestionDifference, Uncompared, Unmatched};
pub use error::CompareError;
pub use options::ComparingOptions;
pub use ordered::{OrderedPairs, compare_ordered, compare_sums_ordered};
pub use pairs::{compare_pairs, compare_pairs_of_metric, compare_pairs_of_sums};
pub use request::CompareRequest;
pub use verdict::{POWER, Verdict};
