//! The order of trials: the category of each trial of a question, by its number.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// Number and category of each trial of a question.
///
/// One trial needs no memory of its own, because most long logs have one trial of each question.
#[derive(Clone, Debug)]
enum RowTrials {
    One([(u32, u16); 1]),
    Several(Vec<(u32, u16)>),
}

impl Default for RowTrials {
    fn default() -> Self {
        Self::Several(Vec::new())
    }
}

impl RowTrials {
    fn as_slice(&self) -> &[(u32, u16)] {
        match self {
            Self::One(trial) => trial,
            Self::Several(trials) => trials,
        }
    }

    fn as_mut_slice(&mut self) -> &mut [(u32, u16)] {
        match self {
            Self::One(trial) => trial,
            Self::Several(trials) => trials,
        }
    }

    fn push(&mut self, trial: (u32, u16)) {
        match self {
            Self::One([first]) => *self = Self::Several(vec![*first, trial]),
            Self::Several(trials) if trials.is_empty() => *self = Self::One([trial]),
            Self::Several(trials) => trials.push(trial),
        }
    }

    /// Removes the trial at a place. The last one takes the place.
    fn swap_remove(&mut self, place: usize) {
        match self {
            Self::One(_) => *self = Self::default(),
            Self::Several(trials) => {
                trials.swap_remove(place);
            }
        }
    }
}

/// The category of each trial, by question and by the trial's number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    rows: Vec<RowTrials>,
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
            self.rows.resize_with(row + 1, RowTrials::default);
        }
        if let Some(trials) = self.rows.get_mut(row) {
            self.unnumbered |= number.is_none();
            let next = u32::try_from(trials.as_slice().len()).unwrap_or(u32::MAX);
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
        for (place, trial) in trials.as_slice().iter().enumerate().skip(*known) {
            of.insert((row, trial.0), place);
        }
        *known = trials.as_slice().len();
        let Some(place) = of.remove(&(row, number)).filter(|&place| place < *known) else {
            return;
        };
        trials.swap_remove(place);
        *known = trials.as_slice().len();
        if let Some(moved) = trials.as_slice().get(place) {
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
        for (_, category) in self.rows.iter_mut().flat_map(RowTrials::as_mut_slice) {
            *category -= u16::from(usize::from(*category) > dropped);
        }
    }

    /// No trials, with numbers if these have them.
    pub(crate) fn emptied(&self) -> Self {
        Self { unnumbered: self.unnumbered, ..Self::default() }
    }

    /// Says that some trial had no number.
    pub(crate) fn unnumber(&mut self) {
        self.unnumbered = true;
    }

    pub(crate) fn is_numbered(&self) -> bool {
        !self.unnumbered
    }

    pub(crate) fn row(&self, row: usize) -> &[(u32, u16)] {
        self.rows.get(row).map_or(&[], RowTrials::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::numeric::random::{Purpose, stream};

    #[test]
    fn trials_that_come_and_go_are_those_of_a_plain_list() {
        let mut stream = stream(8, Purpose::Simulation, 0);
        let (mut order, mut plain) = (Order::default(), vec![Vec::new(); 4]);
        for number in 0..2_000 {
            let row = stream.random_range(0..4);
            if stream.random::<f64>() < 0.52 {
                order.put(row, Some(number), 3);
                plain[row].push((number, 3));
            } else if !plain[row].is_empty() {
                let place = stream.random_range(0..plain[row].len());
                let (gone, _) = plain[row].swap_remove(place);
                order.take_back(row, gone);
            }
            assert_eq!(order.row(row), plain[row]);
        }
        order.drop_category(1);
        order.put(3, None, 0);
        let next = u32::try_from(plain[3].len()).unwrap();
        plain[3].push((next, 1));
        for (row, trials) in plain.iter().enumerate() {
            let plain: Vec<_> = trials.iter().map(|&(number, one)| (number, one - 1)).collect();
            assert_eq!(order.row(row), plain);
        }
        assert!(!order.is_numbered() && order.row(9).is_empty());
    }
}
