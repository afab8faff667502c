//! Trials graded by rubrics as they come in: at once if all thresholds are numbers, otherwise when all
//! trials are known.

use std::sync::Arc;

use super::kept::Kept;
use super::limits::{Limits, TrialGroups};
use super::table::{CategoryTable, SignalledTrial};
pub use super::trial::GradedTrial;
use super::trial::{TrialDetails, TrialKey, TrialName, TrialTexts};
use crate::counts::counts::Counts;
use crate::error::{Error, Result};
use crate::rubric::error::RubricError;
use crate::rubric::rows::{RubricTally, ThresholdValue};
use crate::rubric::rules::rubrics::Rubrics;
use crate::rubric::rules::signal::Signal;

/// The memory that kept signals may take if nothing else is said: 4 GiB.
pub const MEMORY: u64 = 4 << 30;

/// How trials are graded.
#[derive(Clone, Copy, Debug)]
pub struct GradingOptions {
    /// Keep the order of the trials.
    pub ordered: bool,
    /// A trial may take the place of an earlier one.
    pub replaces: bool,
    /// Give the category of each trial, too.
    pub each_trial: bool,
    /// The most bytes that kept signals may take.
    pub memory: u64,
}

impl Default for GradingOptions {
    fn default() -> Self {
        Self { ordered: false, replaces: false, each_trial: false, memory: MEMORY }
    }
}

/// Trials on their way into the counts of rubrics.
#[derive(Clone, Debug)]
pub struct Grading {
    rubrics: Arc<Rubrics>,
    options: GradingOptions,
    used: Vec<bool>,
    /// For each signal, whether some trial has it.
    seen: Vec<bool>,
    groups: TrialGroups,
    limits: Limits,
    tables: Vec<CategoryTable>,
    /// The trials, if they are graded at the end.
    kept: Option<Kept>,
}

/// The trials of a log as one rubric counts them.
#[derive(Clone, Debug, PartialEq)]
pub struct Graded {
    /// The counts of the rubric's categories.
    pub counts: Counts,
    /// What the rubric did.
    pub tally: RubricTally,
}

/// What rubrics made of the trials of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Grades {
    /// For each rubric its counts.
    pub rubrics: Vec<Graded>,
    /// The values of the thresholds.
    pub thresholds: Vec<ThresholdValue>,
    /// The trials, if they were wanted, in the order of the log.
    pub trials: Vec<GradedTrial>,
    /// The names of these trials.
    pub names: TrialTexts,
    /// What else is known of them.
    pub details: TrialDetails,
}

impl Grading {
    /// Nothing graded yet.
    #[must_use]
    pub fn new(rubrics: Arc<Rubrics>, options: GradingOptions) -> Self {
        let (used, thresholds) = (rubrics.used_signals(), rubrics.used_thresholds());
        let mut needed = rubrics.thresholds().iter().zip(thresholds).filter(|(_, used)| *used);
        let keeps = options.replaces
            || options.each_trial
            || needed.any(|(threshold, _)| !threshold.is_fixed());
        let coded = options.ordered || options.each_trial;
        let kept = keeps.then(|| Kept::new(&used, coded, options.replaces, options.memory));
        Self {
            limits: Limits::new(&rubrics),
            tables: vec![CategoryTable::new(options.ordered); rubrics.rubrics().len()],
            seen: vec![false; used.len()],
            groups: TrialGroups::default(),
            rubrics,
            options,
            used,
            kept,
        }
    }

    /// The rubrics.
    #[must_use]
    pub fn rubrics(&self) -> &Arc<Rubrics> {
        &self.rubrics
    }

    /// For each signal, whether it is used.
    #[must_use]
    pub fn used(&self) -> &[bool] {
        &self.used
    }

    /// Grades a trial of a row of `counts`, or keeps it. Missing signals are NaN.
    ///
    /// # Errors
    /// - No rule matches the trial.
    /// - A missing signal leaves its category open, and the rubric calls that an error.
    /// - A frozen threshold has no value for its task or model.
    /// - The kept signals exceed the memory.
    pub fn add(
        &mut self,
        counts: &Counts,
        row: usize,
        code: Option<u32>,
        signals: &[f64],
        name: &dyn Fn() -> String,
    ) -> Result<()> {
        for (seen, signal) in self.seen.iter_mut().zip(signals) {
            *seen |= !signal.is_nan();
        }
        if let Some(kept) = &mut self.kept {
            return kept.push(row, code, signals);
        }
        let known = self.groups.names.len();
        let group = self.groups.of(counts, row);
        if self.groups.names.len() > known {
            self.limits.fix(&self.rubrics, &self.groups)?;
        }
        let name = || TrialName::Named(name());
        let group_names = self.groups.names.get(group);
        let names = group_names.map_or(("", ""), |(task, model)| (task.as_str(), model.as_str()));
        let trial = SignalledTrial { row, code, signals, name: &name, group: names };
        for (rubric, table) in self.rubrics.rubrics().iter().zip(&mut self.tables) {
            let thresholds = self.limits.of(rubric.scope, rubric.rule, group);
            table.add(&self.rubrics, rubric, thresholds, &trial)?;
        }
        Ok(())
    }

