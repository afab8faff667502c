"""Intervals of numeric scores whose outcomes are skewed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from coverage_suites import CONFIDENCE, Misses, misses
from scipy import stats

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Draw = Callable[[np.random.Generator, tuple[int, ...]], NDArray[np.float64]]


class Suite(NamedTuple):
    """How outcomes are drawn, and their true mean."""

    draw: Draw
    mean: float


def lognormal(sigma: float, sign: int = 1) -> Suite:
    """Outcomes e^x of a normal x, or the opposite."""

    def draw(random: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float64]:
        return sign * np.exp(sigma * random.normal(size=shape))

    return Suite(draw, sign * float(np.exp(sigma**2 / 2)))


def bimodal(random: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Nine of ten near 0, and one near 10."""
    return 10 * (random.random(shape) < 1 / 10) + random.normal(size=shape)


SUITES = {
    "normal": Suite(lambda random, shape: random.normal(size=shape), 0.0),
    "exponential": Suite(lambda random, shape: random.exponential(size=shape), 1.0),
    "Beta(.5, 4)": Suite(lambda random, shape: random.beta(0.5, 4, shape), 0.5 / 4.5),
    "bimodal 90/10": Suite(bimodal, 1.0),
    "lognormal .5": lognormal(0.5),
    "lognormal 1": lognormal(1.0),
    "minus lognormal 1": lognormal(1.0, -1),
    "lognormal 1.5": lognormal(1.5),
}
NOTE = "A few large outcomes"
LIKE = ((30, 1), (100, 1), (400, 1))
THESE = ((30, 2), (30, 4), (100, 4), (30, 16))


class Found(NamedTuple):
    """Misses of the interval and of score ± tσ, how much wider the first is, and how many warn."""

    hull: Misses
    plain: Misses
    width: float
    warned: float

    def cell(self) -> str:
        """All of it."""
        shares = [self.plain.cell().split(" ")[0], self.hull.cell()]
        return f"{' → '.join(shares)}, {self.width:.1f}, {100 * self.warned:.0f}"


def outcomes(
    suite: Suite, cell: tuple[int, int], runs: int, seed: list[int]
) -> tuple[NDArray[np.float64], float]:
    """Draw runs × questions × trials, and give the true mean of all runs."""
    random, (questions, trials) = np.random.default_rng(seed), cell
    single = trials == 1
    centres = np.zeros((1, questions, 1)) if single else random.normal(0, 2, (1, questions, 1))
    drawn = centres + suite.draw(random, (runs, questions, trials))
    return drawn, suite.mean + float(centres.mean())


def summed(drawn: NDArray[np.float64]) -> scorio.Sums:
    """Sum each run as a model of its own."""
    runs, questions, trials = drawn.shape
    frame = pl.DataFrame(
        {
            "model": np.repeat(np.arange(runs), questions * trials),
            "question": np.tile(np.repeat(np.arange(questions), trials), runs),
            "outcome": drawn.ravel(),
        }
    )
    return scorio.count(frame, numeric=True)


def measured(suite: Suite, cell: tuple[int, int], runs: int, seed: list[int]) -> Found:
    """Score simulated runs, each as a model of its own."""
    (questions, trials), single = cell, cell[1] == 1
    drawn, mean = outcomes(suite, cell, runs, seed)
    sums = summed(drawn)
    rows = sums.score(sampled=single)
    order = [int(row.model) for row in rows]
    lo, hi = (np.array([getattr(row, end) for row in rows]) for end in ("lo", "hi"))
    mu, sigma = (np.array([getattr(row, name) for row in rows]) for name in ("score", "sigma"))
    degrees = questions - 1 if single else questions * (trials - 1)
    half = stats.t.ppf((1 + CONFIDENCE) / 2, degrees) * sigma
    truth = np.full(len(order), mean)
    alone = [sums.select(model=str(model)).score(sampled=single).notes for model in order[:100]]
    warned = np.mean([any(line.startswith(NOTE) for line in lines) for lines in alone])
    width = float(np.median((hi - lo) / (2 * half)))
    plain = misses(mu - half, mu + half, truth)
    return Found(misses(lo, hi, truth), plain, width, float(warned))


def section(runs: int, seed: int) -> Iterator[str]:
    """Give a table for each target."""
    yield "In a cell: coverage of score ± tσ → of the interval, percent below and above it, how"
    yield "many times as wide it is, and the percent of runs with a note.\n"
    for title, cells in (("questions like these", LIKE), ("these questions", THESE)):
        yield f"### {title.capitalize()}\n"
        yield "| outcomes | " + " | ".join(f"{m}×{n}" for m, n in cells) + " |"
        yield "|---|" + "---|" * len(cells)
        for number, (name, suite) in enumerate(SUITES.items()):
            found = [measured(suite, cell, runs, [seed, number, *cell]) for cell in cells]
            yield f"| {name} | " + " | ".join(one.cell() for one in found) + " |"
        yield ""
