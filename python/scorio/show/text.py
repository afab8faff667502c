"""Tables as aligned text."""

from __future__ import annotations

import shutil
import sys
import textwrap
import unicodedata
from typing import TYPE_CHECKING

from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio.show.page import Column, Page

# The first line has at most so many columns where a row takes several.
_TOGETHER = 5
# Between two columns, and before the further lines of a row.
_GAP, _INDENT = "  ", "    "


def render(page: Page, width: int | None = None) -> str:
    """Give the page as text of at most `width` columns, by default those of the terminal."""
    width = room(width)
    parts = []
    for table in page.tables:
        lines = [list(map(on_a_line, line)) for line in table.lines]
        title = _wrapped([on_a_line(table.title)], width)
        parts.append("\n".join([*title, "", *fitted(table.columns, lines, width)]))
    if page.notes:
        parts.append("\n".join(_wrapped(map(on_a_line, page.notes), width)))
    return "\n\n".join(parts)


def fitted(columns: Sequence[Column], lines: Sequence[Sequence[str]], width: int) -> list[str]:
    """Align the columns, each row on one line or, where that is wider, on several."""
    table = [[column.name for column in columns], *lines]
    widths = [max(map(_width, cells)) for cells in zip(*table, strict=True)]
    if sum(widths) + len(_GAP) * (len(widths) - 1) <= width:
        return aligned(columns, lines)
    first = _end(widths, 0, min(_TOGETHER, len(widths)), width)
    blocks = [(0, first), *_balanced(widths, first, width - len(_INDENT))]
    parts = [
        [
            f"{_INDENT if start else ''}{line}"
            for line in aligned(columns[start:end], [line[start:end] for line in lines])
        ]
        for start, end in blocks
    ]
    return ["\n".join(row) for row in zip(*parts, strict=True)]


def _balanced(widths: Sequence[int], first: int, width: int) -> list[tuple[int, int]]:
    """Break the columns from `first` on into as few lines as possible, of similar widths."""
    best = _blocks(widths, first, width)
    for narrower in range(width - 1, 0, -1):
        blocks = _blocks(widths, first, narrower)
        if len(blocks) > len(best):
            break
        best = blocks
    return best


def _blocks(widths: Sequence[int], first: int, width: int) -> list[tuple[int, int]]:
    blocks, start = [], first
    while start < len(widths):
        end = _end(widths, start, len(widths), width)
        blocks.append((start, end))
        start = end
    return blocks


def _end(widths: Sequence[int], start: int, most: int, width: int) -> int:
    """The end of the columns that fit on a line, at least one."""
    end, used = start + 1, widths[start]
    while end < most and used + len(_GAP) + widths[end] <= width:
        used += len(_GAP) + widths[end]
        end += 1
    return end


def aligned(columns: Sequence[Column], lines: Iterable[Sequence[str]]) -> list[str]:
    """Set the cells under the names of their columns: names to the left, numbers to the right."""
    table = [[column.name for column in columns], *lines]
    widths = [max(map(_width, cells)) for cells in zip(*table, strict=True)]
    text = []
    for line in table:
        cells = []
        for column, cell, width in zip(columns, line, widths, strict=True):
            space = " " * (width - _width(cell))
            cells.append(cell + space if column.left else space + cell)
        text.append(_GAP.join(cells).rstrip())
    return text


def _wrapped(sentences: Iterable[str], width: int) -> list[str]:
    if width == sys.maxsize:
        return list(sentences)
    return [
        line
        for sentence in sentences
        for line in textwrap.wrap(
            sentence, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
    ]


def wrapped(text: str, width: int | None, head: str) -> list[str]:
    """Break a text behind a head into lines of at most `width` columns."""
    width = room(width)
    if width == sys.maxsize:
        return [head + text]
    space = " " * _width(head)
    return textwrap.wrap(
        text, width, initial_indent=head, subsequent_indent=space, break_long_words=False
    )


def room(width: int | None) -> int:
    """The columns that there are: by default those of the terminal, if the output goes there."""
    if width is None:
        # A closed standard output is None.
        people = sys.stdout is not None and sys.stdout.isatty()
        return shutil.get_terminal_size().columns if people else sys.maxsize
    return width


def _width(text: str) -> int:
    """Count the terminal columns of a text: East Asian wide characters take two, accents none."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)
