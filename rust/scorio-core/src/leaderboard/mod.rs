//! The leaderboard: every model's score by task and overall, with ranks and bounds.

mod aligned;
pub(crate) mod belief;
pub(crate) mod bounds;
mod common;
mod estimates;
mod grid;
#[expect(clippy::module_inception, reason = "the file holds the function of this name")]
pub(crate) mod leaderboard;
pub(crate) mod numbers;
pub(crate) mod request;
pub(crate) mod score;
pub(crate) mod standing;

pub use leaderboard::{Leaderboard, leaderboard};
pub use numbers::{Statistic, SumsBoard, SumsRequest, sums_leaderboard};
pub use request::ScoreRequest;
pub use score::{Score, Unscored};
