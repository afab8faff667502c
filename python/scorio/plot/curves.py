"""Curves with bands, or points with intervals where nothing was computed between them."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio.plot.ends import GAP, End, drawn_ends, room_for_ends
from scorio.plot.figure import Drawing, Figure, short
from scorio.plot.parts import Axis, axis, heading, name, text, ticks, tip, written
from scorio.plot.style import DASHES, HUES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio.plot.spend import Spend

_PLOT, _HEIGHT = 520, 280
# From this ratio on, equal ratios of x are equally far apart.
_RATIO = 16
# More points would be a line of dots.
_DOTTED = 12
# Of more curves, only some of those that end highest have colours and names.
_COLORED, _HIGHEST = 12, 8
# Pixels between the points of two curves at one place.
_BESIDE = 5.0
# More bands than these are fainter.
_FEW = 4


class Curve(NamedTuple):
    """A line through points (x, y), and its band from lo to hi."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    lo: Sequence[float]
    hi: Sequence[float]


class Sides(NamedTuple):
    """What the axes are, and whether ticks are percentages.

    With `steps`, x are whole numbers. Where some between them were not computed, each is a point
    with its interval, and no line says what lies between.
    """

    x: str
    y: str
    percent: bool = False
    bounds: tuple[float, float] | None = None
    steps: bool = False


def curves(title: str, described: str, lines: Sequence[Curve], sides: Sides) -> Figure:
    """Draw curves, each named at its end, or the highest of many."""
    colored = _colored(lines)
    crowded = len(colored) < len(lines)
    left, top = 66.0, 62.0 if crowded else 44.0
    height = max(_HEIGHT, GAP * len(colored))
    right = room_for_ends([lines[one].label for one in colored])
    width = left + _PLOT + right
    xs = sorted({value for line in lines for value in line.x})
    log = bool(xs) and xs[0] > 0 and xs[-1] / xs[0] >= _RATIO
    apart = sides.steps and any(later - one > 1 for one, later in pairwise(xs))
    inset = _BESIDE * len(colored) / 2 if apart else 0.0
    x = axis(xs, left + inset, left + _PLOT - inset, log=log)
    beside = _beside(len(colored), [x.at(value) for value in xs]) if apart else [0.0] * len(colored)
    y = _upright(lines, sides, top + height, top)
    parts = [heading(title, width)]
    if crowded:
        parts.append(text(12, 42, _crowd(lines, colored), 'class="dim"'))
    for value in ticks(y.low, y.high, 5):
        at = y.at(value)
        parts.append(f'<path class="line" d="M{short(left)} {short(at)}h{_PLOT}"/>')
        shown = written(value, percent=sides.percent)
        parts.append(text(left - 8, at + 4, shown, 'class="dim" text-anchor="end"'))
    parts += [
        text(x.at(value), top + height + 18, f"{value:g}", 'class="dim" text-anchor="middle"')
        for value in _places(xs, x, apart=apart)
    ]
    grey = _grey_dots if apart else _grey
    parts += [grey(line, x, y) for one, line in enumerate(lines) if one not in colored]
    opacity = ".15" if len(colored) <= _FEW else ".08"
    for place, one in enumerate(colored):
        if apart:
            parts.append(_dots(lines[one], place, x, y, beside[place]))
        else:
            parts.append(_curve(lines[one], place, x, y, opacity))
    ends = [_end(lines[one], place, x, y) for place, one in enumerate(colored)]
    parts += drawn_ends(ends, left + _PLOT, top, top + height)
    parts.append(text(left + _PLOT / 2, top + height + 38, sides.x, 'text-anchor="middle"'))
    middle = short(top + height / 2)
    turned = f'text-anchor="middle" transform="rotate(-90 16 {middle})"'
    parts.append(text(16, top + height / 2, name(sides.y, height + 60), turned))
    return Figure(
        title,
        described,
        Drawing(width, top + height + 50, parts),
        _vega(lines, sides, log=log, apart=apart),
    )


