//! The likelihood of the mean and the correlation, from the counts of all questions.

use std::collections::BTreeMap;

use crate::counts::states::States;
use crate::numeric::beta::stirling_error;
use crate::numeric::portable::{ln, ln_1p, ln_each};

/// Outcomes of one category in all questions: `questions` of them have more than `from`, …,
/// `from + count − 1`.
#[derive(Clone, Copy)]
struct Factors {
    from: f64,
    count: f64,
    questions: f64,
}

/// How many single factors are taken together.
const TOGETHER: usize = 8;

/// The factors of one category, or those of all trials.
pub(super) struct Steps {
    /// Those of one factor alone, so many at a time. Most often each number of outcomes is that of some
    /// question.
    single: Vec<[Factors; TOGETHER]>,
    others: Vec<Factors>,
}

impl Steps {
    /// From the counts of each state, with the number of its questions.
    fn new(counts: impl Iterator<Item = (u64, u64)>) -> Self {
        let mut questions = BTreeMap::new();
        for (count, multiplicity) in counts {
            *questions.entry(count).or_insert(0) += multiplicity;
        }
        let mut left: u64 = questions.values().sum();
        let (mut single, mut others, mut from) = (Vec::new(), Vec::new(), 0);
        for (count, multiplicity) in questions {
            if count > from {
                let (start, count) = (from as f64, (count - from) as f64);
                let own = Factors { from: start, count, questions: left as f64 };
                if count == 1.0 { single.push(own) } else { others.push(own) }
            }
            from = count;
            left -= multiplicity;
        }
        let (together, rest) = single.as_chunks();
        others.extend_from_slice(rest);
        Self { single: together.to_vec(), others }
    }

    /// Σ ln ∏_{j<c} (x + jρ) over the questions, each with its own c.
    pub(super) fn log(&self, x: f64, rho: f64) -> f64 {
        let mut sum = 0.0;
        for together in &self.single {
            let mut factors = [0.0; TOGETHER];
            for (factor, step) in factors.iter_mut().zip(together) {
                *factor = x + step.from * rho;
            }
            for (log, step) in ln_each(factors).into_iter().zip(together) {
                sum += step.questions * log;
            }
        }
        let one = |step: &Factors| step.questions * rising(x + step.from * rho, rho, step.count);
        self.others.iter().map(one).fold(sum, |sum, own| sum + own)
    }
}

/// Factors up to here are multiplied one by one.
const FEW: f64 = 32.0;

/// Σ_{j<count} ln(x + jρ).
fn rising(x: f64, rho: f64, count: f64) -> f64 {
    if count == 1.0 {
        return ln(x);
    }
    let (mut log, mut product, mut factor) = (0.0, 1.0, x);
    let mut left = count;
    // Stirling's series needs x / ρ to be large.
    while left > 0.0 && (left <= FEW || factor < 16.0 * rho) {
        product *= factor;
        if !(1e-150..1e150).contains(&product) {
            log += ln(product);
            product = 1.0;
        }
        factor += rho;
        left -= 1.0;
    }
    log += ln(product);
    if left > 0.0 {
        // count ln ρ + ln Γ(z + count) − ln Γ(z), whose large terms are taken together.
        let z = factor / rho;
        let last = factor + left * rho;
        let gap = (z - 0.5) * ln_1p(left / z) - left;
        log += left * ln(last) + gap + stirling_error(z + left) - stirling_error(z);
    }
    log
}

/// The likelihood of the counts of one model.
pub(super) struct Likelihood {
    /// The factors of each category.
    pub(super) categories: Vec<Steps>,
    /// The factors of the trials.
    pub(super) trials: Steps,
    /// (n_j + 1/2) / (n + (C + 1) / 2): the pooled proportions.
    pub(super) pooled: Vec<f64>,
}

impl Likelihood {
    pub(super) fn new(states: &States) -> Self {
        let column = |category: usize| {
            let count = move |counts: &[u64]| counts.get(category).copied().unwrap_or(0);
            states.iter().map(move |state| (count(state.counts), state.multiplicity))
        };
        let totals = (0..states.categories()).map(|category| {
            column(category).map(|(count, multiplicity)| count as f64 * multiplicity as f64).sum()
        });
        let halves: Vec<f64> = totals.map(|total: f64| total + 0.5).collect();
        let all: f64 = halves.iter().sum();
        Self {
            categories: (0..states.categories()).map(|one| Steps::new(column(one))).collect(),
            trials: Steps::new(states.iter().map(|state| (state.trials(), state.multiplicity))),
            pooled: halves.into_iter().map(|half| half / all).collect(),
        }
    }

    /// The factors of the categories. `rest` is 1 − ρ.
    pub(super) fn log(&self, means: &[f64], rho: f64, rest: f64) -> f64 {
        let each = self.categories.iter().zip(means);
        each.map(|(steps, mean)| steps.log(mean * rest, rho)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The long sum, term by term.
    fn plain(x: f64, rho: f64, count: f64) -> f64 {
        let (mut sum, mut j) = (0.0, 0.0);
        while j < count {
            sum += ln(x + j * rho);
            j += 1.0;
        }
        sum
    }

    #[test]
    fn long_products_are_their_terms() {
        for rho in [1e-75, 1e-9, 0.01, 0.3, 0.999, 1.0] {
            for x in [1e-60, 1e-4, 0.2, 0.9] {
                for count in [1.0, 5.0, 32.0, 33.0, 200.0, 5000.0] {
                    let (actual, expected) = (rising(x, rho, count), plain(x, rho, count));
                    let gap = (actual - expected).abs();
                    assert!(gap < 1e-12 * (1.0 + expected.abs()), "{x} {rho} {count}: {gap}");
                }
            }
        }
    }
}
