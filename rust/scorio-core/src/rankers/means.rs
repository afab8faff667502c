//! Scores that are means of successes, question by question.

use super::cells::Cells;
use super::declared::{CLIP_RANGE, PRIOR_ALPHA, PRIOR_BETA};
use super::options::MethodOptions;
use crate::check;
use crate::error::Result;
use crate::numeric::beta::{logistic, tails};
use crate::numeric::double::Double;
use crate::numeric::portable::{exp, ln_1p};
use crate::numeric::watch;

/// The mean share of successes over the questions that a model was asked.
pub(crate) fn avg(cells: &Cells) -> Vec<f64> {
    let of = |model: usize| {
        let own = cells.successes(model).iter().zip(cells.trials(model));
        let asked = own.filter(|(_, trials)| **trials > 0.0);
        let (sum, questions) =
            asked.fold((Double::ZERO, 0.0), |(sum, questions), (wins, trials)| {
                (sum + Double::from(*wins) / *trials, questions + 1.0)
            });
        (sum / questions).value()
    };
    (0..cells.len()).map(of).collect()
}

/// The same, where a question counts as the inverse of its clipped mean share of successes.
///
/// # Errors
/// The ends of the clip are not 0 < a < b ≤ 1.
pub(crate) fn inverse_difficulty(cells: &Cells, options: &MethodOptions) -> Result<Vec<f64>> {
    let (low, high) = match options.numbers(&CLIP_RANGE)? {
        Some(&[low, high]) => (low, high),
        other => {
            let wrong = other.and_then(<[f64]>::first).copied().unwrap_or(f64::NAN);
            return Err(check::outside(CLIP_RANGE.name, wrong, "a pair of numbers").into());
        }
    };
    if !(low > 0.0 && low < high && high <= 1.0) {
        let range = "the lower end of a range inside (0, 1]";
        return Err(check::outside(CLIP_RANGE.name, low, range).into());
    }
    let weights: Vec<f64> = (0..cells.questions())
        .map(|question| {
            let asked = (0..cells.len()).filter_map(|model| share(cells, model, question));
            let (sum, count) = asked.fold((0.0, 0.0), |(sum, count), p| (sum + p, count + 1.0));
            if count > 0.0 { 1.0 / (sum / count).clamp(low, high) } else { 0.0 }
        })
        .collect();
    Ok(weighted(cells, &weights))
}

fn share(cells: &Cells, model: usize, question: usize) -> Option<f64> {
    let trials = cells.trials(model)[question];
    (trials > 0.0).then(|| cells.successes(model)[question] / trials)
}

/// Means of shares of successes, by the weights of the questions that a model was asked.
fn weighted(cells: &Cells, weights: &[f64]) -> Vec<f64> {
    let of = |model: usize| {
        let (mut sum, mut total) = (0.0, 0.0);
        let own = cells.successes(model).iter().zip(cells.trials(model)).zip(weights);
        for ((successes, &trials), weight) in own.filter(|((_, trials), _)| **trials > 0.0) {
            sum += weight * successes / trials;
            total += weight;
        }
        sum / total
    };
    (0..cells.len()).map(of).collect()
}

/// Minus the expected rank of each model, whose pooled success rate has a Beta posterior.
///
/// E(rank) = 1 + Σ P(another rate is higher), by sums that are exact to rounding.
///
/// # Errors
/// A shape of the prior is not positive.
pub(crate) fn thompson(cells: &Cells, options: &MethodOptions) -> Result<Vec<f64>> {
    let alpha = options.number(&PRIOR_ALPHA)?;
    let beta = options.number(&PRIOR_BETA)?;
    let shapes: Vec<(f64, f64)> = (0..cells.len())
        .map(|model| {
            let successes: f64 = cells.successes(model).iter().sum();
            let trials: f64 = cells.trials(model).iter().sum();
            (alpha + successes, beta + (trials - successes))
        })
        .collect();
    let mut ranks = vec![1.0; cells.len()];
    for i in 0..shapes.len() {
        watch::going()?;
        for j in 0..i {
            let higher = above(shapes[i], shapes[j])?;
            ranks[j] += higher;
            ranks[i] += 1.0 - higher;
        }
    }
    Ok(ranks.into_iter().map(|rank| -rank).collect())
}

/// P(X > Y) of two Beta laws.
///
/// In t = ln(x / (1 − x)) the integrand is smooth and falls off at both ends. There equal steps
/// have an error that shrinks faster than any power of the step.
fn above(x: (f64, f64), y: (f64, f64)) -> Result<f64> {
    if x == y {
        return Ok(0.5);
    }
    let width = |(a, b): (f64, f64)| (1.0 / a + 1.0 / b).sqrt();
    let step = (width(x).min(width(y)) / 3.0).min(0.3);
    let (a, b) = x;
    let mode = crate::numeric::portable::ln(a / b);
    // ln(1 + e^−t) and ln(1 + e^t).
    let soft = |t: f64| if t > 0.0 { ln_1p(exp(-t)) } else { ln_1p(exp(t)) - t };
    let log_density = |t: f64| -a * soft(t) - b * soft(-t);
    let top = log_density(mode);
    let (mut sum, mut total) = (0.0, 0.0);
    let mut add = |t: f64| -> Result<bool> {
        let density = exp(log_density(t) - top);
        total += density;
        sum += density * tails(logistic(t), logistic(-t), y.0, y.1)?.0;
        Ok(density > 1e-18)
    };
    add(mode)?;
    for direction in [step, -step] {
        let mut place = 1.0;
        while add(mode + place * direction)? {
            place += 1.0;
        }
    }
    Ok(sum / total)
}
