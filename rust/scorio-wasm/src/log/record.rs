//! One record becomes a trial of the counts.

use std::rc::Rc;

use scorio_core::counts::Counts;

use super::at::At;
use super::cell::Cell;
use super::error::LogError;
use super::fields::{Node, ROLES};
use super::outcome::{Categories, Classified};
use super::seen::Seen;
use crate::failure::Outcome;

const MODEL: usize = 0;
const TASK: usize = 1;
const QUESTION: usize = 2;
const TRIAL: usize = 3;
const OUTCOME: usize = 4;

/// What a dropped trial counted as.
const DROPPED: u16 = u16::MAX;

/// What to do with missing outcomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OnMissing {
    Error,
    Drop,
    Fail,
}

/// What to do with duplicates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OnRepeat {
    Error,
    First,
    Last,
    Keep,
}

/// How records are read.
#[derive(Debug)]
pub(crate) struct Spec {
    /// The fields of the roles.
    pub(crate) fields: [String; 5],
    /// Labels that every record has: the model and the task.
    pub(crate) constants: [Option<String>; 2],
    pub(crate) categories: Categories,
    pub(crate) on_missing: OnMissing,
    pub(crate) on_repeat: OnRepeat,
    pub(crate) skip_bad: bool,
    pub(crate) order: bool,
}

impl Spec {
    /// The tree of the wanted fields of a JSON record.
    pub(crate) fn tree(&self) -> Node {
        Node::of(self.wanted())
    }

    /// The label of a role.
    fn label<'c>(
        &'c self,
        at: At,
        slot: usize,
        cell: &'c Cell<'_>,
        optional: bool,
    ) -> Result<&'c str, LogError> {
        match (self.constants.get(slot), cell) {
            (Some(Some(constant)), _) => Ok(constant),
            (_, Cell::Absent) if optional => Ok(""),
            _ => cell.label().ok_or_else(|| self.unnamed(at, slot, cell)),
        }
    }

    /// The error of a value that names nothing.
    fn unnamed(&self, at: At, slot: usize, cell: &Cell<'_>) -> LogError {
        let role = ROLES.get(slot).copied().unwrap_or_default();
        let field = self.fields.get(slot).cloned().unwrap_or_default();
        match cell {
            Cell::Absent => LogError::NoField { at, role, field, seen: Vec::new() },
            other => LogError::Label { at, role, field, kind: other.kind() },
        }
    }

    /// The slots and fields that are read.
    pub(crate) fn wanted(&self) -> impl Iterator<Item = (usize, &str)> {
        let constant = |slot: usize| self.constants.get(slot).is_some_and(Option::is_some);
        let fields = self.fields.iter().map(String::as_str).enumerate();
        fields.filter(move |&(slot, _)| !constant(slot))
    }
}

/// The effect of each policy.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Report {
    pub(crate) records: u64,
    pub(crate) bytes: u64,
    pub(crate) missing_dropped: u64,
    pub(crate) missing_failed: u64,
    pub(crate) repeats_dropped: u64,
    pub(crate) repeats_kept: u64,
    pub(crate) skipped: u64,
    pub(crate) interrupted: bool,
    /// Whether the last cell that counts has no line end after it.
    pub(crate) perhaps_interrupted: bool,
}

/// Counts trials, record by record.
pub(crate) struct Counter {
    pub(crate) counts: Counts,
    pub(crate) report: Report,
    pub(crate) spec: Rc<Spec>,
    seen: Seen,
    /// Whether the task and the trial are in the records, once one was read.
    present: [Option<bool>; 2],
}

impl Counter {
    pub(crate) fn new(spec: Spec) -> Outcome<Self> {
        let counts = Counts::new(spec.categories.names.clone())?;
        let counts = if spec.order { counts.in_order() } else { counts };
        let (report, seen) = (Report::default(), Seen::default());
        Ok(Self { counts, report, spec: Rc::new(spec), seen, present: [None; 2] })
    }

