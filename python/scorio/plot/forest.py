"""Forests: a line for each model, with its score as a dot and its interval as a bar."""

from __future__ import annotations

import math
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio.plot.figure import Drawing, Figure, short
from scorio.plot.parts import (
    MOST_NAME,
    axis,
    heading,
    headings,
    labelled,
    name,
    names,
    room_for,
    text,
    ticks,
    tip,
    written,
)
from scorio.plot.style import HUES, hues
from scorio.plot.widths import pixels

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_LINE, _TIGHT, _MANY = 22, 15, 40
_PLOT = 420
# The width of a drawing for a phone, the room at its sides, and the height of a line with its name.
_PHONE, _SIDE, _TALL = 360.0, 14.0, 36
# What a raw interval and its middle are called in data.
_RAW = ("raw_lo", "raw", "raw_hi")
# Of up to so many ranks, each has a tick.
_EVERY = 15


class Mark(NamedTuple):
    """A model with its score and interval, and whether its line is shaded.

    `beside` is a second score, which a line joins with the first. `raw` is another interval of the
    same, with its middle, which is drawn faintly.
    """

    label: str
    lo: float
    mid: float
    hi: float
    said: str
    shaded: bool = False
    tint: int = 0
    beside: float | None = None
    raw: tuple[float, float, float] | None = None


class Panel(NamedTuple):
    """Marks under a title."""

    title: str
    marks: Sequence[Mark]


class Look(NamedTuple):
    """What the axis is, a value that is marked, how ticks are written, and what shading means.

    A drawing that is `narrow`, for a phone, has names above their bars. `key` says what the two
    scores of a mark are.
    """

    label: str
    level: float | None = None
    percent: bool = False
    signed: bool = False
    whole: bool = False
    shading: str = ""
    narrow: bool = False
    key: tuple[str, str] | None = None


class _Room(NamedTuple):
    """Where the plot begins, how wide it and the whole drawing are, and how high a line is."""

    left: float
    plot: float
    width: float
    line: int


def _room(marks: Sequence[Mark], shown: Sequence[str], look: Look) -> _Room:
    if look.narrow:
        return _Room(_SIDE, _PHONE - 2 * _SIDE, _PHONE, _TALL)
    left = room_for(shown) + 20
    right = room_for(mark.said for mark in marks) + 26
    line = _TIGHT if len(marks) > _MANY else _LINE
    return _Room(left, _PLOT, left + _PLOT + right, line)


def forest(title: str, described: str, panels: Sequence[Panel], look: Look) -> Figure:
    """Draw panels below one another, on one scale."""
    marks = [mark for panel in panels for mark in panel.marks]
    labels = list(dict.fromkeys(mark.label for mark in marks))
    most = MOST_NAME
    if look.narrow:
        most = _PHONE - 3 * _SIDE - room_for(mark.said for mark in marks)
    shown = dict(zip(labels, names(labels, most), strict=True))
    room = _room(marks, list(shown.values()), look)
    left, plot, width, line = room
    ends = [end for mark in marks for end in (mark.lo, mark.mid, mark.hi)]
    ends += [mark.beside for mark in marks if mark.beside is not None]
    ends += [end for mark in marks if mark.raw is not None for end in mark.raw]
    ends += [] if look.level is None else [look.level]
    x = axis(ends, left, left + plot, pad=0.04)
    parts = headings(title, width) if look.narrow else [heading(title, width)]
    top = 18.0 * (len(parts) + 1)
    if look.key is not None:
        parts.append(_key(look.key, top + 4))
        top += 20
    at = _whole(x.low, x.high) if look.whole else ticks(x.low, x.high)
    for panel in panels:
        if len(panels) > 1:
            parts.append(
                labelled(12, top + 14, name(panel.title, width - 24), panel.title, 'class="dim"')
            )
            top += 22
        bottom = top + line * len(panel.marks)
        parts += _bands(panel.marks, top, line, width)
        lines = [("line", v) for v in at]
        lines += [] if look.level is None else [("axis", look.level)]
        parts += [
            f'<path class="{kind}" d="M{short(x.at(v))} {short(top)}V{short(bottom)}"/>'
            for kind, v in lines
        ]
        for place, mark in enumerate(panel.marks):
            y = top + line * (place + 0.5)
            parts.append(_mark(mark, shown[mark.label], x.at, y, room, narrow=look.narrow))
        top = bottom + 8
    for v in at:
        value = written(v, percent=look.percent, signed=look.signed)
        parts.append(text(x.at(v), top + 8, value, 'class="dim" text-anchor="middle"'))
    parts.append(text(left + plot / 2, top + 26, look.label, 'text-anchor="middle"'))
    if look.shading:
        top += 18
        parts.append(
            text(left + plot / 2, top + 26, look.shading, 'class="dim" text-anchor="middle"')
        )
    return Figure(title, described, Drawing(width, top + 36, parts), _vega(panels, look))


