//! The best orders of a few models, from the best orders of all sets of them.
//!
//! The best order of a set ends with one of its models, after a best order of the others. So the
//! values of all sets follow from the smaller ones.

use std::ops::Add;

/// The models of the lower half of a set, and how many sets they have.
const LOW: usize = 6;
const WIDTH: usize = 1 << LOW;

/// A value of each set of the lower half, or of each model.
type Lanes<T> = [T; WIDTH];

/// The values of the best orders of all sets of models.
pub(crate) struct BestOrders<'a, T> {
    margins: &'a [Vec<T>],
    /// What a model gains from those of the lower half that stand above it, model by model.
    gains: Vec<Lanes<T>>,
    best: Vec<T>,
}

impl<'a, T: Copy + Default + Ord + Add<Output = T>> BestOrders<'a, T> {
    /// f(S) = max over i ∈ S of f(S ∖ i) + Σ over j ∈ S of m_ji, with i last.
    ///
    /// For fixed models of the upper half, the sets of the lower half are next to each other. So
    /// registers hold several of them.
    pub(crate) fn new(margins: &'a [Vec<T>]) -> Self {
        let zero = [T::default(); WIDTH];
        let sets = 1_usize << margins.len();
        let mut table = Self { margins, gains: vec![zero; margins.len()], best: Vec::new() };
        for (model, gains) in table.gains.iter_mut().enumerate() {
            for (set, gain) in gains.iter_mut().enumerate() {
                let above = members(set).filter_map(|j| margins.get(j)?.get(model).copied());
                *gain = above.fold(T::default(), |sum, margin| sum + margin);
            }
        }
        table.best.reserve_exact(sets.max(WIDTH));
        for high in 0..sets.div_ceil(WIDTH) {
            let row = table.row(high);
            let mut block = zero;
            for last in members(high) {
                let start = (high ^ 1 << last) * WIDTH;
                let smaller = table.best.get(start..start + WIDTH).unwrap_or_default();
                let model = last + LOW;
                let own = row.get(model).copied().unwrap_or_default();
                let gains = table.gains.get(model).unwrap_or(&zero);
                for ((most, &value), &gain) in block.iter_mut().zip(smaller).zip(gains) {
                    *most = (*most).max(value + gain + own);
                }
            }
            for low in 1..sets.min(WIDTH) {
                let mut most = block.get(low).copied().unwrap_or_default();
                for last in members(low) {
                    let before = block.get(low ^ 1 << last).copied().unwrap_or_default();
                    most = most.max(before + table.gain(&row, last, low));
                }
                if let Some(slot) = block.get_mut(low) {
                    *slot = most;
                }
            }
            table.best.extend_from_slice(&block);
        }
        table
    }

    /// What each model gains from those of the upper half that stand above it.
    fn row(&self, high: usize) -> Lanes<T> {
        let mut row = [T::default(); WIDTH];
        for margins in members(high).filter_map(|j| self.margins.get(j + LOW)) {
            for (sum, &margin) in row.iter_mut().zip(margins) {
                *sum = *sum + margin;
            }
        }
        row
    }

    /// What a model gains from all of a set that stand above it. `row` is that of the upper half.
    fn gain(&self, row: &Lanes<T>, model: usize, low: usize) -> T {
        let low = self.gains.get(model).and_then(|gains| gains.get(low % WIDTH));
        low.copied().unwrap_or_default() + row.get(model).copied().unwrap_or_default()
    }

    fn value(&self, set: usize) -> T {
        self.best.get(set).copied().unwrap_or_default()
    }

    /// The best order that is first in the order of the models.
    pub(crate) fn first(&self) -> Vec<usize> {
        let mut left = (1_usize << self.margins.len()) - 1;
        let mut order = Vec::with_capacity(self.margins.len());
        while left != 0 {
            let leads = |&model: &usize| {
                let row = self.margins.get(model).into_iter();
                let below = members(left).filter_map(|j| row.clone().next()?.get(j).copied());
                let gain = below.fold(T::default(), |sum, margin| sum + margin);
                self.value(left ^ 1 << model) + gain == self.value(left)
            };
            let Some(next) = members(left).find(leads) else { break };
            order.push(next);
            left ^= 1 << next;
        }
        order
    }

    /// For each model the set of models that some best order puts below it.
    ///
    /// From the set of all models downwards, a set begins a best order if one that follows it does,
    /// and the step between them is best. Models outside such a set are below those in it.
    pub(crate) fn below(&self) -> Vec<usize> {
        let models = self.margins.len();
        let all = (1_usize << models) - 1;
        let mut below = vec![0; models];
        let mut begins = vec![0_u64; (all + 1).div_ceil(WIDTH)];
        let mark = |marks: &mut [u64], set: usize| {
            if let Some(word) = marks.get_mut(set / WIDTH) {
                *word |= 1 << (set % WIDTH);
            }
        };
        mark(&mut begins, all);
        for high in (0..begins.len()).rev() {
            let mut row = None;
            // Sets of this word that are marked on the way are smaller, and come later.
            let mut left = u64::MAX;
            loop {
                let word = begins.get(high).copied().unwrap_or(0) & left;
                if word == 0 {
                    break;
                }
                let low = 63 - word.leading_zeros() as usize;
                left = (1 << low) - 1;
                let set = high * WIDTH + low;
                let row = row.get_or_insert_with(|| self.row(high));
                for model in members(set) {
                    if let Some(below) = below.get_mut(model) {
                        *below |= all & !set;
                    }
                    let smaller = set ^ 1 << model;
                    if self.value(smaller) + self.gain(row, model, low) == self.value(set) {
                        mark(&mut begins, smaller);
                    }
                }
            }
            // Nothing can be added where every pair is free.
            if below.iter().enumerate().all(|(model, &below)| below == all ^ 1 << model) {
                break;
            }
        }
        below
    }
}

/// The models of a set.
#[inline]
fn members(mut set: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}
