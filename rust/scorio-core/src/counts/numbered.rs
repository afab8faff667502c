//! Numbers of trials, as counts hold them.

use super::by_number::{NumberSet, count, has};
use super::counts::Counts;

impl Counts {
    /// Takes the number of an added trial down: its epoch or seed, never its place in a log.
    #[inline]
    pub fn number(&mut self, row: usize, number: u32, category: u16) {
        let succeeded = usize::from(category) + 1 == self.categories.len();
        self.by_number.put(row, number, succeeded);
    }

    /// The same for one trial after the other: row, number and category.
    pub fn number_all(&mut self, trials: impl Iterator<Item = (usize, u32, u16)> + Clone) {
        self.by_number.look_for(trials.clone().map(|(row, ..)| row));
        for (row, number, category) in trials {
            self.number(row, number, category);
        }
    }

    /// The trials of a row with these counts, and those that succeeded, if all of them have numbers.
    pub(crate) fn numbered_trials(&self, row: usize, counts: &[u64]) -> Option<[NumberSet; 2]> {
        let [there, successes] = self.by_number.row(row);
        let known = count(&there) == counts.iter().sum::<u64>()
            && counts.last().is_some_and(|&solved| count(&successes) == solved);
        known.then_some([there, successes])
    }

    /// Number and category of the trials of a row, the last category or the first, if all have numbers.
    #[must_use]
    pub fn numbers(&self, row: usize) -> Vec<(u32, u16)> {
        let counts = self.get(row).map_or(&[][..], |question| question.counts);
        let Some([there, successes]) = self.numbered_trials(row, counts) else { return Vec::new() };
        let last = u16::try_from(self.categories.len() - 1).unwrap_or(u16::MAX);
        let found = self.by_number.ascending().into_iter().filter(|&(_, at)| has(&there, at));
        found.map(|(number, at)| (number, if has(&successes, at) { last } else { 0 })).collect()
    }

    /// Whether any trial has a number.
    #[must_use]
    pub fn has_numbers(&self) -> bool {
        !self.by_number.is_empty()
    }

    /// Forgets the numbers of trials.
    pub fn forget_numbers(&mut self) {
        self.by_number.clear();
    }
}
