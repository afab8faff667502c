//! Fresh tries until the first success, at most k.
//!
//! The trials of a question stand for tries in any order. Their mean over all orders has no bias:
//!
//! ```text
//! spend = Σ_failures c Σ_{r ≤ k} C(F − 1, r − 1) / C(N − 1, r − 1) / N
//!       + Σ_successes c Σ_{r ≤ k} C(F, r − 1) / C(N − 1, r − 1) / N
//! ```
//!
//! N is the number of trials, and F that of failures.

use super::error::CostError;
use super::figures::{CostInterval, CostTarget, correlation, interval, terms};
use super::spending::CostQuestion;
use crate::compare::decision::difference::{Term, by_cluster, distances, fixed, of_sample};
use crate::compare::decision::skewness;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::portable::exp;
use crate::numeric::student::Distribution;

/// What a model spends on a question with at most k tries, and how often it succeeds.
#[derive(Clone, Copy, Debug)]
pub(super) struct RetryFigures {
    pub(super) spend: f64,
    pub(super) success: f64,
    /// σ of the spend, its interval, and its correlation with the success. Missing where trials do not tell.
    pub(super) spread: Option<(f64, CostInterval, f64)>,
}

/// The trials of a question by success.
#[derive(Clone, Copy, Debug)]
struct Tries {
    failures: u64,
    successes: u64,
    /// Σ c of failures, and of successes.
    spent: (f64, f64),
    /// Σ (c − mean)² of both.
    scatter: (f64, f64),
}

impl Tries {
    fn of(question: &CostQuestion<'_>) -> Self {
        let side = |wanted: f64| {
            let own = question.outcomes.iter().find(|one| one.value == wanted);
            own.map_or((0, 0.0, 0.0), |one| {
                let scatter = one.powers.deviations(one.trials, 0).value();
                (one.trials, one.powers.mean(1, 0).value(), scatter)
            })
        };
        let ((failures, lost, off), (successes, won, apart)) = (side(0.0), side(1.0));
        Self { failures, successes, spent: (lost, won), scatter: (off, apart) }
    }

    fn trials(&self) -> u64 {
        self.failures + self.successes
    }

    /// The mean spend and the chance of a success.
    fn figures(&self, tries: u64) -> (f64, f64) {
        spend(self.trials(), self.failures, self.spent, tries)
    }

    /// Σ (J − mean)² (n − 1) / n of the spend, and Σ of products with the success, where J leaves out one
    /// trial; and the same squares of the success.
    fn jackknife(&self, tries: u64) -> (f64, f64, f64) {
        let (n, f) = (self.trials(), self.failures);
        let (lost, won) = self.spent;
        // Without a trial, the spend is linear in that trial's cost.
        let without = |failures: u64, spent: (f64, f64)| spend(n - 1, failures, spent, tries);
        let groups = [
            (
                f,
                (f > 0).then(|| {
                    let middle = lost / f as f64;
                    let unit = reach(n - 1, f - 1, tries).0 / (n - 1) as f64;
                    (without(f - 1, (lost - middle, won)), unit * unit * self.scatter.0)
                }),
            ),
            (
                self.successes,
                (self.successes > 0).then(|| {
                    let middle = won / self.successes as f64;
                    let unit = reach(n - 1, f, tries).1 / (n - 1) as f64;
                    (without(f, (lost, won - middle)), unit * unit * self.scatter.1)
                }),
            ),
        ];
        let seen = || groups.iter().filter_map(|(times, own)| own.map(|own| (*times as f64, own)));
        let all = n as f64;
        let mean = |pick: fn((f64, f64)) -> f64| {
            seen().map(|(times, (figures, _))| times * pick(figures)).sum::<f64>() / all
        };
        let (spend, success) = (mean(|one| one.0), mean(|one| one.1));
        let sums = seen().fold((0.0, 0.0, 0.0), |sums, (times, (figures, inner))| {
            let (off, apart) = (figures.0 - spend, figures.1 - success);
            (
                sums.0 + times * off * off + inner,
                sums.1 + times * off * apart,
                sums.2 + times * apart * apart,
            )
        });
        let factor = (all - 1.0) / all;
        (factor * sums.0, factor * sums.1, factor * sums.2)
    }
}

