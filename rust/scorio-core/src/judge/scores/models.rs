//! The trials of each model of counts with labels, and the differences of any two models.

use std::collections::BTreeMap;

use super::borrow::BorrowedRates;
use super::difference::JudgedDifference;
use super::figures::{JudgedFigures, JudgedTarget};
use super::regression::GivenLabel;
use super::trials::{JudgedAnswers, JudgedTrials, OutcomeCell};
use crate::compare::error::CompareError;
use crate::compare::table::board::label;
use crate::counts::question::Question;
use crate::error::{Error, Result};
use crate::judge::error::JudgeError;
use crate::judge::legend::Legend;
use crate::judge::levels::JudgeLevels;

/// A question of a model.
struct JudgedQuestion<'a> {
    task: &'a str,
    question: &'a str,
    cluster: Option<&'a str>,
    asked: JudgedAnswers,
    /// Its labels, where outcomes are levels.
    given: Vec<GivenLabel>,
}

impl JudgedQuestion<'_> {
    fn key(&self) -> (&str, &str) {
        (self.task, self.question)
    }
}

/// A model with a label or borrowed rates, and its figures on all of its questions.
pub(crate) struct JudgedModel<'a> {
    pub(crate) model: &'a str,
    questions: Vec<JudgedQuestion<'a>>,
    /// The labels that there are, from 0 to 1.
    values: Vec<f64>,
    about: JudgedTarget,
    levels: Option<JudgeLevels>,
    /// The judge's rates on other models, where the model has no label.
    rates: Option<BorrowedRates>,
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
        let questions = judged_questions(questions, legend, about)?;
        let labels = |one: &JudgedQuestion<'_>| one.asked.cells.iter().any(|cell| cell.labels > 0);
        if !questions.iter().any(labels) {
            return Ok(None);
        }
        Self::made(model, questions, legend, about, None).map(Some)
    }

    /// The same of a model that may have no label yet.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub(crate) fn to_label<'q>(
        model: &'a str,
        questions: impl Iterator<Item = &'q Question<'a>>,
        legend: &Legend,
        about: JudgedTarget,
    ) -> Result<Self>
    where
        'a: 'q,
    {
        Self::made(model, judged_questions(questions, legend, about)?, legend, about, None)
    }

    fn made(
        model: &'a str,
        questions: Vec<JudgedQuestion<'a>>,
        legend: &Legend,
        about: JudgedTarget,
        rates: Option<BorrowedRates>,
    ) -> Result<Self> {
        let levels = legend.levels.clone();
        let trials = together(questions.iter(), levels.as_ref());
        let values: Vec<f64> = legend.labels.iter().map(|label| legend.scaled(*label)).collect();
        let figures = figures_of(&trials, &values, about, rates.as_ref())?;
        Ok(Self { model, questions, values, about, levels, rates, figures, trials })
    }

    /// Whether the model has no label, and the judge's rates on other models.
    pub(crate) fn is_borrowing(&self) -> bool {
        self.rates.is_some()
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
            let trials = together(questions.into_iter(), one.levels.as_ref());
            figures_of(&trials, &one.values, one.about, one.rates.as_ref())
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

/// A model with its questions that have a trial.
pub(crate) type AskedModel<'a, 'q> = (&'a str, Vec<&'q Question<'a>>);

/// The models of a table by name: those with labels, and with `borrow` the others. Without it, and without
/// any label, they are left out. So they are in a part of the questions where rates cannot be borrowed.
///
/// # Errors
/// - A question has no cluster.
/// - Those of [`JudgedFigures::of`] and of [`BorrowedRates::of`].
pub(crate) fn judged_models<'a>(
    all: &[AskedModel<'a, '_>],
    legend: &Legend,
    about: JudgedTarget,
    (borrow, is_part): (bool, bool),
) -> Result<BTreeMap<&'a str, JudgedModel<'a>>> {
    let (mut found, mut others) = (BTreeMap::new(), Vec::new());
    for (model, questions) in all.iter().filter(|(_, questions)| !questions.is_empty()) {
        match JudgedModel::of(model, questions.iter().copied(), legend, about)? {
            Some(own) => _ = found.insert(*model, own),
            None => others.push((*model, questions)),
        }
    }
    if !borrow || others.is_empty() || found.is_empty() {
        return Ok(found);
    }
    let figures = found.values().map(|one| &one.figures);
    let rates = match BorrowedRates::of(figures, legend, about.confidence) {
        Ok(rates) => rates,
        Err(Error::Judge(JudgeError::FewModels { .. } | JudgeError::Weak { .. })) if is_part => {
            return Ok(found);
        }
        Err(error) => return Err(error),
    };
    for (model, questions) in others {
        let questions = judged_questions(questions.iter().copied(), legend, about)?;
        let own = JudgedModel::made(model, questions, legend, about, Some(rates))?;
        found.insert(model, own);
    }
    Ok(found)
}

/// The figures of a model with labels, or with borrowed rates.
fn figures_of(
    trials: &JudgedTrials,
    values: &[f64],
    about: JudgedTarget,
    rates: Option<&BorrowedRates>,
) -> Result<JudgedFigures> {
    match rates {
        Some(rates) => JudgedFigures::borrowing(trials, rates, about),
        None => JudgedFigures::of(trials, values, about),
    }
}

/// Questions with their cells, in the order of their names.
fn judged_questions<'a: 'q, 'q>(
    questions: impl Iterator<Item = &'q Question<'a>>,
    legend: &Legend,
    about: JudgedTarget,
) -> Result<Vec<JudgedQuestion<'a>>> {
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
            given: given(question, legend),
        })
    });
    let mut questions = judged.collect::<Result<Vec<_>>>()?;
    questions.sort_unstable_by(|a, b| a.key().cmp(&b.key()));
    Ok(questions)
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

/// The labels of a question, where outcomes are levels.
fn given(question: &Question<'_>, legend: &Legend) -> Vec<GivenLabel> {
    let categories =
        legend.categories.iter().zip(question.counts).filter(|_| legend.levels.is_some());
    let labelled = categories.filter(|(_, trials)| **trials > 0).filter_map(|(one, &trials)| {
        let label = legend.scaled(one.1?);
        Some(GivenLabel { outcome: one.0, label, trials })
    });
    labelled.collect()
}

/// Questions with their clusters numbered, or each its own.
fn together<'q, 'a: 'q>(
    questions: impl Iterator<Item = &'q JudgedQuestion<'a>>,
    levels: Option<&JudgeLevels>,
) -> JudgedTrials {
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
    let trials = JudgedTrials::new(asked, weighted, clusters, clustered);
    let Some(levels) = levels else { return trials };
    let given: Vec<_> = questions.iter().map(|one| one.given.clone()).collect();
    trials.with_levels(levels, &given)
}
