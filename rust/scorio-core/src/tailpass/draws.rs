//! Posterior draws of the chances of each question, and utilities of the profile on them.
//!
//! Draw i has stream i of the seed. The draws are made anew for each utility, so all utilities and all
//! budgets share them, and none is kept.

use super::payoffs::Payoff;
use super::profile::TailProfile;
use super::scores::Banks;
use crate::check;
use crate::error::Result;
use crate::numeric::draws::beta::BetaDraws;
use crate::numeric::draws::dirichlet;
use crate::numeric::random::{Purpose, Replicates, Stream, stream};

/// How a state draws the chances of its categories.
enum ChanceDraws<'a> {
    Known,
    Successes(BetaDraws),
    Counts(&'a [f64]),
}

/// A draw of one question, worked out.
pub(super) struct DrawnProfile<'a> {
    /// The chance of each score.
    pub(super) chances: &'a [f64],
    /// The chance of each bank score.
    pub(super) law: &'a [f64],
    /// The chance to reach each threshold.
    pub(super) tails: &'a [f64],
}

impl TailProfile {
    /// The chances of each score: draws x questions x scores.
    ///
    /// # Errors
    /// There is no replicate, or the caller stopped the work.
    pub fn drawn_chances(&self, seed: u64, replicates: &Replicates<'_>) -> Result<Vec<f64>> {
        let sources = self.sources()?;
        let scores = self.bank.scores.len();
        let pieces = replicates.map(|range| {
            let mut found = Vec::new();
            let mut chances = vec![0.0; scores];
            for draw in range {
                let mut stream = stream(seed, Purpose::Posterior, draw);
                for &state in &self.bank.of_question {
                    chosen(sources.get(state), &mut chances, &mut stream)?;
                    found.extend_from_slice(&chances);
                }
            }
            Ok(found)
        })?;
        Ok(pieces.concat())
    }

    /// The profile of each draw, the mean over questions: draws x thresholds.
    ///
    /// # Errors
    /// As [`Self::drawn_chances`].
    pub fn drawn_profiles(&self, seed: u64, replicates: &Replicates<'_>) -> Result<Vec<f64>> {
        self.drawn_sums(seed, replicates, self.thresholds.len(), |drawn, sums| {
            sums.iter_mut().zip(drawn.tails).for_each(|(sum, tail)| *sum += tail);
        })
    }

    /// A utility of each draw: the mean over questions, or that of the mean profile.
    ///
    /// # Errors
    /// - A parameter of the payoff is out of range, or has another length than the thresholds.
    /// - Those of [`Self::drawn_chances`].
    pub fn drawn(
        &self,
        payoff: &Payoff<'_>,
        of_mean: bool,
        seed: u64,
        replicates: &Replicates<'_>,
    ) -> Result<Vec<f64>> {
        payoff.check(self.thresholds.len())?;
        if of_mean {
            let profiles = self.drawn_profiles(seed, replicates)?;
            let profiles = profiles.chunks_exact(self.thresholds.len());
            return Ok(profiles.filter_map(|tails| payoff.of_tails(tails)).collect());
        }
        let worth = payoff.of_banks(self.banks.scores());
        self.drawn_sums(seed, replicates, 1, |drawn, sums| {
            let value = match (&worth, payoff.of_tails(drawn.tails)) {
                (Some(worth), _) => drawn.law.iter().zip(worth).map(|(p, v)| p * v).sum(),
                (None, Some(value)) => value,
                (None, None) => payoff.of_chances(drawn.chances, &self.bank.scores, self.k),
            };
            for sum in sums.iter_mut() {
                *sum += value;
            }
        })
    }

    /// Means over the questions of what `add` adds, draw by draw.
    fn drawn_sums(
        &self,
        seed: u64,
        replicates: &Replicates<'_>,
        size: usize,
        add: impl Fn(&DrawnProfile<'_>, &mut [f64]) + Sync,
    ) -> Result<Vec<f64>> {
        let sources = self.sources()?;
        let (scores, questions) = (self.bank.scores.len(), self.questions() as f64);
        let mut cuts = self.cuts();
        let counted = matches!(self.banks, Banks::Counts(..));
        if counted {
            cuts.clear();
        }
        // (k − j) / (j + 1), the ratio of neighbours of a binomial law at even odds.
        let steps: Vec<f64> = (0..self.k).map(|j| (self.k - j) as f64 / (j as f64 + 1.0)).collect();
        let pieces = replicates.map(|range| {
            let mut found = Vec::new();
            let (mut chances, mut sums) = (vec![0.0; scores], vec![0.0; size]);
            let mut law = Vec::new();
            let (mut above, mut tails) = (Vec::new(), Vec::new());
            for draw in range {
                let mut stream = stream(seed, Purpose::Posterior, draw);
                sums.fill(0.0);
                for &state in &self.bank.of_question {
                    chosen(sources.get(state), &mut chances, &mut stream)?;
                    match &self.banks {
                        Banks::Known(_) => law = vec![1.0],
                        Banks::Successes(_) => {
                            let success = chances.last().copied().unwrap_or(0.0);
                            binomial(&steps, success, &mut law);
                        }
                        Banks::Counts(grid, _) => law = grid.multinomial(&chances),
                    }
                    tails.clear();
                    if counted {
                        let size = self.thresholds.len();
                        tails = super::scores::chances(&law, &self.reached, size);
                    } else {
                        above.clone_from(&law);
                        above.push(0.0);
                        (0..law.len()).rev().fold(0.0, |sum, j| {
                            let sum = sum + law.get(j).copied().unwrap_or(0.0);
                            if let Some(slot) = above.get_mut(j) {
                                *slot = sum;
                            }
                            sum
                        });
                        // Every bank reaches its lowest score.
                        if let Some(first) = above.first_mut() {
                            *first = 1.0;
                        }
                        let at = |&cut: &usize| above.get(cut).copied().unwrap_or(0.0).min(1.0);
                        tails.extend(cuts.iter().map(at));
                    }
                    add(&DrawnProfile { chances: &chances, law: &law, tails: &tails }, &mut sums);
                }
                found.extend(sums.iter().map(|sum| sum / questions));
            }
            Ok(found)
        })?;
        Ok(pieces.concat())
    }

    fn sources<'a>(&'a self) -> Result<Vec<ChanceDraws<'a>>> {
        let of = |shapes: &'a [f64]| match *shapes {
            [] | [_] => Ok(ChanceDraws::Known),
            [failures, successes] => {
                Ok(ChanceDraws::Successes(BetaDraws::new(successes, failures)?))
            }
            _ => Ok(ChanceDraws::Counts(shapes)),
        };
        self.bank.states.iter().map(|(shapes, _)| of(shapes)).collect()
    }
}

fn chosen(
    source: Option<&ChanceDraws<'_>>,
    chances: &mut [f64],
    stream: &mut Stream,
) -> Result<()> {
    match (source, &mut *chances) {
        (Some(ChanceDraws::Successes(beta)), [failure, success]) => {
            *success = beta.sample(stream);
            *failure = 1.0 - *success;
        }
        (Some(ChanceDraws::Counts(shapes)), chances) => dirichlet::draw(shapes, chances, stream)?,
        (_, chances) => chances.fill(1.0),
    }
    Ok(())
}

/// The binomial law, outwards from its mode.
fn binomial(steps: &[f64], success: f64, law: &mut Vec<f64>) {
    let k = steps.len();
    law.clear();
    law.resize(k + 1, 0.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to k")]
    let mode = (((k + 1) as f64 * success).floor() as usize).min(k);
    let (odds, against) = (success / (1.0 - success), (1.0 - success) / success);
    let (low, high) = law.split_at_mut(mode);
    let (mut weight, mut sum) = (1.0, 0.0);
    for (j, slot) in high.iter_mut().enumerate() {
        *slot = weight;
        sum += weight;
        weight *= steps.get(mode + j).map_or(0.0, |step| step * odds);
    }
    weight = 1.0;
    for (slot, step) in low.iter_mut().zip(steps).rev() {
        weight *= against / step;
        *slot = weight;
        sum += weight;
    }
    for chance in law.iter_mut() {
        *chance /= sum;
    }
}

/// Mean, standard deviation, and the ends of the central interval of draws, column by column.
///
/// # Errors
/// - The confidence is outside (0, 1).
/// - There are fewer than two draws.
pub fn summary_of_draws(values: &[f64], width: usize, confidence: f64) -> Result<Vec<[f64; 4]>> {
    check::level("confidence", confidence)?;
    let draws = values.len() / width.max(1);
    if draws < 2 {
        return Err(check::outside("the number of draws", draws as f64, "from 2").into());
    }
    let tail = (1.0 - confidence) / 2.0;
    let column = |place: usize| {
        let mut own: Vec<f64> = values.iter().skip(place).step_by(width).copied().collect();
        own.sort_unstable_by(f64::total_cmp);
        let mean = own.iter().sum::<f64>() / draws as f64;
        let squares: f64 = own.iter().map(|value| (value - mean) * (value - mean)).sum();
        let sigma = (squares / (draws as f64 - 1.0)).sqrt();
        [mean, sigma, quantile(&own, tail), quantile(&own, 1.0 - tail)]
    };
    Ok((0..width).map(column).collect())
}

/// The quantile of sorted values, between two of them if need be.
fn quantile(sorted: &[f64], level: f64) -> f64 {
    let place = level * (sorted.len().max(1) - 1) as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index")]
    let below = place.floor() as usize;
    let at = |index: usize| sorted.get(index).or(sorted.last()).copied().unwrap_or(f64::NAN);
    at(below) + (place - place.floor()) * (at(below + 1) - at(below))
}