/// How often a failure and a success are tried: Σ_{r ≤ k} of the chances that the r-th try is reached and is
/// this one, times N.
fn reach(trials: u64, failures: u64, tries: u64) -> (f64, f64) {
    let (mut failed, mut succeeded) = (0.0, 0.0);
    let (mut before_failure, mut before_success) = (1.0, 1.0);
    for round in 0..tries.min(trials) {
        failed += before_failure;
        succeeded += before_success;
        let left = trials.saturating_sub(1 + round) as f64;
        if left == 0.0 {
            break;
        }
        before_failure *= failures.saturating_sub(1 + round) as f64 / left;
        before_success *= failures.saturating_sub(round) as f64 / left;
        if before_failure == 0.0 && before_success == 0.0 {
            break;
        }
    }
    (if failures > 0 { failed } else { 0.0 }, succeeded)
}

fn spend(trials: u64, failures: u64, spent: (f64, f64), tries: u64) -> (f64, f64) {
    let (failed, succeeded) = reach(trials, failures, tries);
    let n = trials as f64;
    let successes = (trials - failures) as f64;
    ((spent.0 * failed + spent.1 * succeeded) / n, (successes * succeeded / n).min(1.0))
}

/// The figures of a model's questions at most k tries.
///
/// # Errors
/// A question has fewer trials.
pub(super) fn retried(
    questions: &[&CostQuestion<'_>],
    tries: u64,
    about: CostTarget,
) -> Result<RetryFigures> {
    if let Some(one) = questions.iter().find(|one| one.trials < tries) {
        let (question, trials) = (one.name(), one.trials);
        return Err(CostError::Tries { question, trials, tries }.into());
    }
    let of = |one: &CostQuestion<'_>| Tries::of(one).figures(tries);
    let spends = terms(questions, about.clusters, |one| (Double::from(of(one).0), None))?;
    let wins = terms(questions, about.clusters, |one| (Double::from(of(one).1), None))?;
    let (spend, success) = (fixed(&spends).mean.value(), fixed(&wins).mean.value());
    let single = questions.iter().all(|one| one.trials == 1);
    let spread = if about.is_of_sample() || single {
        of_questions(&spends, &wins, spend, about)?
    } else if questions.iter().all(|one| one.trials > tries) {
        Some(of_trials(questions, tries, spend, about)?)
    } else {
        None
    };
    Ok(RetryFigures { spend, success, spread })
}

/// The spread of questions like these.
fn of_questions(
    spends: &[Term],
    wins: &[Term],
    spend: f64,
    about: CostTarget,
) -> Result<Option<(f64, CostInterval, f64)>> {
    let Some(found) = of_sample(spends) else { return Ok(None) };
    let sigma = found.variance.sqrt().value();
    let parts = |terms: &[Term]| by_cluster(distances(terms, 1.0).collect());
    let both = parts(wins).into_iter().zip(parts(spends));
    let sums = both.fold((0.0, 0.0, 0.0), |sums, ((_, y), (_, c))| {
        let (y, c) = (y.value(), c.value());
        (sums.0 + y * c, sums.1 + y * y, sums.2 + c * c)
    });
    let q = Distribution::Student((found.units - 1) as f64).central_quantile(about.confidence)?;
    let skewness = skewness::of_sample(spends);
    let along = correlation(sums.0, sums.1, sums.2);
    Ok(Some((sigma, interval(spend, sigma, q.value(), skewness), along)))
}

/// The spread of trials of these questions, by a jackknife.
fn of_trials(
    questions: &[&CostQuestion<'_>],
    tries: u64,
    spend: f64,
    about: CostTarget,
) -> Result<(f64, CostInterval, f64)> {
    let all: f64 = questions.iter().map(|one| one.weight).sum();
    let (mut squares, mut products, mut others, mut degrees) = (0.0, 0.0, 0.0, 0.0);
    for one in questions {
        let share = one.weight / all;
        let (own, product, other) = Tries::of(one).jackknife(tries);
        squares += share * share * own;
        products += share * share * product;
        others += share * share * other;
        degrees += (one.trials - 1) as f64;
    }
    let sigma = squares.sqrt();
    let q = Distribution::Student(degrees).central_quantile(about.confidence)?.value();
    let reach = if spend > 0.0 { q * sigma / spend } else { 0.0 };
    let ends = CostInterval { mean: spend, lo: spend * exp(-reach), hi: spend * exp(reach) };
    Ok((sigma, ends, correlation(products, squares, others)))
}

#[cfg(test)]
mod tests {
    use super::reach;

    #[test]
    fn tries_are_means_over_all_orders() {
        // Of 3 trials with 1 failure: the failure is first in 1 of 3 orders, or tried second never before
        // a success.
        assert_eq!(reach(3, 1, 1), (1.0, 1.0));
        assert_eq!(reach(3, 1, 2), (1.0, 1.5));
        assert_eq!(reach(3, 0, 3), (0.0, 1.0));
        // Where all fail, each is tried in its turn.
        assert_eq!(reach(3, 3, 3).0, 3.0);
    }
}
