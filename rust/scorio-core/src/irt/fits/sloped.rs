//! Abilities, difficulties and slopes together: the mode of a model whose items differ in slope.
//!
//! An item has x = a(θ − b) and p = c + (1 − c) / (1 + e^−x), with a chance c of a lucky guess. With
//! α = ln a and priors of precision p, q and r, the mode maximizes
//! Σ [s ln p + (n − s) ln(1 − p)] / φ − p Σ θ²/2 − q Σ (b − m)²/2 − r Σ α²/2, also over m.
//! The scale is that of slopes whose logs have mean 0. Without that the prior of difficulties would
//! narrow the scale and steepen all slopes. Given θ and m, items do not depend on one another. So Newton's step leaves L + 1 linear equations.
//! Conjugate gradients solve them. Where the curvature is not that of a mode, the expected curvature
//! stands for it.

use crate::error::Result;
use crate::irt::fits::joint::JointMode;
use crate::irt::items::curve::{means, softplus};
use crate::irt::items::responses::Responses;
use crate::irt::parallel::{BLOCK, dot, over};
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp, ln};
use crate::numeric::watch;

const MOST_STEPS: usize = 300;

/// After a step this short the mode is near.
const NEAR: f64 = 0.1;

/// A mean difficulty beyond this leaves guesses alone, and grows without limit.
const ALL_GUESSED: f64 = 25.0;

/// An item: b, α = ln a, what one pass computes of them, and the step to come.
#[derive(Clone, Copy, Default)]
pub(super) struct Item {
    place: [f64; 2],
    pub(super) slope: [f64; 2],
    /// The curvature: of b, of both, and of α.
    pub(super) curve: [f64; 3],
    /// The expected information on b and α, without priors.
    pub(super) expected: [f64; 3],
    pub(super) step: [f64; 2],
}

/// Items next to one another.
pub(super) struct SlopedBlock {
    trials: Vec<f64>,
    sums: Vec<f64>,
    pub(super) items: Vec<Item>,
    /// The curvature that each model shares with b and with α, item by item.
    pub(super) shared: Vec<[f64; 2]>,
    value: f64,
    slopes: Vec<f64>,
    weights: Vec<f64>,
    /// A vector of models and m that comes out of a product.
    image: Vec<f64>,
}

/// The search for the mode.
pub(crate) struct SlopedMode {
    pub(super) blocks: Vec<SlopedBlock>,
    threads: usize,
    guessing: f64,
    pub(crate) dispersion: f64,
    /// The precisions of the priors of abilities, of difficulties and of log slopes.
    pub(crate) precisions: [f64; 3],
    /// θ of each model, and m.
    outer: Vec<f64>,
    value: f64,
    pub(super) slopes: Vec<f64>,
    pub(super) weights: Vec<f64>,
}

/// What linear equations have on the right.
#[derive(Clone, Copy, PartialEq)]
enum Right {
    /// Nothing.
    Zero,
    /// The slopes of the function.
    Slopes,
    /// 1 for each log slope.
    Ones,
}

/// [k₀, k₁; k₁, k₂]⁻¹ g, if the matrix is positive.
fn solved(curve: [f64; 3], right: [f64; 2]) -> Option<[f64; 2]> {
    let [one, both, other] = curve;
    let size = one * other - both * both;
    (one > 0.0 && size > 1e-12 * one * other.abs()).then(|| {
        [(other * right[0] - both * right[1]) / size, (one * right[1] - both * right[0]) / size]
    })
}

