//! How far two models are apart, and which distribution its error has.

use super::board::Board;
use super::side::ComparedSide;
use crate::compare::decision::difference::{
    DifferenceMoments, Term, fixed, joint, numbers, of_sample,
};
use crate::compare::decision::rule::Difference;
use crate::compare::decision::skewness;
use crate::compare::error::CompareError;
use crate::compare::scores::scoring::Scoring;
use crate::counts::question::Question;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::student::Distribution;
use crate::posterior::target::Target;

impl<'a> Board<'a> {
    /// The differences on the same questions, if the comparison is by questions.
    pub(in crate::compare) fn differences(
        &self,
        own: &ComparedSide<'_, 'a>,
        base: &ComparedSide<'_, 'a>,
    ) -> Option<Vec<Term>> {
        let by_question = self.request.paired && self.scoring.has_question_scores();
        by_question.then(|| subtracted(&own.terms, &base.terms))
    }

    /// The difference of two models, and its z.
    ///
    /// # Errors
    /// It has no σ: there is one unit, or all units are equal.
    pub(in crate::compare) fn apart(
        &self,
        own: &ComparedSide<'_, 'a>,
        base: &ComparedSide<'_, 'a>,
        differences: &[Term],
    ) -> Result<(Difference, f64)> {
        let about_these = self.about_these(&own.questions, &base.questions);
        let found = if self.request.paired {
            self.paired(own, base, differences, about_these)?
        } else {
            self.unpaired(own, base, about_these)?
        };
        let mut found = found.ok_or_else(|| self.one_unit(own, base))?;
        if matches!(self.scoring, Scoring::Numbers(_)) {
            found.skewness = self.skewness(own, base, differences, about_these.is_some());
        }
        let z = found.z().ok_or_else(|| {
            let difference = self.scoring.unscale(found.mean).value();
            self.no_scatter(own, base, difference, about_these.is_some())
        })?;
        Ok((found, z))
    }

    /// Whether the trials tell nothing about these questions, though the comparison is about them.
    pub(in crate::compare) fn are_single(&self, model: &str) -> bool {
        let (own, base) = (self.of(model, None), self.of(&self.request.baseline, None));
        !self.request.is_of_sample() && self.scoring.about_these(&own, &base).is_none()
    }

    /// The distribution of a difference about these questions, if the trials tell it.
    fn about_these(&self, own: &[Question<'_>], base: &[Question<'_>]) -> Option<Distribution> {
        if self.request.is_of_sample() { None } else { self.scoring.about_these(own, base) }
    }

    /// The difference on the same questions. `None` for a sample of one.
    fn paired(
        &self,
        own: &ComparedSide<'_, 'a>,
        base: &ComparedSide<'_, 'a>,
        terms: &[Term],
        about_these: Option<Distribution>,
    ) -> Result<Option<Difference>> {
        let DifferenceMoments { mean, variance, .. } = fixed(terms);
        let Some(rule) = self.scoring.rule(self.request) else {
            if let Some(distribution) = about_these {
                return Ok(Some(Difference::new(mean, variance, distribution)));
            }
            return Ok(of_sample(terms).map(Difference::of_units));
        };
        let questions = [own.questions.as_slice(), &base.questions];
        let lonely = rule.hierarchical && !rule.sampled && is_lonely(questions);
        let single = questions.into_iter().any(is_single);
        if !terms.is_empty() && (lonely || rule.is_paired(single, terms.len())) {
            let all = questions.into_iter().flatten();
            let trials = all.map(Question::trials).min().unwrap_or(1);
            return Ok(rule.of_questions(terms, trials));
        }
        let distribution = Distribution::Normal;
        if !self.has_estimates() {
            return Ok(Some(Difference::new(mean, variance, distribution)));
        }
        let target = Target::TheseQuestions;
        let (a, b) = (self.estimated(own, target)?, self.estimated(base, target)?);
        let mean = if terms.is_empty() { a.mean - b.mean } else { mean };
        Ok(Some(Difference::new(mean, a.variance + b.variance, distribution)))
    }

