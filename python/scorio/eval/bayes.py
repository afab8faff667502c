"""Bayes@N and avg@N: weighted scores with a Dirichlet posterior."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._matrix import Missing, weights
from scorio.eval.values import (
    NO_BUDGET,
    Bounds,
    Method,
    PriorName,
    TargetName,
    belief,
    estimates,
    intervals,
    metric,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._results import Estimate, Interval


def bayes(
    R: ArrayLike | Counts,
    w: ArrayLike | None = None,
    R0: ArrayLike | None = None,
    *,
    missing: Missing = "error",
) -> Estimate:
    r"""Bayes@N: posterior mean and standard deviation of the weighted score.

    Parameters
    ----------
    R
        M x N outcomes in 0..C.
    w
        C + 1 weights, one per category; (0, 1) if omitted.
    R0
        M x D outcomes known beforehand, added to the uniform Dirichlet prior.
    missing
        "error" or "drop".

    Returns
    -------
    Estimate
        `(mu, sigma)`.

    Raises
    ------
    ValueError
        An entry that is no category, or missing; an empty R; fewer than two weights, or one that
        is not finite; R0 of another height.

    Notes
    -----
    Let n_j be the outcomes of category j among R and R0, ν_j = n_j + 1 and T = Σ ν_j. A question's
    score has mean m = Σ (ν_j / T) w_j and variance Σ (ν_j / T) (w_j - m)² / (T + 1). Then μ is the
    mean of the m, and σ² the sum of the variances over M².

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265: Algorithm 1, eq. 15.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 2, 2, 1],
    ...      [1, 1, 0, 2, 2]]
    >>> w = [0.0, 0.5, 1.0]
    >>> mu, sigma = eval.bayes(R, w, R0=[[0, 2], [1, 2]])
    >>> round(mu, 6), round(sigma, 6)
    (0.575, 0.084275)
    >>> mu, sigma = eval.bayes(R, w)
    >>> round(mu, 6), round(sigma, 6)
    (0.5625, 0.091998)
    """
    w = weights(w, R)
    return estimates(R, metric("bayes", weights=w), w, R0, missing=missing)


def bayes_ci(
    R: ArrayLike | Counts,
    w: ArrayLike | None = None,
    R0: ArrayLike | None = None,
    confidence: float = 0.95,
    bounds: Bounds = None,
    *,
    missing: Missing = "error",
    prior: PriorName | None = None,
    target: TargetName = "these",
    interval: Method = "normal",
) -> Interval:
    r"""Bayes@N with its central credible interval.

    Parameters
    ----------
    R, w, R0, missing
        As for `bayes`.
    confidence
        Level of the interval, in (0, 1).
    bounds
        `(lo, hi)` to which both ends are clipped, or None.
    prior
        "hierarchical" for a prior that the questions share, whose mean and spread their trials
        tell; None for a uniform prior on each question. The interval is then that of the Beta
        distribution with this mean and σ.
    target
        "these" for these questions, or "like" for questions like these, of which these are a
        sample. The latter needs the hierarchical prior.
    interval
        "normal", or "exact": quantiles of the posterior, certified to 1e-10 of the range of w.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, `P(|Z| < z)` = confidence. Exact ends have
        P(score < lo) = P(score > hi) = (1 - confidence) / 2.

    Raises
    ------
    ValueError
        As for `bayes`; a confidence outside (0, 1); bounds out of order; an exact interval that
        cannot be certified.

    Notes
    -----
    The score is a mean of independent questions. Its characteristic function is the product of
    theirs, φ(t) = Π φ_i(t / M). The exact ends invert P(score < x) = 1/2 - ∫ Im(φ(t) e^(-itx)) / (π
    t) dt over t > 0.

    References
    ----------
    Hariri et al. (2026), arXiv:2510.04265, section 2.5 and eq. 15.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.bayes_ci(R, bounds=(0.0, 1.0))
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.642857, 0.118451, 0.4107, 0.875)
    >>> mu, sigma, lo, hi = eval.bayes_ci(R, interval="exact")
    >>> round(lo, 4), round(hi, 4)
    (0.398, 0.8559)
    """
    w = weights(w, R)
    bayes_n = metric("bayes", weights=w)
    return intervals(
        R,
        NO_BUDGET,
        bayes_n,
        confidence,
        bounds,
        w=w,
        R0=R0,
        missing=missing,
        interval=interval,
        prior=belief(prior, target),
    )


def avg(
    R: ArrayLike | Counts, w: ArrayLike | None = None, *, missing: Missing = "error"
) -> Estimate:
    r"""avg@N: the plain weighted average, with the Bayesian uncertainty on its scale.

    Parameters
    ----------
    R
        M x N outcomes in 0..C.
    w
        C + 1 weights, one per category; (0, 1) if omitted.
    missing
        "error" or "drop".

    Returns
    -------
    Estimate
        `(a, sigma)`.

    Raises
    ------
    ValueError
        As for `bayes`.

    Notes
    -----
    a = Σ w_j n_j / N, averaged over questions, and σ_a = (T / N) σ_Bayes with T = N + C + 1 under
    the uniform prior. With different N, each question has its own factor.

    References
    ----------
    Hariri et al. (2026), arXiv:2510.04265: eq. 18 and 20.

    Examples
    --------
    >>> from scorio import eval
    >>> a, sigma = eval.avg([[0, 1, 1, 0, 1],
    ...                      [1, 1, 0, 1, 1]])
    >>> round(a, 6), round(sigma, 6)
    (0.7, 0.165831)
    >>> a, sigma = eval.avg([[0, 1, 2, 2, 1],
    ...                      [1, 1, 0, 2, 2]], w=[0.0, 0.5, 1.0])
    >>> round(a, 6), round(sigma, 6)
    (0.6, 0.147196)
    """
    w = weights(w, R)
    return estimates(R, metric("avg", weights=w), w, missing=missing)


def avg_ci(
    R: ArrayLike | Counts,
    w: ArrayLike | None = None,
    confidence: float = 0.95,
    bounds: Bounds = None,
    *,
    missing: Missing = "error",
    prior: PriorName | None = None,
    target: TargetName = "these",
    interval: Method = "normal",
) -> Interval:
    r"""avg@N with its central credible interval.

    Parameters
    ----------
    R, w, missing
        As for `avg`.
    confidence
        Level of the interval, in (0, 1).
    bounds
        `(lo, hi)` to which both ends are clipped, or None.
    prior
        "hierarchical" for a prior that the questions share, whose mean and spread their trials
        tell; None for a uniform prior on each question. The score stays the plain average. The
        interval is then that of the Beta distribution with this mean and σ.
    target
        "these" for these questions, or "like" for questions like these, of which these are a
        sample. The latter needs the hierarchical prior.
    interval
        "normal", or "exact": quantiles of the posterior on the scale of the average.

    Returns
    -------
    Interval
        `(a, sigma, lo, hi)` with lo, hi = a ∓ z σ_a. Exact ends are a plus quantiles of the mean of
        (T / N) (score - m) over questions.

    Raises
    ------
    ValueError
        As for `avg`; a confidence outside (0, 1); bounds out of order; an exact interval that
        cannot be certified.

    References
    ----------
    Hariri et al. (2026), arXiv:2510.04265: eq. 18 and 20.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> a, sigma, lo, hi = eval.avg_ci(R, bounds=(0.0, 1.0))
    >>> round(a, 4), round(sigma, 4), round(lo, 4), round(hi, 4)
    (0.7, 0.1658, 0.375, 1.0)
    >>> R = [[0, 1, 2, 2, 1],
    ...      [1, 1, 0, 2, 2]]
    >>> a, sigma, lo, hi = eval.avg_ci(R, w=[0.0, 0.5, 1.0])
    >>> round(a, 4), round(sigma, 4), round(lo, 4), round(hi, 4)
    (0.6, 0.1472, 0.3115, 0.8885)
    """
    w = weights(w, R)
    avg_n = metric("avg", weights=w)
    return intervals(
        R,
        NO_BUDGET,
        avg_n,
        confidence,
        bounds,
        w=w,
        missing=missing,
        interval=interval,
        prior=belief(prior, target),
    )
