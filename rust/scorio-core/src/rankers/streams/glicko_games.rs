//! What the players of an event expect of its games by Glicko's rule.
//!
//! Of players i and j with powers a = q r, i expects 1 / (1 + e^(-g_j (a_i - a_j))). Nearly always all g are
//! close to their middle h. Then e^(-g_j d) = e^(-h d) e^(-(g_j - h) d): the first factor is a quotient of
//! e^(h a), one for each player, and a few terms of its series give the second one.

use std::f64::consts::PI;

use super::elo::SLOPE;
use super::rating::{Event, Game, LANES, TieHandling, in_lanes};
use crate::numeric::portable::{exp, exp_each};

/// The farthest power of which e^x is used. Products of sums of two are finite.
const FARTHEST: f64 = 150.0;

/// Up to these exponents, series of three and of seven terms have all digits.
const NEAR: [f64; 2] = [1.0 / 4096.0, 1.0 / 32.0];

/// Players by place, and what they expect. All lists are longer than the players by [`LANES`].
#[derive(Debug)]
pub(crate) struct GlickoPlaces {
    /// q r.
    powers: Vec<f64>,
    /// g(RD).
    pub(crate) flat: Vec<f64>,
    /// g less the middle of all.
    off: Vec<f64>,
    /// e^(h a).
    odds: Vec<f64>,
    /// The sum of g² E (1 - E).
    pub(crate) information: Vec<f64>,
    /// The sum of g E.
    pub(crate) expected: Vec<f64>,
}

impl GlickoPlaces {
    /// Places for so many models.
    pub(crate) fn new(models: usize) -> Self {
        let list = || vec![0.0; models + LANES];
        Self {
            powers: list(),
            flat: list(),
            off: list(),
            odds: list(),
            information: list(),
            expected: list(),
        }
    }

    /// Takes the players of an event, with ratings and deviations by model.
    pub(crate) fn set(&mut self, players: &[usize], ratings: &[f64], deviations: &[f64]) {
        let all = players.len();
        for (place, &player) in players.iter().enumerate() {
            self.powers[place] = SLOPE * ratings[player];
            self.flat[place] = deviations[player];
        }
        for flat in &mut self.flat[..all] {
            let spread = SLOPE / PI * *flat;
            *flat = 1.0 / (1.0 + 3.0 * spread * spread).sqrt();
        }
        // Places behind the last player have no weight. Their power is in the range of the others.
        let first = self.powers.first().copied().unwrap_or(0.0);
        self.powers[all..all + LANES].fill(first);
        self.flat[all..all + LANES].fill(0.0);
    }

    /// Sums up what the players of an event expect.
    pub(crate) fn play(&mut self, event: Event<'_>, ties: TieHandling) {
        let all = event.players.len();
        self.information[..all + LANES].fill(0.0);
        self.expected[..all + LANES].fill(0.0);
        let ends = |list: &[f64]| {
            let end = |(low, high), &one: &f64| (f64::min(low, one), f64::max(high, one));
            list[..all].iter().fold((f64::INFINITY, f64::NEG_INFINITY), end)
        };
        let ((low, high), (from, to)) = (ends(&self.flat), ends(&self.powers));
        let middle = f64::midpoint(low, high);
        let most = (high - low) / 2.0 * (to - from);
        let far = from.abs().max(to.abs()) > FARTHEST;
        let [three, seven] = NEAR.map(|near| !far && most <= near);
        if !seven {
            for game in event.games(ties) {
                self.add(game);
            }
            return;
        }
        for (off, flat) in self.off[..all + LANES].iter_mut().zip(&self.flat) {
            *off = flat - middle;
        }
        self.off[all..all + LANES].fill(0.0);
        let powers = self.powers[in_lanes(0, all)].as_chunks::<LANES>().0;
        for (odds, powers) in self.odds.as_chunks_mut::<LANES>().0.iter_mut().zip(powers) {
            *odds = exp_each(powers.map(|power| middle * power));
        }
        self.odds[all..all + LANES].fill(0.0);
        for row in event.rows(ties) {
            if three {
                self.add_row(row, all, |x| 1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0))));
            } else {
                self.add_row(row, all, |x| {
                    let square = x * x;
                    let last = 1.0 / 120.0 + x * (1.0 / 720.0) + square * (1.0 / 5040.0);
                    let rest = 0.5 + x * (1.0 / 6.0) + square * (1.0 / 24.0 + x * last);
                    1.0 + x + square * rest
                });
            }
        }
    }

    /// Adds the games of a player against later ones, with a series of e^x.
    #[inline(always)]
    fn add_row(&mut self, (one, from): (usize, usize), all: usize, series: impl Fn(f64) -> f64) {
        let own = [self.powers[one], self.flat[one], self.off[one], self.odds[one]];
        let rest = in_lanes(from, all);
        let theirs = [&self.powers, &self.flat, &self.off, &self.odds]
            .map(|list| list[rest.clone()].as_chunks::<LANES>().0);
        let [information, expected] = [&mut self.information, &mut self.expected]
            .map(|list| list[rest.clone()].as_chunks_mut::<LANES>().0);
        let (mut known, mut hoped) = ([0.0; LANES], [0.0; LANES]);
        let lists = theirs[0].iter().zip(theirs[1]).zip(theirs[2]).zip(theirs[3]);
        let slots = information.iter_mut().zip(expected);
        for ((((powers, flat), off), odds), (information, expected)) in lists.zip(slots) {
            // The odds of each against the other, as it sees them.
            let [mut mine, mut other] = [[0.0; LANES]; 2];
            for lane in 0..LANES {
                let ahead = own[0] - powers[lane];
                other[lane] = odds[lane] * series(-off[lane] * ahead);
                mine[lane] = own[3] * series(own[2] * ahead);
            }
            for lane in 0..LANES {
                let inverse = 1.0 / (own[3] + other[lane]);
                let hope = flat[lane] * (own[3] * inverse);
                hoped[lane] += hope;
                known[lane] += hope * (flat[lane] * (other[lane] * inverse));
            }
            for lane in 0..LANES {
                let inverse = 1.0 / (odds[lane] + mine[lane]);
                let hope = own[1] * (odds[lane] * inverse);
                expected[lane] += hope;
                information[lane] += hope * (own[1] * (mine[lane] * inverse));
            }
        }
        self.information[one] += known.iter().sum::<f64>();
        self.expected[one] += hoped.iter().sum::<f64>();
    }

    /// Adds a game of players that are too far apart, or whose g are.
    fn add(&mut self, game: Game) {
        for (own, other) in [(game.one, game.other), (game.other, game.one)] {
            let g = self.flat[other];
            let d = g * (self.powers[own] - self.powers[other]);
            let small = exp(-d.abs());
            let (less, more) = (small / (1.0 + small), 1.0 / (1.0 + small));
            self.information[own] += g * g * less * more;
            self.expected[own] += g * if d > 0.0 { more } else { less };
        }
    }
}
