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

use std::collections::BTreeMap;

use crate::compare::decision::difference::{Term, by_cluster, distances, of_sample};
use crate::compare::decision::skewness;
use crate::cost::error::CostError;
use crate::cost::means::figures::{CostInterval, CostTarget, correlation, interval, terms};
use crate::cost::trials::spending::CostQuestion;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::portable::exp;
use crate::numeric::student::Distribution;

/// What a model spends on a question with at most k tries, and how often it succeeds.
#[derive(Clone, Copy, Debug)]
pub(in crate::cost) struct RetryFigures {
    pub(in crate::cost) spend: f64,
    pub(in crate::cost) success: f64,
    /// σ of the spend, its interval, and its correlation with the success. Missing where trials do not tell.
    pub(in crate::cost) spread: Option<(f64, CostInterval, f64)>,
}

/// How often a failure and a success are tried, times N: Σ_{r ≤ k} of the chances that the r-th try is reached
/// and is this one.
type TimesTried = (f64, f64);

/// The same for every k, by the trials and the failures of a question.
#[derive(Debug)]
struct Reaches {
    most: u64,
    places: BTreeMap<(u64, u64), usize>,
    tables: Vec<Vec<TimesTried>>,
}

impl Reaches {
    fn place(&mut self, trials: u64, failures: u64) -> usize {
        let Self { most, places, tables } = self;
        *places.entry((trials, failures)).or_insert_with(|| {
            tables.push(reach(trials, failures, *most));
            tables.len() - 1
        })
    }

    fn at(&self, place: usize, tries: u64) -> TimesTried {
        let own = usize::try_from(tries.saturating_sub(1)).ok();
        let table = self.tables.get(place);
        table.zip(own).and_then(|(table, own)| table.get(own)).copied().unwrap_or_default()
    }
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
    /// Tables of how often each is tried: of all trials, without a failure, and without a success.
    reaches: [usize; 3],
}

impl Tries {
    fn of(question: &CostQuestion<'_>, known: &mut Reaches) -> Self {
        let side = |wanted: f64| {
            let own = question.outcomes.iter().find(|one| one.value == wanted);
            own.map_or((0, 0.0, 0.0), |one| {
                let scatter = one.powers.deviations(one.trials, 0).value();
                (one.trials, one.powers.mean(1, 0).value(), scatter)
            })
        };
        let ((failures, lost, off), (successes, won, apart)) = (side(0.0), side(1.0));
        let (n, f) = (failures + successes, failures);
        let reaches =
            [(n, f), (n.saturating_sub(1), f.saturating_sub(1)), (n.saturating_sub(1), f)];
        Self {
            failures,
            successes,
            spent: (lost, won),
            scatter: (off, apart),
            reaches: reaches.map(|(trials, failures)| known.place(trials, failures)),
        }
    }

    fn trials(&self) -> u64 {
        self.failures + self.successes
    }

    /// The mean spend and the chance of a success.
    fn figures(&self, tries: u64, reaches: &Reaches) -> (f64, f64) {
        let [all, ..] = self.reaches;
        spend((self.trials(), self.successes), self.spent, reaches.at(all, tries))
    }

