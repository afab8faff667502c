//! The logistic curve of success on the logarithm of the length, and what each cluster adds to it.

use super::tasks::Point;
use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp, ln, ln_1p};

/// A symmetric matrix of two rows: its first, off-diagonal and last entry.
pub(super) type Symmetric = [f64; 3];

/// logit P = a + b x, in coordinates in which x has the mean 0 and the variance 1.
#[derive(Clone, Debug)]
pub(super) struct LengthCurve {
    pub(super) intercept: f64,
    pub(super) slope: f64,
    /// The mean of x.
    pub(super) centre: f64,
    /// The standard deviation of x.
    pub(super) scale: f64,
    /// What each cluster moves intercept and slope by. `None` if they have none without some cluster.
    pub(super) moves: Option<Vec<[f64; 2]>>,
    /// The covariance of intercept and slope by the trials of these tasks. `None` if one has a single trial.
    pub(super) of_these: Option<Symmetric>,
}

/// A point in standard coordinates. The weights of all add up to 1.
struct Standard {
    x: f64,
    mean: f64,
    weight: f64,
}

/// Newton needs about seven steps. So many halvings leave no digit of a step.
const MOST_STEPS: usize = 200;
const MOST_HALVINGS: usize = 60;
/// A step this small, relative to the parameters, is the last one.
const ENOUGH: f64 = 1e-13;
/// A determinant that is a smaller share of the product of its diagonal tells nothing: all that is left lies at
/// one length.
const SINGULAR: f64 = 1e-8;
/// Newton's steps only need a direction.
const NO_DIRECTION: f64 = 1e-14;

impl LengthCurve {
    /// The maximum of the likelihood, less penalty · b² / 2, with b the slope per doubling.
    ///
    /// # Errors
    /// The likelihood has no maximum.
    pub(super) fn of(points: &[Point], clusters: usize, penalty: f64) -> Result<Self> {
        let total: f64 = points.iter().map(|one| one.weight).sum();
        let centre = points.iter().map(|one| one.weight * one.x).sum::<f64>() / total;
        let square = |one: &Point| one.weight * (one.x - centre) * (one.x - centre);
        let scale = (points.iter().map(square).sum::<f64>() / total).sqrt();
        let standard = |one: &Point| Standard {
            x: (one.x - centre) / scale,
            mean: one.mean,
            weight: one.weight / total,
        };
        let own: Vec<Standard> = points.iter().map(standard).collect();
        let penalty = penalty / (scale * scale);
        let [intercept, slope] = maximum(&own, penalty)?;
        let mut curve = Self { intercept, slope, centre, scale, moves: None, of_these: None };
        let parts = own.iter().map(|one| curve.information(one));
        let hessian = parts.fold([0.0, 0.0, penalty], sum);
        curve.moves = curve.jackknife(points, &own, clusters, penalty);
        curve.of_these = Self::of_trials(points, &own, hessian);
        Ok(curve)
    }

    /// What a point adds to the second derivative, without its sign.
    fn information(&self, one: &Standard) -> Symmetric {
        let v = one.weight * spread(self.intercept + self.slope * one.x);
        [v, v * one.x, v * one.x * one.x]
    }

    /// What a point adds to the first derivative.
    fn score(&self, one: &Standard) -> [f64; 2] {
        let residual = one.weight * (one.mean - chance(self.intercept + self.slope * one.x));
        [residual, residual * one.x]
    }

    fn jackknife(
        &self,
        points: &[Point],
        own: &[Standard],
        clusters: usize,
        penalty: f64,
    ) -> Option<Vec<[f64; 2]>> {
        let mut of_clusters = vec![([0.0; 3], [0.0; 2], false); clusters];
        for (point, one) in points.iter().zip(own) {
            let (information, scores, met) = of_clusters.get_mut(point.cluster)?;
            *information = sum(*information, self.information(one));
            let score = self.score(one);
            *scores = [scores[0] + score[0], scores[1] + score[1]];
            *met = true;
        }
        // The information of the clusters behind each one. With that of those before it, nothing cancels, as
        // it would in a difference from the whole where one cluster has nearly all.
        let mut behind = vec![[0.0, 0.0, penalty]; clusters + 1];
        for place in (0..clusters).rev() {
            let later = behind.get(place + 1).copied()?;
            *behind.get_mut(place)? = sum(later, of_clusters.get(place)?.0);
        }
        let mut before = [0.0; 3];
        let mut moves = Vec::with_capacity(clusters);
        for ((information, scores, met), later) in of_clusters.iter().zip(behind.iter().skip(1)) {
            moves.push(if *met {
                solve(sum(before, *later), *scores, SINGULAR)?
            } else {
                [0.0, 0.0]
            });
            before = sum(before, *information);
        }
        Some(moves)
    }

