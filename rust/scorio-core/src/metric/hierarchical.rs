//! Estimates of a metric whose questions share a hierarchical prior.
//!
//! A point estimate keeps its unbiased score. Its variance over new trials of these questions is averaged
//! over the posterior of the prior. For questions like these, the variance between questions is added:
//!
//! ```text
//! σ² = Σ E[Var(estimateᵢ | pᵢ)] / M²                       these questions
//! σ² = Σ E[Var(estimateᵢ | pᵢ)] / M² + E[S²(g(pᵢ))] / M     questions like these
//! ```
//!
//! One trial of each question does not tell ρ. Then the second bounds the first.
//!
//! A Beta prior matches mean and variance of the pᵢ, which is all that an average needs. A subset metric
//! with k ≥ 2 depends on more. Where every question has 2k trials, its variance is not smaller than the
//! unbiased one, which needs no prior. The ends of its interval have those of [`unbiased::Unbiased`].

use crate::counts::place::Place;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::effective::effective;
use crate::metric::error::MetricError;
use crate::metric::estimand::Estimand;
use crate::metric::passes::{self, SubsetFigures};
use crate::metric::subset::credit::Credit;
use crate::metric::subset::estimate::check_draws;
use crate::metric::subset::hahn::Ladder;
use crate::metric::subset::unbiased;
use crate::metric::subset::urn::Urn;
use crate::metric::weights::Weights;
use crate::numeric::double::Double;
use crate::posterior::effective::EffectiveTrials;
use crate::posterior::error::PosteriorError;
use crate::posterior::hierarchical::figures::Figures;
use crate::posterior::hierarchical::hierarchy::Hierarchy;
use crate::posterior::interval::Estimate;
use crate::posterior::prior::Prior;
use crate::posterior::shape::{Matched, Shape};
use crate::posterior::target::Target;

/// The most future trials of a question.
const MOST_FUTURE: u64 = 1_000_000;

/// Checks that all priors of the mixture can walk over the draws in minutes.
fn check_future(k: Option<u64>, metric: &'static str) -> Result<()> {
    match k {
        Some(k) if k > MOST_FUTURE => {
            Err(MetricError::BudgetTooLargeToShare { k, metric, most: MOST_FUTURE }.into())
        }
        _ => Ok(()),
    }
}

/// The point estimate with its standard deviation.
///
/// # Errors
/// - Those of [`Estimand::sampled`].
/// - The target is questions like these, and there is only one, or the metric has no score of one question.
pub(crate) fn sampled(
    estimand: &Estimand,
    states: &States,
    target: Target,
    question: impl Fn(usize) -> Place,
) -> Result<Estimate> {
    let mu = estimand.point(states, question)?;
    let average = estimand.average_of_one()?;
    let estimand = average.as_ref().unwrap_or(estimand);
    let of_sample = target == Target::QuestionsLikeThese;
    let between = needs_between(states, target) && estimand.has_question_scores();
    if of_sample {
        require_sample(estimand, states)?;
    }
    let total = |variance: f64, found: &Figures| {
        (variance + if between { found.between } else { 0.0 }).sqrt()
    };
    // σ of the estimate, and mean and σ of the posterior.
    let (sigma, posterior) = match estimand {
        Estimand::Bayes(weights) | Estimand::Avg(weights) => {
            let found = scaled(states, weights, Hierarchy::fit(states)?);
            let unscaled = |value| weights.unscale(Double::from(value)).value();
            let inner = (unscaled(found.mean), unscaled(total(found.variance, &found)));
            (unscaled(total(found.sampling, &found)), Some(inner))
        }
        Estimand::Subset(credit) => {
            check_draws(credit)?;
            let hierarchy = Hierarchy::coarse(states)?;
            let found = passes::figures(states, credit, &hierarchy)
                .unwrap_or_else(|| subset_figures(states, credit, &hierarchy));
            return of_subset(estimand, credit, (states, target), (mu, found));
        }
        Estimand::Maximum(_) | Estimand::Blend(_) => {
            let hierarchy = Hierarchy::coarse(states)?;
            let sigma = |prior: &Prior| estimand.deviation(states, prior);
            let squares = priors(&hierarchy).map(|(weight, prior)| {
                let sigma = sigma(&prior)?.value();
                Ok(weight * sigma * sigma)
            });
            (squares.collect::<Result<Vec<f64>>>()?.into_iter().sum::<f64>().sqrt(), None)
        }
    };
    let estimate = Estimate::new(Double::from(mu), Double::from(sigma))?;
    let mean = posterior.map(|(mean, _)| mean);
    if let Some(trials) = effective(estimand, states, target, mean) {
        return Ok(estimate.shaped(Shape::Trials(trials)));
    }
    let degrees = of_sample.then(|| states.questions() as f64 - 1.0);
    let shape = Matched { range: estimand.range(), degrees, peaked: of_sample, at_end: posterior };
    Ok(estimate.shaped(shape.shape()))
}