impl SlopedMode {
    /// The search, from slopes of 1 and from where models and items are alike but for their margins.
    pub(crate) fn new(responses: &Responses, guessing: f64, threads: usize) -> Self {
        let start = JointMode::new(responses, 1);
        let difficulties = start.groups.items(&start.difficulties);
        let models = responses.models();
        let blocks = (0..responses.items()).step_by(BLOCK).map(|first| {
            let range = first..(first + BLOCK).min(responses.items());
            let table = |of: fn(&Responses, usize) -> &[f64]| -> Vec<f64> {
                range.clone().flat_map(|item| of(responses, item)).copied().collect()
            };
            let item = |b: &f64| Item { place: [*b, 0.0], ..Item::default() };
            SlopedBlock {
                trials: table(Responses::trials),
                sums: table(Responses::sums),
                items: difficulties.iter().take(range.end).skip(first).map(item).collect(),
                shared: vec![[0.0; 2]; models * range.len()],
                value: 0.0,
                slopes: vec![0.0; models + 1],
                weights: vec![0.0; models + 1],
                image: vec![0.0; models + 1],
            }
        });
        let mut outer = start.abilities.clone();
        outer.push(start.mean_difficulty());
        Self {
            blocks: blocks.collect(),
            threads: if models * responses.items() > 100_000 { threads } else { 1 },
            guessing,
            dispersion: 1.0,
            precisions: [1.0; 3],
            value: f64::NEG_INFINITY,
            slopes: vec![0.0; outer.len()],
            weights: vec![0.0; outer.len()],
            outer,
        }
    }

    pub(super) fn items(&self) -> impl Iterator<Item = &Item> {
        self.blocks.iter().flat_map(|block| &block.items)
    }

    /// θ of each model.
    pub(crate) fn abilities(&self) -> Vec<f64> {
        self.outer.iter().copied().take(self.outer.len() - 1).collect()
    }

    /// b of each item.
    pub(crate) fn difficulties(&self) -> Vec<f64> {
        self.items().map(|item| item.place[0]).collect()
    }

    /// ln a of each item.
    pub(crate) fn log_slopes(&self) -> Vec<f64> {
        self.items().map(|item| item.place[1]).collect()
    }

    /// The variances of b and of ln a of each item, given the abilities: the inverse of its expected
    /// information and the priors' precisions.
    pub(crate) fn variances(&self) -> Vec<[f64; 2]> {
        let [_, q, r] = self.precisions;
        self.items()
            .map(|item| {
                let [one, both, other] = item.expected;
                let (one, other) = (one + q, other + r);
                let size = one * other - both * both;
                [other / size, one / size]
            })
            .collect()
    }

    /// One pass over the cells: the function, its slopes, and its curvature or the expected one.
    fn pass(&mut self, exact: bool) {
        let (c, phi, [p, q, r]) = (self.guessing, self.dispersion, self.precisions);
        let models = self.outer.len() - 1;
        let outer = &self.outer;
        let centre = outer.get(models).copied().unwrap_or_default();
        over(&mut self.blocks, self.threads, |block| {
            block.slopes.fill(0.0);
            block.weights.fill(0.0);
            block.value = 0.0;
            let cells = block.trials.chunks(models).zip(block.sums.chunks(models));
            let shared = block.shared.chunks_mut(models);
            for (item, ((trials, sums), shared)) in block.items.iter_mut().zip(cells.zip(shared)) {
                let [b, alpha] = item.place;
                let (a, off) = (exp(alpha), b - centre);
                let (mut slope, mut curve) = ([-q * off, -r * alpha], [q, 0.0, r]);
                let mut expected = [0.0; 3];
                let mut value = -0.5 * (q * off * off + r * alpha * alpha);
                let of_models = block.slopes.iter_mut().zip(&mut block.weights).zip(outer);
                let cells = trials.iter().zip(sums).zip(shared);
                for (((n, sum), shared), ((of_model, weight), theta)) in cells.zip(of_models) {
                    *shared = [0.0; 2];
                    if *n <= 0.0 {
                        continue;
                    }
                    let x = a * (theta - b);
                    let (mu, rest) = means(x);
                    let guessed = c + (1.0 - c) * mu;
                    let log = if c > 0.0 { ln(guessed) } else { -softplus(-x) };
                    value += (sum * log - (n - sum) * softplus(x)) / phi;
                    let above = (sum - n * guessed) / phi;
                    // Without guesses this is 1, also where the chance is too small for a double.
                    let known = if c > 0.0 { mu / guessed } else { 1.0 };
                    let g = above * known;
                    let w = n / phi * (1.0 - c) * mu * known * rest;
                    let (h, g_bent) = if exact {
                        (w - if c > 0.0 { above * known * rest * c / guessed } else { 0.0 }, g)
                    } else {
                        (w, 0.0)
                    };
                    *of_model += g * a;
                    *weight += h * a * a;
                    slope[0] -= g * a;
                    slope[1] += g * x;
                    curve[0] += h * a * a;
                    curve[1] -= (h * x - g_bent) * a;
                    curve[2] += h * x * x - g_bent * x;
                    expected[0] += w * a * a;
                    expected[1] -= w * x * a;
                    expected[2] += w * x * x;
                    *shared = [-h * a * a, (h * x - g_bent) * a];
                }
                *item = Item { slope, curve, expected, ..*item };
                block.value += value;
                if let (Some(of_centre), Some(weight)) =
                    (block.slopes.last_mut(), block.weights.last_mut())
                {
                    *of_centre += q * off;
                    *weight += q;
                }
            }
        });
        self.value = -0.5 * p * dot(&self.outer[..models], &self.outer[..models]);
        self.slopes = self.outer.iter().map(|theta| -p * theta).collect();
        self.weights = vec![p; models + 1];
        self.slopes[models] = 0.0;
        self.weights[models] = 0.0;
        for block in &self.blocks {
            self.value += block.value;
            for (all, part) in self.slopes.iter_mut().zip(&block.slopes) {
                *all += part;
            }
            for (all, part) in self.weights.iter_mut().zip(&block.weights) {
                *all += part;
            }
        }
    }

