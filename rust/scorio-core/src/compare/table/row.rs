//! One row: a model compared with the baseline.

use super::board::Board;
use super::side::ComparedSide;
use crate::compare::comparison::Comparison;
use crate::compare::decision::difference::{
    DifferenceMoments, Term, decisive, fixed, numbers, of_sample,
};
use crate::compare::decision::rule::Difference;
use crate::compare::error::CompareError;
use crate::compare::scores::scoring::Scoring;
use crate::counts::question::Question;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::mean::Scale;
use crate::numeric::double::Double;
use crate::numeric::student::Distribution;
use crate::numeric::watch;
use crate::posterior::interval::{Estimate, Interval};

impl<'a> Board<'a> {
    /// The row of two models, and whether a few large outcomes carry it.
    pub(in crate::compare) fn compared(
        &self,
        own: &ComparedSide<'_, 'a>,
        base: &ComparedSide<'_, 'a>,
        task: Option<&str>,
    ) -> Result<(Comparison, bool)> {
        self.check(own, base, task)?;
        let differences = self.differences(own, base);
        let apart = self.apart(own, base, differences.as_deref().unwrap_or_default())?;
        let carried = apart.0.is_carried();
        let Evidence { interval, probability, ranking, z, pvalue, degrees } =
            self.chances(apart)?;
        let (family, confidence) = (self.family, self.request.confidence);
        let Interval { mu, sigma, lo, hi } = interval;
        let value = |scaled| self.scoring.unscale(scaled).value();
        let clusters = || numbers(&own.terms).union(&numbers(&base.terms)).count() as u64;
        let row = Comparison {
            model: own.model.to_owned(),
            baseline: base.model.to_owned(),
            task: task.map(str::to_owned),
            score_name: self.score.to_owned(),
            difference: mu,
            sigma,
            lo,
            hi,
            level: confidence,
            probability,
            ranking,
            z,
            pvalue,
            p_adjusted: family.adjusted(pvalue),
            separated: family.separates(pvalue, confidence),
            comparisons: family.comparisons(),
            holm: pvalue,
            bh: pvalue,
            degrees,
            score: value(self.mean(own)?),
            baseline_score: value(self.mean(base)?),
            questions: own.questions.len() as u64,
            baseline_questions: base.questions.len() as u64,
            unmatched: own.unmatched(),
            baseline_unmatched: base.unmatched(),
            trials: trials(&own.questions),
            baseline_trials: trials(&base.questions),
            uneven: self.uneven(&own.questions, &base.questions),
            pulled: self.pulled(own),
            baseline_pulled: self.pulled(base),
            clusters: self.request.clusters.map(|_| clusters()),
            decisive: differences.as_deref().map(decisive),
            margin: None,
            worse_probability: None,
            worse: None,
            detectable: None,
        };
        Ok((row, carried))
    }

    /// The difference of two models.
    pub(in crate::compare) fn difference(
        &self,
        own: &ComparedSide<'_, 'a>,
        base: &ComparedSide<'_, 'a>,
        task: Option<&str>,
    ) -> Result<Difference> {
        watch::going()?;
        self.check(own, base, task)?;
        let differences = self.differences(own, base);
        Ok(self.apart(own, base, differences.as_deref().unwrap_or_default())?.0)
    }

    /// Checks that two models can be compared.
    fn check(
        &self,
        own: &ComparedSide<'_, 'a>,
        base: &ComparedSide<'_, 'a>,
        task: Option<&str>,
    ) -> Result<()> {
        // Questions may be missing in one task's table and present in others. Then the pairs have
        // nothing in common.
        if task.is_none() || !self.request.paired {
            self.observed(own)?;
            self.observed(base)?;
        }
        if let (Scoring::Metric(scorer), true) = (self.scoring, self.request.is_of_sample())
            && !scorer.has_question_scores()
        {
            return Err(MetricError::NoQuestionScores { metric: scorer.name() }.into());
        }
        if self.request.paired && own.questions.is_empty() {
            let (model, baseline) = (own.model.to_owned(), base.model.to_owned());
            let (own, other) = (own.all, base.all);
            return Err(CompareError::NoCommonQuestion { model, baseline, own, other }.into());
        }
        Ok(())
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

    /// What a difference and its z say.
    fn chances(&self, (found, z): (Difference, f64)) -> Result<Evidence> {
        let Difference { mean, variance, distribution, .. } = found;
        let pvalue = distribution.two_sided(z)?;
        let degrees = match distribution {
            Distribution::Normal => None,
            Distribution::Student(degrees) => Some(degrees),
        };
        Ok(Evidence {
            interval: self.interval(mean, variance.sqrt(), distribution)?,
            probability: distribution.below(z)?,
            ranking: distribution.below(z.abs())?,
            z,
            pvalue,
            degrees,
        })
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
        let confidence = self.family.confidence(self.request.confidence);
        let quantile = distribution.central_quantile(confidence)?;
        estimate.within(quantile, Some((-range, range)))
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
    fn pulled(&self, side: &ComparedSide<'_, '_>) -> bool {
        let Scoring::Categories(scorer) = self.scoring else { return false };
        if self.request.scale == Scale::Avg {
            return false;
        }
        let scores = &side.terms;
        let plain = side.questions.iter().zip(scores);
        let plain = plain.map(|(question, term)| Term { mean: scorer.average(question), ..*term });
        let average = fixed(&plain.collect::<Vec<_>>()).mean;
        let found = if self.request.is_of_sample() { of_sample(scores) } else { None };
        let DifferenceMoments { mean, variance, .. } = found.unwrap_or_else(|| fixed(scores));
        (mean - average).hi.abs() > variance.sqrt().hi
    }
}

/// What a difference of two models says.
struct Evidence {
    interval: Interval,
    probability: f64,
    ranking: f64,
    z: f64,
    pvalue: f64,
    degrees: Option<f64>,
}

fn trials(questions: &[Question<'_>]) -> u64 {
    questions.iter().map(Question::trials).fold(0, u64::saturating_add)
}
