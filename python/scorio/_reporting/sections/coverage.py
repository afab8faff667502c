"""What there is of each model: questions, trials, and what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._reading.report import report_lines
from scorio._reporting.parts import Section, figure, folded, notes, paragraph, table
from scorio.plot.matrix import Cell, Grid, matrix
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Table
from scorio.show.words import counted, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._reporting.findings import Findings
    from scorio._rows import Score

_MOST_CELLS = 1_200


def section(found: Findings) -> Section:
    """Give the questions and trials of each model, and what the reading did."""
    rows = found.rows
    lacking = [row for row in rows if row.coverage < 1 or row.questions < row.questions_asked]
    said = (
        f"{len(lacking):,} of {len(rows):,} models lack something that was asked."
        if lacking
        else _complete(rows)
    )
    parts = [paragraph(said)]
    by_task = [row for own in found.tables() for row in own if row.task is not None]
    if any(row.coverage < 1 for row in by_task) and len({row.task for row in by_task}) > 1:
        parts += _drawn(found, by_task)
    every = table(_table(found))
    parts.append(every if lacking else folded("Table: questions and trials", every))
    board = found.board
    several = any(row.score_name for row in board)
    read = report_lines(board.report, board._reading_notes, several_scores=several)
    parts.append(notes(read))
    return Section("coverage", "What the scores rest on", parts)


def _complete(rows: Sequence[Score]) -> str:
    """Say what every model has, if none lacks anything."""
    said = "Every model has an outcome of every trial that it was asked"
    sizes = {(row.questions, row.trials) for row in rows}
    if len(sizes) > 1:
        return f"{said}."
    ((questions, trials),) = sizes
    return f"{said}: {counted(trials, 'trial')} of {counted(questions, 'question')}."


def _table(found: Findings) -> Table:
    columns = [Column("model", left=True)]
    names = ("questions", "questions asked", "trials", "trials a question", "missing", "coverage")
    columns += map(Column, names)
    bounds = any(row.coverage < 1 and row.worst is not None for row in found.rows)
    columns += [Column("worst"), Column("best")] if bounds else []
    view = found.request.view
    lines = [
        [
            on_a_line(row.model),
            f"{row.questions:,}",
            f"{row.questions_asked:,}",
            f"{row.trials:,}",
            f"{row.trials / row.questions:.4g}",
            f"{row.missing:,}",
            percent(row.coverage),
            *(["" if one is None else view.figure(one) for one in (row.worst, row.best)]
              if bounds else []),
        ]
        for row in found.rows
    ]  # fmt: skip
    return Table("Questions and trials of each model", columns, lines)


def _drawn(found: Findings, rows: Sequence[Score]) -> list[str]:
    """Draw the coverage of each model and task."""
    tasks = list(dict.fromkeys(row.task for row in rows))
    models = found.models[: max(10, _MOST_CELLS // len(tasks))]
    known = {(row.model, row.task): row.coverage for row in rows}
    cells: list[list[Cell | None]] = []
    for model in models:
        line: list[Cell | None] = []
        for task in tasks:
            share = known.get((model, task))
            if share is None:
                line.append(None)
                continue
            what = f"{model} on {task}: {percent(share)}"
            line.append(Cell(percent(share), 0.08 + 0.92 * share, 0, what, share))
        cells.append(line)
    described = "The darker, the more of the trials that were asked have an outcome."
    grid = Grid(models, [task or "(no task)" for task in tasks], most=64)
    said = [] if len(models) == len(found.models) else [
        f"The figure shows the first {len(models)} of {len(found.models):,} models."
    ]  # fmt: skip
    return [figure(matrix("Coverage by task", described, grid, cells)), notes(said)]
