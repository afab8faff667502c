//! The chance that no other model is better and cheaper.

use std::collections::BTreeMap;

use rand::RngExt as _;
use rand::distr::Open01;

use crate::cost::frontier::models::CostModel;
use crate::cost::means::figures::{CostTarget, cluster_of};
use crate::error::Result;
use crate::numeric::beta::quantile;
use crate::numeric::portable::{exp, lgamma, ln, ln_1p, sin_cos};
use crate::numeric::random::{Purpose, Stream, stream};
use crate::rank::resampled::drawn_scores;
use crate::rank::two_scores::Unit;

/// Draws about these questions.
const DRAWS: u64 = 4096;
/// Quantile functions are tables over normal numbers up to this one, with so many steps for 1.
const FARTHEST: f64 = 6.0;
const STEPS: f64 = 8.0;
/// The number of the last node: `FARTHEST` times `STEPS`.
const LAST: i32 = 48;

/// The chance of each model.
///
/// About these questions, a score has its Beta distribution, ln κ + (s / κ) t the cost, joined by a normal
/// copula with ρ. About questions like these, questions or clusters are drawn by the Bayesian bootstrap.
///
/// # Errors
/// A question has no cluster, but clusters are wanted.
pub(in crate::cost) fn chances(
    models: &[CostModel<'_, '_>],
    range: (f64, f64),
    about: CostTarget,
) -> Result<Vec<f64>> {
    if models.len() < 2 {
        return Ok(vec![1.0; models.len()]);
    }
    let mut on = vec![0_u64; models.len()];
    let mut draws = 0_u64;
    let mut count = |points: &mut [(f64, f64, usize)]| {
        draws += 1;
        for model in not_beaten(points) {
            if let Some(own) = on.get_mut(model) {
                *own += 1;
            }
        }
    };
    if about.is_of_sample() {
        for drawn in drawn_scores(units(models, about)?, 2 * models.len(), 0, 1)? {
            let pairs = drawn.chunks_exact(2).zip(0..);
            let mut points: Vec<_> = pairs
                .filter_map(|(pair, model)| Some((*pair.first()?, *pair.last()?, model)))
                .collect();
            count(&mut points);
        }
    } else {
        let laws = models.iter().map(|one| TwoLaws::of(one, range)).collect::<Result<Vec<_>>>()?;
        let mut points = Vec::with_capacity(models.len());
        for draw in 0..DRAWS {
            let mut stream = stream(0, Purpose::Posterior, draw);
            points.clear();
            points.extend(laws.iter().zip(0..).map(|(law, model)| law.draw(&mut stream, model)));
            count(&mut points);
        }
    }
    Ok(on.into_iter().map(|own| own as f64 / draws.max(1) as f64).collect())
}

/// The places of points that no other beats: with as much of the first and as little of the second or less, and
/// not with both alike.
fn not_beaten(points: &mut [(f64, f64, usize)]) -> Vec<usize> {
    points.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut found = Vec::with_capacity(points.len());
    let mut best = f64::NEG_INFINITY;
    for alike in points.chunk_by(|a, b| a.1 == b.1) {
        let own = alike.iter().fold(f64::NEG_INFINITY, |best, one| best.max(one.0));
        if own > best {
            found.extend(alike.iter().filter(|one| one.0 == own).map(|one| one.2));
            best = own;
        }
    }
    found
}

/// Score and cost of each question or cluster, of all models.
fn units(models: &[CostModel<'_, '_>], about: CostTarget) -> Result<Vec<Unit>> {
    let mut units: BTreeMap<(&str, &str), Unit> = BTreeMap::new();
    for (place, model) in models.iter().enumerate() {
        for one in &model.questions {
            let key = match about.clusters {
                Some(clusters) => (cluster_of(clusters, one)?, ""),
                None => (one.task, one.question),
            };
            let unit = units.entry(key).or_insert_with(|| vec![(0.0, 0.0); 2 * models.len()]);
            let cost = one.powers.mean(one.trials, 0).value();
            for (slot, value) in unit.iter_mut().skip(2 * place).zip([one.success(), cost]) {
                *slot = (slot.0 + one.weight * value, slot.1 + one.weight);
            }
        }
    }
    Ok(units.into_values().collect())
}

/// The quantile functions of a model's score and cost, as tables over normal numbers.
struct TwoLaws {
    score: Vec<f64>,
    cost: Vec<f64>,
    correlation: f64,
}

impl TwoLaws {
    fn of(model: &CostModel<'_, '_>, (low, high): (f64, f64)) -> Result<Self> {
        let width = high - low;
        let (mean, sigma) = ((model.score.score - low) / width, model.score.sigma / width);
        // Where no Beta distribution has these moments, a normal one stands for it.
        let score = beta_quantiles(mean, sigma)?
            .unwrap_or_else(|| nodes().map(|z| (mean + sigma * z).clamp(0.0, 1.0)).collect());
        let (cost, relative) = (model.figures.cost.mean, model.relative());
        let cost = if cost > 0.0 {
            let middle = ln(cost);
            let all = student_quantiles(model.figures.degrees);
            all.into_iter().map(|t| middle + relative * t).collect()
        } else {
            vec![f64::NEG_INFINITY; nodes().count()]
        };
        let score = score.into_iter().map(|share| low + width * share).collect();
        Ok(Self { score, cost, correlation: model.figures.correlation })
    }

    /// A score, and the logarithm of a cost.
    fn draw(&self, stream: &mut Stream, model: usize) -> (f64, f64, usize) {
        let (u, v): (f64, f64) = (stream.sample(Open01), stream.sample(Open01));
        let size = (-2.0 * ln(u)).sqrt();
        let (sine, cosine) = sin_cos(std::f64::consts::TAU * v);
        let rho = self.correlation;
        let (x, y) = (size * cosine, size * (rho * cosine + (1.0 - rho * rho).sqrt() * sine));
        (at(&self.score, x), at(&self.cost, y), model)
    }
}

/// The normal numbers of a table.
fn nodes() -> impl Iterator<Item = f64> {
    (-LAST..=LAST).map(|node| f64::from(node) / STEPS)
}

/// The quantiles of a Beta distribution with these moments, where there is one.
fn beta_quantiles(mean: f64, sigma: f64) -> Result<Option<Vec<f64>>> {
    let size = mean * (1.0 - mean) / (sigma * sigma) - 1.0;
    let (a, b) = (mean * size, (1.0 - mean) * size);
    if !(a > 0.0 && b > 0.0 && size.is_finite()) {
        return Ok(None);
    }
    let median = quantile(0.5, a, b)?;
    let middle = ln(median) - ln_1p(-median);
    if !middle.is_finite() {
        return Ok(None);
    }
    // In the logit y of x, the density is x^a (1 − x)^b / B(a, b).
    let log = lgamma(a) + lgamma(b) - lgamma(a + b) - LOG_ROOT;
    let softplus = |y: f64| y.max(0.0) + ln_1p(exp(-y.abs()));
    let slope = |z: f64, y: f64| exp(log - 0.5 * z * z + a * softplus(-y) + b * softplus(y));
    Ok(Some(grown(middle, slope).into_iter().map(|y| 1.0 / (1.0 + exp(-y))).collect()))
}

/// The quantiles of Student's t.
fn student_quantiles(degrees: f64) -> Vec<f64> {
    // Up to here, √ν cosh u keeps its digits. Beyond, t is normal.
    if degrees.is_nan() || degrees >= 1e8 {
        return nodes().collect();
    }
    // In t = √ν sinh u, the density is cosh⁻ᵛ u Γ((ν + 1) / 2) / (√π Γ(ν / 2)).
    let half = 0.5 * degrees;
    let log = lgamma(half) - lgamma(half + 0.5) + 0.5 * ln(std::f64::consts::PI) - LOG_ROOT;
    let log_cosh = |u: f64| u.abs() + ln_1p(exp(-2.0 * u.abs())) - std::f64::consts::LN_2;
    let slope = |z: f64, u: f64| exp(log - 0.5 * z * z + degrees * log_cosh(u));
    let root = degrees.sqrt();
    grown(0.0, slope).into_iter().map(|u| 0.5 * root * (exp(u) - exp(-u))).collect()
}

