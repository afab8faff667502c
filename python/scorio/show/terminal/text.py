"""Tables as aligned text."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scorio.show.escaping import is_shown, on_a_line
from scorio.show.terminal.bars import LEVEL, SIGNS, Span, bar, head, scale_of
from scorio.show.terminal.cells import columns_of, in_place, shortened
from scorio.show.terminal.layout import GAP, fitted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio.show.page import Bars, Column, Page, Table
    from scorio.show.terminal.layout import Layout

_BOLD, _DIM = "1", "2"
# Colours of bars by their number. 0 has none.
_TINTS = ("36", "33", "35", "32", "34", "31")
# Columns of a name that others are aligned with, where there is no width to fit.
_MOST_ALIGNED = 60
# Columns of the longest path that is of use to anyone.
_LONGEST_WORD = 1000
# How many columns a line names that are not shown.
_NAMED = 8


def render(page: Page, width: int | None = None, *, color: bool = False) -> str:
    """Give the page as text of at most `width` columns, by default those of the terminal.

    A width draws intervals as bars, and leaves out columns that do not fit.
    """
    width = room(width)
    parts = [_table(table, width, color=color) for table in page.tables]
    if page.notes:
        parts.append("\n".join(_wrapped(map(on_a_line, page.notes), width)))
    return "\n\n".join(parts)


def _table(table: Table, width: int, *, color: bool) -> str:
    lines = [list(map(on_a_line, line)) for line in table.lines]
    columns = [column._replace(name=on_a_line(column.name)) for column in table.columns]
    table = table._replace(columns=columns, lines=lines)
    titles = _wrapped([on_a_line(table.title)], width, whole=False)
    title = [_painted(line, _BOLD, color=color) for line in titles]
    if width == sys.maxsize:
        return "\n".join([*title, "", *aligned(columns, lines)])
    layout = fitted(table, width)
    drawn = _rows([columns[at] for at in layout.shown], layout.cells, marked=True)
    if table.bars is not None and layout.bar:
        drawn = _with_bars(drawn, table.bars, layout.bar, color=color)
    drawn = [line.rstrip() for line in drawn]
    missing = _wrapped(_missing(table, layout), width, whole=False)
    below = [_painted(line, _DIM, color=color) for line in missing]
    return "\n".join([*title, "", *drawn, *below])


def _missing(table: Table, layout: Layout) -> list[str]:
    """Name the columns that are left out."""
    names = layout.left_out(table)
    if not names:
        return []
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return [f"Not shown, to fit the width: {', '.join(names[:_NAMED])}{more}."]


def _with_bars(lines: Sequence[str], bars: Bars, cells: int, *, color: bool) -> list[str]:
    scale = scale_of(bars.spans, bars.mark)
    if scale is None:
        return list(lines)
    plain = not is_shown("".join(SIGNS), getattr(sys.stdout, "encoding", None))
    widest = max(map(columns_of, lines))
    drawn = [head(scale, cells, bars.shown)]
    drawn += [
        _tinted(bar(span, scale, cells, plain=plain), span, color=color) for span in bars.spans
    ]
    return [
        f"{line}{' ' * (widest - columns_of(line))}{GAP}{one}"
        for line, one in zip(lines, drawn, strict=True)
    ]


def _tinted(drawn: str, span: Span, *, color: bool) -> str:
    """Paint a bar, but not the mark of a level beside it."""
    if not color:
        return drawn
    tint = _TINTS[(span.tint - 1) % len(_TINTS)]
    parts = [
        _painted(part, _DIM if part == LEVEL else tint, color=part == LEVEL or span.tint > 0)
        for part in drawn.rstrip().partition(LEVEL)
    ]
    return "".join(parts)


def _painted(text: str, code: str, *, color: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if color and text else text


def aligned(columns: Sequence[Column], lines: Iterable[Sequence[str]]) -> list[str]:
    """Set the cells under the names of their columns: names to the left, numbers to the right.

    Names are whole. One of more than 60 columns moves the rest of its own line alone.
    """
    table = [[column.name for column in columns], *lines]
    return [line.rstrip() for line in _rows(columns, table, marked=False)]


def _rows(columns: Sequence[Column], table: Sequence[Sequence[str]], *, marked: bool) -> list[str]:
    most = sys.maxsize if marked else _MOST_ALIGNED
    widths = [
        max((size for size in map(columns_of, cells) if size <= most or not column.left), default=0)
        for column, cells in zip(columns, zip(*table, strict=True), strict=True)
    ]
    text = []
    for line in table:
        cells = []
        for column, cell, width in zip(columns, line, widths, strict=True):
            space = " " * (width - columns_of(cell))
            own = in_place(cell) if marked else cell
            cells.append(own + space if column.left else space + own)
        text.append(GAP.join(cells))
    return text


def _wrapped(
    sentences: Iterable[str], width: int, indent: str = "  ", *, whole: bool = True
) -> list[str]:
    """Break sentences into lines of at most `width` columns.

    A longer word, such as a path, has a line of its own, unless words need not be `whole`. One of
    more than a thousand columns is shortened.
    """
    if width == sys.maxsize:
        return list(sentences)
    lines = []
    for sentence in sentences:
        line = ""
        for word in sentence.split(" "):
            most = _LONGEST_WORD if whole else max(width - len(indent), 1)
            own = shortened(word, most)
            if not line.strip():
                line += own
            elif columns_of(line) + 1 + columns_of(own) > width:
                lines.append(line)
                line = indent + own
            else:
                line += f" {own}"
        lines.append(line)
    return lines


def wrapped(text: str, width: int | None, head: str) -> list[str]:
    """Break a text behind a head into lines of at most `width` columns."""
    width = room(width)
    if width == sys.maxsize:
        return [head + text]
    space = " " * columns_of(head)
    lines = _wrapped([text], max(width - len(space), 1), "")
    return [f"{space if at else head}{line}" for at, line in enumerate(lines)]


def room(width: int | None) -> int:
    """The columns that there are: by default those of the terminal, if the output goes there."""
    if width is None:
        # A closed standard output is None.
        people = sys.stdout is not None and sys.stdout.isatty()
        if not people:
            return sys.maxsize
        from shutil import get_terminal_size

        return get_terminal_size().columns
    return width
