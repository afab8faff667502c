//! One of two models that are compared: its questions and its mean score.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::board::Board;
use crate::compare::decision::difference::{DifferenceMoments, Term, fixed, of_sample};
use crate::compare::scores::scored::QuestionScorer;
use crate::compare::scores::scoring::Scoring;
use crate::counts::question::Question;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::posterior::target::Target;

/// One of two models: its questions that count in the comparison, and their scores.
pub(in crate::compare) struct ComparedSide<'s, 'a> {
    pub(in crate::compare) model: &'s str,
    /// Number of all of its questions.
    pub(in crate::compare) all: usize,
    pub(in crate::compare) questions: Vec<Question<'a>>,
    /// None if only a data set has a score.
    pub(in crate::compare) terms: Vec<Term>,
    /// The mean score and its variance over new trials, which other pairs may have computed.
    pub(in crate::compare) kept: Option<&'s OnceCell<DifferenceMoments>>,
    /// What all questions of the model tell of each.
    pub(in crate::compare) learned: &'s Learned<'a>,
}

/// All questions of a model, and the variance of the mean of each over new trials, by its counts.
pub(in crate::compare) struct Learned<'a> {
    questions: Vec<Question<'a>>,
    variances: OnceCell<BTreeMap<&'a [u64], Double>>,
}

impl<'a> Learned<'a> {
    pub(in crate::compare) fn of(questions: Vec<Question<'a>>) -> Self {
        Self { questions, variances: OnceCell::new() }
    }

    fn variances(&self, scorer: &QuestionScorer<'_>) -> Result<&BTreeMap<&'a [u64], Double>> {
        if let Some(known) = self.variances.get() {
            return Ok(known);
        }
        let found = scorer.variances(&self.questions)?;
        Ok(self.variances.get_or_init(|| found))
    }
}

impl ComparedSide<'_, '_> {
    /// Number of its questions that do not count in the comparison.
    pub(in crate::compare) fn unmatched(&self) -> u64 {
        (self.all - self.questions.len()) as u64
    }
}

impl<'a> Board<'a> {
    /// The part of each question in the mean.
    pub(in crate::compare) fn terms<'q>(&self, questions: &[Question<'q>]) -> Vec<Term> {
        // Numbers differ from question to question, and the counts of categories recur.
        let recur = !matches!(self.scoring, Scoring::Numbers(_));
        let mut known: HashMap<&'q [u64], _, FxBuildHasher> = HashMap::default();
        let term = |(place, question): (usize, &Question<'q>)| {
            let scored = || self.scoring.question(question);
            let (mean, variance) = if recur {
                (*known.entry(question.counts).or_insert_with(scored))?
            } else {
                scored()?
            };
            let variance = variance.unwrap_or(Double::ZERO);
            let third = self.scoring.third(question).filter(|_| !self.request.is_of_sample());
            let weight = question.weight.unwrap_or(1.0);
            let cluster = self.cluster(place, question);
            Some(Term { mean, variance, third, cluster, weight })
        };
        questions.iter().enumerate().filter_map(term).collect()
    }

    /// The mean score of one model. `None` for a sample of one.
    pub(in crate::compare) fn alone(
        &self,
        side: &ComparedSide<'_, 'a>,
        sampled: bool,
    ) -> Result<Option<DifferenceMoments>> {
        let terms = &side.terms;
        let known = !self.scoring.has_question_scores();
        let found = match sampled {
            true => of_sample(terms),
            false if known => Some(self.estimated(side, self.request.target)?),
            false => Some(fixed(terms)),
        };
        let Some(found) = found else { return Ok(None) };
        if known || !self.has_estimates() || self.request.clusters.is_some() {
            return Ok(Some(found));
        }
        if sampled && !self.scoring.is_hierarchical(self.request) {
            return Ok(Some(found));
        }
        let variance = self.estimated(side, self.request.target)?.variance;
        Ok(Some(DifferenceMoments { variance, ..found }))
    }

    /// Whether the variance of a mean comes from all questions together, not from one after another.
    pub(super) fn has_estimates(&self) -> bool {
        matches!(self.scoring, Scoring::Metric(_)) || self.scoring.is_hierarchical(self.request)
    }

    /// The mean score of one model.
    pub(in crate::compare) fn mean(&self, side: &ComparedSide<'_, 'a>) -> Result<Double> {
        if self.scoring.has_question_scores() {
            return Ok(fixed(&side.terms).mean);
        }
        Ok(self.estimated(side, Target::TheseQuestions)?.mean)
    }

    /// The mean score of one model and its variance over new trials, computed once if it is kept.
    pub(super) fn estimated(
        &self,
        side: &ComparedSide<'_, 'a>,
        target: Target,
    ) -> Result<DifferenceMoments> {
        if let Some(&found) = side.kept.and_then(OnceCell::get) {
            return Ok(found);
        }
        let plain = fixed(&side.terms);
        let found = match self.scoring {
            // A model's prior is that of all its questions, also where only some are compared.
            Scoring::Categories(scorer)
                if target == Target::TheseQuestions && side.questions.len() < side.all =>
            {
                let known = side.learned.variances(scorer)?;
                let each = side.terms.iter().zip(&side.questions).map(|(term, question)| {
                    let variance = known.get(question.counts).copied().unwrap_or(Double::ZERO);
                    Term { variance, ..*term }
                });
                fixed(&each.collect::<Vec<_>>())
            }
            Scoring::Categories(scorer) => {
                let variance = scorer.variance(&side.questions, target)?;
                DifferenceMoments { variance, ..plain }
            }
            Scoring::Metric(scorer) => {
                let found = scorer.estimate(&side.questions, target)?;
                DifferenceMoments { mean: found.centre(), variance: found.variance(1.0), units: 0 }
            }
            Scoring::Numbers(_) => plain,
        };
        Ok(side.kept.map_or(found, |kept| *kept.get_or_init(|| found)))
    }
}
