"""Scores from shares of pairs won: games, orders and flows."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._arguments import number
from scorio.rank.source import ranked
from scorio.rank.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Pairing, Ranked


def serial_rank(
    R: ArrayLike | Counts,
    comparison: str = "prob_diff",
    method: Convention = "competition",
    return_scores: bool = False,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""SerialRank: the order in which models with similar wins are neighbours.

    C_ij = P_ij - P_ji, or its sign; S = (L 1 1' + C C') / 2. The scores are the eigenvector of the
    second smallest eigenvalue of diag(S 1) - S, in the direction of the wins.
    On complete data the order is that of `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    comparison
        "prob_diff" or "sign".
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; another method.
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
    return ranked(
        "serial_rank",
        R,
        {"comparison": comparison},
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )


def nash(
    R: ArrayLike | Counts,
    n_iter: int = 100,
    temperature: float = 0.1,
    solver: str = "lp",
    score_type: str = "vs_equilibrium",
    return_equilibrium: bool = False,
    method: Convention = "competition",
    return_scores: bool = False,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked | tuple[Any, ...]:
    r"""Shares of pairs won against the mixture of models that no model beats.

    A = P - P', x the mixture with A x <= 0. Scores are (1 + A x) / 2, x, or A x. If some models
    lose to none, x is uniform over them.
    On complete data the order is that of `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    score_type
        "vs_equilibrium", "equilibrium" or "advantage_vs_equilibrium".
    return_equilibrium
        Give the mixture x, too, as the last.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    n_iter, temperature, solver
        Not used: they are kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1; models without a common question.
    TypeError
        What is not a number.

    References
    ----------
    Balduzzi et al. (2018), Re-evaluating evaluation.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.nash(R)
    array([1, 2, 3])
    """
    unused(n_iter, temperature, solver)
    found = ranked(
        "nash",
        R,
        {"score_type": score_type},
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )
    if not return_equilibrium:
        return found
    kind = {"score_type": "equilibrium"}
    _, mixture = ranked(
        "nash", R, kind, method, return_scores=True, pairing=pairing, missing=missing
    )
    return (*found, mixture) if return_scores else (found, mixture)


def hodge_rank(
    R: ArrayLike | Counts,
    pairwise_stat: str = "binary",
    weight_method: str = "total",
    epsilon: float = 0.5,
    method: Convention = "competition",
    return_scores: bool = False,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""HodgeRank: potentials whose differences fit the wins best.

    The s with the least sum of w_ij (s_i - s_j - Y_ij)^2. Y_ij is P_ij - P_ji, or the logarithm of
    (wins + ties + epsilon) / (losses + ties + epsilon).
    On complete data, s is `avg` minus its mean.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    pairwise_stat
        "binary" or "log_odds".
    weight_method
        w: "total" pairs, "decisive" pairs without ties, or "uniform".
    epsilon
        For log_odds.
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
        Fewer than two models; an entry that is neither 0 nor 1; models without a common question.
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
    return ranked(
        "hodge_rank",
        R,
        {
            "pairwise_stat": pairwise_stat,
            "weight_method": weight_method,
            "epsilon": number("epsilon", epsilon),
        },
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )
