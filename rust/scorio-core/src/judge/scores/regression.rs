//! The label that a level of the judge predicts: a line over the levels, with shrunk steps in thirds.
//!
//! ```text
//! f(t) = a + b (t − ½) + c₁, c₂ or c₃      minimizes Σ (y − f)² + 0.3 b² + c₁² + c₂² + c₃²
//! ```
//!
//! t is the place of the level on the scale from 0 to 1. Trials of a cluster are predicted by the labels of
//! the others. So a prediction does not know the labels that it is compared with.

use super::cells::JudgedAnswers;
use crate::judge::levels::JudgeLevels;

/// a, b, c₁, c₂ and c₃.
const TERMS: usize = 5;
/// The thirds of the scale.
const STEPS: usize = 3;
/// What the squares of the coefficients cost.
const COSTS: Terms = [0.0, 0.3, 1.0, 1.0, 1.0];
/// From so many labels on there are predictions.
const ENOUGH: u64 = 10;

type Terms = [f64; TERMS];

/// Labels of a question's trials with one outcome of the judge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenLabel {
    pub(crate) outcome: usize,
    /// From 0 to 1.
    pub(crate) label: f64,
    pub(crate) trials: u64,
}

/// The sums of the normal equations.
#[derive(Clone, Copy)]
struct NormalEquations {
    products: [Terms; TERMS],
    labels: Terms,
}

impl NormalEquations {
    const NONE: Self = Self { products: [[0.0; TERMS]; TERMS], labels: [0.0; TERMS] };

    fn add(&mut self, terms: &Terms, label: f64, trials: f64) {
        for ((row, sum), one) in self.products.iter_mut().zip(&mut self.labels).zip(terms) {
            *sum += trials * one * label;
            for (cell, other) in row.iter_mut().zip(terms) {
                *cell += trials * one * other;
            }
        }
    }

    fn and(&self, other: &Self) -> Self {
        let mut both = *self;
        for (row, more) in both.products.iter_mut().zip(&other.products) {
            for (cell, more) in row.iter_mut().zip(more) {
                *cell += more;
            }
        }
        for (sum, more) in both.labels.iter_mut().zip(&other.labels) {
            *sum += more;
        }
        both
    }

    /// The coefficients, by Gauss's elimination of a positive definite matrix. `None` without any label.
    fn solved(&self) -> Option<Terms> {
        let (mut rows, mut sums) = (self.products, self.labels);
        for (place, cost) in COSTS.iter().enumerate() {
            *rows.get_mut(place)?.get_mut(place)? += cost;
        }
        for place in 0..TERMS {
            let (pivot, sum) = (*rows.get(place)?, *sums.get(place)?);
            let size = *pivot.get(place)?;
            if size <= 0.0 {
                return None;
            }
            for (row, own) in rows.iter_mut().zip(&mut sums).skip(place + 1) {
                let factor = row.get(place)? / size;
                for (cell, above) in row.iter_mut().zip(&pivot) {
                    *cell -= factor * above;
                }
                *own -= factor * sum;
            }
        }
        let mut found = [0.0; TERMS];
        for place in (0..TERMS).rev() {
            let row = rows.get(place)?;
            let known: f64 = row.iter().zip(&found).map(|(cell, one)| cell * one).sum();
            *found.get_mut(place)? = (sums.get(place)? - known) / row.get(place)?;
        }
        Some(found)
    }
}

/// What levels predict.
pub(crate) struct Regression {
    /// By all labels.
    all: Terms,
    /// By the labels of other clusters.
    others: Vec<Terms>,
    /// The terms of each outcome; `None` if it is no level.
    terms: Vec<Option<Terms>>,
}

impl Regression {
    /// The predictions from the labels of each question. `None` if there are fewer than 10, or one cluster
    /// has all of them.
    pub(crate) fn of(
        questions: &[JudgedAnswers],
        given: &[Vec<GivenLabel>],
        clusters: usize,
        levels: &JudgeLevels,
    ) -> Option<Self> {
        let terms: Vec<_> = (0..levels.places.len()).map(|one| terms(one, levels)).collect();
        let mut own = vec![NormalEquations::NONE; clusters];
        let mut labels = 0;
        for (question, given) in questions.iter().zip(given) {
            let equations = own.get_mut(question.cluster)?;
            for one in given {
                let Some(terms) = terms.get(one.outcome)? else { continue };
                equations.add(terms, one.label, one.trials as f64);
                labels += one.trials;
            }
        }
        if labels < ENOUGH {
            return None;
        }
        // The sums over the clusters before each, and from it on.
        let sum = |sum: &mut NormalEquations, one: &NormalEquations| {
            let before = *sum;
            *sum = sum.and(one);
            Some(before)
        };
        let before: Vec<_> = own.iter().scan(NormalEquations::NONE, sum).collect();
        let mut after: Vec<_> = own.iter().rev().scan(NormalEquations::NONE, sum).collect();
        after.reverse();
        let all = own.iter().fold(NormalEquations::NONE, |sum, one| sum.and(one)).solved()?;
        let others = before.iter().zip(&after).map(|(before, after)| before.and(after).solved());
        Some(Self { all, others: others.collect::<Option<_>>()?, terms })
    }

    /// The label of an outcome, predicted by all labels.
    pub(crate) fn full(&self, outcome: usize) -> f64 {
        self.predicted(&self.all, outcome)
    }

    /// The label of an outcome in a cluster, predicted by the labels of the others.
    pub(crate) fn apart(&self, cluster: usize, outcome: usize) -> f64 {
        self.others.get(cluster).map_or(0.0, |found| self.predicted(found, outcome))
    }

    fn predicted(&self, found: &Terms, outcome: usize) -> f64 {
        let terms = self.terms.get(outcome).copied().flatten();
        terms.map_or(0.0, |terms| terms.iter().zip(found).map(|(term, one)| term * one).sum())
    }
}

fn terms(outcome: usize, levels: &JudgeLevels) -> Option<Terms> {
    let (place, step) = (levels.place(outcome)?, levels.bin(outcome, STEPS)?);
    let mut found = [1.0, place - 0.5, 0.0, 0.0, 0.0];
    *found.get_mut(step + TERMS - STEPS)? = 1.0;
    Some(found)
}
