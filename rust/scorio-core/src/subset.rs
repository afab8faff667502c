//! Subset metrics of a data set: the mean over questions of a credit's expectation.

use crate::credit::Credit;
use crate::double::Double;
use crate::error::{Error, Result};
use crate::interval::{Estimate, SquareRootOfSum};
use crate::scatter::Scatter;
use crate::states::States;
use crate::urn::Urn;

/// Point estimate: the expected credit of k trials drawn without replacement from those observed.
/// Unbiased for k independent trials.
///
/// # Errors
/// More than two categories; a question with fewer than k trials, named by `question`.
pub fn point(states: &States, credit: Credit, question: impl Fn(usize) -> String) -> Result<f64> {
    states.require_binary(credit.name())?;
    states.require_trials()?;
    let k = credit.budget();
    if let Some(trials) = states.iter().map(|s| s.trials()).min().filter(|&n| n < k) {
        return Err(Error::BudgetExceedsTrials {
            k,
            trials,
            question: question(states.shortest()),
        });
    }
    let mut sum = Double::ZERO;
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let expected = Urn::hypergeometric(successes, failures).mean(credit);
            sum = sum + expected.value * state.multiplicity as f64;
        }
    }
    Ok((sum / states.questions() as f64).value())
}

/// The point estimate with its sampling standard deviation: how far the estimate would scatter in
/// new banks of as many trials of the same questions, averaged over a uniform prior's posterior.
///
/// # Errors
/// As [`point`].
pub fn sampled(
    states: &States,
    credit: Credit,
    question: impl Fn(usize) -> String,
) -> Result<Estimate> {
    let mu = point(states, credit, question)?;
    let mut sigma = SquareRootOfSum::default();
    let mut scatter: Option<(u64, Scatter)> = None;
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let trials = state.trials();
            let scatter = match &scatter {
                Some((known, scatter)) if *known == trials => scatter,
                _ => &scatter.insert((trials, Scatter::new(credit, trials))).1,
            };
            let urn = Urn::beta_binomial(successes, failures, (1.0, 1.0));
            let deviation = Double::from(scatter.variance(&urn)).sqrt();
            sigma.add(deviation, state.multiplicity as f64);
        }
    }
    Estimate::new(Double::from(mu), sigma.root() / states.questions() as f64)
}

/// Posterior of the metric for k future independent trials, each question's success probability
/// having a Beta(α0 + successes, β0 + failures) posterior.
///
/// # Errors
/// More than two categories; a prior parameter that is not positive and finite.
pub fn posterior(states: &States, credit: Credit, prior: (f64, f64)) -> Result<Estimate> {
    states.require_binary(credit.name())?;
    states.require_trials()?;
    for (name, value) in [("alpha0", prior.0), ("beta0", prior.1)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(Error::Prior { name, value });
        }
    }
    let mut mu = Double::ZERO;
    let mut sigma = SquareRootOfSum::default();
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let moments = Urn::beta_binomial(successes, failures, prior).moments(credit);
            mu = mu + moments.mean.value * state.multiplicity as f64;
            sigma.add(moments.sigma, state.multiplicity as f64);
        }
    }
    let questions = states.questions() as f64;
    Estimate::new(mu / questions, sigma.root() / questions)
}
