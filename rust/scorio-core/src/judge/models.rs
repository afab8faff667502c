//! The trials of each model of counts with labels, and the differences of any two models.

use std::collections::BTreeMap;

use crate::compare::error::CompareError;
use crate::compare::table::board::label;
use crate::counts::question::Question;
use crate::error::Result;
use crate::judge::difference::JudgedDifference;
use crate::judge::figures::{JudgedFigures, JudgedTarget};
use crate::judge::legend::Legend;
use crate::judge::trials::{JudgedAnswers, JudgedTrials, OutcomeCell};

/// A question of a model.
struct JudgedQuestion<'a> {
    task: &'a str,
    question: &'a str,
    cluster: Option<&'a str>,
    asked: JudgedAnswers,
}

impl JudgedQuestion<'_> {
    fn key(&self) -> (&str, &str) {
        (self.task, self.question)
    }
}

/// A model with a label, and its figures on all of its questions.
pub(crate) struct JudgedModel<'a> {
    pub(crate) model: &'a str,
    questions: Vec<JudgedQuestion<'a>>,
    /// The labels that there are, from 0 to 1.
    values: Vec<f64>,
    about: JudgedTarget,
    pub(crate) figures: JudgedFigures,
    pub(crate) trials: JudgedTrials,
}

impl<'a> JudgedModel<'a> {
    /// A model's questions, of which each has a trial. `None` without any label.
    ///
    /// # Errors
    /// - A question has no cluster.
    /// - Those of [`JudgedFigures::of`].
    pub(crate) fn of<'q>(
        model: &'a str,
        questions: impl Iterator<Item = &'q Question<'a>>,
        legend: &Legend,
        about: JudgedTarget,
    ) -> Result<Option<Self>>
    where
        'a: 'q,
    {
        let judged = questions.map(|question| {
            Ok(JudgedQuestion {
                task: question.task,
                question: question.question,
                cluster: label(about.clusters, question)?,
                asked: JudgedAnswers {
                    weight: question.weight.unwrap_or(1.0),
                    cluster: 0,
                    cells: cells(question, legend),
                    by_label: by_label(question, legend),
                },
            })
        });
        let mut questions = judged.collect::<Result<Vec<_>>>()?;
        questions.sort_unstable_by(|a, b| a.key().cmp(&b.key()));
        let labels = |one: &JudgedQuestion<'_>| one.asked.cells.iter().any(|cell| cell.labels > 0);
        if !questions.iter().any(labels) {
            return Ok(None);
        }
        let trials = together(questions.iter());
        let values: Vec<f64> = legend.labels.iter().map(|label| legend.scaled(*label)).collect();
        let figures = JudgedFigures::of(&trials, &values, about)?;
        Ok(Some(Self { model, questions, values, about, figures, trials }))
    }

    /// The difference from another model on the common questions.
    ///
    /// # Errors
    /// - There is no common question, or no label on these.
    /// - Those of [`JudgedFigures::of`].
    pub(crate) fn difference(&self, other: &Self) -> Result<JudgedDifference> {
        if self.asks_the_same(other) {
            return Ok(JudgedDifference::of(&self.figures, &other.figures));
        }
        let (own, base): (Vec<_>, Vec<_>) = self.common(other).into_iter().unzip();
        if own.is_empty() {
            return Err(CompareError::NoCommonQuestion {
                model: self.model.to_owned(),
                baseline: other.model.to_owned(),
                own: self.questions.len(),
                other: other.questions.len(),
            }
            .into());
        }
        let figures = |questions: Vec<&JudgedQuestion<'_>>, one: &Self| {
            JudgedFigures::of(&together(questions.into_iter()), &one.values, one.about)
        };
        Ok(JudgedDifference::of(&figures(own, self)?, &figures(base, other)?))
    }

    /// Whether both models have the same questions.
    fn asks_the_same(&self, other: &Self) -> bool {
        self.questions.len() == other.questions.len()
            && self.questions.iter().zip(&other.questions).all(|(a, b)| a.key() == b.key())
    }

    /// The questions that both models have. Those of each are in order.
    fn common<'b>(
        &'b self,
        other: &'b Self,
    ) -> Vec<(&'b JudgedQuestion<'a>, &'b JudgedQuestion<'a>)> {
        let mut rest = other.questions.iter().peekable();
        let both = self.questions.iter().filter_map(|one| {
            while rest.next_if(|next| next.key() < one.key()).is_some() {}
            Some((one, rest.next_if(|next| next.key() == one.key())?))
        });
        both.collect()
    }

    /// The label that all labelled trials have, if it is one.
    pub(crate) fn only_label(&self, legend: &Legend) -> Option<f64> {
        let mut labels = legend.labels.iter().enumerate().filter(|(place, _)| {
            let has = |one: &JudgedQuestion<'_>| one.asked.by_label.get(*place) > Some(&0);
            self.questions.iter().any(has)
        });
        let first = labels.next().map(|(_, label)| *label);
        first.filter(|_| labels.next().is_none())
    }

    /// How many questions it has in common with another model, and how many each has alone.
    pub(crate) fn shared(&self, other: &Self) -> (u64, u64, u64) {
        let same = self.asks_the_same(other);
        let common = if same { self.questions.len() } else { self.common(other).len() };
        let alone = |all: usize| (all - common) as u64;
        (common as u64, alone(self.questions.len()), alone(other.questions.len()))
    }
}

/// The cells of a question by outcome of the judge.
fn cells(question: &Question<'_>, legend: &Legend) -> Vec<OutcomeCell> {
    let mut cells = vec![OutcomeCell::default(); legend.outcomes.len()];
    for &place in &legend.order {
        let known = legend.categories.get(place).zip(question.counts.get(place));
        let Some((&(outcome, label), &trials)) = known else { continue };
        let Some(cell) = cells.get_mut(outcome) else { continue };
        cell.trials += trials;
        if let Some(label) = label {
            let y = legend.scaled(label);
            cell.labels += trials;
            cell.sum += y * trials as f64;
            cell.squares += y * y * trials as f64;
        }
    }
    cells
}

/// How many trials of a question have each label.
fn by_label(question: &Question<'_>, legend: &Legend) -> Vec<u64> {
    let mut trials = vec![0; legend.labels.len()];
    for (&(_, label), &count) in legend.categories.iter().zip(question.counts) {
        let place = label.and_then(|label| legend.labels.iter().position(|one| *one == label));
        if let Some(trials) = place.and_then(|place| trials.get_mut(place)) {
            *trials += count;
        }
    }
    trials
}

/// Questions with their clusters numbered, or each its own.
fn together<'q, 'a: 'q>(questions: impl Iterator<Item = &'q JudgedQuestion<'a>>) -> JudgedTrials {
    let questions: Vec<_> = questions.collect();
    let mut known = BTreeMap::new();
    let clustered = questions.iter().any(|one| one.cluster.is_some());
    let asked = questions.iter().enumerate().map(|(place, one)| {
        let cluster = one.cluster.map_or(place, |cluster| {
            let next = known.len();
            *known.entry(cluster).or_insert(next)
        });
        JudgedAnswers { cluster, ..one.asked.clone() }
    });
    let asked: Vec<JudgedAnswers> = asked.collect();
    let clusters = if clustered { known.len() } else { asked.len() };
    let weighted = asked.iter().any(|one| one.weight != 1.0);
    JudgedTrials::new(asked, weighted, clusters, clustered)
}
