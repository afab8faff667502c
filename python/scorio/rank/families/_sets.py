"""Ranking methods: winner sets. `make calls` writes this file from entries of the core."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.rank.asking import ranked_by
from scorio.rank.families.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.priors import Prior
    from scorio.rank.source import Convention, Pairing, Ranked


def davidson_luce(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    max_tie_order: int | None = None,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Davidson-Luce strengths of sets of winners, by maximum likelihood.

    The set W of t models that succeed on a trial has a chance in proportion to delta_t (prod of
    alpha_i over W)^(1/t). Trials that all solve, or none, do not count. The scores are theta = ln
    alpha, which add up to 0. Given t, delta_t cancels.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    max_tie_order
        The most models that may win a trial together, by default L - 1.
    pairing
        "expected" averages over all ways in which trials meet; "aligned" pairs the n-th trials of
        an array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

    References
    ----------
    Firth, Kosmidis & Turner (2019), Davidson-Luce model for multi-item choice with ties.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.davidson_luce(R)
    array([1, 2, 3])
    """
    unused(max_iter)
    return ranked_by(
        "davidson_luce", R, method, return_scores=return_scores, max_tie_order=max_tie_order,
        pairing=pairing, missing=missing,
    )  # fmt: skip


def davidson_luce_map(
    R: ArrayLike | Counts,
    prior: Prior | float = 1.0,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    max_tie_order: int | None = None,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Davidson-Luce strengths of sets of winners, with a prior.

    The set W of t models that succeed on a trial has a chance in proportion to delta_t (prod of
    alpha_i over W)^(1/t). Trials that all solve, or none, do not count. The scores are theta = ln
    alpha, which add up to 0. Given t, delta_t cancels.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    prior
        A Gaussian variance, or a prior of centred log-strengths: `GaussianPrior`, `LaplacePrior`,
        `CauchyPrior`, `EmpiricalPrior`, `CustomPrior`, `UniformPrior`, or your own `Prior`.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    max_tie_order
        The most models that may win a trial together, by default L - 1.
    pairing
        "expected" averages over all ways in which trials meet; "aligned" pairs the n-th trials of
        an array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

    References
    ----------
    Firth, Kosmidis & Turner (2019), Davidson-Luce model for multi-item choice with ties.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.davidson_luce_map(R)
    array([1, 2, 3])
    """
    unused(max_iter)
    return ranked_by(
        "davidson_luce_map", R, method, prior=prior, return_scores=return_scores,
        max_tie_order=max_tie_order, pairing=pairing, missing=missing,
    )  # fmt: skip


def bradley_terry_luce(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    missing: Missing = "error",
) -> Ranked:
    r"""Luce's choices of each winner against all losers, by composite likelihood.

    The n-th trials of all models on a question are an event. Of each event, every model i that
    succeeds is a choice from itself and the models V that fail: l(theta) = sum of theta_i - ln(pi_i
    + sum of pi_j over V), pi = exp(theta). The scores are theta, which add up to 0.

    The scores depend on the order of the trials of a question, which says nothing of the models.
    `davidson_luce` does not. scorio 0.2.3 gives exp(theta), by finite differences.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Counts, whose trials have no order; models that win every pair
        against the rest, whose strengths are infinite.
    TypeError
        What is not a number.

    References
    ----------
    Luce (1959), Individual choice behavior.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.bradley_terry_luce(R)
    array([1, 2, 3])
    """
    unused(max_iter)
    return ranked_by(
        "bradley_terry_luce", R, method, return_scores=return_scores, missing=missing,
    )  # fmt: skip


def bradley_terry_luce_map(
    R: ArrayLike | Counts,
    prior: Prior | float = 1.0,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    missing: Missing = "error",
) -> Ranked:
    r"""`bradley_terry_luce` with a prior of centred strengths.

    l(theta) less the penalty of the prior, with l of `bradley_terry_luce`: of a variance v, the sum
    of theta_i^2 / (2 v).

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial.
    prior
        A Gaussian variance, or a prior of centred log-strengths: `GaussianPrior`, `LaplacePrior`,
        `CauchyPrior`, `EmpiricalPrior`, `CustomPrior`, `UniformPrior`, or your own `Prior`.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Counts, whose trials have no order; a prior that is not positive.
    TypeError
        What is not a number.

    References
    ----------
    Luce (1959), Individual choice behavior.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.bradley_terry_luce_map(R)
    array([1, 2, 3])
    """
    unused(max_iter)
    return ranked_by(
        "bradley_terry_luce_map", R, method, prior=prior, return_scores=return_scores,
        missing=missing,
    )  # fmt: skip