/// ln √(2π).
const LOG_ROOT: f64 = 0.918_938_533_204_672_8;

/// The quantiles at all nodes, from the median outwards.
///
/// A quantile grows with z by φ(z) over the density at it. Runge and Kutta's steps leave less than a
/// thousandth of a standard deviation, which so many draws cannot tell.
fn grown(median: f64, slope: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let stepped = |z: f64, y: f64, step: f64| {
        let first = slope(z, y);
        let second = slope(z + 0.5 * step, y + 0.5 * step * first);
        let third = slope(z + 0.5 * step, y + 0.5 * step * second);
        let fourth = slope(z + step, y + step * third);
        y + step / 6.0 * (first + 2.0 * (second + third) + fourth)
    };
    let side = |step: f64| {
        let next = move |y: &mut f64, node: i32| {
            let (z, half) = (f64::from(node) * step, 0.5 * step);
            *y = stepped(z + half, stepped(z, *y, half), half);
            Some(*y)
        };
        (0..LAST).scan(median, next)
    };
    let mut all: Vec<f64> = side(-1.0 / STEPS).collect();
    all.reverse();
    all.push(median);
    all.extend(side(1.0 / STEPS));
    all
}

/// A table's value at z, between its nodes on a straight line.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place is between 0 and twice `LAST`"
)]
fn at(table: &[f64], z: f64) -> f64 {
    let place = (z.clamp(-FARTHEST, FARTHEST) + FARTHEST) * STEPS;
    let node = (place as usize).min(table.len().saturating_sub(2));
    match table.get(node..node + 2) {
        Some(&[low, high]) if low == high => low,
        Some(&[low, high]) => low + (high - low) * (place - node as f64),
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::{beta_quantiles, nodes, not_beaten, student_quantiles};
    use crate::numeric::beta::quantile;
    use crate::numeric::normal::probability;
    use crate::numeric::student::Distribution;

    /// The tables beside the exact quantiles, up to 4 standard deviations.
    #[test]
    fn tables_are_the_quantiles() {
        for (mean, sigma) in [(0.5, 0.02), (0.9, 0.05), (0.02, 0.01), (0.3, 0.3), (0.999, 0.001)] {
            let size = mean * (1.0 - mean) / (sigma * sigma) - 1.0;
            let found = beta_quantiles(mean, sigma).unwrap().unwrap();
            for (z, x) in nodes().zip(found).filter(|(z, _)| z.abs() <= 4.0) {
                let exact = quantile(probability(z), mean * size, (1.0 - mean) * size).unwrap();
                assert!((x - exact).abs() < 1e-3 * sigma, "{mean} {sigma} {z}: {x} {exact}");
            }
        }
        for degrees in [1.0, 2.5, 9.0, 200.0, 1e6] {
            for (z, t) in nodes().zip(student_quantiles(degrees)).filter(|(z, _)| z.abs() <= 4.0) {
                let level = probability(z.abs());
                let exact = Distribution::Student(degrees).one_sided_quantile(level).unwrap();
                let exact = if z == 0.0 { 0.0 } else { exact.copysign(z) };
                assert!((t - exact).abs() <= 3e-3 * exact.abs(), "{degrees} {z}: {t} {exact}");
            }
        }
    }

    #[test]
    fn points_are_beaten_by_others_that_are_better_or_cheaper_and_not_worse() {
        let mut points =
            [(0.5, 2.0, 0), (0.6, 1.0, 1), (0.7, 3.0, 2), (0.6, 1.0, 3), (0.7, 4.0, 4)];
        assert_eq!(not_beaten(&mut points), [1, 3, 2]);
    }
}
