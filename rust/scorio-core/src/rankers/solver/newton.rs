//! Newton's steps to the top of a function of strengths.

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::watch;
use crate::rankers::solver::square::{Cholesky, Square};

/// A function at one place: its value, its gradient and minus its second derivatives.
///
/// The first numbers of a place are strengths, of which only differences matter. More may follow.
#[derive(Clone, Debug)]
pub(crate) struct Slope {
    pub(crate) value: f64,
    pub(crate) gradient: Vec<f64>,
    pub(crate) hessian: Square,
}

impl Slope {
    /// A slope of nothing.
    pub(crate) fn flat(free: usize) -> Self {
        Self { value: 0.0, gradient: vec![0.0; free], hessian: Square::zeros(free) }
    }

    /// Adds 1 1ᵀ for the strengths. They have no level, and this makes steps add up to 0.
    pub(crate) fn levelled(mut self, size: usize) -> Self {
        let trace: f64 = (0..size).map(|i| self.hessian[(i, i)]).sum();
        let level = (trace / (size * size) as f64).max(f64::MIN_POSITIVE);
        for i in 0..size {
            for j in 0..size {
                self.hessian[(i, j)] += level;
            }
        }
        self
    }
}

/// Newton's steps, at most. From any start a few dozen are enough where the function is concave.
const MOST_STEPS: usize = 500;

/// The largest entry, without its sign.
pub(crate) fn largest(step: &[f64]) -> f64 {
    step.iter().fold(0.0_f64, |most, x| most.max(x.abs()))
}

/// A place, moved along a step.
pub(crate) fn moved(at: &[f64], step: &[f64], part: f64) -> Vec<f64> {
    at.iter().zip(step).map(|(x, step)| x + part * step).collect()
}

/// Whether a value is no lower than another, but for rounding.
pub(crate) fn no_lower(value: f64, before: f64) -> bool {
    value >= before - 1e-12 * before.abs()
}

/// Climbs from a start to a place without slope.
///
/// `fine` is the step from which on the digits of the slope are used up.
///
/// # Errors
/// The steps do not end.
pub(crate) fn climb(
    mut at: Vec<f64>,
    size: usize,
    fine: f64,
    slope: impl Fn(&[f64]) -> Result<Slope>,
) -> Result<Vec<f64>> {
    let lost = || NumericError::NotFinite { what: "the strength" };
    let mut here = slope(&at)?.levelled(size);
    let mut close = false;
    for _ in 0..MOST_STEPS {
        watch::going()?;
        let step = factor(&here.hessian).ok_or_else(lost)?.solve(&here.gradient);
        let (long, scale) = (largest(&step), 1.0 + largest(&at));
        // Digits double with each step. After a step of 1e-8, the next leaves only rounding.
        if close || long <= 1e-15 * scale {
            return Ok(moved(&at, &step, 1.0));
        }
        close = long <= 1e-8 * scale;
        let mut part = (8.0 / long).min(1.0);
        loop {
            watch::going()?;
            let tried = moved(&at, &step, part);
            let there = slope(&tried)?.levelled(size);
            // A value that falls by rounding alone is no reason to halve.
            if close || no_lower(there.value, here.value) {
                (at, here) = (tried, there);
                break;
            }
            part /= 2.0;
            if part < 1e-10 {
                return if long <= fine * scale { Ok(at) } else { Err(lost().into()) };
            }
        }
    }
    Err(lost().into())
}

/// Newton's steps from a start that is near, without the value of the function.
///
/// Each step must be at most half as long as the one before. `None` if one is not: then climb.
pub(crate) fn settle(
    mut at: Vec<f64>,
    size: usize,
    slope: impl Fn(&[f64]) -> Option<Slope>,
) -> Option<Vec<f64>> {
    let mut longest = LONGEST;
    loop {
        watch::going().ok()?;
        let here = slope(&at)?.levelled(size);
        let factor = Cholesky::of(&here.hessian)?;
        let step = factor.solve(&here.gradient);
        let long = largest(&step);
        if long.is_nan() || long > longest {
            return None;
        }
        longest = long / 2.0;
        at = moved(&at, &step, 1.0);
        // Digits double with each step. After a step of 1e-8, one with the same second derivatives
        // leaves only rounding.
        if long <= 1e-8 * (1.0 + largest(&at)) {
            let last = factor.solve(&slope(&at)?.gradient);
            return Some(moved(&at, &last, 1.0));
        }
    }
}

/// The longest first step of a start that is near.
const LONGEST: f64 = 4.0;

/// The factor of minus the second derivatives.
///
/// Where they are not positive, the diagonal grows until they are. So a step still goes up.
pub(crate) fn factor(hessian: &Square) -> Option<Cholesky> {
    let found = Cholesky::of(hessian);
    if found.is_some() {
        return found;
    }
    let diagonal = (0..hessian.size()).map(|i| hessian[(i, i)].abs());
    let mut shift = 1e-8 * diagonal.fold(f64::MIN_POSITIVE, f64::max);
    for _ in 0..40 {
        let mut raised = hessian.clone();
        for i in 0..hessian.size() {
            raised[(i, i)] += shift;
        }
        let found = Cholesky::of(&raised);
        if found.is_some() {
            return found;
        }
        shift *= 4.0;
    }
    None
}
