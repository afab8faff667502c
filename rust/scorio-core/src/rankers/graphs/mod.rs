//! Scores from graphs of wins: chains, flows, eigenvectors and games.

pub(crate) mod chain;
pub(crate) mod game;
pub(crate) mod stationary;
