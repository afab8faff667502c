//! Slopes and intercepts by marginal maximum likelihood (Bock and Aitkin 1981).
//!
//! A success has the chance 1 / (1 + e^−(aθ + d)), and θ ~ N(0, 1) is integrated out. The integral is a
//! sum at equal steps, which are shorter than any posterior is wide: then its error is below rounding.
//! The EM algorithm climbs. Squared steps (Varadhan and Roland 2008) make it fast.

use std::collections::BTreeMap;

use crate::check;
use crate::error::Result;
use crate::irt::items::curve::{means, softplus};
use crate::irt::items::responses::Responses;
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp, ln};
use crate::numeric::watch;

/// Models with equal responses.
struct Pattern {
    trials: Vec<f64>,
    sums: Vec<f64>,
    models: Vec<usize>,
}

/// Items and abilities by marginal maximum likelihood.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Marginal {
    /// a by item.
    pub(crate) slopes: Vec<f64>,
    /// d by item.
    pub(crate) intercepts: Vec<f64>,
    /// The posterior mean and standard deviation of each ability.
    pub(crate) abilities: Vec<f64>,
    pub(crate) deviations: Vec<f64>,
    pub(crate) log_likelihood: f64,
}

/// Nodes end where the normal density is below rounding.
const END: f64 = 9.0;

/// The longest step, in standard deviations of the narrowest posterior. The error is e^−(2π² / step²).
const STEP: f64 = 0.7;

/// Nodes, at most.
const MOST_NODES: f64 = 20_000.0;

/// Steps of the search, at most.
const MOST_STEPS: usize = 5_000;

/// Slopes beyond this are on their way to infinity.
const STEEPEST: f64 = 100.0;

/// Where the search for the highest marginal likelihood ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Highest {
    /// At items.
    At(Marginal),
    /// Nowhere: the slope of an item grows without limit.
    Steep {
        /// The item.
        item: usize,
    },
}

/// The items at the highest marginal likelihood. There is an item, and each has a success and a failure.
///
/// # Errors
/// The steps do not end.
pub(crate) fn marginal(responses: &Responses) -> Result<Highest> {
    let patterns = patterns(responses);
    let items = responses.items();
    let start = responses.of_items().into_iter().map(|(n, sum)| ln(sum / (n - sum)));
    let mut place: Vec<f64> = vec![1.0; items];
    place.extend(start);
    let mut best = climbed(&patterns, &place)?;
    for _ in 0..MOST_STEPS {
        watch::going()?;
        let (one, two) = (climbed(&patterns, &best.next)?, best.next.clone());
        let first: Vec<f64> = two.iter().zip(&place).map(|(x, y)| x - y).collect();
        let second: Vec<f64> = one.next.iter().zip(&two).map(|(x, y)| x - y).collect();
        let long = second.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if let Some(item) = one.next.iter().take(items).position(|slope| slope.abs() > STEEPEST) {
            return Ok(Highest::Steep { item });
        }
        if long <= 1e-12 {
            return found(responses, &patterns, &one.next).map(Highest::At);
        }
        // How far the steps would go if they went on shrinking alike.
        let bends: Vec<f64> = second.iter().zip(&first).map(|(x, y)| x - y).collect();
        let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let far = -(norm(&first) / norm(&bends)).max(1.0);
        let jump: Vec<f64> = place
            .iter()
            .zip(first.iter().zip(&bends))
            .map(|(x, (first, bend))| x - 2.0 * far * first + far * far * bend)
            .collect();
        let jumped = climbed(&patterns, &jump);
        (place, best) = match jumped {
            Ok(jumped) if jumped.value >= one.value => (jump, jumped),
            _ => (two, one),
        };
    }
    Err(NumericError::NotFinite { what: "the slope" }.into())
}

fn patterns(responses: &Responses) -> Vec<Pattern> {
    let mut known: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
    let mut patterns: Vec<Pattern> = Vec::new();
    for model in 0..responses.models() {
        let line = |of: &dyn Fn(usize) -> f64| (0..responses.items()).map(of).collect::<Vec<f64>>();
        let trials = line(&|item| responses.trials(item).get(model).copied().unwrap_or(0.0));
        let sums = line(&|item| responses.sums(item).get(model).copied().unwrap_or(0.0));
        let bits = trials.iter().chain(&sums).map(|x| x.to_bits()).collect();
        let place = *known.entry(bits).or_insert_with(|| {
            patterns.push(Pattern { trials, sums, models: Vec::new() });
            patterns.len() - 1
        });
        if let Some(pattern) = patterns.get_mut(place) {
            pattern.models.push(model);
        }
    }
    patterns
}