/// The point estimate of a metric of subsets, with its standard deviation.
fn of_subset(
    estimand: &Estimand,
    credit: &Credit,
    (states, target): (&States, Target),
    (mu, found): (f64, SubsetFigures),
) -> Result<Estimate> {
    let of_sample = target == Target::QuestionsLikeThese;
    let between = needs_between(states, target) && estimand.has_question_scores();
    let unbiased = unbiased::variances(states, credit);
    let variance = found.sampling.max(unbiased.map_or(0.0, |own| own.variance));
    let sigma = (variance + if between { found.between } else { 0.0 }).sqrt();
    let estimate = Estimate::new(Double::from(mu), Double::from(sigma))?;
    let Some(trials) = effective(estimand, states, target, Some(found.mean)) else {
        return Ok(estimate);
    };
    let known = unbiased.filter(|_| !of_sample);
    let floors = known.map_or((0.0, 0.0), |own| (own.below, own.above));
    Ok(estimate.shaped(Shape::Trials(EffectiveTrials { floors, ..trials })))
}

/// The estimates of Pass@k for several k, each as [`sampled`] gives it.
///
/// # Errors
/// Those of [`sampled`].
pub(crate) fn sampled_passes(
    states: &States,
    k: &[u64],
    target: Target,
    question: impl Fn(usize) -> Place,
) -> Result<Vec<Estimate>> {
    let hierarchy = Hierarchy::coarse(states)?;
    let Some(figures) = passes::of_each(states, k, &hierarchy) else {
        let each = k
            .iter()
            .map(|&k| sampled(&Estimand::Subset(Credit::Any(k)), states, target, &question));
        return each.collect();
    };
    let each = k.iter().zip(figures).map(|(&k, found)| {
        let credit = Credit::Any(k);
        let estimand = Estimand::Subset(credit.clone());
        if target == Target::QuestionsLikeThese {
            require_sample(&estimand, states)?;
        }
        let mu = estimand.point(states, &question)?;
        of_subset(&estimand, &credit, (states, target), (mu, found))
    });
    each.collect()
}

/// The figures of a metric of subsets from sums over all draws.
pub(super) fn subset_figures(
    states: &States,
    credit: &Credit,
    hierarchy: &Hierarchy,
) -> SubsetFigures {
    let Figures { mean, sampling, between, .. } = moments(states, credit, hierarchy, Bank::Same);
    SubsetFigures { mean, sampling, between }
}

impl Estimand {
    /// The posterior mean and standard deviation for future trials, under a hierarchical prior.
    ///
    /// A mean, or a metric of one trial, has the figures of the plain average instead: one question has
    /// one answer.
    ///
    /// # Errors
    /// - Those of [`Estimand::posterior`].
    /// - The target is questions like these, and there is only one, or the metric has no score of one
    ///   question.
    pub fn hierarchical_posterior(&self, states: &States, target: Target) -> Result<Estimate> {
        posterior(self, states, target)
    }
}