    /// Σ over items of the shared curvature times the inverse curvature of the item times (its
    /// right side, less the shared curvature times a vector). Each item keeps the inner product as
    /// its step. It is `None` if some item has no positive curvature.
    fn through(&mut self, vector: &[f64], side: Right) -> Option<Vec<f64>> {
        let (models, q) = (self.outer.len() - 1, self.precisions[1]);
        let of_centre = vector.get(models).copied().unwrap_or_default();
        over(&mut self.blocks, self.threads, |block| {
            block.image.fill(0.0);
            for (item, shared) in block.items.iter_mut().zip(block.shared.chunks(models)) {
                let mut right = match side {
                    Right::Zero => [0.0; 2],
                    Right::Slopes => item.slope,
                    Right::Ones => [0.0, 1.0],
                };
                for (shared, value) in shared.iter().zip(vector) {
                    right[0] -= shared[0] * value;
                    right[1] -= shared[1] * value;
                }
                right[0] += q * of_centre;
                item.step = solved(item.curve, right).unwrap_or([f64::NAN; 2]);
                for (image, shared) in block.image.iter_mut().zip(shared) {
                    *image += shared[0] * item.step[0] + shared[1] * item.step[1];
                }
                if let Some(image) = block.image.last_mut() {
                    *image -= q * item.step[0];
                }
            }
        });
        let mut all = vec![0.0; models + 1];
        for block in &self.blocks {
            for (all, part) in all.iter_mut().zip(&block.image) {
                *all += part;
            }
        }
        all.iter().all(|value| value.is_finite()).then_some(all)
    }

    /// Newton's step along which the mean log slope stays. Items keep theirs. It is `None` if the
    /// curvature is not that of a mode.
    fn step(&mut self) -> Option<Vec<f64>> {
        let push = self.equations(Right::Ones)?;
        let pushes: Vec<[f64; 2]> = self.items().map(|item| item.step).collect();
        let mut found = self.equations(Right::Slopes)?;
        let all: f64 = self.items().map(|item| item.step[1]).sum();
        let share = -all / pushes.iter().map(|push| push[1]).sum::<f64>();
        for (found, push) in found.iter_mut().zip(push) {
            *found += share * push;
        }
        let items = self.blocks.iter_mut().flat_map(|block| &mut block.items);
        for (item, push) in items.zip(pushes) {
            item.step = [item.step[0] + share * push[0], item.step[1] + share * push[1]];
        }
        Some(found)
    }

