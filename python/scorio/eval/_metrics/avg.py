"""The metric avg and its posterior. `make calls` writes this file."""

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


def avg(
    R: ArrayLike | Counts,
    w: ArrayLike | None = None,
    *,
    missing: Missing = "error",
) -> Estimate:
    r"""avg@N: the plain weighted average, with the Bayesian uncertainty on its scale.

    Parameters
    ----------
    R
        M × N outcomes in 0..C. More axes in front are batch axes.
    w
        C + 1 weights, one per category. The default is (0, 1). Counts have the numbers that their
        categories are named by.
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
        not finite.

    Notes
    -----
    a = Σ w_j n_j / N, averaged over questions, and σ_a = (T / N) σ_Bayes with T = N + C + 1 under
    the uniform prior. With different N, each question has its own factor. σ of the function `avg`
    and of a leaderboard differ: the function has a uniform prior for each question, the leaderboard
    one prior that all share.

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
    return means("avg", R, w, missing=missing)


def avg_ci(
    R: ArrayLike | Counts,
    w: ArrayLike | None = None,
    confidence: float = 0.95,
    bounds: Bounds = None,
    *,
    missing: Missing = "error",
    interval: Method = "normal",
    prior: PriorName | None = None,
    target: TargetName = "these",
) -> Interval:
    r"""avg@N with its central credible interval.

    Parameters
    ----------
    R
        M × N outcomes in 0..C. More axes in front are batch axes.
    w
        C + 1 weights, one per category. The default is (0, 1). Counts have the numbers that their
        categories are named by.
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

    Notes
    -----
    lo, hi = a ∓ z σ_a. Exact ends are a plus quantiles of the mean of (T / N) (score − m) over
    questions.

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
    w = weights_of(w, R)
    own = metric("avg", weights=w)
    return intervals(
        R,
        NO_BUDGET,
        own,
        confidence,
        bounds,
        belief(prior, target),
        w=w,
        missing=missing,
        interval=interval,
    )
