//! One row: a model compared with the baseline.

use super::board::Board;
use super::comparison::Comparison;
use crate::compare::difference::{
    DifferenceMoments, Term, decisive, fixed, joint, numbers, of_sample,
};
use crate::compare::error::CompareError;
use crate::counts::question::Question;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::student::Distribution;
use crate::posterior::interval::{Estimate, Interval};

impl Board<'_> {
    /// A model's row, overall or of one task.
    pub(super) fn row(&self, model: &str, task: Option<&str>) -> Result<Comparison> {
        let baseline = self.request.baseline.as_str();
        let (all, others) = (self.of(model, task), self.of(baseline, task));
        // Questions may be missing in one task's table and present in others. Then the pairs have
        // nothing in common.
        if task.is_none() || !self.request.paired {
            observed(model, &all)?;
            observed(baseline, &others)?;
        }
        let pairs = self.pairs(model, task);
        let (own, base): (Vec<_>, Vec<_>) = if self.request.paired {
            if pairs.is_empty() {
                return Err(CompareError::NoCommonQuestion {
                    model: model.to_owned(),
                    baseline: baseline.to_owned(),
                    own: all.len(),
                    other: others.len(),
                }
                .into());
            }
            pairs.into_iter().unzip()
        } else {
            (all.clone(), others.clone())
        };
        let (scores, base_scores) = (self.terms(&own), self.terms(&base));
        let differences = self.request.paired.then(|| subtracted(&scores, &base_scores));
        let about_these =
            if self.request.is_of_sample() { None } else { self.scoring.about_these(&own, &base) };
        let found = match &differences {
            Some(terms) => paired(terms, about_these),
            None => self.unpaired(&scores, &base_scores, about_these),
        };
        let unit = if self.request.clusters.is_some() { "cluster" } else { "question" };
        let Some((mean, variance, distribution)) = found else {
            let (model, baseline) = (model.to_owned(), baseline.to_owned());
            return Err(if self.request.is_of_sample() {
                CompareError::OneUnit { model, baseline, unit }.into()
            } else {
                CompareError::OneTrial { model, baseline }.into()
            });
        };
        let sigma = variance.sqrt();
        let value = |scaled| self.scoring.unscale(scaled).value();
        if sigma.hi == 0.0 && mean.hi != 0.0 {
            let (model, baseline, difference) =
                (model.to_owned(), baseline.to_owned(), value(mean));
            return Err(match about_these {
                Some(_) => CompareError::NoTrialScatter { model, baseline, difference }.into(),
                None => CompareError::NoScatter { model, baseline, difference, unit }.into(),
            });
        }
        let z = if mean.hi == 0.0 { 0.0 } else { (mean / sigma).value() };
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
            score: value(fixed(&scores).mean),
            baseline_score: value(fixed(&base_scores).mean),
            questions: own.len() as u64,
            baseline_questions: base.len() as u64,
            unmatched: (all.len() - own.len()) as u64,
            baseline_unmatched: (others.len() - base.len()) as u64,
            trials: trials(&own),
            baseline_trials: trials(&base),
            uneven: self.uneven(&own, &base),
            clusters: self
                .request
                .clusters
                .map(|_| numbers(&scores).union(&numbers(&base_scores)).count() as u64),
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

    fn terms(&self, questions: &[Question<'_>]) -> Vec<Term> {
        let term = |(place, question): (usize, &Question<'_>)| {
            let (mean, variance) = self.scoring.question(question);
            let variance = variance.unwrap_or(Double::ZERO);
            let weight = question.weight.unwrap_or(1.0);
            Term { mean, variance, cluster: self.cluster(place, question), weight }
        };
        questions.iter().enumerate().map(term).collect()
    }

    /// Mean and variance of the difference of two means. `None` for a sample of one.
    ///
    /// Models with common clusters share their effects. Other samples are independent, with the
    /// degrees of freedom of Welch and Satterthwaite.
    fn unpaired(
        &self,
        own: &[Term],
        base: &[Term],
        about_these: Option<Distribution>,
    ) -> Option<(Double, Double, Distribution)> {
        if let Some(distribution) = about_these {
            let (a, b) = (fixed(own), fixed(base));
            return Some((a.mean - b.mean, a.variance + b.variance, distribution));
        }
        if self.request.clusters.is_some() && !numbers(own).is_disjoint(&numbers(base)) {
            let DifferenceMoments { mean, variance, units } = joint(own, base)?;
            return Some((mean, variance, Distribution::Student((units - 1) as f64)));
        }
        let (a, b) = (of_sample(own)?, of_sample(base)?);
        let variance = a.variance + b.variance;
        let share = |one: DifferenceMoments| {
            let share = if variance.hi == 0.0 { 0.5 } else { (one.variance / variance).value() };
            share * share / (one.units - 1) as f64
        };
        let degrees = 1.0 / (share(a) + share(b));
        Some((a.mean - b.mean, variance, Distribution::Student(degrees)))
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

/// Mean and variance of the differences of pairs. `None` for a sample of one.
fn paired(
    terms: &[Term],
    about_these: Option<Distribution>,
) -> Option<(Double, Double, Distribution)> {
    if let Some(distribution) = about_these {
        let DifferenceMoments { mean, variance, .. } = fixed(terms);
        return Some((mean, variance, distribution));
    }
    let DifferenceMoments { mean, variance, units } = of_sample(terms)?;
    Some((mean, variance, Distribution::Student((units - 1) as f64)))
}

/// Checks that a model has questions.
fn observed(model: &str, questions: &[Question<'_>]) -> Result<()> {
    if questions.is_empty() {
        return Err(CompareError::NoTrials { model: model.to_owned() }.into());
    }
    Ok(())
}

/// The differences on the same questions. Their posteriors are independent.
fn subtracted(own: &[Term], base: &[Term]) -> Vec<Term> {
    let pairs = own.iter().zip(base);
    pairs
        .map(|(a, b)| Term { mean: a.mean - b.mean, variance: a.variance + b.variance, ..*a })
        .collect()
}

fn trials(questions: &[Question<'_>]) -> u64 {
    questions.iter().map(Question::trials).fold(0, u64::saturating_add)
}
