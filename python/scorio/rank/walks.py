"""Scores of walks between models, from shares of pairs won."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import number, numbers
from scorio.rank.source import ranked
from scorio.rank.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Pairing, Ranked


def pagerank(
    R: ArrayLike | Counts,
    damping: float = 0.85,
    max_iter: int = 100,
    tol: float = 1e-6,
    method: Convention = "competition",
    return_scores: bool = False,
    teleport: ArrayLike | None = None,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""PageRank of a walk to models that win.

    With P_ij the share of pairs that i wins against j, half of the ties included:
    r = d Q r + (1 - d) e, Q_ij = P_ij / (L - 1), Q_ii the rest of column i.
    On complete data the order is that of `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    damping
        d, between 0 and 1.
    teleport
        e, a number from 0 for each model; equal numbers by default.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, tol
        Not used: they are kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1; models without a common question.
        A damping outside (0, 1); jumps that are negative, all 0, or not one for each model.
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
    return ranked(
        "pagerank",
        R,
        {
            "damping": number("damping", damping),
            "teleport": None if teleport is None else numbers("teleport", teleport),
        },
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )


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

    K_ij = (wins + ties / 2 + 1) / (pairs + 2), K s = lambda s, sum(s) = 1.
    On complete data the order is that of `avg`.

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
        Not used: they are kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; another method.
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
    return ranked(
        "spectral", R, {}, method, return_scores=return_scores, pairing=pairing, missing=missing
    )


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
    (P_ji - 1/2), P_ji the share of pairs that j wins, half of the ties included.
    On complete data the order is that of `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    alpha, population_size
        Strength of selection; m.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, tol
        Not used: they are kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1; models without a common question.
        An alpha that is not positive; a population below 2.
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
    return ranked(
        "alpharank",
        R,
        {
            "alpha": number("alpha", alpha),
            "population_size": number("population_size", population_size),
        },
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )


def rank_centrality(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    tie_handling: str = "half",
    smoothing: float = 0.0,
    teleport: float = 0.0,
    max_iter: int = 10000,
    tol: float = 1e-12,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Rank Centrality: a walk whose steps are the shares of pairs won.

    With P_ij the share of pairs that i wins against j, half of the ties included:
    a step from i to j has the chance P_ji / d, d being the largest number of
    opponents.
    On complete data the order is that of `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    tie_handling
        "half", or "ignore" to count wins alone.
    smoothing
        Added to the wins of each of two models.
    teleport
        Chance of a jump to anywhere, in [0, 1).
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, tol
        Not used: they are kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1; models without a common question.
        Models that win every pair against the rest, without teleport or smoothing.
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
    return ranked(
        "rank_centrality",
        R,
        {
            "tie_handling": tie_handling,
            "smoothing": number("smoothing", smoothing),
            "teleport": number("teleport", teleport),
        },
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )
