//! Questions against trials: the best split of a budget, if the questions are a sample of those
//! that matter.
//!
//! Take M questions from many, with N trials of each. The difference of two models' averages has
//! variance
//!
//! ```text
//! (B + W / N) / M
//! ```
//!
//! B is the variance between questions of the difference of the true scores. W is the variance of
//! one trial, averaged over the questions and added over both models.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use ndarray::ArrayView2;

use crate::check;
use crate::counts::counts::Counts;
use crate::counts::question::Question;
use crate::error::Result;
use crate::metric::weights::{Centred, Weights};
use crate::plan::pair::MOST_TRIALS;
use crate::tally::entry::Outcome as _;
use crate::tally::error::TallyError;

/// Variances of the difference of two models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Components {
    /// B, the variance between questions.
    pub between: f64,
    /// W, the variance of a trial of each model.
    pub within: f64,
}

/// A way to spend a budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// M, the number of questions.
    pub questions: u64,
    /// N, the number of trials of each model.
    pub trials: u64,
    /// σ of the difference.
    pub sigma: f64,
}

impl Components {
    /// Unbiased estimates from results of both models on the same questions, row by row.
    ///
    /// B is 0 if its estimate would be negative.
    ///
    /// # Errors
    /// - There are fewer than two questions or fewer than two trials.
    /// - The matrices have different questions.
    /// - An entry is not a category.
    pub fn estimated(
        a: &ArrayView2<'_, f64>,
        b: &ArrayView2<'_, f64>,
        weights: &Weights,
    ) -> Result<Self> {
        same(a.nrows(), b.nrows())?;
        let weights = weights.centred();
        let (a, b) = (rows("a", a, &weights)?, rows("b", b, &weights)?);
        Ok(Self::of_rows(&a, &b, &weights))
    }

    /// The same estimates from counts of two models, whose questions are paired by task, score and name.
    ///
    /// # Errors
    /// - The models have different questions, or fewer than two.
    /// - A question has fewer than two trials.
    /// - There is not one weight for each category.
    pub fn of_counts(a: &Counts, b: &Counts, weights: &Weights) -> Result<Self> {
        weights.require(a.categories().len())?;
        weights.require(b.categories().len())?;
        let others: BTreeMap<_, _> = b.iter().map(|q| (q.key().of_model(""), q)).collect();
        let pairs = a.iter().filter_map(|q| Some((q, *others.get(&q.key().of_model(""))?)));
        let pairs: Vec<_> = pairs.collect();
        for size in [a.len(), b.len()] {
            if pairs.len() < size {
                let what = "the number of questions that a and b have in common";
                let range = "all questions of both: select those (question=)";
                return Err(check::outside(what, pairs.len() as f64, range).into());
            }
        }
        same(a.len(), b.len())?;
        let weights = weights.centred();
        let rows = |name: &str, questions: Vec<Question<'_>>| {
            questions.iter().map(|one| counted(name, one, &weights)).collect::<Result<Vec<_>>>()
        };
        let (a, b) = pairs.into_iter().unzip();
        Ok(Self::of_rows(&rows("a", a)?, &rows("b", b)?, &weights))
    }

    fn of_rows(a: &[Sampled], b: &[Sampled], weights: &Centred) -> Self {
        let within: f64 = a.iter().zip(b).map(|(a, b)| a.1 + b.1).sum::<f64>() / a.len() as f64;
        let noise =
            a.iter().zip(b).map(|(a, b)| a.1 / a.2 + b.1 / b.2).sum::<f64>() / a.len() as f64;
        let gaps: Vec<f64> = a.iter().zip(b).map(|(a, b)| a.0 - b.0).collect();
        let square = |v: f64| weights.unscale(weights.unscale(v));
        Self { between: square((variance(&gaps) - noise).max(0.0)), within: square(within) }
    }

    /// The components from assumed probabilities of success on the same questions.
    ///
    /// # Errors
    /// - There are fewer than two questions, or the models have different ones.
    /// - A probability is outside [0, 1].
    pub fn assumed(a: &[f64], b: &[f64]) -> Result<Self> {
        same(a.len(), b.len())?;
        for (name, p) in [("a", a), ("b", b)] {
            for (index, &p) in p.iter().enumerate() {
                check::share(name, &[index], p)?;
            }
        }
        let spread = |p: &[f64]| p.iter().map(|p| p * (1.0 - p)).sum::<f64>() / p.len() as f64;
        let gaps: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        Ok(Self { between: variance(&gaps), within: spread(a) + spread(b) })
    }

    /// The split of `budget` with the smallest σ.
    ///
    /// - A question costs `question_cost` trials (of both models) on top of its own trials.
    /// - There are never more questions than the end of `questions`.
    /// - There are no fewer than its start, if the budget pays for them.
    /// - Among equal splits, the one with the fewest trials wins.
    ///
    /// # Errors
    /// - The cost is negative or not a number.
    /// - The budget pays for no question, or is above 10⁹.
    pub fn best(
        &self,
        budget: u64,
        question_cost: f64,
        questions: RangeInclusive<u64>,
    ) -> Result<Split> {
        check::not_negative("question_cost", &[], question_cost)?;
        if budget > MOST_TRIALS {
            let range = "a number of trials up to 1,000,000,000";
            return Err(check::outside("budget", budget as f64, range).into());
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0")]
        let paid = |trials: u64| {
            let paid = (budget as f64 / (trials as f64 + question_cost)).floor() as u64;
            paid.min(*questions.end())
        };
        let mut best: Option<Split> = None;
        let mut trials = 1;
        let fewest = (*questions.start()).min(paid(1)).max(1);
        // Several numbers of trials may leave the same number of questions. The most trials are
        // then best, unless trials do not vary. There are at most 2 √budget such cases.
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
        let range = "enough for one trial of one question";
        best.ok_or_else(|| check::outside("budget", budget as f64, range).into())
    }
}

