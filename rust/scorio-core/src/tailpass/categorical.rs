//! The law of the counts of k trials in three or more categories, by enumeration.

use crate::check;
use crate::error::{Error, Result};

/// The most count states that are enumerated.
const MOST_STATES: usize = 20_000;

/// The most pairs of them, for a variance.
const MOST_PAIRS: usize = 4_000_000;

/// All counts of k trials.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CountGrid {
    k: usize,
    /// The counts of each state, one state after another.
    counts: Vec<usize>,
    categories: usize,
}

impl CountGrid {
    /// # Errors
    /// There are more than 20,000 counts.
    pub(super) fn new(k: usize, categories: usize) -> Result<Self> {
        let mut counts = Vec::new();
        let mut current = vec![0; categories];
        if !fill(&mut counts, &mut current, 0, k) {
            let range = "small enough: so many categories have more than 20,000 counts of k trials, \
                         and their weights no step of which k trials have at most 100,000";
            return Err(check::outside("k", k as f64, range).into());
        }
        Ok(Self { k, counts, categories })
    }

    pub(super) fn states(&self) -> impl Iterator<Item = &[usize]> {
        self.counts.chunks_exact(self.categories)
    }

    fn len(&self) -> usize {
        self.counts.len() / self.categories
    }

    /// P(counts) of k trials whose chances have the Dirichlet law of these shapes.
    pub(super) fn law(&self, shapes: &[f64]) -> Vec<f64> {
        let total: f64 = shapes.iter().sum();
        // A factor for each trial keeps the products in range. It cancels.
        let unit = (total + self.k as f64) / self.k as f64;
        let tables: Vec<Vec<f64>> =
            shapes.iter().map(|&shape| rising(shape, unit, self.k)).collect();
        self.products(&tables)
    }

    /// P(counts) of k draws without replacement from observed counts.
    pub(super) fn drawn(&self, observed: &[f64]) -> Vec<f64> {
        let total: f64 = observed.iter().sum();
        let unit = total / self.k as f64;
        let choose = |&count: &f64| {
            let mut table = vec![1.0];
            for n in 0..self.k {
                let last = table.last().copied().unwrap_or(0.0);
                table.push(last * (count - n as f64).max(0.0) / ((n as f64 + 1.0) * unit));
            }
            table
        };
        self.products(&observed.iter().map(choose).collect::<Vec<_>>())
    }

    /// P(counts) of k trials with known chances.
    pub(super) fn multinomial(&self, chances: &[f64]) -> Vec<f64> {
        let k = self.k as f64;
        let powers = |&chance: &f64| {
            let mut table = vec![1.0];
            for n in 0..self.k {
                let last = table.last().copied().unwrap_or(0.0);
                table.push(last * (chance * k / (n as f64 + 1.0)));
            }
            table
        };
        self.products(&chances.iter().map(powers).collect::<Vec<_>>())
    }

    fn products(&self, tables: &[Vec<f64>]) -> Vec<f64> {
        let factor =
            |(table, &count): (&Vec<f64>, &usize)| table.get(count).copied().unwrap_or(0.0);
        let product = |state: &[usize]| tables.iter().zip(state).map(factor).product::<f64>();
        let mut law: Vec<f64> = self.states().map(product).collect();
        let sum: f64 = law.iter().sum();
        for chance in &mut law {
            *chance /= sum;
        }
        law
    }

    /// For each state, its chance and the law of another bank of the same question.
    ///
    /// # Errors
    /// There are more than 4 million pairs of counts.
    pub(super) fn pairs(
        &self,
        shapes: &[f64],
        mut visit: impl FnMut(usize, f64, &[f64]),
    ) -> Result<()> {
        if self.len() * self.len() > MOST_PAIRS {
            return Err(no_variance(self.k));
        }
        for (index, (state, chance)) in self.states().zip(self.law(shapes)).enumerate() {
            let after: Vec<f64> =
                shapes.iter().zip(state).map(|(shape, &count)| shape + count as f64).collect();
            visit(index, chance, &self.law(&after));
        }
        Ok(())
    }
}

/// The error of a variance over too many counts of k trials.
pub(super) fn no_variance(k: usize) -> Error {
    let range = "small enough: a variance needs at most 2,000 counts of k trials; \
                 draws (`sample`) have one for any";
    check::outside("k", k as f64, range).into()
}

/// Γ(shape + n) / (Γ(shape) n! unitⁿ) for n from 0 to k.
fn rising(shape: f64, unit: f64, k: usize) -> Vec<f64> {
    let mut table = vec![1.0];
    for n in 0..k {
        let n = n as f64;
        let last = table.last().copied().unwrap_or(0.0);
        table.push(last * (shape + n) / ((n + 1.0) * unit));
    }
    table
}

/// Appends all counts that add up to `left` from a place on. It stops at the limit.
fn fill(counts: &mut Vec<usize>, current: &mut [usize], place: usize, left: usize) -> bool {
    let width = current.len();
    if place + 1 >= width {
        if let Some(slot) = current.get_mut(place) {
            *slot = left;
        }
        counts.extend_from_slice(current);
        return counts.len() <= MOST_STATES * width;
    }
    (0..=left).rev().all(|count| {
        if let Some(slot) = current.get_mut(place) {
            *slot = count;
        }
        fill(counts, current, place + 1, left - count)
    })
}