    /// Takes a trial back that a later one replaces.
    pub fn take_back(&mut self, row: usize, code: u32) {
        if let Some(kept) = &mut self.kept {
            kept.take_back(row, code);
        }
    }

    /// The counts of each rubric over the questions of `counts`, and the thresholds.
    ///
    /// `place` names the trial of a number, from 0 in the order in which they were added. It stands in
    /// errors.
    ///
    /// # Errors
    /// - No trial has a signal that is used.
    /// - A quantile is over no trial.
    /// - As [`Self::add`].
    pub fn finish(
        mut self,
        counts: &Counts,
        place: &dyn Fn(usize) -> Option<String>,
    ) -> Result<Grades> {
        let mut trials = Vec::new();
        if let Some(kept) = self.kept.take() {
            self.limits
                .take(&self.rubrics, &mut self.groups, counts, &kept)
                .and_then(|()| self.grade(counts, &kept, place, &mut trials))
                .map_err(|error| self.never_seen().unwrap_or(error))?;
        }
        if let Some(error) = self.never_seen() {
            return Err(error);
        }
        let rubrics = Arc::clone(&self.rubrics);
        let tables = rubrics.rubrics().iter().zip(self.tables);
        let graded = tables.map(|(rubric, table)| {
            let (counts, tally) = table.counts(&rubrics, rubric, counts)?;
            Ok(Graded { counts, tally })
        });
        let rubrics = graded.collect::<Result<_>>()?;
        Ok(Grades {
            rubrics,
            thresholds: self.limits.rows,
            trials,
            names: TrialTexts::default(),
            details: TrialDetails::default(),
        })
    }

    /// Grades the trials that were kept.
    fn grade(
        &mut self,
        counts: &Counts,
        kept: &Kept,
        named: &dyn Fn(usize) -> Option<String>,
        trials: &mut Vec<GradedTrial>,
    ) -> Result<()> {
        let mut signals = vec![f64::NAN; self.used.len()];
        let mut numbers = vec![0_u32; if self.options.each_trial { counts.len() } else { 0 }];
        for place in 0..kept.len() {
            let Some(row) = kept.row(place) else { continue };
            kept.read(place, &mut signals);
            let group = self.groups.of(counts, row);
            let name = || {
                let question = counts.get(row);
                let named = named(place).unwrap_or_else(|| "a trial".to_owned());
                TrialName::Named(question.map_or(named.clone(), |question| {
                    format!("{named} (model {}, question {})", question.model, question.question)
                }))
            };
            let group_names = self.groups.names.get(group);
            let names =
                group_names.map_or(("", ""), |(task, model)| (task.as_str(), model.as_str()));
            let (code, signals_of) = (kept.code(place), &signals);
            let trial =
                SignalledTrial { row, code, signals: signals_of, name: &name, group: names };
            let mut categories = Vec::new();
            for (rubric, table) in self.rubrics.rubrics().iter().zip(&mut self.tables) {
                let thresholds = self.limits.of(rubric.scope, rubric.rule, group);
                let category = table.add(&self.rubrics, rubric, thresholds, &trial)?;
                if self.options.each_trial {
                    categories.push(category);
                }
            }
            if self.options.each_trial {
                let number = numbers.get(row).copied().unwrap_or(0);
                if let Some(next) = numbers.get_mut(row) {
                    *next += 1;
                }
                let key = code.map_or(TrialKey::Number(number), TrialKey::Code);
                trials.push(GradedTrial { row, key, place, signals: signals.clone(), categories });
            }
        }
        Ok(())
    }

    /// The error that no trial has a signal which left trials open.
    fn never_seen(&self) -> Option<Error> {
        let signal = never_seen(&self.rubrics, &self.seen, &self.tables)?;
        let source_text = signal.source.path().unwrap_or("").to_owned();
        Some(RubricError::NoSignal { signal: signal.name.clone(), source_text }.into())
    }

    /// Whether trials are kept until the end.
    #[must_use]
    pub fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    /// How trials are graded.
    #[must_use]
    pub fn options(&self) -> GradingOptions {
        self.options
    }
}

/// The first signal that no trial has, and that left trials open.
pub(super) fn never_seen<'r>(
    rubrics: &'r Rubrics,
    seen: &[bool],
    tables: &[CategoryTable],
) -> Option<&'r Signal> {
    let signals = rubrics.signals().iter().zip(seen).enumerate();
    let open = |place: usize| {
        let lacking = |table: &CategoryTable| table.lacking.get(place).is_some_and(|&n| n > 0);
        tables.iter().any(lacking)
    };
    let mut unseen = signals.filter(|(place, (_, seen))| !**seen && open(*place));
    unseen.next().map(|(_, (signal, _))| signal)
}
