"""Scores against mean costs, and the frontier of the models that are not dominated."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio.plot.curves import through
from scorio.plot.figure import Drawing, Figure, short
from scorio.plot.key import Entry, height, key
from scorio.plot.parts import axis, headings, labelled, names, room_for, text, ticks, tip, written
from scorio.plot.places import LED, Box, Place, Spot, placed
from scorio.plot.spend import DECADE, about, by_ratios, spend
from scorio.plot.style import hues
from scorio.plot.widths import pixels
from scorio.show.words import counted, few

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorio._rows import Cost, Retry
    from scorio.plot.parts import Axis
    from scorio.plot.spend import Spend
    from scorio.show.view import View

# Of more models, only those that are not dominated show their tries.
_TRIED = 12
# Of more models, those that are dominated have no names, and intervals are faint.
_NAMED = 40
# Half of the room of a mark, and how far from it a name may be where there are many.
_MARK, _FARTHEST = 7.0, 28.0
# The small print of dominated models, and the boxes along a slanting line, in pixels.
_SMALL, _STEP = 10.5, 6.0
_TICKS = 6
_DASHES = ' stroke-dasharray="5 4"'
ORDER = ("frontier", "open", "dominated")


class Room(NamedTuple):
    """Where the plot is, how high it is, and the most pixels of a name.

    It begins to the right of the words at its ticks.

    Of more than `few` models those that are dominated have numbers, or names in small print.
    """

    left: float
    right: float
    width: float
    height: float
    name: float
    few: int


_BROAD = Room(0, 744, 760, 400, 190, 20)
_NARROW = Room(0, 352, 360, 330, 120, 8)


class _Drawn(NamedTuple):
    """The rows of a picture, and its scales."""

    rows: Sequence[Cost]
    tried: Mapping[str, Sequence[Retry]]
    x: Spend
    y: Axis


def frontier(
    title: str,
    rows: Sequence[Cost],
    retries: Sequence[Retry],
    view: View,
    level: str,
    *,
    narrow: bool = False,
) -> Figure:
    """Draw each model as a point with both intervals, and the frontier as a line of steps."""
    room = _NARROW if narrow else _BROAD
    tried = _tried(rows, retries)
    entries = _key(rows, tried, level)
    heads = headings(title, room.width)
    top = 18.0 * len(heads) + 24
    parts = [*heads, *key(entries, top, room.width)]
    top += height(entries, room.width)
    bottom = top + room.height
    y = _upright(rows, tried, top, bottom)
    shown = [written(value, percent=view.percent) for value in ticks(y.low, y.high, _TICKS)]
    room = room._replace(left=32 + room_for(shown))
    drawn = _Drawn(rows, tried, _level(rows, tried, room), y)
    parts += _grid(drawn, room, top, bottom, view)
    parts += _steps(drawn, room.right)
    ordered = sorted(rows, key=lambda row: (-ORDER.index(row.verdict), row.frontier))
    parts += [_cross(row, drawn) for row in ordered]
    parts += [_line(row, drawn) for row in ordered if row.model in tried]
    parts += [_point(row, drawn, view) for row in ordered]
    labels, numbered = _labels(drawn, room, top, bottom)
    parts += labels
    across = "mean cost of a trial" if not tried else "mean cost of a trial, or of k tries"
    middle = (room.left + room.right) / 2
    parts.append(text(middle, bottom + 38, across, 'text-anchor="middle"'))
    up = "score" if not tried else "score, or success of k tries"
    turned = f'text-anchor="middle" transform="rotate(-90 14 {short((top + bottom) / 2)})"'
    parts.append(text(14, (top + bottom) / 2, up, turned))
    end = bottom + 50
    if numbered:
        parts += key(numbered, end + 10, room.width, columns=True)
        end += height(numbered, room.width, columns=True) + 6
    described = _described(rows, view)
    return Figure(title, described, Drawing(room.width, end, parts), _vega(drawn, up, across))


def _tried(rows: Sequence[Cost], retries: Sequence[Retry]) -> dict[str, list[Retry]]:
    """Give the tries of the models that show them, of more than one try."""
    known = [row.model for row in rows if row.verdict != "dominated" or len(rows) <= _TRIED]
    found: dict[str, list[Retry]] = {}
    for one in sorted(retries, key=lambda one: one.tries):
        if one.model in known and one.tries > 1:
            found.setdefault(one.model, []).append(one)
    return found


def _level(rows: Sequence[Cost], tried: Mapping[str, Sequence[Retry]], room: Room) -> Spend:
    """Give the scale of costs."""
    means = [row.cost for row in rows] + [one.cost for own in tried.values() for one in own]
    ends = [end for row in rows for end in (row.cost_lo, row.cost_hi) if end is not None]
    ratios = by_ratios(means)
    if ratios:
        # An interval down to 0 does not stretch a scale of ratios.
        least = min(mean for mean in means if mean > 0) / DECADE
        ends = [end for end in ends if end >= least]
    return spend(means + ends, room.left, room.right, ratios=ratios)


def _upright(
    rows: Sequence[Cost], tried: Mapping[str, Sequence[Retry]], top: float, bottom: float
) -> Axis:
    """Give the scale of scores."""
    scores = [end for row in rows for end in (row.lo, row.score, row.hi)]
    scores += [one.success for own in tried.values() for one in own]
    return axis(scores, bottom, top, pad=0.04)


def _grid(drawn: _Drawn, room: Room, top: float, bottom: float, view: View) -> list[str]:
    left, right = room.left, room.right
    parts = []
    for value in ticks(drawn.y.low, drawn.y.high, _TICKS):
        at = drawn.y.at(value)
        parts.append(f'<path class="line" d="M{short(left)} {short(at)}H{short(right)}"/>')
        shown = written(value, percent=view.percent)
        parts.append(text(left - 8, at + 4, shown, 'class="dim" text-anchor="end"'))
    for at, words in drawn.x.ticks():
        parts.append(f'<path class="line" d="M{short(at)} {short(top)}V{short(bottom)}"/>')
        half = pixels(words) / 2
        place = min(max(at, half + 2), room.width - half - 2)
        parts.append(text(place, bottom + 18, words, 'class="dim" text-anchor="middle"'))
    return parts


def _steps(drawn: _Drawn, right: float) -> list[str]:
    """Draw the best score for a cost, and the band in which it is by the ends of intervals."""
    own = [row for row in drawn.rows if row.verdict != "dominated"]
    if not own:
        return []
    x, y = drawn.x.at, drawn.y.at
    least = [(x(row.cost_hi), y(row.lo)) for row in own if row.cost_hi is not None]
    upper = _stairs([(x(row.cost_lo), y(row.hi)) for row in own], right)
    lower = _stairs(least, right)[::-1] if least else [(right, y(drawn.y.low))]
    # The lower stairs begin where the upper ones do, at the bottom.
    floor = y(drawn.y.low)
    outline = [*upper, *lower, (lower[-1][0], floor), (upper[0][0], floor)]
    parts = [f'<path class="f0" fill-opacity=".1" d="{through(outline)}Z"/>']
    best: list[Cost] = []
    for row in sorted(own, key=lambda row: (row.cost, -row.score)):
        if not best or row.score > best[-1].score:
            best.append(row)
    ends = [x(row.cost) for row in best[1:]] + [right]
    for place, (row, end) in enumerate(zip(best, ends, strict=True)):
        start = "" if place == 0 else f"{short(y(best[place - 1].score))}V"
        path = f"M{short(x(row.cost))} {start}{short(y(row.score))}H{short(end)}"
        dashes = "" if row.verdict == "frontier" else _DASHES
        parts.append(f'<path class="s0" stroke-width="2"{dashes} d="{path}"/>')
    return parts


def _stairs(points: Sequence[tuple[float, float]], right: float) -> list[tuple[float, float]]:
    """Give the corners of the highest line of steps to the right through points of pixels."""
    corners: list[tuple[float, float]] = []
    for x, y in sorted(points):
        if corners and y >= corners[-1][1]:
            continue
        corners += [(x, corners[-1][1])] if corners else []
        corners.append((x, y))
    return [*corners, (right, corners[-1][1])]


def _hue(row: Cost) -> tuple[str, str]:
    """Give the classes of lines and areas of a model."""
    return ("axis", "dim") if row.verdict == "dominated" else ("s0", "f0")


def _ends(row: Cost, drawn: _Drawn) -> tuple[float, ...]:
    """Give the pixels of the ends of both intervals: left, right, upper and lower."""
    x, y = drawn.x, drawn.y
    far = x.scale.end if row.cost_hi is None else x.at(row.cost_hi)
    return x.at(row.cost_lo), far, y.at(row.hi), y.at(row.lo)


def _cross(row: Cost, drawn: _Drawn) -> str:
    line, _ = _hue(row)
    left, right, upper, lower = map(short, _ends(row, drawn))
    x, y = short(drawn.x.at(row.cost)), short(drawn.y.at(row.score))
    worse, crowd = row.verdict == "dominated", len(drawn.rows) > _NAMED
    opacity = {(True, False): ".55", (True, True): ".2", (False, True): ".45"}.get((worse, crowd))
    faint = f' stroke-opacity="{opacity}"' if opacity else ""
    return f'<path class="{line}"{faint} d="M{left} {y}H{right}M{x} {upper}V{lower}"/>'


def _line(row: Cost, drawn: _Drawn) -> str:
    """Draw the tries of a model: smaller points, joined by a thin line."""
    line, fill = _hue(row)
    points = [(drawn.x.at(row.cost), drawn.y.at(row.score))]
    parts = []
    for one in drawn.tried[row.model]:
        x, y = drawn.x.at(one.cost), drawn.y.at(one.success)
        points.append((x, y))
        dot = f'<circle class="{fill}" cx="{short(x)}" cy="{short(y)}" r="2.5"/>'
        said = f"{row.model}, at most {one.tries} tries: {one.success:.4g} for {about(one.cost)}"
        parts.append(tip(said, dot))
    joined = f'<path class="{line}" stroke-opacity=".8" d="{through(points)}"/>'
    return joined + "".join(parts)


def _point(row: Cost, drawn: _Drawn, view: View) -> str:
    x, y = drawn.x.at(row.cost), drawn.y.at(row.score)
    verdict = f"dominated by {row.dominated_by}" if row.dominated_by else row.verdict
    said = f"{row.model}: {view.figure(row.score)} for {about(row.cost)}, {verdict}"
    return tip(said, _mark(row.verdict, x, y))


def _mark(verdict: str, x: float, y: float) -> str:
    """Draw a disc on the frontier, a ring where it is open, and a small grey diamond elsewhere."""
    at = f'cx="{short(x)}" cy="{short(y)}"'
    if verdict == "frontier":
        return f'<circle class="f0" {at} r="5.5"/>'
    if verdict == "open":
        return f'<circle class="paper" {at} r="5"/><circle class="s0" stroke-width="2" {at} r="5"/>'
    return f'<path class="dim" d="M{short(x)} {short(y - 4.5)}l4.5 4.5l-4.5 4.5l-4.5 -4.5z"/>'


def _key(rows: Sequence[Cost], tried: Mapping[str, Sequence[Retry]], level: str) -> list[Entry]:
    """Say what the marks are that are there."""
    words = {
        "frontier": f"on the frontier (sure at {level})",
        "open": "open: neither is sure",
        "dominated": "dominated: another is better and cheaper",
    }
    there = {row.verdict for row in rows}
    line = '<path class="s0" stroke-width="2"{} d="M0 0H24"/>'
    marks = {
        "frontier": (line.format("") + _mark("frontier", 12, 0), 24),
        "open": (line.format(_DASHES) + _mark("open", 12, 0), 24),
        "dominated": (_mark("dominated", 6, 0), 12),
    }
    entries = [Entry(*marks[one], words[one]) for one in ORDER if one in there]
    if there - {"dominated"}:
        band = '<rect class="f0" fill-opacity=".15" y="-7" width="24" height="14"/>'
        entries.append(Entry(band, 24, "best score for a cost, by the intervals"))
    if tried:
        most = max(one.tries for own in tried.values() for one in own)
        number = "2 tries" if most == 2 else f"2 to {most} tries"  # noqa: PLR2004
        dots = '<path class="s0" d="M3 0H15"/>' + "".join(
            f'<circle class="f0" cx="{at}" cy="0" r="2.5"/>' for at in (3, 15)
        )
        entries.append(Entry(dots, 18, number))
    return entries


def _labels(drawn: _Drawn, room: Room, top: float, bottom: float) -> tuple[list[str], list[Entry]]:
    """Name the points, and number those whose names have no room. The key has their names."""
    # Sure models have their names first, then the likeliest.
    rows = sorted(drawn.rows, key=lambda row: (ORDER.index(row.verdict), -row.frontier, -row.score))
    if len(rows) > _NAMED:
        rows = [row for row in rows if row.verdict != "dominated"][:_NAMED]
    shown = names([row.model for row in rows], room.name)
    at = {row.model: (drawn.x.at(row.cost), drawn.y.at(row.score)) for row in drawn.rows}
    many = len(rows) > room.few
    spots = []
    for number, (row, name) in enumerate(zip(rows, shown, strict=True), 1):
        worse = row.verdict == "dominated"
        size = _SMALL if many and worse else 12
        # A phone has no room for the names of many.
        width = 0.0 if many and worse and room.width == _NARROW.width else pixels(name, size) + 2
        far = _FARTHEST if many and worse else math.inf
        spots.append(Spot(*at[row.model], width, pixels(str(number), size) + 2, far))
    marks = [Box(x - _MARK, y - _MARK, x + _MARK, y + _MARK) for x, y in at.values()]
    for own in drawn.tried.values():
        again = [(drawn.x.at(one.cost), drawn.y.at(one.success)) for one in own]
        marks += [Box(x - 4, y - 4, x + 4, y + 4) for x, y in again]
    lines = []
    for row in drawn.rows:
        left, right, upper, lower = _ends(row, drawn)
        x, y = at[row.model]
        lines += [Box(left, y, right, y), Box(x, upper, x, lower)]
    lines += _crossing(drawn)
    frame = Box(room.left + 2, top - 4, room.width - 2, bottom)
    parts: list[str] = []
    numbered: list[Entry] = []
    for row, name, spot, place in zip(
        rows, shown, spots, placed(spots, frame, marks, lines), strict=True
    ):
        worse = row.verdict == "dominated"
        said, more = name, 'class="dim"' if worse else ""
        if place is None or place.short:
            said = str(len(numbered) + 1)
            words = f"{said} {name}" if place else name
            numbered.append(Entry(_mark(row.verdict, 6, 0), 12, words, more))
        if place is None:
            continue
        parts.append(_led(spot, place))
        # The paper around its letters keeps a name apart from lines below it.
        look = "paint-order:stroke" + (f";font-size:{_SMALL}px" if worse and many else "")
        more = f'class="cell{" dim" if worse else ""}" stroke-width="3" stroke-opacity=".8" '
        left, base = place.box.left + 1, place.box.top + 11
        parts.append(labelled(left, base, said, row.model, f'{more}style="{look}"'))
    return parts, numbered


def _crossing(drawn: _Drawn) -> list[Box]:
    """Give small boxes along the lines of tries."""
    boxes = []
    for row in drawn.rows:
        own = drawn.tried.get(row.model, ())
        points = [(drawn.x.at(row.cost), drawn.y.at(row.score))]
        points += [(drawn.x.at(one.cost), drawn.y.at(one.success)) for one in own]
        for (x, y), (later, above) in pairwise(points):
            steps = max(1, int(math.hypot(later - x, above - y) / _STEP))
            for step in range(steps):
                at = x + (later - x) * (step + 0.5) / steps
                up = y + (above - y) * (step + 0.5) / steps
                boxes.append(Box(at - _STEP / 2, up - _STEP / 2, at + _STEP / 2, up + _STEP / 2))
    return boxes


def _led(spot: Spot, place: Place) -> str:
    """Draw a line to a name that is not beside its point."""
    if place.away <= LED:
        return ""
    box = place.box
    x = min(max(spot.x, box.left), box.right)
    y = min(max(spot.y, box.top + 2), box.bottom - 2)
    far = math.hypot(x - spot.x, y - spot.y)
    part = min(_MARK / far, 1.0) if far else 1.0
    start = short(spot.x + part * (x - spot.x)), short(spot.y + part * (y - spot.y))
    return (
        f'<path class="axis" stroke-opacity=".6" d="M{start[0]} {start[1]}L{short(x)} {short(y)}"/>'
    )


def _described(rows: Sequence[Cost], view: View) -> str:
    """Say in words which models are on the frontier, and which may be."""
    of = counted(len(rows), "model")
    said = []
    for verdict, words in (("frontier", "on the frontier"), ("open", "open")):
        own = sorted((row for row in rows if row.verdict == verdict), key=lambda row: row.cost)
        if own:
            known = few([
                f"{row.model} ({view.figure(row.score)} for {about(row.cost)})" for row in own
            ])  # fmt: skip
            verb = "is" if len(own) == 1 else "are"
            said.append(f"Of {of} {known} {verb} {words}.")
    worse = sum(row.verdict == "dominated" for row in rows)
    if worse:
        said.append(f"{counted(worse, 'model')} {'is' if worse == 1 else 'are'} dominated.")
    return " ".join(said)


def _vega(drawn: _Drawn, up: str, across: str) -> dict[str, Any]:
    values = [
        {"model": row.model, "tries": 1, "cost": row.cost, "cost_lo": row.cost_lo,
         "cost_hi": row.cost_hi, "score": row.score, "lo": row.lo, "hi": row.hi,
         "verdict": row.verdict, "frontier": row.frontier}
        for row in drawn.rows
    ]  # fmt: skip
    values += [
        {"model": name, "tries": one.tries, "cost": one.cost, "score": one.success,
         "verdict": "tries"}
        for name, own in drawn.tried.items()
        for one in own
    ]  # fmt: skip
    scale: dict[str, Any] = {"zero": False}
    if drawn.x.scale.log:
        # Costs of 0 stand where the smallest of the scale are.
        scale = {"type": "symlog", "constant": drawn.x.scale.low} if drawn.x.zero else {
            "type": "log"
        }  # fmt: skip
    x = {"type": "quantitative", "title": across, "scale": scale}
    y = {"type": "quantitative", "title": up, "scale": {"zero": False}}
    mid_x, mid_y = x | {"field": "cost"}, y | {"field": "score"}
    once = [{"filter": "datum.tries == 1"}]
    blue, dim = hues()[0], "#57606a"
    color = {"condition": {"test": "datum.verdict == 'dominated'", "value": dim}, "value": blue}
    tried = [{
        "mark": {"type": "line", "strokeWidth": 1},
        "encoding": {"x": mid_x, "y": mid_y, "detail": {"field": "model"},
                     "order": {"field": "tries"}, "color": color},
    }]  # fmt: skip
    return {
        "data": {"values": values},
        "width": _BROAD.right - _BROAD.left,
        "height": _BROAD.height,
        "layer": [
            *(tried if drawn.tried else []),
            {"transform": once, "mark": "rule", "encoding": {
                "x": x | {"field": "cost_lo"}, "x2": {"field": "cost_hi"}, "y": mid_y,
                "color": color}},
            {"transform": once, "mark": "rule", "encoding": {
                "x": mid_x, "y": y | {"field": "lo"}, "y2": {"field": "hi"}, "color": color}},
            {"mark": {"type": "point", "opacity": 1}, "encoding": {
                "x": mid_x, "y": mid_y, "color": color,
                "size": {"condition": {"test": "datum.tries > 1", "value": 20}, "value": 70},
                "shape": {"condition": {"test": "datum.verdict == 'dominated'",
                                        "value": "diamond"}, "value": "circle"},
                "fill": {
                    "condition": [{"test": "datum.verdict == 'open'", "value": "white"},
                                  {"test": "datum.verdict == 'dominated'", "value": dim}],
                    "value": blue}}},
            {"transform": once, "mark": {"type": "text", "align": "left", "dx": 9, "dy": -7},
             "encoding": {"x": mid_x, "y": mid_y, "text": {"field": "model"}}},
        ],
    }  # fmt: skip
