"""The metric geom_at_k and its posterior. `make calls` writes this file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import number
from scorio.eval.values import belief, intervals, metric, points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Interval, Real
    from scorio.eval.values import Bounds, PriorName, Ragged, TargetName


def geom_at_k(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    pass_power: float = 0.5,
    unanimous_power: float = 0.5,
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
) -> Real:
    r"""Geom@k: each question's Pass@k^a Pass^k^b, averaged over questions.

    Parameters
    ----------
    R
        M × N outcomes 0 and 1. More axes in front are batch axes.
    k
        Trials drawn, 1 ≤ k ≤ N, or a sequence of such budgets.
    pass_power
        The exponent a of Pass@k, finite.
    unanimous_power
        The exponent b of Pass^k, finite.
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
        An entry that is missing or no outcome; an empty R; k < 1, or above the trials of a
        question, which the message names. An exponent that is not finite. 0 to a negative power.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    The mean over questions of P^a U^b, P and U being its unbiased Pass@k and Pass^k; 0^0 is 1.

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4:
    the metrics that are blended, as in scorio 0.2.3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.geom_at_k(R, 2), 6)
    0.647106
    """
    own = metric(
        "geom_at_k",
        pass_power=number("pass_power", pass_power),
        unanimous_power=number("unanimous_power", unanimous_power),
    )
    return points(R, k, own, missing=missing, ragged=ragged)


def geom_at_k_ci(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    pass_power: float = 0.5,
    unanimous_power: float = 0.5,
    confidence: float = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: float = 1.0,
    beta0: float = 1.0,
    *,
    missing: Missing = "error",
    prior: PriorName | None = None,
    target: TargetName = "these",
) -> Interval:
    r"""Posterior of Geom@k for k future trials, to first order, with its credible interval.

    Parameters
    ----------
    R
        M × N outcomes 0 and 1. More axes in front are batch axes.
    k
        Trials drawn, 1 to 10^9, or a sequence of such budgets.
    pass_power
        The exponent a of Pass@k, finite.
    unanimous_power
        The exponent b of Pass^k, finite.
    confidence
        Level of the interval, in (0, 1).
    bounds
        `(lo, hi)` to which both ends are clipped, or None.
    alpha0, beta0
        Beta prior of each question's success probability, positive.
    missing
        What to do with missing outcomes: "error", or "drop" to leave them out.
    prior
        "hierarchical" for a prior that the questions share, whose mean and spread their trials
        tell; None for Beta(alpha0, beta0) on each question. By a shared prior, ends are quantiles
        of the Beta distribution with this mean and σ.
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
        An entry that is missing or no outcome; an empty R; bounds out of order; k outside 1..10^9;
        a confidence outside (0, 1); a prior parameter that is not positive and finite. An exponent
        that is not finite. 0 to a negative power.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    Let x and y be a question's posterior means of Pass@k and Pass^k. Its blend is G = x^a y^b, with
    (σ_G / G)² = a² Var x / x² + 2ab Cov / (xy) + b² Var y / y². Then μ is the mean of the G, and σ²
    the sum of the σ_G² over M².

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4:
    the metrics that are blended, as in scorio 0.2.3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.geom_at_k_ci(R, 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.610666, 0.133107, 0.3498, 0.8716)
    """
    own = metric(
        "geom_at_k",
        pass_power=number("pass_power", pass_power),
        unanimous_power=number("unanimous_power", unanimous_power),
    )
    return intervals(
        R, k, own, confidence, bounds, belief(prior, target, alpha0, beta0), missing=missing
    )
