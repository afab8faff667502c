//! The highest posterior density under a prior with corners, by active sets.
//!
//! Strengths on a corner are held there. Newton's steps move the others, up to the next corner.
//! Where no step is left, strengths leave their corner if the slope beside it goes up. Every step
//! goes up and there are finitely many sets, so the steps end.

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::watch;
use crate::rankers::solver::newton::{Slope, factor, largest, moved, no_lower};
use crate::rankers::solver::square::Square;

/// The strengths, and on which side of their corner they are: −1, 0 for held there, or 1.
struct Corners {
    location: f64,
    rate: f64,
    at: Vec<f64>,
    sides: Vec<f64>,
}

/// Steps at most: each strength enters and leaves its corner a few times.
const MOST_STEPS: usize = 2000;

/// The place with the highest log-likelihood less `rate` times Σ |θ − location|.
///
/// # Errors
/// The steps do not end.
pub(crate) fn highest(
    location: f64,
    rate: f64,
    size: usize,
    start: Vec<f64>,
    likelihood: &impl Fn(&[f64]) -> Slope,
) -> Result<Vec<f64>> {
    let lost = || NumericError::NotFinite { what: "the strength" };
    let (strengths, rest) = start.split_at(size.min(start.len()));
    let mean = strengths.iter().sum::<f64>() / size as f64;
    let at: Vec<f64> = strengths.iter().map(|x| x - mean).chain(rest.iter().copied()).collect();
    let side = |x: &f64| if *x == location { 0.0 } else { (x - location).signum() };
    let sides = at.iter().take(size).map(side).collect();
    let mut corners = Corners { location, rate, at, sides };
    corners.settle();
    let mut here = likelihood(&corners.at);
    for _ in 0..MOST_STEPS {
        watch::going()?;
        let step = corners.step(&here).ok_or_else(lost)?;
        let (long, scale) = (largest(&step), 1.0 + largest(&corners.at));
        // Digits double with each step. After one of 1e-9, only rounding is left.
        if long <= 1e-9 * scale {
            corners.at = moved(&corners.at, &step, 1.0);
            here = likelihood(&corners.at);
            if !corners.leave(&here.gradient) {
                return Ok(corners.at);
            }
            continue;
        }
        // The first corner on the way ends the step.
        let ways: Vec<f64> =
            corners
                .sides
                .iter()
                .zip(corners.at.iter().zip(&step))
                .map(|(side, (x, step))| {
                    if side * step < 0.0 { ((location - x) / step).max(0.0) } else { f64::INFINITY }
                })
                .collect();
        let first = ways.iter().fold(f64::INFINITY, |least, &way| least.min(way));
        let before = here.value - corners.penalty(&corners.at);
        let mut part = first.min(8.0 / long).min(1.0);
        loop {
            let tried = moved(&corners.at, &step, part);
            let there = likelihood(&tried);
            let close = long <= 1e-8 * scale;
            if close || no_lower(there.value - corners.penalty(&tried), before) {
                corners.at = tried;
                if part >= first {
                    for (side, way) in corners.sides.iter_mut().zip(&ways) {
                        if *way <= first * (1.0 + 1e-12) {
                            *side = 0.0;
                        }
                    }
                    corners.settle();
                }
                here = likelihood(&corners.at);
                break;
            }
            part /= 2.0;
            if part < 1e-12 {
                return Err(lost().into());
            }
        }
    }
    Err(lost().into())
}

impl Corners {
    fn penalty(&self, at: &[f64]) -> f64 {
        let off = at.iter().take(self.sides.len()).map(|x| (x - self.location).abs());
        self.rate * off.sum::<f64>()
    }

    /// Puts held strengths on their corner. If one is left that the sum holds there, it is held, too.
    fn settle(&mut self) {
        let free: Vec<usize> = (0..self.sides.len()).filter(|&i| self.sides[i] != 0.0).collect();
        for (x, side) in self.at.iter_mut().zip(&self.sides) {
            if *side == 0.0 {
                *x = self.location;
            }
        }
        if let [alone] = free[..]
            && (self.at[alone] - self.location).abs() <= 1e-14
        {
            self.at[alone] = self.location;
            self.sides[alone] = 0.0;
        }
    }

    /// What moves: strengths off their corner, and what is no strength.
    fn free(&self) -> Vec<usize> {
        (0..self.at.len()).filter(|&i| self.sides.get(i).is_none_or(|&side| side != 0.0)).collect()
    }

    /// Newton's step of what moves. The strengths keep their sum.
    fn step(&self, here: &Slope) -> Option<Vec<f64>> {
        let (free, size) = (self.free(), self.sides.len());
        let levelled = Slope {
            hessian: Square::of(free.len(), |i, j| here.hessian[(free[i], free[j])]),
            ..Slope::flat(0)
        };
        let strengths = free.iter().filter(|&&i| i < size).count();
        let mut step = vec![0.0; self.at.len()];
        if free.is_empty() {
            return Some(step);
        }
        let levelled = if strengths > 0 { levelled.levelled(strengths) } else { levelled };
        let factor = factor(&levelled.hessian)?;
        let slope = |&i: &usize| {
            here.gradient[i] - self.rate * self.sides.get(i).copied().unwrap_or_default()
        };
        let own = factor.solve(&free.iter().map(slope).collect::<Vec<f64>>());
        let level: Vec<f64> = free.iter().map(|&i| f64::from(u8::from(i < size))).collect();
        let up = factor.solve(&level);
        let sum = |x: &[f64]| x.iter().zip(&level).map(|(x, one)| x * one).sum::<f64>();
        let mu = if strengths > 0 { sum(&own) / sum(&up) } else { 0.0 };
        for (place, (own, up)) in free.iter().zip(own.iter().zip(&up)) {
            step[*place] = own - mu * up;
        }
        Some(step)
    }

    /// Frees the strengths whose slope beside the corner goes up most, and says whether there are any.
    fn leave(&mut self, gradient: &[f64]) -> bool {
        let free: Vec<usize> = (0..self.sides.len()).filter(|&i| self.sides[i] != 0.0).collect();
        let slopes = || gradient.iter().take(self.sides.len());
        let level = if free.is_empty() {
            let most = slopes().fold(f64::NEG_INFINITY, |most, &x| most.max(x));
            f64::midpoint(most, slopes().fold(f64::INFINITY, |least, &x| least.min(x)))
        } else {
            let own = |&i: &usize| gradient[i] - self.rate * self.sides[i];
            free.iter().map(own).sum::<f64>() / free.len() as f64
        };
        let beyond = |i: usize| (gradient[i] - level).abs() - self.rate;
        let held = (0..self.sides.len()).filter(|&i| self.sides[i] == 0.0);
        let most = held.clone().map(beyond).fold(0.0, f64::max);
        if most <= 1e-9 * (self.rate + largest(gradient)) {
            return false;
        }
        let leaving: Vec<usize> = held.filter(|&i| beyond(i) >= most * (1.0 - 1e-9)).collect();
        for i in leaving {
            self.sides[i] = (gradient[i] - level).signum();
        }
        true
    }
}
