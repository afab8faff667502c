"""The metric geo_spectrum_star_at_k and its posterior. `make calls` writes this file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.eval.values import belief, intervals, metric, points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Interval, Real
    from scorio.eval.values import Bounds, PriorName, Ragged, TargetName


def geo_spectrum_star_at_k(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
) -> Real:
    r"""GeoSpectrum*@k: the geometric mean of Pass@k and mG-Pass@k.

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
    √(`pass_at_k(R, k)` `mg_pass_at_k(R, k)`), the default of `geo_spectrum_at_k`.

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3:
    the metrics that are blended, as in scorio 0.2.3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.geo_spectrum_star_at_k(R, 3), 6)
    0.408248
    """
    own = metric("geo_spectrum_star_at_k")
    return points(R, k, own, missing=missing, ragged=ragged)


def geo_spectrum_star_at_k_ci(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    confidence: float = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: float = 1.0,
    beta0: float = 1.0,
    *,
    missing: Missing = "error",
    prior: PriorName | None = None,
    target: TargetName = "these",
) -> Interval:
    r"""Posterior of GeoSpectrum*@k for k future trials, to first order, with its interval.

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
        a confidence outside (0, 1); a prior parameter that is not positive and finite.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    The default of `geo_spectrum_at_k_ci`.

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3:
    the metrics that are blended, as in scorio 0.2.3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> eval.geo_spectrum_star_at_k_ci(R, 3) == eval.geo_spectrum_at_k_ci(R, 3)
    True
    """
    own = metric("geo_spectrum_star_at_k")
    return intervals(
        R, k, own, confidence, bounds, belief(prior, target, alpha0, beta0), missing=missing
    )
