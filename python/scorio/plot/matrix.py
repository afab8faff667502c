"""Matrices: a shaded cell for each row and column."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio.plot.figure import Drawing, Figure, short
from scorio.plot.parts import (
    heading,
    labelled,
    names,
    room_for,
    room_for_heading,
    text,
    tip,
)
from scorio.plot.widths import pixels

if TYPE_CHECKING:
    from collections.abc import Sequence

_SLOPE = 0.72
# Pixels of a line, and of a cell that is too narrow for a gap beside it.
_LEAST_LINE, _MOST_LINE, _GAPLESS = 20, 30, 6
# Pixels of a line of more than so many.
_TIGHT, _MANY = 15, 40
# Pixels of a name above the cells, and of a drawing that is widened for its title.
_MOST_HEAD, _MOST_TITLED = 150, 480
# Pixels between two names above the cells.
_LEAST_HEAD = 19
# Pixels of the figures in cells, the smaller where they are narrow.
_SIZES = (11, 10, 9)
# From these shares on, the figure of a cell has the colour of dark paper, and of light paper.
# Its contrast with the cell is at least 3.
_MIDDLE, _DARK = 0.62, 0.82
# From this share on, blue of Vega's scale needs light ink.
_VEGA_DARK = 0.55


class Cell(NamedTuple):
    """A figure in a cell, how strong its colour is in [0, 1], which it is, and what it says."""

    shown: str
    share: float
    hue: int
    said: str
    value: float | None


class Grid(NamedTuple):
    """What stands at the sides of a matrix, and how large its cells are at most."""

    rows: Sequence[str]
    columns: Sequence[str]
    across: str = ""
    most: float = 46
    around_half: bool = False


def matrix(
    title: str, described: str, grid: Grid, cells: Sequence[Sequence[Cell | None]]
) -> Figure:
    """Draw the cells, row by row. There is no cell where it is None."""
    lines = names(grid.rows)
    left = max(room_for(lines) + 20, 60)
    heads = names(grid.columns, _MOST_HEAD) if any(grid.columns) else []
    slope = room_for(heads) * _SLOPE
    size = max(min(grid.most, 900 / max(len(grid.columns), 1)), 2.0)
    least = _TIGHT if len(grid.rows) > _MANY else _LEAST_LINE
    high = max(min(size, _MOST_LINE), least)
    every = math.ceil(_LEAST_HEAD / size)
    top = 44 + (slope * 0.9 + 10 if heads else 4)
    cells_end = left + size * len(grid.columns)
    heads_end = max(
        (
            left + size * (at + 0.5) + pixels(head) * _SLOPE
            for at, head in enumerate(heads)
            if at % every == 0
        ),
        default=0,
    )
    width = max(cells_end + 16, heads_end + 8, min(room_for_heading(title), _MOST_TITLED))
    half = pixels(grid.across) / 2 + 12
    width = max(width, 2 * half)
    parts = [heading(title, width)]
    for place, head in enumerate(heads):
        if place % every:
            continue
        x = left + size * (place + 0.5)
        turned = f'class="dim" transform="rotate(-40 {short(x)} {short(top - 6)})"'
        parts.append(labelled(x, top - 6, head, grid.columns[place], turned))
    for row, label in enumerate(grid.rows):
        y = top + high * row
        middle = y + high / 2 + 4
        parts.append(labelled(left - 10, middle, lines[row], label, 'text-anchor="end"'))
        for column, cell in enumerate(cells[row]):
            if cell is not None:
                parts.append(_cell(cell, left + size * column, y, size, high))
    below = top + high * len(grid.rows) + 20
    if grid.across:
        middle = min(max(left + size * len(grid.columns) / 2, half), width - half)
        parts.append(text(middle, below, grid.across, 'text-anchor="middle"'))
        below += 16
    return Figure(title, described, Drawing(width, below, parts), _vega(grid, cells))


def _cell(cell: Cell, x: float, y: float, width: float, height: float) -> str:
    share = cell.share if math.isfinite(cell.share) else 0.0
    gap = 1 if width > _GAPLESS else 0
    box = f'x="{short(x)}" y="{short(y)}" width="{short(width - gap)}" height="{short(height - 1)}"'
    under = f'<rect class="band" {box}/>' if share < 1 else ""
    drawn = under + f'<rect class="f{cell.hue}" fill-opacity="{short(share)}" {box}/>'
    # A figure that is wider than its cell is said when the cell is pointed at.
    size = next((size for size in _SIZES if pixels(cell.shown, size) + 3 <= width), None)
    if cell.shown and size is not None:
        ink = "paper" if share > _DARK else "dark" if share > _MIDDLE else "ink"
        look = f'class="{ink}" text-anchor="middle" style="font-size:{size}px"'
        drawn += text(x + width / 2, y + height / 2 + 4, cell.shown, look)
    return tip(cell.said, drawn)


def _vega(grid: Grid, cells: Sequence[Sequence[Cell | None]]) -> dict[str, Any]:
    names = [label or str(at + 1) for at, label in enumerate(grid.columns)]
    values = [
        {
            "row": label,
            "column": names[at],
            "value": cell.value,
            "shown": cell.shown,
            "strong": cell.share > _VEGA_DARK,
        }
        for label, line in zip(grid.rows, cells, strict=True)
        for at, cell in enumerate(line)
        if cell is not None
    ]
    y = {"field": "row", "type": "nominal", "sort": list(grid.rows), "title": None}
    x = {"field": "column", "type": "nominal", "sort": names, "title": grid.across or None}
    scale: dict[str, Any] = {"scheme": "blues"}
    if grid.around_half:
        scale = {"scheme": "blueorange", "reverse": True, "domain": [0, 1]}
    color = {"field": "value", "type": "quantitative", "title": None, "scale": scale}
    layers: list[dict[str, Any]] = [{"mark": "rect", "encoding": {"color": color}}]
    if any(value["shown"] for value in values):
        shown = {"field": "shown", "type": "nominal"}
        light = {"test": "datum.strong", "value": "white"}
        ink = {"condition": light, "value": "black"}
        mark = {"type": "text", "fontSize": 9}
        layers.append({"mark": mark, "encoding": {"text": shown, "color": ink}})
    step = max(min(grid.most, 900 // max(len(names), 1)), 4)
    return {
        "data": {"values": values},
        "width": {"step": step},
        "encoding": {"x": x, "y": y},
        "layer": layers,
    }
