"""Priors of strengths.

A prior is a penalty of centred log-strengths: minus its log density, but for a constant. Strengths
with the highest posterior density maximize the log-likelihood minus the penalty.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorio._arguments import number
from scorio._errors import fault, wrong
from scorio._numpy import np
from scorio.rank.source import data_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray


class Prior(ABC):
    """The base of all priors. A class of your own needs only a smooth `penalty`.

    Its derivatives are then taken by differences, to about ten digits, as for `CustomPrior`.
    """

    @abstractmethod
    def penalty(self, theta: NDArray[np.float64]) -> float:
        """Minus the log density at centred log-strengths, but for a constant."""


@dataclass(frozen=True)
class GaussianPrior(Prior):
    """A Gaussian prior of log-strengths: the sum of (theta - mean)^2 / (2 var).

    Strengths are centred, so that the mean changes nothing: only differences of strengths count.
    There is one maximum, and it is exact.
    """

    mean: float = 0.0
    var: float = 1.0

    def __post_init__(self) -> None:
        _finite("mean", self.mean)
        _positive("var", self.var)

    def penalty(self, theta: NDArray[np.float64]) -> float:
        """Minus the log density, but for a constant."""
        return float(((np.asarray(theta) - self.mean) ** 2).sum() / (2 * self.var))


@dataclass(frozen=True)
class LaplacePrior(Prior):
    """A Laplace prior of log-strengths: the sum of `|theta - loc| / scale`.

    It holds models that the data tell little of at exactly loc. There is one maximum if questions
    link all models. It is found exactly, with models on and off the corner at loc.
    """

    loc: float = 0.0
    scale: float = 1.0

    def __post_init__(self) -> None:
        _finite("loc", self.loc)
        _positive("scale", self.scale)

    def penalty(self, theta: NDArray[np.float64]) -> float:
        """Minus the log density, but for a constant."""
        return float(np.abs(np.asarray(theta) - self.loc).sum() / self.scale)


@dataclass(frozen=True)
class CauchyPrior(Prior):
    """A Cauchy prior of log-strengths: the sum of ln(1 + ((theta - loc) / scale)^2).

    It hardly moves strengths that are far off. The posterior density may have several tops, above
    all with a small scale and few data. Two starts are taken: strengths of 0, and the top that a
    very wide prior has, followed while the prior narrows. The higher top counts. It has no slope,
    but nothing guarantees that no other is higher. Models with equal results have equal strengths.
    """

    loc: float = 0.0
    scale: float = 1.0

    def __post_init__(self) -> None:
        _finite("loc", self.loc)
        _positive("scale", self.scale)

    def penalty(self, theta: NDArray[np.float64]) -> float:
        """Minus the log density, but for a constant."""
        z = (np.asarray(theta) - self.loc) / self.scale
        return float(np.log1p(z**2).sum())


@dataclass(frozen=True)
class UniformPrior(Prior):
    """No prior: the method is that of maximum likelihood."""

    def penalty(self, theta: NDArray[np.float64]) -> float:  # noqa: ARG002
        """Zero."""
        return 0.0


@dataclass(frozen=True)
class CustomPrior(Prior):
    """A prior by its penalty, a function of the array of centred log-strengths.

    The function has to be smooth and may not fall without end. Its derivatives are taken by
    differences, to about ten digits. Where it is not convex, the top that is found from strengths
    of 0 need not be the highest. For a corner, take `LaplacePrior`.
    """

    penalty_fn: Callable[[NDArray[np.float64]], float]

    def __post_init__(self) -> None:
        if not callable(self.penalty_fn):
            raise fault(ValueError("penalty_fn must be callable"), "argument.type")

    def penalty(self, theta: NDArray[np.float64]) -> float:
        """What the function gives."""
        return self.penalty_fn(theta)


class EmpiricalPrior(Prior):
    """A Gaussian prior whose means are the logits of mean shares of success in earlier results.

    The shares are clipped to [eps, 1 - eps]. The means are centred, as log-strengths are.

    Parameters
    ----------
    R0
        L x M x D zeros and ones (models, questions, trials), or L x M, with the models of R in
        their order.
    var
        The variance.
    eps
        Between 0 and 0.5.

    Examples
    --------
    >>> from scorio import rank
    >>> prior = rank.EmpiricalPrior([[1, 1, 1, 0, 1], [0, 1, 0, 0, 1]])
    >>> prior.prior_mean.round(4)
    array([ 0.8959, -0.8959])
    """

    def __init__(self, R0: ArrayLike, var: float = 1.0, eps: float = 1e-6) -> None:
        eps = number("eps", eps)
        if not 0 < eps < 1 / 2:
            raise fault(ValueError(f"eps = {eps!r} is not between 0 and 0.5"), "argument.range")
        self.R0 = np.array(R0)
        self.var = _positive("var", var)
        self.eps = eps
        shares = np.clip(data_of(R0).scores("avg", {})[0], eps, 1 - eps)
        logits = np.log(shares / (1 - shares))
        self.prior_mean: NDArray[np.float64] = logits - logits.mean()

    def penalty(self, theta: NDArray[np.float64]) -> float:
        """Minus the log density, but for a constant."""
        return float(((np.asarray(theta) - self.prior_mean) ** 2).sum() / (2 * self.var))


def options_of(prior: object) -> dict[str, Any] | None:
    """Give a prior as options of the core, or None for no prior."""
    if type(prior) is UniformPrior:
        return None
    if not isinstance(prior, Prior):
        try:
            return {"prior_variance": _positive("prior", prior)}
        except TypeError:
            what = "is not a prior: give a variance, or one such as GaussianPrior(var=2)"
            raise wrong("argument.number", "prior", prior, what, TypeError) from None
    if type(prior) is GaussianPrior:
        return {"prior_variance": float(prior.var)}
    if type(prior) is EmpiricalPrior:
        return {"prior_variance": prior.var, "prior_means": prior.prior_mean.tolist()}
    if type(prior) is LaplacePrior or type(prior) is CauchyPrior:
        return {
            "prior": "laplace" if type(prior) is LaplacePrior else "cauchy",
            "prior_location": float(prior.loc),
            "prior_scale": float(prior.scale),
        }
    return {"prior": lambda theta: _single(prior.penalty(theta))}


def with_prior(name: str, prior: object) -> tuple[str, dict[str, Any]]:
    """Name the method of a prior, and its options."""
    options = options_of(prior)
    return (name, {}) if options is None else (f"{name}_map", options)


def _single(penalty: object) -> float:
    """A penalty, which is one number."""
    shape = np.asarray(penalty).shape
    if shape:
        sentence = (
            f"the penalty of the prior is an array of the shape {shape}: give one number, its sum"
        )
        raise fault(TypeError(sentence), "argument.number")
    return number("the penalty of the prior", penalty)


def _finite(name: str, value: object) -> float:
    found = number(name, value)
    if not np.isfinite(found):
        raise wrong("check.finite", name, value, "is not a finite number", ValueError)
    return found


def _positive(name: str, value: object) -> float:
    found = number(name, value)
    if not (found > 0 and np.isfinite(found)):
        raise wrong("check.positive", name, value, "is not positive and finite", ValueError)
    return found
