//! Models of pairs of trials.

use crate::error::Result;
use crate::rankers::declared::{PRIOR_VAR, STRENGTH_PRIOR, TIE_STRENGTH, TIED_PRIOR};
use crate::rankers::options::MethodOptions;
use crate::rankers::pairs::law::PairLaw;
use crate::rankers::pairs::model::PairModel;
use crate::rankers::pairs::posterior_mean;
use crate::rankers::registry::{Method, Run, methods};

methods! { PAIRS, "pair models":
    /// Bradley-Terry strengths of wins, by maximum likelihood.
    ///
    /// P(i wins) = 1 / (1 + exp(theta_j - theta_i)) among the pairs that one of two wins. Ties do not
    /// count. The scores are the log-strengths theta, which add up to 0; exp(theta) are strengths.
    /// # Errors
    /// Models that win every pair against the rest, whose strengths are infinite. The message names
    /// them.
    /// # Source
    /// Bradley & Terry (1952), Rank analysis of incomplete block designs I.
    bradley_terry: Model(logit), "Bradley-Terry strengths of wins, by maximum likelihood";

    /// Bradley-Terry strengths with a prior.
    ///
    /// P(i wins) = 1 / (1 + exp(theta_j - theta_i)) among the pairs that one of two wins. Ties do not
    /// count. The scores are the log-strengths theta, which add up to 0; exp(theta) are strengths.
    ///
    /// The prior is of centred log-strengths. A Gaussian one has mean 0. Strengths are finite
    /// whatever the data.
    /// # Errors
    /// A prior that is not positive.
    /// # Source
    /// Caron & Doucet (2012), Efficient Bayesian inference for generalized Bradley-Terry models.
    bradley_terry_map: Model(logit_map), "Bradley-Terry strengths with a prior"
        .options(STRENGTH_PRIOR);

    /// Another name of `bradley_terry`.
    ///
    /// Between two models, the likelihood of Plackett and Luce is that of Bradley and Terry.
    /// # Errors
    /// Models that win every pair against the rest, whose strengths are infinite. The message names
    /// them.
    /// # Source
    /// Luce (1959), Individual choice behavior.
    plackett_luce: Model(logit), "another name of bradley_terry"
        .same_as("bradley_terry");

    /// Another name of `bradley_terry_map`.
    ///
    /// Between two models, the likelihood of Plackett and Luce is that of Bradley and Terry.
    /// # Errors
    /// A prior that is not positive.
    /// # Source
    /// Luce (1959), Individual choice behavior.
    plackett_luce_map: Model(logit_map), "another name of bradley_terry_map"
        .options(STRENGTH_PRIOR)
        .same_as("bradley_terry_map");

    /// Davidson's strengths of wins and ties, by maximum likelihood.
    ///
    /// Wins of i, wins of j and ties go as pi_i : pi_j : nu sqrt(pi_i pi_j), pi = exp(theta). nu is
    /// estimated, too. On complete data the order is that of `avg`.
    /// # Errors
    /// Models that win every pair against the rest, whose strengths are infinite. The message names
    /// them.
    /// # Source
    /// Davidson (1970), On extending the Bradley-Terry model to accommodate ties.
    bradley_terry_davidson: Model(davidson), "Davidson's strengths of wins and ties, by maximum likelihood"
        .like_average(&[]);

    /// Davidson's strengths of wins and ties, with a prior.
    ///
    /// Wins of i, wins of j and ties go as pi_i : pi_j : nu sqrt(pi_i pi_j), pi = exp(theta). nu is
    /// estimated, too. On complete data the order is that of `avg`.
    ///
    /// The prior is of centred log-strengths. A Gaussian one has mean 0. Strengths are finite
    /// whatever the data.
    /// # Errors
    /// A prior that is not positive; trials that only tie.
    /// # Source
    /// Davidson (1970), On extending the Bradley-Terry model to accommodate ties.
    bradley_terry_davidson_map: Model(davidson_map), "Davidson's strengths with a prior"
        .options(STRENGTH_PRIOR)
        .like_average(&[]);

    /// Rao-Kupper strengths of wins and ties, by maximum likelihood.
    ///
    /// P(i wins) = pi_i / (pi_i + kappa pi_j), and the rest that neither wins is a tie. kappa, the
    /// tie strength, is given.
    /// # Errors
    /// Models that win every pair against the rest, whose strengths are infinite. The message names
    /// them. A tie strength below 1, or 1 where trials tie.
    /// # Source
    /// Rao & Kupper (1967), Ties in paired-comparison experiments.
    rao_kupper: Model(rao_kupper), "Rao-Kupper strengths of wins and ties, by maximum likelihood"
        .options(&[TIE_STRENGTH]);

    /// Rao-Kupper strengths of wins and ties, with a prior.
    ///
    /// P(i wins) = pi_i / (pi_i + kappa pi_j), and the rest that neither wins is a tie. kappa, the
    /// tie strength, is given.
    ///
    /// The prior is of centred log-strengths. A Gaussian one has mean 0. Strengths are finite
    /// whatever the data.
    /// # Errors
    /// A tie strength below 1, or 1 where trials tie; a prior that is not positive.
    /// # Source
    /// Rao & Kupper (1967), Ties in paired-comparison experiments.
    rao_kupper_map: Model(rao_kupper_map), "Rao-Kupper strengths with a prior"
        .options(TIED_PRIOR);

    /// Thurstone strengths of wins, by maximum likelihood.
    ///
    /// P(i wins) = Phi(theta_i - theta_j) among the pairs that one of two wins. It is what TrueSkill
    /// estimates of fixed models, and no order of trials changes it.
    /// # Errors
    /// Models that win every pair against the rest, whose strengths are infinite. The message names
    /// them.
    /// # Source
    /// Thurstone (1927), A law of comparative judgment.
    thurstone: Model(probit), "Thurstone strengths of wins (normal performances), by maximum likelihood";

    /// Posterior means of Bradley-Terry strengths with independent Gaussian priors.
    ///
    /// P(i wins) = 1 / (1 + exp(theta_j - theta_i)) among the pairs that one of two wins, and theta_l
    /// ~ N(0, prior_var). The mode is exact. The mean is the mode plus the first correction for the
    /// posterior's skewness; nothing is drawn. Scores are log-strengths that add up to 0.
    ///
    /// The random walk of scorio 0.2.3 does not reach the posterior: on 20 models, 500 questions and
    /// 16 trials it ends about 10 posterior standard deviations from the mean.
    /// # Errors
    /// A variance that is not positive.
    /// # Source
    /// Tierney & Kadane (1986), Accurate approximations for posterior moments.
    bayesian_mcmc: Pairs(posterior_mean::bayesian_mcmc), "posterior means of Bradley-Terry strengths with a Gaussian prior"
        .options(&[PRIOR_VAR]);
}

