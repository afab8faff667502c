"""Who leads, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._reading.report import report_lines
from scorio._reporting.parts import Section, figure, folded, for_each_width, notes, paragraph, table
from scorio.show.words import counted

if TYPE_CHECKING:
    from scorio._reporting.findings import Findings

# More models are in the table alone.
MOST_DRAWN = 60


def section(found: Findings) -> Section:
    """Give the scores of all tasks with intervals and ranges of ranks."""
    board, models = found.board, found.models
    shown = board if len(models) <= MOST_DRAWN else board.view(
        only=models[:MOST_DRAWN], percent=found.request.percent
    )  # fmt: skip
    overall = board._overall()
    parts = [for_each_width(shown.plot("scores"), shown._of_scores(narrow=True))]
    if len(models) > MOST_DRAWN:
        parts.append(paragraph(
            f"The figure shows the first {MOST_DRAWN} of {counted(len(models), 'model')}. "
            "The table has all."
        ))  # fmt: skip
    if len(board.rows) > 1 and len(models) > 1:
        parts.append(folded("Figure: how sure the ranks are", figure(shown.plot("ranks"))))
    # Without a table of all tasks, those of the tasks have a section of their own.
    parts += [table(board._table_of(rows)) for rows in overall if rows[0].task is None] or [
        table(board._table_of(overall[0]))
    ]
    several = any(row.score_name for row in board.rows)
    read = report_lines(board.report, board._reading_notes, several_scores=several)
    parts.append(notes(note for note in board.notes if note not in read))
    if several:
        first = found.rows[0].score_name or "the first score"
        parts.append(notes([f"The sections below are about {first} alone."]))
    return Section("leaderboard", "Leaderboard", parts)
