"""The axis of costs, which often span decades, and the words at its ticks."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scorio.plot.parts import axis, ticks
from scorio.plot.widths import pixels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorio.plot.parts import Axis

# From this ratio on, equal ratios of costs are equally far apart.
DECADE = 10.0
# The room at the ends of an axis, of costs of 0 before it, and between the words of two ticks.
_PAD, _ZERO, _APART = 12.0, 34.0, 14.0
# From where on a unit takes the place of zeros.
_KILO, _MEGA, _GIGA = 1e4, 1e6, 1e9
_TINY = 1e-5
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Spend(NamedTuple):
    """A scale of costs. With ratios, costs of 0 have a place of their own before it."""

    scale: Axis
    zero: float | None

    def at(self, cost: float) -> float:
        """Give the pixel of a cost."""
        if self.zero is not None and cost <= 0:
            return self.zero
        return self.scale.at(max(cost, self.scale.low) if self.scale.log else cost)

    def ticks(self) -> Iterator[tuple[float, str]]:
        """Give pixels and words of round costs, of which no two touch."""
        if self.zero is not None:
            yield self.zero, "0"
        scale = self.scale
        if not scale.log:
            few = max(2, int((scale.end - scale.start) / 80))
            for value in ticks(scale.low, scale.high, few):
                if value >= 0:
                    yield scale.at(value), amount(value)
            return
        for digits in ((1, 2, 5), (1, 3), (1,)):
            shown = [(scale.at(one), amount(one)) for one in _rounds(scale, digits)]
            if not _touch(shown):
                yield from shown
                return
        # Of very many decades, every second or third has words.
        step = next(step for step in range(2, 400) if not _touch(shown[::step]))
        yield from shown[::step]


def by_ratios(costs: Iterable[float]) -> bool:
    """Whether costs above 0 span a decade, so that equal ratios are to be equally far apart."""
    above = [cost for cost in costs if math.isfinite(cost) and cost > 0]
    return bool(above) and max(above) >= DECADE * min(above)


def spend(costs: Iterable[float], start: float, end: float, *, ratios: bool) -> Spend:
    """Give a scale of costs between two pixels, with some room at its ends."""
    known = [cost for cost in costs if math.isfinite(cost) and cost >= 0]
    above = [cost for cost in known if cost > 0]
    if not ratios or not above:
        share = _PAD / max(end - start - 2 * _PAD, 1.0)
        found = axis(known, start, end, pad=share)
        return Spend(found._replace(low=max(found.low, 0.0)), None)
    zero = start + _PAD if len(above) < len(known) else None
    first = start if zero is None else start + _ZERO
    ratio = (max(above) / min(above)) ** (_PAD / max(end - first - 2 * _PAD, 1.0))
    return Spend(axis([min(above) / ratio, max(above) * ratio], first, end, log=True), zero)


def _rounds(scale: Axis, digits: Iterable[int]) -> list[float]:
    """Give the round numbers of a scale of ratios."""
    first, last = (math.floor(math.log10(end)) for end in (scale.low, scale.high))
    every = [float(f"{one}e{power}") for power in range(first, last + 1) for one in digits]
    return [one for one in every if scale.low <= one <= scale.high]


def _touch(shown: list[tuple[float, str]]) -> bool:
    """Whether the words of two neighbours are too close."""
    halves = [(at, pixels(words) / 2) for at, words in shown]
    return any(
        later - right < half + own + _APART for (right, half), (later, own) in pairwise(halves)
    )


def amount(value: float) -> str:
    """Write a round cost in few signs: 0.002, 1,500, 20k, 3M."""
    if value and (value < _TINY or value >= 1000 * _GIGA):
        digits, _, power = f"{value:.3g}".partition("e")
        power = str(int(power)) if power else ""
        return f"{digits} · 10{power.translate(_RAISED)}" if power else f"{value:g}"
    for least, unit, sign in ((_GIGA, _GIGA, "G"), (_MEGA, _MEGA, "M"), (_KILO, 1e3, "k")):
        if value >= least:
            return f"{value / unit:.4g}{sign}"
    if value >= 1:
        return f"{value:,.6g}"
    return f"{value:.8f}".rstrip("0").rstrip(".") or "0"


def about(value: float) -> str:
    """Write any cost with three digits."""
    return amount(float(f"{value:.3g}"))