#[expect(clippy::unnecessary_wraps, reason = "the form of all methods")]
fn logit(method: &'static str, _: usize, _: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: PairLaw::Logit, prior: None })
}

fn logit_map(method: &'static str, models: usize, options: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: PairLaw::Logit, prior: Some(options.prior(models)?) })
}

#[expect(clippy::unnecessary_wraps, reason = "the form of all methods")]
fn probit(method: &'static str, _: usize, _: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: PairLaw::Probit, prior: None })
}

#[expect(clippy::unnecessary_wraps, reason = "the form of all methods")]
fn davidson(method: &'static str, _: usize, _: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: PairLaw::Davidson, prior: None })
}

fn davidson_map(method: &'static str, models: usize, options: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: PairLaw::Davidson, prior: Some(options.prior(models)?) })
}

fn tied(options: &MethodOptions) -> Result<PairLaw> {
    Ok(PairLaw::RaoKupper { tie_strength: options.number(&TIE_STRENGTH)? })
}

fn rao_kupper(method: &'static str, _: usize, options: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: tied(options)?, prior: None })
}

fn rao_kupper_map(
    method: &'static str,
    models: usize,
    options: &MethodOptions,
) -> Result<PairModel> {
    Ok(PairModel { method, law: tied(options)?, prior: Some(options.prior(models)?) })
}
