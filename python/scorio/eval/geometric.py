r"""Geom@k: geometric blends of Pass@k and Pass^k."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import number
from scorio.eval.values import (
    Bounds,
    PriorName,
    Ragged,
    TargetName,
    belief,
    intervals,
    metric,
    points,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike

    from scorio import _core
    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Interval, Real


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
    R, k, missing, ragged
        As for `pass_at_k`.
    pass_power, unanimous_power
        The exponents a and b, finite.

    Returns
    -------
    float or ndarray
        The mean over questions of P^a U^b, P and U being its unbiased Pass@k and Pass^k; 0^0 is 1.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`; an exponent that is not finite; 0 to a negative power.

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
    return points(
        R, k, _powers("geom_at_k", pass_power, unanimous_power), missing=missing, ragged=ragged
    )


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
    R, k, confidence, bounds, alpha0, beta0, missing, prior, target
        As for `pass_at_k_ci`.
    pass_power, unanimous_power
        The exponents a and b, finite.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k_ci` and `geom_at_k`.

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
    blend = _powers("geom_at_k", pass_power, unanimous_power)
    return intervals(
        R, k, blend, confidence, bounds, belief(prior, target, alpha0, beta0), missing=missing
    )


def geom_ds_at_k(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    pass_power: float = 0.5,
    unanimous_power: float = 0.5,
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
) -> Real:
    r"""Geom@k of the data set: Pass@k^a Pass^k^b, each averaged over questions first.

    Parameters
    ----------
    R, k, missing, ragged
        As for `pass_at_k`.
    pass_power, unanimous_power
        The exponents a and b, finite.

    Returns
    -------
    float or ndarray
        `pass_at_k(R, k)^a pass_hat_k(R, k)^b`; 0^0 is 1.

    Raises
    ------
    ValueError, TypeError
        As for `geom_at_k`.

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4:
    the metrics that are blended, as in scorio 0.2.3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> round(eval.geom_ds_at_k(R, 2), 6)
    0.653835
    """
    return points(
        R, k, _powers("geom_ds_at_k", pass_power, unanimous_power), missing=missing, ragged=ragged
    )


def geom_ds_at_k_ci(
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
    r"""Posterior of the data set's Geom@k, to first order, with its credible interval.

    Parameters
    ----------
    R, k, confidence, bounds, alpha0, beta0, missing, prior, target
        As for `pass_at_k_ci`.
    pass_power, unanimous_power
        The exponents a and b, finite.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`.

    Raises
    ------
    ValueError, TypeError
        As for `geom_at_k_ci`.

    Notes
    -----
    As `geom_at_k_ci`, with x, y, their variances and covariance those of the means over questions.

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4:
    the metrics that are blended, as in scorio 0.2.3.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> mu, sigma, lo, hi = eval.geom_ds_at_k_ci(R, 2)
    >>> round(mu, 6), round(sigma, 6), round(lo, 4), round(hi, 4)
    (0.612112, 0.132755, 0.3519, 0.8723)
    """
    blend = _powers("geom_ds_at_k", pass_power, unanimous_power)
    return intervals(
        R, k, blend, confidence, bounds, belief(prior, target, alpha0, beta0), missing=missing
    )


def _powers(
    name: str, pass_power: float, unanimous_power: float
) -> Callable[[int | None], _core.Metric]:
    passes, unanimous = number("pass_power", pass_power), number("unanimous_power", unanimous_power)
    return metric(name, pass_power=passes, unanimous_power=unanimous)
