"""Priors of strengths."""

from __future__ import annotations

from typing import Any, NamedTuple

from scorio._arguments import number


class GaussianPrior(NamedTuple):
    """A Gaussian prior of log-strengths.

    Strengths are centred, so that the mean changes nothing: only differences of strengths count.
    """

    mean: float = 0.0
    var: float = 1.0


class UniformPrior(NamedTuple):
    """No prior: the method is that of maximum likelihood."""


def with_prior(name: str, prior: object) -> tuple[str, dict[str, Any]]:
    """Name the method of a prior, and its options."""
    if isinstance(prior, UniformPrior):
        return name, {}
    if isinstance(prior, GaussianPrior):
        number("prior.mean", prior.mean)
        prior = prior.var
    return f"{name}_map", {"prior_variance": number("prior", prior)}
