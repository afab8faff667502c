"""What renderers know of a result: tables of cells, and notes."""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A column's name, and whether its cells are aligned to the left."""

    name: str
    left: bool = False


class Table(NamedTuple):
    """A table of cells under its title."""

    title: str
    columns: list[Column]
    lines: list[list[str]]


class Page(NamedTuple):
    """The tables of a result, and the sentences below them."""

    tables: list[Table]
    notes: list[str]
