//! Questions against trials: how a budget is best split, where the questions are a sample of those that
//! matter.
//!
//! Over M questions drawn from many, with N trials of each, the difference of two models' averages has
//! variance (B + W / N) / M: B is the variance between questions of the difference of their true scores, and
//! W the sum over both models of the variance of one trial, averaged over the questions.

use std::ops::RangeInclusive;

use ndarray::ArrayView2;

use crate::error::{Error, Result};
use crate::outcome::Outcome as _;
use crate::plan::MOST_TRIALS;
use crate::weights::{Centred, Weights};

/// Variances of the difference of two models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Components {
    /// B, between questions.
    pub between: f64,
    /// W, of a trial of each model.
    pub within: f64,
}

/// A way of spending a budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// M.
    pub questions: u64,
    /// N, of each model.
    pub trials: u64,
    /// σ of the difference.
    pub sigma: f64,
}

impl Components {
    /// Unbiased estimates from results of both models on the same questions, row by row; B is 0 where
    /// the estimate would be negative.
    ///
    /// # Errors
    /// Fewer than two questions, or trials; matrices with different questions; an entry that is no category.
    pub fn estimated(
        a: &ArrayView2<'_, f64>,
        b: &ArrayView2<'_, f64>,
        weights: &Weights,
    ) -> Result<Self> {
        same(a.nrows(), b.nrows())?;
        let weights = weights.centred();
        let (a, b) = (rows("a", a, &weights)?, rows("b", b, &weights)?);
        let within: f64 = a.iter().zip(&b).map(|(a, b)| a.1 + b.1).sum::<f64>() / a.len() as f64;
        let noise =
            a.iter().zip(&b).map(|(a, b)| a.1 / a.2 + b.1 / b.2).sum::<f64>() / a.len() as f64;
        let gaps: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a.0 - b.0).collect();
        let square = |v: f64| weights.unscale(weights.unscale(v));
        Ok(Self { between: square((variance(&gaps) - noise).max(0.0)), within: square(within) })
    }

    /// From assumed probabilities of success of the same questions.
    ///
    /// # Errors
    /// Fewer than two questions, or different ones; a probability outside [0, 1].
    pub fn assumed(a: &[f64], b: &[f64]) -> Result<Self> {
        same(a.len(), b.len())?;
        for (name, p) in [("a", a), ("b", b)] {
            for (index, &p) in p.iter().enumerate() {
                crate::simulate::check_probability(name, &[index], p)?;
            }
        }
        let spread = |p: &[f64]| p.iter().map(|p| p * (1.0 - p)).sum::<f64>() / p.len() as f64;
        let gaps: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        Ok(Self { between: variance(&gaps), within: spread(a) + spread(b) })
    }

    /// The split of `budget` with the smallest σ: a question costs `question_cost` trials (of both models)
    /// beside its own; no more questions than the last and, where the budget pays for them, no fewer than
    /// the first of `questions`. Of equal ones, that with the fewest trials.
    ///
    /// # Errors
    /// A cost that is negative or no number; a budget that pays for no question, or above 10⁹.
    pub fn best(
        &self,
        budget: u64,
        question_cost: f64,
        questions: RangeInclusive<u64>,
    ) -> Result<Split> {
        if !(question_cost.is_finite() && question_cost >= 0.0) {
            let (name, range) = ("question_cost".to_owned(), "a finite number from 0");
            return Err(Error::Range { name, index: Vec::new(), value: question_cost, range });
        }
        if budget > MOST_TRIALS {
            let (name, range) = ("budget".to_owned(), "a number of trials up to 1,000,000,000");
            return Err(Error::Range { name, index: Vec::new(), value: budget as f64, range });
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0")]
        let paid = |trials: u64| {
            let paid = (budget as f64 / (trials as f64 + question_cost)).floor() as u64;
            paid.min(*questions.end())
        };
        let mut best: Option<Split> = None;
        let mut trials = 1;
        let fewest = (*questions.start()).min(paid(1)).max(1);
        // Numbers of trials that leave as many questions are one case, of which the most trials are the
        // best, unless trials do not vary. There are no more than 2 √budget cases.
        while trials <= budget && paid(trials) >= fewest {
            let questions = paid(trials);
            let (mut last, mut beyond) = (trials, budget + 1);
            while beyond - last > 1 {
                let middle = last + (beyond - last) / 2;
                if paid(middle) == questions {
                    last = middle;
                } else {
                    beyond = middle;
                }
            }
            let chosen = if self.within > 0.0 { last } else { trials };
            let sigma = ((self.between + self.within / chosen as f64) / questions as f64).sqrt();
            if best.is_none_or(|best| sigma < best.sigma) {
                best = Some(Split { questions, trials: chosen, sigma });
            }
            trials = beyond;
        }
        best.ok_or_else(|| Error::Range {
            name: "budget".to_owned(),
            index: Vec::new(),
            value: budget as f64,
            range: "enough for one trial of one question",
        })
    }
}

fn same(left_size: usize, right_size: usize) -> Result<()> {
    if left_size != right_size {
        return Err(Error::Shape {
            left: "a",
            left_size,
            right: "b",
            right_size,
            axis: "questions",
        });
    }
    if left_size < 2 {
        return Err(Error::Range {
            name: "the number of questions".to_owned(),
            index: Vec::new(),
            value: left_size as f64,
            range: "from 2: their variance has to be known",
        });
    }
    Ok(())
}

/// Each question's mean score, unbiased variance of a trial, and number of trials.
fn rows(
    name: &'static str,
    results: &ArrayView2<'_, f64>,
    weights: &Centred,
) -> Result<Vec<(f64, f64, f64)>> {
    if results.ncols() < 2 {
        return Err(Error::Range {
            name: format!("the number of trials of {name}"),
            index: Vec::new(),
            value: results.ncols() as f64,
            range: "from 2: the variance of a trial has to be known",
        });
    }
    let w = &weights.values;
    let mut found = Vec::new();
    for (row, entries) in results.rows().into_iter().enumerate() {
        let mut scores = Vec::new();
        for (column, &entry) in entries.iter().enumerate() {
            let Some(&score) = entry.category().and_then(|category| w.get(category)) else {
                let hint =
                    format!("w has {} weights, so categories are 0..{}", w.len(), w.len() - 1);
                return Err(Error::Category {
                    matrix: name,
                    row,
                    column,
                    value: entry.text(),
                    hint,
                });
            };
            scores.push(score);
        }
        let count = scores.len() as f64;
        found.push((scores.iter().sum::<f64>() / count, variance(&scores), count));
    }
    Ok(found)
}

/// The unbiased variance.
fn variance(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (count - 1.0)
}
