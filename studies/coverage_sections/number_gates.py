"""False verdicts of gates of numeric scores at .95, where the true mean is the level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import scorio
from coverage_sections.numbers import SUITES, outcomes, summed

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("normal", "exponential", "Beta(.5, 4)", "lognormal 1", "minus lognormal 1")
# Single trials are about questions like these, and several ones about these questions.
CELLS = ((30, 1), (100, 1), (30, 4))


def verdicts(name: str, cell: tuple[int, int], runs: int, seed: list[int]) -> tuple[float, float]:
    """Give the shares of false passes and of false fails."""
    drawn, level = outcomes(SUITES[name], cell, runs, seed)
    found = [row.verdict for row in scorio.gate(summed(drawn), level, sampled=cell[1] == 1)]
    return found.count("pass") / runs, found.count("fail") / runs


def section(runs: int, seed: int) -> Iterator[str]:
    """Give one table."""
    yield f"Measured with {5 * runs} runs in a cell: false pass, false fail. Of single trials the"
    yield "gate is about questions like these, of four about these questions.\n"
    yield "| outcomes | " + " | ".join(f"{m}×{n}" for m, n in CELLS) + " |"
    yield "|---|" + "---|" * len(CELLS)
    for number, name in enumerate(NAMES):
        each = [verdicts(name, cell, 5 * runs, [seed, number, *cell]) for cell in CELLS]
        cells = (f"{passes:.3f}, {fails:.3f}".replace("0.", ".") for passes, fails in each)
        yield f"| {name} | " + " | ".join(cells) + " |"
    yield ""
