//! Counting the records of long tables, each in the plain way.

use std::sync::Arc;

use super::{
    CORRECT, Counter, Evenness, MODEL, OUTCOME, QUESTION, REPETITIONS, ROLES, TASK, TIMES, TOTAL,
    TRIAL,
};
use crate::error::{Error, Result};
use crate::json::Value;
use crate::label;
use crate::outcome::Outcome;
use crate::record::{Origin, Sink};
use crate::repeats::{Mark, NAMES};
use crate::spec::{Label, Measure, OnBadLine, OnMissing, OnRepeat};

impl Counter {
    /// The text of a label, or `None` where an optional field is lacking.
    fn label<'v>(
        &mut self,
        role: usize,
        columns: &'v [Label],
        values: &'v [Value<'_>],
        origin: &dyn Origin,
    ) -> Result<Option<&'v str>> {
        let (Some(label), Some(value)) = (columns.get(role), values.get(role)) else {
            return Ok(None);
        };
        let (field, optional) = match label {
            Label::Constant(text) => return Ok(Some(text)),
            Label::Field(field) => (field, false),
            Label::Optional(field) => (field, true),
        };
        let role_name = ROLES.get(role).copied().unwrap_or("");
        let absent = *value == Value::Absent;
        if optional {
            let here = if absent { Evenness::Lacking } else { Evenness::Present };
            match self.evenness.get_mut(role) {
                Some(known) if *known == Evenness::Unknown => *known = here,
                Some(known) if *known != here => {
                    let (here, there) = if absent { ("not in", "in") } else { ("in", "not in") };
                    return Err(Error::Uneven {
                        place: origin.place(),
                        role: role_name,
                        field: field.clone(),
                        here,
                        there,
                    });
                }
                _ => {}
            }
            if absent {
                return Ok(None);
            }
        }
        if let Some(text) = label::text(label, value) {
            return Ok(Some(text));
        }
        let nothing = match value {
            Value::Absent => {
                return Err(no_field(role, field, origin));
            }
            Value::Null => "null",
            Value::Nested(_) => "a list or an object",
            _ => "empty",
        };
        let (place, value) = (origin.place(), nothing.to_owned());
        Err(Error::Label { place, role: role_name, field: field.clone(), value })
    }

    /// One trial.
    fn trial(
        &mut self,
        row: usize,
        trial: Option<&str>,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let measure = Arc::clone(&self.measure);
        let Measure::Outcome { field, categories } = &*measure else {
            return Ok(());
        };
        let value = values.get(OUTCOME).unwrap_or(&Value::Absent);
        if *value != Value::Absent {
            self.no_outcome = None;
        } else if self.spec.on_missing == OnMissing::Error {
            return Err(no_field(OUTCOME, field, origin));
        } else if self.file_records == 0 {
            self.no_outcome = Some(no_field(OUTCOME, field, origin));
        }
        if let Some(gathered) = &mut self.gathered {
            gathered.add(field, value);
        }
        let mark = match categories.classify(value) {
            Outcome::Category(category) => Mark::Category(category),
            Outcome::Unknown => {
                return Err(Error::Outcome {
                    place: origin.place(),
                    field: field.clone(),
                    value: value.describe(),
                    accepted: categories.accepted(),
                });
            }
            Outcome::Missing(how) => match self.spec.on_missing {
                OnMissing::Error => {
                    let (place, field) = (origin.place(), field.clone());
                    return Err(Error::Missing { place, field, value: how });
                }
                OnMissing::Drop => Mark::Dropped,
                OnMissing::Fail => Mark::Failed,
            },
        };
        if self.spec.times.is_some() {
            return self.several(row, trial, mark, values, origin);
        }
        let code = trial.map(|trial| self.code(trial, origin)).transpose()?;
        if self.settle(row, code, mark)? { Ok(()) } else { Err(self.repeated(values, origin)) }
    }

    /// The code of a trial, by which its place is known too where the order is kept.
    pub(super) fn code(&mut self, trial: &str, origin: &dyn Origin) -> Result<u32> {
        let code = self.seen.code(trial);
        if self.spec.ordered && code >= NAMES && is_digits(trial) {
            let what = format!(
                "the trial {trial} has no place in the order of the trials, which is that of whole numbers from 0 to {}, without leading zeros: leave order out, or number the trials anew",
                NAMES - 1
            );
            return Err(Error::Aggregate { place: origin.place(), what });
        }
        Ok(code)
    }

    /// Counts a trial; false if it was there before and that is an error.
    pub(super) fn settle(&mut self, row: usize, code: Option<u32>, mark: Mark) -> Result<bool> {
        if let Some(code) = code {
            match self.repeat(row, code, mark) {
                Repeat::New => {}
                Repeat::Ignore => return Ok(true),
                Repeat::Replace(old) => {
                    self.take_back(row, old);
                    self.counts.take_out(row, code);
                }
                Repeat::Refuse => return Ok(false),
            }
        }
        self.add(row, mark, 1)?;
        match mark {
            Mark::Category(category) => self.counts.put(row, code, category),
            Mark::Failed => self.counts.put(row, code, 0),
            Mark::Dropped => {}
        }
        Ok(true)
    }

    /// Adds trials of one mark.
    pub(super) fn add(&mut self, row: usize, mark: Mark, trials: u64) -> Result<()> {
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

    /// Several trials of one outcome.
    fn several(
        &mut self,
        row: usize,
        trial: Option<&str>,
        mark: Mark,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let times = self.whole(TIMES, values, origin)?;
        if let Some(trial) = trial {
            let what = format!(
                "the record stands for {times} trials and names one of them, {trial}: name no field of \
                 the number of trials, or take the trial out of the log"
            );
            return Err(Error::Aggregate { place: origin.place(), what });
        }
        if self.spec.grouped {
            self.report.records = self.report.records.saturating_add(times.saturating_sub(1));
        }
        self.add(row, mark, times)
    }

    /// Undoes an earlier trial that a later one replaces.
    fn take_back(&mut self, row: usize, old: Mark) {
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

    /// One question with its numbers of trials and successes.
    fn aggregate(&mut self, row: usize, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        let total = self.whole(OUTCOME, values, origin)?;
        let correct = self.whole(CORRECT, values, origin)?;
        let Some(failed) = total.checked_sub(correct) else {
            let what =
                format!("{correct} correct trials are more than the {total} trials there are");
            return Err(Error::Aggregate { place: origin.place(), what });
        };
        // A trial that the path or the user names is a run of the question, and runs add up.
        let run = match self.columns.get(TRIAL) {
            Some(Label::Constant(run)) => run.clone(),
            _ => String::new(),
        };
        let code = self.seen.code(&run);
        match self.repeat(row, code, Mark::Category(0)) {
            Repeat::New => {}
            Repeat::Ignore => return Ok(()),
            Repeat::Replace(_) if !run.is_empty() => {
                let what = format!(
                    "the numbers of trial {run} were counted before, and nothing tells what they were beside those of other trials: keep the first of repeated trials, or leave one of the files out"
                );
                return Err(Error::Aggregate { place: origin.place(), what });
            }
            Repeat::Replace(_) => self.counts.clear(row),
            Repeat::Refuse => return Err(self.repeated(values, origin)),
        }
        self.counts.add(row, 0, failed)?;
        self.counts.add(row, self.counts.categories().len() - 1, correct)?;
        Ok(())
    }

    /// A whole number from 0.
    fn whole(&self, role: usize, values: &[Value<'_>], origin: &dyn Origin) -> Result<u64> {
        let value = values.get(role).unwrap_or(&Value::Absent);
        let field = match self.columns.get(role) {
            Some(Label::Field(field)) => field.as_str(),
            _ => "",
        };
        if *value == Value::Absent {
            let role = match role {
                OUTCOME => TOTAL,
                _ if self.spec.times.is_some() => REPETITIONS,
                _ => role,
            };
            return Err(no_field(role, field, origin));
        }
        let text = match value {
            Value::Number(text) | Value::Cell(text) => text.trim(),
            _ => "",
        };
        let float =
            || text.parse::<f64>().ok().filter(|x| *x >= 0.0 && x.fract() == 0.0 && *x < 9e15);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number below 2^53"
        )]
        let number = text.parse().ok().or_else(|| float().map(|x| x as u64));
        number.ok_or_else(|| Error::Aggregate {
            place: origin.place(),
            what: format!(
                "the field \"{field}\" is {}, not a whole number from 0",
                value.describe()
            ),
        })
    }

    /// What becomes of a trial by whether it was there before.
    fn repeat(&mut self, row: usize, code: u32, mark: Mark) -> Repeat {
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

    fn repeated(&self, values: &[Value<'_>], origin: &dyn Origin) -> Error {
        let names = self.columns.iter().zip(values).zip(ROLES).take(TRIAL + 1);
        let names = names.filter_map(|((label, value), role)| match label {
            Label::Constant(text) if text.is_empty() => None,
            Label::Constant(text) => Some(format!("{role} {text}")),
            _ if *value == Value::Absent => None,
            _ => Some(format!("{role} {}", value.describe())),
        });
        Error::Repeated { place: origin.place(), what: names.collect::<Vec<_>>().join(", ") }
    }
}

impl Sink for Counter {
    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        let columns = Arc::clone(&self.columns);
        let model = self.label(MODEL, &columns, values, origin)?.unwrap_or("");
        let task = self.label(TASK, &columns, values, origin)?.unwrap_or("");
        let question = self.label(QUESTION, &columns, values, origin)?.unwrap_or("");
        let typed = matches!(values.get(QUESTION), Some(Value::Text(_)));
        let question = label::question(question, typed, self.spec.ids);
        let own = self.label(TRIAL, &columns, values, origin)?;
        let row = self.counts.row(model, task, &question);
        let both = self.outer.as_ref().map(|outer| {
            if let Some(own) = own {
                return format!("{outer}.{own}");
            }
            // Where their order tells trials apart, they are numbered by it.
            let next = self.occurrences.entry(row).or_insert(0_u64);
            *next += 1;
            format!("{outer}.{}", *next - 1)
        });
        let trial = both.as_deref().or(own);
        match &*Arc::clone(&self.measure) {
            Measure::Outcome { .. } => self.trial(row, trial, values, origin)?,
            Measure::Aggregate { .. } => self.aggregate(row, values, origin)?,
        }
        self.report.records += 1;
        self.file_records += 1;
        let bits = self.evenness.iter().enumerate();
        let bits = bits.map(|(role, known)| u8::from(*known == Evenness::Lacking) << role);
        self.lacking = Some(bits.sum());
        Ok(())
    }

    fn malformed(&mut self, error: Error) -> Result<()> {
        match self.spec.on_bad_line {
            OnBadLine::Skip if !error.is_cut() => {
                self.report.lines_skipped += 1;
                Ok(())
            }
            OnBadLine::Error | OnBadLine::Skip => Err(error),
        }
    }

    fn perhaps_cut(&mut self, why: String) {
        self.report.note(format!("Perhaps interrupted: {why}"));
    }
}

enum Repeat {
    New,
    Ignore,
    Replace(Mark),
    Refuse,
}

/// Whether a trial is a whole number, however it is written.
pub(super) fn is_digits(trial: &str) -> bool {
    let digits = trial.strip_prefix(['-', '+']).unwrap_or(trial);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn no_field(role: usize, field: &str, origin: &dyn Origin) -> Error {
    Error::NoField {
        place: origin.place(),
        role: ROLES.get(role).copied().unwrap_or(""),
        field: field.to_owned(),
        way_out: match role {
            MODEL | TASK => {
                "name the field that holds it, take it from the path, or set it as a constant"
            }
            OUTCOME => {
                "name the field that holds it or, if only some records lack it, say what to do with missing outcomes: drop, or fail to count them as failures"
            }
            _ => "name the field that holds it",
        },
        seen: origin.fields(),
    }
}
