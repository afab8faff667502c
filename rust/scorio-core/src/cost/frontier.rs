//! The chance that no other model is better and cheaper.

use std::collections::BTreeMap;

use rand::RngExt as _;
use rand::distr::Open01;

use super::figures::{CostTarget, cluster_of};
use super::models::CostModel;
use crate::error::Result;
use crate::numeric::beta::quantile;
use crate::numeric::normal::probability;
use crate::numeric::portable::{exp, ln, sin_cos};
use crate::numeric::random::{Purpose, Stream, stream};
use crate::numeric::student::Distribution;
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
pub(super) fn chances(
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
        for drawn in drawn_scores(units(models, about)?, 2 * models.len(), 0)? {
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

/// The places of points that no other has more of the first and less of the second.
fn not_beaten(points: &mut [(f64, f64, usize)]) -> Vec<usize> {
    points.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut found = Vec::with_capacity(points.len());
    let mut best = f64::NEG_INFINITY;
    for alike in points.chunk_by(|a, b| a.1 == b.1) {
        found.extend(alike.iter().filter(|one| one.0 >= best).map(|one| one.2));
        best = alike.iter().fold(best, |best, one| best.max(one.0));
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
        let size = mean * (1.0 - mean) / (sigma * sigma) - 1.0;
        let (a, b) = (mean * size, (1.0 - mean) * size);
        let degrees = Distribution::Student(model.figures.degrees);
        let (cost, relative) = (model.figures.cost.mean, model.relative());
        let nodes = -LAST..=LAST;
        let (mut scores, mut costs) = (Vec::new(), Vec::new());
        for node in nodes {
            let z = f64::from(node) / STEPS;
            // Where no Beta distribution has these moments, a normal one stands for it.
            scores.push(if a > 0.0 && b > 0.0 {
                low + width * quantile(probability(z), a, b)?
            } else {
                (model.score.score + sigma * width * z).clamp(low, high)
            });
            let level = probability(z.abs());
            let t = if z == 0.0 || level >= 1.0 { z } else { degrees.one_sided_quantile(level)? };
            costs.push(if cost > 0.0 {
                ln(cost) + relative * t.copysign(z)
            } else {
                f64::NEG_INFINITY
            });
        }
        Ok(Self { score: scores, cost: costs, correlation: model.figures.correlation })
    }

    fn draw(&self, stream: &mut Stream, model: usize) -> (f64, f64, usize) {
        let (u, v): (f64, f64) = (stream.sample(Open01), stream.sample(Open01));
        let size = (-2.0 * ln(u)).sqrt();
        let (sine, cosine) = sin_cos(std::f64::consts::TAU * v);
        let rho = self.correlation;
        let (x, y) = (size * cosine, size * (rho * cosine + (1.0 - rho * rho).sqrt() * sine));
        (at(&self.score, x), exp(at(&self.cost, y)), model)
    }
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
    use super::not_beaten;

    #[test]
    fn points_are_beaten_by_better_and_cheaper_ones() {
        let mut points =
            [(0.5, 2.0, 0), (0.6, 1.0, 1), (0.7, 3.0, 2), (0.6, 1.0, 3), (0.7, 4.0, 4)];
        assert_eq!(not_beaten(&mut points), [1, 3, 2, 4]);
    }
}
