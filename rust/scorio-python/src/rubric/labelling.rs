//! Labels of a log or of another file, on their way into counts.

use std::collections::BTreeMap;

use scorio_core::Counts as CoreCounts;
use scorio_core::judge::join::{LabelFile, OwnLabels, ReadTrials, joined};
use scorio_core::judge::labelled::{LabelledTrial, labelled, outcomes, unlabelled, with_letters};
use scorio_core::judge::unlike::unlike_trials;
use scorio_core::rubric::grading::{GradedTrial, Grades as CoreGrades};
use scorio_logs::{Note, Report};

use crate::counting::counts::Counts;
use crate::failure::Outcome;

/// The figure that all trials have.
pub(super) const TRIAL_NUMBER: &str = "the trial's number";

/// A figure of each trial by which labelled ones may differ.
pub(super) struct CheckedFigure {
    pub(super) field: String,
    pub(super) figures: Vec<f64>,
}

/// Counts of labelled trials. Notes say where chance did not choose the labelled ones.
pub(super) fn labelling(
    (counts, trials, texts): (&CoreCounts, &[LabelledTrial], &[String]),
    checks: &[CheckedFigure],
    ends: Option<(f64, f64)>,
    mut report: Report,
) -> Outcome<Counts> {
    let found = labelled(counts, trials, texts, ends)?;
    for CheckedFigure { field, figures } in checks {
        for (model, z) in unlike_trials(counts, trials, &found.outcomes, figures) {
            let (model, field) = (model.unwrap_or_default(), field.clone());
            report.note(Note::LabelsUnlike { model, field, z: format!("{z:.1}") });
        }
    }
    Ok(Counts { counts: found.counts, report })
}

/// The trials of a log as rubrics graded them.
pub(super) struct GradedLog {
    pub(super) graded: CoreGrades,
    pub(super) counts: CoreCounts,
    pub(super) report: Report,
}

/// Labels of another file.
pub(super) struct OtherLabels<'o> {
    pub(super) log: &'o GradedLog,
    pub(super) file: String,
    /// The field of the log that has labels, too.
    pub(super) beside: Option<String>,
    /// What stands for the model where the file names none.
    pub(super) unnamed: Vec<String>,
    /// Whether labels of trials that the log lacks are left out.
    pub(super) drops: bool,
}

/// Which signals are outcome, label and figures, and the ends of the labels.
pub(super) struct Labelling {
    pub(super) outcome: usize,
    pub(super) label: usize,
    pub(super) ends: Option<(f64, f64)>,
    pub(super) check: Option<(String, usize)>,
}

fn signal(trial: &GradedTrial, place: usize) -> f64 {
    trial.signals.get(place).copied().unwrap_or(f64::NAN)
}

impl GradedLog {
    /// Counts whose categories tell outcomes and labels, which may be those of another file.
    pub(super) fn labelled_by(
        &self,
        by: Labelling,
        other: Option<OtherLabels<'_>>,
    ) -> Outcome<Counts> {
        let Labelling { outcome, label, ends, check } = by;
        let mut report = self.report.clone();
        let own = self.labelled_trials(outcome, label, other, &mut report)?;
        let mut checks =
            vec![CheckedFigure { field: TRIAL_NUMBER.to_owned(), figures: self.numbers() }];
        if let Some((field, place)) = check {
            let figures = self.graded.trials.iter().map(|trial| signal(trial, place)).collect();
            checks.push(CheckedFigure { field, figures });
        }
        let texts = &self.graded.details.texts;
        labelling((&self.counts, &own, texts), &checks, ends, report)
    }

    /// Counts whose categories tell outcomes, where no trial has a label yet.
    pub(super) fn unlabelled_by(&self, outcome: usize) -> Outcome<Counts> {
        let own = self.labelled_trials(outcome, usize::MAX, None, &mut self.report.clone())?;
        let found = unlabelled(&self.counts, &own, &self.graded.details.texts)?;
        Ok(Counts { counts: found.counts, report: self.report.clone() })
    }

