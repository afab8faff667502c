//! The signals of all trials, kept until their quantiles are known: 8 bytes for each trial and signal.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::error::Result;
use crate::rubric::error::RubricError;

/// The row of a trial that was taken back.
const GONE: u32 = u32::MAX;

/// Trials with their signals, as columns.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(in crate::rubric) rows: Vec<u32>,
    /// A code for each trial, where their order or their names are wanted.
    codes: Option<Vec<u32>>,
    /// The used signals. The others have no values.
    columns: Vec<Option<Vec<f64>>>,
    /// Where a trial stands, where a later one may replace it.
    places: Option<HashMap<(usize, u32), usize, FxBuildHasher>>,
    most: u64,
    limit: u64,
}

/// The code of a trial without a number.
const NO_CODE: u32 = u32::MAX;

impl Kept {
    /// For signals of which these are used, in so many bytes at most.
    pub(in crate::rubric) fn new(used: &[bool], coded: bool, replaces: bool, limit: u64) -> Self {
        let columns: Vec<_> = used.iter().map(|&used| used.then(Vec::new)).collect();
        let signals = columns.iter().flatten().count() as u64;
        let bytes = 4 + 8 * signals + if coded { 4 } else { 0 } + if replaces { 32 } else { 0 };
        Self {
            rows: Vec::new(),
            codes: coded.then(Vec::new),
            columns,
            places: replaces.then(HashMap::default),
            most: limit / bytes,
            limit,
        }
    }

    pub(in crate::rubric) fn push(
        &mut self,
        row: usize,
        code: Option<u32>,
        signals: &[f64],
    ) -> Result<()> {
        if self.rows.len() as u64 >= self.most {
            return Err(RubricError::Memory {
                trials: self.most,
                signals: self.columns.iter().flatten().count(),
                limit: self.limit,
            }
            .into());
        }
        if let (Some(places), Some(code)) = (&mut self.places, code) {
            places.insert((row, code), self.rows.len());
        }
        self.rows.push(u32::try_from(row).unwrap_or(GONE));
        if let Some(codes) = &mut self.codes {
            codes.push(code.unwrap_or(NO_CODE));
        }
        for (column, &value) in self.columns.iter_mut().zip(signals) {
            if let Some(column) = column {
                column.push(value);
            }
        }
        Ok(())
    }

    /// Takes a trial back that a later one replaces.
    pub(super) fn take_back(&mut self, row: usize, code: u32) {
        let place = self.places.as_mut().and_then(|places| places.remove(&(row, code)));
        if let Some(row) = place.and_then(|place| self.rows.get_mut(place)) {
            *row = GONE;
        }
    }

    /// The row of a trial, unless it was taken back.
    pub(in crate::rubric) fn row(&self, trial: usize) -> Option<usize> {
        self.rows.get(trial).filter(|&&row| row != GONE).map(|&row| row as usize)
    }

    pub(super) fn code(&self, trial: usize) -> Option<u32> {
        let code = self.codes.as_ref().and_then(|codes| codes.get(trial)).copied();
        code.filter(|&code| code != NO_CODE)
    }

    /// The signals of a trial, into `signals`. Those that are not used are NaN.
    pub(in crate::rubric) fn read(&self, trial: usize, signals: &mut [f64]) {
        for (signal, column) in signals.iter_mut().zip(&self.columns) {
            let value = column.as_ref().and_then(|column| column.get(trial));
            *signal = value.copied().unwrap_or(f64::NAN);
        }
    }

    pub(in crate::rubric) fn len(&self) -> usize {
        self.rows.len()
    }
}
