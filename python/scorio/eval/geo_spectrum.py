"""GeoSpectrum@k: Pass@k blended with a spectrum of thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import number, spectrum_weights
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
    r"""GeoSpectrum@k: Pass@k^λ S^(1 - λ), S being a threshold spectrum of the data set.

    Parameters
    ----------
    R, k, missing, ragged
        As for `pass_at_k`.
    lam, lambda_
        λ in [0, 1], under one of its names.
    weights
        k weights of thresholds, as for `threshold_spectrum_at_k`; if omitted S is mG-Pass@k.

    Returns
    -------
    float or ndarray
        `pass_at_k(R, k)^λ S^(1 - λ)`; 0^0 is 1.

    Raises
    ------
    ValueError, TypeError
        As for `threshold_spectrum_at_k`; λ outside [0, 1], or given twice.

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
    return points(R, k, _spectrum(lam, weights, lambda_), missing=missing, ragged=ragged)


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
    R, k, confidence, bounds, alpha0, beta0, missing, prior, target
        As for `pass_at_k_ci`.
    lam, weights, lambda_
        As for `geo_spectrum_at_k`.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k_ci` and `geo_spectrum_at_k`.

    Notes
    -----
    As `geom_ds_at_k_ci` with y the spectrum S, a = λ, b = 1 - λ.

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
    blend = _spectrum(lam, weights, lambda_)
    return intervals(
        R, k, blend, confidence, bounds, belief(prior, target, alpha0, beta0), missing=missing
    )


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
    R, k, missing, ragged
        As for `pass_at_k`.

    Returns
    -------
    float or ndarray
        √(`pass_at_k(R, k)` `mg_pass_at_k(R, k)`), the default of `geo_spectrum_at_k`.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`.

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
    return points(R, k, metric("geo_spectrum_star_at_k"), missing=missing, ragged=ragged)


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
    R, k, confidence, bounds, alpha0, beta0, missing, prior, target
        As for `pass_at_k_ci`.

    Returns
    -------
    Interval
        `(mu, sigma, lo, hi)`, the default of `geo_spectrum_at_k_ci`.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k_ci`.

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
    return intervals(
        R,
        k,
        metric("geo_spectrum_star_at_k"),
        confidence,
        bounds,
        belief(prior, target, alpha0, beta0),
        missing=missing,
    )


def _spectrum(
    lam: float, weights: ArrayLike | None, lambda_: float | None
) -> Callable[[int | None], _core.Metric]:
    coupling = number("lam", lam)
    if lambda_ is not None:
        if coupling != DEFAULT_LAM:
            raise TypeError(f"lam = {lam} and lambda_ = {lambda_} are two names of one parameter")
        coupling = number("lambda_", lambda_)
    spectrum = None if weights is None else spectrum_weights(weights)
    return metric("geo_spectrum_at_k", lam=coupling, spectrum=spectrum)


DEFAULT_LAM = 0.5
