"""Success by the length of a task: curves, observed shares, and horizons with their intervals."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio.plot.curves import through
from scorio.plot.ends import GAP, End, drawn_ends, room_for_ends
from scorio.plot.figure import Drawing, Figure, short
from scorio.plot.key import Entry, height, key, wrapped
from scorio.plot.parts import Axis, headings, names, room_for, text, tip
from scorio.plot.spend import spend
from scorio.plot.style import HUES
from scorio.plot.widths import pixels
from scorio.show.words import counted, few

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorio._rows import Horizon, HorizonBin, HorizonCurve
    from scorio.plot.spend import Spend

_PLOT, _HEIGHT, _PHONE, _NARROW = 560.0, 360.0, 360.0, 300.0
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
# Points of a curve, and how far behind the longest task a horizon is still shown, in doublings.
_STEPS, _FAR = 80, 4.0
# The radius of a mark of one task, what a further one adds to its area, and the largest.
_DOT, _MORE, _MOST = 2.5, 3.0, 11.0
_DASHES = "5 4"
# The intervals of more models lie beside one another.
_FEW = 4
# Round durations, in minutes, and their words.
_TIMES = {
    1 / 60: "1s", 4 / 60: "4s", 0.25: "15s", 1: "1m", 4: "4m", 15: "15m", 60: "1h", 240: "4h",
    960: "16h", 3840: "64h", 15_360: "256h", 61_440: "1,024h",
}  # fmt: skip


class _Drawn(NamedTuple):
    """What is drawn, and the scales."""

    rows: Sequence[Horizon]
    curves: Sequence[HorizonCurve]
    bins: Sequence[HorizonBin]
    colored: Sequence[str]
    x: Spend
    y: Axis


def horizon(
    title: str,
    rows: Sequence[Horizon],
    curves: Sequence[HorizonCurve],
    bins: Sequence[HorizonBin],
    across: str,
    *,
    narrow: bool = False,
) -> Figure:
    """Draw the curve of each model over the observed shares, and mark its horizons."""
    models = list(dict.fromkeys(row.model for row in rows if row.kind == "fitted"))
    curves = sorted(curves, key=lambda one: models.index(one.model))
    colored = models[:HUES]
    words = [f"{100 * share:g}%" for share in _SHARES]
    left = 32 + room_for(words)
    width = _PHONE if narrow else left + _PLOT + room_for_ends(colored)
    right = width - 12 if narrow else left + _PLOT
    heads = headings(title, width)
    top = 18.0 * len(heads) + 24
    entries = _key()
    parts = [*heads, *key(entries, top, width)]
    top += height(entries, width)
    said = _crowd(rows, models, colored)
    if said:
        lines = wrapped(said, width - 24)
        parts += [text(12, top + 4 + 16 * at, line, 'class="dim"') for at, line in enumerate(lines)]
        top += 16 * len(lines) + 4
    bottom = top + max(_NARROW if narrow else _HEIGHT, GAP * len(colored))
    x = spend(_lengths(rows, bins), left, right, ratios=True)
    y = Axis(-0.04, 1.04, bottom, top)
    drawn = _Drawn(rows, curves, bins, colored, x, y)
    parts += _grid(drawn, (left, right), (top, bottom), words, width)
    parts += _marks(drawn)
    parts.append(text((left + right) / 2, bottom + 38, across, 'text-anchor="middle"'))
    middle = short((top + bottom) / 2)
    turned = f'text-anchor="middle" transform="rotate(-90 14 {middle})"'
    parts.append(text(14, (top + bottom) / 2, "success", turned))
    end = bottom + 50
    if narrow:
        known = [
            Entry(f'<path class="s{hue}" stroke-width="3" d="M0 0H18"/>', 18, name)
            for hue, name in enumerate(names(colored, _PHONE / 2 - 50))
        ]
        if known:
            parts += key(known, end + 10, width, columns=True)
            end += height(known, width, columns=True) + 6
    else:
        by_model = {one.model: one for one in curves}
        last = x.scale.high
        ends = [
            End(right, y.at(_success(by_model[model], last)), [], model, hue, "")
            for hue, model in enumerate(colored)
        ]
        parts += drawn_ends(ends, right, top, bottom)
    return Figure(title, _described(rows), Drawing(width, end, parts), _vega(drawn, across))


def _success(curve: HorizonCurve, length: float) -> float:
    """Give the fitted share of success at a length."""
    logit = curve.intercept + curve.slope * math.log2(length)
    small = math.exp(-abs(logit))
    return (1.0 if logit >= 0 else small) / (1.0 + small)


def _lengths(rows: Sequence[Horizon], bins: Sequence[HorizonBin]) -> list[float]:
    """Give the lengths that the scale holds: all tasks, and horizons not too far from them."""
    tasks = [end for row in rows for end in (row.shortest, row.longest)]
    low, high = min(tasks, default=1.0), max(tasks, default=2.0)
    near = (low / 2**_FAR, high * 2**_FAR)
    ends = [end for row in rows for end in (row.lo, row.horizon, row.hi) if end is not None]
    shown = [end for end in ends if near[0] <= end <= near[1]]
    return [*tasks, *shown, *(_place(one, low, high) for one in bins)]


def _place(one: HorizonBin, low: float, high: float) -> float:
    """Give the middle of a bin, as far as there are tasks."""
    return math.sqrt(max(one.low, low) * min(one.high, high))


def _grid(
    drawn: _Drawn,
    sides: tuple[float, float],
    ends: tuple[float, float],
    words: Sequence[str],
    width: float,
) -> Iterator[str]:
    """Draw the lines of round shares and lengths, and those of the shares of the horizons."""
    (left, right), (top, bottom) = sides, ends
    for share, word in zip(_SHARES, words, strict=True):
        at = drawn.y.at(share)
        yield f'<path class="line" d="M{short(left)} {short(at)}H{short(right)}"/>'
        yield text(left - 8, at + 4, word, 'class="dim" text-anchor="end"')
    for at, word in _ticks(drawn):
        half = pixels(word) / 2
        place = min(max(at, half + 2), width - half - 2)
        yield f'<path class="line" d="M{short(at)} {short(top)}V{short(bottom)}"/>'
        yield text(place, bottom + 18, word, 'class="dim" text-anchor="middle"')
    for share in dict.fromkeys(row.at for row in drawn.rows):
        path = f'd="M{short(left)} {short(drawn.y.at(share))}H{short(right)}"'
        yield f'<path class="axis" stroke-opacity=".6" stroke-dasharray="2 3" {path}/>'


def _ticks(drawn: _Drawn) -> list[tuple[float, str]]:
    """Give pixels and words of round lengths."""
    scale, minutes = drawn.x.scale, drawn.rows[0].minutes if drawn.rows else None
    if minutes is None:
        return list(drawn.x.ticks())
    known = [(time / minutes, word) for time, word in _TIMES.items()]
    return [(scale.at(at), word) for at, word in known if scale.low <= at <= scale.high]


def _hue(model: str, colored: Sequence[str]) -> tuple[str, str]:
    """Give the classes of lines and areas of a model."""
    hue = colored.index(model) if model in colored else None
    return ("axis", "dim") if hue is None else (f"s{hue}", f"f{hue}")


def _marks(drawn: _Drawn) -> Iterator[str]:
    """Draw observed shares, curves, and horizons, one above another."""
    tasks = {row.model: (row.shortest, row.longest) for row in drawn.rows}
    for one in drawn.bins:
        if one.model in drawn.colored:
            yield _bin(one, tasks[one.model], drawn)
    for curve in reversed(drawn.curves):
        yield from _curve(curve, tasks[curve.model], drawn)
    named = [row for row in drawn.rows if row.model in drawn.colored]
    for row in named:
        yield _interval(row, drawn)
    for row in named:
        yield _horizon(row, drawn)


def _bin(one: HorizonBin, tasks: tuple[float, float], drawn: _Drawn) -> str:
    """Draw a disc whose area grows with the tasks, and a ring around one that the curve misses."""
    line, fill = _hue(one.model, drawn.colored)
    radius = min(math.sqrt(_DOT**2 + _MORE * (one.tasks - 1)), _MOST)
    at = f'cx="{short(drawn.x.at(_place(one, *tasks)))}" cy="{short(drawn.y.at(one.observed))}"'
    said = f"{one.model}: {one.observed:.3f} of {counted(one.tasks, 'task')}, "
    said += f"and {one.fitted:.3f} by the curve"
    disc = f'<circle class="{fill}" fill-opacity=".35" {at} r="{short(radius)}"/>'
    ring = f'<circle class="{line}" {at} r="{short(radius)}"/>' if one.off else ""
    return tip(said, disc + ring)


def _curve(one: HorizonCurve, tasks: tuple[float, float], drawn: _Drawn) -> Iterator[str]:
    """Draw a curve: where there are tasks as a line, and elsewhere dashed."""
    scale = drawn.x.scale
    line, _ = _hue(one.model, drawn.colored)
    is_named = one.model in drawn.colored
    look = 'stroke-width="2"' if is_named else 'stroke-opacity=".4"'
    dashed = f' stroke-dasharray="{_DASHES}"' + (' stroke-opacity=".7"' if is_named else "")
    low, high = (math.log(end) for end in (scale.low, scale.high))
    first, last = (min(max(math.log(end), low), high) for end in tasks)
    for start, end, dashes in (
        (low, first, dashed), (first, last, ""), (last, high, dashed),
    ):  # fmt: skip
        steps = max(2, round(_STEPS * (end - start) / (high - low)))
        lengths = [math.exp(start + (end - start) * step / steps) for step in range(steps + 1)]
        points = [(drawn.x.at(at), drawn.y.at(_success(one, at))) for at in lengths]
        if end > start:
            yield tip(one.model, f'<path class="{line}" {look}{dashes} d="{through(points)}"/>')


def _interval(row: Horizon, drawn: _Drawn) -> str:
    """Draw an interval as a bar. Those of many models lie one below another."""
    if row.lo is None:
        return ""
    scale, colored = drawn.x.scale, drawn.colored
    many = len(colored) > _FEW
    high = 3 if many else 6
    beside = 4.0 * (colored.index(row.model) - (len(colored) - 1) / 2) if many else 0.0
    y = drawn.y.at(row.at) + beside - high / 2
    ends = (row.lo, scale.high if row.hi is None else row.hi)
    lo, hi = (drawn.x.at(min(max(end, scale.low), scale.high)) for end in ends)
    box = f'x="{short(lo)}" y="{short(y)}" width="{short(hi - lo)}" height="{high}"'
    bar = f'<rect class="{_hue(row.model, colored)[1]}" fill-opacity=".45" {box}/>'
    return tip(_said(row), bar)


def _horizon(row: Horizon, drawn: _Drawn) -> str:
    """Draw a horizon as a dot on its curve."""
    scale = drawn.x.scale
    if row.horizon is None or not scale.low <= row.horizon <= scale.high:
        return ""
    at = f'cx="{short(drawn.x.at(row.horizon))}" cy="{short(drawn.y.at(row.at))}"'
    paper = f'<circle class="paper" {at} r="5.5"/>'
    dot = f'<circle class="{_hue(row.model, drawn.colored)[1]}" {at} r="4.5"/>'
    return tip(_said(row), paper, dot)


def _said(row: Horizon) -> str:
    return f"{row.model}: the {100 * row.at:g}% horizon is {row.shown} {row.shown_interval}"


def _key() -> list[Entry]:
    """Say what the marks are."""
    observed = '<circle class="dim" fill-opacity=".5" cx="5" cy="0" r="3"/>'
    observed += '<circle class="dim" fill-opacity=".5" cx="19" cy="0" r="7"/>'
    line = '<path class="axis" stroke-width="2" d="M0 0H18"/>'
    dashed = f'<path class="axis" stroke-width="2" stroke-dasharray="{_DASHES}" d="M0 0H24"/>'
    bar = '<rect class="dim" fill-opacity=".45" y="-3" width="26" height="6"/>'
    bar += (
        '<circle class="paper" cx="13" cy="0" r="5.5"/><circle class="dim" cx="13" cy="0" r="4.5"/>'
    )
    return [
        Entry(line, 18, "curve"),
        Entry(dashed, 24, "without tasks"),
        Entry(observed, 28, "observed, by number of tasks"),
        Entry(bar, 26, "horizon and its interval"),
    ]


def _crowd(rows: Sequence[Horizon], models: Sequence[str], colored: Sequence[str]) -> str:
    """Say which models have no names, or no curve."""
    said = []
    if len(models) > len(colored):
        said.append(f"Named are {len(colored)} of {len(models)} models: the longest horizons.")
    without = list(dict.fromkeys(row.model for row in rows if row.kind != "fitted"))
    if without:
        said.append(f"Without a curve: {few(without)}.")
    return " ".join(said)


def _described(rows: Sequence[Horizon]) -> str:
    """Say in words how long the horizons are."""
    if not rows:
        return ""
    share = rows[0].at
    own = [f"{row.model} ({row.shown})" for row in rows if row.at == share]
    return f"The {100 * share:g}% horizons are those of {few(own)}."


def _vega(drawn: _Drawn, across: str) -> dict[str, Any]:
    scale = drawn.x.scale
    steps = range(_STEPS + 1)
    ratio = scale.high / scale.low
    values: list[dict[str, Any]] = [
        {"model": one.model, "kind": "curve", "length": at, "success": _success(one, at)}
        for one in drawn.curves
        for at in (scale.low * ratio ** (step / _STEPS) for step in steps)
    ]
    tasks = {row.model: (row.shortest, row.longest) for row in drawn.rows}
    values += [
        {"model": one.model, "kind": "observed", "length": _place(one, *tasks[one.model]),
         "success": one.observed, "fitted": one.fitted, "tasks": one.tasks}
        for one in drawn.bins
    ]  # fmt: skip
    values += [
        {"model": row.model, "kind": "horizon", "length": row.horizon, "lo": row.lo, "hi": row.hi,
         "success": row.at}
        for row in drawn.rows
        if row.horizon is not None
    ]  # fmt: skip
    x = {"type": "quantitative", "title": across, "scale": {"type": "log"}}
    y = {"type": "quantitative", "title": "success", "scale": {"domain": [0, 1]}}
    only = {
        name: [{"filter": f"datum.kind == '{name}'"}] for name in ("curve", "observed", "horizon")
    }
    at = {"x": x | {"field": "length"}, "y": y | {"field": "success"}}
    bounded = [*only["horizon"], {"filter": "datum.lo != null && datum.hi != null"}]
    return {
        "data": {"values": values},
        "width": _PLOT,
        "height": _HEIGHT,
        "encoding": {"color": {"field": "model", "type": "nominal", "sort": None}},
        "layer": [
            {"transform": only["curve"], "mark": "line", "encoding": at},
            {"transform": only["observed"],
             "mark": {"type": "point", "filled": True, "opacity": 0.4},
             "encoding": at | {"size": {"field": "tasks", "type": "quantitative"}}},
            {"transform": bounded, "mark": {"type": "rule", "strokeWidth": 4, "opacity": 0.45},
             "encoding": {"x": x | {"field": "lo"}, "x2": {"field": "hi"}, "y": at["y"]}},
            {"transform": only["horizon"], "mark": {"type": "point", "filled": True, "size": 60},
             "encoding": at},
        ],
    }  # fmt: skip
