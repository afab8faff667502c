"""Ranking methods: pair models. `make calls` writes this file from entries of the core."""

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
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Models that win every pair against the rest, whose strengths are
        infinite. The message names them.
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
    return ranked_by(
        "bradley_terry", R, method, return_scores=return_scores, pairing=pairing,
        missing=missing,
    )  # fmt: skip


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
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A prior that is not positive.
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
    unused(max_iter)
    return ranked_by(
        "bradley_terry_map", R, method, prior=prior, return_scores=return_scores,
        pairing=pairing, missing=missing,
    )  # fmt: skip


def plackett_luce(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 10000,
    tol: float = 1e-08,
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
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Models that win every pair against the rest, whose strengths are
        infinite. The message names them.
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
    return ranked_by(
        "plackett_luce", R, method, return_scores=return_scores, pairing=pairing,
        missing=missing,
    )  # fmt: skip


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
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A prior that is not positive.
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
    unused(max_iter)
    return ranked_by(
        "plackett_luce_map", R, method, prior=prior, return_scores=return_scores,
        pairing=pairing, missing=missing,
    )  # fmt: skip


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
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Models that win every pair against the rest, whose strengths are
        infinite. The message names them.
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
    return ranked_by(
        "bradley_terry_davidson", R, method, return_scores=return_scores, pairing=pairing,
        missing=missing,
    )  # fmt: skip


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
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A prior that is not positive; trials that only tie.
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
    unused(max_iter)
    return ranked_by(
        "bradley_terry_davidson_map", R, method, prior=prior, return_scores=return_scores,
        pairing=pairing, missing=missing,
    )  # fmt: skip


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

    P(i wins) = pi_i / (pi_i + kappa pi_j), and the rest that neither wins is a tie. kappa, the tie
    strength, is given.

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
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Models that win every pair against the rest, whose strengths are
        infinite. The message names them. A tie strength below 1, or 1 where trials tie.
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
    return ranked_by(
        "rao_kupper", R, method, tie_strength=tie_strength, return_scores=return_scores,
        pairing=pairing, missing=missing,
    )  # fmt: skip


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

    P(i wins) = pi_i / (pi_i + kappa pi_j), and the rest that neither wins is a tie. kappa, the tie
    strength, is given.

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
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A tie strength below 1, or 1 where trials tie; a prior that is not
        positive.
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
    unused(max_iter)
    return ranked_by(
        "rao_kupper_map", R, method, tie_strength=tie_strength, prior=prior,
        return_scores=return_scores, pairing=pairing, missing=missing,
    )  # fmt: skip


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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Models that win every pair against the rest, whose strengths are
        infinite. The message names them.
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
    return ranked_by(
        "thurstone", R, method, return_scores=return_scores, pairing=pairing, missing=missing,
    )  # fmt: skip


def bayesian_mcmc(
    R: ArrayLike | Counts,
    n_samples: int = 5000,
    burnin: int = 1000,
    prior_var: float = 1.0,
    seed: int = 42,
    method: Convention = "competition",
    return_scores: bool = False,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    r"""Posterior means of Bradley-Terry strengths with independent Gaussian priors.

    P(i wins) = 1 / (1 + exp(theta_j - theta_i)) among the pairs that one of two wins, and theta_l ~
    N(0, prior_var). The mode is exact. The mean is the mode plus the first correction for the
    posterior's skewness; nothing is drawn. Scores are log-strengths that add up to 0.

    The random walk of scorio 0.2.3 does not reach the posterior: on 20 models, 500 questions and 16
    trials it ends about 10 posterior standard deviations from the mean.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    prior_var
        The variance of the prior.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    n_samples, burnin, seed
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A variance that is not positive.
    TypeError
        What is not a number.

    References
    ----------
    Tierney & Kadane (1986), Accurate approximations for posterior moments.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> ranks, scores = rank.bayesian_mcmc(R, return_scores=True)
    >>> ranks, [f"{score:.4f}" for score in abs(scores)]
    (array([1, 2, 3]), ['0.5294', '0.0000', '0.5294'])
    """
    unused(n_samples, burnin, seed)
    return ranked_by(
        "bayesian_mcmc", R, method, prior_var=prior_var, return_scores=return_scores,
        pairing=pairing, missing=missing,
    )  # fmt: skip
