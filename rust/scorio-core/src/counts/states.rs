//! Count states: the distinct count vectors of the questions, and how many questions have each.
//!
//! Every metric depends on these alone. So its cost does not grow with the number of questions:
//! there are at most N + 1 states in the binary case. Permuting questions or trials changes no bit.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::error::CountsError;
use crate::error::Result;
use crate::numeric::double::{Double, two_product};

/// Distinct count vectors in lexicographic order, with their multiplicities.
#[derive(Clone, Debug, PartialEq)]
pub struct States {
    categories: usize,
    questions: u64,
    table: Vec<u64>,
    multiplicity: Vec<u64>,
    /// Σ w and Σ w² of each state over its questions, if they have weights.
    weights: Option<Vec<(Double, Double)>>,
    shortest: usize,
    empty: Option<usize>,
}

/// One count state.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    /// Outcomes in each category.
    pub counts: &'a [u64],
    /// How many questions have these counts.
    pub multiplicity: u64,
    /// Σ w over these questions. Without weights, it is their number.
    pub(crate) weight: Double,
    /// Σ w² over these questions. Without weights, it is their number.
    pub(crate) square: Double,
}

impl State<'_> {
    /// N, the number of observed trials.
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl States {
    /// States that are already distinct and in order.
    pub(crate) fn sorted(
        categories: usize,
        table: Vec<u64>,
        multiplicity: Vec<u64>,
        shortest: usize,
    ) -> Self {
        let questions = multiplicity.iter().sum();
        Self { categories, questions, table, multiplicity, weights: None, shortest, empty: None }
    }

    /// The state of one question.
    pub(crate) fn of_one(counts: &[u64]) -> Self {
        Self::sorted(counts.len(), counts.to_vec(), vec![1], 0)
    }

    /// C + 1, the number of categories.
    #[must_use]
    pub fn categories(&self) -> usize {
        self.categories
    }

    /// M, the number of questions.
    #[must_use]
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// Number of distinct count vectors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.multiplicity.len()
    }

    /// Whether there is no question.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.multiplicity.is_empty()
    }

    /// The states in order.
    pub fn iter(&self) -> impl Iterator<Item = State<'_>> {
        let states = self.table.chunks_exact(self.categories).zip(&self.multiplicity);
        states.enumerate().map(|(place, (counts, &multiplicity))| {
            let own = self.weights.as_ref().and_then(|weights| weights.get(place));
            let number = Double::from(multiplicity as f64);
            let &(weight, square) = own.unwrap_or(&(number, number));
            State { counts, multiplicity, weight, square }
        })
    }

    /// Whether the questions have weights.
    pub(crate) fn are_weighted(&self) -> bool {
        self.weights.is_some()
    }

    /// A sum over questions, each times its weight, divided by Σ w.
    pub(crate) fn mean(&self, sum: Double) -> Double {
        let all = || Double::from(self.questions as f64);
        let weights = self.weights.as_ref();
        sum.over(
            weights.map_or_else(all, |weights| {
                weights.iter().fold(Double::ZERO, |sum, one| sum + one.0)
            }),
        )
    }

    /// The first question with the fewest trials, from 0.
    #[must_use]
    pub fn shortest(&self) -> usize {
        self.shortest
    }

    /// The states with at least k trials, and the number of dropped questions.
    ///
    /// # Errors
    /// No question has k trials.
    pub fn with_trials(&self, k: u64) -> Result<(Self, u64)> {
        let (mut table, mut multiplicity, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        for state in self.iter().filter(|state| state.trials() >= k) {
            table.extend_from_slice(state.counts);
            multiplicity.push(state.multiplicity);
            weights.push((state.weight, state.square));
        }
        let mut kept = Self::sorted(self.categories, table, multiplicity, self.shortest);
        kept.weights = self.are_weighted().then_some(weights);
        let dropped = self.questions - kept.questions;
        if kept.is_empty() { Err(CountsError::AllShort { k }.into()) } else { Ok((kept, dropped)) }
    }

    /// The same states with the first question that has no observed trial, from 0.
    pub(crate) fn with_empty(self, empty: Option<usize>) -> Self {
        Self { empty, ..self }
    }

    /// Checks that every question has an observed trial, not counting prior outcomes.
    ///
    /// # Errors
    /// A question has none.
    pub fn require_observed(&self) -> Result<()> {
        self.empty.map_or(Ok(()), |row| Err(CountsError::NoTrials { row }.into()))
    }

    /// Checks that every question has a trial, because its average is undefined otherwise.
    pub(crate) fn require_trials(&self) -> Result<()> {
        if self.is_empty() {
            return Err(CountsError::NoCounts.into());
        }
        self.require_observed()
    }

    /// Checks that there are at most two categories.
    pub(crate) fn require_binary(&self, metric: &'static str) -> Result<()> {
        if self.categories == 2 {
            return Ok(());
        }
        Err(CountsError::NotBinary { metric, categories: self.categories }.into())
    }
}

/// Gathers count vectors into [`States`].
pub(crate) struct Builder {
    categories: usize,
    table: Vec<u64>,
    multiplicity: Vec<u64>,
    /// State, Σ w and Σ w² of what was added, if it has weights.
    weights: Option<Vec<(usize, Double, Double)>>,
    index: HashTable<usize>,
    /// The states of small counts, or `UNKNOWN`. They are found without a hash.
    small: Vec<u32>,
    questions: usize,
    shortest: (u64, usize),
}

/// Small counts have bits of a field, of which `FIELDS` are an index.
const FIELD: u32 = 4;
const FIELDS: usize = 3;
const UNKNOWN: u32 = u32::MAX;