/// The marginal log-likelihood at a place, and where a step of EM goes.
struct Climbed {
    value: f64,
    next: Vec<f64>,
}

/// Equal steps of θ that are short enough for all posteriors.
fn nodes(patterns: &[Pattern], slopes: &[f64]) -> Result<Vec<f64>> {
    let told = |pattern: &Pattern| -> f64 {
        pattern.trials.iter().zip(slopes).map(|(n, a)| n * a * a / 4.0).sum()
    };
    let most = patterns.iter().map(told).fold(0.0, f64::max);
    let half = (END * (1.0 + most).sqrt() / STEP).ceil();
    if half.is_nan() || half >= MOST_NODES {
        let range = "small enough: trials that tell so much need rasch_2pl";
        return Err(check::outside("the number of trials of a model", most, range).into());
    }
    #[expect(clippy::cast_possible_truncation, reason = "a small whole number")]
    let last = half as i32;
    Ok((-last..=last).map(|place| END * f64::from(place) / half).collect())
}

/// For each pattern its log-likelihood and the posterior masses of the nodes.
fn posteriors(
    patterns: &[Pattern],
    nodes: &[f64],
    slopes: &[f64],
    intercepts: &[f64],
) -> Vec<(f64, Vec<f64>)> {
    let step = nodes.get(1).copied().unwrap_or(0.0) - nodes.first().copied().unwrap_or(0.0);
    let level = ln(step) - 0.5 * ln(std::f64::consts::TAU);
    // ln P and ln(1 − P) differ by x.
    let logs: Vec<Vec<(f64, f64)>> = slopes
        .iter()
        .zip(intercepts)
        .map(|(a, d)| nodes.iter().map(|theta| (a * theta + d, softplus(a * theta + d))).collect())
        .collect();
    let one = |pattern: &Pattern| {
        let mut values: Vec<f64> = nodes.iter().map(|theta| level - 0.5 * theta * theta).collect();
        for ((n, sum), logs) in pattern.trials.iter().zip(&pattern.sums).zip(&logs) {
            if *n > 0.0 {
                for (value, (x, soft)) in values.iter_mut().zip(logs) {
                    *value += sum * x - n * soft;
                }
            }
        }
        let top = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for value in &mut values {
            *value = exp(*value - top);
        }
        let total: f64 = values.iter().sum();
        for value in &mut values {
            *value /= total;
        }
        (top + ln(total), values)
    };
    patterns.iter().map(one).collect()
}

/// A step of EM: each item is fitted to the expected trials and successes at the nodes.
fn climbed(patterns: &[Pattern], place: &[f64]) -> Result<Climbed> {
    let items = place.len() / 2;
    let (slopes, intercepts) = place.split_at(items);
    let nodes = nodes(patterns, slopes)?;
    let masses = posteriors(patterns, &nodes, slopes, intercepts);
    let mut value = 0.0;
    for (pattern, (log, _)) in patterns.iter().zip(&masses) {
        value += pattern.models.len() as f64 * log;
    }
    if !value.is_finite() {
        return Err(NumericError::NotFinite { what: "the likelihood" }.into());
    }
    let mut next = vec![0.0; place.len()];
    for item in 0..items {
        let (mut trials, mut sums) = (vec![0.0; nodes.len()], vec![0.0; nodes.len()]);
        for (pattern, (_, masses)) in patterns.iter().zip(&masses) {
            let times = pattern.models.len() as f64;
            let (n, sum) = (times * pattern.trials[item], times * pattern.sums[item]);
            for ((trials, sums), mass) in trials.iter_mut().zip(&mut sums).zip(masses) {
                *trials += n * mass;
                *sums += sum * mass;
            }
        }
        let (a, d) = regressed(&nodes, &trials, &sums, (slopes[item], intercepts[item]));
        (next[item], next[items + item]) = (a, d);
    }
    Ok(Climbed { value, next })
}

