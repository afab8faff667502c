//! How one trial changes the counts: duplicates by their policy, then its mark.

use scorio_core::{Counts, Error};

use crate::json::value::Value;
use crate::records::error::RecordError;
use crate::records::mark::{Mark, NAMES};
use crate::records::record::Origin;
use crate::records::role::OUTCOME;
use crate::report::Report;
use crate::spec::categories::{Categories, Outcome};
use crate::spec::policy::{OnBadLine, OnMissing, OnRepeat, Policies};
use crate::trials::error::TrialError;
use crate::trials::labels::no_field;
use crate::trials::repeats::Seen;

/// The trials so far.
pub struct Trials<N> {
    pub counts: Counts,
    pub seen: Seen,
    pub report: Report<N>,
    pub policies: Policies,
}

/// What to do with a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    New,
    Ignore,
    Replace(Mark),
    Refuse,
}

impl<N> Trials<N> {
    /// No trials yet. Those of so many categories may be tallied.
    pub fn new(counts: Counts, policies: Policies, tallied: usize) -> Self {
        // Only a trial that gives way to another is taken back.
        let seen = match policies.on_repeat {
            OnRepeat::Last => Seen::with_marks(counts.categories().len()),
            OnRepeat::Error | OnRepeat::First | OnRepeat::Keep => Seen::with_tallies(tallied),
        };
        Self { counts, seen, report: Report::default(), policies }
    }

    /// What an outcome makes of its trial. `field` is where it stands.
    pub fn mark(
        &self,
        value: &Value<'_>,
        categories: &Categories,
        field: &str,
        origin: &dyn Origin,
    ) -> Result<Mark, TrialError> {
        match (categories.classify(value), self.policies.on_missing) {
            (Outcome::Missing(_), OnMissing::Error) if *value == Value::Absent => {
                Err(no_field(OUTCOME, field, origin))
            }
            (Outcome::Category(category), _) => Ok(Mark::Category(category)),
            (Outcome::Unknown, _) => {
                Err(TrialError::outcome(origin.place(), field, value, categories))
            }
            (Outcome::Missing(value), OnMissing::Error) => {
                let (place, field) = (origin.place(), field.to_owned());
                Err(TrialError::MissingOutcome { place, field, value })
            }
            (Outcome::Missing(_), OnMissing::Drop) => Ok(Mark::Dropped),
            (Outcome::Missing(_), OnMissing::Fail) => Ok(Mark::Failed),
        }
    }

    /// Skips and counts a record that cannot be read, or refuses it.
    pub fn malformed(&mut self, error: RecordError) -> Result<(), RecordError> {
        match self.policies.on_bad_line {
            OnBadLine::Skip if !error.is_cut() => {
                self.report.lines_skipped += 1;
                Ok(())
            }
            OnBadLine::Error | OnBadLine::Skip => Err(error.skippable()),
        }
    }

    /// The code of a trial, by which its place is known too where the order is kept.
    pub fn code(&mut self, trial: &str, origin: &dyn Origin) -> Result<u32, TrialError> {
        let code = self.seen.code(trial);
        if self.policies.ordered && code >= NAMES && is_digits(trial) {
            let (place, trial) = (origin.place(), trial.to_owned());
            return Err(TrialError::TrialOrder { place, trial, largest: NAMES - 1 });
        }
        Ok(code)
    }

    /// Counts a trial, and says what it was.
    pub fn settle(&mut self, row: usize, code: Option<u32>, mark: Mark) -> Result<Repeat, Error> {
        let repeat = code.map_or(Repeat::New, |code| self.repeat(row, code, mark));
        match (repeat, code) {
            (Repeat::Ignore | Repeat::Refuse, _) => return Ok(repeat),
            (Repeat::Replace(old), Some(code)) => {
                self.take_back(row, old);
                self.counts.take_out(row, code);
            }
            (Repeat::New | Repeat::Replace(_), _) => {}
        }
        self.add(row, mark, 1)?;
        match mark {
            Mark::Category(category) => self.counts.put(row, code, category),
            Mark::Failed => self.counts.put(row, code, 0),
            Mark::Dropped => {}
        }
        Ok(repeat)
    }

    /// Takes the number of a counted trial down, by the byte of its mark.
    #[inline]
    pub fn number(&mut self, row: usize, code: u32, mark: u8) {
        match Mark::of_byte(mark) {
            Some(Mark::Category(category)) => self.counts.number(row, code, category),
            Some(Mark::Failed) => self.counts.number(row, code, 0),
            Some(Mark::Dropped) | None => {}
        }
    }

    /// Adds trials of one mark.
    pub fn add(&mut self, row: usize, mark: Mark, trials: u64) -> Result<(), Error> {
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
    pub fn take_back(&mut self, row: usize, old: Mark) {
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

    /// What to do with a trial, by whether it is a duplicate.
    pub fn repeat(&mut self, row: usize, code: u32, mark: Mark) -> Repeat {
        let Some(old) = self.seen.mark(row, code, mark) else {
            return Repeat::New;
        };
        match self.policies.on_repeat {
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

/// Whether a trial is a whole number, however it is written.
pub fn is_digits(trial: &str) -> bool {
    let digits = trial.strip_prefix(['-', '+']).unwrap_or(trial);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
