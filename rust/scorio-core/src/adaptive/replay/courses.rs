//! The course of a design: how well models are ordered after so many items.

use super::orders::Design;
use super::paths::ModelPath;
use super::truth::Recorded;
use crate::error::Result;
use crate::irt::{AbilityPrior, Answered, Curve, mode};

/// What items give of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplayScoring {
    /// The mean outcome of its items.
    Mean,
    /// Its ability, or the score that the curves predict from it.
    Ability,
    /// The score that the curves predict, corrected by the mean residual.
    Assisted,
}

impl ReplayScoring {
    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Ability => "ability",
            Self::Assisted => "assisted",
        }
    }
}

/// Agreement with all outcomes at each number of items of a grid.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AgreementCourse {
    pub(super) design: Design,
    pub(super) scoring: ReplayScoring,
    pub(super) tau: Vec<f64>,
    pub(super) top: Vec<f64>,
}

/// Numbers of items that tables show.
const SHOWN: [usize; 10] = [10, 25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400];

/// The numbers of items that tables show, up to the most.
pub(super) fn shown(most: usize) -> Vec<usize> {
    let mut shown: Vec<usize> = SHOWN.iter().copied().filter(|&items| items < most).collect();
    shown.push(most);
    shown
}

/// Numbers of items: all up to 64, then steps of a 64th, and those that tables show.
pub(super) fn grid(most: usize) -> Vec<usize> {
    let mut grid = shown(most);
    let mut next = 1;
    while next < most {
        grid.push(next);
        next += (next / 64).max(1);
    }
    grid.sort_unstable();
    grid.dedup();
    grid
}

/// The place of the grid's number nearest to some number of items. The grid is not empty.
pub(super) fn nearest(grid: &[usize], items: f64) -> usize {
    let gap = |place: &usize| (grid[*place] as f64 - items).abs();
    (0..grid.len()).min_by(|one, other| gap(one).total_cmp(&gap(other))).unwrap_or(0)
}

/// The courses of a design whose items do not depend on outcomes: by means, and by abilities.
pub(super) fn courses(
    design: Design,
    orders: &[Vec<usize>],
    curves: &[Curve],
    recorded: &Recorded,
    prior: AbilityPrior,
    grid: &[usize],
) -> Result<[AgreementCourse; 2]> {
    let found: Vec<Vec<(f64, f64)>> = orders
        .iter()
        .enumerate()
        .map(|(model, order)| {
            let cells: Vec<Answered> = answered(order, curves, recorded, model);
            let mut sum = 0.0;
            let mut sums = vec![0.0];
            for cell in &cells {
                sum += cell.sum;
                sums.push(sum);
            }
            let reached = grid.iter().filter(|&&items| items <= cells.len());
            reached.map(|&n| (sums[n] / n as f64, mode(&cells[..n], prior).mode)).collect()
        })
        .collect();
    let means =
        course(design, ReplayScoring::Mean, recorded, &|model, at| found[model][at].0, &found)?;
    let abilities =
        course(design, ReplayScoring::Ability, recorded, &|model, at| found[model][at].1, &found)?;
    Ok([means, abilities])
}

/// A model's outcomes on items, in their order.
pub(super) fn answered(
    order: &[usize],
    curves: &[Curve],
    recorded: &Recorded,
    model: usize,
) -> Vec<Answered> {
    let cell = |&item: &usize| Answered {
        item: curves[item].clone(),
        trials: 1.0,
        sum: recorded.outcome(model, item),
    };
    order.iter().map(cell).collect()
}

/// The course of models along their adaptive paths, with the same number of items each.
pub(super) fn adaptive_course(
    paths: &[ModelPath],
    recorded: &Recorded,
    grid: &[usize],
) -> Result<AgreementCourse> {
    let reached: Vec<Vec<(f64, f64)>> = paths
        .iter()
        .map(|path| grid.iter().filter_map(|&items| path.located.get(items).copied()).collect())
        .collect();
    let at = |model: usize, at: usize| reached[model][at].0;
    course(Design::Adaptive, ReplayScoring::Ability, recorded, &at, &reached)
}

fn course<T>(
    design: Design,
    scoring: ReplayScoring,
    recorded: &Recorded,
    estimate: &dyn Fn(usize, usize) -> f64,
    reached: &[Vec<T>],
) -> Result<AgreementCourse> {
    let points = reached.iter().map(Vec::len).min().unwrap_or(0);
    let (mut tau, mut top) = (Vec::with_capacity(points), Vec::with_capacity(points));
    for at in 0..points {
        let estimates: Vec<f64> = (0..reached.len()).map(|model| estimate(model, at)).collect();
        tau.push(recorded.tau(&estimates)?);
        top.push(recorded.top(&estimates));
    }
    Ok(AgreementCourse { design, scoring, tau, top })
}
