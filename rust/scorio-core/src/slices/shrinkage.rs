//! Differences of slices that lean on one another: the uniform shrinkage prior (Daniels 1999).
//!
//! A slice has the estimate d ~ N(δ, σ²), and δ ~ N(μ, τ²) with a flat μ. With h = k / Σ 1/σ², the share
//! B = h / (h + τ²) is uniform on (0, 1). Given B, all is normal, so that every figure is that of a mixture.

use super::heterogeneity::Estimated;
use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::normal::{central_quantile, probability};
use crate::numeric::portable::{exp, ln};

/// What all slices together say of the difference of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shrunken {
    pub(super) mean: f64,
    pub(super) sigma: f64,
    pub(super) lo: f64,
    pub(super) hi: f64,
    /// P(δ > 0).
    pub(super) above: f64,
}

/// What all slices together say of themselves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shrinkage {
    pub(super) slices: Vec<Shrunken>,
    /// Mean of B: how far a slice of typical σ leans on the others.
    pub(super) share: f64,
    /// Mean of τ.
    pub(super) spread: f64,
    /// Mean of μ, and its σ.
    pub(super) common: f64,
    pub(super) common_sigma: f64,
}

/// Fewer slices do not tell a spread.
pub(super) const FEWEST: usize = 3;
/// TauNodes of less weight, by the greatest, change no digit that is asked for.
const NEGLIGIBLE: f64 = 1e-13;
/// From this τ² on, by the least σ², all components are those of τ = 0.
const ALIKE: f64 = 1e-7;

/// All normal figures at one τ.
struct TauNode {
    weight: f64,
    share: f64,
    tau_squared: f64,
    /// Mean of μ, and its variance.
    common: f64,
    variance: f64,
}

/// Shrinks the differences of three or more slices, whose σ are above 0.
pub(super) fn shrunken(slices: &[Estimated], confidence: f64) -> Result<Option<Shrinkage>> {
    if slices.len() < FEWEST || slices.iter().any(|one| one.sigma <= 0.0) {
        return Ok(None);
    }
    // In units of the least σ, squares neither overflow nor vanish.
    let unit = slices.iter().map(|one| one.sigma).fold(f64::INFINITY, f64::min);
    let start = slices.first().map_or(0.0, |one| one.difference);
    let scaled: Vec<(f64, f64)> = slices
        .iter()
        .map(|one| {
            let sigma = one.sigma / unit;
            ((one.difference - start) / unit, sigma * sigma)
        })
        .collect();
    let mut nodes = nodes(&scaled);
    let mean =
        |value: &dyn Fn(&TauNode) -> f64| nodes.iter().map(|one| one.weight * value(one)).sum();
    let common: f64 = mean(&|one| one.common);
    let around = |one: &TauNode| one.variance + (one.common - common) * (one.common - common);
    let variance: f64 = mean(&around);
    let spread: f64 = mean(&|one| one.tau_squared.sqrt());
    let z = central_quantile(confidence)?.value();
    let level = f64::midpoint(1.0, -confidence);
    let share = mean(&|one| one.share);
    // μ has a longer tail than any slice, for which fewer nodes are enough.
    nodes.retain(|one| one.weight > NEGLIGIBLE);
    let mut found = Vec::with_capacity(slices.len());
    let mut mixture = Mixture::default();
    for &(difference, square) in &scaled {
        mixture.fill(&nodes, difference, square);
        let MixtureMoments { mean, sigma } = mixture.moments();
        let (lo, hi) = (
            mixture.quantile(level, mean - z * sigma, sigma)?,
            mixture.quantile(1.0 - level, mean + z * sigma, sigma)?,
        );
        found.push(Shrunken {
            mean: start + unit * mean,
            sigma: unit * sigma,
            lo: start + unit * lo,
            hi: start + unit * hi,
            above: 1.0 - mixture.below(-start / unit, 1).0,
        });
    }
    Ok(Some(Shrinkage {
        slices: found,
        share,
        spread: unit * spread,
        common: start + unit * common,
        common_sigma: unit * variance.sqrt(),
    }))
}

/// The nodes of the rule in y = ln(h / τ²), and their weights, which add up to 1.
///
/// With B = 1 / (1 + e^{−y}), equal steps in y follow the decades of τ². The integrand is smooth, and
/// falls like e^{y (k + 1) / 2} below, and like e^{−y} above, so that the trapezoidal rule has all digits.
fn nodes(slices: &[(f64, f64)]) -> Vec<TauNode> {
    let count = slices.len() as f64;
    let precision: f64 = slices.iter().map(|(_, square)| 1.0 / square).sum();
    let typical = count / precision;
    let mean = slices.iter().map(|(difference, _)| difference).sum::<f64>() / count;
    let squares: f64 = slices.iter().map(|(one, _)| (one - mean) * (one - mean)).sum();
    // Beyond the observed spread the integrand falls by 16 decades; μ falls by one power less.
    let first = -ln((squares / typical).max(1.0)) - 80.0 / (count - 1.0) - 2.0;
    let last = ln(count) + 36.0;
    // More slices have a sharper peak.
    let step = (0.6 * (2.0 / count).sqrt()).min(0.25);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 10^5")]
    let steps = ((last - first) / step) as u32;
    let mut found: Vec<TauNode> = (0..=steps)
        .map(|place| {
            let y = first + step * f64::from(place);
            node(slices, y, typical)
        })
        .collect();
    let top = found.iter().map(|one| one.weight).fold(f64::NEG_INFINITY, f64::max);
    for one in &mut found {
        one.weight = exp(one.weight - top);
    }
    // The least σ² is 1.
    let alike = found.iter().position(|one| one.tau_squared < ALIKE).unwrap_or(found.len());
    let rest: f64 = found.iter().skip(alike + 1).map(|one| one.weight).sum();
    found.truncate(alike + 1);
    if let Some(last) = found.last_mut() {
        last.weight += rest;
    }
    let all: f64 = found.iter().map(|one| one.weight).sum();
    for one in &mut found {
        one.weight /= all;
    }
    found
}