    /// The solution of Newton's equations of models and m. Items keep theirs.
    fn equations(&mut self, side: Right) -> Option<Vec<f64>> {
        let outer = self.outer.len();
        let inner = self.through(&vec![0.0; outer], side)?;
        let own = if side == Right::Slopes { 1.0 } else { 0.0 };
        let mut rest: Vec<f64> =
            self.slopes.iter().zip(&inner).map(|(g, inner)| own * g - inner).collect();
        let weights = self.weights.clone();
        if weights.iter().any(|weight| *weight <= 0.0) {
            return None;
        }
        let scaled = |rest: &[f64]| -> Vec<f64> {
            rest.iter().zip(&weights).map(|(rest, weight)| rest / weight).collect()
        };
        let mut found = vec![0.0; outer];
        let mut along = scaled(&rest);
        let mut size = dot(&rest, &along);
        let enough = 1e-20 * size;
        for _ in 0..2 * outer + 50 {
            if size <= enough || size <= 0.0 || !watch::goes_on() {
                break;
            }
            let inner = self.through(&along, Right::Zero)?;
            let image: Vec<f64> = weights
                .iter()
                .zip(&along)
                .zip(&inner)
                .map(|((weight, along), inner)| weight * along + inner)
                .collect();
            let curve = dot(&along, &image);
            if curve <= 0.0 {
                return None;
            }
            let share = size / curve;
            for ((found, rest), (along, image)) in
                found.iter_mut().zip(&mut rest).zip(along.iter().zip(&image))
            {
                *found += share * along;
                *rest -= share * image;
            }
            let next = scaled(&rest);
            let grown = dot(&rest, &next);
            for (along, next) in along.iter_mut().zip(next) {
                *along = next + grown / size * *along;
            }
            size = grown;
        }
        self.through(&found, side)?;
        Some(found)
    }

    fn moved(&mut self, start: &(Vec<f64>, Vec<[f64; 2]>), step: &[f64], share: f64) {
        self.outer = start.0.iter().zip(step).map(|(from, step)| from + share * step).collect();
        let items = self.blocks.iter_mut().flat_map(|block| &mut block.items);
        for (item, from) in items.zip(&start.1) {
            item.place = [from[0] + share * item.step[0], from[1] + share * item.step[1]];
        }
    }

    /// Goes to the mode.
    ///
    /// # Errors
    /// The iteration does not converge. With guesses there may be no mode.
    pub(crate) fn solve(&mut self) -> Result<()> {
        self.pass(true);
        let mut last = f64::INFINITY;
        for _ in 0..MOST_STEPS {
            watch::going()?;
            let mut newton = self.step();
            if newton.is_none() && last <= NEAR {
                newton = self.whole_step();
            }
            let exact = newton.is_some();
            let step = if let Some(step) = newton {
                step
            } else {
                self.pass(false);
                match self.step() {
                    Some(step) => step,
                    None => break,
                }
            };
            let of_items = self.items().flat_map(|item| item.step);
            let longest =
                step.iter().copied().chain(of_items).fold(0.0_f64, |most, one| most.max(one.abs()));
            if !longest.is_finite() {
                break;
            }
            last = longest;
            // A value that falls by rounding alone is no reason for a shorter step.
            let before = self.value - if exact { 1e-13 * self.value.abs() } else { 0.0 };
            let start = (self.outer.clone(), self.items().map(|item| item.place).collect());
            // Digits double with each of Newton's steps, but not with others.
            let close = longest <= 1e-6;
            let mut share = (2.0 / longest).min(1.0);
            for _ in 0..60 {
                self.moved(&start, &step, share);
                self.pass(true);
                if close || self.value >= before {
                    break;
                }
                share /= 2.0;
            }
            let centre = self.outer.last().copied().unwrap_or_default();
            if self.guessing > 0.0 && centre > ALL_GUESSED {
                break;
            }
            if close && (exact || longest <= 1e-11) {
                return Ok(());
            }
        }
        Err(NumericError::NotFinite { what: "the ability" }.into())
    }
}

#[cfg(test)]
mod tests;
