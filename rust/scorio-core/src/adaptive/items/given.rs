//! Scores of items by name, as a user gives them.

use super::bank::ItemBank;
use crate::adaptive::error::AdaptiveError;
use crate::error::Result;
use crate::irt::Answered;
use crate::numeric::sorting::sort_by_key;

/// The trials of one item: its name, the number of trials and the sum of their scores.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenTrials {
    /// Name of the item.
    pub item: String,
    /// Number of trials.
    pub trials: f64,
    /// Sum of their scores, in the units of the bank.
    pub sum: f64,
}

/// Items in the order of the bank, with their outcomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ItemOutcomes {
    /// Places in the bank, in rising order.
    pub places: Vec<usize>,
    /// Their outcomes.
    pub cells: Vec<Answered>,
}

impl ItemBank {
    /// The outcomes of trials that are given by name. Items without trials are left out.
    ///
    /// # Errors
    /// - An item is unknown or given twice.
    /// - The number of trials is negative or not finite, or the mean score is outside the range.
    /// - The sum of an item with steps is none of their sums.
    pub fn outcomes(&self, given: &[GivenTrials]) -> Result<ItemOutcomes> {
        Ok(self.outcomes_within(given, false)?.0)
    }

    /// The same, where mean scores outside the range are clipped on request. Also how many were.
    ///
    /// # Errors
    /// Those of [`Self::outcomes`].
    pub fn outcomes_within(
        &self,
        given: &[GivenTrials],
        clip: bool,
    ) -> Result<(ItemOutcomes, u64)> {
        let mut clipped = 0;
        let mut found = Vec::with_capacity(given.len());
        for one in given {
            let place = self.place(&one.item)?;
            let GivenTrials { trials, sum, .. } = *one;
            if !(trials >= 0.0 && trials.is_finite()) || (trials == 0.0 && sum != 0.0) {
                let item = one.item.clone();
                return Err(AdaptiveError::ItemTrials { item, trials, sum }.into());
            }
            let mean = if trials > 0.0 { sum / trials } else { self.scale().lo };
            let (outcome, outside) = self.mean_outcome(place, mean, trials, clip)?;
            clipped += u64::from(outside);
            let curve = self.curves()[place].clone();
            let cell = Answered { item: curve, trials, sum: trials * outcome };
            found.push((place, cell));
        }
        sort_by_key(&mut found, |one| one.0);
        if let Some(pair) = found.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let item = self.columns().items[pair[0].0].clone();
            return Err(AdaptiveError::GivenTwice { item }.into());
        }
        found.retain(|one| one.1.trials > 0.0);
        let (places, cells) = found.into_iter().unzip();
        Ok((ItemOutcomes { places, cells }, clipped))
    }
}
