"""The difficulty of questions: models by questions, the hardest on the left."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from scorio.plot.matrix import Cell, Grid, matrix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorio.plot.figure import Figure

# More questions are drawn in groups of equally many.
_MOST = 150
_NAMED = 40


def questions(
    title: str, models: Sequence[str], names: Sequence[str], scores: Mapping[tuple[str, int], float]
) -> Figure:
    """Draw the score of each model on each question, the stronger the higher."""
    size = -(-len(names) // _MOST)
    groups = [range(at, min(at + size, len(names))) for at in range(0, len(names), size)]
    values = list(scores.values())
    low, high = min([0.0, *values]), max([1.0, *values])
    cells: list[list[Cell | None]] = []
    for model in models:
        line: list[Cell | None] = []
        for group in groups:
            own = [scores[model, at] for at in group if (model, at) in scores]
            if not own:
                line.append(None)
                continue
            mean = fmean(own)
            what = names[group[0]] if size == 1 else f"{len(own)} questions from {names[group[0]]}"
            share = (mean - low) / (high - low)
            line.append(Cell("", share, 0, f"{model}, {what}: {mean:.4f}", mean))
        cells.append(line)
    columns = [names[group[0]] if len(groups) <= _NAMED else "" for group in groups]
    of = f", {size} in each cell" if size > 1 else ""
    across = (
        f"{len(names):,} questions, the hardest on the left{of}; the stronger, the higher the score"
    )
    hardest = f"{names[0]} is the hardest question, {names[-1]} the easiest."
    return matrix(title, hardest, Grid(models, columns, across, 26), cells)
