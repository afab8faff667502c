//! The order of trials: the category of each trial of a question, by its number.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The category of each trial, by question and by the trial's number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    rows: Vec<Vec<(u32, u16)>>,
    /// Some trial had no number.
    unnumbered: bool,
    /// Places of trials that may be removed, by row and number. Made when the first one is removed.
    places: Places,
}

/// The places of the trials of rows, as far as they were indexed at the last search.
#[derive(Clone, Debug, Default)]
struct Places {
    of: HashMap<(usize, u32), usize, FxBuildHasher>,
    known: HashMap<usize, usize, FxBuildHasher>,
}

impl Order {
    /// Adds a trial. Without a number, it comes after the earlier ones.
    pub(crate) fn put(&mut self, row: usize, number: Option<u32>, category: u16) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        if let Some(trials) = self.rows.get_mut(row) {
            self.unnumbered |= number.is_none();
            let next = u32::try_from(trials.len()).unwrap_or(u32::MAX);
            trials.push((number.unwrap_or(next), category));
        }
    }

    /// Removes the only trial with a number.
    ///
    /// The last trial of the row takes its place, because trials are sorted by number later.
    pub(crate) fn take_back(&mut self, row: usize, number: u32) {
        let Some(trials) = self.rows.get_mut(row) else { return };
        let Places { of, known } = &mut self.places;
        let known = known.entry(row).or_default();
        for (place, trial) in trials.iter().enumerate().skip(*known) {
            of.insert((row, trial.0), place);
        }
        *known = trials.len();
        let Some(place) = of.remove(&(row, number)).filter(|&place| place < trials.len()) else {
            return;
        };
        trials.swap_remove(place);
        *known = trials.len();
        if let Some(moved) = trials.get(place) {
            of.insert((row, moved.0), place);
        }
    }

    /// Adds the trials of another row. `places` maps its categories to ours.
    pub(crate) fn extend(&mut self, row: usize, others: &[(u32, u16)], places: &[usize]) {
        for &(number, category) in others {
            let place = places.get(usize::from(category)).copied().unwrap_or(0);
            self.put(row, Some(number), u16::try_from(place).unwrap_or(u16::MAX));
        }
    }

    /// Drops a category without trials.
    pub(crate) fn drop_category(&mut self, dropped: usize) {
        for (_, category) in self.rows.iter_mut().flatten() {
            *category -= u16::from(usize::from(*category) > dropped);
        }
    }

    /// Says that some trial had no number.
    pub(crate) fn unnumber(&mut self) {
        self.unnumbered = true;
    }

    pub(crate) fn is_numbered(&self) -> bool {
        !self.unnumbered
    }

    pub(crate) fn row(&self, row: usize) -> &[(u32, u16)] {
        self.rows.get(row).map_or(&[], Vec::as_slice)
    }
}