    /// The outcome of each trial, as the categories of these counts name it, and whether it has a label.
    pub(super) fn judged_by(
        &self,
        outcome: usize,
        label: usize,
        other: Option<OtherLabels<'_>>,
    ) -> Outcome<Vec<(String, bool)>> {
        let own = self.labelled_trials(outcome, label, other, &mut self.report.clone())?;
        let known = own.iter().map(|trial| !trial.label.is_nan());
        let names = outcomes(&self.counts, &own, &self.graded.details.texts);
        Ok(names.into_iter().zip(known).collect())
    }

    /// The number or the text that a judge gave each trial.
    pub(super) fn rated_by(&self, outcome: usize) -> Outcome<Vec<(Option<f64>, Option<String>)>> {
        let texts = &self.graded.details.texts;
        let own = self.labelled_trials(outcome, outcome, None, &mut self.report.clone())?;
        let rating = |trial: &LabelledTrial| match trial.text {
            // Of far too many texts only their numbers are known.
            Some(place) => (None, Some(texts.get(place).map_or(place.to_string(), Clone::clone))),
            None => ((!trial.outcome.is_nan()).then_some(trial.outcome), None),
        };
        Ok(with_letters(&own, texts).iter().map(rating).collect())
    }

    /// The trials by two of the signals, with the labels of another file.
    fn labelled_trials(
        &self,
        outcome: usize,
        label: usize,
        other: Option<OtherLabels<'_>>,
        report: &mut Report,
    ) -> Outcome<Vec<LabelledTrial>> {
        let trials = &self.graded.trials;
        let mut labels: Vec<f64> = trials.iter().map(|trial| signal(trial, label)).collect();
        if let Some(other) = other {
            labels = self.joined(&labels, other, report)?;
        }
        let own = trials.iter().zip(&labels).map(|(trial, &label)| LabelledTrial {
            row: trial.row,
            outcome: signal(trial, outcome),
            text: self.graded.details.text(trial),
            label,
        });
        Ok(own.collect())
    }

    /// The labels of another file for the trials.
    fn joined(
        &self,
        labels: &[f64],
        other: OtherLabels<'_>,
        report: &mut Report,
    ) -> Outcome<Vec<f64>> {
        let OtherLabels { log: own, file, beside, mut unnamed, drops } = other;
        let log = ReadTrials { grades: &self.graded, counts: &self.counts };
        let trials = ReadTrials { grades: &own.graded, counts: &own.counts };
        for note in &own.report.notes {
            match note {
                Note::ModelsOfFiles { models, .. } => unnamed.extend(models.iter().cloned()),
                Note::Interrupted { .. }
                | Note::PerhapsInterrupted { .. }
                | Note::Invalidated { .. }
                | Note::SkippedFiles { .. }
                | Note::CountedScore { .. } => report.note(note.clone()),
                _ => {}
            }
        }
        let beside = beside.as_deref().map(|field| OwnLabels { field, labels });
        let source = LabelFile { file: &file, trials, label: 0, unnamed: &unnamed, drops };
        let found = joined(log, beside, &source)?;
        if found.equal > 0 {
            let both = beside.map(|beside| format!("{} and {file}", beside.place()));
            let file = both.unwrap_or_else(|| file.clone());
            report.note(Note::EqualLabels { file, equal: found.equal });
        }
        if found.unmatched > 0 {
            let (unmatched, labels) = (found.unmatched, found.given);
            report.note(Note::UnmatchedLabels { file, unmatched, labels });
        }
        Ok(found.labels)
    }

    /// The number of each trial: its name, if all names of the log are numbers, and otherwise its place
    /// among the trials of its question.
    fn numbers(&self) -> Vec<f64> {
        let names = &self.graded.names;
        let trials = || self.graded.trials.iter();
        let named: Option<Vec<f64>> = trials()
            .map(|trial| names.name(trial.key).parse().ok().filter(|one: &f64| one.is_finite()))
            .collect();
        named.unwrap_or_else(|| {
            let mut next = BTreeMap::new();
            let mut number = |trial: &GradedTrial| {
                let count = next.entry(trial.row).or_insert(0.0);
                *count += 1.0;
                *count - 1.0
            };
            trials().map(&mut number).collect()
        })
    }
}
