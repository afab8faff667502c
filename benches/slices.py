"""Measure comparisons by slice, next to one comparison for each slice.

    make bench
    .venv/bin/python benches/slices.py [ROUNDS]

10 models × 10,000 questions × 4 trials in 50 slices. All take turns, and figures are medians of the
rounds. The goal past reading is 30 ms.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import TYPE_CHECKING

import numpy as np

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable

MODELS, QUESTIONS, TRIALS, SLICES = 10, 10_000, 4, 50


def drawn() -> scorio.Counts:
    """Draw outcomes, and the slice of each question."""
    random = np.random.default_rng(1)
    chance = random.beta(2, 2, (1, QUESTIONS, 1)) * random.uniform(0.7, 1, (MODELS, 1, 1))
    outcomes = (random.random((MODELS, QUESTIONS, TRIALS)) < chance).astype(int)
    counts = scorio.count({f"model {place}": own for place, own in enumerate(outcomes)})
    of = {str(place): f"slice {place % SLICES}" for place in range(QUESTIONS)}
    return counts.with_field("slice", of)


def one_by_one(counts: scorio.Counts) -> list[object]:
    """Compare the models on the questions of each slice, as one does without slices."""
    found: list[object] = []
    for own in range(SLICES):
        names = [str(place) for place in range(own, QUESTIONS, SLICES)]
        found += scorio.compare(counts.select(question=names), baseline="model 0")
    return found


def main() -> None:
    """Print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    counts = drawn()
    options = {"baseline": "model 0", "slice": "slice"}
    work: dict[str, Callable[[], object]] = {
        "slices": lambda: scorio.slices(counts, **options),
        "of questions like these": lambda: scorio.slices(counts, sampled=True, **options),
        "scores by slice": lambda: counts.score(slice="slice"),
        "a comparison for each slice": lambda: one_by_one(counts),
    }
    seconds: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, one in work.items():
            start = time.perf_counter()
            one()
            seconds[name].append(time.perf_counter() - start)
    print(f"{MODELS} models × {QUESTIONS:,} questions × {TRIALS} trials in {SLICES} slices\n")
    for name, own in seconds.items():
        print(f"{name:32}{1e3 * statistics.median(own):8.1f} ms")


if __name__ == "__main__":
    main()
