//! P(A > B) and P(best) of independent scores, as a declared call.

use super::calls::Separated;
use super::ranks::{refuse, same_length};
use super::table_prior::{PairErrors, TablePrior};
use crate::calls::declare::call;
use crate::calls::option::group;
use crate::calls::{Answer, AnswerTable, Input, Workers};
use crate::error::Result;
use crate::numeric::double::exponent;
use crate::numeric::portable::{hypot, power_of_two};
use crate::numeric::student::Distribution;
use crate::rows::declare::row;

call! {
    /// Gives the probability that a model is better than another, and that it is the best, where the
    /// spread of the scores is the prior.
    ///
    /// # Formula
    /// True scores are normal with the variance τ² = v (1 − b) / b, where v is the mean of σ². With
    /// T = Σ (s − s̄)² / v, the density of b on (0, 1) is proportional to b^((M − 1)/2) exp(−b T / 2).
    ///
    /// P(A > B) is the mean of Φ(√k d / σ_d) over b, with k = 2τ² / (2τ² + σ_d²). P(best) is that of the scores
    /// s̄ + k (s − s̄) with the errors √k σ, where k = τ² / (τ² + v). Of fewer than four models, k is 1.
    ///
    /// # Errors
    /// A score that is NaN. A negative σ, or another number of them.
    ///
    /// # Source
    /// Strawderman (1971), Morris (1983). docs/comparing.md of the checkout.
    chances(Nothing): answer => [best: ChanceOfFirst], arrays [probabilities: "models × models"], notes &[];

    /// Models.
    pub struct ChancesOptions {
        /// The models.
        models: Separated = group(Separated::OPTIONS),
    }
}

row! {
    /// The probability that a model is the best.
    #[derive(Copy)]
    pub struct ChanceOfFirst {
        /// P(best).
        p_best: f64,
    }
}

fn answer(_: Input<'_>, options: &ChancesOptions, _: &Workers<'_>) -> Result<Answer> {
    let Separated { scores, sigmas } = &options.models;
    same_length(("scores", scores), ("sigmas", sigmas))?;
    refuse("scores", scores, |score| !score.is_finite())?;
    refuse("sigmas", sigmas, |sigma| !(sigma.is_finite() && sigma >= 0.0))?;
    // Times a power of two, so that squares neither overflow nor underflow.
    let largest = scores.iter().chain(sigmas).fold(0.0, |most: f64, one| most.max(one.abs()));
    let unit =
        if largest > 0.0 { power_of_two(-exponent(largest).clamp(-1000, 1000)) } else { 1.0 };
    let scaled = |values: &[f64]| values.iter().map(|one| one * unit).collect::<Vec<f64>>();
    let (scores, sigmas) = (scaled(scores), scaled(sigmas));
    let models: Vec<(f64, f64)> = scores.iter().copied().zip(sigmas.iter().copied()).collect();
    let mut errors = PairErrors::default();
    for sigma in &sigmas {
        // The mean of σ_d² / 2 over pairs is that of σ².
        errors.add(2.0 * sigma * sigma);
    }
    let prior = TablePrior::new(&scores, errors);
    let mut table = Vec::new();
    for &(score, sigma) in &models {
        for &(other, beside) in &models {
            table.push(prior.above(score - other, hypot(sigma, beside), Distribution::Normal)?);
        }
    }
    let best = prior.first_of_independent(&models).into_iter();
    let best = AnswerTable::of(best.map(|p_best| ChanceOfFirst { p_best }).collect());
    let Answer { arrays, .. } = Answer::array(&[models.len(), models.len()], table);
    Ok(Answer { tables: vec![best], arrays, notes: Vec::new() })
}
