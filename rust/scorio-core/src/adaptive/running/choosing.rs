//! The choice of a model's next item, and the value of giving it to the model.

use rand::Rng as _;

use super::model_trials::ModelTrials;
use crate::adaptive::items::bank::ItemBank;
use crate::adaptive::items::search::Criterion;
use crate::adaptive::options::{Allocation, Goal, ModelCost, RunModel, RunOptions, Selection};
use crate::irt::{AbilityBelief, AbilityPrior};
use crate::numeric::random::{Purpose, stream};
use crate::numeric::sorting::sort_by;

/// Masses of the posterior that change no digit of an expectation.
const NOTHING: f64 = 1e-18;

/// How items are chosen.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    selection: Selection,
    allocation: Allocation,
    per_cost: bool,
    seed: u64,
    prior: AbilityPrior,
    /// The share of each stratum among the items that may be asked, if strata keep their shares.
    shares: Option<Vec<f64>>,
    /// The order of all items for scores: every beginning is spread over the difficulties.
    sample: Option<Vec<usize>>,
}

impl Chooser {
    pub(crate) fn new(bank: &ItemBank, options: &RunOptions) -> Self {
        let sizes = bank.search().sizes();
        let total = sizes.iter().sum::<usize>().max(1) as f64;
        let shares = (options.strata && sizes.len() > 1)
            .then(|| sizes.iter().map(|size| *size as f64 / total).collect());
        let sample = (options.goal == Goal::Score).then(|| spread_out(bank, options.seed));
        Self {
            selection: options.selection,
            allocation: options.allocation,
            per_cost: options.per_cost,
            seed: options.seed,
            prior: options.prior,
            shares,
            sample,
        }
    }

    /// Whether an item may be asked.
    pub(crate) fn is_open(&self, bank: &ItemBank, item: usize) -> bool {
        self.sample.is_some() || bank.columns().kept[item]
    }

    /// Whether an item is among the first `most` of the sample for scores. For ranks, every item is.
    pub(crate) fn is_sampled(&self, item: usize, most: usize) -> bool {
        self.sample.as_ref().is_none_or(|sample| sample.iter().take(most).any(|one| *one == item))
    }

    /// Random numbers that a choice takes.
    pub(crate) fn draws(&self) -> u64 {
        u64::from(self.sample.is_none() && matches!(self.selection, Selection::Top(_)))
    }

    /// The next item of a model.
    pub(crate) fn item(
        &self,
        bank: &ItemBank,
        standing: &ModelTrials,
        cost: &ModelCost,
        drawn: u64,
    ) -> Option<usize> {
        self.item_within(bank, standing, cost, drawn, f64::INFINITY)
    }

    /// The next item of a model, of those that cost at most `room`.
    pub(crate) fn item_within(
        &self,
        bank: &ItemBank,
        standing: &ModelTrials,
        cost: &ModelCost,
        drawn: u64,
        room: f64,
    ) -> Option<usize> {
        let free = |item: usize| !standing.taken[item] && cost.of(item) <= room;
        if let Some(sample) = &self.sample {
            return sample.iter().copied().find(|item| free(*item));
        }
        let stratum = self.stratum(bank, standing, free);
        let nodes: Vec<(f64, f64)> = if self.selection == Selection::Expected {
            let belief = AbilityBelief::about(standing.ability(), standing.cells(), self.prior);
            let nodes = belief.nodes().iter().copied().zip(belief.masses().iter().copied());
            nodes.filter(|(_, mass)| *mass > NOTHING).collect()
        } else {
            vec![(standing.ability().mode, 1.0)]
        };
        let criterion = Criterion { curves: bank.curves(), nodes: &nodes };
        let by_item = self.per_cost && matches!(cost, ModelCost::ByItem(_));
        match self.selection {
            Selection::Information | Selection::Expected if !by_item => {
                bank.search().best(&criterion, stratum, free)
            }
            _ => {
                let value = |item: usize| {
                    let value = criterion.value(item);
                    if by_item { value / cost.of(item) } else { value }
                };
                let inside = |item: &usize| {
                    let kept = bank.columns().kept[*item] && free(*item);
                    kept && stratum.is_none_or(|one| bank.stratum_of(*item) == one)
                };
                let mut ranked: Vec<(f64, usize)> =
                    (0..bank.len()).filter(inside).map(|item| (value(item), item)).collect();
                ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
                let count = match self.selection {
                    Selection::Top(count) => count.min(ranked.len()),
                    Selection::Information | Selection::Expected => 1,
                };
                let at = if count > 1 { self.draw(drawn, count) } else { 0 };
                ranked.get(at).map(|one| one.1)
            }
        }
    }

