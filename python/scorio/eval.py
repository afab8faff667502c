r"""Metrics of a results matrix.

`R` is an M x N matrix: a row for each question, a column for each trial. Binary metrics take the
outcomes 0 and 1; categorical ones 0..C, with a weight for each category. `R` may be any array-like
of booleans, integers or whole-numbered floats, of any strides, read in place; a list of rows of
different lengths; or the `scorio.Counts` of one model. A one-dimensional `R` is one question.

Masked entries, NaN and None are missing outcomes. They are an error that names the first of them,
unless `missing="drop"` leaves them out; a question then has fewer trials. Counts hold observed
outcomes alone: what was missing was dealt with when they were read. Those of several tasks are
pooled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio import _core
from scorio.matrix import Missing, budget, interval_bounds, number, states, weights
from scorio.results import Estimate, Interval

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio.counts import Counts

__all__ = [
    "Estimate",
    "Interval",
    "avg",
    "avg_ci",
    "bayes",
    "bayes_ci",
    "maj_at_k",
    "maj_at_k_ci",
    "pass_at_k",
    "pass_at_k_ci",
    "pass_hat_k",
    "pass_hat_k_ci",
]

Bounds = tuple[float, float] | None


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
    With n_j outcomes of category j among R and R0, ν_j = n_j + 1 and T = Σ ν_j, a question's score
    has mean m = Σ (ν_j / T) w_j and variance Σ (ν_j / T) (w_j - m)² / (T + 1); μ is the mean of
    the m, σ² the sum of the variances over M².

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
    w = weights(w)
    return Estimate(*_core.bayes(states(R, w, R0, missing=missing), w))


def bayes_ci(
    R: ArrayLike | Counts,
    w: ArrayLike | None = None,
    R0: ArrayLike | None = None,
    confidence: float = 0.95,
    bounds: Bounds = None,
    *,
    missing: Missing = "error",
) -> Interval:
    r"""Bayes@N with its central normal credible interval.

    Parameters
    ----------
    R, w, R0, missing
        As for `bayes`.
    confidence
        Level of the interval, in (0, 1).
    bounds
        `(lo, hi)` to which both ends are clipped, or None.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(|Z| < z) = confidence.

    Raises
    ------
    ValueError
        As for `bayes`; a confidence outside (0, 1); bounds out of order.

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
    """
    w = weights(w)
    found = states(R, w, R0, missing=missing)
    return Interval(
        *_core.bayes_ci(found, w, number("confidence", confidence), interval_bounds(bounds))
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
    w = weights(w)
    return Estimate(*_core.avg(states(R, w, missing=missing), w))


def avg_ci(
    R: ArrayLike | Counts,
    w: ArrayLike | None = None,
    confidence: float = 0.95,
    bounds: Bounds = None,
    *,
    missing: Missing = "error",
) -> Interval:
    r"""avg@N with its central normal credible interval.

    Parameters
    ----------
    R, w, missing
        As for `avg`.
    confidence
        Level of the interval, in (0, 1).
    bounds
        `(lo, hi)` to which both ends are clipped, or None.

    Returns
    -------
    Interval
        `(a, sigma, lo, hi)` with lo, hi = a ∓ z σ_a.

    Raises
    ------
    ValueError
        As for `avg`; a confidence outside (0, 1); bounds out of order.

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
    """
    w = weights(w)
    found = states(R, w, missing=missing)
    return Interval(
        *_core.avg_ci(found, w, number("confidence", confidence), interval_bounds(bounds))
    )


def pass_at_k(R: ArrayLike | Counts, k: int, *, missing: Missing = "error") -> float:
    r"""Pass@k: the chance that at least one of k trials succeeds, unbiased.

    Parameters
    ----------
    R
        M x N outcomes 0 and 1.
    k
        Trials drawn, 1 <= k <= N.
    missing
        "error" or "drop".

    Returns
    -------
    float
        The mean over questions of 1 - C(N - c, k) / C(N, k), c being a question's successes.

    Raises
    ------
    ValueError
        As for `bayes`; k < 1, or above the trials of a question, which is named.
    TypeError
        A k that is not a whole number.

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.pass_at_k(R, 1), 6), round(eval.pass_at_k(R, 2), 6)
    (0.7, 0.95)
    """
    k = budget(k)
    return _core.pass_at_k(states(R, missing=missing), k)


def pass_hat_k(R: ArrayLike | Counts, k: int, *, missing: Missing = "error") -> float:
    r"""Pass^k: the chance that all of k trials succeed, unbiased.

    Parameters
    ----------
    R
        M x N outcomes 0 and 1.
    k
        Trials drawn, 1 <= k <= N.
    missing
        "error" or "drop".

    Returns
    -------
    float
        The mean over questions of C(c, k) / C(N, k), c being a question's successes.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`.

    References
    ----------
    Yao et al. (2024), arXiv:2406.12045, section 4.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.pass_hat_k(R, 1), 6), round(eval.pass_hat_k(R, 2), 6)
    (0.7, 0.45)
    """
    k = budget(k)
    return _core.pass_hat_k(states(R, missing=missing), k)


def pass_at_k_ci(
    R: ArrayLike | Counts,
    k: int,
    confidence: float = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: float = 1.0,
    beta0: float = 1.0,
    *,
    missing: Missing = "error",
) -> Interval:
    r"""Posterior of Pass@k for k future trials, with its credible interval.

    Parameters
    ----------
    R
        M x N outcomes 0 and 1.
    k
        Trials drawn, 1 to 10^9.
    confidence
        Level of the interval, in (0, 1).
    bounds
        `(lo, hi)` to which both ends are clipped, or None.
    alpha0, beta0
        Beta prior of each question's success probability, positive.
    missing
        "error" or "drop".

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`.

    Raises
    ------
    ValueError, TypeError
        As for `bayes_ci` and `pass_at_k`; a prior parameter that is not positive and finite.

    Notes
    -----
    With p ~ Beta(α, β), α = alpha0 + c, β = beta0 + N - c, a question's g(p) = 1 - (1 - p)^k has
    mean 1 - B(α, β + k) / B(α, β); its variance is that of (1 - p)^k. μ is the mean over
    questions, σ² the sum of the variances over M².

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1, with the posterior of Hariri et al. (2026),
    arXiv:2510.04265, eq. 9 at C = 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.pass_at_k_ci(R, 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.839286, 0.097263, 0.6487, 1.0)
    """
    k = budget(k)
    prior = number("alpha0", alpha0), number("beta0", beta0)
    level = number("confidence", confidence)
    found = states(R, missing=missing)
    return Interval(*_core.pass_at_k_ci(found, k, level, interval_bounds(bounds), prior))


def pass_hat_k_ci(
    R: ArrayLike | Counts,
    k: int,
    confidence: float = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: float = 1.0,
    beta0: float = 1.0,
    *,
    missing: Missing = "error",
) -> Interval:
    r"""Posterior of Pass^k for k future trials, with its credible interval.

    Parameters
    ----------
    R, k, confidence, bounds, alpha0, beta0, missing
        As for `pass_at_k_ci`.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k_ci`.

    Notes
    -----
    With p ~ Beta(α, β), a question's g(p) = p^k has mean B(α + k, β) / B(α, β) and variance
    E[p^2k] - E[p^k]².

    References
    ----------
    Yao et al. (2024), arXiv:2406.12045, section 4, with the posterior of Hariri et al. (2026),
    arXiv:2510.04265, eq. 9 at C = 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.pass_hat_k_ci(R, 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.446429, 0.146167, 0.1599, 0.7329)
    """
    k = budget(k)
    prior = number("alpha0", alpha0), number("beta0", beta0)
    level = number("confidence", confidence)
    found = states(R, missing=missing)
    return Interval(*_core.pass_hat_k_ci(found, k, level, interval_bounds(bounds), prior))


def maj_at_k(R: ArrayLike | Counts, k: int, *, missing: Missing = "error") -> float:
    r"""Maj@k: the chance that more than half of k trials succeed, unbiased.

    Parameters
    ----------
    R
        M x N outcomes 0 and 1.
    k
        Trials drawn, 1 <= k <= N.
    missing
        "error" or "drop".

    Returns
    -------
    float
        The mean over questions of Σ C(c, j) C(N - c, k - j) / C(N, k) over j > k / 2, c being a
        question's successes.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`.

    References
    ----------
    G-Pass@k of Liu et al. (2024), arXiv:2412.13147, at the threshold of a strict majority.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.maj_at_k(R, 1), 6), round(eval.maj_at_k(R, 2), 6), round(eval.maj_at_k(R, 3), 6)
    (0.7, 0.45, 0.85)
    """
    k = budget(k)
    return _core.maj_at_k(states(R, missing=missing), k)


def maj_at_k_ci(
    R: ArrayLike | Counts,
    k: int,
    confidence: float = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: float = 1.0,
    beta0: float = 1.0,
    *,
    missing: Missing = "error",
) -> Interval:
    r"""Posterior of Maj@k for k future trials, with its credible interval.

    Parameters
    ----------
    R, k, confidence, bounds, alpha0, beta0, missing
        As for `pass_at_k_ci`.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k_ci`.

    Notes
    -----
    With p ~ Beta(α, β), a question's g(p) is the chance that more than half of k independent
    trials succeed; μ is the mean over questions of E[g], σ² the sum of Var[g] over M².

    References
    ----------
    G-Pass@k of Liu et al. (2024), arXiv:2412.13147, at the threshold of a strict majority, with
    the posterior of Hariri et al. (2026), arXiv:2510.04265, eq. 9 at C = 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.maj_at_k_ci(R, 3)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.684524, 0.151958, 0.3867, 0.9824)
    """
    k = budget(k)
    prior = number("alpha0", alpha0), number("beta0", beta0)
    level = number("confidence", confidence)
    found = states(R, missing=missing)
    return Interval(*_core.maj_at_k_ci(found, k, level, interval_bounds(bounds), prior))
