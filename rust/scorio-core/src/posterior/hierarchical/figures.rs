//! What the hierarchical posterior says about the mean score of the questions.

use std::collections::BTreeMap;

use super::hierarchy::{Hierarchy, Node};
use crate::counts::states::States;

/// Moments of a mean of question scores Σ w_j p_j. A question has the weights of its counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Figures {
    /// Posterior mean.
    pub(crate) mean: f64,
    /// Posterior variance.
    pub(crate) variance: f64,
    /// Expected variance of the plain average over new trials of these questions.
    pub(crate) sampling: f64,
    /// Expected variance between questions, divided by their number.
    pub(crate) between: f64,
}

/// The moments of one question, at one node or over all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuestionMoments {
    /// Mean of Σ w_j p_j.
    pub(crate) mean: f64,
    /// Its variance.
    pub(crate) variance: f64,
    /// Expected variance of one trial.
    pub(crate) trial: f64,
}

impl Node<'_> {
    /// With A_j = π_j (1 − ρ) + n_j ρ and S = 1 − ρ + Nρ, the mean of p_j is A_j / S. The scatter of w
    /// with these probabilities is that of a trial plus that of Σ w_j p_j, in the ratio S to ρ.
    pub(crate) fn question(&self, counts: &[u64], weights: &[f64]) -> QuestionMoments {
        let mut total = self.rest;
        let (mut sum, mut square) = (0.0, 0.0);
        let each = || counts.iter().zip(self.means).zip(weights);
        for ((&count, mean), weight) in each() {
            let share = mean * self.rest + count as f64 * self.rho;
            total += count as f64 * self.rho;
            sum += share * weight;
        }
        let centre = sum / total;
        for ((&count, mean), weight) in each() {
            let share = mean * self.rest + count as f64 * self.rho;
            square += share * (weight - centre) * (weight - centre);
        }
        let scatter = square / total / (total + self.rho);
        QuestionMoments { mean: centre, variance: scatter * self.rho, trial: scatter * total }
    }
}

impl Hierarchy {
    /// The moments of one question, averaged over the nodes.
    pub(crate) fn question(&self, counts: &[u64], weights: &[f64]) -> QuestionMoments {
        let each = self.nodes().map(|node| (node.weight, node.question(counts, weights)));
        let each: Vec<_> = each.collect();
        let mean = each.iter().map(|(weight, one)| weight * one.mean).sum();
        let variance = each.iter().map(|(weight, one)| {
            let gap = one.mean - mean;
            weight * (one.variance + gap * gap)
        });
        let trial = each.iter().map(|(weight, one)| weight * one.trial).sum();
        QuestionMoments { mean, variance: variance.sum(), trial }
    }

    /// The moments of the mean score with a weight for each category.
    pub(crate) fn figures(&self, states: &States, weights: &[f64]) -> Figures {
        match *weights {
            [failure, success] => self.binary_figures(states, (failure, success)),
            _ => self.averaged(|node| at_node(node, states, weights)),
        }
    }

    /// The same of failures and successes: questions with the same number of trials have common sums.
    fn binary_figures(&self, states: &States, (failure, success): (f64, f64)) -> Figures {
        let all: f64 = states.iter().map(|state| state.weight.value()).sum();
        let (questions, step) = (states.questions() as f64, success - failure);
        let groups = TrialGroup::of(states);
        let found = self.averaged(|node| TrialGroup::at_node(&groups, node, all, questions));
        let square = step * step;
        Figures {
            mean: failure + step * found.mean,
            variance: square * found.variance,
            sampling: square * found.sampling,
            between: square * found.between,
        }
    }

    /// The figures over all nodes, from those at each.
    fn averaged(&self, at_node: impl Fn(&Node<'_>) -> Figures) -> Figures {
        let mut found = Figures::default();
        let mut means = Vec::with_capacity(self.nodes().size_hint().0);
        for node in self.nodes() {
            let one = at_node(&node);
            found.mean += node.weight * one.mean;
            found.variance += node.weight * one.variance;
            found.sampling += node.weight * one.sampling;
            found.between += node.weight * one.between;
            means.push((node.weight, one.mean));
        }
        // The mean varies between nodes, too.
        let spread = means.iter().map(|(weight, mean)| {
            let gap = mean - found.mean;
            weight * gap * gap
        });
        found.variance += spread.sum::<f64>();
        found
    }
}

/// Sums over the questions with the same number of trials N.
///
/// A question with c successes and f failures has p = (A + cρ) / S with A = m (1 − ρ), B = (1 − m)(1 − ρ) and
/// S = 1 − ρ + Nρ. So sums of p and of p (1 − p) are those of c, f and cf, and no term is negative.
#[derive(Clone, Copy, Debug, Default)]
struct TrialGroup {
    trials: f64,
    /// Σ w, and Σ w c.
    weights: (f64, f64),
    /// Σ w².
    squares: f64,
    /// Σ w² c, Σ w² f and Σ w² c f.
    successes: f64,
    failures: f64,
    both: f64,
    /// Σ w² (c − c̄)².
    scatter: f64,
}

impl TrialGroup {
    fn of(states: &States) -> Vec<Self> {
        let mut groups: BTreeMap<u64, Self> = BTreeMap::new();
        let counts = || {
            states.iter().filter_map(|state| match *state.counts {
                [failures, successes] => Some((state, failures as f64, successes as f64)),
                _ => None,
            })
        };
        for (state, failures, successes) in counts() {
            let (weight, square) = (state.weight.value(), state.square.value());
            let group = groups.entry(state.trials()).or_default();
            group.trials = state.trials() as f64;
            group.weights.0 += weight;
            group.weights.1 += weight * successes;
            group.squares += square;
            group.successes += square * successes;
            group.failures += square * failures;
            group.both += square * successes * failures;
        }
        for (state, _, successes) in counts() {
            let Some(group) = groups.get_mut(&state.trials()) else { continue };
            let gap = successes - group.successes / group.squares;
            group.scatter += state.square.value() * gap * gap;
        }
        groups.into_values().collect()
    }

