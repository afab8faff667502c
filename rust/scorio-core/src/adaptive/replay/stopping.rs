//! Runs that stop: the ranker, walking along the paths of its models.

use super::super::boundary::PairBoundary;
use super::super::options::{Allocation, RunOptions};
use super::paths::ModelPath;
use crate::adaptive::running::choosing::variance_fall;
use crate::adaptive::running::horizon::{Prospect, most_information};
use crate::numeric::sorting::sort_by;

/// Where a run stopped.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stopped {
    /// Items of each model.
    pub(super) items: Vec<usize>,
    /// Its ability and standard error.
    pub(super) located: Vec<(f64, f64)>,
    /// Whether all neighbours are decided.
    pub(super) confident: bool,
    prospects: Vec<Prospect>,
}

impl Stopped {
    /// Whether a boundary decides a pair. Items alone limit the run, not costs.
    pub(super) fn decides(&self, boundary: &PairBoundary, one: usize, other: usize) -> bool {
        let horizon = if boundary.has_horizon() {
            most_information(&self.prospects[one], &self.prospects[other], f64::INFINITY)
        } else {
            0.0
        };
        boundary.decides(self.located[one], self.located[other], horizon)
    }
}

/// What a model knows after so many items, and what it may get.
fn prospect(path: &ModelPath, items: usize) -> Prospect {
    let se = path.located[items].1;
    Prospect {
        precision: 1.0 / (se * se),
        gain: path.gains[items],
        items: (path.len() - items) as f64,
        cost: 1.0,
        pending: false,
    }
}

/// The run of a ranker over these paths: it asks for the items that `Ranker` would.
pub(super) fn stopped(
    paths: &[ModelPath],
    costs: &[f64],
    options: &RunOptions,
    boundary: &PairBoundary,
) -> Stopped {
    let mut items: Vec<usize> = paths.iter().map(|path| path.len().min(options.warmup)).collect();
    loop {
        let at = || paths.iter().zip(&items);
        let mut run = Stopped {
            items: items.clone(),
            located: at().map(|(path, &n)| path.located[n]).collect(),
            confident: false,
            prospects: at().map(|(path, &n)| prospect(path, n)).collect(),
        };
        let mut order: Vec<usize> = (0..paths.len()).collect();
        sort_by(&mut order, |&one, &other| run.located[other].0.total_cmp(&run.located[one].0));
        let mut wanted = vec![false; paths.len()];
        for pair in order.windows(2) {
            if !run.decides(boundary, pair[0], pair[1]) {
                wanted[pair[0]] = true;
                wanted[pair[1]] = true;
            }
        }
        let mut best: Option<(f64, usize)> = None;
        for model in (0..paths.len()).filter(|&model| wanted[model]) {
            let (path, n) = (&paths[model], items[model]);
            if n >= path.len() {
                continue;
            }
            let (tried, se) = (n as f64, run.located[model].1);
            let variance = 1.0 / (1.0 / (se * se));
            let value = match options.allocation {
                Allocation::Paper => variance / ((tried + 1.0) * costs[model]),
                Allocation::Variance => variance_fall(variance, path.gains[n]) / costs[model],
                Allocation::Uniform => -tried,
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, model));
            }
        }
        let Some((_, model)) = best else {
            run.confident = !wanted.contains(&true);
            return run;
        };
        items[model] += 1;
    }
}
