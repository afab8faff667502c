"""What the functions of `scorio.eval` return."""

from __future__ import annotations

from typing import NamedTuple


class Estimate(NamedTuple):
    """A score and its posterior standard deviation."""

    mu: float
    sigma: float


class Interval(NamedTuple):
    """A score, its posterior standard deviation, and its credible interval."""

    mu: float
    sigma: float
    lo: float
    hi: float
