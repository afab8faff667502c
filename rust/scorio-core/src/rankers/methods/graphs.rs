//! Methods on the graph of shares of pairs won.

use crate::rankers::declared::{
    ALPHA, COMPARISON, DAMPING, EPSILON, HALF_TIES, JUMPS, PAIRWISE_STAT, POPULATION_SIZE,
    SCORE_TYPE, SMOOTHING, TELEPORT, WEIGHT_METHOD,
};
use crate::rankers::graphs::stationary;
use crate::rankers::registry::{Method, Run, methods};

methods! { GRAPHS, "graphs":
    /// PageRank of a walk to models that win.
    ///
    /// With P_ij the share of pairs that i wins against j, half of the ties included: r = d Q r + (1
    /// - d) e, Q_ij = P_ij / (L - 1), Q_ii the rest of column i. On complete data the order is that
    /// of `avg`.
    /// # Errors
    /// Models without a common question. A damping outside (0, 1); jumps that are negative, all 0, or
    /// not one for each model.
    /// # Source
    /// Page et al. (1999), The PageRank citation ranking.
    pagerank: Pairs(stationary::pagerank), "a walk to models that win, with jumps to anywhere"
        .options(&[DAMPING, JUMPS])
        .like_average(&["damping"])
        .positive();

    /// Keener's scores: the positive eigenvector of shares of pairs won.
    ///
    /// K_ij = (wins + ties / 2 + 1) / (pairs + 2), K s = lambda s, sum(s) = 1. On complete data the
    /// order is that of `avg`.
    /// # Source
    /// Keener (1993), The Perron-Frobenius theorem and the ranking of football teams.
    spectral: Pairs(stationary::spectral), "Keener's eigenvector of the shares of pairs won"
        .like_average(&[])
        .positive();

    /// alpha-Rank: how long a population of one model stays.
    ///
    /// A mutant j takes over from i with the chance (1 - e^-f) / (1 - e^-mf), f = alpha m / (m - 1)
    /// (P_ji - 1/2), P_ji the share of pairs that j wins, half of the ties included. On complete data
    /// the order is that of `avg`.
    /// # Errors
    /// Models without a common question. An alpha that is not positive; a population below 2.
    /// # Source
    /// Omidshafiei et al. (2019), alpha-Rank: multi-agent evaluation by evolution.
    alpharank: Pairs(stationary::alpharank), "how long a population of one model stays"
        .options(&[ALPHA, POPULATION_SIZE])
        .like_average(&[])
        .positive();

    /// Shares of pairs won against the mixture of models that no model beats.
    ///
    /// A = P - P', x the mixture with A x <= 0. Scores are (1 + A x) / 2, x, or A x. If some models
    /// lose to none, x is uniform over them. On complete data the order is that of `avg`.
    /// # Errors
    /// Models without a common question.
    /// # Source
    /// Balduzzi et al. (2018), Re-evaluating evaluation.
    nash: Pairs(stationary::nash), "shares of pairs won against the mixture that no model beats"
        .options(&[SCORE_TYPE])
        .like_average(&[]);

    /// Rank Centrality: a walk whose steps are the shares of pairs won.
    ///
    /// With P_ij the share of pairs that i wins against j, half of the ties included: a step from i
    /// to j has the chance P_ji / d, d being the largest number of opponents. On complete data the
    /// order is that of `avg`.
    /// # Errors
    /// Models without a common question. Models that win every pair against the rest, without
    /// teleport or smoothing.
    /// # Source
    /// Negahban, Oh & Shah (2017), Rank Centrality.
    rank_centrality: Pairs(stationary::rank_centrality), "a walk whose steps are the shares of pairs won"
        .options(&[HALF_TIES, SMOOTHING, TELEPORT])
        .like_average(&["smoothing", "teleport"])
        .positive();

    /// SerialRank: the order in which models with similar wins are neighbours.
    ///
    /// C_ij = P_ij - P_ji, or its sign; S = (L 1 1' + C C') / 2. The scores are the eigenvector of
    /// the second smallest eigenvalue of diag(S 1) - S, in the direction of the wins. On complete
    /// data the order is that of `avg`.
    /// # Source
    /// Fogel, d'Aspremont & Vojnovic (2016), Spectral ranking using seriation.
    serial_rank: Pairs(stationary::serial_rank), "the order in which models with similar wins are neighbours"
        .options(&[COMPARISON])
        .like_average(&[]);

    /// HodgeRank: potentials whose differences fit the wins best.
    ///
    /// The s with the least sum of w_ij (s_i - s_j - Y_ij)^2. Y_ij is P_ij - P_ji, or the logarithm
    /// of (wins + ties + epsilon) / (losses + ties + epsilon). On complete data, s is `avg` minus its
    /// mean.
    /// # Errors
    /// Models without a common question.
    /// # Source
    /// Jiang et al. (2009), Statistical ranking and combinatorial Hodge theory.
    hodge_rank: Pairs(stationary::hodge_rank), "potentials whose differences fit the wins best"
        .options(&[PAIRWISE_STAT, WEIGHT_METHOD, EPSILON])
        .like_average(&[]);
}
