//! Glicko's ratings and their deviations (Glickman 1999), with an event as a rating period.

use std::f64::consts::PI;

use super::elo::SLOPE;
use super::rating::{Event, Ratings, RatingsAndDeviations, TieHandling};
use crate::error::Result;
use crate::numeric::portable::{exp, hypot};
use crate::rankers::declared::{DRAWS, GROWTH, INITIAL_RATING, INITIAL_RD, RD_MAX};
use crate::rankers::options::MethodOptions;

/// The least deviation.
const LEAST: f64 = 1e-12;

/// Glicko's rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glicko {
    initial: f64,
    deviation: f64,
    growth: f64,
    most: f64,
    ties: TieHandling,
}

impl Glicko {
    /// The rule with these options.
    ///
    /// # Errors
    /// An option is outside its range.
    pub(crate) fn new(options: &MethodOptions) -> Result<Self> {
        let initial = options.number(&INITIAL_RATING)?;
        let (growth, most) = (options.number(&GROWTH)?, options.number(&RD_MAX)?);
        let deviation = options.number(&INITIAL_RD)?.min(most);
        let ties = TieHandling::of(options, &DRAWS)?;
        Ok(Self { initial, deviation, growth, most, ties })
    }

    /// The ratings of so many models at the start.
    pub(crate) fn start(self, models: usize) -> GlickoRatings {
        GlickoRatings {
            rule: self,
            moved: vec![0.0; models],
            deviations: vec![self.deviation; models],
            flatness: vec![0.0; models],
            sums: vec![(0.0, 0.0); models],
        }
    }
}

/// Ratings, less the initial one, and their deviations.
#[derive(Debug)]
pub(crate) struct GlickoRatings {
    rule: Glicko,
    moved: Vec<f64>,
    deviations: Vec<f64>,
    /// g(RD) by place.
    flatness: Vec<f64>,
    /// Σ g² E (1 − E) and Σ g (S − E) by place.
    sums: Vec<(f64, f64)>,
}

impl GlickoRatings {
    /// Adds a game from the side of one player, who has scored `score`.
    fn add(&mut self, players: &[usize], (own, other): (usize, usize), score: f64) {
        let g = self.flatness[other];
        let d = g * SLOPE * (self.moved[players[own]] - self.moved[players[other]]);
        let small = exp(-d.abs());
        let (less, more) = (small / (1.0 + small), 1.0 / (1.0 + small));
        let expected = if d > 0.0 { more } else { less };
        let sum = &mut self.sums[own];
        sum.0 += g * g * less * more;
        sum.1 += g * (score - expected);
    }
}

impl Ratings for GlickoRatings {
    fn play(&mut self, event: Event<'_>) {
        let rule = self.rule;
        if rule.growth > 0.0 {
            for deviation in &mut self.deviations {
                *deviation = hypot(*deviation, rule.growth).min(rule.most);
            }
        }
        for (place, &player) in event.players.iter().enumerate() {
            let spread = SLOPE * self.deviations[player] / PI;
            self.flatness[place] = 1.0 / (1.0 + 3.0 * spread * spread).sqrt();
            self.sums[place] = (0.0, 0.0);
        }
        for game in event.games(rule.ties) {
            let score = if game.drawn { 0.5 } else { 1.0 };
            self.add(event.players, (game.one, game.other), score);
            self.add(event.players, (game.other, game.one), 1.0 - score);
        }
        for (place, &player) in event.players.iter().enumerate() {
            let (information, surprise) = self.sums[place];
            // A model that played no game, or only games that were decided before, does not move.
            if information > 0.0 {
                let own = self.deviations[player];
                let precision = 1.0 / (own * own) + SLOPE * SLOPE * information;
                self.moved[player] += SLOPE / precision * surprise;
                self.deviations[player] =
                    (1.0 / precision).sqrt().clamp(LEAST, rule.most.max(LEAST));
            }
        }
    }

    fn rated(&self) -> RatingsAndDeviations {
        let ratings = self.moved.iter().map(|moved| self.rule.initial + moved).collect();
        (ratings, Some(self.deviations.clone()))
    }
}
