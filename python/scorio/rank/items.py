"""Abilities of models, with difficulties of questions: Rasch and its kin."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import numpy as np

from scorio._arguments import number
from scorio._errors import fault
from scorio.rank.priors import GaussianPrior, Prior, UniformPrior
from scorio.rank.source import choice, conventions, data_of, ranked
from scorio.rank.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Ranked

    WithItems: TypeAlias = tuple[NDArray[Any], NDArray[np.float64], dict[str, NDArray[np.float64]]]


def respond(
    name: str,
    R: ArrayLike | Counts,
    options: dict[str, Any],
    method: Convention,
    missing: Missing,
    *,
    return_scores: bool,
    return_item_params: bool = False,
) -> Ranked | WithItems:
    """Give ranks, and on demand the scores and the numbers of items."""
    choice("method", method, conventions())
    found = ranked(
        name, R, options, method, return_scores=return_scores or return_item_params, missing=missing
    )
    if not return_item_params:
        return found
    response = data_of(R, missing=missing).response(name, options)
    items = {} if response is None else {key: np.array(value) for key, value in response[1]}
    return found[0], found[1], items


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
        Whether to give the scores and a dictionary of numbers, too: `difficulty` of each
        question.
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
        Fewer than two models; an entry that is neither 0 nor 1; models that
        never fail where the rest succeed, whose abilities are infinite. The message names them.
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
    return respond(
        "rasch",
        R,
        {},
        method,
        missing,
        return_scores=return_scores,
        return_item_params=return_item_params,
    )


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
        Whether to give the scores and a dictionary of numbers, too: `difficulty` of each
        question.
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
        Fewer than two models; an entry that is neither 0 nor 1;
        another prior.
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
    name, options = with_normal("rasch", prior)
    return respond(
        name,
        R,
        options,
        method,
        missing,
        return_scores=return_scores,
        return_item_params=return_item_params,
    )


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
        Whether to give the scores and a dictionary of numbers, too: `difficulty` of each
        question, its `difficulty_sd`, and `ability_sd` of each model.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, em_iter, n_quadrature
        Not used: kept so that calls of scorio 0.2.3 run. Nodes follow each posterior.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1.
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
    return respond(
        "rasch_mml",
        R,
        {},
        method,
        missing,
        return_scores=return_scores,
        return_item_params=return_item_params,
    )


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
        The probability that the ability is below the score, between 0 and 1.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, em_iter, n_quadrature
        Not used: kept so that calls of scorio 0.2.3 run. Nodes follow each posterior.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1;
        a quantile outside (0, 1).
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
    options = {"quantile": number("quantile", quantile)}
    return ranked(
        "rasch_mml_credible", R, options, method, return_scores=return_scores, missing=missing
    )


def dynamic_irt(
    R: ArrayLike | Counts,
    variant: str = "linear",
    method: Convention = "competition",
    return_scores: bool = False,
    max_iter: int = 500,
    return_item_params: bool = False,
    time_points: ArrayLike | None = None,
    score_target: str = "final",
    slope_reg: float = 0.01,
    state_reg: float = 1.0,
    assume_time_axis: bool = False,
    missing: Missing = "error",
) -> Ranked | WithItems:
    r"""Rasch abilities that do not change: the linear variant, another name of `rasch`.

    The chance of a success is 1 / (1 + exp(b - theta)), with the ability theta of the model and the
    difficulty b of the question. On complete data the order is that of `avg`.

    The variants "growth" and "state_space" of scorio 0.2.3 need trials in the order of time. They
    are errors that name `rasch`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    variant
        "linear".
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    return_item_params
        Whether to give the scores and a dictionary of numbers, too: `difficulty` of each
        question.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    max_iter, time_points, score_target, slope_reg, state_reg, assume_time_axis
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray), or with a dictionary
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1;
        another variant; models that never fail where the rest succeed.
    TypeError
        What is not a number.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.dynamic_irt(R)
    array([1, 2, 3])
    """
    unused(max_iter, time_points, score_target, slope_reg, state_reg, assume_time_axis)
    if variant != "linear":
        sentence = (
            f"variant = {variant!r} is not offered: take variant='linear', "
            "or rank.rasch on the trials of each time"
        )
        raise fault(ValueError(sentence), "argument.choice")
    return respond(
        "dynamic_irt",
        R,
        {},
        method,
        missing,
        return_scores=return_scores,
        return_item_params=return_item_params,
    )


def mirt(R: ArrayLike | Counts, n_factors: int = 2, **options: object) -> NoReturn:
    """Refuse several abilities of a model: they give no single order. Take `rasch`.

    Parameters
    ----------
    R, n_factors, options
        Those of scorio 0.2.3.

    Raises
    ------
    ValueError
        Always. It names `rasch`.

    Examples
    --------
    >>> from scorio import rank
    >>> rank.mirt([[1, 0], [0, 1]])
    Traceback (most recent call last):
    ValueError: mirt is not offered: several abilities give no single order; take rank.rasch
    """
    unused(R, n_factors, options)
    sentence = "mirt is not offered: several abilities give no single order; take rank.rasch"
    raise fault(ValueError(sentence), "argument.choice")


def with_normal(name: str, prior: Prior | float) -> tuple[str, dict[str, Any]]:
    """Name the method of a prior of abilities, and its options."""
    if isinstance(prior, UniformPrior):
        return name, {}
    if isinstance(prior, GaussianPrior):
        mean, variance = number("prior.mean", prior.mean), number("prior.var", prior.var)
        return f"{name}_map", {"prior_mean": mean, "prior_variance": variance}
    if isinstance(prior, Prior):
        sentence = (
            f"prior = {prior!r}: {name}_map takes a variance, a GaussianPrior or a UniformPrior"
        )
        raise fault(ValueError(sentence), "argument.choice")
    return f"{name}_map", {"prior_variance": number("prior", prior)}
