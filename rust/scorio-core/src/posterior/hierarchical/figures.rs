//! What the hierarchical posterior says about the mean score of the questions.

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
        let all: f64 = states.iter().map(|state| state.weight.value()).sum();
        let mut found = Figures::default();
        let mut means = Vec::with_capacity(self.nodes().size_hint().0);
        for node in self.nodes() {
            let one = at_node(&node, states, weights, all);
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

fn at_node(node: &Node<'_>, states: &States, weights: &[f64], all: f64) -> Figures {
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
