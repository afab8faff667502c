"""Intervals drawn as bars on one scale, in the columns of a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Signs(NamedTuple):
    """What a bar is drawn with: a line, its halves, a score, a level, and a level on the line."""

    line: str
    left: str
    right: str
    mark: str
    level: str
    crossed: str


SIGNS, _PLAIN = Signs(*"━╸╺●┊┿"), Signs(*"---o:+")
LEVEL = SIGNS.level


class Span(NamedTuple):
    """A score with the ends of its interval, and the number of its colour."""

    lo: float
    mid: float
    hi: float
    tint: int = 0


class Scale(NamedTuple):
    """The values between which bars are drawn, and one among them that is marked."""

    low: float
    high: float
    mark: float | None


def scale_of(spans: Iterable[Span], mark: float | None) -> Scale | None:
    """Give the scale that holds all spans. There is none of none."""
    known = [span for span in spans if all(map(math.isfinite, span[:3]))]
    if not known:
        return None
    ends = [end for span in known for end in span[:3]] + ([] if mark is None else [mark])
    return Scale(min(ends), max(ends), mark)


def head(scale: Scale, cells: int, shown: Callable[[float, int], str]) -> str:
    """Give the ends of the scale, as far apart as the cells allow."""
    width = scale.high - scale.low
    digits = 2 if width <= 0 else min(max(1 - math.floor(math.log10(width)), 0), 6)
    low, high = shown(scale.low, digits), shown(scale.high, digits)
    space = cells - len(low) - len(high)
    return f"{low}{' ' * space}{high}" if space > 0 else ""


def bar(span: Span, scale: Scale, cells: int, *, plain: bool) -> str:
    """Draw a span, to half a cell. What is not finite has no bar."""
    signs = _PLAIN if plain else SIGNS
    row = [" "] * cells
    width = scale.high - scale.low

    def half(value: float) -> int:
        place = (value - scale.low) / width if width > 0 else 0.5
        return min(int(place * 2 * cells), 2 * cells - 1)

    if scale.mark is not None:
        row[half(scale.mark) // 2] = signs.level
    if all(map(math.isfinite, span[:3])):
        first, last = half(span.lo), half(span.hi)
        for cell in range(first // 2, last // 2 + 1):
            left, right = first <= 2 * cell, 2 * cell + 1 <= last
            crossed = row[cell] == signs.level
            half_line = signs.left if left else signs.right
            whole = signs.crossed if crossed else signs.line
            row[cell] = whole if crossed or (left and right) else half_line
        row[half(span.mid) // 2] = signs.mark
    return "".join(row)
