"""Ranking methods: graphs. `make calls` writes this file from entries of the core."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.rank.asking import ranked_by
from scorio.rank.families.unused import unused

if TYPE_CHECKING:
    from typing import Literal

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Pairing, Ranked


def pagerank(
    R: ArrayLike | Counts,
    damping: float = 0.85,
    max_iter: int = 100,
    tol: float = 1e-06,
    method: Convention = "competition",
    return_scores: bool = False,
    teleport: ArrayLike | None = None,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""PageRank of a walk to models that win.

    With P_ij the share of pairs that i wins against j, half of the ties included: r = d Q r + (1 -
    d) e, Q_ij = P_ij / (L - 1), Q_ii the rest of column i. On complete data the order is that of
    `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    damping
        d, the chance that the walk follows a win.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    teleport
        e, a number from 0 for each model; equal numbers by default.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, tol
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Models without a common question. A damping outside (0, 1); jumps
        that are negative, all 0, or not one for each model.
    TypeError
        What is not a number.

    References
    ----------
    Page et al. (1999), The PageRank citation ranking.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.pagerank(R)
    array([1, 2, 3])
    """
    unused(max_iter, tol)
    return ranked_by(
        "pagerank", R, method, damping=damping, return_scores=return_scores, teleport=teleport,
        pairing=pairing, missing=missing,
    )  # fmt: skip


def spectral(
    R: ArrayLike | Counts,
    max_iter: int = 10000,
    tol: float = 1e-12,
    method: Convention = "competition",
    return_scores: bool = False,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Keener's scores: the positive eigenvector of shares of pairs won.

    K_ij = (wins + ties / 2 + 1) / (pairs + 2), K s = lambda s, sum(s) = 1. On complete data the
    order is that of `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, tol
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range.
    TypeError
        What is not a number.

    References
    ----------
    Keener (1993), The Perron-Frobenius theorem and the ranking of football teams.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.spectral(R)
    array([1, 2, 3])
    """
    unused(max_iter, tol)
    return ranked_by(
        "spectral", R, method, return_scores=return_scores, pairing=pairing, missing=missing,
    )  # fmt: skip


def alpharank(
    R: ArrayLike | Counts,
    alpha: float = 1.0,
    population_size: int = 50,
    max_iter: int = 100000,
    tol: float = 1e-12,
    method: Convention = "competition",
    return_scores: bool = False,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""alpha-Rank: how long a population of one model stays.

    A mutant j takes over from i with the chance (1 - e^-f) / (1 - e^-mf), f = alpha m / (m - 1)
    (P_ji - 1/2), P_ji the share of pairs that j wins, half of the ties included. On complete data
    the order is that of `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    alpha
        Strength of selection.
    population_size
        m, the size of the population.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, tol
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Models without a common question. An alpha that is not positive; a
        population below 2.
    TypeError
        What is not a number.

    References
    ----------
    Omidshafiei et al. (2019), alpha-Rank: multi-agent evaluation by evolution.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.alpharank(R)
    array([1, 2, 3])
    """
    unused(max_iter, tol)
    return ranked_by(
        "alpharank", R, method, alpha=alpha, population_size=population_size,
        return_scores=return_scores, pairing=pairing, missing=missing,
    )  # fmt: skip


def rank_centrality(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    tie_handling: Literal["half", "ignore"] = "half",
    smoothing: float = 0.0,
    teleport: float = 0.0,
    max_iter: int = 10000,
    tol: float = 1e-12,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Rank Centrality: a walk whose steps are the shares of pairs won.

    With P_ij the share of pairs that i wins against j, half of the ties included: a step from i to
    j has the chance P_ji / d, d being the largest number of opponents. On complete data the order
    is that of `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    tie_handling
        Whether a tie is half a win, or counts for nothing: "half" or "ignore".
    smoothing
        Added to the wins of each of two models.
    teleport
        Chance of a jump to anywhere.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, tol
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Models without a common question. Models that win every pair
        against the rest, without teleport or smoothing.
    TypeError
        What is not a number.

    References
    ----------
    Negahban, Oh & Shah (2017), Rank Centrality.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.rank_centrality(R)
    array([1, 2, 3])
    """
    unused(max_iter, tol)
    return ranked_by(
        "rank_centrality", R, method, return_scores=return_scores, tie_handling=tie_handling,
        smoothing=smoothing, teleport=teleport, pairing=pairing, missing=missing,
    )  # fmt: skip


def serial_rank(
    R: ArrayLike | Counts,
    comparison: Literal["prob_diff", "sign"] = "prob_diff",
    method: Convention = "competition",
    return_scores: bool = False,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""SerialRank: the order in which models with similar wins are neighbours.

    C_ij = P_ij - P_ji, or its sign; S = (L 1 1' + C C') / 2. The scores are the eigenvector of the
    second smallest eigenvalue of diag(S 1) - S, in the direction of the wins. On complete data the
    order is that of `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    comparison
        C, the difference of shares or its sign: "prob_diff" or "sign".
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range.
    TypeError
        What is not a number.

    References
    ----------
    Fogel, d'Aspremont & Vojnovic (2016), Spectral ranking using seriation.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.serial_rank(R)
    array([1, 2, 3])
    """
    return ranked_by(
        "serial_rank", R, method, comparison=comparison, return_scores=return_scores,
        pairing=pairing, missing=missing,
    )  # fmt: skip


def hodge_rank(
    R: ArrayLike | Counts,
    pairwise_stat: Literal["binary", "log_odds"] = "binary",
    weight_method: Literal["total", "decisive", "uniform"] = "total",
    epsilon: float = 0.5,
    method: Convention = "competition",
    return_scores: bool = False,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""HodgeRank: potentials whose differences fit the wins best.

    The s with the least sum of w_ij (s_i - s_j - Y_ij)^2. Y_ij is P_ij - P_ji, or the logarithm of
    (wins + ties + epsilon) / (losses + ties + epsilon). On complete data, s is `avg` minus its
    mean.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    pairwise_stat
        Y, the difference of shares or the logarithm of odds: "binary" or "log_odds".
    weight_method
        w: "total" pairs, "decisive" pairs without ties, or "uniform".
    epsilon
        Added to wins and losses, for log_odds.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Models without a common question.
    TypeError
        What is not a number.

    References
    ----------
    Jiang et al. (2009), Statistical ranking and combinatorial Hodge theory.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.hodge_rank(R, return_scores=True)[1].round(4)
    array([ 0.1667,  0.    , -0.1667])
    """
    return ranked_by(
        "hodge_rank", R, method, pairwise_stat=pairwise_stat, weight_method=weight_method,
        epsilon=epsilon, return_scores=return_scores, pairing=pairing, missing=missing,
    )  # fmt: skip
