//! Which trials meet: the trials of each question in an order, given or drawn.

use crate::numeric::random::{Stream, below};
use crate::numeric::watch;
use crate::rankers::cells::{Cells, whole};
use crate::rankers::pairs::aligned::AlignedTrials;
use crate::rankers::streams::rating::{Event, Ratings};

/// Bits of a word.
const WIDTH: usize = 64;

/// Pairs of models that meet between two looks at whether the work goes on.
const ASKING: usize = 1 << 15;

/// The outcomes of single trials by question, model and slot. Trials of one slot meet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Meetings {
    models: usize,
    questions: usize,
    /// Rounds. In each, every question that has a trial left is asked once.
    rounds: usize,
    /// Words of slots for each question.
    words: usize,
    succeeded: Vec<u64>,
    failed: Vec<u64>,
    /// The rounds in which a question is asked, if they are not all.
    asked: Option<Vec<u64>>,
}

impl Meetings {
    /// No outcomes yet.
    fn empty(models: usize, questions: usize, rounds: usize) -> Self {
        let words = rounds.div_ceil(WIDTH);
        let bits = vec![0; models * questions * words];
        let succeeded = bits.clone();
        Self { models, questions, rounds, words, succeeded, failed: bits, asked: None }
    }

    /// Trials in their own order: the n-th trials of a question meet. Each question is asked as
    /// often as `times` says.
    pub(crate) fn in_order(trials: &AlignedTrials, times: Option<&[f64]>) -> Self {
        let cells = trials.cells();
        let again = |question| times.map_or(1, |times| whole(times[question]));
        let questions: Vec<usize> = (0..cells.questions())
            .flat_map(|question| std::iter::repeat_n(question, again(question)))
            .collect();
        let mut made = Self::empty(cells.len(), questions.len(), trials.slots());
        for (place, &question) in questions.iter().enumerate() {
            for model in 0..cells.len() {
                let (won, lost) = trials.bits(model, question);
                let first = (place * made.models + model) * made.words;
                made.succeeded[first..first + made.words].copy_from_slice(won);
                made.failed[first..first + made.words].copy_from_slice(lost);
            }
        }
        made
    }

    /// Trials of cells in a random order.
    ///
    /// A question has as many slots as a model has trials of it at most. A model with fewer trials
    /// has them in random slots.
    pub(crate) fn drawn(cells: &Cells, stream: &mut Stream) -> Self {
        let slots = |question: usize| {
            let trials = (0..cells.len()).map(|model| cells.trials(model)[question]);
            whole(trials.fold(0.0, f64::max))
        };
        let slots: Vec<usize> = (0..cells.questions()).map(slots).collect();
        let rounds = slots.iter().copied().max().unwrap_or(0);
        let mut made = Self::empty(cells.len(), cells.questions(), rounds);
        let words = made.words;
        let (mut chosen, mut present) = (vec![0; words], vec![0; words]);
        for (question, &slots) in slots.iter().enumerate() {
            for model in 0..cells.len() {
                let trials = whole(cells.trials(model)[question]);
                let successes = whole(cells.successes(model)[question]);
                let first = (question * made.models + model) * words;
                let won = &mut made.succeeded[first..first + words];
                let lost = &mut made.failed[first..first + words];
                choose(stream, trials, successes, &mut chosen);
                if trials == slots {
                    won.copy_from_slice(&chosen);
                    choose(stream, trials, trials, &mut present);
                    for (lost, (all, won)) in lost.iter_mut().zip(present.iter().zip(&chosen)) {
                        *lost = all & !won;
                    }
                    continue;
                }
                choose(stream, slots, trials, &mut present);
                for (trial, slot) in ones(&present).enumerate() {
                    if holds(&chosen, trial) { set(won, slot) } else { set(lost, slot) }
                }
            }
        }
        if slots.iter().any(|&slots| slots < rounds) {
            let mut asked = vec![0; words * slots.len()];
            for (asked, &slots) in asked.chunks_mut(words.max(1)).zip(&slots) {
                choose(stream, rounds, slots, asked);
            }
            made.asked = Some(asked);
        }
        made
    }

