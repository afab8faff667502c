"""Models of items of scorio 0.2.3 that are others here, or are none."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from scorio._errors import fault
from scorio.rank.asking import with_items
from scorio.rank.families.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.asking import WithItems
    from scorio.rank.source import Convention, Ranked


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
    return with_items(
        "dynamic_irt",
        R,
        method,
        return_scores=return_scores,
        return_item_params=return_item_params,
        missing=missing,
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
