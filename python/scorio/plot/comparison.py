"""Figures of comparisons: differences from a baseline, and all pairs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scorio.plot.forest import Look, Mark, Panel, forest
from scorio.plot.matrix import Cell, Grid, matrix
from scorio.show.words import chance as chance_of
from scorio.show.words import short_chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._rows import Comparison, Gated
    from scorio.plot.figure import Figure
    from scorio.show.view import View

_BETTER, _WORSE, _OPEN = 3, 2, 1


def differences(
    title: str,
    tables: Sequence[tuple[str, Sequence[Comparison]]],
    view: View,
    level: str,
    *,
    narrow: bool = False,
) -> Figure:
    """Draw each difference with its interval, and mark 0."""
    panels = []
    for task, rows in tables:
        marks = []
        for row in rows:
            tint = _tint(row)
            said = f"{view.signed(row.difference)}, P(better) = {short_chance(row.probability)}"
            said = said.replace("= >", "> ").replace("= <", "< ")
            marks.append(Mark(row.model, row.lo, row.difference, row.hi, said, tint=tint))
        panels.append(Panel(task, marks))
    rows = [row for _, own in tables for row in own]
    tints = [_tint(row) for row in rows]
    better, worse = tints.count(_BETTER), tints.count(_WORSE)
    described = (
        f"Of {len(rows)} models, {better} are better than {rows[0].baseline} and {worse} are "
        f"worse; {len(rows) - better - worse} are not separated from it."
    )
    look = Look(
        f"difference, {level} interval", 0.0, percent=view.percent, signed=True, narrow=narrow
    )
    return forest(title, described, panels, look)


def _tint(row: Comparison) -> int:
    if not row.separated:
        return _OPEN
    return _BETTER if row.difference > 0 else _WORSE


def gates(
    title: str, tables: Sequence[tuple[str, Sequence[Gated]]], at_least: float, interval: str
) -> Figure:
    """Draw each score beside the level that it has to reach."""
    tints = {"pass": _BETTER, "fail": _WORSE, "undecided": _OPEN}
    panels = [Panel(name, [_gate(row, tints) for row in rows]) for name, rows in tables]
    verdicts = [row.verdict for _, rows in tables for row in rows]
    said = ", ".join(f"{verdicts.count(one)} {one}" for one in tints)
    return forest(title, f"{said}.", panels, Look(f"score, {interval}", at_least))


def _gate(row: Gated, tints: dict[str, int]) -> Mark:
    lo, mid, hi = (_known(value) for value in (row.lo, row.score, row.hi))
    return Mark(row.question or row.model, lo, mid, hi, row.verdict, tint=tints[row.verdict])


def _known(value: float | None) -> float:
    return math.nan if value is None else value


def pairs(
    title: str,
    models: Sequence[str],
    letters: Sequence[str],
    better: dict[tuple[str, str], float],
    separated: set[tuple[str, str]],
) -> Figure:
    """Draw P(row > column): blue where the row is better, orange where the column is.

    Pairs that are not separated are pale.
    """
    if len(models) > _MOST_MODELS:
        raise ValueError(
            f"{len(models)} models are too many for a matrix: choose up to {_MOST_MODELS}"
        )
    cells: list[list[Cell | None]] = []
    for model in models:
        line: list[Cell | None] = []
        for other in models:
            chance = better.get((model, other))
            if chance is None:
                line.append(None)
                continue
            said = f"P({model} > {other}) = {chance_of(chance)}"
            said = said.replace("= >", "> ").replace("= <", "< ")
            share = _STRONG if (model, other) in separated else _PALE * abs(2 * chance - 1)
            line.append(Cell(short_chance(chance), share, 0 if chance > _HALF else 1, said, chance))
        cells.append(line)
    rows = [
        f"{model} · {own}" if own else model for model, own in zip(models, letters, strict=True)
    ]
    described = (
        f"Probability that the model of the row is better than that of the column. Of "
        f"{len(better) // 2} pairs, {len(separated) // 2} are separated."
    )
    across = (
        "Strong colours: separated. Models that share a letter are not."
        if any(letters)
        else ("Strong colours: separated.")
    )
    return matrix(title, described, Grid(rows, models, across, around_half=True), cells)


_STRONG, _PALE = 0.85, 0.35
_HALF = 0.5
_MOST_MODELS = 150
