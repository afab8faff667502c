//! The levels of a judge's numbers, pooled.
//!
//! Labels that chance spread over the levels as trials are, are one stratum. Otherwise there are five bins, or
//! three below 50 labels. So are there where labels are 0 and 1. Within a stratum, labels are compared with
//! what their levels predict:
//!
//! ```text
//! μ = mean of f over its trials + mean of y − f over its labels
//! φ = min(1, (n s² / (μ(1 − μ)) + c) / (n + c))      c = 1 / (1 + e)
//! ```
//!
//! s² is the covariance of y − f by other labels and by all, and e = (Σ r²)² / Σ r⁴ says over how many labels
//! the squares are spread. In bins, φ is that of the labels, times (n s² / s²_y + 1) / (n + 1).

use super::regression::{GivenLabel, Regression};
use super::strata::Strata;
use super::trials::{JudgedAnswers, JudgedTrials, OutcomeCell};
use crate::judge::levels::JudgeLevels;

/// Bins from so many labels on.
const BINS: (u64, usize) = (50, 5);
/// Bins of fewer labels.
const FEW_BINS: usize = 3;
/// χ² of labels by bin that chance exceeds once in a hundred, for three and for five bins.
const CHANCE: (f64, f64) = (9.21, 13.28);

impl JudgedTrials {
    /// The same trials, whose outcomes are levels. Of each question there are the labels that were given.
    pub(crate) fn with_levels(mut self, levels: &JudgeLevels, given: &[Vec<GivenLabel>]) -> Self {
        if self.is_complete() {
            return self;
        }
        let bins = self.bins(levels);
        let without = usize::from(levels.places.contains(&None));
        let of: Vec<usize> = (0..levels.places.len())
            .map(|outcome| levels.bin(outcome, bins).unwrap_or(bins))
            .collect();
        let found = Regression::of(&self.questions, given, self.clusters, levels);
        let mut strata = Strata {
            count: bins + without,
            cells: Vec::with_capacity(self.questions.len()),
            predicted: vec![0.0; bins + without],
            bends: vec![0.0; of.len()],
            narrowness: vec![None; bins + without],
            of,
        };
        for (question, given) in self.questions.iter().zip(given) {
            strata.cells.push(pooled(question, given, &strata, found.as_ref()));
        }
        self.strata = strata;
        if let Some(found) = found {
            self.predict(&found, given, bins == 1);
        }
        self
    }

    /// Into how many bins levels are pooled: one if chance spread the labels over them as trials are.
    fn bins(&self, levels: &JudgeLevels) -> usize {
        let labelled = self.by_outcome(|cell| cell.labels);
        let labels: u64 = labelled.iter().sum();
        let (bins, most) = if labels >= BINS.0 { (BINS.1, CHANCE.1) } else { (FEW_BINS, CHANCE.0) };
        if self.binary {
            return bins;
        }
        let mut counts = vec![(0.0, 0.0); bins];
        let trials = self.by_outcome(|cell| cell.trials);
        for (outcome, (trials, labels)) in trials.iter().zip(&labelled).enumerate() {
            let bin = levels.bin(outcome, bins).and_then(|bin| counts.get_mut(bin));
            if let Some((all, own)) = bin {
                *all += *trials as f64;
                *own += *labels as f64;
            }
        }
        let (all, own) = counts.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let apart = |&(trials, labels): &(f64, f64)| {
            let expected = own * trials / all;
            if expected > 0.0 { (labels - expected) * (labels - expected) / expected } else { 0.0 }
        };
        if counts.iter().map(apart).sum::<f64>() <= most { 1 } else { bins }
    }

