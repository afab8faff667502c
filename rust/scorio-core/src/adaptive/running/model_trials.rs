//! What a run knows of one model.

use std::sync::OnceLock;

use crate::adaptive::items::bank::ItemBank;
use crate::adaptive::items::given::ItemOutcomes;
use crate::irt::{Ability, AbilityPrior, Answered, mode};

/// The trials of a model and its ability.
#[derive(Clone, Debug)]
pub(crate) struct ModelTrials {
    /// Items that are answered, pending or given up.
    pub(crate) taken: Vec<bool>,
    /// Items that may still be asked.
    pub(crate) left: usize,
    /// Items that are answered or pending.
    pub(crate) tried: usize,
    /// The same by stratum.
    pub(crate) by_stratum: Vec<usize>,
    /// What was spent.
    pub(crate) spent: f64,
    /// The information of its next item and the cost of a further one, once they are known.
    pub(super) next: OnceLock<(f64, f64)>,
    /// The items that are answered, in the order of the bank.
    places: Vec<usize>,
    cells: Vec<Answered>,
    ability: Ability,
}

impl ModelTrials {
    /// A model without trials. `open` says which items may be asked.
    pub(crate) fn new(bank: &ItemBank, prior: AbilityPrior, open: impl Fn(usize) -> bool) -> Self {
        Self {
            taken: vec![false; bank.len()],
            left: (0..bank.len()).filter(|item| open(*item)).count(),
            tried: 0,
            by_stratum: vec![0; bank.strata().len()],
            spent: 0.0,
            next: OnceLock::new(),
            places: Vec::new(),
            cells: Vec::new(),
            ability: mode(&[], prior),
        }
    }

    /// A model with these outcomes, and with items that are asked and not answered.
    pub(crate) fn given(
        bank: &ItemBank,
        prior: AbilityPrior,
        outcomes: &ItemOutcomes,
        pending: &[usize],
    ) -> Self {
        let kept = &bank.columns().kept;
        let mut made = Self::new(bank, prior, |item| kept[item]);
        for &item in outcomes.places.iter().chain(pending) {
            if made.taken.get(item) == Some(&false) {
                made.take(bank, item, kept[item]);
            }
        }
        made.places.clone_from(&outcomes.places);
        made.cells.clone_from(&outcomes.cells);
        made.ability = mode(&made.cells, prior);
        made
    }

    /// Items that are answered, in the order of the bank.
    pub(crate) fn places(&self) -> &[usize] {
        &self.places
    }

    /// Their outcomes.
    pub(crate) fn cells(&self) -> &[Answered] {
        &self.cells
    }

    /// The mode of the ability.
    pub(crate) fn ability(&self) -> Ability {
        self.ability
    }

    /// θ and its standard error.
    pub(crate) fn located(&self) -> (f64, f64) {
        (self.ability.mode, self.ability.se)
    }

    /// Marks an item as asked.
    pub(crate) fn take(&mut self, bank: &ItemBank, item: usize, open: bool) {
        self.taken[item] = true;
        self.next = OnceLock::new();
        self.left -= usize::from(open);
        self.tried += 1;
        self.by_stratum[bank.stratum_of(item)] += 1;
    }

    /// Gives up an item that was asked.
    pub(crate) fn give_up(&mut self, bank: &ItemBank, item: usize) {
        self.tried -= 1;
        self.by_stratum[bank.stratum_of(item)] -= 1;
    }

    /// Adds the outcome of an item that was asked.
    pub(crate) fn answer(&mut self, bank: &ItemBank, prior: AbilityPrior, item: usize, y: f64) {
        let at = self.places.partition_point(|place| *place < item);
        self.places.insert(at, item);
        self.cells.insert(at, Answered { item: bank.curves()[item].clone(), trials: 1.0, sum: y });
        self.ability = mode(&self.cells, prior);
        self.next = OnceLock::new();
    }
}
