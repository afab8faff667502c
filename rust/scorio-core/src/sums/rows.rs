//! Sums by row, while outcomes come in. The labels of the rows are elsewhere.

use super::powers::PowerSums;
use crate::check;
use crate::error::Result;

/// Σy, Σy² and Σy³ of each row, and the outcomes if they are kept.
#[derive(Clone, Debug, Default)]
pub struct RowSums {
    powers: Vec<PowerSums>,
    values: Option<Vec<Vec<f64>>>,
}

/// The sums of no outcomes.
static NOTHING: PowerSums = PowerSums::ZERO;

impl RowSums {
    /// No rows yet. They keep every outcome if `keep` is set.
    #[must_use]
    pub fn new(keep: bool) -> Self {
        Self { powers: Vec::new(), values: keep.then(Vec::new) }
    }

    /// Whether every outcome is kept.
    #[must_use]
    pub fn keep_values(&self) -> bool {
        self.values.is_some()
    }

    /// Adds an outcome to a row so many times.
    ///
    /// # Errors
    /// The outcome is NaN or infinite.
    pub fn add(&mut self, row: usize, value: f64, times: u64) -> Result<()> {
        check::finite("outcome", &[], value)?;
        if let Some(powers) = self.own(row) {
            powers.add(value, times);
        }
        if let Some(kept) = self.kept(row) {
            kept.extend((0..times).map(|_| value));
        }
        Ok(())
    }

    /// Adds finite outcomes from 0 to a row, each once: faster than one by one.
    pub(crate) fn add_all(&mut self, row: usize, values: &[f64]) {
        if let Some(powers) = self.own(row) {
            powers.add_all(values);
        }
        self.keep(row, values);
    }

    /// Takes one outcome back that was added before.
    pub fn remove(&mut self, row: usize, value: f64) {
        if let Some(powers) = self.own(row) {
            powers.remove(value);
        }
        if let Some(kept) = self.kept(row)
            && let Some(place) = kept.iter().position(|one| one.total_cmp(&value).is_eq())
        {
            kept.swap_remove(place);
        }
    }

    /// Adds the sums and the kept outcomes of a row of others.
    pub(crate) fn take(&mut self, row: usize, other: &Self, from: usize) {
        self.merge(row, other.powers(from));
        let values = other.values.as_ref().map(|values| values.get(from));
        if let (Some(kept), Some(Some(values))) = (self.kept(row), values) {
            kept.extend_from_slice(values);
        }
    }

    pub(super) fn merge(&mut self, row: usize, powers: &PowerSums) {
        if let Some(own) = self.own(row) {
            own.merge(powers);
        }
    }

    /// The same without the outcomes.
    pub(super) fn forget(&mut self) {
        self.values = None;
    }

    pub(super) fn powers(&self, row: usize) -> &PowerSums {
        self.powers.get(row).unwrap_or(&NOTHING)
    }

    /// The kept outcomes of a row in ascending order, if outcomes are kept.
    pub(super) fn values(&self, row: usize) -> Option<Vec<f64>> {
        let mut values = self.values.as_ref()?.get(row).cloned().unwrap_or_default();
        values.sort_unstable_by(f64::total_cmp);
        Some(values)
    }

    pub(super) fn keep(&mut self, row: usize, values: &[f64]) {
        if let Some(kept) = self.kept(row) {
            kept.extend_from_slice(values);
        }
    }

    fn own(&mut self, row: usize) -> Option<&mut PowerSums> {
        if self.powers.len() <= row {
            self.powers.resize_with(row + 1, PowerSums::default);
        }
        self.powers.get_mut(row)
    }

    fn kept(&mut self, row: usize) -> Option<&mut Vec<f64>> {
        let kept = self.values.as_mut()?;
        if kept.len() <= row {
            kept.resize_with(row + 1, Vec::new);
        }
        kept.get_mut(row)
    }
}
