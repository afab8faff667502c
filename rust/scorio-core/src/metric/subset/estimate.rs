//! Subset metrics of a data set: the mean over questions of a credit's expectation.

use crate::check;
use crate::counts::place::Place;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::error::{MetricError, ShortWays};
use crate::metric::subset::credit::Credit;
use crate::metric::subset::hahn::Ladder;
use crate::metric::subset::rising::SharedMoments;
use crate::metric::subset::urn::Urn;
use crate::numeric::double::Double;
use crate::numeric::error::NumericError;
use crate::posterior::interval::{Estimate, SquareRootOfSum};
use crate::posterior::prior::Prior;

/// Point estimate: the expected credit of k trials, drawn without replacement from the observed
/// trials.
///
/// It is unbiased for k independent trials.
///
/// # Errors
/// - There are more than two categories.
/// - A question has fewer than k trials. `question` names it.
pub fn point(states: &States, credit: &Credit, question: impl Fn(usize) -> Place) -> Result<f64> {
    require_budget(states, credit.budget(), credit.name(), question)?;
    let credit = &credit.tabulated();
    let mut sum = Double::ZERO;
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let expected = Urn::hypergeometric(successes, failures).mean(credit);
            sum = sum + expected.value * state.weight;
        }
    }
    Ok(states.mean(sum).value())
}

/// The same of one question of two categories with at least k trials, with all its digits.
pub(crate) fn of_question(failures: u64, successes: u64, credit: &Credit) -> Double {
    Urn::hypergeometric(successes, failures).mean(&credit.tabulated()).value
}

/// Pass@1, …, Pass@k_max, or their complements to 1, in one pass over the states.
///
/// # Errors
/// As [`point`].
pub fn pass_curve(
    states: &States,
    k_max: i64,
    complement: bool,
    question: impl Fn(usize) -> Place,
) -> Result<Vec<f64>> {
    let credit = Credit::Any(check::budget("k_max", k_max)?);
    require_budget(states, credit.budget(), credit.name(), question)?;
    let length = usize::try_from(credit.budget()).unwrap_or(usize::MAX);
    // The curve has no more points than trials. But counts may claim more trials than memory holds.
    let mut sums = Vec::new();
    let memory = |_| NumericError::Memory { what: format!("a curve of {k_max} points") };
    sums.try_reserve_exact(length).map_err(memory)?;
    sums.resize(length, Double::ZERO);
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let (successes, failures) = (successes as f64, failures as f64);
            let (mut lacking, mut value) = (Double::ONE, Double::ZERO);
            for (drawn, sum) in (0_u32..).map(f64::from).zip(&mut sums) {
                let left = successes + failures - drawn;
                value = value + lacking * successes / left;
                lacking = lacking * (failures - drawn).max(0.0) / left;
                let value = if complement { lacking } else { value };
                *sum = *sum + value * state.weight;
            }
        }
    }
    Ok(sums.into_iter().map(|sum| states.mean(sum).value()).collect())
}

/// The point estimate with its sampling standard deviation.
///
/// That is the deviation of the estimate in new banks of the same size and questions,
/// averaged over the posterior.
///
/// # Errors
/// As [`point`].
pub fn sampled(
    states: &States,
    credit: &Credit,
    prior: &Prior,
    question: impl Fn(usize) -> Place,
) -> Result<Estimate> {
    let mu = point(states, credit, question)?;
    check_draws(credit)?;
    Estimate::new(Double::from(mu), sampling(states, credit, prior))
}

/// The sampling standard deviation of the point estimate, averaged over the posterior.
pub(crate) fn sampling(states: &States, credit: &Credit, prior: &Prior) -> Double {
    let credit = &credit.tabulated_for_variance();
    let mut sigma = SquareRootOfSum::default();
    let mut ladder = Ladder::new(credit);
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let urn = Urn::beta_binomial(successes, failures, prior.of_success());
            let scatter = urn.scatter(credit, state.trials(), &mut ladder);
            sigma.add(scatter, state.square);
        }
    }
    states.mean(sigma.root())
}

/// Posterior of the metric for k future independent trials.
///
/// Each question's success probability has a Beta(α0 + successes, β0 + failures) posterior.
///
/// # Errors
/// - There are more than two categories.
/// - A question has no trial.
pub fn posterior(states: &States, credit: &Credit, prior: &Prior) -> Result<Estimate> {
    states.require_binary(credit.name())?;
    states.require_trials()?;
    check_draws(credit)?;
    let mut mu = Double::ZERO;
    let credit = &credit.tabulated_for_variance();
    let mut sigma = SquareRootOfSum::default();
    let prior = prior.of_success();
    let mut shared = SharedMoments::new(credit, states, prior);
    let mut ladder = Ladder::new(credit);
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let found = shared.as_mut().and_then(|shared| shared.of(successes, failures));
            let (mean, deviation) = found.unwrap_or_else(|| {
                let urn = Urn::beta_binomial(successes, failures, prior);
                let moments = urn.moments(credit, &mut ladder);
                (moments.mean.value, moments.sigma)
            });
            mu = mu + mean * state.weight;
            sigma.add(deviation, state.square);
        }
    }
    Estimate::new(states.mean(mu), states.mean(sigma.root()))
}

/// Checks that an unbiased estimate exists: two categories, and k trials of every question.
pub(crate) fn require_budget(
    states: &States,
    k: u64,
    metric: &'static str,
    question: impl Fn(usize) -> Place,
) -> Result<()> {
    states.require_binary(metric)?;
    require_enough(states, k, question)
}

/// Checks that every question has at least k trials.
pub(crate) fn require_enough(
    states: &States,
    k: u64,
    question: impl Fn(usize) -> Place,
) -> Result<()> {
    states.require_trials()?;
    match states.iter().map(|state| state.trials()).min().filter(|&n| n < k) {
        Some(trials) => {
            let question = question(states.shortest());
            let ways = ShortWays::DropOrPosterior;
            Err(MetricError::BudgetExceedsTrials { k, trials, question, ways }.into())
        }
        None => Ok(()),
    }
}

/// The most draws of a credit whose jumps fit in memory, at about 80 bytes each.
const MOST_DENSE: u64 = 10_000_000;

/// Checks that the jumps of a credit fit in memory.
pub(crate) fn check_draws(credit: &Credit) -> Result<()> {
    let k = credit.budget();
    match credit {
        Credit::Area(_) if k > MOST_DENSE => {
            Err(MetricError::BudgetTooLarge { k, metric: credit.name(), most: MOST_DENSE }.into())
        }
        Credit::Complement(credit) => check_draws(credit),
        _ => Ok(()),
    }
}
