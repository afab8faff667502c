"""What renderers know of a result: tables of cells, and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorio._errors import fault

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
    """A table of cells under its title.

    `caption` is the title for a paper. `strong` are the cells of models that are not separated from
    the best, as (line, column).
    """

    title: str
    columns: list[Column]
    lines: list[list[str]]
    bars: Bars | None = None
    caption: str = ""
    strong: frozenset[tuple[int, int]] = frozenset()


class OfFiles(str):
    """A note on the files that were read, for which a paper has no room."""

    __slots__ = ()


class Page(NamedTuple):
    """The tables of a result, and the sentences below them."""

    tables: list[Table]
    notes: list[str]


# What one types for a column whose name has signs.
_TYPED = {
    "±": "sigma", "P(best)": "p_best", "P(A > B)": "probability", "worst..best": "bounds",
    "τ": "tau",
}  # fmt: skip


def typed(name: str) -> str:
    """Give the name of a column as one types it: `interval` for "95% interval"."""
    if name.endswith("% interval"):
        return "interval"
    return _TYPED.get(name, name.replace(" ", "_").replace("_=_", "="))


def with_columns(page: Page, names: Sequence[str]) -> Page:
    """Give the page with these columns alone, in this order. A table may lack some of them.

    No bars are drawn then.

    Raises
    ------
    ValueError
        A column that no table has.
    """
    if not names or not page.tables:
        return page
    there = dict.fromkeys(typed(one.name) for table in page.tables for one in table.columns)
    for name in names:
        if typed(name) not in there:
            sentence = f"there is no column {name!r}: there are {', '.join(there)}"
            raise fault(ValueError(sentence), "view.no_column")
    wanted = list(dict.fromkeys(map(typed, names)))
    return page._replace(tables=[_chosen(table, wanted) for table in page.tables])


def _chosen(table: Table, wanted: Sequence[str]) -> Table:
    own = [typed(column.name) for column in table.columns]
    places = [own.index(name) for name in wanted if name in own]
    strong = {
        (line, place)
        for place, at in enumerate(places)
        for line in range(len(table.lines))
        if (line, at) in table.strong
    }
    return table._replace(
        columns=[table.columns[at] for at in places],
        lines=[[line[at] for at in places] for line in table.lines],
        bars=None,
        strong=frozenset(strong),
    )
