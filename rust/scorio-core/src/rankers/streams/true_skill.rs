//! TrueSkill's beliefs of skill for games of two (Herbrich, Minka and Graepel 2006).
//!
//! All games of an event are played from the same beliefs. Each game is a normal factor of the
//! skills of its two players, and the factors are multiplied.

use super::rating::{Event, Ratings, RatingsAndDeviations, TieHandling};
use crate::error::Result;
use crate::numeric::portable::{exp, hypot};
use crate::rankers::declared::{
    BETA, DRAW_MARGIN, DRIFT, MU_INITIAL, SIGMA_INITIAL, SKIPPED_DRAWS,
};
use crate::rankers::options::MethodOptions;
use crate::rankers::pairs::law::mills;

/// The least share of its variance that a game leaves.
const LEAST: f64 = 1e-12;

/// Panels of the quadrature for the moments of a draw.
const PANELS: u32 = 24;

/// Legendre's rule of five points: nodes from 0 and weights. The middle counts half, from each side.
const NODES: [(f64, f64); 3] = [
    (0.0, 0.284_444_444_444_444_44),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.906_179_845_938_664, 0.236_926_885_056_189_08),
];

/// TrueSkill's rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrueSkill {
    mean: f64,
    sigma: f64,
    beta: f64,
    drift: f64,
    margin: f64,
    ties: TieHandling,
}

impl TrueSkill {
    /// The rule with these options.
    ///
    /// # Errors
    /// An option is outside its range.
    pub(crate) fn new(options: &MethodOptions) -> Result<Self> {
        Ok(Self {
            mean: options.number(&MU_INITIAL)?,
            sigma: options.number(&SIGMA_INITIAL)?,
            beta: options.number(&BETA)?,
            drift: options.number(&DRIFT)?,
            margin: options.number(&DRAW_MARGIN)?,
            ties: TieHandling::of(options, &SKIPPED_DRAWS)?,
        })
    }

    /// The beliefs about so many models at the start.
    pub(crate) fn start(self, models: usize) -> Beliefs {
        let zeros = vec![0.0; models];
        Beliefs {
            rule: self,
            means: zeros.clone(),
            sigmas: vec![self.sigma; models],
            precision: zeros.clone(),
            push: zeros,
        }
    }
}

/// Means, less the initial one, and standard deviations.
#[derive(Debug)]
pub(crate) struct Beliefs {
    rule: TrueSkill,
    means: Vec<f64>,
    sigmas: Vec<f64>,
    /// What the games of an event add to the precision and to the mean, by place.
    precision: Vec<f64>,
    push: Vec<f64>,
}

impl Ratings for Beliefs {
    fn play(&mut self, event: Event<'_>) {
        let all = event.players.len();
        self.precision[..all].fill(0.0);
        self.push[..all].fill(0.0);
        for game in event.games(self.rule.ties) {
            let [one, other] = [game.one, game.other].map(|place| event.players[place]);
            let [s, t] = [one, other].map(|player| self.sigmas[player] * self.sigmas[player]);
            let all = (2.0 * self.rule.beta * self.rule.beta + s + t).sqrt();
            let ahead = (self.means[one] - self.means[other]) / all;
            let margin = self.rule.margin / all;
            let (v, w) = if game.drawn { draw(ahead, margin) } else { win(ahead - margin) };
            for (place, own, sign) in [(game.one, s, 1.0), (game.other, t, -1.0)] {
                let left = (1.0 - own / all / all * w).max(LEAST);
                self.precision[place] += (1.0 - left) / left / own;
                self.push[place] += sign * v / (all * left);
            }
        }
        for (place, &player) in event.players.iter().enumerate() {
            let own = self.sigmas[player];
            let precision = 1.0 / (own * own) + self.precision[place];
            self.means[player] += self.push[place] / precision;
            self.sigmas[player] = (1.0 / precision).sqrt();
        }
    }

    fn end_round(&mut self) {
        for sigma in &mut self.sigmas {
            *sigma = hypot(*sigma, self.rule.drift);
        }
    }

    fn rated(&self) -> RatingsAndDeviations {
        let means = self.means.iter().map(|mean| self.rule.mean + mean).collect();
        (means, Some(self.sigmas.clone()))
    }
}

/// The mean of a standard normal number Z given Z > −x, and by how much its variance is below 1.
fn win(x: f64) -> (f64, f64) {
    let (v, above) = mills(x);
    (v, (v * above).clamp(0.0, 1.0))
}

/// The same given that Z + t is between −margin and margin.
fn draw(t: f64, margin: f64) -> (f64, f64) {
    if margin <= 1e-8 * (1.0 + t.abs()) {
        return (-t, 1.0);
    }
    let (from, to) = (-margin - t, margin - t);
    // Z is measured from its likeliest value. Where the density is e^-40 of that, the rest is cut off.
    let peak = from.max(0.0).min(to);
    let reach = 80.0 / ((peak * peak + 80.0).sqrt() + peak.abs());
    let (from, to) = (from.max(peak - reach), to.min(peak + reach));
    let (mut mass, mut first, mut second) = (0.0, 0.0, 0.0);
    let half = (to - from) / (2.0 * f64::from(PANELS));
    for panel in 0..PANELS {
        let middle = from - peak + half * f64::from(2 * panel + 1);
        for (node, weight) in NODES {
            for off in [middle - half * node, middle + half * node] {
                let weight = weight * exp(-off * (peak + off / 2.0));
                mass += weight;
                first += weight * off;
                second += weight * off * off;
            }
        }
    }
    let mean = first / mass;
    (peak + mean, (1.0 - (second / mass - mean * mean)).clamp(0.0, 1.0))
}
