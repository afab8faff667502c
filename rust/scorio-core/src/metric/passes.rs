//! Pass@k for several k at once, under a hierarchical prior.
//!
//! Of N trials, F fail. The estimate is 1 − h with h = C(F, k) / C(N, k), and E[h | p] = q^k with q = 1 − p.
//! h² is the chance that two subsets of k trials all fail. Their union has U trials, so
//!
//! ```text
//! Var(h | p) = Σ_u P(U = u) q^u − q^2k = Σ_{k ≤ i < 2k} P(U ≤ i) q^i p
//! ```
//!
//! No term is negative. All k need the same moments d_i = E[q^i p], which a question's Beta law gives one after
//! the other. `hierarchical` has the sums over draws that any other credit takes.

use std::collections::BTreeMap;

use crate::counts::states::States;
use crate::metric::subset::credit::Credit;
use crate::posterior::hierarchical::hierarchy::{Hierarchy, Node};

/// Beyond this k, a sum over draws takes less time than the moments.
const MOST_DRAWS: u64 = 512;

/// What trials tell of the mean of a metric of subsets.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SubsetFigures {
    /// Posterior mean.
    pub(crate) mean: f64,
    /// Expected variance of the estimate over new trials of these questions.
    pub(crate) sampling: f64,
    /// Expected variance between questions, divided by their number.
    pub(crate) between: f64,
}

/// The outcome whose first appearance in k trials counts: a success for Pass@k, a failure for 1 − Pass^k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sought {
    Success,
    Failure,
}

/// The figures of a mean of Pass@k or of Pass^k. `None` of other credits, and of a large k.
pub(crate) fn figures(
    states: &States,
    credit: &Credit,
    hierarchy: &Hierarchy,
) -> Option<SubsetFigures> {
    let sought = match credit {
        Credit::Any(_) => Sought::Success,
        Credit::All(_) => Sought::Failure,
        _ => return None,
    };
    let k = credit.budget();
    let found = (k <= MOST_DRAWS).then(|| several(states, sought, &[k], hierarchy).pop())??;
    Some(match sought {
        Sought::Success => found,
        Sought::Failure => SubsetFigures { mean: 1.0 - found.mean, ..found },
    })
}

/// The figures of Pass@k for several k, which are small enough. `None` if they are not.
pub(crate) fn of_each(
    states: &States,
    k: &[u64],
    hierarchy: &Hierarchy,
) -> Option<Vec<SubsetFigures>> {
    let small = k.iter().all(|&k| k <= MOST_DRAWS);
    small.then(|| several(states, Sought::Success, k, hierarchy))
}

/// The questions with the same number of trials.
struct PassGroup {
    trials: f64,
    questions: Vec<PassState>,
}

/// A state of questions at a node, while i grows.
struct PassState {
    /// Trials with the sought outcome, and the others.
    sought: f64,
    others: f64,
    /// Σ w and Σ w².
    weight: f64,
    square: f64,
    /// α and β of its law at the node, and E[q^i] so far.
    alpha: f64,
    beta: f64,
    left: f64,
}

impl PassGroup {
    fn of(states: &States, sought: Sought) -> Vec<Self> {
        let mut groups: BTreeMap<u64, Vec<PassState>> = BTreeMap::new();
        for state in states.iter() {
            let &[failures, successes] = state.counts else { continue };
            let (sought, others) = match sought {
                Sought::Success => (successes as f64, failures as f64),
                Sought::Failure => (failures as f64, successes as f64),
            };
            let (weight, square) = (state.weight.value(), state.square.value());
            let (alpha, beta, left) = (0.0, 0.0, 1.0);
            let one = PassState { sought, others, weight, square, alpha, beta, left };
            groups.entry(state.trials()).or_default().push(one);
        }
        let group = |(trials, questions)| Self { trials: trials as f64, questions };
        groups.into_iter().map(group).collect()
    }

