//! Errors of rubrics.

use thiserror::Error;

use super::grades::trial::TrialName;
use crate::check::plural;
use crate::remedy::{Fault, Remedy};

/// An error of a rubric, or of a trial that it grades.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum RubricError {
    /// The file is not TOML.
    #[error("line {line} of the rubric file, column {column}: {problem}")]
    NotToml {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong.
        problem: String,
    },
    /// A text that is too large for a rubric file.
    #[error("the rubric file is larger than {most} MiB: give a file of rubrics")]
    TooLarge {
        /// The largest, in MiB.
        most: usize,
    },
    /// An entry of the file that is not what it should be.
    #[error("line {line} of the rubric file: {place} {problem}")]
    Entry {
        /// Line, from 1.
        line: usize,
        /// What it belongs to.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// An expression that cannot be read.
    #[error("line {line} of the rubric file: {place} = \"{text}\": {problem} (character {at})")]
    Expression {
        /// Line, from 1.
        line: usize,
        /// What it belongs to.
        place: String,
        /// The expression.
        text: String,
        /// The character, from 1.
        at: usize,
        /// What is wrong.
        problem: String,
    },
    /// A threshold that depends on itself.
    #[error(
        "line {line} of the rubric file: the threshold \"{name}\" depends on itself through where"
    )]
    Circle {
        /// Line, from 1.
        line: usize,
        /// Its name.
        name: String,
    },
    /// A file without a rubric.
    #[error("the rubric file has no [[rubric]]")]
    NoRubrics,
    /// A rubric that the file does not have.
    #[error("there is no rubric \"{name}\"; {known}")]
    UnknownRubric {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// A signal that the file does not declare.
    #[error("there is no signal \"{name}\"; {known}")]
    UnknownSignal {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// A source of a signal that cannot be one.
    #[error("the signal \"{name}\" cannot be read from \"{source_text}\": {problem}")]
    Source {
        /// The signal.
        name: String,
        /// What was given.
        source_text: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// A trial that no rule matches.
    #[error("the rubric \"{rubric}\" has no category for {trial}: {values}")]
    Unmatched {
        /// The rubric.
        rubric: String,
        /// The trial.
        trial: TrialName,
        /// The values of its signals.
        values: String,
    },
    /// A trial without a signal that decides.
    #[error("{trial} lacks the signal \"{signal}\", which the rubric \"{rubric}\" needs: {values}")]
    Missing {
        /// The rubric.
        rubric: String,
        /// The signal.
        signal: String,
        /// The trial.
        trial: TrialName,
        /// The values of its signals.
        values: String,
    },
    /// A signal that no trial has.
    #[error("no trial has the signal \"{signal}\"{}", from(source_text))]
    NoSignal {
        /// The signal.
        signal: String,
        /// The field that it is read from.
        source_text: String,
    },
    /// A quantile over no trial.
    #[error(
        "{trial} needs the threshold \"{threshold}\", which is a quantile over no trial of {group}"
    )]
    NoTrials {
        /// The trial.
        trial: TrialName,
        /// The threshold.
        threshold: String,
        /// The task, and the model if it is of one.
        group: String,
    },
    /// A frozen threshold for other tasks or models.
    #[error("the threshold \"{threshold}\" is frozen, but not for {group}")]
    NotFrozen {
        /// The threshold.
        threshold: String,
        /// The task, and the model if it is of one.
        group: String,
    },
    /// More trials to keep than memory is allowed for.
    #[error(
        "quantiles need {} of every trial in memory, and {limit} bytes hold no more than {trials} trials",
        plural(*signals, "signal")
    )]
    Memory {
        /// How many trials there were.
        trials: u64,
        /// How many signals each has.
        signals: usize,
        /// The limit.
        limit: u64,
    },
    /// A matrix of signals that does not fit the file.
    #[error("signals has {}, but the rubric file has {}", plural(*columns, "column"), plural(*signals, "signal"))]
    Columns {
        /// Columns of the matrix.
        columns: usize,
        /// Signals of the file.
        signals: usize,
    },
    /// Trials of a matrix whose tasks or models do not fit them.
    #[error("{} and tasks and models of {groups} do not fit together", plural(*trials, "trial"))]
    Groups {
        /// Trials.
        trials: usize,
        /// Groups.
        groups: usize,
    },
    /// A code of a task or a model that has no name.
    #[error(
        "{option} has the code {code} for {trial}, but there are {names} names, counted from 0"
    )]
    Code {
        /// The option.
        option: &'static str,
        /// The code.
        code: i64,
        /// The trial.
        trial: TrialName,
        /// The number of names.
        names: usize,
    },
    /// Logits or labels that do not fit together.
    #[error("{problem}")]
    Verifier {
        /// What is wrong.
        problem: String,
    },
}

fn from(source: &str) -> String {
    if source.is_empty() { String::new() } else { format!(", which is read from \"{source}\"") }
}

impl Fault for RubricError {
    fn kind(&self) -> &'static str {
        match self {
            Self::NotToml { .. } => "rubric.not_toml",
            Self::TooLarge { .. } => "rubric.too_large",
            Self::Entry { .. } => "rubric.entry",
            Self::Expression { .. } => "rubric.expression",
            Self::Circle { .. } => "rubric.circle",
            Self::NoRubrics => "rubric.no_rubrics",
            Self::UnknownRubric { .. } => "rubric.unknown_rubric",
            Self::UnknownSignal { .. } => "rubric.unknown_signal",
            Self::Source { .. } => "rubric.source",
            Self::Unmatched { .. } => "rubric.unmatched",
            Self::Missing { .. } => "rubric.missing",
            Self::NoSignal { .. } => "rubric.no_signal",
            Self::NoTrials { .. } => "rubric.no_trials",
            Self::NotFrozen { .. } => "rubric.not_frozen",
            Self::Memory { .. } => "rubric.memory",
            Self::Columns { .. } => "rubric.columns",
            Self::Groups { .. } => "rubric.groups",
            Self::Code { .. } => "rubric.code",
            Self::Verifier { .. } => "rubric.verifier",
        }
    }

    fn count_from(&mut self, first: usize) {
        if let Self::Unmatched { trial, .. }
        | Self::Missing { trial, .. }
        | Self::Code { trial, .. }
        | Self::NoTrials { trial, .. } = self
        {
            trial.count_from(first);
        }
    }

    fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Unmatched { .. } => Some(Remedy::AddOtherwise),
            Self::Missing { .. } => Some(Remedy::ChooseMissing),
            Self::NoSignal { signal, .. } => Some(Remedy::NameSignal { signal: signal.clone() }),
            Self::NoTrials { .. } | Self::NotFrozen { .. } => Some(Remedy::FreezeThresholds),
            Self::Memory { .. } => Some(Remedy::FreezeOnSample),
            _ => None,
        }
    }
}