def _beside(number: int, places: Sequence[float]) -> list[float]:
    """Give how far beside its place each of some curves has its points, so that all are seen."""
    room = min((later - one for one, later in pairwise(places)), default=math.inf)
    gap = min(_BESIDE, 0.7 * room / number)
    return [gap * (place - (number - 1) / 2) for place in range(number)]


def _colored(lines: Sequence[Curve]) -> list[int]:
    """Choose the curves that have colours: all of a few, or those that end highest."""
    if len(lines) <= _COLORED:
        return list(range(len(lines)))

    return sorted(range(len(lines)), key=lambda one: _height(lines[one]), reverse=True)[:_HIGHEST]


def _height(line: Curve) -> float:
    """Give where a curve ends. One that ends nowhere is the lowest."""
    last = line.y[-1]
    return last if math.isfinite(last) else -math.inf


def _crowd(lines: Sequence[Curve], colored: Sequence[int]) -> str:
    """Say which curves have names, and how many others end as high as the last of them."""
    last = min(_height(lines[one]) for one in colored)
    alike = sum(_height(line) == last for line in lines)
    named = sum(_height(lines[one]) == last for one in colored)
    of = f"{len(colored)} of {len(lines)}"
    if alike == named:
        return f"The {of} that end highest are named. The others are grey."
    if named == len(colored):
        return f"Named are {of}: {alike} end equally high. The others are grey."
    return (
        f"Named are the {len(colored) - named} that end highest, and {named} of {alike} that end "
        "next, equally high. The others are grey."
    )


def _upright(lines: Sequence[Curve], sides: Sides, start: float, end: float) -> Axis:
    """Give the axis of y. Curves that are one value of a share are on an axis of shares."""
    ys = [end for line in lines for values in (line.lo, line.y, line.hi) for end in values]
    known = [value for value in ys if math.isfinite(value)]
    bounds = sides.bounds
    if known and min(known) == max(known) and 0 <= known[0] <= 1:
        bounds = (0.0, 1.0)
    return axis(bounds or known, start, end, pad=0.0 if bounds else 0.03)


def _places(xs: Sequence[float], x: Axis, *, apart: bool) -> list[float]:
    """Choose values to write below: of points and of ratios, those that do not touch."""
    if not x.log and not apart:
        return [value for value in ticks(x.low, x.high, 8) if value == round(value)] or list(xs[:1])
    if x.log and len(xs) > _DOTTED:
        ten = 10.0 ** math.floor(math.log10(x.low))
        rounds = [ten * 10**power * one for power in range(12) for one in (1, 2, 5)]
        return [value for value in rounds if x.low <= value <= x.high]
    chosen: list[float] = []
    for value in xs:
        if not chosen or x.at(value) - x.at(chosen[-1]) >= 30:  # noqa: PLR2004  pixels
            chosen.append(value)
    return chosen


def known_points(line: Curve, x: Axis | Spend, y: Axis) -> list[tuple[float, ...]]:
    """Give x, y, lo and hi of each point in pixels, where they are known."""
    return [
        (x.at(at), *(y.at(value) for value in ends))
        for at, *ends in zip(line.x, line.y, line.lo, line.hi, strict=True)
        if all(map(math.isfinite, ends))
    ]


def through(points: Iterable[tuple[float, ...]]) -> str:
    """Give the path of a line through points."""
    return "M" + "L".join(f"{short(at)} {short(mid)}" for at, mid, *_ in points)


def _said(line: Curve) -> str:
    return f"{line.label}: {line.y[0]:.4g} at {line.x[0]:g}, {line.y[-1]:.4g} at {line.x[-1]:g}"


