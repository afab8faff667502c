"""Strengths of models from wins."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.rank.priors import with_prior
from scorio.rank.source import ranked
from scorio.rank.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.priors import Prior
    from scorio.rank.source import Convention, Pairing, Ranked


def bradley_terry(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Bradley-Terry strengths of wins, by maximum likelihood.

    P(i wins) = 1 / (1 + exp(theta_j - theta_i)) among the pairs that one of two wins. Ties do not
    count. The scores are the log-strengths theta, which add up to 0; exp(theta) are strengths.

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
    max_iter
        Not used: they are kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1; models that win every pair
        against the rest, whose strengths are infinite. The message names them.
    TypeError
        What is not a number.

    References
    ----------
    Bradley & Terry (1952), Rank analysis of incomplete block designs I.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> ranks, scores = rank.bradley_terry(R, return_scores=True)
    >>> ranks, [f"{score:.4f}" for score in abs(scores)]
    (array([1, 2, 3]), ['0.7563', '0.0000', '0.7563'])
    """
    unused(max_iter)
    return ranked(
        "bradley_terry",
        R,
        {},
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )


def bradley_terry_map(
    R: ArrayLike | Counts,
    prior: Prior | float = 1.0,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Bradley-Terry strengths with a prior.

    P(i wins) = 1 / (1 + exp(theta_j - theta_i)) among the pairs that one of two wins. Ties do not
    count. The scores are the log-strengths theta, which add up to 0; exp(theta) are strengths.

    The prior is of centred log-strengths. A Gaussian one has mean 0. Strengths are finite whatever
    the data.

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
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter
        Not used: they are kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; another method.
        A prior that is not positive.
    TypeError
        What is not a number.

    References
    ----------
    Caron & Doucet (2012), Efficient Bayesian inference for generalized Bradley-Terry models.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.bradley_terry_map(R)
    array([1, 2, 3])
    """
    name, options = with_prior("bradley_terry", prior)
    unused(max_iter)
    return ranked(
        name, R, options, method, return_scores=return_scores, pairing=pairing, missing=missing
    )


def plackett_luce(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 10000,
    tol: float = 1e-8,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Another name of `bradley_terry`.

    Between two models, the likelihood of Plackett and Luce is that of Bradley and Terry.

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
        Fewer than two models; an entry that is neither 0 nor 1; models that win every pair
        against the rest, whose strengths are infinite. The message names them.
    TypeError
        What is not a number.

    References
    ----------
    Luce (1959), Individual choice behavior.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.plackett_luce(R)
    array([1, 2, 3])
    """
    unused(max_iter, tol)
    return ranked(
        "plackett_luce",
        R,
        {},
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )


def plackett_luce_map(
    R: ArrayLike | Counts,
    prior: Prior | float = 1.0,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Another name of `bradley_terry_map`.

    Between two models, the likelihood of Plackett and Luce is that of Bradley and Terry.

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
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter
        Not used: they are kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; another method.
        A prior that is not positive.
    TypeError
        What is not a number.

    References
    ----------
    Luce (1959), Individual choice behavior.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.plackett_luce_map(R)
    array([1, 2, 3])
    """
    name, options = with_prior("plackett_luce", prior)
    unused(max_iter)
    return ranked(
        name, R, options, method, return_scores=return_scores, pairing=pairing, missing=missing
    )


def thurstone(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Thurstone strengths of wins, by maximum likelihood.

    P(i wins) = Phi(theta_i - theta_j) among the pairs that one of two wins. It is what TrueSkill
    estimates of fixed models, and no order of trials changes it.

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

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1; models that win every pair
        against the rest, whose strengths are infinite. The message names them.
    TypeError
        What is not a number.

    References
    ----------
    Thurstone (1927), A law of comparative judgment.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.thurstone(R)
    array([1, 2, 3])
    """
    return ranked(
        "thurstone", R, {}, method, return_scores=return_scores, pairing=pairing, missing=missing
    )
