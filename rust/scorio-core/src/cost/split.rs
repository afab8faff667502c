//! Money split between models so that the sum of their variances is least.

use crate::plan::MOST_TRIALS;
use crate::plan::pair::TrialVariances;

/// A model that money may go to.
pub(super) struct Bid {
    /// What is told of its score.
    pub(super) told: TrialVariances,
    /// The price of one more trial of each question. It is positive.
    pub(super) price: f64,
}

impl Bid {
    /// What the next trial of each question takes off the variance for a unit of money, after `more`.
    fn gain(&self, more: u64) -> f64 {
        (self.told.variance(more) - self.told.variance(more + 1)) / self.price
    }

    /// How many trials gain at least this for a unit of money each. Gains fall from trial to trial.
    fn worth(&self, gain: f64) -> u64 {
        let (mut short, mut long) = (0, MOST_TRIALS);
        while short < long {
            let middle = short + (long - short) / 2;
            if self.gain(middle) >= gain {
                short = middle + 1;
            } else {
                long = middle;
            }
        }
        short
    }
}

/// The halvings of the gain that all paid trials reach.
const HALVINGS: usize = 200;

/// The further trials of each question of each model that money pays for.
///
/// Every paid trial gains at least as much for its money as every one that is not paid, but for what is left
/// of the money in the end. That goes to the trials that gain most among those that it pays for.
pub(super) fn split(bids: &[Bid], money: f64) -> Vec<u64> {
    let trials = |gain: f64| bids.iter().map(|bid| bid.worth(gain)).collect::<Vec<_>>();
    let spent = |trials: &[u64]| -> f64 {
        trials.iter().zip(bids).map(|(&trials, bid)| trials as f64 * bid.price).sum()
    };
    let most = bids.iter().map(|bid| bid.gain(0)).fold(0.0, f64::max);
    // On logarithms: gains span many orders of magnitude.
    let (mut low, mut high) = (most * 1e-40, most * 2.0);
    for _ in 0..HALVINGS {
        let middle = (low * high).sqrt();
        if spent(&trials(middle)) <= money { high = middle } else { low = middle }
    }
    let mut found = trials(high);
    let mut left = money - spent(&found);
    loop {
        let next = found.iter().zip(bids).enumerate();
        let next = next.filter(|(_, (trials, bid))| bid.price <= left && **trials < MOST_TRIALS);
        let best = next
            .map(|(place, (trials, bid))| (place, bid.gain(*trials)))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((place, _)) = best else { return found };
        if let (Some(trials), Some(bid)) = (found.get_mut(place), bids.get(place)) {
            *trials += 1;
            left -= bid.price;
        }
    }
}
