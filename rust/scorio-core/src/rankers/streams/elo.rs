//! Elo's ratings (Elo 1978), where all games of an event are played from the same ratings.

use super::rating::{Event, Ratings, RatingsAndDeviations, TieHandling};
use crate::error::Result;
use crate::numeric::portable::exp;
use crate::rankers::declared::{DRAWS, INITIAL_RATING, STEP};
use crate::rankers::options::MethodOptions;

/// ln 10 / 400: the natural logarithm of the odds of a win for a point.
pub(crate) const SLOPE: f64 = std::f64::consts::LN_10 / 400.0;

/// The farthest that odds from the initial rating are kept. Their sums and quotients are finite.
const FARTHEST: f64 = 300.0;

/// Elo's rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elo {
    step: f64,
    initial: f64,
    ties: TieHandling,
}

impl Elo {
    /// The rule with these options.
    ///
    /// # Errors
    /// An option is outside its range.
    pub(crate) fn new(options: &MethodOptions) -> Result<Self> {
        let initial = options.number(&INITIAL_RATING)?;
        let ties = TieHandling::of(options, &DRAWS)?;
        Ok(Self { step: options.number(&STEP)?, initial, ties })
    }

    /// The ratings of so many models at the start.
    pub(crate) fn start(self, models: usize) -> EloRatings {
        let zeros = vec![0.0; models];
        EloRatings {
            rule: self,
            moved: zeros.clone(),
            odds: vec![1.0; models],
            packed: zeros.clone(),
            expected: zeros,
            far: false,
        }
    }
}

/// Ratings, less the initial one, and the odds that belong to them.
#[derive(Debug)]
pub(crate) struct EloRatings {
    rule: Elo,
    moved: Vec<f64>,
    odds: Vec<f64>,
    packed: Vec<f64>,
    expected: Vec<f64>,
    /// Whether any rating has ever been too far for odds.
    far: bool,
}

impl EloRatings {
    /// The expected score of each player, in `expected`, from odds: i against j has i / (i + j).
    fn expect(&mut self, event: Event<'_>) {
        let (ties, winners) = (self.rule.ties, event.winners);
        for (slot, &player) in self.packed.iter_mut().zip(event.players) {
            *slot = self.odds[player];
        }
        let all = event.players.len();
        self.expected[..all].fill(0.0);
        for one in 0..all {
            let from = if one >= winners {
                if ties.wrong_draw() { one + 1 } else { break }
            } else if ties.right_draw() {
                one + 1
            } else {
                winners
            };
            let (own, others) = (self.packed[one], &self.packed[from..all]);
            self.expected[one] += met(own, others, &mut self.expected[from..all]);
        }
    }

    /// The same from ratings that are too far apart for odds.
    fn expect_far(&mut self, event: Event<'_>) {
        let all = event.players.len();
        self.expected[..all].fill(0.0);
        for game in event.games(self.rule.ties) {
            let [a, b] = [game.one, game.other].map(|place| self.moved[event.players[place]]);
            let small = exp(-(a - b).abs() * SLOPE);
            let (less, more) = (small / (1.0 + small), 1.0 / (1.0 + small));
            let (one, other) = if a > b { (more, less) } else { (less, more) };
            self.expected[game.one] += one;
            self.expected[game.other] += other;
        }
    }
}

/// What a player expects against others, each of whom expects the rest of 1.
fn met(own: f64, others: &[f64], expected: &mut [f64]) -> f64 {
    let (fours, rest) = others.as_chunks::<4>();
    let (slots, last) = expected.as_chunks_mut::<4>();
    let mut sums = [0.0; 4];
    for (four, slots) in fours.iter().zip(slots) {
        // One division for two quotients: 1 / a = b / (a b). Products of two sums stay below 1e262.
        let [a, b, c, d] = four.map(|other| own + other);
        let [first, second] = [1.0 / (a * c), 1.0 / (b * d)];
        let inverses = [first * c, second * d, first * a, second * b];
        for (((sum, slot), other), inverse) in sums.iter_mut().zip(slots).zip(four).zip(inverses) {
            *sum += own * inverse;
            *slot += other * inverse;
        }
    }
    let mut sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for (other, slot) in rest.iter().zip(last) {
        let inverse = 1.0 / (own + other);
        sum += own * inverse;
        *slot += other * inverse;
    }
    sum
}

impl Ratings for EloRatings {
    fn play(&mut self, event: Event<'_>) {
        let (all, winners, ties) = (event.players.len(), event.winners, self.rule.ties);
        let losers = all - winners;
        if (winners == 0 && !ties.wrong_draw()) || (losers == 0 && !ties.right_draw()) {
            return;
        }
        let far = |&player: &usize| self.moved[player].abs() * SLOPE > FARTHEST;
        if self.far && event.players.iter().any(far) {
            self.expect_far(event);
        } else {
            self.expect(event);
        }
        let draws = |games: usize, count: bool| if count { games as f64 / 2.0 } else { 0.0 };
        let won = losers as f64 + draws(winners.saturating_sub(1), ties.right_draw());
        let lost = draws(losers.saturating_sub(1), ties.wrong_draw());
        for (place, &player) in event.players.iter().enumerate() {
            let score = if place < winners { won } else { lost };
            self.moved[player] += self.rule.step * (score - self.expected[place]);
            let power = self.moved[player] * SLOPE;
            self.far |= power.abs() > FARTHEST;
            self.odds[player] = exp(power);
        }
    }

    fn rated(&self) -> RatingsAndDeviations {
        (self.moved.iter().map(|moved| self.rule.initial + moved).collect(), None)
    }
}
