"""Measure comparisons by slice, next to one comparison for each slice.

    make bench
    .venv/bin/python benches/slices.py [ROUNDS]

10 models × 10,000 questions × 4 trials in 50 slices, after reading. All take turns.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
from page import begin, duration, figure, table, turns

import scorio

if TYPE_CHECKING:
    from collections.abc import Callable

TITLE = "Slices"
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
    """Print the section."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    counts = drawn()
    options = {"baseline": "model 0", "slice": "slice"}
    work: dict[str, Callable[[], object]] = {
        "`slices`": lambda: scorio.slices(counts, **options),
        "`slices(sampled=True)`": lambda: scorio.slices(counts, sampled=True, **options),
        "`score(slice=…)`": lambda: counts.score(slice="slice"),
        "a `compare` for each slice": lambda: one_by_one(counts),
    }
    begin(
        TITLE,
        f"""{MODELS} models have {TRIALS} trials on each of {QUESTIONS:,} questions in {SLICES}
        slices. The last line compares the models on the questions of each slice, one slice after
        the other.""",
    )
    found = turns(work, rounds)
    first = found["`slices`"]
    print(table(["call", "time", "time / first line"],
                [[name, duration(own), figure(own / first)]
                 for name, own in found.items()]))  # fmt: skip


if __name__ == "__main__":
    main()