/// The place of small counts in a table of them.
fn small_place(counts: &[u64]) -> Option<usize> {
    if counts.len() > FIELDS {
        return None;
    }
    let all = counts.iter().fold(0, |all, &count| all | count);
    let place = counts.iter().fold(0, |place, &count| place << FIELD | count);
    usize::try_from(place).ok().filter(|_| all >> FIELD == 0)
}

impl Builder {
    pub(crate) fn new(categories: usize) -> Self {
        Self {
            categories,
            table: Vec::new(),
            multiplicity: Vec::new(),
            weights: None,
            index: HashTable::new(),
            small: Vec::new(),
            questions: 0,
            shortest: (u64::MAX, 0),
        }
    }

    /// The same, for questions with weights if `weighted` is set.
    pub(crate) fn weighted(categories: usize, weighted: bool) -> Self {
        Self { weights: weighted.then(Vec::new), ..Self::new(categories) }
    }

    /// Adds one question.
    pub(crate) fn push(&mut self, counts: &[u64]) {
        self.push_weighted(counts, 1.0);
    }

    /// Adds one question with its weight.
    pub(crate) fn push_weighted(&mut self, counts: &[u64], weight: f64) {
        self.shortest = self.shortest.min((counts.iter().sum(), self.questions));
        self.questions += 1;
        self.push_times(counts, 1, || {
            let (square, error) = two_product(weight, weight);
            (Double::from(weight), Double::new(square, error))
        });
    }

    /// Adds questions with the same counts, with Σ w and Σ w². Their places do not matter.
    pub(crate) fn push_times(
        &mut self,
        counts: &[u64],
        times: u64,
        sums: impl FnOnce() -> (Double, Double),
    ) {
        if times == 0 {
            return;
        }
        let state = self.state(counts);
        if let Some(total) = self.multiplicity.get_mut(state) {
            *total += times;
        }
        if let Some(weights) = &mut self.weights {
            let (weight, square) = sums();
            weights.push((state, weight, square));
        }
    }

    /// The place of a state. It is new if there is none yet.
    fn state(&mut self, counts: &[u64]) -> usize {
        let Some(place) = small_place(counts) else { return self.indexed(counts) };
        if self.small.is_empty() {
            self.small.resize(1 << (FIELD as usize * counts.len()), UNKNOWN);
        }
        match self.small.get(place) {
            Some(&known) if known != UNKNOWN => known as usize,
            _ => {
                let state = self.indexed(counts);
                if let (Some(slot), Ok(known)) = (self.small.get_mut(place), u32::try_from(state)) {
                    *slot = known;
                }
                state
            }
        }
    }

    /// The same by a hash of the counts.
    fn indexed(&mut self, counts: &[u64]) -> usize {
        let hash = hash(counts);
        let (categories, table) = (self.categories, &self.table);
        let row = |i: usize| table.get(i * categories..(i + 1) * categories).unwrap_or(&[]);
        if let Some(&known) = self.index.find(hash, |&i| row(i) == counts) {
            return known;
        }
        let state = self.multiplicity.len();
        self.index.insert_unique(hash, state, |&i| self::hash(row(i)));
        self.table.extend_from_slice(counts);
        self.multiplicity.push(0);
        state
    }

    pub(crate) fn finish(mut self) -> States {
        let sums = self.weights.take().map(|weights| summed(weights, self.multiplicity.len()));
        let states = self.table.chunks_exact(self.categories).zip(self.multiplicity).enumerate();
        let mut rows: Vec<_> = states.map(|(place, (counts, m))| (counts, m, place)).collect();
        rows.sort_unstable();
        let table = rows.iter().flat_map(|(counts, ..)| *counts).copied().collect();
        let multiplicity = rows.iter().map(|(_, m, _)| *m).collect();
        let weights = sums.map(|sums| {
            rows.iter().map(|&(.., place)| sums.get(place).copied().unwrap_or_default()).collect()
        });
        States { weights, ..States::sorted(self.categories, table, multiplicity, self.shortest.1) }
    }
}

/// Σ w and Σ w² of each state. Equal weights are added together, so the order of questions changes
/// no bit.
fn summed(mut weights: Vec<(usize, Double, Double)>, states: usize) -> Vec<(Double, Double)> {
    weights.sort_unstable_by(|a, b| {
        let parts = |one: &Double, other: &Double| {
            one.hi.total_cmp(&other.hi).then(one.lo.total_cmp(&other.lo))
        };
        a.0.cmp(&b.0).then(parts(&a.1, &b.1)).then(parts(&a.2, &b.2))
    });
    let mut sums = vec![(Double::ZERO, Double::ZERO); states];
    for (state, weight, square) in weights {
        if let Some(sum) = sums.get_mut(state) {
            *sum = (sum.0 + weight, sum.1 + square);
        }
    }
    sums
}

fn hash(counts: &[u64]) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(counts)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::RngExt as _;

    use super::*;
    use crate::numeric::random::{Purpose, stream};

    #[test]
    fn states_of_small_and_large_counts_are_those_of_a_plain_map() {
        let mut stream = stream(13, Purpose::Simulation, 0);
        for (categories, most) in [(2, 4), (2, 18), (3, 17), (4, 3), (2, 1 << 60), (3, 1 << 20)] {
            let (mut builder, mut plain) = (Builder::new(categories), BTreeMap::new());
            for _ in 0..2_000 {
                let counts: Vec<u64> =
                    (0..categories).map(|_| stream.random_range(0..most)).collect();
                builder.push(&counts);
                *plain.entry(counts).or_insert(0) += 1;
            }
            let states = builder.finish();
            let found: Vec<_> =
                states.iter().map(|one| (one.counts.to_vec(), one.multiplicity)).collect();
            assert_eq!(found, plain.into_iter().collect::<Vec<_>>());
        }
    }
}