/// A node with the logarithm of its weight.
fn node(slices: &[(f64, f64)], y: f64, typical: f64) -> TauNode {
    let tau_squared = typical * exp(-y);
    let (mut all, mut sum, mut product, mut log) = (0.0, 0.0, 1.0_f64, 0.0);
    for (difference, square) in slices {
        let variance = square + tau_squared;
        all += 1.0 / variance;
        sum += difference / variance;
        // The logarithm of a product is one for many factors.
        product *= variance;
        if !(1e-100..1e100).contains(&product) {
            log += ln(product);
            product = 1.0;
        }
    }
    let common = sum / all;
    let misfit: f64 = slices
        .iter()
        .map(|(one, square)| (one - common) * (one - common) / (square + tau_squared))
        .sum();
    let share = 1.0 / (1.0 + exp(-y));
    // dB = B (1 − B) dy, and 1 − B = B e^{−y}.
    let density = 2.0 * ln(share) - y;
    let likelihood = -0.5 * (log + ln(product) + ln(all) + misfit);
    TauNode { weight: density + likelihood, share, tau_squared, common, variance: 1.0 / all }
}

/// The mixture of normal distributions that a difference has.
#[derive(Default)]
struct Mixture {
    /// Weight, mean and σ of each part.
    parts: Vec<(f64, f64, f64)>,
}

struct MixtureMoments {
    mean: f64,
    sigma: f64,
}

impl Mixture {
    /// Takes the parts of a slice of this estimate and σ².
    fn fill(&mut self, nodes: &[TauNode], difference: f64, square: f64) {
        self.parts.clear();
        self.parts.extend(nodes.iter().map(|one| {
            let lean = square / (square + one.tau_squared);
            let mean = difference + lean * (one.common - difference);
            let own = square * one.tau_squared / (square + one.tau_squared);
            (one.weight, mean, (own + lean * lean * one.variance).sqrt())
        }));
    }

    fn moments(&self) -> MixtureMoments {
        let mean: f64 = self.parts.iter().map(|(weight, mean, _)| weight * mean).sum();
        let variance: f64 = self
            .parts
            .iter()
            .map(|(weight, own, sigma)| weight * (sigma * sigma + (own - mean) * (own - mean)))
            .sum();
        MixtureMoments { mean, sigma: variance.sqrt() }
    }

    /// P(δ < x), and its density times √(2π), of every so many parts.
    fn below(&self, x: f64, every: usize) -> (f64, f64) {
        let parts = self.parts.iter().step_by(every);
        let (all, below, density) =
            parts.fold((0.0, 0.0, 0.0), |(all, below, density), &(weight, mean, sigma)| {
                let z = (x - mean) / sigma;
                let own = weight / sigma * exp(-0.5 * z * z);
                (all + weight, below + weight * probability(z), density + own)
            });
        (below / all, density / all)
    }

    /// The x with P(δ < x) = `level`. Few parts bring it near.
    fn quantile(&self, level: f64, start: f64, sigma: f64) -> Result<f64> {
        let near = self.solved(level, start, sigma, (FEW_PARTS, ROUGH))?;
        self.solved(level, near, sigma, (1, CLOSE))
    }

    /// The same of every so many parts, by Newton's method within a bracket that it narrows.
    ///
    /// A step of `close` σ leaves an error of about its square.
    fn solved(
        &self,
        level: f64,
        start: f64,
        sigma: f64,
        (every, close): (usize, f64),
    ) -> Result<f64> {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut x = start;
        for _ in 0..MOST_STEPS {
            let (below, density) = self.below(x, every);
            if below < level {
                low = x;
            } else {
                high = x;
            }
            let step = (below - level) * SQRT_2_PI / density;
            let next = x - step.clamp(-4.0 * sigma, 4.0 * sigma);
            let inside = next > low && next < high;
            let next = if inside { next } else { f64::midpoint(low, high) };
            if !next.is_finite() || (next - x).abs() <= close * sigma {
                return Ok(if next.is_finite() { next } else { x });
            }
            x = next;
        }
        Err(NumericError::NotFinite { what: "a quantile of a slice" }.into())
    }
}

/// So many steps narrow any bracket to neighbouring numbers.
const MOST_STEPS: u32 = 200;
/// Every fourth part is near enough for a start, to a hundredth of σ.
const FEW_PARTS: usize = 4;
const ROUGH: f64 = 1e-2;
/// Steps of this size leave 12 digits.
const CLOSE: f64 = 1e-6;
const SQRT_2_PI: f64 = 2.506_628_274_631_000_7;
