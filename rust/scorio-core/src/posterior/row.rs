//! A score with its interval, as a row.

use super::interval::Interval;
use crate::rows::declare::row;

row! {
    /// A score with its interval.
    #[derive(Copy)]
    pub struct ScoreInterval {
        /// The score.
        mu: f64,
        /// Its standard deviation.
        sigma: f64,
        /// The lower end of its interval.
        lo: f64,
        /// The upper end.
        hi: f64,
    }
}

impl From<Interval> for ScoreInterval {
    fn from(Interval { mu, sigma, lo, hi }: Interval) -> Self {
        Self { mu, sigma, lo, hi }
    }
}
