"""Measure scores beside costs, next to a bootstrap by NumPy, and what reading a cost takes.

    make bench
    .venv/bin/python benches/costs.py [ROUNDS]

20 models × 500 questions × 16 trials. All take turns. NumPy draws questions 1,000 times: means of
costs, costs of a success, and who is on the frontier. That is what one writes without formulas.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from page import begin, duration, figure, table, turns

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable

TITLE = "Costs"
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
    return {"of 90 bytes": thin, "of 1 kB": long}


def main() -> None:
    """Print the section."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    outcomes, costs = drawn()
    rows = records(outcomes, costs)
    counts = scorio.count(rows, cost="cost", trial="trial", keep_values=True)
    work: dict[str, Callable[[], object]] = {
        "`cost`": lambda: scorio.cost(counts),
        "`cost(tries=16)`": lambda: scorio.cost(counts, tries=16),
        "`cost(curve=64)`": lambda: scorio.cost(counts, curve=64),
        "NumPy": lambda: bootstrapped(outcomes, costs),
    }
    begin(
        TITLE,
        f"""{MODELS} models have {TRIALS} trials with a cost on each of {QUESTIONS} questions.
        `cost` gives figures with intervals, and the frontier. NumPy gives them by {DRAWS:,} draws
        of questions.""",
    )
    found = turns(work, rounds)
    print(table(["call", "time", "NumPy / call"],
                [[name, duration(own), figure(found["NumPy"] / own)]
                 for name, own in found.items()]))  # fmt: skip
    print(f"Reading {outcomes.size:,} records of JSON Lines, without a cost and with one:\n")
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for name, path in written(Path(folder), rows).items():
            reading: dict[str, Callable[[], object]] = {
                "without": lambda path=path: scorio.count(path, trial="trial"),
                "with": lambda path=path: scorio.count(path, trial="trial", cost="cost"),
            }
            without, own = turns(reading, rounds).values()
            lines.append([name, duration(without), duration(own), figure(own / without)])
    print(table(["records", "without", "with", "with / without"], lines))


if __name__ == "__main__":
    main()
