//! Elo's ratings (Elo 1978), where all games of an event are played from the same ratings.

use super::rating::{Event, LANES, Ratings, RatingsAndDeviations, TieHandling, in_lanes};
use crate::error::Result;
use crate::numeric::portable::{exp, exp_each};
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
        let zeros = vec![0.0; models + LANES];
        EloRatings {
            rule: self,
            moved: vec![0.0; models],
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
    /// The odds by place, and zeros.
    packed: Vec<f64>,
    /// The expected scores by place.
    expected: Vec<f64>,
    /// Whether any rating has ever been too far for odds.
    far: bool,
}

impl EloRatings {
    /// The expected score of each player, in `expected`, from odds: i against j has i / (i + j).
    fn expect(&mut self, event: Event<'_>) {
        let all = event.players.len();
        for (slot, &player) in self.packed.iter_mut().zip(event.players) {
            *slot = self.odds[player];
        }
        self.packed[all..all + LANES].fill(0.0);
        self.expected[..all + LANES].fill(0.0);
        for (one, from) in event.rows(self.rule.ties) {
            let (own, rest) = (self.packed[one], in_lanes(from, all));
            let theirs = met(own, &self.packed[rest.clone()], &mut self.expected[rest]);
            // Each game has a score of 1.
            self.expected[one] += (all - from) as f64 - theirs;
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

/// Adds what others expect against a player, and gives the sum.
fn met(own: f64, others: &[f64], expected: &mut [f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let slots = expected.as_chunks_mut::<LANES>().0;
    for (others, slots) in others.as_chunks::<LANES>().0.iter().zip(slots) {
        let mut shares = *others;
        for share in &mut shares {
            *share /= own + *share;
        }
        for ((sum, slot), share) in sums.iter_mut().zip(slots).zip(shares) {
            *sum += share;
            *slot += share;
        }
    }
    sums.iter().sum()
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
        let numbers = [winners, losers].map(|count| count as f64);
        for (place, &player) in event.players.iter().enumerate() {
            let score = event.score(place, ties, numbers, 1.0);
            self.moved[player] += self.rule.step * (score - self.expected[place]);
            self.packed[place] = self.moved[player] * SLOPE;
        }
        let powers = &self.packed[in_lanes(0, all)];
        for (players, &powers) in event.players.chunks(LANES).zip(powers.as_chunks::<LANES>().0) {
            self.far |= powers.iter().any(|power| power.abs() > FARTHEST);
            for (&player, odds) in players.iter().zip(exp_each(powers)) {
                self.odds[player] = odds;
            }
        }
    }

    fn rated(&self) -> RatingsAndDeviations {
        (self.moved.iter().map(|moved| self.rule.initial + moved).collect(), None)
    }
}
