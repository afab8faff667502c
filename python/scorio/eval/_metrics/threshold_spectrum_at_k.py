"""The metric threshold_spectrum_at_k and its posterior. `make calls` writes this file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import spectrum_weights
from scorio.eval.values import belief, intervals, metric, points

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Interval, Real
    from scorio.eval.values import Bounds, Method, PriorName, Ragged, TargetName


def threshold_spectrum_at_k(
    R: ArrayLike | Counts,
    k: int,
    weights: ArrayLike,
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
    complement: bool = False,
) -> Real:
    r"""Threshold spectrum: a weighted sum of the chances of at least 1, …, k successes, unbiased.

    Parameters
    ----------
    R
        M × N outcomes 0 and 1. More axes in front are batch axes.
    k
        Trials drawn, 1 ≤ k ≤ N.
    weights
        k weights w_1..w_k of thresholds, finite, not negative, with a sum of at most 1 (rounding
        aside).
    missing
        What to do with missing outcomes: "error", or "drop" to leave them out.
    ragged
        What to do with questions of fewer than k trials: "error", or "drop".
    complement
        Give 1 − metric, to full precision.

    Returns
    -------
    float or ndarray
        The score; an array for a batch.

    Raises
    ------
    ValueError
        An entry that is missing or no outcome; an empty R; k < 1, or above the trials of a
        question, which the message names. Another number of weights than k. A weight that is
        negative or not finite. A sum of weights above 1.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    Σ w_r T_r, T_r being the unbiased estimate of the chance of at least r successes in k trials:
    the mean over questions of E[A_J], A_j = w_1 + … + w_j, J successes in k drawn.

    References
    ----------
    Thresholds of Liu et al. (2024), arXiv:2412.13147, section 3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.threshold_spectrum_at_k(R, 2, [0.5, 0.5]), 6)
    0.7
    """
    own = metric(
        "threshold_spectrum_at_k", complement=complement, spectrum=spectrum_weights(weights)
    )
    return points(R, k, own, missing=missing, ragged=ragged)


def threshold_spectrum_at_k_ci(
    R: ArrayLike | Counts,
    k: int,
    weights: ArrayLike,
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
    r"""Posterior of the threshold spectrum for k future trials, with its credible interval.

    Parameters
    ----------
    R
        M × N outcomes 0 and 1. More axes in front are batch axes.
    k
        Trials drawn, 1 to 10^9.
    weights
        k weights w_1..w_k of thresholds, finite, not negative, with a sum of at most 1 (rounding
        aside).
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
        `(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch.
        Exact ends have P(score < lo) = P(score > hi) = (1 − confidence) / 2.

    Raises
    ------
    ValueError
        An entry that is missing or no outcome; an empty R; bounds out of order; an exact interval
        that cannot be certified; questions like these without the hierarchical prior, or of a
        single one; k outside 1..10^9; a confidence outside (0, 1); a prior parameter that is not
        positive and finite. Another number of weights than k. A weight that is negative or not
        finite. A sum of weights above 1.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    With p ~ Beta(α, β), a question's g(p) = Σ_j A_j C(k, j) p^j (1 − p)^(k − j) with A_j = w_1 + …
    + w_j.

    References
    ----------
    Thresholds of Liu et al. (2024), arXiv:2412.13147, section 3, with the posterior of Hariri et
    al. (2026), arXiv:2510.04265, eq. 9 at C = 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.threshold_spectrum_at_k_ci(R, 2, [0.0, 1.0])
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.446429, 0.146167, 0.1599, 0.7329)
    """
    own = metric(
        "threshold_spectrum_at_k", complement=complement, spectrum=spectrum_weights(weights)
    )
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
