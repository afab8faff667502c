"""Intervals of assisted scores: a random sample of a bank, and curves that scorio calibrates."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

import scorio
from scorio import adaptive

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

ITEMS = 300
CALIBRATING = 30
ASKED = (4, 10, 20, 25, 50, 100)
ABILITIES = (-2.0, 0.0, 2.0, 4.0)
# Banks in which the curves have one shape, or slopes that the bank does not know.
SLOPES = (0.0, 0.6)


class Banked(NamedTuple):
    """A calibrated bank, and the curves of its items in truth."""

    bank: adaptive.ItemBank
    names: list[str]
    difficulty: NDArray[np.float64]
    slope: NDArray[np.float64]


def banked(random: np.random.Generator, scatter: float) -> Banked:
    """Calibrate a bank on models of normal ability."""
    difficulty = random.normal(0, 1.5, ITEMS)
    slope = np.exp(random.normal(0, scatter, ITEMS))
    models = random.normal(0, 1.5, CALIBRATING)
    p = 1 / (1 + np.exp(-slope * (models[:, None] - difficulty)))
    names = [f"q{i:03}" for i in range(ITEMS)]
    frame = pl.DataFrame(
        {
            "model": np.repeat([f"m{i:02}" for i in range(CALIBRATING)], ITEMS),
            "question": names * CALIBRATING,
            "outcome": random.binomial(1, p).ravel(),
        }
    )
    return Banked(adaptive.ItemBank.fit(scorio.count(frame)), names, difficulty, slope)


def missed(one: Banked, ability: float, asked: int, random: np.random.Generator) -> tuple[int, int]:
    """Whether the truth is below and above the interval of a new model."""
    outcomes = random.binomial(1, 1 / (1 + np.exp(-one.slope * (ability - one.difficulty))))
    chosen = random.permutation(ITEMS)[:asked]
    seen = {one.names[i]: int(outcomes[i]) for i in chosen}
    lo, hi = adaptive.ability(one.bank, seen).score_interval(assisted=True)
    truth = outcomes.mean()
    return int(truth < lo - 1e-9), int(truth > hi + 1e-9)


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the table."""
    yield f"The truth is the share of a bank's {ITEMS} items that a new model solves. The bank is"
    yield f"calibrated on {CALIBRATING} others.\n"
    yield f"| bank, ability | {' | '.join(f'{n} items' for n in ASKED)} |"
    yield "|---|" + "---|" * len(ASKED)
    for scatter in SLOPES:
        random = np.random.default_rng([seed, int(10 * scatter)])
        banks = [banked(random, scatter) for _ in range(5)]
        for ability in ABILITIES:
            cells = []
            for asked in ASKED:
                found = [missed(banks[i % 5], ability, asked, random) for i in range(runs)]
                below, above = np.mean(found, axis=0)
                share = f"{1 - below - above:.2f}".removeprefix("0")
                cells.append(f"{share} {100 * below:.0f}/{100 * above:.0f}")
            known = "equal slopes" if scatter == 0 else f"slopes, ln sd {scatter:g}"
            yield f"| {known}, {ability:+g} | {' | '.join(cells)} |"
    yield ""
