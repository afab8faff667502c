"""What renderers know of a result: tables of cells, and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorio.show.terminal.bars import Span


class Column(NamedTuple):
    """A column's name, whether its cells are aligned to the left, and what it is worth.

    Where there is no room for all columns, those of the least worth are left out, the last first.
    """

    name: str
    left: bool = False
    worth: int = 0


class Bars(NamedTuple):
    """Intervals of the lines of a table, which a terminal draws.

    `shown` formats an end of the scale with a number of digits. `mark` is a
    level that is marked, such as 0 of differences.
    """

    spans: Sequence[Span]
    shown: Callable[[float, int], str]
    mark: float | None = None
    worth: int = 0


class Table(NamedTuple):
    """A table of cells under its title."""

    title: str
    columns: list[Column]
    lines: list[list[str]]
    bars: Bars | None = None


class Page(NamedTuple):
    """The tables of a result, and the sentences below them."""

    tables: list[Table]
    notes: list[str]