/// The variance of the plain average, in the units of the scaled weights.
///
/// # Errors
/// Those of [`Hierarchy::fit`].
pub(crate) fn mean_variance(states: &States, weights: &Weights, target: Target) -> Result<f64> {
    let found = scaled(states, weights, Hierarchy::fit(states)?);
    Ok(found.sampling + if needs_between(states, target) { found.between } else { 0.0 })
}

/// Whether the variance between questions counts. One trial of each of several questions is as
/// uncertain as a sample of questions.
fn needs_between(states: &States, target: Target) -> bool {
    let single = || states.questions() > 1 && states.iter().all(|state| state.trials() == 1);
    target == Target::QuestionsLikeThese || single()
}

/// The posterior mean and standard deviation for future trials.
///
/// # Errors
/// - Those of [`Estimand::posterior`].
/// - The target is questions like these, and there is only one, or the metric has no score of one question.
/// - k is above 10⁶.
pub(crate) fn posterior(estimand: &Estimand, states: &States, target: Target) -> Result<Estimate> {
    let of_sample = target == Target::QuestionsLikeThese;
    if of_sample {
        require_sample(estimand, states)?;
    }
    let average = match estimand {
        Estimand::Avg(weights) | Estimand::Bayes(weights) => Some(Estimand::Avg(weights.clone())),
        _ => estimand.average_of_one()?,
    };
    if let Some(average) = average {
        if let Estimand::Subset(credit) = estimand {
            states.require_binary(credit.name())?;
        }
        return sampled(&average, states, target, Place::Row);
    }
    check_future(estimand.budget(), estimand.name())?;
    let (mu, sigma) = if let Estimand::Subset(credit) = estimand {
        states.require_binary(credit.name())?;
        check_draws(credit)?;
        let found = moments(states, credit, &Hierarchy::fit(states)?, Bank::Future);
        let sigma = (found.variance + if of_sample { found.between } else { 0.0 }).sqrt();
        (found.mean, sigma)
    } else {
        let hierarchy = Hierarchy::coarse(states)?;
        let each = priors(&hierarchy).map(|(weight, prior)| {
            let one = estimand.posterior(states, &prior)?;
            Ok((weight, one.mu(), one.sigma()))
        });
        mixture(&each.collect::<Result<Vec<_>>>()?)
    };
    let degrees = of_sample.then(|| states.questions() as f64 - 1.0);
    let shape = Matched { range: estimand.range(), degrees, peaked: true, at_end: None };
    Ok(Estimate::new(Double::from(mu), Double::from(sigma))?.shaped(shape.shape()))
}

/// Of each of some counts, mean and variance of the credit of a question's future trials, where the
/// questions of `states` tell the prior.
///
/// # Errors
/// - There is no question, or one without a trial.
/// - The posterior is not representable, or the credit too large.
pub(crate) fn of_questions<'c>(
    credit: &Credit,
    states: &States,
    counts: impl Iterator<Item = &'c [u64]>,
) -> Result<Vec<(f64, f64)>> {
    check_draws(credit)?;
    check_future(Some(credit.budget()), credit.name())?;
    let hierarchy = Hierarchy::coarse(states)?;
    let credit = &credit.tabulated_for_variance();
    let mut ladder = Ladder::new(credit);
    let mut of_one = |failures: u64, successes: u64| {
        let (mut mean, mut square) = (0.0, 0.0);
        let mut parts = Vec::new();
        for (weight, prior) in priors(&hierarchy) {
            let urn = Urn::beta_binomial(successes, failures, prior.of_success());
            let one = urn.moments(credit, &mut ladder);
            let (centre, sigma) = (one.mean.value.value(), one.sigma.value());
            mean += weight * centre;
            parts.push((weight, centre, sigma));
        }
        for (weight, centre, sigma) in parts {
            let gap = centre - mean;
            square += weight * (sigma * sigma + gap * gap);
        }
        (mean, square)
    };
    let each = counts.map(|counts| match *counts {
        [failures, successes] => of_one(failures, successes),
        _ => (0.0, 0.0),
    });
    Ok(each.collect())
}

