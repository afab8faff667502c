"""Ranking methods: item response. `make calls` writes this file from entries of the core."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.rank.asking import ranked_by, with_items
from scorio.rank.families.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.asking import WithItems
    from scorio.rank.priors import Prior
    from scorio.rank.source import Convention, Ranked


def rasch(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    return_item_params: bool = False,
    missing: Missing = "error",
) -> Ranked | WithItems:
    r"""Rasch abilities, by joint maximum likelihood.

    The chance of a success is 1 / (1 + exp(b - theta)), with the ability theta of the model and the
    difficulty b of the question. On complete data the order is that of `avg`.

    Difficulties have mean 0. A question that all or none solve is kept: it changes no ability, and
    its difficulty is infinite.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `difficulty` of each question.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Models that never fail where the rest succeed, whose abilities are
        infinite. The message names them.
    TypeError
        What is not a number.

    References
    ----------
    Rasch (1960), Probabilistic models for some intelligence and attainment tests.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 1], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 1]]]
    >>> ranks, scores, items = rank.rasch(R, return_item_params=True)
    >>> ranks, scores.round(4)
    (array([1, 2, 3]), array([ 1.6599,  0.0037, -0.7168]))
    >>> items["difficulty"].round(4)
    array([-0.5597,  0.2798,  0.2798])
    """
    unused(max_iter)
    return with_items(
        "rasch", R, method, return_scores=return_scores, return_item_params=return_item_params,
        missing=missing,
    )  # fmt: skip


def rasch_map(
    R: ArrayLike | Counts,
    prior: Prior | float = 1.0,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    return_item_params: bool = False,
    missing: Missing = "error",
) -> Ranked | WithItems:
    r"""Rasch abilities with a Gaussian prior.

    The chance of a success is 1 / (1 + exp(b - theta)), with the ability theta of the model and the
    difficulty b of the question. On complete data the order is that of `avg`.

    Difficulties have mean 0. Abilities are normal, so they are finite whatever the data. A question
    that all or none solve is kept: it changes no ability, and its difficulty is infinite.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    prior
        The variance of abilities, `GaussianPrior`, or `UniformPrior` for none.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `difficulty` of each question.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
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
    Rasch (1960), Probabilistic models for some intelligence and attainment tests.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> ranks, scores = rank.rasch_map(R, return_scores=True)
    >>> ranks, scores.round(4)
    (array([1, 2, 3]), array([ 0.4224,  0.    , -0.4224]))
    """
    unused(max_iter)
    return with_items(
        "rasch_map", R, method, prior=prior, return_scores=return_scores,
        return_item_params=return_item_params, missing=missing,
    )  # fmt: skip


def rasch_mml(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 100,
    em_iter: int = 20,
    n_quadrature: int = 21,
    return_item_params: bool = False,
    missing: Missing = "error",
) -> Ranked | WithItems:
    r"""Posterior means of Rasch abilities.

    The chance of a success is 1 / (1 + exp(b - theta)), with the ability theta of the model and the
    difficulty b of the question. On complete data the order is that of `avg`.

    Difficulties are a sample of a normal population, whose mean and variance the results tell
    (empirical Bayes). So a question that all or none solve has a finite difficulty. The ability has
    a normal prior of variance 25, and 201 nodes about the mode.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `difficulty` of each question,
        its `difficulty_sd`, and `ability_sd` of each model.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, em_iter, n_quadrature
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
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
    Rasch (1960), Probabilistic models for some intelligence and attainment tests.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> ranks, scores = rank.rasch_mml(R, return_scores=True)
    >>> ranks, scores.round(4)
    (array([1, 2, 3]), array([ 1.0856,  0.2889, -1.6338]))
    """
    unused(max_iter, em_iter, n_quadrature)
    return with_items(
        "rasch_mml", R, method, return_scores=return_scores,
        return_item_params=return_item_params, missing=missing,
    )  # fmt: skip


def rasch_mml_credible(
    R: ArrayLike | Counts,
    quantile: float = 0.05,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 100,
    em_iter: int = 20,
    n_quadrature: int = 21,
    missing: Missing = "error",
) -> Ranked:
    r"""Quantiles of the posteriors of Rasch abilities.

    The chance of a success is 1 / (1 + exp(b - theta)), with the ability theta of the model and the
    difficulty b of the question. On complete data the order is that of `avg`.

    Difficulties are a sample of a normal population, whose mean and variance the results tell
    (empirical Bayes). So a question that all or none solve has a finite difficulty. The ability has
    a normal prior of variance 25, and 201 nodes about the mode.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    quantile
        The probability that the ability is below the score.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, em_iter, n_quadrature
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A quantile outside (0, 1).
    TypeError
        What is not a number.

    References
    ----------
    Rasch (1960), Probabilistic models for some intelligence and attainment tests.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> ranks, scores = rank.rasch_mml_credible(R, return_scores=True)
    >>> ranks, scores.round(4)
    (array([1, 2, 3]), array([-0.6552, -1.4291, -2.4043]))
    """
    unused(max_iter, em_iter, n_quadrature)
    return ranked_by(
        "rasch_mml_credible", R, method, quantile=quantile, return_scores=return_scores,
        missing=missing,
    )  # fmt: skip


def rasch_2pl(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    return_item_params: bool = False,
    reg_discrimination: float = 0.01,
    missing: Missing = "error",
) -> Ranked | WithItems:
    r"""Abilities, with a slope of each question.

    The chance of a success is 1 / (1 + exp(-a (theta - b))). The model has the ability theta, and
    the question the slope a and the difficulty b.

    Difficulties and log slopes are samples of normal populations, whose variances the results tell
    (empirical Bayes). So all are finite, also of a question that all or none solve. The mean of log
    slopes is 0. A success counts more on a question with a steep slope: the order may differ from
    that of `avg`.

    Abilities have a normal prior of variance 25, and mean 0. Scores are the abilities at the mode.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `difficulty`, `discrimination`
        (a), `difficulty_sd` and `log_discrimination_sd` of each question.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, reg_discrimination
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Outcomes that are all alike.
    TypeError
        What is not a number.

    References
    ----------
    Birnbaum (1968), Some latent trait models and their use in inferring an examinee's ability.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> ranks, scores = rank.rasch_2pl(R, return_scores=True)
    >>> ranks, scores.round(3)
    (array([1, 2, 3]), array([ 0.673,  0.   , -0.673]))
    """
    unused(max_iter, reg_discrimination)
    return with_items(
        "rasch_2pl", R, method, return_scores=return_scores,
        return_item_params=return_item_params, missing=missing,
    )  # fmt: skip


def rasch_2pl_map(
    R: ArrayLike | Counts,
    prior: Prior | float = 1.0,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    return_item_params: bool = False,
    reg_discrimination: float = 0.01,
    missing: Missing = "error",
) -> Ranked | WithItems:
    r"""Abilities with a Gaussian prior, and a slope of each question.

    The chance of a success is 1 / (1 + exp(-a (theta - b))). The model has the ability theta, and
    the question the slope a and the difficulty b.

    Difficulties and log slopes are samples of normal populations, whose variances the results tell
    (empirical Bayes). So all are finite, also of a question that all or none solve. The mean of log
    slopes is 0. A success counts more on a question with a steep slope: the order may differ from
    that of `avg`.

    The mean difficulty is free, so that the mean of the prior moves abilities and difficulties
    alike. Scores are the abilities at the mode.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    prior
        The variance of abilities, or `GaussianPrior`. `UniformPrior` is that of `rasch_2pl`.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `difficulty`, `discrimination`
        (a), `difficulty_sd` and `log_discrimination_sd` of each question.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, reg_discrimination
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. Outcomes that are all alike.
    TypeError
        What is not a number.

    References
    ----------
    Birnbaum (1968), Some latent trait models and their use in inferring an examinee's ability.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 1], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 1]]]
    >>> ranks, scores = rank.rasch_2pl_map(R, return_scores=True)
    >>> ranks, scores.round(3)
    (array([1, 2, 3]), array([ 0.692, -0.145, -0.547]))
    """
    unused(max_iter, reg_discrimination)
    return with_items(
        "rasch_2pl_map", R, method, prior=prior, return_scores=return_scores,
        return_item_params=return_item_params, missing=missing,
    )  # fmt: skip


def rasch_2pl_mml(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    return_item_params: bool = False,
    missing: Missing = "error",
) -> Ranked | WithItems:
    r"""Abilities, with slopes of questions by marginal maximum likelihood.

    The chance of a success is 1 / (1 + exp(-(a theta + d))), and theta ~ N(0, 1). Slopes a and
    intercepts d have no prior: they maximise the likelihood in which theta is integrated out. That
    is the classic fit of mirt, for hundreds of models or more. With few models slopes grow without
    limit; take `rasch_2pl`, whose slopes are finite.

    Scores are the posterior means of the abilities.

    A question that all or none solve has an infinite intercept and no slope. It changes no ability.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `discrimination` (a),
        `intercept` (d) and `difficulty` (-d / a) of each question, `ability_sd` of each model, and
        `log_likelihood`.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. No question that some solve and others do not; a slope that grows
        without limit.
    TypeError
        What is not a number.

    References
    ----------
    Bock and Aitkin (1981), Marginal maximum likelihood estimation of item parameters.

    Examples
    --------
    >>> import numpy as np
    >>> from scorio import rank
    >>> rng = np.random.default_rng(0)
    >>> x = rng.normal(size=(800, 1)) * [0.5, 1, 1, 2] + [0, 1, -1, 0]
    >>> R = (rng.random((800, 4)) < 1 / (1 + np.exp(-x))).astype(int)
    >>> ranks, scores, items = rank.rasch_2pl_mml(R, return_item_params=True)
    >>> items["discrimination"].round(2)
    array([0.25, 0.78, 0.65, 3.71])
    """
    return with_items(
        "rasch_2pl_mml", R, method, return_scores=return_scores,
        return_item_params=return_item_params, missing=missing,
    )  # fmt: skip


def rasch_3pl(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    fix_guessing: float | None = None,
    return_item_params: bool = False,
    reg_discrimination: float = 0.01,
    reg_guessing: float = 0.1,
    guessing_upper: float = 0.5,
    missing: Missing = "error",
) -> Ranked | WithItems:
    r"""Abilities, with a slope of each question and lucky guesses.

    The chance of a success is c + (1 - c) / (1 + exp(-a (theta - b))), with the ability theta of
    the model, the slope a and the difficulty b of the question, and the chance c of a lucky guess.
    The results alone do not tell guesses from low difficulties, so that c has to be given.

    Difficulties and log slopes are samples of normal populations, whose variances the results tell
    (empirical Bayes). So all are finite, also of a question that all or none solve. The mean of log
    slopes is 0. A success counts more on a question with a steep slope: the order may differ from
    that of `avg`.

    Abilities have a normal prior of variance 25, and mean 0. Scores are the abilities at the mode.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    fix_guessing
        c, the same for all questions. It is required.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `difficulty`, `discrimination`
        (a), `difficulty_sd` and `log_discrimination_sd` of each question.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, reg_discrimination, reg_guessing, guessing_upper
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. No fix_guessing, or one outside [0, 1); outcomes that are all
        alike.
    TypeError
        What is not a number.

    References
    ----------
    Birnbaum (1968), Some latent trait models and their use in inferring an examinee's ability.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> ranks, scores = rank.rasch_3pl(R, fix_guessing=0.1, return_scores=True)
    >>> ranks, scores.round(3)
    (array([1, 2, 3]), array([ 0.749,  0.02 , -0.769]))
    """
    unused(max_iter, reg_discrimination, reg_guessing, guessing_upper)
    return with_items(
        "rasch_3pl", R, method, return_scores=return_scores, fix_guessing=fix_guessing,
        return_item_params=return_item_params, missing=missing,
    )  # fmt: skip


def rasch_3pl_map(
    R: ArrayLike | Counts,
    prior: Prior | float = 1.0,
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    fix_guessing: float | None = None,
    return_item_params: bool = False,
    reg_discrimination: float = 0.01,
    reg_guessing: float = 0.1,
    guessing_upper: float = 0.5,
    missing: Missing = "error",
) -> Ranked | WithItems:
    r"""Abilities with a Gaussian prior, slopes of questions and lucky guesses.

    The chance of a success is c + (1 - c) / (1 + exp(-a (theta - b))), with the ability theta of
    the model, the slope a and the difficulty b of the question, and the chance c of a lucky guess.
    The results alone do not tell guesses from low difficulties, so that c has to be given.

    Difficulties and log slopes are samples of normal populations, whose variances the results tell
    (empirical Bayes). So all are finite, also of a question that all or none solve. The mean of log
    slopes is 0. A success counts more on a question with a steep slope: the order may differ from
    that of `avg`.

    The mean difficulty is free, so that the mean of the prior moves abilities and difficulties
    alike. Scores are the abilities at the mode.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    prior
        The variance of abilities, or `GaussianPrior`. `UniformPrior` is that of `rasch_3pl`.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    fix_guessing
        c, the same for all questions. It is required.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `difficulty`, `discrimination`
        (a), `difficulty_sd` and `log_discrimination_sd` of each question.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, reg_discrimination, reg_guessing, guessing_upper
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. No fix_guessing, or one outside [0, 1); outcomes that are all
        alike.
    TypeError
        What is not a number.

    References
    ----------
    Birnbaum (1968), Some latent trait models and their use in inferring an examinee's ability.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> ranks, scores = rank.rasch_3pl_map(R, fix_guessing=0.1, return_scores=True)
    >>> ranks, scores.round(3)
    (array([1, 2, 3]), array([ 0.409, -0.003, -0.407]))
    """
    unused(max_iter, reg_discrimination, reg_guessing, guessing_upper)
    return with_items(
        "rasch_3pl_map", R, method, prior=prior, return_scores=return_scores,
        fix_guessing=fix_guessing, return_item_params=return_item_params, missing=missing,
    )  # fmt: skip
