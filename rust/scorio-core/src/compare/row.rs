//! One row: a model compared with the baseline.

use std::cell::OnceCell;

use super::board::Board;
use super::comparison::Comparison;
use super::rule::Difference;
use super::scoring::Scoring;
use crate::compare::difference::{
    DifferenceMoments, Term, decisive, fixed, joint, numbers, of_sample,
};
use crate::compare::error::CompareError;
use crate::counts::question::Question;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::mean::Scale;
use crate::numeric::double::Double;
use crate::numeric::student::Distribution;
use crate::posterior::interval::{Estimate, Interval};
use crate::posterior::target::Target;

/// One of two models: its questions that count in the comparison, and their scores.
pub(super) struct ComparedSide<'s, 'a> {
    pub(super) model: &'s str,
    /// Number of all of its questions.
    pub(super) all: usize,
    pub(super) questions: Vec<Question<'a>>,
    /// None if only a data set has a score.
    pub(super) terms: Vec<Term>,
    /// The mean score and its variance over new trials, which other pairs may have computed.
    pub(super) kept: Option<&'s OnceCell<DifferenceMoments>>,
}

impl<'a> Board<'a> {
    /// A model's row, overall or of one task.
    pub(super) fn row(&self, model: &str, task: Option<&str>) -> Result<Comparison> {
        let baseline = self.request.baseline.as_str();
        let (all, others) = (self.of(model, task), self.of(baseline, task));
        let sizes = (all.len(), others.len());
        let (own, base) = if self.request.paired {
            self.pairs(model, task).into_iter().unzip()
        } else {
            (all, others)
        };
        let side = |model, all, questions: Vec<Question<'a>>| {
            let terms = self.terms(&questions);
            ComparedSide { model, all, questions, terms, kept: None }
        };
        self.compared(&side(model, sizes.0, own), &side(baseline, sizes.1, base), task)
    }

    /// The row of two models.
    pub(super) fn compared(
        &self,
        first: &ComparedSide<'_, 'a>,
        second: &ComparedSide<'_, 'a>,
        task: Option<&str>,
    ) -> Result<Comparison> {
        let (model, baseline) = (first.model, second.model);
        // Questions may be missing in one task's table and present in others. Then the pairs have
        // nothing in common.
        if task.is_none() || !self.request.paired {
            self.observed(first)?;
            self.observed(second)?;
        }
        if let (Scoring::Metric(scorer), true) = (self.scoring, self.request.is_of_sample())
            && !scorer.has_question_scores()
        {
            return Err(MetricError::NoQuestionScores { metric: scorer.name() }.into());
        }
        let (own, base) = (&first.questions, &second.questions);
        let (scores, base_scores) = (&first.terms, &second.terms);
        if self.request.paired && own.is_empty() {
            return Err(CompareError::NoCommonQuestion {
                model: model.to_owned(),
                baseline: baseline.to_owned(),
                own: first.all,
                other: second.all,
            }
            .into());
        }
        let by_question = self.request.paired && self.scoring.has_question_scores();
        let differences = by_question.then(|| subtracted(scores, base_scores));
        let about_these =
            if self.request.is_of_sample() { None } else { self.scoring.about_these(own, base) };
        let found = if self.request.paired {
            let terms = differences.as_deref().unwrap_or_default();
            self.paired((first, second), terms, about_these)?
        } else {
            self.unpaired((first, second), about_these)?
        };
        let unit = if self.request.clusters.is_some() { "cluster" } else { "question" };
        let Some(found) = found else {
            let (model, baseline) = (model.to_owned(), baseline.to_owned());
            return Err(if self.request.is_of_sample() {
                CompareError::OneUnit { model, baseline, unit }.into()
            } else {
                CompareError::OneTrial { model, baseline }.into()
            });
        };
        let Difference { mean, variance, distribution } = found;
        let sigma = variance.sqrt();
        let value = |scaled| self.scoring.unscale(scaled).value();
        let Some(z) = found.z() else {
            let (model, baseline, difference) =
                (model.to_owned(), baseline.to_owned(), value(mean));
            return Err(match (self.scoring, about_these) {
                (Scoring::Numbers(_), Some(_)) => {
                    CompareError::NoTrialScatter { model, baseline, difference }.into()
                }
                _ => CompareError::NoScatter { model, baseline, difference, unit }.into(),
            });
        };
        let pvalue = (2.0 * distribution.below(-z.abs())?).min(1.0);
        let degrees = match distribution {
            Distribution::Normal => None,
            Distribution::Student(degrees) => Some(degrees),
        };
        let Interval { mu, sigma, lo, hi } = self.interval(mean, sigma, distribution)?;
        Ok(Comparison {
            model: model.to_owned(),
            baseline: baseline.to_owned(),
            task: task.map(str::to_owned),
            score_name: self.score.to_owned(),
            difference: mu,
            sigma,
            lo,
            hi,
            level: self.request.confidence,
            probability: distribution.below(z)?,
            ranking: distribution.below(z.abs())?,
            z,
            pvalue,
            holm: pvalue,
            bh: pvalue,
            degrees,
            score: value(self.mean(first)?),
            baseline_score: value(self.mean(second)?),
            questions: own.len() as u64,
            baseline_questions: base.len() as u64,
            unmatched: (first.all - own.len()) as u64,
            baseline_unmatched: (second.all - base.len()) as u64,
            trials: trials(own),
            baseline_trials: trials(base),
            uneven: self.uneven(own, base),
            pulled: self.pulled(own, scores),
            baseline_pulled: self.pulled(base, base_scores),
            clusters: self
                .request
                .clusters
                .map(|_| numbers(scores).union(&numbers(base_scores)).count() as u64),
            decisive: differences.as_deref().map(decisive),
            margin: None,
            worse_probability: None,
            worse: None,
            detectable: None,
        })
    }

    /// Whether the trials tell nothing about these questions, though the comparison is about them.
    pub(super) fn are_single(&self, model: &str) -> bool {
        let (own, base) = (self.of(model, None), self.of(&self.request.baseline, None));
        !self.request.is_of_sample() && self.scoring.about_these(&own, &base).is_none()
    }

    /// Whether the two have different numbers of trials for any question, or on average if
    /// unpaired.
    fn uneven(&self, own: &[Question<'_>], base: &[Question<'_>]) -> bool {
        if self.request.paired {
            return own.iter().zip(base).any(|(a, b)| a.trials() != b.trials());
        }
        let product = |trials: u64, questions: usize| u128::from(trials) * questions as u128;
        product(trials(own), base.len()) != product(trials(base), own.len())
    }

    /// Whether the prior moves the mean of some scores from the plain average by more than its σ.
    fn pulled(&self, questions: &[Question<'_>], scores: &[Term]) -> bool {
        let Scoring::Categories(scorer) = self.scoring else { return false };
        if self.request.scale == Scale::Avg {
            return false;
        }
        let plain = questions.iter().zip(scores);
        let plain = plain.map(|(question, term)| Term { mean: scorer.average(question), ..*term });
        let average = fixed(&plain.collect::<Vec<_>>()).mean;
        let found = if self.request.is_of_sample() { of_sample(scores) } else { None };
        let DifferenceMoments { mean, variance, .. } = found.unwrap_or_else(|| fixed(scores));
        (mean - average).hi.abs() > variance.sqrt().hi
    }

    pub(super) fn terms(&self, questions: &[Question<'_>]) -> Vec<Term> {
        let term = |(place, question): (usize, &Question<'_>)| {
            let (mean, variance) = self.scoring.question(question)?;
            let variance = variance.unwrap_or(Double::ZERO);
            let weight = question.weight.unwrap_or(1.0);
            Some(Term { mean, variance, cluster: self.cluster(place, question), weight })
        };
        questions.iter().enumerate().filter_map(term).collect()
    }

    /// The difference on the same questions. `None` for a sample of one.
    fn paired(
        &self,
        (first, second): (&ComparedSide<'_, 'a>, &ComparedSide<'_, 'a>),
        terms: &[Term],
        about_these: Option<Distribution>,
    ) -> Result<Option<Difference>> {
        let DifferenceMoments { mean, variance, .. } = fixed(terms);
        let Some(rule) = self.scoring.rule(self.request) else {
            if let Some(distribution) = about_these {
                return Ok(Some(Difference { mean, variance, distribution }));
            }
            return Ok(of_sample(terms).map(Difference::of_units));
        };
        let (own, base) = (&first.questions, &second.questions);
        let lonely = rule.hierarchical && !rule.sampled && is_lonely(own, base);
        let single = is_single(own) || is_single(base);
        if !terms.is_empty() && (lonely || rule.is_paired(single, terms.len())) {
            let trials = own.iter().chain(base).map(Question::trials).min().unwrap_or(1);
            return Ok(rule.of_questions(terms, trials));
        }
        let distribution = Distribution::Normal;
        if !self.has_estimates() {
            return Ok(Some(Difference { mean, variance, distribution }));
        }
        let (a, b) = (
            self.estimated(first, Target::TheseQuestions)?,
            self.estimated(second, Target::TheseQuestions)?,
        );
        let mean = if terms.is_empty() { a.mean - b.mean } else { mean };
        Ok(Some(Difference { mean, variance: a.variance + b.variance, distribution }))
    }

    /// The difference of two means. `None` if either is a sample of one.
    ///
    /// Models with common clusters share their effects. Other samples are independent, with the
    /// degrees of freedom of Welch and Satterthwaite.
    fn unpaired(
        &self,
        (own, base): (&ComparedSide<'_, 'a>, &ComparedSide<'_, 'a>),
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
            return Ok(Some(Difference { mean, variance, distribution }));
        }
        let share = |one: DifferenceMoments| {
            let share = if variance.hi == 0.0 { 0.5 } else { (one.variance / variance).value() };
            share * share / (one.units - 1) as f64
        };
        let degrees = 1.0 / (share(a) + share(b));
        Ok(Some(Difference { mean, variance, distribution: Distribution::Student(degrees) }))
    }

    /// The mean score of one model. `None` for a sample of one.
    fn alone(
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
    fn has_estimates(&self) -> bool {
        matches!(self.scoring, Scoring::Metric(_)) || self.scoring.is_hierarchical(self.request)
    }

    /// The mean score of one model.
    fn mean(&self, side: &ComparedSide<'_, 'a>) -> Result<Double> {
        if self.scoring.has_question_scores() {
            return Ok(fixed(&side.terms).mean);
        }
        Ok(self.estimated(side, Target::TheseQuestions)?.mean)
    }

    /// The mean score of one model and its variance over new trials, computed once if it is kept.
    fn estimated(&self, side: &ComparedSide<'_, 'a>, target: Target) -> Result<DifferenceMoments> {
        if let Some(&found) = side.kept.and_then(OnceCell::get) {
            return Ok(found);
        }
        let plain = fixed(&side.terms);
        let found = match self.scoring {
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

    /// Checks that a model has questions.
    fn observed(&self, side: &ComparedSide<'_, '_>) -> Result<()> {
        let model = || side.model.to_owned();
        match self.scoring.least_trials() {
            _ if side.all > 0 => Ok(()),
            1 => Err(CompareError::NoTrials { model: model() }.into()),
            k => Err(CompareError::Short { model: model(), k }.into()),
        }
    }

    /// The interval, clipped to the possible differences.
    fn interval(
        &self,
        mean: Double,
        sigma: Double,
        distribution: Distribution,
    ) -> Result<Interval> {
        let estimate = Estimate::new(self.scoring.unscale(mean), self.scoring.unscale(sigma))?;
        let range = self.range();
        let quantile = distribution.central_quantile(self.request.confidence)?;
        estimate.within(quantile, Some((-range, range)))
    }
}

/// The differences on the same questions. Their posteriors are independent.
fn subtracted(own: &[Term], base: &[Term]) -> Vec<Term> {
    let pairs = own.iter().zip(base);
    pairs
        .map(|(a, b)| Term { mean: a.mean - b.mean, variance: a.variance + b.variance, ..*a })
        .collect()
}

/// Whether no question has more than one trial.
fn is_single(questions: &[Question<'_>]) -> bool {
    questions.iter().all(|question| question.trials() == 1)
}

/// Whether a model has one question with one trial, which tells nothing about the next trial.
fn is_lonely(own: &[Question<'_>], base: &[Question<'_>]) -> bool {
    [own, base].iter().any(|questions| questions.len() == 1 && is_single(questions))
}

fn trials(questions: &[Question<'_>]) -> u64 {
    questions.iter().map(Question::trials).fold(0, u64::saturating_add)
}
