//! The adaptive path of a model: what each further item makes of its ability.

use super::super::options::{ModelCost, RunOptions};
use super::truth::Recorded;
use crate::adaptive::items::bank::ItemBank;
use crate::adaptive::running::choosing::Chooser;
use crate::adaptive::running::model_trials::ModelTrials;

/// A model's items in the order in which it is asked, and its ability after each.
///
/// Without a budget the items of a model depend on its own outcomes alone. So every run of the models
/// walks along their paths, and only stops at other places.
#[derive(Clone, Debug)]
pub(super) struct ModelPath {
    /// The items.
    pub(super) items: Vec<usize>,
    /// Ability and standard error after 0, 1, … items.
    pub(super) located: Vec<(f64, f64)>,
    /// The information of the next item after 0, 1, … items. 0 behind the last.
    pub(super) gains: Vec<f64>,
}

impl ModelPath {
    /// The path of a model over at most `most` items.
    pub(super) fn new(
        bank: &ItemBank,
        options: &RunOptions,
        recorded: &Recorded,
        model: usize,
        most: usize,
    ) -> Self {
        let chooser = Chooser::new(bank, options);
        let mut standing =
            ModelTrials::new(bank, options.prior, |item| chooser.is_open(bank, item));
        let (mut items, mut located, mut gains) =
            (Vec::new(), vec![standing.located()], Vec::new());
        let cost = ModelCost::Same(1.0);
        while items.len() < most {
            let Some(item) = chooser.item(bank, &standing, &cost, 0) else { break };
            gains.push(bank.curves()[item].information(standing.located().0));
            standing.take(bank, item, true);
            standing.answer(bank, options.prior, item, recorded.outcome(model, item));
            items.push(item);
            located.push(standing.located());
        }
        gains.push(0.0);
        Self { items, located, gains }
    }

    /// How many items it has.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}
