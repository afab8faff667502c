//! What the labels of each stratum tell by themselves, and how they spread over clusters of questions.
//!
//! ```text
//! φ = min(1, (n s² / (μ(1 − μ)) + 1) / (n + 1))      s² = Σ ω (y − μ)² / A
//! deff = max(1, (V_i + x (Σ ψ² − V_i) + v₀ (1 + x b)) / (V_i + v₀))
//! ```

use super::cells::{OutcomeCell, dot};
use super::trials::JudgedTrials;

/// What the labels of each outcome tell by themselves.
pub(crate) struct OutcomeLabels {
    pub(crate) shares: Vec<f64>,
    pub(crate) labelled: Vec<u64>,
    pub(crate) rates: Vec<f64>,
    /// The mean of the labels less what is predicted: μ itself without predictions.
    offsets: Vec<f64>,
    /// n, as many labels of equal weight.
    pub(crate) informed: Vec<f64>,
    /// A, the weight of labelled trials.
    weights: Vec<f64>,
    /// φ: how much narrower labels scatter than those that are 0 or 1.
    pub(crate) narrowness: Vec<f64>,
}

impl OutcomeLabels {
    pub(crate) fn of(trials: &JudgedTrials) -> Self {
        let shares = trials.weighted(|cell| cell.trials as f64);
        let weights = trials.weighted(|cell| cell.labels as f64);
        let sums = trials.weighted(|cell| cell.sum);
        let squares = trials.weighted(|cell| cell.squares);
        let labelled = trials.totals(|cell| cell.labels);
        let mut own = vec![0.0; shares.len()];
        for (cells, share) in trials.each_strata() {
            for (own, cell) in own.iter_mut().zip(cells) {
                *own += share * share * cell.labels as f64;
            }
        }
        let over = |sum: f64, weight: f64, otherwise: f64| {
            if weight > 0.0 { sum / weight } else { otherwise }
        };
        let offsets: Vec<f64> =
            sums.iter().zip(&weights).map(|(sum, weight)| over(*sum, *weight, 0.0)).collect();
        let rate = |((offset, weight), predicted): ((&f64, &f64), &f64)| {
            if *weight > 0.0 { (predicted + offset).clamp(0.0, 1.0) } else { 0.5 }
        };
        let rates: Vec<f64> =
            offsets.iter().zip(&weights).zip(&trials.strata.predicted).map(rate).collect();
        let informed: Vec<f64> = weights
            .iter()
            .zip(&own)
            .map(|(weight, own)| over(weight * weight, *own, 0.0))
            .collect();
        let narrow = |k: usize| {
            if let Some(known) = trials.strata.narrowness.get(k).copied().flatten() {
                return known;
            }
            let get = |values: &[f64]| values.get(k).copied().unwrap_or(0.0);
            let (rate, weight, n) = (get(&rates), get(&weights), get(&informed));
            let free = rate * (1.0 - rate);
            if trials.binary || weight == 0.0 || free <= 0.0 {
                return 1.0;
            }
            let scatter = (get(&squares) / weight - rate * rate).max(0.0);
            ((n * scatter / free + 1.0) / (n + 1.0)).min(1.0)
        };
        let narrowness = (0..shares.len()).map(narrow).collect();
        Self { shares, labelled, rates, offsets, informed, weights, narrowness }
    }
}

/// How the labels spread over clusters of questions.
pub(crate) struct LabelSpread {
    /// deff.
    pub(crate) effect: f64,
    pub(crate) pulls: Vec<f64>,
    pub(crate) labels: Vec<f64>,
    pub(crate) expected: Vec<f64>,
}

impl LabelSpread {
    pub(crate) fn of(trials: &JudgedTrials, found: &OutcomeLabels, of_sample: bool) -> Self {
        let scale: Vec<f64> = found
            .shares
            .iter()
            .zip(&found.weights)
            .map(|(share, weight)| if *weight > 0.0 { share / weight } else { 0.0 })
            .collect();
        let rates = &found.offsets;
        let pull = |cells: &[OutcomeCell], share: f64| {
            let cells = cells.iter().zip(rates).zip(&scale);
            cells
                .map(|((cell, rate), scale)| scale * share * (cell.sum - rate * cell.labels as f64))
                .sum()
        };
        let pulls = trials.strata_by_cluster(pull);
        let totals = trials.totals(|cell| cell.trials);
        let chances: Vec<f64> = found
            .labelled
            .iter()
            .zip(&totals)
            .map(|(labels, trials)| if *trials > 0 { *labels as f64 / *trials as f64 } else { 0.0 })
            .collect();
        let labels =
            trials.strata_by_cluster(|cells, _| cells.iter().map(|cell| cell.labels as f64).sum());
        let expected = trials.strata_by_cluster(|cells, _| {
            cells.iter().zip(&chances).map(|(cell, f)| cell.trials as f64 * f).sum()
        });
        let all: f64 = labels.iter().sum();
        let alone = found.labelled.iter().zip(&chances).map(|(labels, f)| *labels as f64 * f);
        let beside = dot(&labels, &labels) / all - 1.0;
        let by_chance = (dot(&labels, &expected) - alone.sum::<f64>()) / all;
        let shared = match (beside > 0.0, of_sample) {
            (false, _) => 0.0,
            (true, true) => 1.0,
            (true, false) => (1.0 - by_chance / beside).max(0.0),
        };
        let mut alone = 0.0;
        for (cells, share) in trials.each_strata() {
            for ((cell, rate), scale) in cells.iter().zip(rates).zip(&scale) {
                let unit = scale * share;
                let squares =
                    cell.squares - 2.0 * rate * cell.sum + rate * rate * cell.labels as f64;
                alone += unit * unit * squares;
            }
        }
        let open = found.shares.iter().zip(&found.informed).filter(|(_, n)| **n > 0.0);
        let open: Vec<f64> = open.map(|(share, n)| share * share / (4.0 * n * n)).collect();
        let least = open.iter().sum::<f64>() / open.len().max(1) as f64;
        let together = dot(&pulls, &pulls);
        let grown = alone + shared * (together - alone) + least * (1.0 + shared * beside);
        let effect = if alone + least > 0.0 { (grown / (alone + least)).max(1.0) } else { 1.0 };
        Self { effect, pulls, labels, expected }
    }
}
