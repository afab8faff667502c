//! Ratings that move with each event of a stream of trials.

pub(crate) mod elo;
pub(crate) mod glicko;
pub(crate) mod glicko_games;
pub(crate) mod meetings;
pub(crate) mod orders;
pub(crate) mod rating;
pub(crate) mod true_skill;
