//! What is estimated: a metric is an entry of the list in [`registry`], with its mathematics in one file.

pub(crate) mod effective;
pub(crate) mod error;
pub mod estimand;
pub mod exact;
pub mod geometric;
pub(crate) mod hierarchical;
pub mod maximum;
pub mod mean;
#[expect(clippy::module_inception, reason = "the type of the name")]
pub mod metric;
mod of_counts;
pub mod parameters;
mod passes;
pub mod registry;
pub mod subset;
pub mod tau;
pub mod weights;

pub use error::{MetricError, ShortWays};
