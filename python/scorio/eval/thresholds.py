r"""Thresholds: at least so many of k trials succeed, and weighted averages of such chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import share
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
    from collections.abc import Sequence
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Interval, Real


def g_pass_at_k_tau(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    tau: float | Fraction | Decimal,
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
    complement: bool = False,
) -> Real:
    r"""G-Pass@k_τ: the chance that at least ⌈τk⌉ of k trials succeed, unbiased.

    Parameters
    ----------
    R, k, missing, ragged, complement
        As for `pass_at_k`.
    tau
        Share in [0, 1]; at least one success is always asked for, so that 0 gives Pass@k, and 1
        gives Pass^k. A float stands for the decimal or the quotient it was meant as, within a few
        roundings: j / k asks for j successes, and 0.1 * 3 is 0.3. A Fraction or a Decimal is exact.

    Returns
    -------
    float or ndarray
        The mean over questions of Σ C(c, j) C(N - c, k - j) / C(N, k) over j >= max(1, ⌈τk⌉), c
        being a question's successes.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`; τ outside [0, 1], or not a number.

    References
    ----------
    Liu et al. (2024), arXiv:2412.13147, section 3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.g_pass_at_k_tau(R, 2, 0.5), 6), round(eval.g_pass_at_k_tau(R, 2, 1.0), 6)
    (0.95, 0.45)
    """
    return points(
        R,
        k,
        metric("g_pass_at_k_tau", complement=complement, tau=share(tau)),
        missing=missing,
        ragged=ragged,
    )


def g_pass_at_k_tau_ci(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    tau: float | Fraction | Decimal,
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
    r"""Posterior of G-Pass@k_τ for k future trials, with its credible interval.

    Parameters
    ----------
    R, k, confidence, bounds, alpha0, beta0, missing, interval, complement, prior, target
        As for `pass_at_k_ci`.
    tau
        As for `g_pass_at_k_tau`.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k_ci`; τ outside [0, 1], or not a number.

    Notes
    -----
    With p ~ Beta(α, β), a question's g(p) is the chance of at least max(1, ⌈τk⌉) successes in k
    independent trials. Then μ is the mean over questions of E[g], σ² the sum of Var[g] over M².

    References
    ----------
    Liu et al. (2024), arXiv:2412.13147, section 3, with the posterior of Hariri et al. (2026),
    arXiv:2510.04265, eq. 9 at C = 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.g_pass_at_k_tau_ci(R, 3, 2 / 3)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.684524, 0.151958, 0.3867, 0.9824)
    """
    return intervals(
        R,
        k,
        metric("g_pass_at_k_tau", complement=complement, tau=share(tau)),
        confidence,
        bounds,
        belief(prior, target, alpha0, beta0),
        missing=missing,
        interval=interval,
    )


def maj_at_k(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
    complement: bool = False,
) -> Real:
    r"""Maj@k: the chance that more than half of k trials succeed, unbiased.

    Parameters
    ----------
    R, k, missing, ragged, complement
        As for `pass_at_k`.

    Returns
    -------
    float or ndarray
        G-Pass@k_τ at τ = (⌊k/2⌋ + 1) / k.

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
    >>> eval.maj_at_k(R, [1, 2, 3]).round(6).tolist()
    [0.7, 0.45, 0.85]
    """
    return points(R, k, metric("maj_at_k", complement=complement), missing=missing, ragged=ragged)


def maj_at_k_ci(
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
    r"""Posterior of Maj@k for k future trials, with its credible interval.

    Parameters
    ----------
    R, k, confidence, bounds, alpha0, beta0, missing, interval, complement, prior, target
        As for `pass_at_k_ci`.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`, those of `g_pass_at_k_tau_ci` at τ = (⌊k/2⌋ + 1) / k.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k_ci`.

    References
    ----------
    G-Pass@k of Liu et al. (2024), arXiv:2412.13147, at the threshold of a strict majority, with
    the posterior of Hariri et al. (2026), arXiv:2510.04265, eq. 9 at C = 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.maj_at_k_ci(R, 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.446429, 0.146167, 0.1599, 0.7329)
    >>> mu, sigma, lo, hi = eval.maj_at_k_ci(R, 3)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.684524, 0.151958, 0.3867, 0.9824)
    """
    return intervals(
        R,
        k,
        metric("maj_at_k", complement=complement),
        confidence,
        bounds,
        belief(prior, target, alpha0, beta0),
        missing=missing,
        interval=interval,
    )


def mg_pass_at_k(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
    complement: bool = False,
) -> Real:
    r"""mG-Pass@k: G-Pass@k_τ averaged over τ from 1/2 to 1, unbiased.

    Parameters
    ----------
    R, k, missing, ragged, complement
        As for `pass_at_k`.

    Returns
    -------
    float or ndarray
        The mean over questions of (2 / k) Σ (j - m) C(c, j) C(N - c, k - j) / C(N, k) over j > m,
        m = ⌈k/2⌉, c being a question's successes. It is 0 for k = 1.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`.

    References
    ----------
    Liu et al. (2024), arXiv:2412.13147, section 3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.mg_pass_at_k(R, 2), 6), round(eval.mg_pass_at_k(R, 3), 6)
    (0.45, 0.166667)
    """
    return points(
        R, k, metric("mg_pass_at_k", complement=complement), missing=missing, ragged=ragged
    )


def mg_pass_at_k_ci(
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
    r"""Posterior of mG-Pass@k for k future trials, with its credible interval.

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
    With p ~ Beta(α, β) and J successes in k independent trials, a question's g(p) is
    (2 / k) E[max(J - m, 0) | p], m = ⌈k/2⌉.

    References
    ----------
    Liu et al. (2024), arXiv:2412.13147, section 3, with the posterior of Hariri et al. (2026),
    arXiv:2510.04265, eq. 9 at C = 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.mg_pass_at_k_ci(R, 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.446429, 0.146167, 0.1599, 0.7329)
    """
    return intervals(
        R,
        k,
        metric("mg_pass_at_k", complement=complement),
        confidence,
        bounds,
        belief(prior, target, alpha0, beta0),
        missing=missing,
        interval=interval,
    )
