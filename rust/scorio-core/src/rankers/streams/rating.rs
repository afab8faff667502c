//! What rating rules of streams have in common: events, ties, and ratings that events move.

use crate::calls::option::CallOption;
use crate::error::Result;
use crate::rankers::options::MethodOptions;

/// What a tie of two models counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TieHandling {
    /// Nothing.
    Skip,
    /// A draw.
    Draw,
    /// A draw if both succeed, and nothing if both fail.
    CorrectDrawOnly,
}

impl TieHandling {
    /// The option `tie_handling`, of which methods have another default.
    ///
    /// # Errors
    /// It is another text.
    pub(crate) fn of(options: &MethodOptions, option: &CallOption) -> Result<Self> {
        let known = [Self::CorrectDrawOnly, Self::Skip, Self::Draw];
        Ok(known.get(options.choice(option)?).copied().unwrap_or(Self::Draw))
    }

    /// Whether two models that both succeed draw.
    pub(crate) fn right_draw(self) -> bool {
        self != Self::Skip
    }

    /// Whether two models that both fail draw.
    pub(crate) fn wrong_draw(self) -> bool {
        self == Self::Draw
    }
}

/// A trial of every model on one question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event<'a> {
    /// The models that take part: first those that succeed, then those that fail.
    pub(crate) players: &'a [usize],
    /// How many succeed.
    pub(crate) winners: usize,
}

impl Event<'_> {
    /// The place of each player that meets later ones, and the place of the first of these.
    pub(crate) fn rows(self, ties: TieHandling) -> impl Iterator<Item = (usize, usize)> {
        let (winners, all) = (self.winners, self.players.len());
        let ends = if ties.wrong_draw() { all } else { winners };
        (0..ends).map(move |one| {
            let draws = one >= winners || ties.right_draw();
            (one, if draws { one + 1 } else { winners })
        })
    }

    /// The games of the event: two players by their places, the first of which wins or draws.
    pub(crate) fn games(self, ties: TieHandling) -> impl Iterator<Item = Game> {
        let (winners, all) = (self.winners, self.players.len());
        self.rows(ties).flat_map(move |(one, from)| {
            let drawn = move |other| (one < winners) == (other < winners);
            (from..all).map(move |other| Game { one, other, drawn: drawn(other) })
        })
    }

    /// What a player scores. A game counts by the weight of the opponent: the sums are those of winners and
    /// of losers, and `own` is the player's own weight.
    pub(crate) fn score(
        self,
        place: usize,
        ties: TieHandling,
        [won, lost]: [f64; 2],
        own: f64,
    ) -> f64 {
        if place < self.winners {
            lost + if ties.right_draw() { (won - own) / 2.0 } else { 0.0 }
        } else if ties.wrong_draw() {
            (lost - own) / 2.0
        } else {
            0.0
        }
    }
}

/// Players whose games are computed at once: as many as every processor has room for.
pub(crate) const LANES: usize = 2;

/// The places from one player to the last, and some behind it, so that lanes are full. Lists by place are
/// longer than the players by [`LANES`].
pub(crate) fn in_lanes(from: usize, players: usize) -> std::ops::Range<usize> {
    from..players + LANES - 1
}

/// Two players of an event, by their places. The first wins, if they do not draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Game {
    pub(crate) one: usize,
    pub(crate) other: usize,
    pub(crate) drawn: bool,
}

/// The rating of each model, and its deviation if the rule has one.
pub(crate) type RatingsAndDeviations = (Vec<f64>, Option<Vec<f64>>);

/// Ratings that events move.
pub(crate) trait Ratings {
    /// Plays all games of an event at once, from the ratings before it.
    fn play(&mut self, event: Event<'_>);

    /// A round of all questions ends.
    fn end_round(&mut self) {}

    /// Where the models stand.
    fn rated(&self) -> RatingsAndDeviations;
}
