//! Outcomes that are numbers: their sums, beside the counts of their trials.

use std::collections::HashMap;

use scorio_core::Counts;
use scorio_core::sums::RowSums;
use scorio_records::spec::policy::{OnMissing, OnRepeat};

use crate::count::error::CountError;
use crate::error::Result;
use crate::spec::options::Spec;

/// Sums by row of the counts.
pub(super) struct Numbers {
    pub(super) rows: RowSums,
    /// Of each trial its number, where a later one may replace it.
    last: Option<HashMap<(usize, u32), f64>>,
}

impl Numbers {
    /// The sums that a reading begins with, if its outcomes are numbers.
    pub(super) fn of(spec: &Spec) -> Result<Option<Self>> {
        if !spec.is_numeric() {
            return Ok(None);
        }
        if spec.ordered {
            return Err(CountError::OrderOfNumbers.into());
        }
        if spec.on_missing == OnMissing::Fail || spec.on_error == Some(OnMissing::Fail) {
            return Err(CountError::FailedNumbers.into());
        }
        let last = (spec.on_repeat == OnRepeat::Last).then(HashMap::new);
        Ok(Some(Self { rows: RowSums::new(spec.keep_values), last }))
    }

    pub(super) fn add(
        &mut self,
        row: usize,
        code: Option<u32>,
        number: f64,
        times: u64,
    ) -> Result<()> {
        self.rows.add(row, number, times)?;
        if let (Some(last), Some(code)) = (&mut self.last, code) {
            last.insert((row, code), number);
        }
        Ok(())
    }

    pub(super) fn take_back(&mut self, row: usize, code: u32) {
        if let Some(number) = self.last.as_mut().and_then(|last| last.remove(&(row, code))) {
            self.rows.remove(row, number);
        }
    }
}

/// Counts without trials yet, as a reading needs them.
pub(super) fn empty_counts(spec: &Spec) -> Result<Counts> {
    if spec.is_numeric() || spec.rubric.is_some() {
        return Ok(Counts::of_trials());
    }
    let counts = Counts::new(spec.categories())?;
    Ok(if spec.ordered { counts.in_order() } else { counts })
}
