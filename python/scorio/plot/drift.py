"""A control chart: the scores of runs, and the limits that hold at every look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio.plot.figure import Drawing, Figure, short
from scorio.plot.key import Entry, height, key, wrapped
from scorio.plot.parts import axis, headings, name, room_for, text, ticks, tip, written
from scorio.plot.widths import pixels
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorio._rows import DriftRun
    from scorio.plot.parts import Axis
    from scorio.show.view import View

_WIDTH, _HEIGHT, _PHONE = 640.0, 260.0, 360.0
_TICKS = 6
# Intervals of more runs would touch one another.
_SPARSE = 80
_NAME = 84.0


def drift(
    title: str, said: str, rows: Sequence[DriftRun], view: View, level: str, *, narrow: bool = False
) -> Figure:
    """Draw the score of each run, the mean before it, and its limits."""
    width = _PHONE if narrow else _WIDTH
    heads = headings(title, width)
    entries = _key(level, sparse=len(rows) <= _SPARSE)
    top = 18.0 * len(heads) + 24
    parts = [*heads, *key(entries, top, width)]
    top += height(entries, width)
    for line in wrapped(said, width - 24):
        parts.append(text(12, top + 4, line, 'class="dim"'))
        top += 16
    bottom = top + _HEIGHT
    values = [value for row in rows for value in (row.lo, row.hi, row.lower, row.upper)
              if value is not None]  # fmt: skip
    y = axis(values, bottom, top + 8, pad=0.04)
    shown = ticks(y.low, y.high, _TICKS)
    words = [written(value, percent=view.percent) for value in shown]
    left = 24 + room_for(words)
    x = axis([0, len(rows) - 1], left + 14, width - 20)
    for value, word in zip(shown, words, strict=True):
        at = y.at(value)
        parts.append(f'<path class="line" d="M{short(left)} {short(at)}H{short(width - 8)}"/>')
        parts.append(text(left - 8, at + 4, word, 'class="dim" text-anchor="end"'))
    parts += _limits(rows, x, y)
    parts += _scores(rows, x, y, view)
    parts += _runs(rows, x, bottom, width)
    drawing = Drawing(width, bottom + 34, parts)
    return Figure(title, said, drawing, _vega(rows))


def _key(level: str, *, sparse: bool) -> list[Entry]:
    """Say what the marks are."""
    line = '<path class="s0" d="M8 -7V7"/>' if sparse else ""
    return [
        Entry(f'{line}<circle class="f0" cx="8" r="3.5"/>', 16,
              f"run, with its own {level}" if sparse else "run"),
        Entry('<circle class="f1" cx="8" r="4.5"/>', 16, "left its level"),
        Entry('<path class="axis" d="M0 0H18"/>', 18, "mean of the runs before"),
        Entry('<rect class="f0" y="-6" width="18" height="12" fill-opacity="0.12"/>', 18,
              "limits at every look"),
    ]  # fmt: skip


def _limits(rows: Sequence[DriftRun], x: Axis, y: Axis) -> Iterator[str]:
    """Draw the band between the limits, and the mean of the runs before."""
    known = [
        (
            x.at(place),
            y.at(y.low if row.lower is None else row.lower),
            y.at(y.high if row.upper is None else row.upper),
        )
        for place, row in enumerate(rows)
        if (row.lower, row.upper) != (None, None)
    ]
    if known:
        above = " ".join(f"{short(at)} {short(high)}" for at, _, high in known)
        below = " ".join(f"{short(at)} {short(low)}" for at, low, _ in reversed(known))
        yield f'<path class="f0" fill-opacity="0.12" d="M{above} {below}Z"/>'
        for end in (1, 2):
            drawn = " ".join(f"{short(one[0])} {short(one[end])}" for one in known)
            yield f'<path class="s0" stroke-opacity="0.5" d="M{drawn}"/>'
    means = " ".join(
        f"{short(x.at(place))} {short(y.at(row.before))}"
        for place, row in enumerate(rows)
        if row.before is not None
    )
    yield f'<path class="axis" d="M{means}"/>'


def _scores(rows: Sequence[DriftRun], x: Axis, y: Axis, view: View) -> Iterator[str]:
    """Draw the runs as points, those after the model has left in another colour."""
    for place, row in enumerate(rows):
        at, hue = x.at(place), 1 if row.left else 0
        line = (
            f'<path class="s{hue}" d="M{short(at)} {short(y.at(row.lo))}V{short(y.at(row.hi))}"/>'
        )
        size = "4.5" if row.left else "3.5"
        point = (
            f'<circle class="f{hue}" cx="{short(at)}" cy="{short(y.at(row.score))}" r="{size}"/>'
        )
        words = f"{row.run}: {view.figure(row.score)} {view.between(row.lo, row.hi)}"
        yield tip(words, *([line] if len(rows) <= _SPARSE else []), point)


def _runs(rows: Sequence[DriftRun], x: Axis, bottom: float, width: float) -> Iterator[str]:
    """Write the names of runs that have room, among them the first and the last."""
    shown = [name(on_a_line(row.run), _NAME) for row in rows]
    room = max(map(pixels, shown)) + 12
    most = max(2, int((x.end - x.start) / room) + 1)
    step = max(1, -(-(len(rows) - 1) // (most - 1)))
    places = list(range(0, len(rows), step))
    for place in places:
        half = pixels(shown[place]) / 2
        at = min(max(x.at(place), half + 2), width - half - 2)
        yield text(at, bottom + 18, shown[place], 'class="dim" text-anchor="middle"')


def _vega(rows: Sequence[DriftRun]) -> dict[str, Any]:
    """Give the specification of the same picture."""
    order = {"field": "run", "type": "nominal", "sort": [row.run for row in rows]}
    score = {"type": "quantitative", "scale": {"zero": False}}
    values = [row._asdict() for row in rows]
    return {
        "data": {"values": values},
        "encoding": {"x": order},
        "layer": [
            {"mark": {"type": "area", "opacity": 0.15},
             "encoding": {"y": {"field": "lower", "title": "score"} | score,
                          "y2": {"field": "upper"}}},
            {"mark": "line", "encoding": {"y": {"field": "before"} | score}},
            {"mark": "rule", "encoding": {"y": {"field": "lo"} | score, "y2": {"field": "hi"}}},
            {"mark": {"type": "point", "filled": True},
             "encoding": {"y": {"field": "score"} | score,
                          "color": {"field": "left", "type": "nominal"}}},
        ],
    }  # fmt: skip
