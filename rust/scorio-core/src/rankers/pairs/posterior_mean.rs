//! Posterior means of Bradley–Terry strengths.
//!
//! Strengths have independent Gaussian priors. The mode is exact. The mean differs from it because
//! the posterior is not symmetric: to first order by ½ H⁻¹ t, with t_i = Σ_j l‴(θ_i − θ_j)
//! Var(θ_i − θ_j) (Tierney and Kadane 1986).

use crate::error::Result;
use crate::numeric::portable::exp;
use crate::rankers::declared::PRIOR_VAR;
use crate::rankers::options::MethodOptions;
use crate::rankers::pairs::law::PairLaw;
use crate::rankers::pairs::model::PairModel;
use crate::rankers::pairs::trial_pairs::TrialPairs;
use crate::rankers::solver::strength_prior::StrengthPrior;

/// The posterior means of strengths, by the expansion about the mode.
///
/// # Errors
/// The variance is not positive.
pub(crate) fn bayesian_mcmc(pairs: &TrialPairs, options: &MethodOptions) -> Result<Vec<f64>> {
    let variance = options.number(&PRIOR_VAR)?;
    let prior = Some(StrengthPrior::Gaussian { variance, means: Vec::new() });
    let model = PairModel { method: "bayesian_mcmc", law: PairLaw::Logit, prior };
    let found = model.fit(pairs, None)?;
    let covariance = model.covariance(pairs, &found)?;
    let mut third = vec![0.0; pairs.len()];
    for i in 0..pairs.len() {
        for j in 0..i {
            let spread = covariance[(i, i)] + covariance[(j, j)] - 2.0 * covariance[(i, j)];
            let small = exp(-(found.theta[i] - found.theta[j]).abs());
            let (p, q) = (1.0 / (1.0 + small), small / (1.0 + small));
            let sign = if found.theta[i] >= found.theta[j] { 1.0 } else { -1.0 };
            // l‴ = −n p q (q − p) with p = σ(d).
            let games = pairs.wins()[(i, j)] + pairs.wins()[(j, i)];
            let pull = games * p * q * (p - q) * sign * spread;
            third[i] += pull;
            third[j] -= pull;
        }
    }
    let moved = covariance.times(&third);
    Ok(found.theta.iter().zip(moved).map(|(theta, moved)| theta + moved / 2.0).collect())
}
