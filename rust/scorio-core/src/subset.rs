//! Subset metrics of a data set: the mean over questions of a credit's expectation.

use crate::credit::Credit;
use crate::double::Double;
use crate::error::{Error, Place, Result};
use crate::hahn::Ladder;
use crate::interval::{Estimate, SquareRootOfSum};
use crate::states::States;
use crate::urn::Urn;

/// Point estimate: the expected credit of k trials drawn without replacement from those observed.
/// Unbiased for k independent trials.
///
/// # Errors
/// More than two categories; a question with fewer than k trials, named by `question`.
pub fn point(states: &States, credit: &Credit, question: impl Fn(usize) -> Place) -> Result<f64> {
    require_budget(states, credit.budget(), credit.name(), question)?;
    let credit = &credit.tabulated();
    let mut sum = Double::ZERO;
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let expected = Urn::hypergeometric(successes, failures).mean(credit);
            sum = sum + expected.value * state.multiplicity as f64;
        }
    }
    Ok((sum / states.questions() as f64).value())
}

/// Pass@1, …, Pass@k_max, or what they lack to 1, in one pass over the states.
///
/// # Errors
/// As [`point`].
pub fn pass_curve(
    states: &States,
    k_max: i64,
    complement: bool,
    question: impl Fn(usize) -> Place,
) -> Result<Vec<f64>> {
    let credit = Credit::pass_at(k_max).map_err(|_| Error::Budget { name: "k_max", k: k_max })?;
    require_budget(states, credit.budget(), credit.name(), question)?;
    let length = usize::try_from(credit.budget()).unwrap_or(usize::MAX);
    // The last estimate needs as many trials as the curve has points, but trials may be counted.
    let mut sums = Vec::new();
    let memory = |_| Error::Memory { what: format!("a curve of {k_max} points") };
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
                *sum = *sum + value * state.multiplicity as f64;
            }
        }
    }
    let questions = states.questions() as f64;
    Ok(sums.into_iter().map(|sum| (sum / questions).value()).collect())
}

/// The point estimate with its sampling standard deviation: how far the estimate would scatter in
/// new banks of as many trials of the same questions, averaged over a uniform prior's posterior.
///
/// # Errors
/// As [`point`].
pub fn sampled(
    states: &States,
    credit: &Credit,
    question: impl Fn(usize) -> Place,
) -> Result<Estimate> {
    let mu = point(states, credit, question)?;
    check_draws(credit)?;
    let credit = &credit.tabulated_for_variance();
    let mut sigma = SquareRootOfSum::default();
    let mut ladder = Ladder::new(credit);
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let urn = Urn::beta_binomial(successes, failures, (1.0, 1.0));
            let scatter = urn.scatter(credit, state.trials(), &mut ladder);
            sigma.add(scatter, state.multiplicity as f64);
        }
    }
    Estimate::new(Double::from(mu), sigma.root() / states.questions() as f64)
}

/// Posterior of the metric for k future independent trials, each question's success probability
/// having a Beta(α0 + successes, β0 + failures) posterior.
///
/// # Errors
/// More than two categories; a prior parameter that is not positive and finite.
pub fn posterior(states: &States, credit: &Credit, prior: (f64, f64)) -> Result<Estimate> {
    states.require_binary(credit.name())?;
    states.require_trials()?;
    check_prior(prior)?;
    check_draws(credit)?;
    let mut mu = Double::ZERO;
    let credit = &credit.tabulated_for_variance();
    let mut sigma = SquareRootOfSum::default();
    let mut ladder = Ladder::new(credit);
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let urn = Urn::beta_binomial(successes, failures, prior);
            let moments = urn.moments(credit, &mut ladder);
            mu = mu + moments.mean.value * state.multiplicity as f64;
            sigma.add(moments.sigma, state.multiplicity as f64);
        }
    }
    let questions = states.questions() as f64;
    Estimate::new(mu / questions, sigma.root() / questions)
}

/// Refuses what has no unbiased estimate: more than two categories, a question with fewer than k
/// trials.
pub(crate) fn require_budget(
    states: &States,
    k: u64,
    metric: &'static str,
    question: impl Fn(usize) -> Place,
) -> Result<()> {
    states.require_binary(metric)?;
    require_enough(states, k, question)
}

/// Refuses states of which some question has fewer than k trials.
pub(crate) fn require_enough(
    states: &States,
    k: u64,
    question: impl Fn(usize) -> Place,
) -> Result<()> {
    states.require_trials()?;
    match states.iter().map(|state| state.trials()).min().filter(|&n| n < k) {
        Some(trials) => {
            let question = question(states.shortest());
            Err(Error::BudgetExceedsTrials { k, trials, question })
        }
        None => Ok(()),
    }
}

/// The most draws of a credit whose jumps are kept in memory, about 80 bytes each.
const MOST_DENSE: u64 = 10_000_000;

/// Refuses the posterior of a credit with so many jumps that memory might not hold them.
pub(crate) fn check_draws(credit: &Credit) -> Result<()> {
    let k = credit.budget();
    match credit {
        Credit::Area(_) if k > MOST_DENSE => {
            Err(Error::BudgetTooLarge { k, metric: credit.name(), most: MOST_DENSE })
        }
        Credit::Complement(credit) => check_draws(credit),
        _ => Ok(()),
    }
}

/// Refuses what is not a Beta prior.
pub(crate) fn check_prior(prior: (f64, f64)) -> Result<()> {
    for (name, value) in [("alpha0", prior.0), ("beta0", prior.1)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(Error::Prior { name, value });
        }
        if !(1e-100..=1e100).contains(&value) {
            return Err(Error::PriorRange { name, value });
        }
    }
    Ok(())
}
