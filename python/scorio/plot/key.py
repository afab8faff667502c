"""The key of a picture: what its marks mean, in as many lines as they need."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorio.plot.figure import short
from scorio.plot.parts import text
from scorio.plot.widths import pixels

if TYPE_CHECKING:
    from collections.abc import Sequence

_LINE, _GAP, _SIDE = 18.0, 20.0, 12.0


class Entry(NamedTuple):
    """A mark, drawn at 0, how wide it is, and what it means."""

    mark: str
    width: float
    words: str
    more: str = ""


def key(entries: Sequence[Entry], top: float, width: float, *, columns: bool = False) -> list[str]:
    """Draw the entries one after another, or in columns, from the middle of the first line on."""
    parts: list[str] = []
    for entry, (x, line) in zip(entries, _places(entries, width, columns=columns), strict=True):
        y = top + _LINE * line
        parts.append(f'<g transform="translate({short(x)} {short(y)})">{entry.mark}</g>')
        parts.append(text(x + entry.width + 6, y + 4, entry.words, entry.more))
    return parts


def height(entries: Sequence[Entry], width: float, *, columns: bool = False) -> float:
    """Give the pixels that a key takes."""
    return _LINE * (1 + max(line for _, line in _places(entries, width, columns=columns)))


def _places(entries: Sequence[Entry], width: float, *, columns: bool) -> list[tuple[float, int]]:
    """Give where each entry begins, and its line."""
    rooms = [entry.width + 6 + pixels(entry.words) for entry in entries]
    if columns:
        most = max(rooms) + _GAP
        across = max(1, int((width - 2 * _SIDE + _GAP) / most))
        down = -(-len(rooms) // across)
        return [(_SIDE + most * (at // down), at % down) for at in range(len(rooms))]
    found: list[tuple[float, int]] = []
    x, line = _SIDE, 0
    for room in rooms:
        if x > _SIDE and x + room > width - _SIDE:
            x, line = _SIDE, line + 1
        found.append((x, line))
        x += room + _GAP
    return found


def wrapped(sentence: str, width: float) -> list[str]:
    """Break a sentence into lines of some width."""
    lines: list[str] = []
    for word in sentence.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and pixels(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
