"""Weights of the thresholds 1/k, …, 1 for `TailPassProfile.linear`.

Entry t - 1 is the worth of at least t successes among k trials. The weights are not negative and
add up to 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import budget, number, vector, whole
from scorio._call import asked
from scorio._errors import wrong
from scorio._numpy import np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "beta_weights",
    "discovery_weights",
    "maxent_weights",
    "moment_weights",
    "payoff_weights",
    "stability_weights",
    "threshold_weights",
    "uniform_weights",
]

_MOST = 1_000_000


def uniform_weights(k: int) -> NDArray[np.float64]:
    """Give 1/k for every threshold: the average.

    Examples
    --------
    >>> from scorio.eval import tailpass_weights
    >>> tailpass_weights.uniform_weights(4)
    array([0.25, 0.25, 0.25, 0.25])
    """
    k = whole("k", k, most=_MOST)
    return np.full(k, 1.0 / k)


def threshold_weights(k: int, threshold: int) -> NDArray[np.float64]:
    """Give all weight to at least `threshold` successes, 1 to k.

    Examples
    --------
    >>> from scorio.eval import tailpass_weights
    >>> tailpass_weights.threshold_weights(3, 2)
    array([0., 1., 0.])
    """
    k = whole("k", k, most=_MOST)
    found = np.zeros(k)
    found[whole("threshold", threshold, most=k) - 1] = 1.0
    return found


def discovery_weights(k: int) -> NDArray[np.float64]:
    """Give all weight to at least one success: Pass@k."""
    return threshold_weights(k, 1)


def stability_weights(k: int) -> NDArray[np.float64]:
    """Give all weight to k successes: Pass^k."""
    return threshold_weights(k, whole("k", k, most=_MOST))


def moment_weights(k: int, lam: float) -> NDArray[np.float64]:
    r"""Give :math:`(t/k)^\lambda - ((t-1)/k)^\lambda` for λ > 0.

    λ = 1 is uniform. A smaller λ counts discovery more, a larger one stability.

    Examples
    --------
    >>> from scorio.eval import tailpass_weights
    >>> tailpass_weights.moment_weights(2, 2)
    array([0.25, 0.75])
    """
    return _family("moment", k, a=number("lam", lam))


def beta_weights(k: int, theta: float, kappa: float) -> NDArray[np.float64]:
    """Give the chances of ((t - 1)/k, t/k] under the Beta law of mean θ and concentration κ.

    Examples
    --------
    >>> from scorio.eval import tailpass_weights
    >>> tailpass_weights.beta_weights(2, 0.5, 2.0)
    array([0.5, 0.5])
    """
    return _family("beta", k, a=number("theta", theta), b=number("kappa", kappa))


def maxent_weights(k: int, mean_threshold: float) -> NDArray[np.float64]:
    """Give the weights of the largest entropy with a mean threshold in (0, 1).

    They are bins of a density on [0, 1] that is proportional to exp(τρ). 0.5 is uniform.

    Examples
    --------
    >>> from scorio.eval import tailpass_weights
    >>> tailpass_weights.maxent_weights(2, 0.5)
    array([0.5, 0.5])
    """
    return _family("maxent", k, a=number("mean_threshold", mean_threshold))


def payoff_weights(payoff: ArrayLike) -> NDArray[np.float64]:
    """Give the increments of a payoff u(0) = 0, …, u(k) = 1 that never falls.

    Examples
    --------
    >>> from scorio.eval import tailpass_weights
    >>> tailpass_weights.payoff_weights([0, 0.5, 1])
    array([0.5, 0.5])
    """
    values = vector("payoff", payoff, "u(0), …, u(k)")
    steps = np.diff(values)
    if len(steps) == 0 or values[0] != 0 or values[-1] != 1 or not (steps >= 0).all():
        what = "does not rise from 0 to 1 without falling"
        raise wrong("argument.payoff", "payoff", values.tolist(), what, ValueError)
    return steps


def _family(family: str, k: int, **numbers: float) -> NDArray[np.float64]:
    found: NDArray[np.float64] = asked(
        "tailpass_weights", family=family, k=budget(k), **numbers
    ).array(0)
    return found