    /// A, B, ρ and S.
    fn shares(&self, node: &Node<'_>) -> (f64, f64, f64, f64) {
        let &Node { rho, rest, .. } = node;
        let [failure, success] = *node.means else { return (0.0, 0.0, rho, 1.0) };
        (success * rest, failure * rest, rho, rest + self.trials * rho)
    }

    fn at_node(groups: &[Self], node: &Node<'_>, all: f64, questions: f64) -> Figures {
        let mut mean = 0.0;
        for group in groups {
            let (a, _, rho, total) = group.shares(node);
            mean += (a * group.weights.0 + rho * group.weights.1) / total;
        }
        let mean = mean / all;
        let (mut variance, mut sampling, mut between) = (0.0, 0.0, 0.0);
        for group in groups {
            let (a, b, rho, total) = group.shares(node);
            let cross = a * group.failures + b * group.successes;
            let products = a * b * group.squares + rho * (cross + rho * group.both);
            // Σ w² p (1 − p) / (S + ρ).
            let scatter = products / (total * total * (total + rho));
            let gap = a + group.successes / group.squares * rho - total * mean;
            let apart = rho * rho * group.scatter + gap * gap * group.squares;
            variance += scatter * rho;
            sampling += scatter * total / group.trials;
            between += apart / (total * total) + scatter * rho;
        }
        let square = all * all;
        Figures {
            mean,
            variance: variance / square,
            sampling: sampling / square,
            between: between / square * (questions / (questions - 1.0)),
        }
    }
}

fn at_node(node: &Node<'_>, states: &States, weights: &[f64]) -> Figures {
    let all: f64 = states.iter().map(|state| state.weight.value()).sum();
    let moments = || states.iter().map(|state| (state, node.question(state.counts, weights)));
    let (mut mean, mut variance, mut sampling) = (0.0, 0.0, 0.0);
    for (state, one) in moments() {
        let square = state.square.value();
        mean += one.mean * state.weight.value();
        variance += one.variance * square;
        sampling += one.trial / state.trials() as f64 * square;
    }
    let mean = mean / all;
    let scatter = moments().map(|(state, one)| {
        let gap = one.mean - mean;
        (gap * gap + one.variance) * state.square.value()
    });
    let questions = states.questions() as f64;
    let between = scatter.sum::<f64>() * (questions / (questions - 1.0));
    let square = all * all;
    Figures {
        mean,
        variance: variance / square,
        sampling: sampling / square,
        between: between / square,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::states::Builder;

    /// Common sums of questions with as many trials give the figures of state by state.
    #[test]
    fn binary_figures_are_those_of_each_state() {
        let tables: [&[(u64, u64)]; 5] = [
            &[(3, 13), (0, 16), (16, 0), (7, 9), (7, 9)],
            &[(0, 1), (1, 0), (1, 0)],
            &[(0, 4), (2, 1), (5, 0), (1, 7), (900, 3)],
            &[(0, 8), (0, 8)],
            &[(1, 1)],
        ];
        for table in tables {
            for weighted in [false, true] {
                let mut builder = Builder::weighted(2, weighted);
                for (place, &(failures, successes)) in table.iter().enumerate() {
                    builder.push_weighted(&[failures, successes], 1.0 + place as f64 / 3.0);
                }
                let states = builder.finish();
                let hierarchy = Hierarchy::fit(&states).unwrap();
                for weights in [[0.0, 1.0], [1.0, 0.0], [0.25, 0.75]] {
                    let found = hierarchy.figures(&states, &weights);
                    let plain = hierarchy.averaged(|node| at_node(node, &states, &weights));
                    let near = |a: f64, b: f64| (a - b).abs() <= 1e-13 * b.abs();
                    let mean = (found.mean - plain.mean).abs() < 1e-14;
                    assert!(mean, "{found:?} {plain:?}");
                    assert!(near(found.variance, plain.variance), "{found:?} {plain:?}");
                    assert!(near(found.sampling, plain.sampling), "{found:?} {plain:?}");
                    // One question has no scatter between questions.
                    let one = table.len() == 1;
                    assert!(one || near(found.between, plain.between), "{found:?} {plain:?}");
                }
            }
        }
    }
}