    /// Plays all events: round by round, and in each the questions in their order, or in one that
    /// is drawn anew. Work that is stopped ends early.
    pub(crate) fn play(&self, ratings: &mut dyn Ratings, mut stream: Option<&mut Stream>) {
        let mut order: Vec<usize> = (0..self.questions).collect();
        let (mut players, mut losers) = (vec![0; self.models], vec![0; self.models]);
        let mut met = 0;
        for round in 0..self.rounds {
            if let Some(stream) = stream.as_deref_mut() {
                for last in (1..order.len()).rev() {
                    order.swap(last, below(stream, last + 1));
                }
            }
            for &question in &order {
                let Some(slot) = self.slot(question, round) else { continue };
                let (word, bit) = (slot / WIDTH, slot % WIDTH);
                let (mut won, mut lost) = (0, 0);
                for model in 0..self.models {
                    let place = (question * self.models + model) * self.words + word;
                    // Both lists are written to, and only one grows.
                    players[won] = model;
                    won += usize::from(self.succeeded[place] >> bit & 1 == 1);
                    losers[lost] = model;
                    lost += usize::from(self.failed[place] >> bit & 1 == 1);
                    if won + lost == self.models {
                        break;
                    }
                }
                players[won..won + lost].copy_from_slice(&losers[..lost]);
                ratings.play(Event { players: &players[..won + lost], winners: won });
                met += (won + lost) * (won + lost);
                if met > ASKING {
                    if !watch::goes_on() {
                        return;
                    }
                    met = 0;
                }
            }
            ratings.end_round();
        }
    }

    /// The slot of a question in a round, if it is asked.
    fn slot(&self, question: usize, round: usize) -> Option<usize> {
        let Some(asked) = &self.asked else { return Some(round) };
        let asked = &asked[question * self.words..(question + 1) * self.words];
        let (word, bit) = (round / WIDTH, round % WIDTH);
        let before: u32 = asked[..word].iter().map(|word| word.count_ones()).sum();
        let own = asked[word] & ((1 << bit) - 1);
        holds(asked, round).then(|| (before + own.count_ones()) as usize)
    }
}

/// Sets `count` of the first `all` bits, each choice with the same chance (Floyd 1987).
fn choose(stream: &mut Stream, all: usize, count: usize, bits: &mut [u64]) {
    bits.fill(0);
    let few = count.min(all - count);
    for last in all - few..all {
        let one = below(stream, last + 1);
        if holds(bits, one) { set(bits, last) } else { set(bits, one) }
    }
    if few < count {
        for (place, word) in bits.iter_mut().enumerate() {
            let own = all.saturating_sub(place * WIDTH).min(WIDTH);
            *word ^= if own == WIDTH { u64::MAX } else { (1 << own) - 1 };
        }
    }
}

fn holds(bits: &[u64], place: usize) -> bool {
    bits[place / WIDTH] >> (place % WIDTH) & 1 == 1
}

fn set(bits: &mut [u64], place: usize) {
    bits[place / WIDTH] |= 1 << (place % WIDTH);
}

/// The places of the bits that are set.
fn ones(bits: &[u64]) -> impl Iterator<Item = usize> {
    (0..bits.len() * WIDTH).filter(|&place| holds(bits, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::random::{Purpose, stream};
    use crate::rankers::streams::rating::RatingsAndDeviations;

    /// Keeps how often each model wins and loses, and the events by players and winners.
    #[derive(Default)]
    struct Seen {
        events: Vec<(Vec<usize>, usize)>,
        rounds: usize,
    }

    impl Ratings for Seen {
        fn play(&mut self, event: Event<'_>) {
            self.events.push((event.players.to_vec(), event.winners));
        }

        fn end_round(&mut self) {
            self.rounds += 1;
        }

        fn rated(&self) -> RatingsAndDeviations {
            (Vec::new(), None)
        }
    }

    #[test]
    fn choices_have_their_size_and_are_fair() {
        let mut stream = stream(3, Purpose::Order, 0);
        let mut bits = vec![0; 2];
        let mut counts = [0_u32; 70];
        for _ in 0..7000 {
            choose(&mut stream, 70, 40, &mut bits);
            assert_eq!(ones(&bits).count(), 40);
            ones(&bits).for_each(|place| counts[place] += 1);
        }
        // 4000 ∓ 41 each.
        assert!(counts.iter().all(|&count| count.abs_diff(4000) < 210), "{counts:?}");
    }

    #[test]
    fn an_order_has_every_trial_once() {
        let names = vec!["a".to_owned(), "b".to_owned()];
        // Question 0: 2 of 3 and 1 of 1 trials; question 1: 0 of 70 and none.
        let cells = Cells::new(names, vec![2.0, 0.0, 1.0, 0.0], vec![3.0, 70.0, 1.0, 0.0]).unwrap();
        let mut seen = Seen::default();
        let mut stream = stream(1, Purpose::Order, 0);
        let meetings = Meetings::drawn(&cells, &mut stream);
        meetings.play(&mut seen, Some(&mut stream));
        assert_eq!((seen.rounds, seen.events.len()), (70, 73));
        let both: Vec<_> = seen.events.iter().filter(|event| event.0.len() == 2).collect();
        assert_eq!(both.len(), 1);
        let won = |model| {
            let of = |event: &&(Vec<usize>, usize)| event.0[..event.1].contains(&model);
            seen.events.iter().filter(of).count()
        };
        assert_eq!((won(0), won(1)), (2, 1));
    }
}
