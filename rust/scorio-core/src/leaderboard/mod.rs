//! The leaderboard: every model's score by task and overall, with ranks and bounds.

mod advice;
mod aligned;
pub(crate) mod belief;
pub(crate) mod best;
pub(crate) mod bounds;
mod call;
mod common;
mod estimates;
mod grid;
mod judged;
#[expect(clippy::module_inception, reason = "the file holds the function of this name")]
pub(crate) mod leaderboard;
mod luck;
mod notes;
pub(crate) mod numbers;
mod question_score;
pub(crate) mod request;
mod runs;
pub(crate) mod score;
mod separation;
mod sliced;
pub(crate) mod standing;
pub(crate) mod statistic;
mod warnings;

pub(crate) use advice::{
    FROM_TWO, IntervalKind, SingleTrials, about_intervals, about_weights, extrapolated,
    few_questions, single, zeros,
};
pub use call::{CALL, ScoreOptions};
pub(crate) use call::{about_board, carried_apart, single_of, target, without_score};
pub use judged::Judged;
pub(crate) use leaderboard::scores_alone;
pub use leaderboard::{Leaderboard, leaderboard};
pub(crate) use luck::{Asking, signs_of_luck};
pub(crate) use notes::{PULLED, WEIGHTED, ZERO, ZERO_WEIGHTS};
pub use numbers::{SumsBoard, SumsRequest, sums_leaderboard};
pub use request::ScoreRequest;
pub use score::{Score, Unscored};
pub(crate) use separation::separated;
pub use statistic::Statistic;
