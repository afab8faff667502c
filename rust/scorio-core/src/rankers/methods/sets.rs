//! Models of winner sets.

use crate::error::Result;
use crate::rankers::declared::{MAX_TIE_ORDER, SETS_PRIOR};
use crate::rankers::options::MethodOptions;
use crate::rankers::registry::{Method, Run, methods};
use crate::rankers::source::RankSource;
use crate::rankers::voting::votes;

methods! { SETS, "winner sets":
    /// Davidson-Luce strengths of sets of winners, by maximum likelihood.
    ///
    /// The set W of t models that succeed on a trial has a chance in proportion to delta_t (prod of
    /// alpha_i over W)^(1/t). Trials that all solve, or none, do not count. The scores are theta = ln
    /// alpha, which add up to 0. Given t, delta_t cancels.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Firth, Kosmidis & Turner (2019), Davidson-Luce model for multi-item choice with ties.
    davidson_luce: Sets(davidson_luce), "Davidson-Luce strengths of sets of winners, by maximum likelihood"
        .options(&[MAX_TIE_ORDER]);

    /// Davidson-Luce strengths of sets of winners, with a prior.
    ///
    /// The set W of t models that succeed on a trial has a chance in proportion to delta_t (prod of
    /// alpha_i over W)^(1/t). Trials that all solve, or none, do not count. The scores are theta = ln
    /// alpha, which add up to 0. Given t, delta_t cancels.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Firth, Kosmidis & Turner (2019), Davidson-Luce model for multi-item choice with ties.
    davidson_luce_map: Sets(davidson_luce_map), "Davidson-Luce strengths with a prior"
        .options(SETS_PRIOR);
}

fn davidson_luce(
    source: &RankSource,
    times: Option<&[f64]>,
    options: &MethodOptions,
) -> Result<Vec<f64>> {
    votes::davidson_luce("davidson_luce", source, times, options, None)
}

fn davidson_luce_map(
    source: &RankSource,
    times: Option<&[f64]>,
    options: &MethodOptions,
) -> Result<Vec<f64>> {
    let prior = options.prior(source.cells().len())?;
    votes::davidson_luce("davidson_luce_map", source, times, options, Some(&prior))
}
