//! What the pairs that are not decided would need.

use super::run::Ranker;
use crate::numeric::watch;

/// A pair that matters and is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairOutlook {
    /// A model.
    pub one: usize,
    /// The other model.
    pub other: usize,
    /// The fewest further items of both that would decide the pair, if abilities stay and each item
    /// tells as much as the next one. Nothing if all items left are too few.
    pub items: Option<u64>,
}

impl Ranker {
    /// What each pair that matters and is not decided would need.
    #[must_use]
    pub fn outlook(&self) -> Vec<PairOutlook> {
        let left = self.horizons();
        let look = |(one, other): (usize, usize)| {
            let items = self.further_items(one, other, left.of(one, other));
            PairOutlook { one, other, items }
        };
        self.open_pairs().into_iter().take_while(|_| watch::goes_on()).map(look).collect()
    }

    fn further_items(&self, one: usize, other: usize, horizon: f64) -> Option<u64> {
        let (first, second) = (self.expected(one)?, self.expected(other)?);
        let located = |(ability, se, gain, _): (f64, f64, f64, u64), items: u64| {
            (ability, 1.0 / (1.0 / (se * se) + items as f64 * gain).sqrt())
        };
        let decides = |items: u64| {
            self.boundary().decides(located(first, items), located(second, items), horizon)
        };
        let most = first.3.min(second.3);
        if !decides(most) {
            return None;
        }
        // The fewest items lie above `few` and are at most `enough`.
        let (mut few, mut enough) = (0, most);
        while enough - few > 1 {
            let middle = few + (enough - few) / 2;
            if decides(middle) { enough = middle } else { few = middle }
        }
        Some(enough)
    }

    /// Ability, standard error, information of the next item, and the number of items left.
    fn expected(&self, model: usize) -> Option<(f64, f64, f64, u64)> {
        let (ability, se) = self.standings()[model].located();
        let item = self.next_item(model)?;
        let gain = self.bank().curves()[item].information(ability);
        Some((ability, se, gain, self.items_left(model)))
    }
}
