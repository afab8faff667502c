//! How far the strengths of a model of pairs vary over new trials of the same questions.
//!
//! The gradient of the log-likelihood is linear in the wins and ties of each question, and these in the
//! share p̂ of successes of each of the two models. Trials are independent, so that by first order
//!
//! ```text
//! Cov θ = H⁻¹ (Σ a aᵀ v / N) H⁻¹,   a = ∂ gradient / ∂ p̂,   v = E[p (1 − p) | data]
//! ```
//!
//! over the N trials of each model on each question (White 1982). v is that of the hierarchical posterior of
//! the model. The inverse of H alone would take pairs of the same trial as independent.
//!
//! Where each trial meets that of the same number alone, which trials meet is chance, too. For each two
//! models it adds Σ N v v' c cᵀ with the second derivative c of the gradient by both outcomes.

use super::law::Slopes;
use super::model::{PairModel, Strengths};
use super::trial_pairs::TrialPairs;
use crate::error::Result;
use crate::rankers::cells::Cells;
use crate::rankers::solver::square::Square;

/// The slopes of one win, one loss and one tie, for each two models.
struct UnitSlopes {
    models: usize,
    each: Vec<[Slopes; 3]>,
}

impl UnitSlopes {
    fn new(found: &Strengths) -> Self {
        let (theta, x) = (&found.theta, found.ln_nu.unwrap_or(0.0));
        let slopes = |seen, d| found.law.slopes(seen, d, x);
        let pairs = theta.iter().flat_map(|one| theta.iter().map(move |other| one - other));
        let each = pairs.map(|d| {
            [slopes((1.0, 0.0, 0.0), d), slopes((0.0, 1.0, 0.0), d), slopes((0.0, 0.0, 1.0), d)]
        });
        Self { models: theta.len(), each: each.collect() }
    }

    /// The derivative of the gradient by the share of successes of model i on a question.
    fn derivative(&self, cells: &Cells, i: usize, question: usize, a: &mut [f64]) {
        a.fill(0.0);
        let own = cells.trials(i)[question];
        for j in (0..self.models).filter(|&j| j != i) {
            let other = cells.trials(j)[question];
            if other == 0.0 {
                continue;
            }
            let p = cells.successes(j)[question] / other;
            let [won, lost, tied] = &self.each[i * self.models + j];
            let pairs = 2.0 * own * other / (own + other);
            let along = |win: f64, loss: f64, tie: f64| {
                pairs * ((1.0 - p) * win - p * loss + (2.0 * p - 1.0) * tie)
            };
            let moved = along(won.first, lost.first, tied.first);
            a[i] += moved;
            a[j] -= moved;
            if let Some(tie) = a.get_mut(self.models) {
                *tie += along(won.tie, lost.tie, tied.tie);
            }
        }
    }

    /// The second derivative of the gradient by the outcomes of a trial of i and one of j that meet.
    fn meeting(&self, i: usize, j: usize, a: &mut [f64]) {
        a.fill(0.0);
        let [won, lost, tied] = &self.each[i * self.models + j];
        let along = |win: f64, loss: f64, tie: f64| 2.0 * tie - win - loss;
        let moved = along(won.first, lost.first, tied.first);
        (a[i], a[j]) = (moved, -moved);
        if let Some(tie) = a.get_mut(self.models) {
            *tie = along(won.tie, lost.tie, tied.tie);
        }
    }
}

/// Adds scale · a aᵀ.
fn add_square(matrix: &mut Square, a: &[f64], scale: f64) {
    for (i, one) in a.iter().enumerate() {
        for (slot, other) in matrix.row_mut(i).iter_mut().zip(a) {
            *slot += scale * one * other;
        }
    }
}

impl PairModel {
    /// The covariance of the strengths over new trials of these questions.
    ///
    /// `variances` are those of one trial of each model, question by question. `is_aligned` says that
    /// each trial meets that of the same number alone.
    ///
    /// # Errors
    /// The Hessian has no inverse.
    pub(crate) fn over_trials(
        &self,
        pairs: &TrialPairs,
        found: &Strengths,
        cells: &Cells,
        variances: &[Vec<f64>],
        is_aligned: bool,
    ) -> Result<Square> {
        let (factor, at) = self.curvature(pairs, found)?;
        let (size, free) = (pairs.len(), at.len());
        let slopes = UnitSlopes::new(found);
        let (mut middle, mut a) = (Square::zeros(free), vec![0.0; free]);
        for (model, variances) in variances.iter().enumerate() {
            for (question, variance) in variances.iter().enumerate() {
                let trials = cells.trials(model)[question];
                if trials == 0.0 {
                    continue;
                }
                slopes.derivative(cells, model, question, &mut a);
                add_square(&mut middle, &a, variance / trials);
            }
        }
        if is_aligned {
            for i in 0..size {
                for j in 0..i {
                    slopes.meeting(i, j, &mut a);
                    let met = |m: usize| {
                        let (own, other) = (cells.trials(i)[m], cells.trials(j)[m]);
                        own.min(other) * variances[i][m] * variances[j][m]
                    };
                    add_square(&mut middle, &a, (0..cells.questions()).map(met).sum());
                }
            }
        }
        // Both matrices are symmetric: a row of each stands for its column.
        let solved: Vec<Vec<f64>> = (0..free).map(|i| factor.solve(middle.row(i))).collect();
        let column = |j: usize| solved.iter().map(|row| row[j]).collect::<Vec<f64>>();
        let outer: Vec<Vec<f64>> = (0..size).map(|j| factor.solve(&column(j))).collect();
        Ok(Square::of(size, |i, j| f64::midpoint(outer[i][j], outer[j][i])))
    }
}