    /// Calls with Σ w d_i and Σ w² d_i, for i from 0 on.
    fn moments(&mut self, (alpha, beta): (f64, f64), count: usize, mut call: impl FnMut(f64, f64)) {
        for one in &mut self.questions {
            (one.alpha, one.beta, one.left) = (alpha + one.sought, beta + one.others, 1.0);
        }
        let total = alpha + beta + self.trials;
        for i in 0..count {
            let inverse = 1.0 / (total + i as f64);
            let (mut weighted, mut squared) = (0.0, 0.0);
            for one in &mut self.questions {
                let share = one.left * inverse;
                let moment = share * one.alpha;
                weighted += one.weight * moment;
                squared += one.square * moment;
                one.left = share * (one.beta + i as f64);
            }
            call(weighted, squared);
        }
    }
}

fn several(
    states: &States,
    sought: Sought,
    k: &[u64],
    hierarchy: &Hierarchy,
) -> Vec<SubsetFigures> {
    let budgets: Vec<usize> = k.iter().filter_map(|&k| usize::try_from(k).ok()).collect();
    let count = 2 * budgets.iter().copied().max().unwrap_or(0);
    let mut groups = PassGroup::of(states, sought);
    let (mut all, mut squares) = (0.0, 0.0);
    for state in states.iter() {
        all += state.weight.value();
        squares += state.square.value();
    }
    // Σ over the nodes of w² d_i, for each number of trials.
    let mut scatters = vec![vec![0.0; count]; groups.len()];
    let mut found = vec![SubsetFigures::default(); budgets.len()];
    // Σ w z_i and Σ w² z_i of one node, with z_i = E[1 − q^i].
    let (mut weighted, mut squared) = (vec![0.0; count + 1], vec![0.0; count + 1]);
    for node in hierarchy.nodes() {
        let [alpha, beta] = sizes(&node, sought);
        weighted.fill(0.0);
        squared.fill(0.0);
        for (group, scatter) in groups.iter_mut().zip(&mut scatters) {
            let mut places = scatter.iter_mut().zip(weighted.iter_mut().zip(&mut squared).skip(1));
            group.moments((alpha, beta), count, |own, square| {
                if let Some((scatter, (weighted, squared))) = places.next() {
                    *scatter += node.weight * square;
                    *weighted += own;
                    *squared += square;
                }
            });
        }
        for sums in [&mut weighted, &mut squared] {
            let mut sum = 0.0;
            for one in sums.iter_mut() {
                sum += *one;
                *one = sum;
            }
        }
        let at = |sums: &[f64], i: usize| sums.get(i).copied().unwrap_or(0.0);
        for (&k, found) in budgets.iter().zip(&mut found) {
            let mean = at(&weighted, k) / all;
            // Σ w² E[z²] with z² = 1 − 2 q^k + q^2k.
            let second = 2.0 * at(&squared, k) - at(&squared, 2 * k);
            let apart = second - 2.0 * mean * at(&squared, k) + mean * mean * squares;
            found.mean += node.weight * mean;
            found.between += node.weight * apart;
        }
    }
    let questions = states.questions() as f64;
    let square = all * all;
    for (&k, found) in budgets.iter().zip(&mut found) {
        let sampling = groups.iter().zip(&scatters).map(|(group, scatter)| {
            let unions = unions(group.trials, k);
            let both = unions.iter().zip(scatter.iter().skip(k));
            both.map(|(chance, moment)| chance * moment).sum::<f64>()
        });
        found.sampling = sampling.sum::<f64>() / square;
        found.between *= questions / (questions - 1.0) / square;
    }
    found
}

/// α and β of the sought outcome and of the other one.
fn sizes(node: &Node<'_>, sought: Sought) -> [f64; 2] {
    // Beyond these sizes, a law is a point to all digits of a double.
    let size = |mean: f64| (mean * node.rest / node.rho).clamp(1e-100, 1e100);
    match (node.means, sought) {
        (&[failure, success], Sought::Success) => [size(success), size(failure)],
        (&[failure, success], Sought::Failure) => [size(failure), size(success)],
        _ => [1.0, 1.0],
    }
}