/// Checks that questions are a sample: several, each with a score of its own.
fn require_sample(estimand: &Estimand, states: &States) -> Result<()> {
    if !estimand.has_question_scores() {
        return Err(MetricError::NoQuestionScores { metric: estimand.name() }.into());
    }
    if states.questions() < 2 {
        return Err(PosteriorError::OneQuestion.into());
    }
    Ok(())
}

/// The figures in the units of the scaled weights.
fn scaled(states: &States, weights: &Weights, hierarchy: Hierarchy) -> Figures {
    hierarchy.figures(states, weights.scaled())
}

/// The trials that an estimate would have in new banks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bank {
    /// As many of each question as now.
    Same,
    /// Only k future ones.
    Future,
}

/// The moments of a subset metric.
fn moments(states: &States, credit: &Credit, hierarchy: &Hierarchy, bank: Bank) -> Figures {
    let credit = &credit.tabulated_for_variance();
    let mut ladder = Ladder::new(credit);
    let all: f64 = states.iter().map(|state| state.weight.value()).sum();
    let questions = states.questions() as f64;
    let mut found = Figures::default();
    let mut means = Vec::new();
    for (weight, prior) in priors(hierarchy) {
        let (mut mean, mut variance, mut sampling) = (0.0, 0.0, 0.0);
        let mut each = Vec::with_capacity(states.len());
        for state in states.iter() {
            let &[failures, successes] = state.counts else { continue };
            let urn = Urn::beta_binomial(successes, failures, prior.of_success());
            let square = state.square.value();
            let one = urn.moments(credit, &mut ladder);
            let (centre, sigma) = (one.mean.value.value(), one.sigma.value());
            mean += centre * state.weight.value() / all;
            variance += sigma * sigma * square;
            if bank == Bank::Same {
                let sigma = urn.scatter(credit, state.trials(), &mut ladder).value();
                sampling += sigma * sigma * square;
            }
            each.push((centre, sigma * sigma, square));
        }
        let scatter = each.iter().map(|(centre, variance, square)| {
            let gap = centre - mean;
            (gap * gap + variance) * square
        });
        found.between += weight * scatter.sum::<f64>() * (questions / (questions - 1.0));
        found.mean += weight * mean;
        found.variance += weight * variance;
        found.sampling += weight * sampling;
        means.push((weight, mean));
    }
    let square = all * all;
    let spread = means.iter().map(|(weight, mean)| {
        let gap = mean - found.mean;
        weight * gap * gap
    });
    Figures {
        mean: found.mean,
        variance: found.variance / square + spread.sum::<f64>(),
        sampling: found.sampling / square,
        between: found.between / square,
    }
}

/// The prior of a question at each node, with the weight of the node.
fn priors(hierarchy: &Hierarchy) -> impl Iterator<Item = (f64, Prior)> {
    hierarchy.nodes().map(|node| {
        // Beyond these sizes, a law is a point to all digits of a double.
        let size = |mean: &f64| (mean * node.rest / node.rho).clamp(1e-100, 1e100);
        (node.weight, Prior::Dirichlet(node.means.iter().map(size).collect()))
    })
}

/// Mean and deviation of a mixture.
fn mixture(parts: &[(f64, f64, f64)]) -> (f64, f64) {
    let mean: f64 = parts.iter().map(|(weight, mean, _)| weight * mean).sum();
    let variance = parts.iter().map(|(weight, own, sigma)| {
        let gap = own - mean;
        weight * (sigma * sigma + gap * gap)
    });
    (mean, variance.sum::<f64>().sqrt())
}