/// A step of Newton to the slope and the intercept of one item, from those before.
fn regressed(nodes: &[f64], trials: &[f64], sums: &[f64], (a, d): (f64, f64)) -> (f64, f64) {
    let (mut one, mut two) = (0.0, 0.0);
    let (mut aa, mut ad, mut dd) = (0.0, 0.0, 0.0);
    for ((theta, n), sum) in nodes.iter().zip(trials).zip(sums) {
        let (p, q) = means(a * theta + d);
        let (off, weight) = (sum * q - (n - sum) * p, n * p * q);
        one += off * theta;
        two += off;
        aa += weight * theta * theta;
        ad += weight * theta;
        dd += weight;
    }
    let determinant = aa * dd - ad * ad;
    let (up, right) = ((dd * one - ad * two) / determinant, (aa * two - ad * one) / determinant);
    // One step is enough for EM to go up; a longer one might go too far.
    let part = (1.0 / up.abs().max(right.abs())).min(1.0);
    if part > 0.0 { (a + part * up, d + part * right) } else { (a, d) }
}

/// The items, turned so that most slopes are positive, and the abilities that belong to them.
fn found(responses: &Responses, patterns: &[Pattern], place: &[f64]) -> Result<Marginal> {
    let (slopes, intercepts) = place.split_at(place.len() / 2);
    let sign = if slopes.iter().sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
    let slopes: Vec<f64> = slopes.iter().map(|a| sign * a).collect();
    let nodes = nodes(patterns, &slopes)?;
    let masses = posteriors(patterns, &nodes, &slopes, intercepts);
    let mut abilities = vec![0.0; responses.models()];
    let mut deviations = abilities.clone();
    let mut log_likelihood = 0.0;
    for (pattern, (log, masses)) in patterns.iter().zip(&masses) {
        let mean: f64 = nodes.iter().zip(masses).map(|(theta, mass)| theta * mass).sum();
        let square =
            nodes.iter().zip(masses).map(|(theta, mass)| (theta - mean) * (theta - mean) * mass);
        let deviation = square.sum::<f64>().sqrt();
        log_likelihood += pattern.models.len() as f64 * log;
        for &model in &pattern.models {
            (abilities[model], deviations[model]) = (mean, deviation);
        }
    }
    Ok(Marginal { slopes, intercepts: intercepts.to_vec(), abilities, deviations, log_likelihood })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// LSAT-7 (Bock and Lieberman 1970): how often each pattern of five answers came.
    const LSAT7: [usize; 32] = [
        12, 19, 1, 7, 3, 19, 3, 17, 10, 5, 3, 7, 7, 23, 8, 28, 7, 39, 11, 34, 14, 51, 15, 90, 6,
        25, 7, 35, 18, 136, 32, 308,
    ];

    fn lsat7() -> Responses {
        let people: Vec<usize> =
            LSAT7.iter().enumerate().flat_map(|(one, &times)| vec![one; times]).collect();
        let answers =
            people.iter().flat_map(|one| (0..5).rev().map(move |bit| (one >> bit & 1) as f64));
        let sums: Vec<f64> = answers.collect();
        Responses::new(1000, 5, &vec![1.0; 5000], &sums).unwrap()
    }

    /// mirt prints these (Chalmers 2012). Its EM stops earlier, so that the last digit may differ.
    #[test]
    fn lsat_7_has_its_published_items() {
        let Ok(Highest::At(found)) = marginal(&lsat7()) else { unreachable!("no highest place") };
        let published = [0.988, 1.081, 1.706, 0.765, 0.736];
        for (slope, published) in found.slopes.iter().zip(published) {
            assert!((slope - published).abs() < 2e-3, "{:?}", found.slopes);
        }
        for (intercept, published) in
            found.intercepts.iter().zip([1.856, 0.808, 1.804, 0.486, 1.855])
        {
            assert!((intercept - published).abs() < 2e-3, "{:?}", found.intercepts);
        }
        assert!((found.log_likelihood + 2658.805).abs() < 5e-4, "{}", found.log_likelihood);
        // Quasi-Newton steps on a plain sum of 4,801 nodes end here.
        let exact = [0.987_545, 1.080_837, 1.707_477, 0.764_990, 0.735_673];
        for (slope, exact) in found.slopes.iter().zip(exact) {
            assert!((slope - exact).abs() < 2e-6, "{:?}", found.slopes);
        }
    }

    #[test]
    fn slopes_without_a_limit_are_an_error() {
        // The first question tells the two halves of the models apart without exception.
        let sums: Vec<f64> =
            (0..8).flat_map(|model| [f64::from(model < 4), f64::from(model < 4)]).collect();
        let responses = Responses::new(8, 2, &[1.0; 16], &sums).unwrap();
        assert!(matches!(marginal(&responses), Ok(Highest::Steep { .. })));
    }
}
