"""Measure scores beside costs, next to a bootstrap by NumPy, and what reading a cost takes.

    make bench
    .venv/bin/python benches/costs.py [ROUNDS]

20 models × 500 questions × 16 trials. All take turns, and figures are medians of the rounds. NumPy
draws questions 1,000 times: means of costs, costs of a success, and who is on the frontier. That is
what one would write without formulas. The goals past reading are 30 ms for figures with the
frontier, 20 ms more for 16 tries, and 150 ms more for 64 caps. Reading with a cost should take 15 %
more than without.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable

MODELS, QUESTIONS, TRIALS = 20, 500, 16
DRAWS = 1000


def drawn() -> tuple[np.ndarray, np.ndarray]:
    """Draw outcomes and lognormal costs, of models × questions × trials."""
    random = np.random.default_rng(1)
    hard = random.normal(0, 1.2, (1, QUESTIONS, 1))
    able = random.normal(0, 1.2, (MODELS, 1, 1))
    shape = (MODELS, QUESTIONS, TRIALS)
    outcomes = (random.random(shape) < 1 / (1 + np.exp(hard - able))).astype(float)
    price = np.exp(random.normal(0, 1, (MODELS, 1, 1)) + able)
    return outcomes, price * np.exp(0.5 * hard + 0.6 * random.normal(0, 1, shape))


def records(outcomes: np.ndarray, costs: np.ndarray) -> pl.DataFrame:
    """Give a row for each trial."""
    model, question, trial = (axis.ravel() for axis in np.indices(outcomes.shape))
    columns = {
        "model": model, "question": question, "trial": trial,
        "outcome": outcomes.ravel().astype(int), "cost": costs.ravel().round(6),
    }  # fmt: skip
    return pl.DataFrame(columns)


def bootstrapped(outcomes: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """Give the ends of costs and of costs of a success, and the share of draws on the frontier."""
    random = np.random.default_rng(2)
    score, cost = outcomes.mean(axis=2), costs.mean(axis=2)
    found = []
    for _ in range(DRAWS):
        own = random.integers(0, QUESTIONS, QUESTIONS)
        found.append((score[:, own].mean(axis=1), cost[:, own].mean(axis=1)))
    scores, means = (np.array(part) for part in zip(*found, strict=True))
    better = scores[:, :, None] > scores[:, None, :]
    beaten = (better & (means[:, :, None] < means[:, None, :])).any(axis=1)
    ends = np.percentile([means, means / scores], [2.5, 97.5], axis=1)
    return np.concatenate([ends.ravel(), 1 - beaten.mean(axis=0)])


def written(folder: Path, rows: pl.DataFrame) -> dict[str, Path]:
    """Write the records as JSON Lines: thin ones, and ones with an answer of 1,000 characters."""
    thin, long = folder / "thin.jsonl", folder / "long.jsonl"
    rows.write_ndjson(thin)
    answer = json.dumps("The answer is, after some thought, " + "as follows. " * 80)
    lines = thin.read_text().splitlines()
    long.write_text("\n".join(line[:-1] + f', "answer": {answer}}}' for line in lines) + "\n")
    return {"thin records": thin, "records of 1 kB": long}


def medians(work: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Give the median seconds of each, which take turns."""
    seconds: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, one in work.items():
            start = time.perf_counter()
            one()
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(own) for name, own in seconds.items()}


def main() -> None:
    """Print the tables."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    outcomes, costs = drawn()
    rows = records(outcomes, costs)
    counts = scorio.count(rows, cost="cost", trial="trial", keep_values=True)
    work: dict[str, Callable[[], object]] = {
        "figures and frontier": lambda: scorio.cost(counts),
        "with 16 tries": lambda: scorio.cost(counts, tries=16),
        "with 64 caps and crossings": lambda: scorio.cost(counts, curve=64),
        "NumPy, bootstrap of figures and frontier": lambda: bootstrapped(outcomes, costs),
    }
    found = medians(work, rounds)
    peer = found["NumPy, bootstrap of figures and frontier"]
    print(f"{MODELS} models × {QUESTIONS} questions × {TRIALS} trials, past reading\n")
    for name, seconds in found.items():
        print(f"{name:42}{1e3 * seconds:8.1f} ms{peer / seconds:8.1f} × NumPy")
    with tempfile.TemporaryDirectory() as folder:
        print(f"\nReading {outcomes.size:,} records\n")
        for name, path in written(Path(folder), rows).items():
            reading: dict[str, Callable[[], object]] = {
                "without": lambda path=path: scorio.count(path, trial="trial"),
                "with": lambda path=path: scorio.count(path, trial="trial", cost="cost"),
            }
            own = medians(reading, rounds)
            ratio = own["with"] / own["without"]
            print(f"{name:16} without a cost {own['without']:.3f} s, with {own['with']:.3f} s: "
                  f"{ratio:.2f}")  # fmt: skip


if __name__ == "__main__":
    main()
