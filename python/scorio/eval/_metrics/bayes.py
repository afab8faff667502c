"""The metric bayes and its posterior. `make calls` writes this file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._matrix import weights as weights_of
from scorio.eval.values import NO_BUDGET, belief, intervals, means, metric

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Estimate, Interval
    from scorio.eval.values import Bounds, Method, PriorName, TargetName


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
        M × N outcomes in 0..C. More axes in front are batch axes.
    w
        C + 1 weights, one per category. The default is (0, 1). Counts have the numbers that their
        categories are named by.
    R0
        M × D outcomes known beforehand, added to the uniform Dirichlet prior.
    missing
        What to do with missing outcomes: "error", or "drop" to leave them out.

    Returns
    -------
    Estimate
        `(mu, sigma)`; an array for a batch.

    Raises
    ------
    ValueError
        An entry that is missing or no category; an empty R. Fewer than two weights, or one that is
        not finite. R0 of another number of questions.

    Notes
    -----
    Let n_j be the outcomes of category j among R and R0, ν_j = n_j + 1 and T = Σ ν_j. A question's
    score has mean m = Σ (ν_j / T) w_j and variance Σ (ν_j / T) (w_j − m)² / (T + 1). Then μ is the
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
    return means("bayes", R, w, R0, missing=missing)


def bayes_ci(
    R: ArrayLike | Counts,
    w: ArrayLike | None = None,
    R0: ArrayLike | None = None,
    confidence: float = 0.95,
    bounds: Bounds = None,
    *,
    missing: Missing = "error",
    interval: Method = "normal",
    prior: PriorName | None = None,
    target: TargetName = "these",
) -> Interval:
    r"""Bayes@N with its central credible interval.

    Parameters
    ----------
    R
        M × N outcomes in 0..C. More axes in front are batch axes.
    w
        C + 1 weights, one per category. The default is (0, 1). Counts have the numbers that their
        categories are named by.
    R0
        M × D outcomes known beforehand, added to the uniform Dirichlet prior.
    confidence
        Level of the interval, in (0, 1).
    bounds
        `(lo, hi)` to which both ends are clipped, or None.
    missing
        What to do with missing outcomes: "error", or "drop" to leave them out.
    interval
        "normal", or "exact": quantiles of the posterior, certified to 1e-10.
    prior
        "hierarchical" for a prior that the questions share, whose mean and spread their trials
        tell; None for a uniform prior on each question. By a shared prior, ends are quantiles of
        the Beta distribution with this mean and σ.
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
        An entry that is missing or no category; an empty R; bounds out of order; an exact interval
        that cannot be certified; questions like these without the hierarchical prior, or of a
        single one; a confidence outside (0, 1). Fewer than two weights, or one that is not finite.
        R0 of another number of questions.

    Notes
    -----
    The score is a mean of independent questions. Its characteristic function is the product of
    theirs, φ(t) = Π φ_i(t / M). The exact ends invert P(score < x) = 1/2 − ∫ Im(φ(t) e^(-itx)) / (π
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
    w = weights_of(w, R)
    own = metric("bayes", weights=w)
    return intervals(
        R,
        NO_BUDGET,
        own,
        confidence,
        bounds,
        belief(prior, target),
        w=w,
        R0=R0,
        missing=missing,
        interval=interval,
    )
