//! Every question as a voter, who orders the models by their shares of successes.

use std::cmp::Ordering;
use std::ops::Add;

use crate::numeric::double::two_product;

/// The grade of a model that a question was not asked of.
const ABSENT: i32 = -1;

/// The models' grades on each question.
///
/// A grade is the number of smaller shares of successes in the whole table. Shares are compared as
/// fractions, so that 1 of 3 equals 2 of 6.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballots {
    models: usize,
    questions: usize,
    /// One row a model.
    grades: Vec<i32>,
}

impl Ballots {
    /// Ballots from (successes, trials), one row a model. Cells without a trial are absent.
    ///
    /// Where outcomes count as parts of a success, shares are rounded to 40 binary digits, so that
    /// rounding of their sums separates no models.
    #[must_use]
    pub fn new(models: usize, cells: &[(f64, f64)]) -> Self {
        let questions = cells.len().checked_div(models).unwrap_or(0);
        let whole = cells.iter().all(|cell| cell.0.fract() == 0.0 && cell.1.fract() == 0.0);
        let share = |&(successes, trials): &(f64, f64)| {
            let share = successes / trials;
            let rounded = || ((share * DIGITS).round(), DIGITS);
            share.is_finite().then(|| if whole { (successes, trials) } else { rounded() })
        };
        let mut shares: Vec<(f64, f64)> = cells.iter().filter_map(share).collect();
        // The same cells often repeat. They are cheaper to compare as they are.
        shares.sort_unstable_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
        shares.dedup();
        shares.sort_by(order);
        shares.dedup_by(|a, b| order(a, b).is_eq());
        let place = |own: (f64, f64)| match shares.binary_search_by(|one| order(one, &own)) {
            Ok(place) | Err(place) => i32::try_from(place).unwrap_or(i32::MAX),
        };
        let cells = cells.iter().take(models * questions);
        let grades = cells.map(|cell| share(cell).map_or(ABSENT, place)).collect();
        Self { models, questions, grades }
    }

    /// How many models there are.
    #[must_use]
    pub fn models(&self) -> usize {
        self.models
    }

    /// How many questions there are.
    #[must_use]
    pub fn questions(&self) -> usize {
        self.questions
    }

    /// The grades of each model, in the order of questions. Absent cells have none.
    pub fn grades(&self) -> impl Iterator<Item = impl Iterator<Item = Option<u32>>> {
        self.rows().map(|row| row.iter().map(|&grade| u32::try_from(grade).ok()))
    }

    fn rows(&self) -> std::slice::ChunksExact<'_, i32> {
        self.grades.chunks_exact(self.questions.max(1))
    }

    /// How many questions prefer one model to another, for every pair.
    ///
    /// `times` says how often each question counts. Without it, each counts once.
    #[must_use]
    pub fn preferences(&self, times: Option<&[u32]>) -> Preferences {
        let one = vec![1; if times.is_some() { 0 } else { self.questions }];
        let times = times.unwrap_or(&one);
        let size = self.models;
        let mut wins = vec![0; size * size];
        let mut ties = vec![0; size * size];
        let mut put = |table: usize, i: usize, j: usize, value: u64| {
            let table = if table == 0 { &mut wins } else { &mut ties };
            if let Some(slot) = table.get_mut(i * size + j) {
                *slot = value;
            }
        };
        for (i, first) in self.rows().enumerate() {
            for (j, second) in self.rows().enumerate().take(i) {
                let (above, below, equal) = compared(first, second, times);
                put(0, i, j, above);
                put(0, j, i, below);
                put(1, i, j, equal);
                put(1, j, i, equal);
            }
        }
        let questions = times.iter().map(|&times| u64::from(times)).sum();
        Preferences { models: size, questions, wins, ties }
    }
}

/// 2^40.
const DIGITS: f64 = 1_099_511_627_776.0;

/// The order of two shares, exactly: that of c N′ and c′ N.
fn order(a: &(f64, f64), b: &(f64, f64)) -> Ordering {
    let (own, other) = (two_product(a.0, b.1), two_product(b.0, a.1));
    own.0.total_cmp(&other.0).then((own.1 + 0.0).total_cmp(&(other.1 + 0.0)))
}

/// How often the first is above, below and equal.
fn compared(first: &[i32], second: &[i32], times: &[u32]) -> (u64, u64, u64) {
    let (mut above, mut below, mut equal) = (0, 0, 0);
    let parts = first.chunks(PART).zip(second.chunks(PART)).zip(times.chunks(PART));
    for ((first, second), times) in parts {
        if times.iter().all(|&times| times <= MOST_TIMES) {
            let (more, less, same) = tallied(first, second, times, |times| times);
            above += u64::from(more);
            below += u64::from(less);
            equal += u64::from(same);
        } else {
            let (more, less, same) = tallied(first, second, times, u64::from);
            (above, below, equal) = (above + more, below + less, equal + same);
        }
    }
    (above, below, equal)
}

/// Sums of so many small numbers stay in 32 bits, of which a register holds several.
const PART: usize = 256;
const MOST_TIMES: u32 = u32::MAX / 256;

#[inline]
fn tallied<T: Copy + Default + Add<Output = T>>(
    first: &[i32],
    second: &[i32],
    times: &[u32],
    number: impl Fn(u32) -> T,
) -> (T, T, T) {
    let (mut above, mut below, mut equal) = (T::default(), T::default(), T::default());
    for ((&a, &b), &times) in first.iter().zip(second).zip(times) {
        let counted = |counts: bool| number(if counts { times } else { 0 });
        // An absent grade is below all others, so that the lower of two decides whether both exist.
        above = above + counted(a > b && b >= 0);
        below = below + counted(a < b && a >= 0);
        equal = equal + counted(a == b && a >= 0);
    }
    (above, below, equal)
}

/// What a tie on a question gives to each of two models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TiePolicy {
    /// Half a preference to each.
    Half,
    /// Nothing.
    Ignore,
}

/// How many questions prefer each model to each other one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preferences {
    models: usize,
    questions: u64,
    wins: Vec<u64>,
    ties: Vec<u64>,
}

impl Preferences {
    /// How many models there are.
    #[must_use]
    pub fn models(&self) -> usize {
        self.models
    }

    /// How many questions voted.
    #[must_use]
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// How many questions put i above j.
    #[must_use]
    pub fn wins(&self, i: usize, j: usize) -> u64 {
        self.wins.get(i * self.models + j).copied().unwrap_or(0)
    }

    /// How many questions put i and j level.
    #[must_use]
    pub fn ties(&self, i: usize, j: usize) -> u64 {
        self.ties.get(i * self.models + j).copied().unwrap_or(0)
    }

    /// How many questions both were asked.
    #[must_use]
    pub fn shared(&self, i: usize, j: usize) -> u64 {
        self.wins(i, j) + self.wins(j, i) + self.ties(i, j)
    }

    /// Twice the preference P_ij, a whole number: wins count 2, ties 1 or 0.
    #[must_use]
    pub fn doubled(&self, i: usize, j: usize, policy: TiePolicy) -> u64 {
        let ties = if policy == TiePolicy::Half { self.ties(i, j) } else { 0 };
        2 * self.wins(i, j) + ties
    }

    /// All other models.
    pub(crate) fn others(&self, i: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.models).filter(move |&j| j != i)
    }

    /// The first model that shares no question with any other.
    #[must_use]
    pub fn alone(&self) -> Option<usize> {
        (0..self.models).find(|&i| self.others(i).all(|j| self.shared(i, j) == 0))
    }
}
