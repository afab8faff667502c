"""The metric max_at_k and its posterior. `make calls` writes this file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._matrix import weights as weights_of
from scorio.eval.values import belief, intervals, metric, points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Interval, Real
    from scorio.eval.values import Bounds, PriorName, Ragged, TargetName


def max_at_k(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    w: ArrayLike | None = None,
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
) -> Real:
    r"""Max@k: the expected best reward among k trials, unbiased.

    Parameters
    ----------
    R
        M × N outcomes in 0..C. More axes in front are batch axes.
    k
        Trials drawn, 1 ≤ k ≤ N, or a sequence of such budgets.
    w
        C + 1 weights, one per category. The default is (0, 1). Counts have the numbers that their
        categories are named by.
    missing
        What to do with missing outcomes: "error", or "drop" to leave them out.
    ragged
        What to do with questions of fewer than k trials: "error", or "drop".

    Returns
    -------
    float or ndarray
        The score; an array for a batch or several budgets.

    Raises
    ------
    ValueError
        An entry that is missing or no category; an empty R; k < 1, or above the trials of a
        question, which the message names. Fewer than two rewards, or one that is not finite.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    The mean over questions of Σ_i C(i − 1, k − 1) g_i / C(N, k), i = k..N, g_1 ≤ ... ≤ g_N being a
    question's rewards in order.

    References
    ----------
    Bagirov et al. (2025), arXiv:2510.23393, appendix C.1. Walder & Karkhanis (2025),
    arXiv:2505.15201.

    Examples
    --------
    >>> from scorio import eval
    >>> round(eval.max_at_k([[0, 1, 1, 0, 1],
    ...                      [1, 1, 0, 1, 1]], 2), 6)
    0.95
    >>> R = [[0, 1, 2, 2, 1],
    ...      [1, 1, 0, 2, 2]]
    >>> round(eval.max_at_k(R, 2, w=[0.0, 0.5, 1.0]), 6)
    0.85
    """
    w = weights_of(w, R)
    own = metric("max_at_k", weights=w)
    return points(R, k, own, w=w, missing=missing, ragged=ragged)


def max_at_k_ci(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    w: ArrayLike | None = None,
    R0: ArrayLike | None = None,
    confidence: float = 0.95,
    bounds: Bounds = None,
    *,
    missing: Missing = "error",
    prior: PriorName | None = None,
    target: TargetName = "these",
) -> Interval:
    r"""Posterior of Max@k for k future trials, with its credible interval.

    Parameters
    ----------
    R
        M × N outcomes in 0..C. More axes in front are batch axes.
    k
        Trials drawn, 1 to 10^9, or a sequence of such budgets.
    w
        C + 1 weights, one per category. The default is (0, 1). Counts have the numbers that their
        categories are named by.
    R0
        M × D outcomes known beforehand, added to the uniform Dirichlet prior.
    confidence
        Level of the interval, in (0, 1).
    bounds
        `(lo, hi)` to which both ends are clipped, or None for the smallest and the largest reward.
        At k = 1 ends are not clipped.
    missing
        What to do with missing outcomes: "error", or "drop" to leave them out.
    prior
        "hierarchical" for a prior that the questions share, whose mean and spread their trials
        tell; None for a uniform prior on each question. By a shared prior, ends are quantiles of
        the Beta distribution with this mean and σ.
    target
        "these". "like" is an error, because the posterior has no score of one question.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch
        or several budgets.

    Raises
    ------
    ValueError
        An entry that is missing or no category; an empty R; bounds out of order; k outside 1..10^9;
        a confidence outside (0, 1). Fewer than two rewards, or one that is not finite.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    With rewards r_1 < ... < r_L and A_l the chance of at most r_l in one trial, a question's g =
    r_L − Σ (r_(l+1) − r_l) A_l^k. Under the Dirichlet posterior of `bayes`, A_l is Beta
    distributed. For l < m, A_l / A_m is independent of A_m. So Cov(A_l^k, A_m^k) = Var(A_m^k)
    E[A_l^k] / E[A_m^k].

    References
    ----------
    Bagirov et al. (2025), arXiv:2510.23393, appendix C.1, with the posterior of Hariri et al.
    (2026), arXiv:2510.04265, eq. 9.

    Examples
    --------
    >>> from scorio import eval
    >>> mu, sigma, lo, hi = eval.max_at_k_ci([[0, 1, 1, 0, 1],
    ...                                       [1, 1, 0, 1, 1]], 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.839286, 0.097263, 0.6487, 1.0)
    >>> R = [[0, 1, 2, 2, 1],
    ...      [1, 1, 0, 2, 2]]
    >>> mu, sigma, lo, hi = eval.max_at_k_ci(R, 2, w=[0.0, 0.5, 1.0])
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.75, 0.08812, 0.5773, 0.9227)
    """
    w = weights_of(w, R)
    own = metric("max_at_k", weights=w)
    return intervals(
        R, k, own, confidence, bounds, belief(prior, target), w=w, R0=R0, missing=missing
    )
