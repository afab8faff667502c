"""Ranking methods: means. `make calls` writes this file from entries of the core."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.rank.asking import ranked_by
from scorio.rank.families.unused import unused

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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range.
    TypeError
        What is not a number.

    References
    ----------
    docs/ranking.md of the checkout.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.avg(R)
    array([1, 2, 3])
    """
    return ranked_by(
        "avg", R, method, return_scores=return_scores, missing=missing,
    )  # fmt: skip


def pass_at_k(
    R: ArrayLike | Counts,
    k: int,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Chance that one of k trials succeeds, on average over questions.

    Drawn without replacement from the trials of a question: 1 - C(N - c, k) / C(N, k). The score is
    that of `scorio.eval.pass_at_k`.

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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A question with fewer than k trials.
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
    return ranked_by(
        "pass_at_k", R, method, k=k, return_scores=return_scores, missing=missing,
    )  # fmt: skip


def pass_hat_k(
    R: ArrayLike | Counts,
    k: int,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Chance that all of k trials succeed, on average over questions.

    Drawn without replacement from the trials of a question: C(c, k) / C(N, k). The score is that of
    `scorio.eval.pass_hat_k`.

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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A question with fewer than k trials.
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
    return ranked_by(
        "pass_hat_k", R, method, k=k, return_scores=return_scores, missing=missing,
    )  # fmt: skip


def g_pass_at_k_tau(
    R: ArrayLike | Counts,
    k: int,
    tau: float,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Chance that at least the share tau of k trials succeeds, on average over questions.

    Of k trials drawn without replacement, max(1, ceil(tau k)) or more have to succeed. The score is
    that of `scorio.eval.g_pass_at_k_tau`.

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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A question with fewer than k trials.
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
    return ranked_by(
        "g_pass_at_k_tau", R, method, k=k, tau=tau, return_scores=return_scores,
        missing=missing,
    )  # fmt: skip


def mg_pass_at_k(
    R: ArrayLike | Counts,
    k: int,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Mean of `g_pass_at_k_tau` for tau from 1/2 to 1.

    2/k times the sum of P(X >= i) over i from ceil(k / 2) + 1 to k, X being the successes among k
    trials drawn without replacement. The score is that of `scorio.eval.mg_pass_at_k`.

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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A question with fewer than k trials.
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
    return ranked_by(
        "mg_pass_at_k", R, method, k=k, return_scores=return_scores, missing=missing,
    )  # fmt: skip


def inverse_difficulty(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    clip_range: ArrayLike = (0.01, 0.99),
    missing: Missing = "error",
) -> Ranked:
    r"""Mean share of successes, where hard questions count more.

    A question counts as 1 / clip(p_m), p_m being its mean share of successes over models. The
    weights come from the same data: another model in the field moves the scores of all.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    clip_range
        The ends to which mean shares of questions are clipped, 0 < a < b <= 1.
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
        its choices or its range. A clip_range that is none.
    TypeError
        What is not a number.

    References
    ----------
    docs/ranking.md of the checkout.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.inverse_difficulty(R)
    array([1, 2, 3])
    """
    return ranked_by(
        "inverse_difficulty", R, method, return_scores=return_scores, clip_range=clip_range,
        missing=missing,
    )  # fmt: skip


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

    p_l ~ Beta(alpha + successes, beta + failures), and -E(rank of p_l) = -1 - sum over j of P(p_j >
    p_l). The expectation is exact, without draws.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    prior_alpha
        The first shape of the Beta prior, which adds to successes.
    prior_beta
        The second shape of the Beta prior, which adds to failures.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    n_samples, seed
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A shape that is not positive.
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
    return ranked_by(
        "thompson", R, method, prior_alpha=prior_alpha, prior_beta=prior_beta,
        return_scores=return_scores, missing=missing,
    )  # fmt: skip
