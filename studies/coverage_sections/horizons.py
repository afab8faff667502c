"""Horizons: their intervals, the ratio of two models, and the doubling time."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from coverage_suites import Misses, misses
from scipy import special

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

# Lengths are 2^0 to 2^11 minutes. A doubling takes this from the logit.
DOUBLINGS, SLOPE = 11.0, 0.8
# How tasks of a length differ in it, by task and by family. Models share this part of their luck.
TASK, FAMILY, SHARED = 1.0, 0.7, 0.7
DESIGNS = ((20, 1, 4), (40, 2, 6), (80, 3, 8))
HORIZONS = (32.0, 360.0)
AT = (0.5, 0.8)
# Families whose curve is the truth.
MANY = 20_000
# The models of a doubling time: their days, and doublings a day.
DAYS, RATE = (0.0, 240.0, 480.0, 720.0, 960.0), 1 / 200
# Each cell has so many times as many runs as other tables.
MORE = 1.5
READ = {"total": "total", "correct": "correct"}
# How far models scatter about the line, in doublings.
SCATTER = 0.5


class Suite(NamedTuple):
    """Tasks with their families and weights, and the chances of models to solve each."""

    family: NDArray[np.int64]
    x: Numbers
    weight: Numbers
    p: Numbers

    def tried(self, random: np.random.Generator, trials: int) -> pl.DataFrame:
        """Draw trials."""
        models, tasks = self.p.shape
        return pl.DataFrame({
            "model": np.repeat([f"m{place}" for place in range(models)], tasks),
            "question": np.tile(np.arange(tasks), models),
            "family": np.tile(self.family, models),
            "weight": np.tile(self.weight, models),
            "minutes": np.tile(np.exp2(self.x), models),
            "total": np.full(models * tasks, trials),
            "correct": random.binomial(trials, self.p).ravel(),
        })  # fmt: skip


def suite(
    random: np.random.Generator, families: int, sizes: tuple[int, ...], log2: Numbers
) -> Suite:
    """Draw families, whose sizes are drawn from some, and models whose h50 are about these."""
    size = random.choice(sizes, families)
    family = np.repeat(np.arange(families), size)
    x = random.uniform(0, DOUBLINGS, len(family))
    own = np.sqrt(1 - SHARED)
    shape = (len(log2), families), (len(log2), len(family))
    of_family = FAMILY * (
        np.sqrt(SHARED) * random.standard_normal(families) + own * random.standard_normal(shape[0])
    )
    of_task = TASK * (
        np.sqrt(SHARED) * random.standard_normal(len(family))
        + own * random.standard_normal(shape[1])
    )
    logit = SLOPE * (log2[:, None] - x) + of_family[:, family] + of_task
    return Suite(family, x, 1 / np.sqrt(size[family]), special.expit(logit))


def curve(x: Numbers, y: Numbers, weight: Numbers) -> Numbers:
    """Fit log2 of the horizons at these shares, by plain Newton steps."""
    design = np.stack([np.ones_like(x), x - x.mean()])
    at = np.array([special.logit(np.average(y, weights=weight)), 0.0])
    for _ in range(30):
        p = special.expit(at @ design)
        information = (design * (weight * p * (1 - p))) @ design.T
        step = np.linalg.solve(information, design @ (weight * (y - p)))
        at = at + step
    found: Numbers = x.mean() + (special.logit(np.array(AT)) - at[0]) / at[1]
    return found


@cache
def truth(sizes: tuple[int, ...], minutes: float, *, weighted: bool) -> tuple[float, ...]:
    """Give the horizons of the curve of very many families."""
    found = suite(np.random.default_rng(7), MANY, sizes, np.array([np.log2(minutes)]))
    weight = found.weight if weighted else np.ones_like(found.x)
    return tuple(curve(found.x, found.p[0], weight))


class Ends(NamedTuple):
    """Intervals of log2 of a horizon, with what they should contain."""

    lo: list[float]
    hi: list[float]
    true: list[float]

    def add(self, lo: float | None, hi: float | None, true: float) -> None:
        """Add an interval, which may have no ends."""
        self.lo.append(-np.inf if lo is None else lo)
        self.hi.append(np.inf if hi is None else hi)
        self.true.append(true)

    def cell(self) -> str:
        """Coverage, and percents of runs whose truth is below and above."""
        return self.misses().cell()

    def misses(self) -> Misses:
        """Shares of runs whose truth is below and above."""
        return misses(np.array(self.lo), np.array(self.hi), np.array(self.true))

    def width(self) -> str:
        """Half the width in doublings, in the middle of the runs."""
        return f"{np.median(np.array(self.hi) - np.array(self.lo)) / 2:.2f}"


def empty() -> Ends:
    """Give no interval."""
    return Ends([], [], [])


def single(
    design: tuple[int, int, int], minutes: float, sizes: tuple[int, ...], runs: int, seed: int
) -> list[str]:
    """Measure the horizons of one model."""
    families, _, trials = design
    weighted = len(sizes) > 1
    random = np.random.default_rng([seed, int(minutes), *design, len(sizes)])
    true = truth(sizes, minutes, weighted=weighted)
    like, these, unbounded = [empty(), empty()], [empty(), empty()], 0
    for _ in range(runs):
        drawn = suite(random, families, sizes, np.array([np.log2(minutes)]))
        weight = drawn.weight if weighted else np.ones_like(drawn.x)
        frame = drawn.tried(random, trials)
        own = curve(drawn.x, drawn.p[0], weight)
        reading = READ | ({"weight": "weight"} if weighted else {})
        found = scorio.horizon(frame, "minutes", cluster="family", **reading)
        alone = scorio.horizon(frame, "minutes", these=True, **reading)
        unbounded += found[0].unbounded
        for place in range(len(AT)):
            like[place].add(found[place].log2_lo, found[place].log2_hi, true[place])
            these[place].add(alone[place].log2_lo, alone[place].log2_hi, own[place])
    cells = [one.cell() for one in (*like, *these)]
    return [*cells, like[0].width(), f"{100 * unbounded / runs:.0f}"]


def compared(design: tuple[int, int, int], runs: int, seed: int) -> str:
    """Measure the ratio of two models that share tasks."""
    families, size, trials = design
    random = np.random.default_rng([seed, 1, *design])
    minutes = np.array([32.0, 128.0])
    ends = empty()
    true = [truth((size,), one, weighted=False)[0] for one in minutes]
    for _ in range(runs):
        frame = suite(random, families, (size,), np.log2(minutes)).tried(random, trials)
        found = scorio.horizon(frame, "minutes", cluster="family", baseline="m0", at=[0.5], **READ)
        if found.ratios and found.ratios[0].lo is not None:
            ends.add(np.log2(found.ratios[0].lo), np.log2(found.ratios[0].hi), true[1] - true[0])
    return ends.cell()


def doubled(design: tuple[int, int, int], scatter: float, runs: int, seed: int) -> str:
    """Measure doublings a day of models on a line, about which they may scatter."""
    families, size, trials = design
    random = np.random.default_rng([seed, 2, int(10 * scatter), *design])
    days = np.array(DAYS)
    line = 3.0 + RATE * days
    ends = empty()
    # The curve over unlike tasks has the same middle, so the line of h50 is that of the models.
    for _ in range(runs):
        log2 = line + scatter * random.standard_normal(len(days))
        frame = suite(random, families, (size,), log2).tried(random, trials)
        dates = {f"m{place}": day for place, day in enumerate(DAYS)}
        found = scorio.horizon(frame, "minutes", cluster="family", dates=dates, at=[0.5], **READ)
        if found.doublings and found.doublings[0].lo is not None:
            row = found.doublings[0]
            # An end that is missing stands for no growth.
            ends.add(0.0 if row.hi is None else 1 / row.hi, 1 / row.lo, RATE)
    return ends.cell()


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the tables."""
    runs = int(MORE * runs)
    yield "Lengths are 1 to 2,048 minutes, and a doubling takes .8 from the logit. Tasks of a"
    yield f"length differ in it: sd {TASK:g} by task, {FAMILY:g} by family. The truth is the curve"
    yield "of 20,000 families, or that of the chances of these tasks. A size is families × tasks of"
    yield "each × trials. With 1–5 tasks a family, tasks have the weight 1 / √n. Each cell has"
    yield f"{runs} runs. The last columns are half the median width of h50, in doublings, and"
    yield "percents of runs without finite ends, which contain everything.\n"
    yield "| horizon | size | like: h50 | h80 | these: h50 | h80 | ± doublings | unbounded |"
    yield "|---|---|---|---|---|---|---|---|"
    for minutes, design in product(HORIZONS, DESIGNS):
        cells = single(design, minutes, (design[1],), runs, seed)
        size = "×".join(map(str, design))
        yield f"| {minutes:g} min | {size} | {' | '.join(cells)} |"
    for families, trials in ((40, 4), (80, 6)):
        cells = single((families, 0, trials), 32.0, (1, 2, 3, 4, 5), runs, seed)
        yield f"| 32 min | {families}×1–5×{trials}, weights | {' | '.join(cells)} |"
    yield ""
    yield "Two models, of 32 and 128 minutes, share .7 of what tasks differ in. So do five models,"
    yield "whose horizons double in 200 days. They lie on the line, or scatter about it.\n"
    yield "| size | ratio | doublings a day | the same, models scatter by .5 doublings |"
    yield "|---|---|---|---|"
    for design in DESIGNS:
        cells = [compared(design, runs, seed)]
        cells += [doubled(design, scatter, runs, seed) for scatter in (0.0, SCATTER)]
        yield f"| {'×'.join(map(str, design))} | {' | '.join(cells)} |"
    yield ""
