//! Glicko's ratings and their deviations (Glickman 1999), with an event as a rating period.

use super::elo::SLOPE;
use super::glicko_games::GlickoPlaces;
use super::rating::{Event, Ratings, RatingsAndDeviations, TieHandling};
use crate::error::Result;
use crate::numeric::portable::hypot;
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
            places: GlickoPlaces::new(models),
        }
    }
}

/// Ratings, less the initial one, and their deviations.
#[derive(Debug)]
pub(crate) struct GlickoRatings {
    rule: Glicko,
    moved: Vec<f64>,
    deviations: Vec<f64>,
    places: GlickoPlaces,
}

impl Ratings for GlickoRatings {
    fn play(&mut self, event: Event<'_>) {
        let rule = self.rule;
        if rule.growth > 0.0 {
            for deviation in &mut self.deviations {
                *deviation = hypot(*deviation, rule.growth).min(rule.most);
            }
        }
        self.places.set(event.players, &self.moved, &self.deviations);
        self.places.play(event, rule.ties);
        let flat = &self.places.flat[..event.players.len()];
        let sums = [0..event.winners, event.winners..flat.len()]
            .map(|range| flat[range].iter().sum::<f64>());
        for (place, &player) in event.players.iter().enumerate() {
            let information = self.places.information[place];
            // A model that played no game, or only games that were decided before, does not move.
            if information > 0.0 {
                let own = self.deviations[player];
                let precision = 1.0 / (own * own) + SLOPE * SLOPE * information;
                let score = event.score(place, rule.ties, sums, self.places.flat[place]);
                self.moved[player] += SLOPE / precision * (score - self.places.expected[place]);
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