def _hue(place: int) -> tuple[int, str]:
    """Give the colour of a curve and its dashes, which differ where a colour repeats."""
    return place % HUES, DASHES[place // HUES % len(DASHES)]


def _grey(line: Curve, x: Axis, y: Axis) -> str:
    points = known_points(line, x, y)
    if not points:
        return ""
    return tip(_said(line), f'<path class="axis" d="{through(points)}" stroke-opacity=".4"/>')


def _curve(line: Curve, place: int, x: Axis, y: Axis, opacity: str) -> str:
    points = known_points(line, x, y)
    if not points:
        return ""
    hue, dash = _hue(place)
    there = [f"{short(at)} {short(hi)}" for at, _, _, hi in points]
    back = [f"{short(at)} {short(lo)}" for at, _, lo, _ in reversed(points)]
    area = "M" + "L".join(there + back) + "Z"
    # A ring marks the points of a line with dashes.
    inner = '<circle class="paper" cx="{}" cy="{}" r="1.5"/>' if dash else ""
    dots = "".join(
        f'<circle class="f{hue}" cx="{short(at)}" cy="{short(mid)}" r="3"/>'
        + inner.format(short(at), short(mid))
        for at, mid, *_ in points
        if len(points) <= _DOTTED
    )
    return tip(
        _said(line),
        f'<path class="f{hue}" d="{area}" fill-opacity="{opacity}"/>',
        f'<path class="s{hue}" d="{through(points)}" stroke-width="2" '
        f'stroke-dasharray="{dash}"/>{dots}',
    )


def _grey_dots(line: Curve, x: Axis, y: Axis) -> str:
    places = "".join(f"M{short(at)} {short(mid)}h0" for at, mid, *_ in known_points(line, x, y))
    round_ends = 'stroke-opacity=".4" stroke-width="5" stroke-linecap="round"'
    return tip(_said(line), f'<path class="axis" d="{places}" {round_ends}/>') if places else ""


def _dots(line: Curve, place: int, x: Axis, y: Axis, beside: float) -> str:
    """Draw points with their intervals, a little beside those of other curves."""
    points = known_points(line, x, y)
    hue, dash = _hue(place)
    inner = '<circle class="paper" cx="{}" cy="{}" r="1.5"/>' if dash else ""
    parts = []
    for at, mid, lo, hi in points:
        here = short(at + beside)
        parts.append(
            f'<path class="s{hue}" stroke-width="1.5" d="M{here} {short(lo)}V{short(hi)}"/>'
            f'<circle class="f{hue}" cx="{here}" cy="{short(mid)}" r="3"/>'
            + inner.format(here, short(mid))
        )
    return tip(_said(line), *parts) if parts else ""


def _end(line: Curve, place: int, x: Axis, y: Axis) -> End:
    points = known_points(line, x, y)[::-1]
    at, mid = points[0][:2] if points else (math.nan, math.nan)
    hue, dash = _hue(place)
    return End(at, mid, [point[1] for point in points[1:]], line.label, hue, dash)


def _vega(lines: Sequence[Curve], sides: Sides, *, log: bool, apart: bool) -> dict[str, Any]:
    values = [
        {"name": line.label, "x": at, "y": mid, "lo": lo, "hi": hi}
        for line in lines
        for at, mid, lo, hi in zip(line.x, line.y, line.lo, line.hi, strict=True)
    ]
    x: dict[str, Any] = {"field": "x", "type": "quantitative", "title": sides.x}
    if log:
        x["scale"] = {"type": "log", "nice": False}
    y = {"type": "quantitative", "title": sides.y, "scale": {"zero": False}}
    # Points have their intervals as lines, and curves as bands.
    band: Any = "rule" if apart else {"type": "area", "opacity": 0.15}
    mark: Any = {"type": "point", "filled": True, "opacity": 1} if apart else "line"
    return {
        "data": {"values": values},
        "width": _PLOT,
        "encoding": {"x": x, "color": {"field": "name", "type": "nominal", "sort": None}},
        "layer": [
            {"mark": band, "encoding": {"y": y | {"field": "lo"}, "y2": {"field": "hi"}}},
            {"mark": mark, "encoding": {"y": y | {"field": "y"}}},
        ],
    }
