"""Measure horizons of many models, next to a logistic fit by NumPy.

    make bench
    .venv/bin/python benches/horizons.py [ROUNDS]

40 models × 250 tasks × 8 trials, in 80 families. NumPy fits the same curves by Newton steps, and
has no intervals.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from page import begin, duration, figure, table, turns

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable

TITLE = "Horizons"
MODELS, TASKS, TRIALS, FAMILIES = 40, 250, 8, 80


def drawn() -> tuple[np.ndarray, np.ndarray]:
    """Draw log2 of the lengths, and successes of models × tasks."""
    random = np.random.default_rng(1)
    x = random.uniform(-1, 11, TASKS)
    middle = np.linspace(1, 9, MODELS)[:, None]
    logit = 0.8 * (middle - x) + random.normal(0, 1, (MODELS, TASKS))
    return x, random.binomial(TRIALS, 1 / (1 + np.exp(-logit)))


def records(x: np.ndarray, successes: np.ndarray) -> pl.DataFrame:
    """Give a row for each model and task."""
    model, task = (axis.ravel() for axis in np.indices(successes.shape))
    return pl.DataFrame({
        "model": model, "question": task, "family": task % FAMILIES,
        "minutes": np.exp2(x)[task].round(4), "total": np.full(model.size, TRIALS),
        "correct": successes.ravel(),
    })  # fmt: skip


def fitted(x: np.ndarray, successes: np.ndarray) -> np.ndarray:
    """Fit each curve by plain Newton steps, and give the horizons at a half."""
    design = np.stack([np.ones_like(x), x - x.mean()])
    found = []
    for shares in successes / TRIALS:
        at = np.zeros(2)
        for _ in range(25):
            p = 1 / (1 + np.exp(-at @ design))
            step = np.linalg.solve((design * (p * (1 - p))) @ design.T, design @ (shares - p))
            at = at + step
            if np.abs(step).max() < 1e-13:
                break
        found.append(2 ** (x.mean() - at[0] / at[1]))
    return np.array(found)


def main(rounds: int = 15) -> None:
    """Compare the horizons with NumPy's, measure, and print the section."""
    x, successes = drawn()
    frame = records(x, successes)
    reading = {"total": "total", "correct": "correct", "cluster": "family", "fields": ["minutes"]}
    counts = scorio.count(frame, **reading)
    dates = {str(model): 30 * model for model in range(MODELS)}
    same = {row.model: row.horizon for row in scorio.horizon(counts, "minutes") if row.at < 0.7}
    plain = fitted(np.log2(np.exp2(x).round(4)), successes)
    for model, horizon in enumerate(plain):
        if abs(same[str(model)] / horizon - 1) > 1e-9:
            raise SystemExit(f"model {model}: {same[str(model)]} is not {horizon}")
    calls: dict[str, Callable[[], object]] = {
        "reading a data frame": lambda: scorio.count(frame, **reading),
        "`horizon`": lambda: scorio.horizon(counts, "minutes"),
        "by family": lambda: scorio.horizon(counts, "minutes", cluster="cluster"),
        "by family, with ratios and doubling time": lambda: scorio.horizon(
            counts, "minutes", cluster="cluster", baseline="0", dates=dates
        ),
        "NumPy": lambda: fitted(x, successes),
    }
    begin(
        TITLE,
        f"""{MODELS} models have {TRIALS} trials on each of {TASKS} tasks in {FAMILIES} families.
        NumPy fits the same curves by Newton's steps, without intervals.""",
    )
    found = turns(calls, rounds)
    print(table(["call", "time", "NumPy / call"],
                [[name, duration(own), figure(found["NumPy"] / own)]
                 for name, own in found.items()]))  # fmt: skip


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
