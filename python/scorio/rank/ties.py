"""Strengths of models from wins and ties."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import number
from scorio.rank.priors import with_prior
from scorio.rank.source import ranked
from scorio.rank.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.priors import Prior
    from scorio.rank.source import Convention, Pairing, Ranked


def bradley_terry_davidson(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Davidson's strengths of wins and ties, by maximum likelihood.

    Wins of i, wins of j and ties go as pi_i : pi_j : nu sqrt(pi_i pi_j), pi = exp(theta). nu is
    estimated, too. On complete data the order is that of `avg`.

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
    Davidson (1970), On extending the Bradley-Terry model to accommodate ties.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.bradley_terry_davidson(R)
    array([1, 2, 3])
    """
    unused(max_iter)
    return ranked(
        "bradley_terry_davidson",
        R,
        {},
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )


def bradley_terry_davidson_map(
    R: ArrayLike | Counts,
    prior: Prior | float = 1.0,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Davidson's strengths of wins and ties, with a prior.

    Wins of i, wins of j and ties go as pi_i : pi_j : nu sqrt(pi_i pi_j), pi = exp(theta). nu is
    estimated, too. On complete data the order is that of `avg`.

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
        A prior that is not positive; trials that only tie.
    TypeError
        What is not a number.

    References
    ----------
    Davidson (1970), On extending the Bradley-Terry model to accommodate ties.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.bradley_terry_davidson_map(R)
    array([1, 2, 3])
    """
    name, options = with_prior("bradley_terry_davidson", prior)
    unused(max_iter)
    return ranked(
        name, R, options, method, return_scores=return_scores, pairing=pairing, missing=missing
    )


def rao_kupper(
    R: ArrayLike | Counts,
    tie_strength: float = 1.1,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Rao-Kupper strengths of wins and ties, by maximum likelihood.

    P(i wins) = pi_i / (pi_i + kappa pi_j), and the rest that neither wins is a tie. kappa, the
    tie strength, is given.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    tie_strength
        kappa, from 1. At 1 there are no ties.
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
        A tie strength below 1, or 1 where trials tie.
    TypeError
        What is not a number.

    References
    ----------
    Rao & Kupper (1967), Ties in paired-comparison experiments.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.rao_kupper(R, tie_strength=1.5)
    array([1, 2, 3])
    """
    unused(max_iter)
    return ranked(
        "rao_kupper",
        R,
        {"tie_strength": number("tie_strength", tie_strength)},
        method,
        return_scores=return_scores,
        pairing=pairing,
        missing=missing,
    )


def rao_kupper_map(
    R: ArrayLike | Counts,
    tie_strength: float = 1.1,
    prior: Prior | float = 1.0,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Rao-Kupper strengths of wins and ties, with a prior.

    P(i wins) = pi_i / (pi_i + kappa pi_j), and the rest that neither wins is a tie. kappa, the
    tie strength, is given.

    The prior is of centred log-strengths. A Gaussian one has mean 0. Strengths are finite whatever
    the data.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    tie_strength
        kappa, from 1. At 1 there are no ties.
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
        A tie strength below 1, or 1 where trials tie; a prior that is not positive.
    TypeError
        What is not a number.

    References
    ----------
    Rao & Kupper (1967), Ties in paired-comparison experiments.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.rao_kupper_map(R)
    array([1, 2, 3])
    """
    name, options = with_prior("rao_kupper", prior)
    options |= {"tie_strength": number("tie_strength", tie_strength)}
    unused(max_iter)
    return ranked(
        name, R, options, method, return_scores=return_scores, pairing=pairing, missing=missing
    )
