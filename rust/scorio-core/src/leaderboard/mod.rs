//! The leaderboard: every model's score by task and overall, with ranks and bounds.

pub(crate) mod bounds;
#[expect(clippy::module_inception, reason = "the file holds the function of this name")]
pub(crate) mod leaderboard;
pub(crate) mod numbers;
pub(crate) mod score;

pub use leaderboard::{Leaderboard, ScoreRequest, leaderboard};
pub use numbers::{Statistic, SumsBoard, SumsRequest, sums_leaderboard};
pub use score::{Score, Unscored};
