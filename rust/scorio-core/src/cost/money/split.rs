//! Money split between models so that the sum of their variances is least.

use crate::error::Result;
use crate::numeric::sorting::sort_by;
use crate::numeric::watch;
use crate::plan::MOST_TRIALS;
use crate::plan::pair::TrialVariances;

/// A model that money may go to.
pub(in crate::cost) struct Bid {
    /// What is told of its score.
    pub(in crate::cost) told: TrialVariances,
    /// The price of one more trial of each question. It is positive.
    pub(in crate::cost) price: f64,
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

/// The most exchanges of trials between two models. Each makes the sum of the variances smaller.
const EXCHANGES: usize = 1_000;

/// The further trials of each question of each model that money pays for.
///
/// First every paid trial gains at least as much for its money as every one that is not paid. What is left of
/// the money is looked at then, and so are expensive trials that cheap ones could pay for.
///
/// # Errors
/// The caller said to stop.
pub(in crate::cost) fn split(bids: &[Bid], money: f64) -> Result<Vec<u64>> {
    let trials = |gain: f64| bids.iter().map(|bid| bid.worth(gain)).collect::<Vec<_>>();
    let most = bids.iter().map(|bid| bid.gain(0)).fold(0.0, f64::max);
    // On logarithms: gains span many orders of magnitude.
    let (mut low, mut high) = (most * 1e-40, most * 2.0);
    for _ in 0..HALVINGS {
        watch::going()?;
        let middle = (low * high).sqrt();
        if spent(bids, &trials(middle)) <= money { high = middle } else { low = middle }
    }
    let mut found = trials(high);
    spend_rest(bids, &mut found, money);
    for _ in 0..EXCHANGES {
        watch::going()?;
        let Some(better) = exchanged(bids, &found, money) else { break };
        found = better;
    }
    Ok(found)
}

fn spent(bids: &[Bid], trials: &[u64]) -> f64 {
    trials.iter().zip(bids).map(|(&trials, bid)| trials as f64 * bid.price).sum()
}

/// The sum of the variances.
pub(in crate::cost) fn variance(bids: &[Bid], trials: &[u64]) -> f64 {
    trials.iter().zip(bids).map(|(&trials, bid)| bid.told.variance(trials)).sum()
}

/// Gives what is left of the money to the models whose next trial gains most, as many trials as it pays for.
fn spend_rest(bids: &[Bid], trials: &mut [u64], money: f64) {
    let mut order: Vec<usize> = (0..bids.len()).collect();
    let gain = |place: &usize| {
        bids.get(*place).zip(trials.get(*place)).map_or(0.0, |(bid, n)| bid.gain(*n))
    };
    let gains: Vec<f64> = order.iter().map(gain).collect();
    sort_by(&mut order, |a, b| {
        let of = |place: &usize| gains.get(*place).copied().unwrap_or(0.0);
        of(b).total_cmp(&of(a))
    });
    for place in order {
        // A sum of prices is rounded, and money that is just enough is enough.
        let left = money * (1.0 + 1e-12) - spent(bids, trials);
        if let (Some(own), Some(bid)) = (trials.get_mut(place), bids.get(place)) {
            *own = own.saturating_add(affordable(left, bid.price)).min(MOST_TRIALS);
        }
    }
}

/// How many trials at a price some money pays for.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a whole number from 0 to `MOST_TRIALS`"
)]
fn affordable(money: f64, price: f64) -> u64 {
    (money / price).floor().clamp(0.0, MOST_TRIALS as f64) as u64
}

/// One more trial of a model that another gives up trials for, if that is better: the best such exchange.
fn exchanged(bids: &[Bid], trials: &[u64], money: f64) -> Option<Vec<u64>> {
    let left = money * (1.0 + 1e-12) - spent(bids, trials);
    let now = variance(bids, trials);
    let mut best: Option<(f64, Vec<u64>)> = None;
    for (place, bid) in bids.iter().enumerate() {
        for (giver, other) in bids.iter().enumerate().filter(|(giver, _)| *giver != place) {
            let needed = ((bid.price - left) / other.price).ceil().max(0.0);
            let mut found = trials.to_vec();
            let given = found.get_mut(giver).filter(|own| needed <= **own as f64);
            let Some(given) = given else { continue };
            *given -= affordable(needed * other.price * (1.0 + 1e-12), other.price).min(*given);
            if let Some(own) = found.get_mut(place) {
                *own += 1;
            }
            spend_rest(bids, &mut found, money);
            let then = variance(bids, &found);
            let least = best.as_ref().map_or(now * (1.0 - 1e-12), |(least, _)| *least);
            if then < least {
                best = Some((then, found));
            }
        }
    }
    best.map(|(_, found)| found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bids(models: &[(u64, f64, f64)]) -> Vec<Bid> {
        let bid = |&(trials, variance, price): &(u64, f64, f64)| Bid {
            told: TrialVariances::of_one(trials, variance),
            price,
        };
        models.iter().map(bid).collect()
    }

    /// The least sum of variances of all splits between two models.
    fn least(bids: &[Bid], money: f64) -> f64 {
        let most = affordable(money, bids[0].price);
        let sums = (0..=most).map(|first| {
            let left = money - first as f64 * bids[0].price;
            variance(bids, &[first, affordable(left, bids[1].price)])
        });
        sums.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn money_is_split_as_well_as_by_trying_all_splits() {
        let cases = [
            ([(1, 4.0, 10.0), (1, 1.0, 1.0)], 10.0),
            ([(1, 1.0, 1000.0), (1, 1.0, 10.0)], 1010.0),
            ([(4, 1.0, 10.0), (4, 1.0, 1.0)], 45.0),
            ([(6, 0.2, 1.6), (6, 0.25, 0.07)], 100.0),
            ([(2, 0.1, 3.0), (7, 0.2, 3.0)], 31.0),
            ([(1, 1e-9, 5.0), (1, 0.25, 1e-6)], 7.0),
        ];
        for (models, money) in cases {
            let bids = bids(&models);
            let found = split(&bids, money).unwrap();
            assert!(spent(&bids, &found) <= money * (1.0 + 1e-9), "{models:?}");
            let (own, best) = (variance(&bids, &found), least(&bids, money));
            assert!(own <= best * (1.0 + 1e-3), "{models:?}: {found:?} {own} {best}");
        }
    }
}