    /// A whole number below `count`.
    fn draw(&self, drawn: u64, count: usize) -> usize {
        let word = stream(self.seed, Purpose::Selection, drawn).next_u64();
        // The high half of the product: every number has the same chance, to 2^-64 of it.
        usize::try_from((u128::from(word) * count as u128) >> 64).unwrap_or(0)
    }

    /// The stratum that is furthest behind its share, of those with free items.
    fn stratum(
        &self,
        bank: &ItemBank,
        standing: &ModelTrials,
        free: impl Fn(usize) -> bool + Copy,
    ) -> Option<usize> {
        let shares = self.shares.as_ref()?;
        let next = (standing.by_stratum.iter().sum::<usize>() + 1) as f64;
        let mut best: Option<(f64, usize)> = None;
        for (stratum, share) in shares.iter().enumerate() {
            let behind = share * next - standing.by_stratum[stratum] as f64;
            if best.is_none_or(|(most, _)| behind > most) && bank.search().has_free(stratum, free) {
                best = Some((behind, stratum));
            }
        }
        best.map(|one| one.1)
    }

    /// What it is worth to give an item to a model whose ability has this variance.
    pub(crate) fn value(
        &self,
        bank: &ItemBank,
        model: &RunModel,
        standing: &ModelTrials,
        variance: f64,
        item: usize,
    ) -> f64 {
        let tried = standing.tried as f64;
        if self.sample.is_some() {
            return -tried;
        }
        match self.allocation {
            Allocation::Paper => variance / ((tried + 1.0) * model.cost.mean()),
            Allocation::Variance => {
                let information = bank.curves()[item].information(standing.ability().mode);
                variance_fall(variance, information) / model.cost.of(item)
            }
            Allocation::Uniform => -tried,
        }
    }
}

/// SE² − 1/(SE⁻² + I), without cancellation.
pub(crate) fn variance_fall(variance: f64, information: f64) -> f64 {
    variance * variance * information / (1.0 + variance * information)
}

/// All items in an order of which every beginning is a systematic sample over the difficulties,
/// nearly: places of van der Corput's sequence, shifted at random.
fn spread_out(bank: &ItemBank, seed: u64) -> Vec<usize> {
    let b: Vec<f64> = bank.curves().iter().map(|curve| curve.item().difficulty).collect();
    let mut sorted: Vec<usize> = (0..bank.len()).collect();
    sort_by(&mut sorted, |&i, &j| b[i].total_cmp(&b[j]).then(i.cmp(&j)));
    let shift = stream(seed, Purpose::Selection, u64::MAX).next_u64();
    let mut taken = vec![false; sorted.len()];
    let mut order = Vec::with_capacity(sorted.len());
    let mut index = 0_u64;
    // The first 2^k numbers of the sequence are equally spaced, so each place comes up in time.
    while order.len() < sorted.len() {
        let word = index.reverse_bits().wrapping_add(shift);
        let at = usize::try_from((u128::from(word) * sorted.len() as u128) >> 64).unwrap_or(0);
        if !taken[at] {
            taken[at] = true;
            order.push(sorted[at]);
        }
        index += 1;
    }
    order
}