def _whole(low: float, high: float) -> list[float]:
    """Give ticks of ranks: every one of a few, or the first and round ones."""
    first, last = max(math.ceil(low), 1), math.floor(high)
    if last - first < _EVERY:
        return [float(v) for v in range(first, last + 1)]
    return [float(first)] + [v for v in ticks(low, high) if v == round(v) and v > first + 1]


def _mark(
    mark: Mark, shown: str, x: Callable[[float], float], y: float, room: _Room, *, narrow: bool
) -> str:
    end = 'text-anchor="end"'
    if narrow:
        place, anchor = room.left, ""
        said = text(room.left + room.plot, y - 3, mark.said, end)
    else:
        place, anchor = room.left - 10, end
        said = text(room.left + room.plot + 14, y + 4, mark.said)
    at = y - 3 if narrow else y + 4
    if not all(map(math.isfinite, (mark.lo, mark.mid, mark.hi))):
        return labelled(place, at, shown, mark.label, anchor) + said
    label = text(place, at, shown, anchor)
    y += 9 if narrow else 0
    lo, mid, hi = (short(x(value)) for value in (mark.lo, mark.mid, mark.hi))
    hue = (mark.tint - 1) % HUES if mark.tint else 0
    if mark.beside is not None:
        joined = _joined(y, (lo, mid, hi), short(x(mark.beside)))
        return tip(
            f"{mark.label}: {mark.said}, {mark.lo:.4g} to {mark.hi:.4g}", joined, label, said
        )
    faint = "" if mark.raw is None else _faint(y, mark.raw, hue, x)
    bar = faint + (
        f'<path class="s{hue}" stroke-width="2" d="M{lo} {short(y)}H{hi}M{lo} {short(y - 4)}v8'
        f'M{hi} {short(y - 4)}v8"/><circle class="f{hue}" cx="{mid}" cy="{short(y)}" r="4"/>'
    )
    return tip(f"{mark.label}: {mark.said}, {mark.lo:.4g} to {mark.hi:.4g}", bar, label, said)


def _faint(y: float, raw: tuple[float, float, float], hue: int, x: Callable[[float], float]) -> str:
    """Draw an interval as a faint band, with its middle as a tick."""
    (lo, mid, hi), at = (short(x(value)) for value in raw), short(y)
    return (
        f'<path class="s{hue}" stroke-width="9" opacity="0.25" d="M{lo} {at}H{hi}"/>'
        f'<path class="s{hue}" stroke-width="2" opacity="0.5" d="M{mid} {short(y - 4.5)}v9"/>'
    )


def _joined(y: float, ends: tuple[str, str, str], beside: str) -> str:
    """Draw an interval as a band, and on it two scores with the line between them."""
    (lo, mid, hi), at = ends, short(y)
    return (
        f'<path class="s0" stroke-width="9" opacity="0.3" d="M{lo} {at}H{hi}"/>'
        f'<path class="s1" stroke-width="2" d="M{mid} {at}H{beside}"/>'
        f'<circle class="f0" cx="{mid}" cy="{at}" r="4"/>{_ring(beside, at)}'
    )


