"""Places of names beside points, where they touch no other name and no point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HEIGHT = 14.0
# How far from its point a name may stand, and from where on a line leads to it.
_AWAY = (9.0, 17.0, 28.0, 42.0, 58.0, 76.0)
LED = 14.0
# Directions in the order in which they are tried: to the upper right first.
_TURNS = (-35, -90, 35, 90, -145, 145, 0, 180, -60, 60, -120, 120)
# What a pixel of a line below a name weighs, beside a pixel away from its point.
_CROSSED, _LED = 0.8, 10.0
_ROUNDS = 3


class Box(NamedTuple):
    """A rectangle between two corners."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether two rectangles overlap."""
        return (
            self.left < other.right and other.left < self.right
            and self.top < other.bottom and other.top < self.bottom
        )  # fmt: skip

    def inside(self, other: Box) -> bool:
        """Whether it lies in another rectangle."""
        return (
            other.left <= self.left and self.right <= other.right
            and other.top <= self.top and self.bottom <= other.bottom
        )  # fmt: skip


class Spot(NamedTuple):
    """A point that wants a name, the widths of name and number, and how far off the name may be.

    A point without a width has no name, but a number.
    """

    x: float
    y: float
    width: float
    number: float
    farthest: float = math.inf


class Place(NamedTuple):
    """Where a name stands, whether it is the number of its point, and how far it is from it."""

    box: Box
    short: bool
    away: float


def placed(
    spots: Sequence[Spot], frame: Box, marks: Sequence[Box], lines: Sequence[Box]
) -> list[Place | None]:
    """Place names, those of the first points first. A name without room becomes a number.

    No name touches another, a mark, or the frame. It keeps off lines where it can. None stands for
    a point that has room for neither.
    """
    found: list[Place | None] = [None] * len(spots)
    for short in (False, True):
        for turn in range(_ROUNDS):
            for one, spot in enumerate(spots):
                own = found[one]
                if own is not None and (turn == 0 or own.short != short):
                    continue
                others = [place.box for at, place in enumerate(found) if place and at != one]
                best = _best(spot, frame, [*marks, *others], lines, short=short)
                found[one] = best or own
    return found


def _best(
    spot: Spot, frame: Box, taken: Sequence[Box], lines: Sequence[Box], *, short: bool
) -> Place | None:
    """Give the best free place, if there is any."""
    best, least = None, math.inf
    for rank, (box, away) in enumerate(_around(spot, short=short)):
        if away + 0.01 * rank >= least or not box.inside(frame):
            continue
        if any(map(box.meets, taken)):
            continue
        crossed = sum(_shared(box, line) for line in lines)
        weight = away + 0.01 * rank + _CROSSED * crossed + (_LED if away > LED else 0.0)
        if weight < least:
            best, least = Place(box, short, away), weight
    return best


def _around(spot: Spot, *, short: bool) -> Iterator[tuple[Box, float]]:
    """Give rectangles around a point, the nearest first."""
    width = spot.number if short else spot.width
    for away in _AWAY if width else ():
        if away > spot.farthest and not short:
            return
        for turn in _TURNS:
            angle = math.radians(turn)
            x, y = spot.x + away * math.cos(angle), spot.y + away * math.sin(angle)
            # What is x is the edge of the name that faces the point, or its middle.
            side = round(math.cos(angle), 6)
            left = x - width * (0.5 if side == 0 else side < 0)
            top = y - _HEIGHT / 2 + _HEIGHT / 2 * math.sin(angle)
            yield Box(left, top, left + width, top + _HEIGHT), away


def _shared(box: Box, line: Box) -> float:
    """Give how many pixels of an upright or level line run through a rectangle."""
    wide = min(box.right, line.right) - max(box.left, line.left)
    tall = min(box.bottom, line.bottom) - max(box.top, line.top)
    return max(wide, tall) if wide >= 0 and tall >= 0 else 0.0
