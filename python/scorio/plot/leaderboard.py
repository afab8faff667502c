"""Figures of leaderboards: scores, ranks, curves over k, and models by task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.plot.curves import Curve, Sides, curves
from scorio.plot.forest import Look, Mark, Panel, forest
from scorio.plot.matrix import Cell, Grid, matrix
from scorio.show.words import counted, few, metric_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._rows import Judged, RankedModel, Score
    from scorio.plot.figure import Figure
    from scorio.show.view import View


# What three digits do not show.
_LEAST = 0.0005


def scores(
    title: str,
    tables: Sequence[tuple[str, Sequence[Score | RankedModel]]],
    view: View,
    level: str,
    *,
    narrow: bool = False,
) -> Figure:
    """Draw a forest of each table: scores with intervals. Who may be the first is shaded."""
    panels = []
    for name, rows in tables:
        marks = []
        for row in rows:
            ends = (row.score if end is None else end for end in (row.lo, row.hi))
            said = view.figure(row.score)
            if row.sigma is not None:
                said += f" ± {view.figure(row.sigma)}"
            said = said.replace("-", "−")
            lo, hi = ends
            marks.append(Mark(row.model, lo, row.score, hi, said, _shaded(row)))
        panels.append(Panel(name, marks))
    look = Look(
        f"score, {level} interval", percent=view.percent, shading=_shading(panels), narrow=narrow
    )
    return forest(title, _leading([rows for _, rows in tables], view), panels, look)


def beside_judge(
    title: str,
    tables: Sequence[tuple[str, Sequence[tuple[Score, Judged]]]],
    view: View,
    level: str,
    *,
    narrow: bool = False,
) -> Figure:
    """Draw the score of each model by the labels, and that by the judge beside it."""
    panels = []
    for name, rows in tables:
        marks = []
        for row, own in rows:
            said = view.figure(row.score)
            said += "" if own.judge is None else f", judge {view.figure(own.judge)}"
            said = said.replace("-", "−")
            marks.append(Mark(row.model, row.lo, row.score, row.hi, said, beside=own.judge))
        panels.append(Panel(name, marks))
    key = (f"by the labels, {level} interval", "by the judge")
    look = Look("score", percent=view.percent, narrow=narrow, key=key)
    return forest(title, _outside([pair for _, rows in tables for pair in rows]), panels, look)


def _outside(pairs: Sequence[tuple[Score, Judged]]) -> str:
    """Say for how many models the judge's average lies outside the interval."""
    known = [(row, own.judge) for row, own in pairs if own.judge is not None]
    of = counted(len(known), "model")
    high = [row.model for row, value in known if value > row.hi]
    low = [row.model for row, value in known if value < row.lo]
    if not high and not low:
        return f"The judge's average lies inside the interval of each of {of}."
    said = [f"above it for {few(high)}"] if high else []
    said += [f"below it for {few(low)}"] if low else []
    return (
        f"The judge's average lies outside the interval of {len(high) + len(low)} of {of}: "
        f"{', and '.join(said)}."
    )


def _shaded(row: Score | RankedModel) -> bool:
    return getattr(row, "with_leader", False)


def _shading(panels: Sequence[Panel]) -> str:
    """Say what shading means, where any two models are shaded."""
    several = any(sum(mark.shaded for mark in panel.marks) > 1 for panel in panels)
    return "shaded: not separated from the first" if several else ""


def _leading(tables: Sequence[Sequence[Score | RankedModel]], view: View) -> str:
    """Say who leads, of the first table."""
    rows = sorted(tables[0] if tables else [], key=lambda row: row.rank)
    if not rows:
        return "No model has a score."
    first, last = rows[0], rows[-1]
    said = f"{first.model} leads with {view.figure(first.score)}"
    if len(rows) > 1:
        said += f", {last.model} is last with {view.figure(last.score)}"
    return f"{said}."


def ranks(
    title: str, tables: Sequence[tuple[str, Sequence[Score | RankedModel]]], level: str
) -> Figure:
    """Draw the range of each rank, the first on the left."""
    panels, sure = [], 0
    for name, rows in tables:
        marks = []
        for row in rows:
            lo = row.rank if row.rank_lo is None else row.rank_lo
            hi = row.rank if row.rank_hi is None else row.rank_hi
            sure += lo == hi
            said = str(lo) if lo == hi else f"{lo} to {hi}"
            if row.p_best is not None and _LEAST < row.p_best <= 1 - _LEAST:
                said += f", first with P = {row.p_best:.3f}"
            marks.append(Mark(row.model, lo, row.rank, hi, said, _shaded(row)))
        panels.append(Panel(name, marks))
    models = sum(len(rows) for _, rows in tables)
    described = f"{sure} of {models} ranks are certain at {level}."
    look = Look(f"range of ranks, {level}", whole=True, shading=_shading(panels))
    return forest(title, described, panels, look)


def over_k(title: str, rows: Sequence[Score], view: View, level: str) -> Figure:
    """Draw the score of each model by its budget k."""
    lines = []
    for model in dict.fromkeys(row.model for row in rows):
        own = sorted(
            (row for row in rows if row.model == model and row.k is not None),
            key=lambda row: row.k or 0,
        )
        lines.append(
            Curve(
                model,
                [float(row.k or 0) for row in own],
                [row.score for row in own],
                [row.lo for row in own],
                [row.hi for row in own],
            )
        )
    lines.sort(key=lambda line: -line.y[-1])
    most = max((line.x[-1] for line in lines), default=0)
    there = [line for line in lines if line.x[-1] == most]
    highest = [line.label for line in there if line.y[-1] == there[0].y[-1]]
    names = few(highest)
    are = "is highest" if len(highest) == 1 else "are highest"
    best = f"At k = {most:g}, {names} {are} with {view.figure(there[0].y[-1])}."
    metric = metric_in_words(rows[0].metric, None)
    sides = Sides("k", f"{metric}, {level} interval", view.percent, steps=True)
    return curves(title, best, lines, sides)


def by_task(title: str, rows: Sequence[Score], view: View) -> Figure:
    """Draw the score of each model on each task, the stronger the higher."""
    tasks = list(dict.fromkeys(row.task for row in rows))
    tasks.sort(key=lambda task: task is not None)
    models = list(dict.fromkeys(row.model for row in sorted(rows, key=_overall_first)))
    known = {(row.model, row.task): row for row in rows}
    values = [row.score for row in rows]
    low, high = min(values), max(values)
    cells: list[list[Cell | None]] = []
    for model in models:
        line: list[Cell | None] = []
        for task in tasks:
            row = known.get((model, task))
            if row is None:
                line.append(None)
                continue
            share = (row.score - low) / (high - low) if high > low else 0.5
            said = f"{model} on {_named(task)}: {view.figure(row.score)} ± {view.figure(row.sigma)}"
            shown = view.figure(row.score) if view.digits is not None else _two(row.score, view)
            line.append(Cell(shown, 0.08 + 0.92 * share, 0, said, row.score))
        cells.append(line)
    described = f"{len(models)} models on {sum(task is not None for task in tasks)} tasks."
    grid = Grid(models, [_named(task) for task in tasks], most=64)
    return matrix(title, described, grid, cells)


def _overall_first(row: Score) -> tuple[bool, int]:
    return row.task is not None, row.rank


def _named(task: str | None) -> str:
    return "all tasks" if task is None else task or "(no task)"


def _two(value: float, view: View) -> str:
    return f"{100 * value:.0f}%" if view.percent else f"{value:.2f}"