def _ring(x: str, y: str) -> str:
    """Draw a score as a ring, with the paper inside."""
    return (
        f'<circle class="paper" cx="{x}" cy="{y}" r="4"/>'
        f'<circle class="s1" stroke-width="2" cx="{x}" cy="{y}" r="4"/>'
    )


def _key(key: tuple[str, str], y: float) -> str:
    """Say what the dot and the ring are."""
    first, second = key
    at, other = short(y), 12 + 22 + pixels(first) + 14
    return (
        f'<path class="s0" stroke-width="9" opacity="0.3" d="M12 {at}h18"/>'
        f'<circle class="f0" cx="21" cy="{at}" r="4"/>{text(36, y + 4, first)}'
        f"{_ring(short(other + 8), at)}{text(other + 18, y + 4, second)}"
    )


def _bands(marks: Sequence[Mark], top: float, line: int, width: float) -> list[str]:
    """Shade the lines that are to be, neighbours as one."""
    parts, place = [], 0
    for shaded, own in groupby(marks, key=lambda mark: mark.shaded):
        height = line * len(list(own))
        if shaded:
            box = f'y="{short(top + place)}" width="{short(width)}" height="{height}"'
            parts.append(f'<rect class="band" x="0" {box}/>')
        place += height
    return parts


def _vega(panels: Sequence[Panel], look: Look) -> dict[str, Any]:
    values = [
        {"table": panel.title, "model": mark.label, "lo": mark.lo, "score": mark.mid,
         "hi": mark.hi, "shaded": mark.shaded}
        | ({} if mark.beside is None else {"beside": mark.beside})
        | ({} if mark.raw is None else dict(zip(_RAW, mark.raw, strict=True)))
        for panel in panels
        for mark in panel.marks
    ]  # fmt: skip
    y = {"field": "model", "type": "nominal", "sort": None, "title": None}
    scale = {"zero": look.level == 0}
    spec: dict[str, Any] = {
        "width": _PLOT,
        "layer": [
            {"mark": {"type": "rule", "strokeWidth": 2},
             "encoding": {"x": {"field": "lo", "type": "quantitative", "title": look.label,
                                "scale": scale}, "x2": {"field": "hi"}, "y": y}},
            {"mark": {"type": "point", "filled": True, "size": 60, "opacity": 1},
             "encoding": {"x": {"field": "score", "type": "quantitative"}, "y": y}},
        ],
    }  # fmt: skip
    if any(mark.raw is not None for panel in panels for mark in panel.marks):
        spec["layer"].insert(0, {
            "mark": {"type": "rule", "strokeWidth": 9, "opacity": 0.25},
            "encoding": {"x": {"field": "raw_lo", "type": "quantitative", "title": look.label,
                               "scale": scale}, "x2": {"field": "raw_hi"}, "y": y},
        })  # fmt: skip
    if look.key is not None:
        spec["layer"] += [
            {"mark": {"type": "rule", "color": hues()[1]},
             "encoding": {"x": {"field": "score", "type": "quantitative"},
                          "x2": {"field": "beside"}, "y": y}},
            {"mark": {"type": "point", "filled": False, "size": 60, "opacity": 1,
                      "color": hues()[1]},
             "encoding": {"x": {"field": "beside", "type": "quantitative"}, "y": y}},
        ]  # fmt: skip
    if look.level is not None:
        spec["layer"].append({"mark": "rule", "encoding": {"x": {"datum": look.level}}})
    data: dict[str, Any] = {"data": {"values": values}}
    if len(panels) == 1:
        return data | spec
    return data | {"facet": {"row": {"field": "table", "type": "nominal"}}, "spec": spec}