    /// The difference of two means. `None` if either is a sample of one.
    ///
    /// Models with common clusters share their effects. Other samples are independent, with the
    /// degrees of freedom of Welch and Satterthwaite.
    fn unpaired(
        &self,
        own: &ComparedSide<'_, 'a>,
        base: &ComparedSide<'_, 'a>,
        about_these: Option<Distribution>,
    ) -> Result<Option<Difference>> {
        let (scores, base_scores) = (&own.terms, &base.terms);
        if self.request.clusters.is_some() && !numbers(scores).is_disjoint(&numbers(base_scores)) {
            return Ok(joint(scores, base_scores).map(Difference::of_units));
        }
        // Numbers without a second trial of any question tell only about questions like these.
        let sampled = about_these.is_none();
        let (first, second) = (self.alone(own, sampled)?, self.alone(base, sampled)?);
        let (Some(a), Some(b)) = (first, second) else { return Ok(None) };
        let (mean, variance) = (a.mean - b.mean, a.variance + b.variance);
        if let Some(distribution) = about_these {
            return Ok(Some(Difference::new(mean, variance, distribution)));
        }
        let distribution = Distribution::Student(degrees(a, b, variance));
        Ok(Some(Difference::new(mean, variance, distribution)))
    }

    /// λ of the difference of two numeric scores.
    fn skewness(
        &self,
        own: &ComparedSide<'_, 'a>,
        base: &ComparedSide<'_, 'a>,
        differences: &[Term],
        about_these: bool,
    ) -> f64 {
        let (scores, base_scores) = (&own.terms, &base.terms);
        if about_these {
            return skewness::apart(skewness::of_trials(scores), skewness::of_trials(base_scores));
        }
        if self.request.paired {
            return skewness::of_sample(differences);
        }
        if self.request.clusters.is_some() && !numbers(scores).is_disjoint(&numbers(base_scores)) {
            return skewness::of_joint(scores, base_scores);
        }
        let alone = |terms: &[Term]| {
            let variance = of_sample(terms).map_or(0.0, |found| found.variance.value());
            (skewness::of_sample(terms), variance)
        };
        skewness::apart(alone(scores), alone(base_scores))
    }

    fn one_unit(&self, own: &ComparedSide<'_, '_>, base: &ComparedSide<'_, '_>) -> CompareError {
        let (model, baseline) = (own.model.to_owned(), base.model.to_owned());
        if self.request.is_of_sample() {
            CompareError::OneUnit { model, baseline, unit: self.unit() }
        } else {
            CompareError::OneTrial { model, baseline }
        }
    }

    fn no_scatter(
        &self,
        own: &ComparedSide<'_, '_>,
        base: &ComparedSide<'_, '_>,
        difference: f64,
        about_these: bool,
    ) -> CompareError {
        let (model, baseline) = (own.model.to_owned(), base.model.to_owned());
        if about_these && matches!(self.scoring, Scoring::Numbers(_)) {
            CompareError::NoTrialScatter { model, baseline, difference }
        } else {
            CompareError::NoScatter { model, baseline, difference, unit: self.unit() }
        }
    }

    fn unit(&self) -> &'static str {
        if self.request.clusters.is_some() { "cluster" } else { "question" }
    }
}

/// Degrees of freedom of a difference of two means, by Welch and Satterthwaite.
fn degrees(a: DifferenceMoments, b: DifferenceMoments, variance: Double) -> f64 {
    let share = |one: DifferenceMoments| {
        let share = if variance.hi == 0.0 { 0.5 } else { (one.variance / variance).value() };
        share * share / (one.units - 1) as f64
    };
    1.0 / (share(a) + share(b))
}

/// The differences on the same questions. Their posteriors are independent.
fn subtracted(own: &[Term], base: &[Term]) -> Vec<Term> {
    let pairs = own.iter().zip(base);
    pairs
        .map(|(a, b)| Term {
            mean: a.mean - b.mean,
            variance: a.variance + b.variance,
            third: None,
            ..*a
        })
        .collect()
}

/// Whether no question has more than one trial.
fn is_single(questions: &[Question<'_>]) -> bool {
    questions.iter().all(|question| question.trials() == 1)
}

/// Whether a model has one question with one trial, which tells nothing about the next trial.
fn is_lonely(sides: [&[Question<'_>]; 2]) -> bool {
    sides.iter().any(|questions| questions.len() == 1 && is_single(questions))
}