fn same(left_size: usize, right_size: usize) -> Result<()> {
    check::same_size(("a", left_size), ("b", right_size), "questions")?;
    if left_size < 2 {
        let range = "from 2: their variance has to be known";
        return Err(check::outside("the number of questions", left_size as f64, range).into());
    }
    Ok(())
}

/// A question's mean score, unbiased variance of a trial, and number of trials.
type Sampled = (f64, f64, f64);

/// The row of a question of more than one trial, by how often it had each category.
///
/// The order of summation is that of the categories, whatever the source of the counts.
fn sampled(counts: &[u64], trials: u64, weights: &Centred) -> Sampled {
    let count = trials as f64;
    let scores = || counts.iter().map(|&n| n as f64).zip(&weights.values);
    let mean = scores().map(|(n, score)| n * score).sum::<f64>() / count;
    let squares: f64 = scores().map(|(n, score)| n * (score - mean) * (score - mean)).sum();
    (mean, squares / (count - 1.0), count)
}

/// The row of a question that is counted.
fn counted(name: &str, question: &Question<'_>, weights: &Centred) -> Result<Sampled> {
    let trials = question.trials();
    if trials < 2 {
        let name = format!("the number of trials of {} in {name}", question.name());
        let range = "from 2: the variance of a trial has to be known";
        return Err(check::outside(name, trials as f64, range).into());
    }
    Ok(sampled(question.counts, trials, weights))
}

/// The row of each question.
fn rows(
    name: &'static str,
    results: &ArrayView2<'_, f64>,
    weights: &Centred,
) -> Result<Vec<Sampled>> {
    if results.ncols() < 2 {
        let name = format!("the number of trials of {name}");
        let range = "from 2: the variance of a trial has to be known";
        return Err(check::outside(name, results.ncols() as f64, range).into());
    }
    let categories = weights.values.len();
    let mut rows = Vec::new();
    for (row, entries) in results.rows().into_iter().enumerate() {
        let mut counts = vec![0; categories];
        for (column, &entry) in entries.iter().enumerate() {
            let Some(slot) = entry.category().and_then(|category| counts.get_mut(category)) else {
                return Err(TallyError::Category {
                    matrix: name,
                    row,
                    column,
                    value: entry.text(),
                    categories,
                }
                .into());
            };
            *slot += 1;
        }
        rows.push(sampled(&counts, entries.len() as u64, weights));
    }
    Ok(rows)
}

/// The unbiased variance.
fn variance(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (count - 1.0)
}
