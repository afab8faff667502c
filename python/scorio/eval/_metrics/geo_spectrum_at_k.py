"""The metric geo_spectrum_at_k and its posterior. `make calls` writes this file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import spectrum_weights
from scorio.eval.values import belief, intervals, metric, one_lam, points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Interval, Real
    from scorio.eval.values import Bounds, PriorName, Ragged, TargetName


def geo_spectrum_at_k(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    lam: float = 0.5,
    weights: ArrayLike | None = None,
    lambda_: float | None = None,
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
) -> Real:
    r"""GeoSpectrum@k: Pass@k^λ S^(1 − λ), S being a threshold spectrum of the data set.

    Parameters
    ----------
    R
        M × N outcomes 0 and 1. More axes in front are batch axes.
    k
        Trials drawn, 1 ≤ k ≤ N, or a sequence of such budgets.
    lam, lambda_
        λ in [0, 1]. `lambda_` is its other name.
    weights
        k weights of thresholds, as for `threshold_spectrum_at_k`. With None, S is mG-Pass@k.
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
        question, which the message names. A λ outside [0, 1]. Weights that
        `threshold_spectrum_at_k` refuses.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    `pass_at_k(R, k)^λ S^(1 − λ)`; 0^0 is 1.

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3:
    the metrics that are blended, as in scorio 0.2.3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.geo_spectrum_at_k(R, 3), 6), round(eval.geo_spectrum_at_k(R, 3, lam=1.0), 6)
    (0.408248, 1.0)
    """
    own = metric(
        "geo_spectrum_at_k",
        lam=one_lam(lam, lambda_),
        spectrum=None if weights is None else spectrum_weights(weights),
    )
    return points(R, k, own, missing=missing, ragged=ragged)


def geo_spectrum_at_k_ci(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    lam: float = 0.5,
    weights: ArrayLike | None = None,
    lambda_: float | None = None,
    confidence: float = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: float = 1.0,
    beta0: float = 1.0,
    *,
    missing: Missing = "error",
    prior: PriorName | None = None,
    target: TargetName = "these",
) -> Interval:
    r"""Posterior of GeoSpectrum@k for k future trials, to first order, with its credible interval.

    Parameters
    ----------
    R
        M × N outcomes 0 and 1. More axes in front are batch axes.
    k
        Trials drawn, 1 to 10^9, or a sequence of such budgets.
    lam, lambda_
        λ in [0, 1]. `lambda_` is its other name.
    weights
        k weights of thresholds, as for `threshold_spectrum_at_k`. With None, S is mG-Pass@k.
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
        a confidence outside (0, 1); a prior parameter that is not positive and finite. A λ outside
        [0, 1]. Weights that `threshold_spectrum_at_k` refuses.
    TypeError
        A k that is not a whole number.

    Notes
    -----
    As `geom_ds_at_k_ci` with y the spectrum S, a = λ, b = 1 − λ.

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3:
    the metrics that are blended, as in scorio 0.2.3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.geo_spectrum_at_k_ci(R, 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.612112, 0.132755, 0.3519, 0.8723)
    """
    own = metric(
        "geo_spectrum_at_k",
        lam=one_lam(lam, lambda_),
        spectrum=None if weights is None else spectrum_weights(weights),
    )
    return intervals(
        R, k, own, confidence, bounds, belief(prior, target, alpha0, beta0), missing=missing
    )
