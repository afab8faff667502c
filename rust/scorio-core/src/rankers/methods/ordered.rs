//! Methods of trials in their order.

use crate::error::Result;
use crate::rankers::declared::{
    BETA, DRAW_MARGIN, DRAWS, DRIFT, GROWTH, INITIAL_RATING, INITIAL_RD, MU_INITIAL, ORDERS,
    RD_MAX, SIGMA_INITIAL, SKIPPED_DRAWS, STEP, STRENGTH_PRIOR,
};
use crate::rankers::options::MethodOptions;
use crate::rankers::registry::{Method, Run, methods};
use crate::rankers::sets::composite;
use crate::rankers::source::RankSource;
use crate::rankers::streams::orders;

methods! { ORDERED, "streams":
    /// Luce's choices of each winner against all losers, by composite likelihood.
    ///
    /// The n-th trials of all models on a question are an event. Of each event, every model i that
    /// succeeds is a choice from itself and the models V that fail: l(theta) = sum of theta_i -
    /// ln(pi_i + sum of pi_j over V), pi = exp(theta). The scores are theta, which add up to 0.
    ///
    /// The scores depend on the order of the trials of a question, which says nothing of the models.
    /// `davidson_luce` does not. scorio 0.2.3 gives exp(theta), by finite differences.
    /// # Errors
    /// Counts, whose trials have no order; models that win every pair against the rest, whose
    /// strengths are infinite.
    /// # Source
    /// Luce (1959), Individual choice behavior.
    bradley_terry_luce: Ordered(bradley_terry_luce), "Luce's choices of each winner against all losers, by composite likelihood"
        .in_family("winner sets");

    /// `bradley_terry_luce` with a prior of centred strengths.
    ///
    /// l(theta) less the penalty of the prior, with l of `bradley_terry_luce`: of a variance v, the
    /// sum of theta_i^2 / (2 v).
    /// # Errors
    /// Counts, whose trials have no order; a prior that is not positive.
    /// # Source
    /// Luce (1959), Individual choice behavior.
    bradley_terry_luce_map: Ordered(bradley_terry_luce_map), "Luce's choices with a prior"
        .options(STRENGTH_PRIOR)
        .in_family("winner sets");

    /// Elo's ratings, on average over random orders of the trials.
    ///
    /// A trial of each model on one question is an event. All pairs of its models play at once: r_i
    /// += K (S_ij - E_ij), E_ij = 1 / (1 + 10^((r_j - r_i) / 400)).
    ///
    /// The order of the events alone moves such ratings. So they are averaged over orders, in which
    /// questions and the pairing of trials are drawn anew.
    ///
    /// `bradley_terry_davidson` fits the same model without an order, and has nothing to average.
    /// # Errors
    /// A K that is not positive; counts without random orders.
    /// # Source
    /// Elo (1978), The rating of chessplayers, past and present.
    elo: Stream(orders::elo), "Elo's ratings, on average over random orders of the trials"
        .options(&[STEP, INITIAL_RATING, DRAWS, ORDERS]);

    /// Glicko's ratings and deviations, on average over random orders of the trials.
    ///
    /// A trial of each model on one question is a rating period. With q = ln(10) / 400, g = 1 /
    /// sqrt(1 + 3 q^2 RD^2 / pi^2) and E_ij = 1 / (1 + 10^(-g_j (r_i - r_j) / 400)): 1/RD_i'^2 =
    /// 1/RD_i^2 + q^2 sum_j g_j^2 E_ij (1 - E_ij), and r_i' = r_i + q RD_i'^2 sum_j g_j (S_ij -
    /// E_ij).
    /// # Errors
    /// Counts without random orders; a deviation or limit that is not positive; a c below 0.
    /// # Source
    /// Glickman (1999), Parameter estimation in large dynamic paired comparison experiments.
    glicko: Stream(orders::glicko), "Glicko's ratings with deviations, on average over random orders"
        .options(&[INITIAL_RATING, INITIAL_RD, GROWTH, RD_MAX, DRAWS, ORDERS]);

    /// TrueSkill's means for games of two, on average over random orders of the trials.
    ///
    /// A win of i over j moves their beliefs by v and w of t = (mu_i - mu_j) / c, c^2 = 2 beta^2 +
    /// sigma_i^2 + sigma_j^2: mu_i += sigma_i^2 v / c, and `sigma_i^2 *= 1 - sigma_i^2 w / c^2`. The
    /// games of one event are normal factors that are multiplied. After a trial of every question,
    /// tau^2 is added to each variance.
    /// # Errors
    /// Counts without random orders; a sigma or beta that is not positive; a tau or margin below 0.
    /// # Source
    /// Herbrich, Minka & Graepel (2006), TrueSkill: a Bayesian skill rating system.
    trueskill: Stream(orders::true_skill), "TrueSkill's means of games of two, on average over random orders"
        .options(&[MU_INITIAL, SIGMA_INITIAL, BETA, DRIFT, SKIPPED_DRAWS, DRAW_MARGIN, ORDERS]);
}

fn bradley_terry_luce(
    source: &RankSource,
    times: Option<&[f64]>,
    _: &MethodOptions,
) -> Result<Vec<f64>> {
    composite::bradley_terry_luce("bradley_terry_luce", source, times, None)
}

fn bradley_terry_luce_map(
    source: &RankSource,
    times: Option<&[f64]>,
    options: &MethodOptions,
) -> Result<Vec<f64>> {
    let prior = options.prior(source.cells().len())?;
    composite::bradley_terry_luce("bradley_terry_luce_map", source, times, Some(&prior))
}
