//! How one trial changes the counts: duplicates by their policy, then its mark.

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::error::Result;
use crate::records::mark::{Mark, NAMES};
use crate::records::record::Origin;
use crate::spec::policy::OnRepeat;

impl Counter {
    /// The code of a trial, by which its place is known too where the order is kept.
    pub(in crate::count) fn code(&mut self, trial: &str, origin: &dyn Origin) -> Result<u32> {
        let code = self.seen.code(trial);
        if self.spec.ordered && code >= NAMES && is_digits(trial) {
            let (place, trial) = (origin.place(), trial.to_owned());
            return Err(CountError::TrialOrder { place, trial, largest: NAMES - 1 }.into());
        }
        Ok(code)
    }

    /// Counts a trial. False if it is a duplicate and duplicates are errors.
    pub(in crate::count) fn settle(
        &mut self,
        row: usize,
        code: Option<u32>,
        mark: Mark,
    ) -> Result<bool> {
        self.settle_number(row, code, mark, None)
    }

    /// The same for a trial whose outcome is a number.
    pub(in crate::count) fn settle_number(
        &mut self,
        row: usize,
        code: Option<u32>,
        mark: Mark,
        number: Option<f64>,
    ) -> Result<bool> {
        if let Some(code) = code {
            match self.repeat(row, code, mark) {
                Repeat::New => {}
                Repeat::Ignore => return Ok(true),
                Repeat::Replace(old) => {
                    self.take_back(row, old);
                    self.take_number_back(row, code);
                    self.counts.take_out(row, code);
                }
                Repeat::Refuse => return Ok(false),
            }
        }
        self.add(row, mark, 1)?;
        self.add_number(row, code, number, 1)?;
        match mark {
            Mark::Category(category) => self.counts.put(row, code, category),
            Mark::Failed => self.counts.put(row, code, 0),
            Mark::Dropped => {}
        }
        Ok(true)
    }

    /// Adds trials of one mark.
    pub(in crate::count) fn add(&mut self, row: usize, mark: Mark, trials: u64) -> Result<()> {
        match mark {
            Mark::Category(category) => self.counts.add(row, usize::from(category), trials)?,
            Mark::Failed => {
                self.counts.add(row, 0, trials)?;
                let failed = &mut self.report.missing_failed;
                *failed = failed.saturating_add(trials);
            }
            Mark::Dropped => {
                self.counts.add_missing(row, trials)?;
                let dropped = &mut self.report.missing_dropped;
                *dropped = dropped.saturating_add(trials);
            }
        }
        Ok(())
    }

    /// Undoes an earlier trial that a later one replaces.
    pub(in crate::count) fn take_back(&mut self, row: usize, old: Mark) {
        match old {
            Mark::Category(category) => self.counts.remove(row, usize::from(category)),
            Mark::Failed => {
                self.report.missing_failed -= 1;
                self.counts.remove(row, 0);
            }
            Mark::Dropped => {
                self.report.missing_dropped -= 1;
                self.counts.remove_missing(row);
            }
        }
    }

    /// Adds the number of trials that were counted.
    pub(in crate::count) fn add_number(
        &mut self,
        row: usize,
        code: Option<u32>,
        number: Option<f64>,
        times: u64,
    ) -> Result<()> {
        match (&mut self.numbers, number) {
            (Some(numbers), Some(number)) => numbers.add(row, code, number, times),
            _ => Ok(()),
        }
    }

    /// Takes the number or the signals of an earlier trial back that a later one replaces.
    pub(in crate::count) fn take_number_back(&mut self, row: usize, code: u32) {
        if let Some(numbers) = &mut self.numbers {
            numbers.take_back(row, code);
        }
        if let Some(signals) = &mut self.signals {
            signals.take_back(row, code);
        }
    }

    /// What to do with a trial, by whether it is a duplicate.
    pub(in crate::count) fn repeat(&mut self, row: usize, code: u32, mark: Mark) -> Repeat {
        let Some(old) = self.seen.mark(row, code, mark) else {
            return Repeat::New;
        };
        match self.spec.on_repeat {
            OnRepeat::Keep => {
                self.report.repeats_kept += 1;
                Repeat::New
            }
            OnRepeat::Last => {
                self.report.repeats_replaced += 1;
                Repeat::Replace(old)
            }
            OnRepeat::First => {
                // The first stays: its mark goes back.
                self.seen.mark(row, code, old);
                self.report.repeats_ignored += 1;
                Repeat::Ignore
            }
            OnRepeat::Error => Repeat::Refuse,
        }
    }
}

/// What to do with a trial.
pub(in crate::count) enum Repeat {
    New,
    Ignore,
    Replace(Mark),
    Refuse,
}

/// Whether a trial is a whole number, however it is written.
pub(in crate::count) fn is_digits(trial: &str) -> bool {
    let digits = trial.strip_prefix(['-', '+']).unwrap_or(trial);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
