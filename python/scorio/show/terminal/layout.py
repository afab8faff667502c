"""Which columns of a table fit into a width, and how wide each of them is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorio.show.terminal.cells import all_shortened, columns_of

if TYPE_CHECKING:
    from scorio.show.page import Table

GAP = "  "
# A name is not shortened below this, while there is another column to leave out.
_LEAST_NAME = 12
# A column's name is not shortened below this.
_LEAST_HEAD = 16
# The least and the most columns of a bar.
_LEAST_BAR, _MOST_BAR = 10, 48


class Layout(NamedTuple):
    """The columns that are shown, their cells with the names on top, and the columns of a bar."""

    shown: list[int]
    cells: list[list[str]]
    bar: int

    def left_out(self, table: Table) -> list[str]:
        """Name the columns that are not shown."""
        names = [column.name for at, column in enumerate(table.columns) if at not in self.shown]
        return [name for name in names if name]


def fitted(table: Table, width: int) -> Layout:
    """Choose the columns that fit by their worth, and shorten the names that are too long.

    Heads are whole if that costs no column, no bar and no sign of a cell.
    """
    heads, names = _heads(table), [column.name for column in table.columns]
    short = _fitted(table, heads, width)
    if heads == names:
        return short
    whole = _fitted(table, names, width)
    same = short.shown == whole.shown and short.cells[1:] == whole.cells[1:]
    return whole if same and bool(short.bar) == bool(whole.bar) else short


def _fitted(table: Table, heads: list[str], width: int) -> Layout:
    cells = [heads, *table.lines]
    full = [max(map(columns_of, column)) for column in zip(*cells, strict=True)]
    cap = max(_LEAST_NAME, width // 3)
    widths = [
        min(own, cap) if column.left else own
        for column, own in zip(table.columns, full, strict=True)
    ]
    order = sorted(range(len(widths)), key=lambda at: -table.columns[at].worth)
    least_bar = min(max(_LEAST_BAR, width // 5), _MOST_BAR // 2)
    bar_worth = table.bars.worth if table.bars is not None else None
    shown: list[int] = []
    used, bar = -len(GAP), 0
    for at in order:
        if bar_worth is not None and bar_worth > table.columns[at].worth:
            if used + len(GAP) + least_bar <= width:
                used += len(GAP) + least_bar
                bar = least_bar
            bar_worth = None
        # The column of the most worth is shown whatever its width.
        if used + len(GAP) + widths[at] <= width or not shown:
            used += len(GAP) + widths[at]
            shown.append(at)
    if bar_worth is not None and used + len(GAP) + least_bar <= width:
        used += len(GAP) + least_bar
        bar = least_bar
    shown.sort()
    spare = width - used
    for at in shown:
        more = max(min(full[at] - widths[at], spare), min(spare, 0))
        if table.columns[at].left:
            widths[at] = max(widths[at] + more, 1)
            spare -= more
    if bar:
        bar += max(min(spare, _MOST_BAR - bar), 0)
    return Layout(shown, _cells(table, cells, shown, widths), bar)


def _heads(table: Table) -> list[str]:
    """Shorten the names that are wider than the cells below them need."""
    short = all_shortened([column.name for column in table.columns], _LEAST_HEAD)
    needed = [
        max([_LEAST_HEAD, *(columns_of(line[at]) for line in table.lines)])
        for at in range(len(table.columns))
    ]
    return [
        column.name if columns_of(column.name) <= most else own
        for column, own, most in zip(table.columns, short, needed, strict=True)
    ]


def _cells(
    table: Table, cells: list[list[str]], shown: list[int], widths: list[int]
) -> list[list[str]]:
    columns = []
    for at in shown:
        column = [line[at] for line in cells]
        if table.columns[at].left:
            column = all_shortened(column, widths[at])
        columns.append(column)
    return [list(line) for line in zip(*columns, strict=True)]
