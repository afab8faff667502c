"""Success by spend: within a cap on each trial, and of several tries at their mean cost."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio.plot.curves import Curve, known_points, through
from scorio.plot.ends import GAP, End, drawn_ends, room_for_ends
from scorio.plot.figure import Drawing, Figure, short
from scorio.plot.key import Entry, height, key, wrapped
from scorio.plot.parts import axis, headings, names, room_for, text, ticks, tip, written
from scorio.plot.spend import about, by_ratios, spend
from scorio.plot.style import HUES
from scorio.plot.widths import pixels
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorio._rows import Capped, Cost, CostCrossing, Retry
    from scorio.plot.parts import Axis
    from scorio.plot.spend import Spend
    from scorio.show.view import View

_PLOT, _HEIGHT, _PHONE, _NARROW = 560.0, 360.0, 360.0, 300.0
_TICKS = 6
# Of more models, only the first have colours: dashes say what tries are.
COLORED = HUES
# The radius of a mark with the number of its tries, and of one without, where there are many.
_RING, _DOT = 7.0, 3.0
_FEW = 24
# The bands of more curves are fainter.
_SPARSE = 4
_DASHES = "4 3"


class _Lines(NamedTuple):
    """What is drawn: the models that have colours, in their order, and the others in grey."""

    colored: Sequence[str]
    capped: Mapping[str, Curve]
    tried: Mapping[str, Sequence[Retry]]
    crossings: Sequence[CostCrossing]


def budget(
    title: str,
    rows: Sequence[Cost],
    caps: Sequence[Capped],
    retries: Sequence[Retry],
    crossings: Sequence[CostCrossing],
    view: View,
    level: str,
    *,
    narrow: bool = False,
) -> Figure:
    """Draw what each model solves for its spend, by caps, by retries, or by both."""
    capped = _capped(rows, caps)
    tried: dict[str, list[Retry]] = {}
    for one in sorted(retries, key=lambda one: one.tries):
        tried.setdefault(one.model, []).append(one)
    colored = _colored(rows, capped, tried)
    there = [one for one in crossings if one.leads and {one.model, one.other} <= {*colored}]
    lines = _Lines(colored, capped, tried, there)
    across = room_for_ends(colored)
    ys = _heights(lines)
    low, high = min(ys), max(ys)
    shown = ticks(*_padded(low, high), _TICKS)
    words = [written(value, percent=view.percent) for value in shown]
    left = 32 + room_for(words)
    width = _PHONE if narrow else left + _PLOT + across
    right = width - 12 if narrow else left + _PLOT
    heads = headings(title, width)
    top = 18.0 * len(heads) + 24
    entries = _key(lines, level)
    parts = [*heads, *key(entries, top, width)]
    top += height(entries, width)
    if len(rows) > len(colored):
        said = wrapped(_crowd(lines, len(rows)), width - 24)
        parts += [text(12, top + 4 + 16 * at, line, 'class="dim"') for at, line in enumerate(said)]
        top += 16 * len(said) + 4
    bottom = top + max(_NARROW if narrow else _HEIGHT, GAP * len(colored))
    x = _level(lines, left, right)
    y = axis(_padded(low, high), bottom, top)
    for value, word in zip(shown, words, strict=True):
        at = y.at(value)
        parts.append(f'<path class="line" d="M{short(left)} {short(at)}H{short(right)}"/>')
        parts.append(text(left - 8, at + 4, word, 'class="dim" text-anchor="end"'))
    for at, word in x.ticks():
        half = pixels(word) / 2
        place = min(max(at, half + 2), width - half - 2)
        parts.append(f'<path class="line" d="M{short(at)} {short(top)}V{short(bottom)}"/>')
        parts.append(text(place, bottom + 18, word, 'class="dim" text-anchor="middle"'))
    parts += _drawn(lines, x, y)
    below = _below(lines)
    parts.append(text((left + right) / 2, bottom + 38, below, 'text-anchor="middle"'))
    middle = short((top + bottom) / 2)
    turned = f'text-anchor="middle" transform="rotate(-90 14 {middle})"'
    parts.append(text(14, (top + bottom) / 2, "success", turned))
    end = bottom + 50
    if narrow:
        known = _names(colored)
        parts += key(known, end + 10, width, columns=True)
        end += height(known, width, columns=True) + 6
    else:
        ends = [_end(model, hue, lines, x, y) for hue, model in enumerate(colored)]
        parts += drawn_ends(ends, right, top, bottom)
    drawing = Drawing(width, end, parts)
    return Figure(title, _described(lines, view), drawing, _vega(lines, x, below))


def _capped(rows: Sequence[Cost], caps: Sequence[Capped]) -> dict[str, Curve]:
    """Give the curve of each model, from the last cap within which it has no success."""
    found = {}
    for row in rows:
        own = sorted((one for one in caps if one.model == row.model), key=lambda one: one.cap)
        first = next((at for at, one in enumerate(own) if one.success > 0), len(own))
        own = own[max(first - 1, 0) :]
        if own:
            found[row.model] = Curve(
                row.model, [one.cap for one in own], [one.success for one in own],
                [one.lo for one in own], [one.hi for one in own],
            )  # fmt: skip
    return found


def _within(line: Curve, cap: float) -> float:
    """Give the success within a cap."""
    return max((y for x, y in zip(line.x, line.y, strict=True) if x <= cap), default=0.0)


def _best(capped: Mapping[str, Curve]) -> list[tuple[float, str]]:
    """Give the best model within each cap."""
    caps = sorted({x for line in capped.values() for x in line.x})
    found: list[tuple[float, str]] = []
    for cap in caps:
        known = {model: _within(line, cap) for model, line in capped.items()}
        most = max(known.values())
        # Of models with equal success the one that was best before stays so.
        first = [model for model, success in known.items() if success == most]
        found.append((cap, found[-1][1] if found and found[-1][1] in first else first[0]))
    return found


def _colored(
    rows: Sequence[Cost], capped: Mapping[str, Curve], tried: Mapping[str, Sequence[Retry]]
) -> list[str]:
    """Choose the models that have colours: all of a few, or those that lead."""
    models = [row.model for row in rows if row.model in capped or row.model in tried]
    if len(models) <= COLORED:
        return models
    first = [model for _, model in _best(capped)]
    leading = sorted(dict.fromkeys(first), key=lambda model: -first.count(model))
    ends = sorted(models, key=lambda model: -capped[model].y[-1] if model in capped else 0.0)
    # The best of all within the largest cap has a colour, however few caps it leads.
    chosen = [*dict.fromkeys([*first[-1:], *leading, *ends])][:COLORED]
    return [model for model in models if model in chosen]


def _heights(lines: _Lines) -> list[float]:
    """Give all successes that are drawn."""
    curves = [lines.capped[model] for model in lines.colored if model in lines.capped]
    found = [end for line in curves for ends in (line.lo, line.y, line.hi) for end in ends]
    found += [y for line in lines.capped.values() for y in line.y]
    for one in (one for model in lines.colored for one in lines.tried.get(model, ())):
        known = (one.success, one.success_lo, one.success_hi)
        found += [end for end in known if end is not None]
    return found


def _padded(low: float, high: float) -> tuple[float, float]:
    """Give the ends of a scale, with a little room."""
    more = 0.04 * (high - low or 1.0)
    return low - more, high + more


def _level(lines: _Lines, left: float, right: float) -> Spend:
    """Give the scale of costs."""
    costs = [cap for line in lines.capped.values() for cap in line.x]
    costs += [one.cost for model in lines.colored for one in lines.tried.get(model, ())]
    return spend(costs, left, right, ratios=by_ratios(costs))


def _below(lines: _Lines) -> str:
    """Say what the costs are."""
    known = ["cap on the cost of a trial"] if lines.capped else []
    known += ["mean cost of k tries"] if lines.tried else []
    return ", or ".join(known)


def _drawn(lines: _Lines, x: Spend, y: Axis) -> Iterator[str]:
    """Draw grey curves, bands, curves, tries and crossings, one above another."""
    for model, line in lines.capped.items():
        if model not in lines.colored:
            path = through(known_points(line, x, y))
            yield tip(_said(line), f'<path class="axis" stroke-opacity=".35" d="{path}"/>')
    own = [(hue, lines.capped.get(model)) for hue, model in enumerate(lines.colored)]
    faint = ".13" if len(own) <= _SPARSE else ".08"
    for hue, known in own:
        if known is not None:
            points = known_points(known, x, y)
            there = [(at, hi) for at, _, _, hi in points]
            back = [(at, lo) for at, _, lo, _ in reversed(points)]
            path = f"{through([*there, *back])}Z"
            yield f'<path class="f{hue}" fill-opacity="{faint}" d="{path}"/>'
    for hue, known in own:
        if known is not None:
            yield _curve(known, hue, x, y)
    marks = sum(len(lines.tried.get(model, ())) for model in lines.colored)
    for hue, model in enumerate(lines.colored):
        if model in lines.tried:
            yield _tries(model, lines.tried[model], hue, x, y, numbered=marks <= _FEW)
    for one in lines.crossings:
        yield _crossing(one, lines.capped[one.model], x, y)


def _said(line: Curve) -> str:
    first, last = about(line.x[0]), about(line.x[-1])
    return f"{line.label}: {line.y[0]:.4g} within {first}, {line.y[-1]:.4g} within {last}"


def _curve(line: Curve, hue: int, x: Spend, y: Axis) -> str:
    """Draw a curve, which is thin from its dearest success on."""
    points = known_points(line, x, y)
    full = next((at for at, value in enumerate(line.y) if value == line.y[-1]), 0)
    rising, rest = points[: full + 1], points[full:]
    return tip(
        _said(line),
        f'<path class="s{hue}" stroke-width="2.5" stroke-linejoin="round" d="{through(rising)}"/>'
        f'<path class="s{hue}" stroke-width="1" d="{through(rest)}"/>',
    )


def _tries(model: str, own: Sequence[Retry], hue: int, x: Spend, y: Axis, *, numbered: bool) -> str:
    """Draw tries as marks with their numbers, on a line of dashes."""
    points = [(x.at(one.cost), y.at(one.success)) for one in own]
    path = through(points)
    joined = f'<path class="s{hue}" stroke-width="1.5" stroke-dasharray="{_DASHES}" d="{path}"/>'
    parts = [joined]
    apart = _apart(points) if numbered else set()
    for place, (one, (at, mid)) in enumerate(zip(own, points, strict=True)):
        drawn = ""
        if one.success_lo is not None and one.success_hi is not None:
            lo, hi = short(y.at(one.success_lo)), short(y.at(one.success_hi))
            drawn = f'<path class="s{hue}" stroke-opacity=".5" d="M{short(at)} {lo}V{hi}"/>'
        drawn += _ring(at, mid, hue, str(one.tries) if place in apart else "")
        ends = f"{one.success:.4g} for {about(one.cost)} in the mean"
        parts.append(tip(f"{model}, at most {counted(one.tries, 'try', 'tries')}: {ends}", drawn))
    return "".join(parts)


def _apart(points: Sequence[tuple[float, float]]) -> set[int]:
    """Choose marks that do not touch: the last, and of the others the first ones."""
    chosen: list[int] = []
    for place in (len(points) - 1, *range(len(points) - 1)):
        if all(math.dist(points[place], points[one]) >= 2 * _RING for one in chosen):
            chosen.append(place)
    return set(chosen)


def _ring(x: float, y: float, hue: int, number: str) -> str:
    at, size = f'cx="{short(x)}" cy="{short(y)}"', short(_RING if number else _DOT)
    ring = (
        f'<circle class="paper" {at} r="{size}"/>'
        f'<circle class="s{hue}" stroke-width="1.5" {at} r="{size}"/>'
    )
    small = 'text-anchor="middle" style="font-size:9px"'
    return ring + (text(x, y + 3.2, number, small) if number else "")


def _crossing(one: CostCrossing, line: Curve, x: Spend, y: Axis) -> str:
    """Draw an upright tick where two curves cross, and its interval across."""
    at = x.at(one.cap)
    mid = _height_at([(left, up) for left, up, *_ in known_points(line, x, y)], at)
    lo = x.at(one.lo)
    hi = x.scale.end if one.hi is None else x.at(one.hi)
    lo, hi = (min(max(end, x.scale.start), x.scale.end) for end in (lo, hi))
    bars = [(lo, mid, hi, mid), (at, mid - 9, at, mid + 9)]
    bars += [(end, mid - 3, end, mid + 3) for end in ([lo] if one.hi is None else [lo, hi])]
    between = f"{about(one.lo)} to {'∞' if one.hi is None else about(one.hi)}"
    said = f"{one.model} and {one.other} cross at {about(one.cap)}, {between}"
    return tip(said, _bars(bars))


def _bars(lines: Sequence[tuple[float, float, float, float]]) -> str:
    """Draw level and upright lines in ink, as areas."""
    half = 0.75
    areas = (
        f"M{short(left - half)} {short(top - half)}H{short(right + half)}"
        f"V{short(bottom + half)}H{short(left - half)}Z"
        for left, top, right, bottom in lines
    )
    return f'<path class="ink" d="{"".join(areas)}"/>'


def _height_at(points: Sequence[tuple[float, float]], x: float) -> float:
    """Give the pixel of a curve at one of its places, or of its nearest end."""
    for (left, y), (right, later) in pairwise(points):
        if left <= x <= right:
            return y + (later - y) * (x - left) / (right - left) if right > left else y
    return points[0][1] if x < points[0][0] else points[-1][1]


def _key(lines: _Lines, level: str) -> list[Entry]:
    """Say what the lines and marks are that are there."""
    entries = []
    if lines.capped:
        mark = (
            '<rect class="dim" fill-opacity=".15" y="-7" width="24" height="14"/>'
            '<path class="axis" stroke-width="2.5" d="M0 0H24"/>'
        )
        entries.append(Entry(mark, 24, f"within a cap on each trial, {level} intervals"))
    if lines.tried:
        ring = (
            '<circle class="paper" cx="12" cy="0" r="7"/>'
            '<circle class="axis" stroke-width="1.5" cx="12" cy="0" r="7"/>'
        )
        mark = f'<path class="axis" stroke-dasharray="{_DASHES}" d="M0 0H24"/>{ring}'
        mark += text(12, 3.2, "k", 'text-anchor="middle" style="font-size:9px"')
        entries.append(Entry(mark, 24, "at most k tries, at their mean cost"))
    if lines.crossings:
        mark = _bars([(0, 0, 24, 0), (0, -3, 0, 3), (24, -3, 24, 3), (12, -8, 12, 8)])
        entries.append(Entry(mark, 24, f"where another takes the lead, {level} interval"))
    return entries


def _crowd(lines: _Lines, models: int) -> str:
    """Say which models have names."""
    said = f"Named are {len(lines.colored)} of {counted(models, 'model')}: "
    if not lines.capped:
        return f"{said}the first by score."
    best = "the best within the largest cap, those that are best within the most caps"
    return f"{said}{best}, then those that end highest."


def _names(colored: Sequence[str]) -> list[Entry]:
    """Name the models below a drawing for a phone."""
    return [
        Entry(f'<path class="s{hue}" stroke-width="3" d="M0 0H18"/>', 18, name)
        for hue, name in enumerate(names(colored, _PHONE / 2 - 50))
    ]


def _end(model: str, hue: int, lines: _Lines, x: Spend, y: Axis) -> End:
    if model in lines.capped:
        points = known_points(lines.capped[model], x, y)[::-1]
        at, mid = points[0][:2]
        return End(at, mid, [point[1] for point in points[1:]], model, hue, "")
    ups = [y.at(one.success) for one in reversed(lines.tried[model])]
    return End(x.scale.end, ups[0], ups[1:], model, hue, _DASHES)


def _described(lines: _Lines, view: View) -> str:
    """Say which model is best within which caps, or how far tries bring the best."""
    said = []
    best = _best(lines.capped)
    turns = [pair for at, pair in enumerate(best) if at == 0 or pair[1] != best[at - 1][1]]
    if turns:
        first, *others = turns
        words = [f"{first[1]} succeeds most within small caps"]
        words += [f"{model} from {about(cap)} on" for cap, model in others]
        said.append(f"{', '.join(words)}.")
    last = [own[-1] for own in lines.tried.values()]
    if last:
        top = max(last, key=lambda one: one.success)
        tries = counted(top.tries, "try", "tries")
        shown = view.figure(top.success)
        said.append(f"With {tries} {top.model} reaches {shown} for {about(top.cost)} in the mean.")
    return " ".join(said)


def _vega(lines: _Lines, x: Spend, below: str) -> dict[str, Any]:
    values: list[dict[str, Any]] = [
        {"model": model, "kind": "cap", "cost": cap, "success": mid, "lo": lo, "hi": hi}
        for model, line in lines.capped.items()
        for cap, mid, lo, hi in zip(line.x, line.y, line.lo, line.hi, strict=True)
    ]
    values += [
        {"model": model, "kind": "tries", "tries": one.tries, "cost": one.cost,
         "success": one.success, "lo": one.success_lo, "hi": one.success_hi}
        for model, own in lines.tried.items()
        for one in own
    ]  # fmt: skip
    values += [
        {"model": one.model, "other": one.other, "kind": "crossing", "cost": one.cap,
         "cost_lo": one.lo, "cost_hi": one.hi}
        for one in lines.crossings
    ]  # fmt: skip
    across: dict[str, Any] = {"field": "cost", "type": "quantitative", "title": below}
    if x.scale.log:
        across["scale"] = {"type": "symlog", "constant": x.scale.low} if x.zero else {"type": "log"}
    up = {"type": "quantitative", "title": "success"}
    only = {name: [{"filter": f"datum.kind == '{name}'"}] for name in ("cap", "tries", "crossing")}
    success = {"y": up | {"field": "success"}}
    dashed = {"type": "line", "strokeDash": [4, 3], "point": {"filled": False}}
    layers: list[dict[str, Any]] = []
    if lines.capped:
        layers += [
            {"transform": only["cap"], "mark": {"type": "area", "opacity": 0.12},
             "encoding": {"y": up | {"field": "lo"}, "y2": {"field": "hi"}}},
            {"transform": only["cap"], "mark": "line", "encoding": success},
        ]  # fmt: skip
    if lines.tried:
        layers.append({"transform": only["tries"], "mark": dashed, "encoding": success})
    if lines.crossings:
        layers.append({"transform": only["crossing"], "mark": "rule"})
    return {
        "data": {"values": values},
        "width": _PLOT,
        "height": _HEIGHT,
        "encoding": {"x": across, "color": {"field": "model", "type": "nominal", "sort": None}},
        "layer": layers,
    }
