"""Curves with bands."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio.plot.figure import Drawing, Figure, short
from scorio.plot.parts import Axis, axis, name, room_for, text, ticks, tip, written
from scorio.plot.style import DASHES, HUES

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLOT, _HEIGHT, _LABEL = 520, 280, 15
# From this ratio on, equal ratios of x are equally far apart.
_RATIO = 16
# More points would be a line of dots.
_DOTTED = 12


class Curve(NamedTuple):
    """A line through points (x, y), and its band from lo to hi."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    lo: Sequence[float]
    hi: Sequence[float]


class Sides(NamedTuple):
    """What the axes are, and whether ticks are percentages."""

    x: str
    y: str
    percent: bool = False
    bounds: tuple[float, float] | None = None


def curves(title: str, described: str, lines: Sequence[Curve], sides: Sides) -> Figure:
    """Draw curves, each named at its end."""
    left, top = 66.0, 44.0
    height = max(_HEIGHT, _LABEL * len(lines))
    right = 1.12 * room_for(line.label for line in lines) + 24
    xs = sorted({value for line in lines for value in line.x})
    log = bool(xs) and xs[0] > 0 and xs[-1] / xs[0] >= _RATIO
    x = axis(xs, left, left + _PLOT, log=log)
    ys = [end for line in lines for values in (line.lo, line.y, line.hi) for end in values]
    y = axis(sides.bounds or ys, top + height, top, pad=0.0 if sides.bounds else 0.03)
    parts = [text(12, 22, title, 'style="font-weight:600;font-size:14px"')]
    for value in ticks(y.low, y.high, 5):
        at = y.at(value)
        parts.append(f'<path class="line" d="M{short(left)} {short(at)}h{_PLOT}"/>')
        shown = written(value, percent=sides.percent)
        parts.append(text(left - 8, at + 4, shown, 'class="dim" text-anchor="end"'))
    parts += [
        text(x.at(value), top + height + 18, f"{value:g}", 'class="dim" text-anchor="middle"')
        for value in _places(xs, x)
    ]
    parts += [_curve(line, number, x, y) for number, line in enumerate(lines)]
    parts += _labels(lines, y, left + _PLOT + 10)
    parts.append(text(left + _PLOT / 2, top + height + 38, sides.x, 'text-anchor="middle"'))
    middle = short(top + height / 2)
    turned = f'text-anchor="middle" transform="rotate(-90 16 {middle})"'
    parts.append(text(16, top + height / 2, sides.y, turned))
    drawing = Drawing(left + _PLOT + right, top + height + 50, parts)
    return Figure(title, described, drawing, _vega(lines, sides, log=log))


def _places(xs: Sequence[float], x: Axis) -> list[float]:
    """Choose the values that are written below: of ratios, those that do not touch."""
    if not x.log:
        return [value for value in ticks(x.low, x.high, 8) if value == round(value)] or list(xs[:1])
    if len(xs) > _DOTTED:
        ten = 10.0 ** math.floor(math.log10(x.low))
        rounds = [ten * 10**power * one for power in range(12) for one in (1, 2, 5)]
        return [value for value in rounds if x.low <= value <= x.high]
    chosen: list[float] = []
    for value in xs:
        if not chosen or x.at(value) - x.at(chosen[-1]) >= 30:  # noqa: PLR2004  pixels
            chosen.append(value)
    return chosen


def _curve(line: Curve, number: int, x: Axis, y: Axis) -> str:
    points = [
        (x.at(at), *(y.at(value) for value in ends))
        for at, *ends in zip(line.x, line.y, line.lo, line.hi, strict=True)
        if all(map(math.isfinite, ends))
    ]
    if not points:
        return ""
    hue, dash = number % HUES, DASHES[number // HUES % len(DASHES)]
    path = "M" + "L".join(f"{short(at)} {short(mid)}" for at, mid, _, _ in points)
    there = [f"{short(at)} {short(hi)}" for at, _, _, hi in points]
    back = [f"{short(at)} {short(lo)}" for at, _, lo, _ in reversed(points)]
    area = "M" + "L".join(there + back) + "Z"
    dots = "".join(
        f'<circle class="f{hue}" cx="{short(at)}" cy="{short(mid)}" r="2.5"/>'
        for at, mid, _, _ in points
        if len(points) <= _DOTTED
    )
    said = f"{line.label}: {line.y[0]:.4g} at {line.x[0]:g}, {line.y[-1]:.4g} at {line.x[-1]:g}"
    return tip(
        said,
        f'<path class="f{hue}" d="{area}" fill-opacity=".15"/>',
        f'<path class="s{hue}" d="{path}" stroke-width="2" stroke-dasharray="{dash}"/>{dots}',
    )


def _labels(lines: Sequence[Curve], y: Axis, x: float) -> list[str]:
    """Name the curves at their ends, so far apart that no two names touch."""
    ends = [
        [y.at(line.y[-1]) if math.isfinite(line.y[-1]) else y.start, number]
        for number, line in enumerate(lines)
    ]
    ends.sort()
    for upper, lower in pairwise(ends):
        lower[0] = max(lower[0], upper[0] + _LABEL)
    # What came to lie below the plot moves up again.
    most = y.start + 4
    for end in reversed(ends):
        end[0] = min(end[0], most)
        most = end[0] - _LABEL
    return [
        text(x, at + 4, name(lines[int(number)].label),
             f'class="f{int(number) % HUES}" style="font-weight:600"')
        for at, number in ends
    ]  # fmt: skip


def _vega(lines: Sequence[Curve], sides: Sides, *, log: bool) -> dict[str, Any]:
    values = [
        {"name": line.label, "x": at, "y": mid, "lo": lo, "hi": hi}
        for line in lines
        for at, mid, lo, hi in zip(line.x, line.y, line.lo, line.hi, strict=True)
    ]
    x: dict[str, Any] = {"field": "x", "type": "quantitative", "title": sides.x}
    if log:
        x["scale"] = {"type": "log", "nice": False}
    y = {"type": "quantitative", "title": sides.y, "scale": {"zero": False}}
    return {
        "data": {"values": values},
        "width": _PLOT,
        "encoding": {"x": x, "color": {"field": "name", "type": "nominal", "sort": None}},
        "layer": [
            {"mark": {"type": "area", "opacity": 0.15},
             "encoding": {"y": y | {"field": "lo"}, "y2": {"field": "hi"}}},
            {"mark": "line", "encoding": {"y": y | {"field": "y"}}},
        ],
    }  # fmt: skip
