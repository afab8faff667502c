"""How the models do on each task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._reporting.parts import Section, figure, folded, notes, paragraph, table
from scorio.plot import leaderboard
from scorio.show.escaping import on_a_line
from scorio.show.wide import wide_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._reporting.findings import Findings
    from scorio._rows import Score

# Cells of a figure, and lines of all tables, that make a page of a few megabytes at most.
_MOST_CELLS, _MOST_LINES = 1_200, 2_500
_LEAST_MODELS = 10


def section(found: Findings) -> Section | None:
    """Give the scores by task: a figure, one table of all, and a table for each."""
    every = found.tables()
    tables = [rows for rows in every if rows[0].task is not None]
    if len(tables) <= 1:
        return None
    models, said = found.models, []
    drawn = set(models[: max(_LEAST_MODELS, _MOST_CELLS // len(every))])
    if len(drawn) < len(models):
        said.append(f"The figure shows the first {len(drawn)} of {len(models):,} models.")
    lines = max(_LEAST_MODELS, _MOST_LINES // len(every))
    if any(len(rows) > lines for rows in every):
        said.append(
            f"Each table has its first {lines} models. scorio score LOGS --out scores.csv has all."
        )
    board = found.board._viewed(found.request.view._replace(top=lines))
    own = [row for rows in every for row in rows if row.model in drawn]
    title = "Scores by task"
    parts = [
        figure(leaderboard.by_task(title, own, found.request.view)),
        table(wide_table(every, board._view, board._titles(every))),
        paragraph("Each task with its intervals and ranges of ranks:"),
        *(folded(_leading(rows, found), table(board._table_of(rows))) for rows in tables),
        notes(said),
    ]
    return Section("tasks", "Task by task", parts)


def _leading(rows: Sequence[Score], found: Findings) -> str:
    """Say who leads a task."""
    first = [row for row in rows if row.rank == 1]
    names = " and ".join(on_a_line(row.model) for row in first[:2])
    more = f" and {len(first) - 2} more" if first[2:] else ""
    leads = "lead" if first[1:] else "leads"
    task = on_a_line(rows[0].task or "") or "(no task)"
    return f"{task}: {names}{more} {leads} with {found.request.view.figure(first[0].score)}"
