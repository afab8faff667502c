"""Scores that are means of successes, question by question."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import number, numbers
from scorio.rank.source import ranked
from scorio.rank.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Ranked


def avg(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Mean share of successes over questions.

    s_l = mean over m of c_lm / N_lm, over the questions that the model was asked.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
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

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.avg(R)
    array([1, 2, 3])
    """
    return ranked("avg", R, {}, method, return_scores=return_scores, missing=missing)


def inverse_difficulty(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    clip_range: tuple[float, float] = (0.01, 0.99),
    missing: Missing = "error",
) -> Ranked:
    r"""Mean share of successes, where hard questions count more.

    A question counts as 1 / clip(p_m), p_m being its mean share of successes over models. The
    weights come from the same data: another model in the field moves the scores of all.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    clip_range
        0 < a < b <= 1.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
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
        A clip_range that is none.
    TypeError
        What is not a number.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.inverse_difficulty(R)
    array([1, 2, 3])
    """
    return ranked(
        "inverse_difficulty",
        R,
        {"clip_range": numbers("clip_range", clip_range)},
        method,
        return_scores=return_scores,
        missing=missing,
    )


def thompson(
    R: ArrayLike | Counts,
    n_samples: int = 10000,
    prior_alpha: float = 1.0,
    prior_beta: float = 1.0,
    seed: int = 42,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Minus the expected rank of pooled success rates with Beta posteriors.

    p_l ~ Beta(alpha + successes, beta + failures), and -E(rank of p_l) = -1 - sum over j of
    P(p_j > p_l). The expectation is exact, without draws.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    prior_alpha, prior_beta
        The shapes of the prior.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    n_samples, seed
        Not used: they are kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; another method.
        A shape that is not positive.
    TypeError
        What is not a number.

    References
    ----------
    Thompson (1933), On the likelihood that one unknown probability exceeds another.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.thompson(R, return_scores=True)[1].round(4)
    array([-1.4391, -2.    , -2.5609])
    """
    unused(n_samples, seed)
    return ranked(
        "thompson",
        R,
        {
            "prior_alpha": number("prior_alpha", prior_alpha),
            "prior_beta": number("prior_beta", prior_beta),
        },
        method,
        return_scores=return_scores,
        missing=missing,
    )
