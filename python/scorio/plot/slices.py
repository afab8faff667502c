"""A forest of slices: raw differences faint, and shrunken ones strong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.plot.forest import Look, Mark, Panel, forest
from scorio.show.words import short_chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._rows import SliceDifference
    from scorio.plot.figure import Figure
    from scorio.show.view import View

_OPEN, _WORSE = 0, 2


def slices(
    title: str,
    groups: Sequence[Sequence[SliceDifference]],
    view: View,
    level: str,
    *,
    narrow: bool = False,
) -> Figure:
    """Draw each slice of each model: its own interval faint, the shrunken one strong."""
    panels = [
        Panel(rows[0].model if len(groups) > 1 else "", [_mark(row, view) for row in rows])
        for rows in groups
    ]
    rows = [row for own in groups for row in own]
    shrunken = any(row.shrunken is not None for row in rows)
    failing = sum(row.failing is True for row in rows)
    said = f"{len({row.slice for row in rows})} slices."
    if rows[0].margin is not None:
        said += f" {failing} {'is' if failing == 1 else 'are'} worse beyond the margin."
    look = Look(
        f"difference, {level} interval" + ("; faint: each slice alone" if shrunken else ""),
        0.0, percent=view.percent, signed=True, narrow=narrow,
    )  # fmt: skip
    return forest(title, said, panels, look)


def _mark(row: SliceDifference, view: View) -> Mark:
    tint = _WORSE if row.failing else _OPEN
    own = (row.shrunken_lo, row.shrunken, row.shrunken_hi)
    lo, mid, hi = own
    if lo is None or mid is None or hi is None:
        said = f"{view.signed(row.difference)}, P(better) = {short_chance(row.probability)}"
        return Mark(row.slice, row.lo, row.difference, row.hi, _told(said, row), tint=tint)
    chance = row.shrunken_probability
    said = f"{view.signed(mid)}, P(better) = {short_chance(0.5 if chance is None else chance)}"
    raw = (row.lo, row.difference, row.hi)
    return Mark(row.slice, lo, mid, hi, _told(said, row), tint=tint, raw=raw)


def _told(said: str, row: SliceDifference) -> str:
    said = said.replace("= >", "> ").replace("= <", "< ")
    return said if row.judged else f"{said}, few questions"