    /// Σ (J − mean)² (n − 1) / n of the spend, and Σ of products with the success, where J leaves out one
    /// trial; and the same squares of the success.
    fn jackknife(&self, tries: u64, reaches: &Reaches) -> (f64, f64, f64) {
        let (n, f, s) = (self.trials(), self.failures, self.successes);
        let (lost, won) = self.spent;
        let [_, less_failure, less_success] = self.reaches;
        let (less_failure, less_success) =
            (reaches.at(less_failure, tries), reaches.at(less_success, tries));
        // Without a trial, the spend is linear in that trial's cost.
        let without_failure = (f > 0).then(|| {
            let spent = (lost - lost / f as f64, won);
            let unit = less_failure.0 / (n - 1) as f64;
            (spend((n - 1, s), spent, less_failure), unit * unit * self.scatter.0)
        });
        let without_success = (s > 0).then(|| {
            let spent = (lost, won - won / s as f64);
            let unit = less_success.1 / (n - 1) as f64;
            (spend((n - 1, s - 1), spent, less_success), unit * unit * self.scatter.1)
        });
        let groups = [(f, without_failure), (s, without_success)];
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

/// How often a failure and a success are tried, for each k up to `most`.
fn reach(trials: u64, failures: u64, most: u64) -> Vec<TimesTried> {
    let (mut failed, mut succeeded) = (0.0, 0.0);
    let (mut before_failure, mut before_success) = (1.0, 1.0);
    let each = (0..most).map(|round| {
        if round < trials {
            failed += before_failure;
            succeeded += before_success;
            let left = trials.saturating_sub(1 + round).max(1) as f64;
            before_failure *= failures.saturating_sub(1 + round) as f64 / left;
            before_success *= failures.saturating_sub(round) as f64 / left;
        }
        (if failures > 0 { failed } else { 0.0 }, succeeded)
    });
    each.collect()
}

/// The mean spend and the chance of a success of some trials, of which so many succeed.
fn spend((trials, successes): (u64, u64), spent: (f64, f64), reach: TimesTried) -> (f64, f64) {
    let ((failed, succeeded), n) = (reach, trials as f64);
    ((spent.0 * failed + spent.1 * succeeded) / n, (successes as f64 * succeeded / n).min(1.0))
}

/// The questions of a model that tries again.
pub(in crate::cost) struct Retrying {
    tries: Vec<Tries>,
    reaches: Reaches,
    /// Weight and cluster of each question.
    terms: Vec<Term>,
    about: CostTarget,
}

impl Retrying {
    /// The questions, for at most so many tries. `by_task` is the mean of tasks.
    ///
    /// # Errors
    /// - A question has fewer trials.
    /// - A question has no cluster, but clusters are wanted.
    pub(in crate::cost) fn of(
        questions: &[&CostQuestion<'_>],
        most: u64,
        by_task: bool,
        about: CostTarget,
    ) -> Result<Self> {
        let fewest = questions.iter().min_by_key(|one| one.trials);
        if let Some(one) = fewest.filter(|one| one.trials < most) {
            let (question, trials) = (one.name(), one.trials);
            return Err(CostError::Tries { question, trials, tries: most }.into());
        }
        let mut reaches = Reaches { most, places: BTreeMap::new(), tables: Vec::new() };
        let tries = questions.iter().map(|one| Tries::of(one, &mut reaches)).collect();
        let mut terms = terms(questions, about.clusters, |_| (Double::ZERO, None))?;
        if by_task {
            let mut rest = terms.as_mut_slice();
            for task in questions.chunk_by(|a, b| a.task == b.task) {
                let all: f64 = task.iter().map(|one| one.weight).sum();
                let (own, others) = std::mem::take(&mut rest).split_at_mut(task.len());
                for term in own {
                    term.weight /= all;
                }
                rest = others;
            }
        }
        Ok(Self { tries, reaches, terms, about })
    }

    /// The figures at most so many tries.
    ///
    /// # Errors
    /// Those of a quantile.
    pub(in crate::cost) fn figures(&self, tries: u64) -> Result<RetryFigures> {
        let each = || self.tries.iter().map(|one| one.figures(tries, &self.reaches));
        let all: f64 = self.terms.iter().map(|term| term.weight).sum();
        let sums = each().zip(&self.terms).fold(
            (Double::ZERO, Double::ZERO),
            |(spends, wins), ((spend, success), term)| {
                (spends + spend * term.weight, wins + success * term.weight)
            },
        );
        let (spend, success) = ((sums.0 / all).value(), (sums.1 / all).value());
        let single = self.tries.iter().all(|one| one.trials() == 1);
        let spread = if self.about.is_of_sample() || single {
            let terms = |pick: fn((f64, f64)) -> f64| -> Vec<Term> {
                let each = self.terms.iter().zip(each());
                each.map(|(term, one)| Term { mean: Double::from(pick(one)), ..*term }).collect()
            };
            of_questions(&terms(|one| one.0), &terms(|one| one.1), spend, self.about)?
        } else if self.tries.iter().all(|one| one.trials() > tries) {
            Some(self.of_trials(tries, spend, all)?)
        } else {
            None
        };
        Ok(RetryFigures { spend, success, spread })
    }

    /// The spread of trials of these questions, by a jackknife.
    fn of_trials(&self, tries: u64, spend: f64, all: f64) -> Result<(f64, CostInterval, f64)> {
        let (mut squares, mut products, mut others, mut degrees) = (0.0, 0.0, 0.0, 0.0);
        for (one, term) in self.tries.iter().zip(&self.terms) {
            let share = term.weight / all;
            let (own, product, other) = one.jackknife(tries, &self.reaches);
            squares += share * share * own;
            products += share * share * product;
            others += share * share * other;
            degrees += (one.trials() - 1) as f64;
        }
        let sigma = squares.sqrt();
        let q = Distribution::Student(degrees).central_quantile(self.about.confidence)?.value();
        let reach = if spend > 0.0 { q * sigma / spend } else { 0.0 };
        let ends = CostInterval { mean: spend, lo: spend * exp(-reach), hi: spend * exp(reach) };
        Ok((sigma, ends, correlation(products, squares, others)))
    }
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

#[cfg(test)]
mod tests {
    use super::reach;

    #[test]
    fn tries_are_means_over_all_orders() {
        // Of 3 trials with 1 failure: the failure is first in 1 of 3 orders, or tried second never before
        // a success.
        assert_eq!(reach(3, 1, 2), [(1.0, 1.0), (1.0, 1.5)]);
        assert_eq!(reach(3, 0, 3), [(0.0, 1.0); 3]);
        // Where all fail, each is tried in its turn.
        assert_eq!(reach(3, 3, 3).iter().map(|one| one.0).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
    }
}
