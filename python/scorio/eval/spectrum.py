r"""The threshold spectrum: a weighted sum of the chances of at least 1, …, k successes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import spectrum_weights
from scorio.eval.values import (
    Bounds,
    Method,
    PriorName,
    Ragged,
    TargetName,
    belief,
    intervals,
    metric,
    points,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Interval, Real


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
    R, k, missing, ragged, complement
        As for `pass_at_k`.
    weights
        k weights w_1..w_k, finite, not negative, with a sum of at most 1 (rounding aside).

    Returns
    -------
    float or ndarray
        Σ w_r T_r, T_r being the unbiased estimate of the chance of at least r successes in k
        trials: the mean over questions of E[A_J], A_j = w_1 + … + w_j, J successes in k drawn.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`; another number of weights than k; a weight that is negative or not
        finite; a sum above 1.

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
    spectrum = spectrum_weights(weights)
    return points(
        R,
        k,
        metric("threshold_spectrum_at_k", complement=complement, spectrum=spectrum),
        missing=missing,
        ragged=ragged,
    )


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
    R, k, confidence, bounds, alpha0, beta0, missing, interval, complement, prior, target
        As for `pass_at_k_ci`.
    weights
        As for `threshold_spectrum_at_k`.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k_ci` and `threshold_spectrum_at_k`.

    Notes
    -----
    With p ~ Beta(α, β), a question's g(p) = Σ_j A_j C(k, j) p^j (1 - p)^(k - j) with
    A_j = w_1 + … + w_j.

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
    spectrum = spectrum_weights(weights)
    return intervals(
        R,
        k,
        metric("threshold_spectrum_at_k", complement=complement, spectrum=spectrum),
        confidence,
        bounds,
        belief(prior, target, alpha0, beta0),
        missing=missing,
        interval=interval,
    )
