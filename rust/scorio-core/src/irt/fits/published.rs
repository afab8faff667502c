//! Calibration without a population of difficulties: by quasi-likelihood, and by published formulas.

use crate::error::Result;
use crate::irt::fits::empirical::ratio;
use crate::irt::fits::joint::JointMode;
use crate::irt::items::responses::Responses;
use crate::irt::parallel::mean;
use crate::numeric::portable::ln;

/// What is added to successes and to failures of a margin, so that no margin is 0 or 1.
const SHRINK: f64 = 1e-3;

/// Abilities, difficulties, the dispersion, and which items it comes from.
pub(crate) struct Published {
    pub(crate) abilities: Vec<f64>,
    pub(crate) difficulties: Vec<f64>,
    pub(crate) correlations: Vec<f64>,
    pub(crate) dispersion: f64,
}

/// Abilities and difficulties of mean ability 0 whose margins are those of the responses.
///
/// Margins are shrunk, because none may be 0 or 1. The margins of items hold exactly, those of
/// models up to one constant for a trial.
///
/// # Errors
/// The iteration does not converge.
pub(crate) fn quasi_likelihood(
    responses: &Responses,
    drop_negative: bool,
    threads: usize,
) -> Result<Published> {
    let mut joint = JointMode::new(responses, threads);
    let shrunk = |&(n, sum): &(f64, f64)| n * (sum + SHRINK) / (n + 2.0 * SHRINK);
    let rows = responses.of_models();
    let item_sums: Vec<f64> = responses.of_items().iter().map(shrunk).collect();
    joint.item_sums = joint.groups.firsts(&item_sums);
    joint.model_sums = rows.iter().map(shrunk).collect();
    let total: f64 = rows.iter().map(|row| row.0).sum();
    let lack = item_sums.iter().sum::<f64>() - joint.model_sums.iter().sum::<f64>();
    for (sum, (n, _)) in joint.model_sums.iter_mut().zip(&rows) {
        *sum += lack * n / total;
    }
    joint.solve()?;
    let difficulties = joint.groups.items(&joint.difficulties);
    Ok(finished(responses, joint.abilities, difficulties, drop_negative))
}

/// The formulas of the paper: logits of mean scores of models, and of items, whose means are
/// stretched to the whole range.
pub(crate) fn moments(responses: &Responses, drop_negative: bool) -> Published {
    let share = |&(n, sum): &(f64, f64)| if n > 0.0 { sum / n } else { 0.5 };
    let shares: Vec<f64> = responses.of_items().iter().map(share).collect();
    let low = shares.iter().fold(f64::INFINITY, |low, &share| low.min(share));
    let high = shares.iter().fold(f64::NEG_INFINITY, |high, &share| high.max(share));
    let wide = (high - low).max(f64::MIN_POSITIVE);
    let stretched = |share: &f64| SHRINK + (1.0 - 2.0 * SHRINK) * (share - low) / wide;
    let logit = |p: f64| ln(p / (1.0 - p));
    let difficulties = shares.iter().map(|p| -logit(stretched(p))).collect();
    let inside = |share: f64| share.clamp(SHRINK, 1.0 - SHRINK);
    let abilities = responses.of_models().iter().map(|row| logit(inside(share(row)))).collect();
    finished(responses, abilities, difficulties, drop_negative)
}

fn finished(
    responses: &Responses,
    abilities: Vec<f64>,
    difficulties: Vec<f64>,
    drop_negative: bool,
) -> Published {
    let correlations = correlations(responses, &abilities);
    // An item without a correlation is kept.
    let kept = |item: usize| !(drop_negative && correlations.get(item).is_some_and(|r| *r < 0.0));
    let (dispersion, _) = ratio(responses, &abilities, &difficulties, kept);
    Published { abilities, difficulties, correlations, dispersion }
}

/// The correlation of the mean scores on each item with the abilities. It is NaN for an item that
/// all models score alike on.
pub(crate) fn correlations(responses: &Responses, abilities: &[f64]) -> Vec<f64> {
    (0..responses.items())
        .map(|item| {
            let pairs = responses.means(item).filter_map(|(l, y)| Some((*abilities.get(l)?, y)));
            let (thetas, scores): (Vec<f64>, Vec<f64>) = pairs.unzip();
            let centre = (mean(&thetas), mean(&scores));
            let (mut both, mut one, mut other) = (0.0, 0.0, 0.0);
            for (theta, score) in thetas.iter().zip(&scores) {
                let (x, y) = (theta - centre.0, score - centre.1);
                both += x * y;
                one += x * x;
                other += y * y;
            }
            // Scores that are equal but for rounding have no correlation.
            if other <= 1e-24 { f64::NAN } else { both / (one * other).sqrt() }
        })
        .collect()
}
