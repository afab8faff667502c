"""Metrics of k trials as scores."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import budget, number
from scorio.rank.source import ranked

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Ranked


def pass_at_k(
    R: ArrayLike | Counts,
    k: int,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Chance that one of k trials succeeds, on average over questions.

    Drawn without replacement from the trials of a question: 1 - C(N - c, k) / C(N, k).
    The score is that of `scorio.eval.pass_at_k`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    k
        How many trials are drawn, at most as many as any question has.
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a
        question with fewer than k trials.
    TypeError
        What is not a number.

    References
    ----------
    Chen et al. (2021), Evaluating large language models trained on code.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.pass_at_k(R, 2, return_scores=True)
    (array([1, 1, 3]), array([1.        , 1.        , 0.66666667]))
    """
    return ranked(
        "pass_at_k", R, {"k": budget(k)}, method, return_scores=return_scores, missing=missing
    )


def pass_hat_k(
    R: ArrayLike | Counts,
    k: int,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Chance that all of k trials succeed, on average over questions.

    Drawn without replacement from the trials of a question: C(c, k) / C(N, k).
    The score is that of `scorio.eval.pass_hat_k`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    k
        How many trials are drawn, at most as many as any question has.
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a
        question with fewer than k trials.
    TypeError
        What is not a number.

    References
    ----------
    Yao et al. (2024), tau-bench.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.pass_hat_k(R, 2, return_scores=True)
    (array([1, 2, 2]), array([0.33333333, 0.        , 0.        ]))
    """
    return ranked(
        "pass_hat_k", R, {"k": budget(k)}, method, return_scores=return_scores, missing=missing
    )


def g_pass_at_k_tau(
    R: ArrayLike | Counts,
    k: int,
    tau: float,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Chance that at least the share tau of k trials succeeds, on average over questions.

    Of k trials drawn without replacement, max(1, ceil(tau k)) or more have to succeed.
    The score is that of `scorio.eval.g_pass_at_k_tau`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    k
        How many trials are drawn, at most as many as any question has.
    tau
        The share of the k trials that have to succeed, in [0, 1].
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a
        question with fewer than k trials.
    TypeError
        What is not a number.

    References
    ----------
    Liu et al. (2025), Are your LLMs capable of stable reasoning?

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.g_pass_at_k_tau(R, 2, 0.5, return_scores=True)
    (array([1, 1, 3]), array([1.        , 1.        , 0.66666667]))
    """
    return ranked(
        "g_pass_at_k_tau",
        R,
        {"k": budget(k), "tau": number("tau", tau)},
        method,
        return_scores=return_scores,
        missing=missing,
    )


def mg_pass_at_k(
    R: ArrayLike | Counts,
    k: int,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Mean of `g_pass_at_k_tau` for tau from 1/2 to 1.

    2/k times the sum of P(X >= i) over i from ceil(k / 2) + 1 to k, X being the successes among k
    trials drawn without replacement.
    The score is that of `scorio.eval.mg_pass_at_k`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    k
        How many trials are drawn, at most as many as any question has.
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a
        question with fewer than k trials.
    TypeError
        What is not a number.

    References
    ----------
    Liu et al. (2025), Are your LLMs capable of stable reasoning?

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.mg_pass_at_k(R, 2, return_scores=True)
    (array([1, 2, 2]), array([0.33333333, 0.        , 0.        ]))
    """
    return ranked(
        "mg_pass_at_k", R, {"k": budget(k)}, method, return_scores=return_scores, missing=missing
    )