/// P(U ≤ i) for i from k to 2k − 1, where U trials are in one of two random subsets of k of N trials.
fn unions(trials: f64, k: usize) -> Vec<f64> {
    let draws = k as f64;
    // P(U = k + u) grows from one u to the next by (k − u)(N − k − u) / (u + 1)². The largest is 1 at first.
    let growth = |u: f64| (draws - u) * (trials - draws - u) / ((u + 1.0) * (u + 1.0));
    let most = draws.min(trials - draws).max(0.0);
    let peak = (0..k).map(|u| u as f64).find(|&u| u >= most || growth(u) <= 1.0).unwrap_or(most);
    let mut chances = vec![0.0; k + 1];
    let mut fill = |steps: &mut dyn Iterator<Item = usize>, ratio: &dyn Fn(f64) -> f64| {
        let mut chance = 1.0;
        for u in steps {
            chance *= ratio(u as f64);
            if let Some(slot) = chances.get_mut(u) {
                *slot = chance;
            }
        }
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to k")]
    let peak = peak as usize;
    fill(&mut (peak + 1..=k), &|u| growth(u - 1.0).max(0.0));
    fill(&mut (0..peak).rev(), &|u| 1.0 / growth(u));
    if let Some(slot) = chances.get_mut(peak) {
        *slot = 1.0;
    }
    let all: f64 = chances.iter().sum();
    let mut sum = 0.0;
    let below = chances.iter().take(k).map(|chance| {
        sum += chance;
        sum / all
    });
    below.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::states::Builder;
    use crate::metric::hierarchical::subset_figures;

    /// The sums over draws, of equal and ragged trials, with weights, and where k is above N / 2.
    #[test]
    fn figures_are_those_of_all_draws() {
        let tables: [&[(u64, u64)]; 5] = [
            &[(3, 13), (0, 16), (16, 0), (7, 9), (7, 9)],
            &[(16, 0), (15, 1), (16, 0), (16, 0)],
            &[(0, 4), (2, 9), (5, 1), (1, 7), (90, 3)],
            &[(0, 8), (0, 8)],
            &[(1, 3)],
        ];
        for (table, weighted) in tables.iter().flat_map(|table| [(table, false), (table, true)]) {
            let mut builder = Builder::weighted(2, weighted);
            for (place, &(failures, successes)) in table.iter().enumerate() {
                builder.push_weighted(&[failures, successes], 1.0 + place as f64 / 3.0);
            }
            let states = builder.finish();
            let hierarchy = Hierarchy::coarse(&states).unwrap();
            let all = of_each(&states, &[2, 3, 4], &hierarchy).unwrap();
            for (k, of_each) in (2..=4).zip(all) {
                for credit in [Credit::pass_at(k).unwrap(), Credit::pass_hat(k).unwrap()] {
                    let plain = subset_figures(&states, &credit, &hierarchy);
                    let found = figures(&states, &credit, &hierarchy).unwrap();
                    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * b.abs();
                    let mean = (found.mean - plain.mean).abs() < 1e-14;
                    assert!(mean, "{credit:?} {found:?} {plain:?}");
                    assert!(near(found.sampling, plain.sampling), "{credit:?} {found:?} {plain:?}");
                    // One question has no scatter between questions.
                    let one = table.len() == 1;
                    assert!(one || near(found.between, plain.between), "{found:?} {plain:?}");
                    if credit == Credit::Any(credit.budget()) && !one {
                        assert_eq!(of_each, found);
                    }
                }
            }
        }
    }

    #[test]
    fn unions_of_two_subsets_are_counted() {
        // Two of three trials, and two of three: the same pair in 1 of 3 cases, and all three in the others.
        let found = unions(3.0, 2);
        assert!((found[0] - 1.0 / 3.0).abs() < 1e-15 && (found[1] - 1.0).abs() < 1e-15);
        assert_eq!(unions(1.0, 1), [1.0]);
        // Of many trials, two subsets rarely share one: C(10⁶ − 5, 5) / C(10⁶, 5) are all apart.
        let apart: f64 = (0..5).map(|i| 1.0 - 5.0 / (1e6 - f64::from(i))).product();
        assert!((unions(1e6, 5)[4] - (1.0 - apart)).abs() < 1e-14);
    }
}
