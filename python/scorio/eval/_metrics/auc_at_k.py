"""The metric auc_at_k and its posterior. `make calls` writes this file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.eval.values import belief, intervals, metric, points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Interval, Real
    from scorio.eval.values import Bounds, Method, PriorName, Ragged, TargetName


def auc_at_k(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
    complement: bool = False,
) -> Real:
    r"""AUC@k: the area under Pass@1, …, Pass@k by the trapezoid rule, unbiased.

    Parameters
    ----------
    R
        M × N outcomes 0 and 1. More axes in front are batch axes.
    k
        Trials drawn, 1 ≤ k ≤ N, or a sequence of such budgets.
    missing
        What to do with missing outcomes: "error", or "drop" to leave them out.
    ragged
        What to do with questions of fewer than k trials: "error", or "drop".
    complement
        Give 1 − metric, to full precision.

    Returns
    -------
    float or ndarray
        The score; an array for a batch or several budgets.

    Raises
    ------
    ValueError
        An entry that is missing or no outcome; an empty R; k < 1, or above the trials of a
        question, which the message names.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    (1 / (k − 1)) Σ (Pass@j + Pass@(j + 1)) / 2 over j = 1..k − 1; Pass@1 for k = 1.

    References
    ----------
    Hu et al. (2026), arXiv:2601.08763.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> eval.auc_at_k(R, [1, 2, 3]).round(6).tolist()
    [0.7, 0.825, 0.9]
    """
    own = metric("auc_at_k", complement=complement)
    return points(R, k, own, missing=missing, ragged=ragged)


def auc_at_k_ci(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    confidence: float = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: float = 1.0,
    beta0: float = 1.0,
    *,
    missing: Missing = "error",
    interval: Method = "normal",
    complement: bool = False,
    prior: PriorName | None = None,
    target: TargetName = "these",
) -> Interval:
    r"""Posterior of AUC@k for k future trials, with its credible interval.

    Parameters
    ----------
    R
        M × N outcomes 0 and 1. More axes in front are batch axes.
    k
        Trials drawn, 1 to 10^9, or a sequence of such budgets.
    confidence
        Level of the interval, in (0, 1).
    bounds
        `(lo, hi)` to which both ends are clipped, or None.
    alpha0, beta0
        Beta prior of each question's success probability, positive.
    missing
        What to do with missing outcomes: "error", or "drop" to leave them out.
    interval
        "normal", or "exact": quantiles of the posterior, certified to 1e-10.
    complement
        Give the posterior of 1 − metric.
    prior
        "hierarchical" for a prior that the questions share, whose mean and spread their trials
        tell; None for Beta(alpha0, beta0) on each question. By a shared prior, ends are quantiles
        of the Beta distribution with this mean and σ.
    target
        "these" for these questions, or "like" for questions like these, of which these are a
        sample. The latter needs the hierarchical prior.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch
        or several budgets. Exact ends have P(score < lo) = P(score > hi) = (1 − confidence) / 2.

    Raises
    ------
    ValueError
        An entry that is missing or no outcome; an empty R; bounds out of order; an exact interval
        that cannot be certified; questions like these without the hierarchical prior, or of a
        single one; k outside 1..10^9; a confidence outside (0, 1); a prior parameter that is not
        positive and finite.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    With p ~ Beta(α, β), a question's g(p) is the trapezoid area under 1 − (1 − p)^j, j = 1..k. For
    k = 1 it is that of `pass_at_k_ci`.

    References
    ----------
    Hu et al. (2026), arXiv:2601.08763, with the posterior of Hariri et al. (2026),
    arXiv:2510.04265, eq. 9 at C = 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> eval.auc_at_k_ci(R, 1) == eval.pass_at_k_ci(R, 1)
    True
    >>> mu, sigma, lo, hi = eval.auc_at_k_ci(R, 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.741071, 0.10677, 0.5318, 0.9503)
    """
    own = metric("auc_at_k", complement=complement)
    return intervals(
        R,
        k,
        own,
        confidence,
        bounds,
        belief(prior, target, alpha0, beta0),
        missing=missing,
        interval=interval,
    )
