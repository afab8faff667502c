//! The designs that ask for items without a look at outcomes: which item comes when.

use super::hold_out::shuffle;
use crate::adaptive::items::bank::ItemBank;
use crate::numeric::random::{Stream, below};
use crate::numeric::sorting::sort_by;
use rand::Rng as _;

/// Who chooses the items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Design {
    /// The most informative item for each model, one after another.
    Adaptive,
    /// A fixed form: the items that tell most about the calibration models, the same for all.
    Static,
    /// A random sample, the same for all models.
    Paired,
    /// A random sample spread over strata and difficulties, the same for all models.
    Stratified,
    /// A random sample for each model.
    Random,
}

impl Design {
    /// The designs without a look at outcomes.
    pub(super) const FIXED: [Self; 4] =
        [Self::Paired, Self::Random, Self::Stratified, Self::Static];

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Adaptive => "adaptive",
            Self::Static => "static",
            Self::Paired => "paired",
            Self::Stratified => "stratified",
            Self::Random => "random",
        }
    }

    /// Whether its items are a random sample of all.
    pub(super) fn is_sample(self) -> bool {
        !matches!(self, Self::Adaptive | Self::Static)
    }

    /// The first `most` items of each of `models`.
    pub(super) fn orders(
        self,
        bank: &ItemBank,
        abilities: &[f64],
        (models, most): (usize, usize),
        stream: &mut Stream,
    ) -> Vec<Vec<usize>> {
        let mut drawn = || {
            let mut order: Vec<usize> = (0..bank.len()).collect();
            shuffle(&mut order, stream);
            order.truncate(most);
            order
        };
        let same = match self {
            Self::Random => return (0..models).map(|_| drawn()).collect(),
            Self::Adaptive => return Vec::new(),
            Self::Paired => drawn(),
            Self::Static => fixed_form(bank, abilities, most),
            Self::Stratified => spread_out(bank, most, stream),
        };
        vec![same; models]
    }
}

/// Kept items by the sum of their information about the models of the calibration.
fn fixed_form(bank: &ItemBank, abilities: &[f64], most: usize) -> Vec<usize> {
    let value = |item: usize| -> f64 {
        abilities.iter().map(|ability| bank.curves()[item].information(*ability)).sum()
    };
    let kept = (0..bank.len()).filter(|item| bank.columns().kept[*item]);
    let mut ranked: Vec<(f64, usize)> = kept.map(|item| (value(item), item)).collect();
    sort_by(&mut ranked, |one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    ranked.into_iter().take(most).map(|one| one.1).collect()
}

/// Items in an order of which every beginning is spread over strata and difficulties: the places of
/// van der Corput's sequence, shifted at random, and equal items in a random order.
fn spread_out(bank: &ItemBank, most: usize, stream: &mut Stream) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..bank.len()).collect();
    shuffle(&mut sorted, stream);
    let place = |item: usize| (bank.stratum_of(item), bank.columns().b[item]);
    sort_by(&mut sorted, |&i, &j| {
        let (one, other) = (place(i), place(j));
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
    });
    let shift = stream.next_u64();
    let mut taken = vec![false; sorted.len()];
    let mut order = Vec::with_capacity(most);
    for index in 0_u64.. {
        if order.len() >= most.min(sorted.len()) {
            break;
        }
        let word = index.reverse_bits().wrapping_add(shift);
        let at = usize::try_from((u128::from(word) * sorted.len() as u128) >> 64).unwrap_or(0);
        if !taken[at] {
            taken[at] = true;
            order.push(sorted[at]);
        }
    }
    order
}

/// The size of a sample whose models are drawn at random, one for each of `total` items.
pub(super) fn shared_out(total: usize, models: usize, most: usize, own: &mut Stream) -> Vec<usize> {
    let mut sizes = vec![0; models];
    let mut left = total.min(models * most);
    while left > 0 {
        let model = below(own, models);
        if sizes[model] < most {
            sizes[model] += 1;
            left -= 1;
        }
    }
    sizes
}
