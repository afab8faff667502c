"""Strengths of models from the sets that succeed together."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._arguments import number
from scorio._counting.counts import Counts
from scorio.rank.priors import with_prior
from scorio.rank.source import ranked
from scorio.rank.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

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

    The set W of t models that succeed on a trial has a chance in proportion to
    delta_t (prod of alpha_i over W)^(1/t). Trials that all solve, or none, do not count. The scores
    are theta = ln alpha, which add up to 0. Given t, delta_t cancels.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    max_iter
        Not used: it is kept so that calls of scorio 0.2.3 run. The solution is exact.
    max_tie_order
        The most models that may win a trial together, by default L - 1.
    pairing
        "expected" averages over all ways in which trials meet; "aligned" takes the n-th trials of
        an array together, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

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
    options: dict[str, Any] = {}
    unused(max_iter)
    if max_tie_order is not None:
        options |= {"max_tie_order": number("max_tie_order", max_tie_order)}
    return ranked(
        "davidson_luce",
        R,
        options,
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )


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

    The set W of t models that succeed on a trial has a chance in proportion to
    delta_t (prod of alpha_i over W)^(1/t). Trials that all solve, or none, do not count. The scores
    are theta = ln alpha, which add up to 0. Given t, delta_t cancels.

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
    max_iter
        Not used: it is kept so that calls of scorio 0.2.3 run. The solution is exact.
    max_tie_order
        The most models that may win a trial together, by default L - 1.
    pairing
        "expected" averages over all ways in which trials meet; "aligned" takes the n-th trials of
        an array together, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

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
    name, options = with_prior("davidson_luce", prior)
    unused(max_iter)
    if max_tie_order is not None:
        options |= {"max_tie_order": number("max_tie_order", max_tie_order)}
    return ranked(
        name,
        R,
        options,
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )


def bradley_terry_luce(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    missing: Missing = "error",
) -> Ranked:
    r"""Luce's choices of each winner against all losers, by composite likelihood.

    The n-th trials of all models on a question are an event. Of each event, every model i that
    succeeds is a choice from itself and the models V that fail:
    l(theta) = sum of theta_i - ln(pi_i + sum of pi_j over V), pi = exp(theta). The scores are
    theta, which add up to 0.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    max_iter
        Not used: it is kept so that calls of scorio 0.2.3 run. The solution is exact.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1; counts, whose trials have no order;
        models that win every pair against the rest, whose strengths are infinite.

    Notes
    -----
    The scores depend on the order of the trials of a question, which says nothing of the models.
    `davidson_luce` does not. scorio 0.2.3 gives exp(theta), by finite differences.

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
    return _composite("bradley_terry_luce", {}, R, method, missing, return_scores=return_scores)


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
        As in `bradley_terry_luce`.
    prior
        As in `davidson_luce_map`.
    method, return_scores, max_iter, missing
        As in `bradley_terry_luce`.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        As in `bradley_terry_luce`, but strengths are always finite; a prior that is not positive.

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
    name, options = with_prior("bradley_terry_luce", prior)
    return _composite(name, options, R, method, missing, return_scores=return_scores)


def _composite(
    name: str,
    options: dict[str, Any],
    R: ArrayLike | Counts,
    method: Convention,
    missing: Missing,
    *,
    return_scores: bool,
) -> Ranked:
    # The core says what counts lack.
    pairing: Pairing = "expected" if isinstance(R, Counts) else "aligned"
    return ranked(
        name, R, options, method, return_scores=return_scores, pairing=pairing, missing=missing
    )
