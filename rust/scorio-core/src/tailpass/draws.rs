//! Posterior draws of the chances of each question, and utilities of the profile on them.
//!
//! Draw i has stream i of the seed. The draws are made anew for each utility, so all utilities and all
//! budgets share them, and none is kept.

use super::binomial::BinomialLaws;
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
        let cuts = self.cuts();
        self.drawn_laws(seed, replicates, |law, found| self.tails_of(law, &cuts, found))
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
        if let Some(worth) = payoff.of_banks(self.banks.scores()) {
            return self.drawn_laws(seed, replicates, |law, found| {
                found.push(law.iter().zip(&worth).map(|(p, v)| p * v).sum());
            });
        }
        // A linear payoff of the profiles is that of their mean.
        if let Payoff::Linear(_) = payoff {
            return self.drawn(payoff, true, seed, replicates);
        }
        self.drawn_values(payoff, seed, replicates)
    }

    /// What `finish` makes of the mean of the laws of all questions, draw by draw.
    fn drawn_laws(
        &self,
        seed: u64,
        replicates: &Replicates<'_>,
        finish: impl Fn(&mut [f64], &mut Vec<f64>) + Sync,
    ) -> Result<Vec<f64>> {
        let sources = self.sources()?;
        let questions = self.questions() as f64;
        let pieces = replicates.map(|range| {
            let mut found = Vec::new();
            let mut chances = vec![0.0; self.bank.scores.len()];
            let mut sums = vec![0.0; self.banks.scores().len()];
            let mut laws = self.laws();
            for draw in range {
                let mut stream = stream(seed, Purpose::Posterior, draw);
                sums.fill(0.0);
                for &state in &self.bank.of_question {
                    chosen(sources.get(state), &mut chances, &mut stream)?;
                    self.add_law(&chances, &mut laws, &mut sums);
                }
                self.take_laws(&mut laws, &mut sums);
                for sum in &mut sums {
                    *sum /= questions;
                }
                finish(&mut sums, &mut found);
            }
            Ok(found)
        })?;
        Ok(pieces.concat())
    }

    /// Room for binomial laws, if the banks have them.
    fn laws(&self) -> BinomialLaws {
        BinomialLaws::new(if let Banks::Successes(_) = self.banks { self.k } else { 0 })
    }

    /// Adds the law of the bank scores at some chances.
    fn add_law(&self, chances: &[f64], laws: &mut BinomialLaws, sums: &mut [f64]) {
        match &self.banks {
            Banks::Known(_) => sums.iter_mut().for_each(|sum| *sum += 1.0),
            Banks::Successes(_) => laws.add(chances.last().copied().unwrap_or(0.0)),
            Banks::Counts(grid, _) => added(sums, &grid.multinomial(chances)),
            Banks::Lattice(lattice, _) => added(sums, &lattice.multinomial(chances)),
        }
    }

    /// Puts binomial laws, which have sums of their own, where the others are.
    fn take_laws(&self, laws: &mut BinomialLaws, sums: &mut [f64]) {
        if let Banks::Successes(_) = self.banks {
            laws.take(sums);
        }
    }

    /// Appends the chance to reach each threshold. The law is used up.
    fn tails_of(&self, law: &mut [f64], cuts: &[usize], found: &mut Vec<f64>) {
        if let Banks::Counts(..) | Banks::Lattice(..) = self.banks {
            found.extend(super::scores::chances(law, &self.reached, self.thresholds.len()));
            return;
        }
        law.iter_mut().rev().fold(0.0, |sum, slot| {
            *slot += sum;
            *slot
        });
        // Every bank reaches its lowest score.
        if let Some(first) = law.first_mut() {
            *first = 1.0;
        }
        found.extend(cuts.iter().map(|&cut| law.get(cut).copied().unwrap_or(0.0).min(1.0)));
    }

    /// The mean over the questions of a payoff of each, draw by draw.
    fn drawn_values(
        &self,
        payoff: &Payoff<'_>,
        seed: u64,
        replicates: &Replicates<'_>,
    ) -> Result<Vec<f64>> {
        let (sources, cuts) = (self.sources()?, self.cuts());
        let questions = self.questions() as f64;
        let of_chances = matches!(payoff, Payoff::Harmonic(_));
        let pieces = replicates.map(|range| {
            let mut found = Vec::new();
            let mut chances = vec![0.0; self.bank.scores.len()];
            let mut law = vec![0.0; self.banks.scores().len()];
            let (mut laws, mut tails) = (self.laws(), Vec::new());
            for draw in range {
                let mut stream = stream(seed, Purpose::Posterior, draw);
                let mut sum = 0.0;
                for &state in &self.bank.of_question {
                    chosen(sources.get(state), &mut chances, &mut stream)?;
                    if of_chances {
                        sum += payoff.of_chances(&chances, &self.bank.scores, self.k);
                        continue;
                    }
                    law.fill(0.0);
                    self.add_law(&chances, &mut laws, &mut law);
                    self.take_laws(&mut laws, &mut law);
                    tails.clear();
                    self.tails_of(&mut law, &cuts, &mut tails);
                    sum += payoff.of_tails(&tails).unwrap_or(0.0);
                }
                found.push(sum / questions);
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

fn added(sums: &mut [f64], law: &[f64]) {
    sums.iter_mut().zip(law).for_each(|(sum, chance)| *sum += chance);
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
