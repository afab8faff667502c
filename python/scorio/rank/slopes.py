"""Abilities of models, with slopes of questions and lucky guesses."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._arguments import number
from scorio._errors import fault
from scorio.rank.items import respond, with_normal
from scorio.rank.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.items import WithItems
    from scorio.rank.priors import Prior
    from scorio.rank.source import Convention, Ranked


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
        Not used: kept so that calls of scorio 0.2.3 run. The results tell how far slopes differ.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1;
        outcomes that are all alike.
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
    name, options = "rasch_2pl", dict[str, Any]()
    return respond(
        name,
        R,
        options,
        method,
        missing,
        return_scores=return_scores,
        return_item_params=return_item_params,
    )


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
        Not used: kept so that calls of scorio 0.2.3 run. The results tell how far slopes differ.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1;
        another prior;
        outcomes that are all alike.
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
    name, options = with_normal("rasch_2pl", prior)
    return respond(
        name,
        R,
        options,
        method,
        missing,
        return_scores=return_scores,
        return_item_params=return_item_params,
    )


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
        Fewer than two models; an entry that is neither 0 nor 1; no question that some solve and
        others do not; a slope that grows without limit.
    TypeError
        What is not a number.

    Notes
    -----
    A question that all or none solve has an infinite intercept and no slope. It changes no ability.

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
    name, options = "rasch_2pl_mml", dict[str, Any]()
    return respond(
        name,
        R,
        options,
        method,
        missing,
        return_scores=return_scores,
        return_item_params=return_item_params,
    )


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
        c, the same for all questions, from 0 to below 1. It is required.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `difficulty`, `discrimination`
        (a), `difficulty_sd` and `log_discrimination_sd` of each question.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, reg_discrimination, reg_guessing, guessing_upper
        Not used: kept so that calls of scorio 0.2.3 run. The results tell how far slopes differ.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1;
        no fix_guessing, or one outside [0, 1);
        outcomes that are all alike.
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
    name, options = "rasch_3pl", dict[str, Any]()
    options["fix_guessing"] = _guessing("rasch_3pl", fix_guessing)
    return respond(
        name,
        R,
        options,
        method,
        missing,
        return_scores=return_scores,
        return_item_params=return_item_params,
    )


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
        c, the same for all questions, from 0 to below 1. It is required.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `difficulty`, `discrimination`
        (a), `difficulty_sd` and `log_discrimination_sd` of each question.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, reg_discrimination, reg_guessing, guessing_upper
        Not used: kept so that calls of scorio 0.2.3 run. The results tell how far slopes differ.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1;
        another prior;
        no fix_guessing, or one outside [0, 1);
        outcomes that are all alike.
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
    name, options = with_normal("rasch_3pl", prior)
    options["fix_guessing"] = _guessing("rasch_3pl_map", fix_guessing)
    return respond(
        name,
        R,
        options,
        method,
        missing,
        return_scores=return_scores,
        return_item_params=return_item_params,
    )


def _guessing(name: str, fix_guessing: float | None) -> float:
    """Take the chance of a lucky guess. Without it, say what to do."""
    if fix_guessing is None:
        sentence = (
            f"{name} without fix_guessing is not identified: take fix_guessing=, or rank.rasch_2pl"
        )
        raise fault(ValueError(sentence), "argument.choice")
    return number("fix_guessing", fix_guessing)
