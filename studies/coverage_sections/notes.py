"""How often the notes about unlike suites are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from coverage_suites import SUITES, Cell, drawn

from coverage_sections.unlike import dependent, uneven

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import scorio

CELLS = ((30, 2), (30, 4), (100, 2), (100, 4))
UNEVEN = {"N to 3 N trials": uneven, "hard N trials, easy 6 N": dependent}
NOTES = ("The number of trials depends", "Few questions have both")


def noted(counts: scorio.Counts) -> list[float]:
    """Give the shares of models, each alone in its table, that have each note."""
    found = np.zeros(len(NOTES))
    for model in counts.models:
        lines = counts.select(model=model).score().notes
        found += [any(line.startswith(words) for line in lines) for words in NOTES]
    return list(found / len(counts.models))


def suites(runs: int, seed: int) -> Iterator[tuple[str, Callable[[int, int], scorio.Counts]]]:
    """Give each suite by its name, as a function of questions and trials."""
    for name in SUITES:
        yield name, lambda m, n, name=name: drawn(Cell(name, m, n), runs, seed).counts()
    for name, suite in UNEVEN.items():
        yield (
            name,
            lambda m, n, suite=suite: suite(np.random.default_rng([seed, m, n]), runs, m, n)[0],
        )


def section(runs: int, seed: int) -> Iterator[str]:
    """Give a table of both rates."""
    yield "Percent of runs with each note: the trials depend on success, and few questions tell.\n"
    yield "| suite | " + " | ".join(f"{m}×{n}" for m, n in CELLS) + " |"
    yield "|---|" + "---|" * len(CELLS)
    for name, counts in suites(runs, seed):
        cells = ("/".join(f"{100 * one:.0f}" for one in noted(counts(m, n))) for m, n in CELLS)
        yield f"| {name} | " + " | ".join(cells) + " |"
    yield ""
