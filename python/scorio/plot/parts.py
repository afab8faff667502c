"""Parts of drawings: texts, scales and ticks."""

from __future__ import annotations

import math
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from scorio.plot.figure import short
from scorio.plot.widths import pixels
from scorio.show.escaping import in_html
from scorio.show.terminal.cells import all_shortened, readable, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

# The most pixels of a name.
MOST_NAME = 232.0
_HEAD_SIZE = 14


def text(x: float, y: float, content: str, more: str = "") -> str:
    """Write a text, escaped, at a place."""
    return f'<text x="{short(x)}" y="{short(y)}" {more}>{in_html(content)}</text>'


def tip(content: str, *parts: str) -> str:
    """Give parts that say something when they are pointed at."""
    return f"<g><title>{in_html(readable(content))}</title>{''.join(parts)}</g>"


def names(
    labels: Sequence[str], most: float = MOST_NAME, measure: Callable[[str], float] = pixels
) -> list[str]:
    """Shorten names in the middle, so that different ones stay different.

    Of names that have half of their room in common at the beginning, the ends are kept.
    """
    known = [readable(label) for label in labels]
    long = {label for label in known if measure(label) > most}
    alike = len(long) > 1 and measure(_beginning(long)) > most / 2
    return all_shortened(known, most, measure, keep_ends=alike)


def _beginning(texts: Iterable[str]) -> str:
    """Give what texts have in common at the beginning."""
    # All others stand between these two, and share what they do.
    first, last = min(texts), max(texts)
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(sign for sign, _ in alike)


def name(label: str, most: float = MOST_NAME) -> str:
    """Shorten a name in the middle."""
    return shortened(readable(label), most, pixels)


def room_for(shown: Iterable[str]) -> float:
    """Give the pixels that the longest of some texts takes."""
    return max(map(pixels, shown), default=0)


def labelled(x: float, y: float, shown: str, label: str, more: str = "") -> str:
    """Write a name at a place, which says the whole name if it is pointed at."""
    drawn = text(x, y, shown, more)
    return drawn if shown == readable(label) else tip(label, drawn)


def heading(title: str, width: float) -> str:
    """Write the title of a drawing of some width."""
    measure = partial(pixels, size=_HEAD_SIZE, bold=True)
    shown = shortened(readable(title), width - 24, measure)
    style = f'style="font-weight:600;font-size:{_HEAD_SIZE}px"'
    return labelled(12, 22, shown, title, style)


def headings(title: str, width: float) -> list[str]:
    """Write the title of a drawing of some width in as many lines as it needs."""
    lines: list[str] = []
    for word in readable(title).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and room_for_heading(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    first, *others = (heading(line, width) for line in lines)
    return [first, *(f'<g transform="translate(0 {18 * at})">{one}</g>'
                     for at, one in enumerate(others, 1))]  # fmt: skip


def room_for_heading(title: str) -> float:
    """Give the width of a drawing that has room for its title."""
    return pixels(readable(title), _HEAD_SIZE, bold=True) + 24


class Axis(NamedTuple):
    """A scale from values to pixels. With `log`, equal ratios are equally far apart."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """Give the pixel of a value."""
        low, high, value = (
            (math.log(one) if self.log else one) for one in (self.low, self.high, value)
        )
        return self.start + (value - low) / (high - low) * (self.end - self.start)


def axis(
    values: Iterable[float], start: float, end: float, *, log: bool = False, pad: float = 0.0
) -> Axis:
    """Give a scale that holds all values that are finite, with some room at its ends."""
    known = [value for value in values if math.isfinite(value)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    if low == high:
        half = abs(low) / 2 or 0.5
        return Axis(low - half, high + half, start, end, log)
    more = (high - low) * pad
    return Axis(low - more, high + more, start, end, log)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Give round numbers between two."""
    raw = (high - low) / most
    unit = 10.0 ** math.floor(math.log10(raw))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= raw * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(place * step, 12) for place in range(first, last + 1)]


def written(value: float, *, percent: bool = False, signed: bool = False) -> str:
    """Write a number at a tick."""
    scaled = f"{100 * abs(value):g}%" if percent else f"{abs(value):g}"
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    return f"{sign}{scaled}"
