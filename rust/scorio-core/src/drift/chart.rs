//! The evidence for a change at every look, and the limits of a chart.

use super::runs::{Series, SeriesRun};
use crate::numeric::portable::{exp, ln, ln_1p};

/// A run on the chart.
pub(super) struct Look {
    /// Mean score of the runs before.
    pub(super) before: Option<f64>,
    /// A score below the first or above the second has enough evidence.
    pub(super) limits: Option<(f64, f64)>,
    /// ln of the evidence.
    pub(super) evidence: f64,
    pub(super) left: bool,
}

/// A change at some run: how many runs were before it, and what is known of its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) before: usize,
    pub(super) difference: f64,
    pub(super) half_width: f64,
}

/// All looks, and the likeliest change at the look with the greatest evidence.
pub(super) struct Chart {
    pub(super) looks: Vec<Look>,
    pub(super) change: Option<Change>,
    /// ln of the greatest evidence.
    pub(super) greatest: f64,
}

/// How evidence is weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighing {
    /// The chance of a false alarm over all looks.
    pub(super) alpha: f64,
    /// The standard deviation of changes, a priori.
    pub(super) size: f64,
}

/// A possible change, as the contrasts z of the runs after it tell it. After a change of δ they have the means
/// δ b / √scatter. These are Σ b² and Σ b z √scatter.
#[derive(Clone, Copy, Debug, Default)]
struct Possible {
    squares: f64,
    products: f64,
}

/// A run as a contrast with those before it.
#[derive(Clone, Copy, Debug)]
struct Contrast {
    /// Mean score of the runs before.
    before: f64,
    /// Its precision, without the scatter.
    precision: f64,
    /// The standard deviation of the contrast, without the scatter.
    deviation: f64,
    scatter: f64,
}

impl Weighing {
    /// ln of how many times likelier the contrasts are with this change (Robbins 1970). Its size is normal with
    /// the mean 0 and the variance 1/ρ.
    fn of(self, one: Possible, scatter: f64) -> f64 {
        if scatter <= 0.0 {
            return 0.0;
        }
        let rho = 1.0 / (self.size * self.size);
        let (information, sum) = (one.squares / scatter, one.products / scatter);
        0.5 * sum * sum / (information + rho) - 0.5 * ln_1p(information / rho)
    }

    /// ln of the evidence: changes after s runs weigh 1/(s (s + 1)), and those to come have the rest.
    fn evidence(self, changes: impl Iterator<Item = Possible>, scatter: f64) -> f64 {
        let logs: Vec<f64> = (1_u32..)
            .zip(changes)
            .map(|(before, one)| self.of(one, scatter) - ln_weight(before))
            .collect();
        let rest = -ln(logs.len() as f64 + 1.0);
        let most = logs.iter().copied().fold(rest, f64::max);
        most + ln(logs.iter().chain([&rest]).map(|log| exp(log - most)).sum())
    }

    /// The half-width of the interval of a change, which holds at every look.
    fn half_width(self, one: Possible, scatter: f64) -> f64 {
        let rho = 1.0 / (self.size * self.size);
        let information = one.squares / scatter;
        let mass = ln_1p(information / rho) - 2.0 * ln(self.alpha);
        ((1.0 + rho / information) * mass / information).sqrt()
    }
}

/// ln (s (s + 1)).
fn ln_weight(before: u32) -> f64 {
    let before = f64::from(before);
    ln(before * (before + 1.0))
}

impl Contrast {
    /// The changes as a score of this run would make them. `before` are the precisions of the runs before each.
    fn with<'c>(
        self,
        score: f64,
        changes: &'c [Possible],
        before: &'c [f64],
    ) -> impl Iterator<Item = Possible> + 'c {
        changes.iter().zip(before).map(move |(change, before)| {
            let factor = before / self.precision / self.deviation;
            Possible {
                squares: change.squares + factor * factor,
                products: change.products + factor * (score - self.before) / self.deviation,
            }
        })
    }
}

impl Chart {
    /// The chart of a series.
    pub(super) fn of(series: &Series, weighing: Weighing) -> Self {
        let enough = -ln(weighing.alpha);
        let mut chart = Self { looks: Vec::new(), change: None, greatest: 0.0 };
        let mut changes: Vec<Possible> = Vec::new();
        // Σ 1/share of the runs before each possible change.
        let mut precisions: Vec<f64> = Vec::new();
        let (mut precision, mut mean, mut left) = (0.0, 0.0, false);
        for run in &series.runs {
            let mut look = Look { before: None, limits: None, evidence: 0.0, left };
            if precision > 0.0 {
                precisions.push(precision);
                changes.push(Possible::default());
                let contrast = Contrast {
                    before: mean,
                    precision,
                    deviation: (run.share + 1.0 / precision).sqrt(),
                    scatter: run.scatter,
                };
                look.before = Some(mean);
                if !left {
                    let evidence = |score: f64| {
                        let changed = contrast.with(score, &changes, &precisions);
                        weighing.evidence(changed, contrast.scatter)
                    };
                    look.limits = limits(evidence, contrast, enough);
                }
                changes = contrast.with(run.score, &changes, &precisions).collect();
                look.evidence = weighing.evidence(changes.iter().copied(), run.scatter);
                left |= look.evidence >= enough;
                look.left = left;
                chart.remember(&look, &changes, run, weighing);
            }
            let own = 1.0 / run.share;
            precision += own;
            mean += (run.score - mean) * own / precision;
            chart.looks.push(look);
        }
        chart
    }

    /// Takes the likeliest change down where the evidence is greater than before.
    fn remember(&mut self, look: &Look, changes: &[Possible], run: &SeriesRun, weighing: Weighing) {
        if look.evidence <= self.greatest || run.scatter <= 0.0 {
            return;
        }
        self.greatest = look.evidence;
        let log = |(before, one): &(usize, Possible)| {
            let before = u32::try_from(*before).unwrap_or(u32::MAX);
            weighing.of(*one, run.scatter) - ln_weight(before)
        };
        let all = (1..).zip(changes.iter().copied());
        let likeliest = all.max_by(|one, other| log(one).total_cmp(&log(other)));
        self.change = likeliest.map(|(before, one)| Change {
            before,
            difference: one.products / one.squares,
            half_width: weighing.half_width(one, run.scatter),
        });
    }
}

/// Between which scores of a run the evidence is not enough. None if it is enough with any score.
///
/// The evidence is convex in the score.
fn limits(evidence: impl Fn(f64) -> f64, contrast: Contrast, enough: f64) -> Option<(f64, f64)> {
    let step = contrast.deviation * contrast.scatter.sqrt();
    if step <= 0.0 {
        return None;
    }
    let least = least(&evidence, contrast.before, step);
    if evidence(least) >= enough {
        return None;
    }
    let end = |side: f64| {
        let mut reach = step;
        while evidence(least + side * reach) < enough && reach < 1e9 * step {
            reach *= 2.0;
        }
        let (mut inside, mut outside) = (0.0, reach);
        for _ in 0..45 {
            let middle = 0.5 * (inside + outside);
            if evidence(least + side * middle) < enough {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        least + side * 0.5 * (inside + outside)
    };
    Some((end(-1.0), end(1.0)))
}

/// Where a convex function is least, near enough: by golden sections around a start.
fn least(function: impl Fn(f64) -> f64, start: f64, step: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (start - 16.0 * step, start + 16.0 * step);
    for _ in 0..24 {
        let (left, right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if function(left) < function(right) { high = right } else { low = left }
    }
    0.5 * (low + high)
}
