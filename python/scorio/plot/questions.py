"""The difficulty of questions: models by questions, the hardest on the left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._numpy import np
from scorio.plot.matrix import Cell, Grid, matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from scorio.plot.figure import Figure

# More questions are drawn in groups of equally many.
_MOST = 150
_NAMED = 40


def questions(
    title: str,
    models: Sequence[str],
    names: Sequence[str],
    scores: NDArray[np.float64],
    most: int = _MOST,
) -> Figure:
    """Draw the score of each model on each question, the stronger the higher.

    `scores` has a row for each model and a column for each question, NaN where there is none. With
    more than `most` questions, several share a cell.
    """
    size = -(-len(names) // most)
    groups = [range(at, min(at + size, len(names))) for at in range(0, len(names), size)]
    known = np.isfinite(scores)
    starts = [group[0] for group in groups]
    numbers = np.add.reduceat(known, starts, axis=1, dtype=np.int64).tolist()
    sums = np.add.reduceat(np.where(known, scores, 0.0), starts, axis=1).tolist()
    low, high = min(0.0, scores[known].min()), max(1.0, scores[known].max())
    cells: list[list[Cell | None]] = []
    for place, model in enumerate(models):
        line: list[Cell | None] = []
        for group, number, total in zip(groups, numbers[place], sums[place], strict=True):
            if not number:
                line.append(None)
                continue
            mean = total / number
            what = names[group[0]] if size == 1 else f"{number} questions from {names[group[0]]}"
            share = (mean - low) / (high - low)
            line.append(Cell("", share, 0, f"{model}, {what}: {mean:.4f}", mean))
        cells.append(line)
    columns = [names[group[0]] if len(groups) <= _NAMED else "" for group in groups]
    of = f"each cell is the mean of {size} questions, " if size > 1 else ""
    across = f"{of}the stronger the colour, the higher the score"
    hardest = f"{names[0]} is the hardest question, {names[-1]} the easiest."
    return matrix(title, hardest, Grid(models, columns, across, 26), cells)
