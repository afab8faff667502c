//! Bradley–Terry–Luce strengths of winner sets by composite likelihood, as scorio 0.2.3 has them.
//!
//! Each winner of an event is a choice from itself and the losers:
//! l(θ) = Σ_events Σ_{i ∈ W} [θ_i − ln(π_i + Σ_{j ∈ V} π_j)], π = exp(θ), V the losers. It is concave.

use crate::error::Result;
use crate::numeric::portable::{exp, ln};
use crate::rankers::error::RankersError;
use crate::rankers::pairs::links;
use crate::rankers::solver::newton::Slope;
use crate::rankers::solver::strength_prior::{StrengthPrior, highest};
use crate::rankers::source::RankSource;
use crate::rankers::streams::meetings::Meetings;
use crate::rankers::streams::rating::{Event, Ratings, RatingsAndDeviations};

/// The events that some models win and others lose, one after another.
#[derive(Debug, Default)]
struct LuceChoices {
    players: Vec<usize>,
    /// By event: players and winners.
    sizes: Vec<(usize, usize)>,
}

impl Ratings for LuceChoices {
    fn play(&mut self, event: Event<'_>) {
        let all = event.players.len();
        if event.winners > 0 && event.winners < all {
            self.players.extend_from_slice(event.players);
            self.sizes.push((all, event.winners));
        }
    }

    fn rated(&self) -> RatingsAndDeviations {
        (Vec::new(), None)
    }
}

/// The centred log-strengths with the highest composite likelihood, or posterior density.
///
/// # Errors
/// - The trials have no order.
/// - Some models always beat the others, and there is no prior.
pub(crate) fn bradley_terry_luce(
    method: &'static str,
    source: &RankSource,
    times: Option<&[f64]>,
    prior: Option<&StrengthPrior>,
) -> Result<Vec<f64>> {
    let RankSource::Aligned(trials) = source else {
        return Err(RankersError::NeedsOrder { method }.into());
    };
    let mut choices = LuceChoices::default();
    Meetings::in_order(trials, times).play(&mut choices, None);
    if prior.is_none() {
        let pairs = source.pairs(times);
        links::strong(method, &pairs, |i, j| pairs.wins()[(i, j)] > 0.0)?;
    }
    let size = trials.cells().len();
    highest(prior, size, vec![0.0; size], |theta| choices.slope(theta))
}

impl LuceChoices {
    /// The composite log-likelihood at a place, with the lower half of the second derivatives.
    fn slope(&self, theta: &[f64]) -> Slope {
        let size = theta.len();
        let top = theta.iter().fold(f64::NEG_INFINITY, |most, &x| most.max(x));
        let power: Vec<f64> = theta.iter().map(|theta| exp(theta - top)).collect();
        let mut place = Slope::flat(size);
        let Slope { value, gradient, hessian } = &mut place;
        let mut first = 0;
        for &(all, winners) in &self.sizes {
            let players = &self.players[first..first + all];
            first += all;
            let (won, lost) = players.split_at(winners);
            let rest: f64 = lost.iter().map(|&j| power[j]).sum();
            // Σ u and Σ u² of u = 1 / (π_i + Σ π_j): what the losers have in common.
            let (mut sum, mut squares) = (0.0, 0.0);
            for &i in won {
                let u = 1.0 / (power[i] + rest);
                *value += theta[i] - top + ln(u);
                gradient[i] += rest * u;
                hessian[(i, i)] += power[i] * u * rest * u;
                for &j in lost {
                    hessian[(i.max(j), i.min(j))] -= power[i] * u * power[j] * u;
                }
                sum += u;
                squares += u * u;
            }
            for (place, &j) in lost.iter().enumerate() {
                gradient[j] -= power[j] * sum;
                hessian[(j, j)] += power[j] * sum;
                for &k in &lost[..=place] {
                    hessian[(j.max(k), j.min(k))] -= power[j] * power[k] * squares;
                }
            }
        }
        place
    }
}
