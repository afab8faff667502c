//! What models scored on items: the trials of each, and the sums of their outcomes in [0, 1].

use crate::check;
use crate::error::Result;
use crate::irt::parallel::sum;
use crate::numeric::memory::reserved;

/// Items that are turned together.
const STRIP: usize = 16;

/// Trials and sums of outcomes of L models on M items, item by item.
///
/// A model that was not asked an item has no trials there.
#[derive(Clone, Debug, PartialEq)]
pub struct Responses {
    models: usize,
    items: usize,
    trials: Vec<f64>,
    sums: Vec<f64>,
}

impl Responses {
    /// Responses from tables of models × items, model by model.
    ///
    /// # Errors
    /// - The tables differ in size, or have no model or no item.
    /// - A number of trials is negative or not finite, or a sum is not from 0 to the trials.
    /// - The tables do not fit in memory.
    pub fn new(models: usize, items: usize, trials: &[f64], sums: &[f64]) -> Result<Self> {
        let size = models.saturating_mul(items);
        let (given, summed) = (("the trials", trials.len()), ("the sums", sums.len()));
        check::same_size(given, ("models × items", size), "entries")?;
        check::same_size(summed, ("models × items", size), "entries")?;
        for (name, count) in [("models", models), ("items", items)] {
            if count == 0 {
                return Err(check::outside(name, 0.0, "at least 1").into());
            }
        }
        let rows = trials.chunks_exact(items).zip(sums.chunks_exact(items));
        for (model, (trials, sums)) in rows.enumerate() {
            for (item, (&n, &sum)) in trials.iter().zip(sums).enumerate() {
                check::not_negative("the number of trials", &[model, item], n)?;
                if !(0.0..=n).contains(&sum) {
                    let range = "from 0 to the trials";
                    return Err(check::outside("a sum of outcomes", sum, range).into());
                }
            }
        }
        let turned = |table: &[f64]| -> Result<Vec<f64>> {
            let mut turned: Vec<f64> = reserved("the table of items", Some(size))?;
            turned.resize(size, 0.0);
            // A strip of items of all models, so that memory is read and written in order.
            for (strip, columns) in turned.chunks_mut(STRIP * models).enumerate() {
                for (model, row) in table.chunks_exact(items).enumerate() {
                    let own = row.iter().skip(strip * STRIP);
                    for (column, value) in columns.chunks_exact_mut(models).zip(own) {
                        column[model] = *value;
                    }
                }
            }
            Ok(turned)
        };
        Ok(Self { models, items, trials: turned(trials)?, sums: turned(sums)? })
    }

    /// L.
    #[must_use]
    pub fn models(&self) -> usize {
        self.models
    }

    /// M.
    #[must_use]
    pub fn items(&self) -> usize {
        self.items
    }

    /// The trials of each model on an item.
    #[must_use]
    pub fn trials(&self, item: usize) -> &[f64] {
        self.trials.get(item * self.models..(item + 1) * self.models).unwrap_or_default()
    }

    /// The sums of outcomes of each model on an item.
    #[must_use]
    pub fn sums(&self, item: usize) -> &[f64] {
        self.sums.get(item * self.models..(item + 1) * self.models).unwrap_or_default()
    }

    /// Whether all sums are whole numbers, as those of successes are.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        // 2^52. Above it, every number is whole; below it, adding it rounds to a whole number.
        const WHOLE: f64 = 4_503_599_627_370_496.0;
        self.sums.iter().all(|&sum| sum >= WHOLE || (sum + WHOLE) - WHOLE == sum)
    }

    /// Trials and sums of each item.
    #[must_use]
    pub fn of_items(&self) -> Vec<(f64, f64)> {
        (0..self.items).map(|item| (sum(self.trials(item)), sum(self.sums(item)))).collect()
    }

    /// Trials and sums of each model.
    #[must_use]
    pub fn of_models(&self) -> Vec<(f64, f64)> {
        let mut all = vec![(0.0, 0.0); self.models];
        for item in 0..self.items {
            let cells = self.trials(item).iter().zip(self.sums(item));
            for (all, (n, sum)) in all.iter_mut().zip(cells) {
                *all = (all.0 + n, all.1 + sum);
            }
        }
        all
    }

    /// The mean outcome of each model on an item, with the model's place. Those without trials are
    /// left out.
    pub fn means(&self, item: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let cells = self.trials(item).iter().zip(self.sums(item)).enumerate();
        cells.filter(|(_, (n, _))| **n > 0.0).map(|(model, (n, sum))| (model, sum / n))
    }

    /// The responses to some of the items.
    #[must_use]
    pub fn select(&self, items: &[usize]) -> Self {
        let take = |of: fn(&Self, usize) -> &[f64]| -> Vec<f64> {
            items.iter().flat_map(|&item| of(self, item).iter().copied()).collect()
        };
        Self {
            models: self.models,
            items: items.len(),
            trials: take(Self::trials),
            sums: take(Self::sums),
        }
    }
}
