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
    /// The games of the event: two players by their places, the first of which wins or draws.
    pub(crate) fn games(self, ties: TieHandling) -> impl Iterator<Item = Game> {
        let (winners, all) = (self.winners, self.players.len());
        (0..all).flat_map(move |one| {
            let wins = one < winners;
            let draws = if wins { ties.right_draw() } else { ties.wrong_draw() };
            let end = if wins { winners } else { all };
            let others = if draws { one + 1..end } else { 0..0 };
            let beaten = if wins { winners..all } else { 0..0 };
            let drawn = others.map(move |other| Game { one, other, drawn: true });
            drawn.chain(beaten.map(move |other| Game { one, other, drawn: false }))
        })
    }
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
