//! Counting trials that rubrics grade.

use std::sync::Arc;

use scorio_core::Counts;
use scorio_core::rubric::error::RubricError;
use scorio_core::rubric::grading::Grades;
use scorio_core::rubric::trial::TrialTexts;
use scorio_records::json::value::Value;
use scorio_records::records::mark::{Mark, NAMES};
use scorio_records::records::record::Origin;
use scorio_records::records::role::OUTCOME;
use scorio_records::spec::categories::Categories;

use crate::count::counter::Counter;
use crate::count::outcomes::signals::{IntoError, SignalRecord, Signals};
use crate::error::{Error, Result};
use crate::note::Report;
use crate::records::chunk::ChunkTrial;
use crate::spec::options::Measure;
use crate::tools::trial::Trial;

impl Counter {
    /// A trial of a long table, by its signals.
    pub(in crate::count) fn graded(
        &mut self,
        row: usize,
        trial: Option<&str>,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let measure = Arc::clone(&self.measure);
        let Measure::Outcome { categories, .. } = &*measure else { return Ok(()) };
        let first = self.columns.len();
        let Some(signals) = &mut self.signals else { return Ok(()) };
        let outcome = values.get(OUTCOME).unwrap_or(&Value::Absent);
        let own = values.get(first..).unwrap_or(&[]);
        let outcome = categories.judged(outcome);
        let record = SignalRecord {
            values: own,
            outcome: &outcome,
            errored: false,
            scores: &[],
            record: None,
            origin,
        };
        signals.read(&record, categories)?;
        let code = trial.map(|trial| self.trials.code(trial, origin)).transpose()?;
        if self.settle_signals(row, code, origin)? {
            Ok(())
        } else {
            Err(self.repeated(values, origin))
        }
    }

    /// A trial of a tool's log, by its signals. False if it is a duplicate and duplicates are errors.
    pub(in crate::count) fn graded_trial(
        &mut self,
        row: usize,
        code: Option<u32>,
        trial: &Trial<'_>,
        outcome: &Value<'_>,
        categories: &Categories,
        origin: &dyn Origin,
    ) -> Result<bool> {
        let Some(signals) = &mut self.signals else { return Ok(true) };
        let paths = Arc::clone(&signals.paths);
        let found = trial.record.as_deref().or(origin.text()).map(|text| paths.find(text));
        let values = found.and_then(std::result::Result::ok).unwrap_or_default();
        let record = SignalRecord {
            values: &values,
            outcome: &categories.judged(outcome),
            errored: trial.errored,
            scores: &trial.scores,
            record: trial.record.as_deref(),
            origin,
        };
        signals.read(&record, categories)?;
        self.settle_signals(row, code, origin)
    }

    /// A trial whose signals a reader found. False if the plain way is to say what is wrong with it.
    pub(in crate::count) fn found_signals(
        &mut self,
        trial: &ChunkTrial,
        (row, name): (usize, &str),
        values: &[f64],
        origin: &dyn Origin,
    ) -> Result<bool> {
        let Ok(code) = self.found_code(trial, name) else { return Ok(false) };
        if let Some(signals) = &mut self.signals {
            signals.details.begin();
            signals.values.clear();
            signals.values.extend_from_slice(values);
        }
        if !self.settle_signals(row, code, origin)? {
            return Ok(false);
        }
        self.trials.report.records += 1;
        self.file_records += 1;
        Ok(true)
    }

    /// Settles the current trial, and grades it if it counts.
    fn settle_signals(
        &mut self,
        row: usize,
        code: Option<u32>,
        origin: &dyn Origin,
    ) -> Result<bool> {
        let before = self.trials.report.repeats_ignored;
        match code {
            Some(code) if !self.spec.ordered && self.trials.seen.fresh(row, code) => {
                self.trials.counts.add(row, 0, 1)?;
            }
            code => {
                if !self.settle(row, code, Mark::Category(0))? {
                    return Ok(false);
                }
                if self.trials.report.repeats_ignored > before {
                    return Ok(true);
                }
            }
        }
        let Some(signals) = &mut self.signals else { return Ok(true) };
        signals.kept(&self.file, origin);
        let graded =
            signals.grading.add(&self.trials.counts, row, code, &signals.values, &String::new);
        match graded {
            Ok(()) => Ok(true),
            Err(error) => Err(signals.placed(error, origin)),
        }
    }

    /// What the rubrics made of a reading that is finished.
    pub(in crate::count) fn into_grades(self) -> Result<(Grades, Counts, Report)> {
        let Some(Signals { grading, lacking, files, details, .. }) = self.signals else {
            return Err(Error::Stopped);
        };
        // The file of a trial, and its number in it.
        let place = |trial: usize| {
            let (first, file) = files.iter().rev().find(|(first, _)| *first <= trial)?;
            let file = if file.is_empty() { String::new() } else { format!("{file}, ") };
            Some(format!("{file}record {}", trial - first + 1))
        };
        match grading.finish(&self.trials.counts, &place) {
            Ok(mut grades) => {
                if !grades.trials.is_empty() {
                    grades.names = TrialTexts { first: NAMES, texts: self.trials.seen.names() };
                    grades.details = details.into_kept();
                }
                Ok((grades, self.trials.counts, self.trials.report))
            }
            Err(scorio_core::Error::Rubric(RubricError::NoSignal { signal, source_text })) => {
                match lacking.filter(|(name, _)| *name == signal) {
                    Some((_, error)) => Err(error),
                    None => Err(RubricError::NoSignal { signal, source_text }.into_error()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }
}