    /// Counts a record.
    pub(crate) fn add(&mut self, at: At, cells: &[Cell<'_>]) -> Outcome<()> {
        let spec = Rc::clone(&self.spec);
        let cell = |slot: usize| cells.get(slot).unwrap_or(&Cell::Absent);
        self.require_even(at, TASK, cell(TASK))?;
        self.require_even(at, TRIAL, cell(TRIAL))?;
        let model = spec.label(at, MODEL, cell(MODEL), false)?;
        let task = spec.label(at, TASK, cell(TASK), true)?;
        let Some(question) = cell(QUESTION).question() else {
            return Err(spec.unnamed(at, QUESTION, cell(QUESTION)).into());
        };
        let trial = match cell(TRIAL) {
            Cell::Absent => None,
            cell => match cell.label() {
                Some(trial) => Some(trial),
                None => return Err(spec.unnamed(at, TRIAL, cell).into()),
            },
        };
        let mark = self.mark(&spec, at, cell(OUTCOME))?;
        let row = self.counts.row(model, task, &question);
        let code = trial.map(|trial| self.seen.code(trial));
        self.report.records += 1;
        if let Some(code) = code.filter(|_| spec.on_repeat != OnRepeat::Keep) {
            let before = match spec.on_repeat {
                OnRepeat::Last => self.seen.mark(row, code, mark),
                _ => None,
            };
            if before.is_some() || !self.seen.is_new(row, code) {
                match before {
                    Some(before) => self.remove(row, code, before),
                    None if spec.on_repeat == OnRepeat::First => {
                        self.report.repeats_dropped += 1;
                        return Ok(());
                    }
                    None => {
                        let (model, question) = (model.to_owned(), question.into_owned());
                        let trial = trial.unwrap_or_default().to_owned();
                        return Err(LogError::Repeat { at, model, question, trial }.into());
                    }
                }
            }
        }
        let keeps = spec.on_repeat == OnRepeat::Keep;
        if keeps && code.is_some_and(|code| !self.seen.is_new(row, code)) {
            self.report.repeats_kept += 1;
            // Its number is another trial's.
            return self.put(row, None, mark);
        }
        self.put(row, code, mark)
    }

    /// Adds a trial.
    fn put(&mut self, row: usize, code: Option<u32>, mark: u16) -> Outcome<()> {
        if mark == DROPPED {
            self.counts.add_missing(row, 1)?;
            return Ok(());
        }
        self.counts.add(row, mark.into(), 1)?;
        self.counts.put(row, code, mark);
        Ok(())
    }

    /// Takes back an earlier trial, of which a later one counts.
    fn remove(&mut self, row: usize, code: u32, mark: u16) {
        self.report.repeats_dropped += 1;
        if mark == DROPPED {
            self.counts.remove_missing(row);
        } else {
            self.counts.remove(row, mark.into());
            self.counts.take_out(row, code);
        }
    }

    /// The category of an outcome, or [`DROPPED`].
    fn mark(&mut self, spec: &Spec, at: At, cell: &Cell<'_>) -> Outcome<u16> {
        let field = || spec.fields.get(OUTCOME).cloned().unwrap_or_default();
        match spec.categories.classify(cell) {
            Classified::Category(category) => Ok(category),
            Classified::Unknown => {
                let (value, accepted) = (cell.shown(), spec.categories.accepted());
                Err(LogError::Outcome { at, field: field(), value, accepted }.into())
            }
            Classified::Missing(kind) => match spec.on_missing {
                OnMissing::Error if *cell == Cell::Absent => {
                    let (role, seen) = ("outcome", Vec::new());
                    Err(LogError::NoField { at, role, field: field(), seen }.into())
                }
                OnMissing::Error => Err(LogError::Missing { at, field: field(), kind }.into()),
                OnMissing::Drop => {
                    self.report.missing_dropped += 1;
                    Ok(DROPPED)
                }
                OnMissing::Fail => {
                    self.report.missing_failed += 1;
                    Ok(0)
                }
            },
        }
    }

    /// Requires that a field is in all records or in none.
    fn require_even(&mut self, at: At, slot: usize, cell: &Cell<'_>) -> Result<(), LogError> {
        let here = *cell != Cell::Absent;
        let Some(known) = self.present.get_mut(usize::from(slot == TRIAL)) else { return Ok(()) };
        match *known {
            Some(known) if known != here => {
                let role = ROLES.get(slot).copied().unwrap_or_default();
                let field = self.spec.fields.get(slot).cloned().unwrap_or_default();
                Err(LogError::Uneven { at, role, field, present: here })
            }
            _ => {
                *known = Some(here);
                Ok(())
            }
        }
    }
}