    /// The covariance by the scatter of trials.
    fn of_trials(points: &[Point], own: &[Standard], hessian: Symmetric) -> Option<Symmetric> {
        let mut middle = [0.0; 3];
        for (point, one) in points.iter().zip(own) {
            let v = one.weight * one.weight * point.variance?;
            middle = sum(middle, [v, v * one.x, v * one.x * one.x]);
        }
        // H⁻¹ M H⁻¹, by columns.
        let first = solve(hessian, [middle[0], middle[1]], SINGULAR)?;
        let last = solve(hessian, [middle[1], middle[2]], SINGULAR)?;
        let top = solve(hessian, [first[0], last[0]], SINGULAR)?;
        let bottom = solve(hessian, [first[1], last[1]], SINGULAR)?;
        Some([top[0], 0.5 * (top[1] + bottom[0]), bottom[1]])
    }

    /// The covariance by what so many clusters move. Clusters without a point move nothing.
    pub(super) fn covariance(moves: &[[f64; 2]], clusters: usize) -> Symmetric {
        let groups = clusters as f64;
        let factor = (groups - 1.0) / groups;
        moves.iter().fold([0.0; 3], |sum, [a, b]| {
            [sum[0] + factor * a * a, sum[1] + factor * a * b, sum[2] + factor * b * b]
        })
    }

    /// The logarithm of the length at which the success is `share`, in standard coordinates.
    pub(super) fn place(&self, share: f64) -> f64 {
        (ln(share / (1.0 - share)) - self.intercept) / self.slope
    }

    /// The same to the base 2.
    pub(super) fn log2(&self, share: f64) -> f64 {
        self.centre + self.scale * self.place(share)
    }

    /// The chance of success at a length.
    pub(super) fn fitted(&self, x: f64) -> f64 {
        chance(self.intercept + self.slope * (x - self.centre) / self.scale)
    }

    /// Intercept and slope by doublings of the length.
    pub(super) fn plain(&self) -> [f64; 2] {
        let slope = self.slope / self.scale;
        [self.intercept - slope * self.centre, slope]
    }

    /// The covariance of these two.
    pub(super) fn plain_covariance(&self, [a, ab, b]: Symmetric) -> Symmetric {
        let far = self.centre / self.scale;
        let slope = b / (self.scale * self.scale);
        [a - 2.0 * far * ab + far * far * b, (ab - far * b) / self.scale, slope]
    }
}

fn sum(one: Symmetric, other: Symmetric) -> Symmetric {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

/// P of a logit.
fn chance(logit: f64) -> f64 {
    let small = exp(-logit.abs());
    if logit >= 0.0 { 1.0 / (1.0 + small) } else { small / (1.0 + small) }
}

/// P (1 − P) of a logit, with its digits where P is near 1.
fn spread(logit: f64) -> f64 {
    let small = exp(-logit.abs());
    small / ((1.0 + small) * (1.0 + small))
}

/// ln P of a logit.
fn ln_chance(logit: f64) -> f64 {
    logit.min(0.0) - ln_1p(exp(-logit.abs()))
}

/// The solution of two equations. `None` if their matrix has no inverse.
fn solve([a, b, c]: Symmetric, [x, y]: [f64; 2], least: f64) -> Option<[f64; 2]> {
    let determinant = a * c - b * b;
    (a > 0.0 && c > 0.0 && determinant > least * a * c)
        .then(|| [(c * x - b * y) / determinant, (a * y - b * x) / determinant])
}

/// Newton's method with step halving.
fn maximum(own: &[Standard], penalty: f64) -> Result<[f64; 2]> {
    let likelihood = |[a, b]: [f64; 2]| -> f64 {
        let of = |one: &Standard| {
            let logit = a + b * one.x;
            one.weight * (one.mean * ln_chance(logit) + (1.0 - one.mean) * ln_chance(-logit))
        };
        own.iter().map(of).sum::<f64>() - 0.5 * penalty * b * b
    };
    let mean: f64 = own.iter().map(|one| one.weight * one.mean).sum();
    let mut at = [ln(mean / (1.0 - mean)), 0.0];
    let mut best = likelihood(at);
    for _ in 0..MOST_STEPS {
        let curve = |[intercept, slope]: [f64; 2]| LengthCurve {
            intercept,
            slope,
            centre: 0.0,
            scale: 1.0,
            moves: None,
            of_these: None,
        };
        let here = curve(at);
        let mut information = [0.0, 0.0, penalty];
        let mut score = [0.0, -penalty * at[1]];
        for one in own {
            let (part, slope) = (here.information(one), here.score(one));
            information = sum(information, part);
            score = [score[0] + slope[0], score[1] + slope[1]];
        }
        let Some(step) = solve(information, score, NO_DIRECTION) else { break };
        let size = step[0].abs() + step[1].abs();
        let mut share = 1.0;
        let mut next = at;
        for _ in 0..MOST_HALVINGS {
            next = [at[0] + share * step[0], at[1] + share * step[1]];
            let value = likelihood(next);
            // At the maximum, rounding hides the gain of a step that still adds digits.
            if value >= best - 1e-12 * best.abs() {
                best = value;
                break;
            }
            share *= 0.5;
        }
        at = next;
        if size <= ENOUGH * (1.0 + at[0].abs() + at[1].abs()) {
            return Ok(at);
        }
    }
    Err(NumericError::NotFinite { what: "the curve of success on the length" }.into())
}