    /// Finds the predictions of strata and outcomes, and φ.
    fn predict(&mut self, found: &Regression, given: &[Vec<GivenLabel>], is_one: bool) {
        let count = self.strata.count;
        let (mut shares, mut apart, mut full) =
            (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
        for (question, share) in self.each() {
            for (outcome, (cell, stratum)) in question.cells.iter().zip(&self.strata.of).enumerate()
            {
                let weight = share * cell.trials as f64;
                for (sums, value) in [
                    (&mut shares, 1.0),
                    (&mut apart, found.apart(question.cluster, outcome)),
                    (&mut full, found.full(outcome)),
                ] {
                    if let Some(sum) = sums.get_mut(*stratum) {
                        *sum += weight * value;
                    }
                }
            }
        }
        let mean = |(sum, share): (&f64, &f64)| if *share > 0.0 { sum / share } else { 0.0 };
        let full: Vec<f64> = full.iter().zip(&shares).map(mean).collect();
        let bend = |(outcome, stratum): (usize, &usize)| {
            found.full(outcome) - full.get(*stratum).copied().unwrap_or(0.0)
        };
        self.strata.bends = self.strata.of.iter().enumerate().map(bend).collect();
        self.strata.predicted = apart.iter().zip(&shares).map(mean).collect();
        let narrowness = (0..count).map(|stratum| {
            let scatter = LabelScatter::of(self, found, given, stratum)?;
            let predicted = self.strata.predicted.get(stratum)?;
            let is_all = is_one && stratum == 0;
            Some(if is_all { scatter.of_all(*predicted) } else { scatter.of_bin(self.binary) })
        });
        self.strata.narrowness = narrowness.collect();
    }
}

/// The cells of a question by stratum.
fn pooled(
    question: &JudgedAnswers,
    given: &[GivenLabel],
    strata: &Strata,
    found: Option<&Regression>,
) -> Vec<OutcomeCell> {
    let mut cells = vec![OutcomeCell::default(); strata.count];
    for (cell, stratum) in question.cells.iter().zip(&strata.of) {
        if let Some(pooled) = cells.get_mut(*stratum) {
            pooled.trials += cell.trials;
            pooled.labels += cell.labels;
        }
    }
    for one in given {
        let stratum = strata.of.get(one.outcome).and_then(|stratum| cells.get_mut(*stratum));
        if let Some(pooled) = stratum {
            let predicted = found.map_or(0.0, |found| found.apart(question.cluster, one.outcome));
            let (rest, trials) = (one.label - predicted, one.trials as f64);
            pooled.sum += rest * trials;
            pooled.squares += rest * rest * trials;
        }
    }
    cells
}

/// A labelled trial: ω, how many there are, y, and y − f by the labels of others and by all.
type Labelled = (f64, f64, f64, f64, f64);

/// How the labels of a stratum scatter, by themselves and about what is predicted.
struct LabelScatter {
    /// n.
    informed: f64,
    /// Mean label, and its variance.
    rate: f64,
    scatter: f64,
    /// Mean of y − f, and its variance.
    offset: f64,
    rest: f64,
    /// Covariance of y − f with the same by all labels.
    both: f64,
    /// How many labels the squares are spread over.
    carried: f64,
}

impl LabelScatter {
    /// Those of a stratum. `None` without labels, or where nothing is predicted.
    fn of(
        trials: &JudgedTrials,
        found: &Regression,
        given: &[Vec<GivenLabel>],
        stratum: usize,
    ) -> Option<Self> {
        let mut all = Vec::new();
        for ((question, share), given) in trials.each().zip(given) {
            for one in
                given.iter().filter(|one| trials.strata.of.get(one.outcome) == Some(&stratum))
            {
                let rest = one.label - found.apart(question.cluster, one.outcome);
                let full = one.label - found.full(one.outcome);
                all.push((share, one.trials as f64, one.label, rest, full));
            }
        }
        let weight: f64 = all.iter().map(|one| one.0 * one.1).sum();
        if weight <= 0.0 {
            return None;
        }
        let squares: f64 = all.iter().map(|one| one.0 * one.0 * one.1).sum();
        let mean = |of: &dyn Fn(&Labelled) -> f64| {
            all.iter().map(|one| one.0 * one.1 * of(one)).sum::<f64>() / weight
        };
        let (rate, offset, full) = (mean(&|one| one.2), mean(&|one| one.3), mean(&|one| one.4));
        let square = |one: &Labelled| (one.3 - offset) * (one.3 - offset);
        let rest = mean(&square);
        let fourths: f64 =
            all.iter().map(|one| one.0 * one.0 * one.1 * square(one) * square(one)).sum();
        let sum = rest * weight;
        Some(Self {
            informed: weight * weight / squares,
            rate,
            scatter: mean(&|one| (one.2 - rate) * (one.2 - rate)),
            offset,
            rest,
            both: mean(&|one| (one.3 - offset) * (one.4 - full)).max(0.0),
            carried: if fourths > 0.0 { sum * sum / fourths } else { 0.0 },
        })
    }

    /// φ where all labels are one stratum. The more labels carry the squares, the less is feared of others.
    fn of_all(&self, predicted: f64) -> f64 {
        let rate = predicted + self.offset;
        let free = rate * (1.0 - rate);
        if free <= 0.0 {
            return 1.0;
        }
        let feared = 1.0 / (1.0 + self.carried);
        ((self.informed * self.both / free + feared) / (self.informed + feared)).min(1.0)
    }

    /// φ of one bin: that of its labels, times the part of their variance that remains.
    fn of_bin(&self, binary: bool) -> f64 {
        let ratio = |part: f64, whole: f64| {
            let known = self.informed * part / whole;
            if whole > 0.0 { ((known + 1.0) / (self.informed + 1.0)).min(1.0) } else { 1.0 }
        };
        let free = self.rate * (1.0 - self.rate);
        let own = if binary { 1.0 } else { ratio(self.scatter, free) };
        own * ratio(self.rest, self.scatter)
    }
}
