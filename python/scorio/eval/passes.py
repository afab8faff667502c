r"""Pass@k and Pass^k: at least one, and all, of k trials succeed. Also the curve and its area."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.eval.values import (
    Bounds,
    Method,
    PriorName,
    Ragged,
    TargetName,
    belief,
    curves,
    intervals,
    metric,
    points,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Interval, Real


def pass_at_k(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
    complement: bool = False,
) -> Real:
    r"""Pass@k: the chance that at least one of k trials succeeds, unbiased.

    Parameters
    ----------
    R
        M x N outcomes 0 and 1; more axes in front are batch axes.
    k
        Trials drawn, 1 <= k <= N, or a sequence of such budgets.
    missing
        "error" or "drop": what to do with missing outcomes.
    ragged
        "error" or "drop": what to do with questions that have fewer than k trials.
    complement
        Give 1 - Pass@k, to full relative accuracy.

    Returns
    -------
    float or ndarray
        The mean over questions of 1 - C(N - c, k) / C(N, k), c being a question's successes; an
        array for a batch or several budgets.

    Raises
    ------
    ValueError
        An entry that is no outcome, or missing; an empty R; k < 1, or above the trials of a
        question, which is named, or of all of them.
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
    >>> eval.pass_at_k(R, [1, 2, 5])
    array([0.7 , 0.95, 1.  ])
    """
    return points(R, k, metric("pass_at_k", complement=complement), missing=missing, ragged=ragged)


def pass_at_k_ci(
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
    r"""Posterior of Pass@k for k future trials, with its credible interval.

    Parameters
    ----------
    R
        M x N outcomes 0 and 1; more axes in front are batch axes.
    k
        Trials drawn, 1 to 10^9, or a sequence of such budgets.
    confidence
        Level of the interval, in (0, 1).
    bounds
        `(lo, hi)` to which both ends are clipped, or None.
    alpha0, beta0
        Beta prior of each question's success probability, positive.
    missing
        "error" or "drop": what to do with missing outcomes.
    interval
        "normal", or "exact": quantiles of the posterior, certified to 1e-10.
    complement
        Give the posterior of 1 - Pass@k.
    prior
        "hierarchical" for a prior that the questions share, whose mean and spread their trials
        tell; None for Beta(alpha0, beta0) on each question. The interval is then that of the Beta
        distribution with this mean and σ.
    target
        "these" for these questions, or "like" for questions like these, of which these are a
        sample. The latter needs the hierarchical prior.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)` with lo, hi = mu - z sigma, mu + z sigma, `P(|Z| < z)` = confidence;
        arrays for a batch or several budgets. Exact ends have
        P(score < lo) = P(score > hi) = (1 - confidence) / 2.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`, but for k above N; a confidence outside (0, 1); bounds out of order; a
        prior parameter that is not positive and finite; an exact interval that cannot be certified;
        a single question for questions like these.

    Notes
    -----
    Let p ~ Beta(α, β) with α = alpha0 + c and β = beta0 + N - c. A question's g(p) = 1 - (1 - p)^k
    has mean 1 - B(α, β + k) / B(α, β). Its variance is that of (1 - p)^k. Then μ is the mean over
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
    >>> mu, sigma, lo, hi = eval.pass_at_k_ci(R, 1)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.642857, 0.118451, 0.4107, 0.875)
    >>> mu, sigma, lo, hi = eval.pass_at_k_ci(R, 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.839286, 0.097263, 0.6487, 1.0)
    >>> mu, sigma, lo, hi = eval.pass_at_k_ci(R, 2, prior="hierarchical")
    >>> round(mu, 4), round(sigma, 4), round(lo, 4), round(hi, 4)
    (0.8705, 0.0969, 0.629, 0.9906)
    >>> mu, sigma, lo, hi = eval.pass_at_k_ci(R, 2, interval="exact")
    >>> round(lo, 4), round(hi, 4)
    (0.6113, 0.976)
    """
    return intervals(
        R,
        k,
        metric("pass_at_k", complement=complement),
        confidence,
        bounds,
        belief(prior, target, alpha0, beta0),
        missing=missing,
        interval=interval,
    )


def pass_hat_k(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
    complement: bool = False,
) -> Real:
    r"""Pass^k: the chance that all of k trials succeed, unbiased.

    `unanimous_at_k` and `g_pass_at_k` are other names of this function.

    Parameters
    ----------
    R, k, missing, ragged, complement
        As for `pass_at_k`.

    Returns
    -------
    float or ndarray
        The mean over questions of C(c, k) / C(N, k), c being a question's successes.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`.

    References
    ----------
    Yao et al. (2024), arXiv:2406.12045, section 4. As G-Pass@k: Liu et al. (2024),
    arXiv:2412.13147.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.pass_hat_k(R, 1), 6), round(eval.pass_hat_k(R, 2), 6)
    (0.7, 0.45)
    >>> round(eval.g_pass_at_k(R, 1), 6), round(eval.g_pass_at_k(R, 2), 6)
    (0.7, 0.45)
    """
    return points(R, k, metric("pass_hat_k", complement=complement), missing=missing, ragged=ragged)


def pass_hat_k_ci(
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
    r"""Posterior of Pass^k for k future trials, with its credible interval.

    `unanimous_at_k_ci` and `g_pass_at_k_ci` are other names of this function.

    Parameters
    ----------
    R, k, confidence, bounds, alpha0, beta0, missing, interval, complement, prior, target
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
    >>> mu, sigma, lo, hi = eval.pass_hat_k_ci(R, 1)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.642857, 0.118451, 0.4107, 0.875)
    >>> mu, sigma, lo, hi = eval.pass_hat_k_ci(R, 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.446429, 0.146167, 0.1599, 0.7329)
    """
    return intervals(
        R,
        k,
        metric("pass_hat_k", complement=complement),
        confidence,
        bounds,
        belief(prior, target, alpha0, beta0),
        missing=missing,
        interval=interval,
    )


unanimous_at_k = g_pass_at_k = pass_hat_k
unanimous_at_k_ci = g_pass_at_k_ci = pass_hat_k_ci


def pass_curve(
    R: ArrayLike | Counts,
    k_max: int,
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
    complement: bool = False,
) -> Real:
    r"""Pass@1, Pass@2, …, Pass@k_max in one pass, unbiased.

    Parameters
    ----------
    R
        M x N outcomes 0 and 1; more axes in front are batch axes.
    k_max
        The largest budget, 1 <= k_max <= N.
    missing
        "error" or "drop": what to do with missing outcomes.
    ragged
        "error" or "drop": what to do with questions that have fewer than k_max trials.
    complement
        Give 1 - Pass@k, to full relative accuracy.

    Returns
    -------
    ndarray
        Of length k_max, Pass@k at place k - 1; batch axes come first.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`.

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> eval.pass_curve(R, 3)
    array([0.7 , 0.95, 1.  ])
    """
    return curves(R, k_max, missing=missing, ragged=ragged, complement=complement)


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
    R, k, missing, ragged, complement
        As for `pass_at_k`.

    Returns
    -------
    float or ndarray
        (1 / (k - 1)) Σ (Pass@j + Pass@(j + 1)) / 2 over j = 1..k - 1; Pass@1 for k = 1.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`.

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
    return points(R, k, metric("auc_at_k", complement=complement), missing=missing, ragged=ragged)


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
    R, k, confidence, bounds, alpha0, beta0, missing, interval, complement, prior, target
        As for `pass_at_k_ci`.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`; for k = 1 those of `pass_at_k_ci`.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k_ci`.

    Notes
    -----
    With p ~ Beta(α, β), a question's g(p) is the trapezoid area under 1 - (1 - p)^j, j = 1..k.

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
    return intervals(
        R,
        k,
        metric("auc_at_k", complement=complement),
        confidence,
        bounds,
        belief(prior, target, alpha0, beta0),
        missing=missing,
        interval=interval,
    )
