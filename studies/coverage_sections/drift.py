"""Series of runs: false alarms over many looks, and the delay until a loss is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

LOOKS, CHANGE, LATEST = 200, 30, 90
LOSSES = (0.03, 0.05)
# Questions scatter so much around their mean, as logits.
SPREAD = 1.5


class Suite(NamedTuple):
    """Questions, trials of each in a run, and the mean of their logits."""

    questions: int
    trials: int
    level: float = 0.5


SUITES = (
    Suite(50, 1), Suite(100, 4), Suite(500, 1), Suite(500, 4), Suite(100, 4, 3.0), Suite(2000, 1),
)  # fmt: skip


def charted(suite: Suite, runs: int, loss: float, seed: list[int]) -> scorio.DriftChart:
    """Draw a series whose chances are lower by a factor from the change on, and chart it."""
    random = np.random.default_rng(seed)
    chances = 1 / (1 + np.exp(-random.normal(suite.level, SPREAD, suite.questions)))
    after = chances * (1 - loss / chances.mean())
    table: dict[str, NDArray[np.int64]] = {}
    for run in range(runs):
        own = chances if run < CHANGE else after
        table[f"run {run}"] = (
            random.random((suite.questions, suite.trials)) < own[:, None]
        ).astype(np.int64)
    return scorio.drift(scorio.count(table))


def alarms(suite: Suite, runs: int, seed: int) -> float:
    """Give the share of series without a change that leave their limits."""
    left = [
        charted(suite, LOOKS, 0.0, [seed, 1, suite.questions, suite.trials, run]).verdict.left_at
        for run in range(runs)
    ]
    return sum(one is not None for one in left) / runs


def delay(suite: Suite, loss: float, runs: int, seed: int) -> tuple[float, float, float]:
    """Give the median delay, the share found in 30 runs, and how often the interval holds."""
    delays, held = [], 0
    for run in range(runs):
        place = round(1000 * loss)
        chart = charted(suite, LATEST, loss, [seed, 2, suite.questions, suite.trials, place, run])
        first = next((at for at, row in enumerate(chart) if row.left), LATEST)
        if first < CHANGE:
            continue
        delays.append(first - CHANGE + 1)
        found = chart.verdict
        if found.lo is not None and found.hi is not None:
            held += found.lo <= -loss <= found.hi
    late = LATEST - CHANGE
    seen = sum(one <= late for one in delays)
    share = sum(one <= late // 2 for one in delays) / len(delays)
    return float(np.median(delays)), share, held / seen if seen else float("nan")


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the tables."""
    few = max(runs // 4, 20)
    yield (
        f"At most 5% of {runs} series of {LOOKS} runs that never change may leave their limits. "
        f"Then {few} series lose 3 or 5 points behind run {CHANGE}. The table has the median "
        "number of runs until that is found, the share that is found within 30 runs, and the share "
        "of intervals of the difference that contain it."
    )
    yield ""
    yield (
        "| questions × trials, mean score | σ of a run | false alarms "
        "| 3 points: runs, found, interval | 5 points |"
    )
    yield "|---|--:|--:|--:|--:|"
    for suite in SUITES:
        chart = charted(suite, 10, 0.0, [seed, 3, suite.questions, suite.trials])
        score = np.mean([row.score for row in chart])
        cells = []
        for loss in LOSSES:
            median, share, held = delay(suite, loss, few, seed)
            later = f"> {LATEST - CHANGE}" if median > LATEST - CHANGE else f"{median:g}"
            cells.append(f"{later}, {100 * share:.0f}%, {held:.2f}")
        yield (
            f"| {suite.questions} × {suite.trials}, {score:.2f} | {chart[-1].sigma:.4f} "
            f"| {alarms(suite, runs, seed):.3f} | {' | '.join(cells)} |"
        )
    yield ""
