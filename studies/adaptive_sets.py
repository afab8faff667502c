"""Simulated benchmarks: models of normal ability on items of normal difficulty."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table: TypeAlias = NDArray[np.float64]


def simulated(
    models: int,
    items: int,
    seed: int,
    *,
    abilities: float = 0.7,
    difficulties: float = 1.0,
    phi: float = 1.0,
) -> tuple[Table, Table, Table]:
    """Scores, abilities and difficulties. φ is 1 for successes; else scores have a beta law."""
    draws = np.random.default_rng(seed)
    theta = draws.normal(0, abilities, models)
    b = draws.normal(0, difficulties, items)
    mean = 1 / (1 + np.exp(b - theta[:, None]))
    if phi == 1.0:
        return (draws.random(mean.shape) < mean).astype(np.float64), theta, b
    trials = 1 / phi - 1
    return draws.beta(mean * trials, (1 - mean) * trials), theta, b


def s1(seed: int = 1) -> tuple[Table, Table, Table]:
    """S1: 40 models on 1,000 items of little noise, φ = 0.06, and very unlike difficulties."""
    return simulated(40, 1_000, seed, abilities=0.5, difficulties=1.5, phi=0.06)


def s6(seed: int = 5) -> tuple[Table, Table, Table]:
    """S6: successes of 40 models on 2,000 items."""
    return simulated(40, 2_000, seed)
