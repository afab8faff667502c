"""Leaderboards of slices of the questions, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio import _core
from scorio.show.escaping import on_a_line
from scorio.show.wide import wide_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorio._rows import Score
    from scorio.show.page import Table
    from scorio.show.view import View

# So many columns leave room for intervals.
_BESIDE = 5


def _headed(rows: Sequence[Score]) -> str:
    """Name a slice with its number of questions, which is marked if it is small."""
    questions = max(row.questions_asked for row in rows)
    few = "*" if questions < _core.FEWEST_QUESTIONS else ""
    return f"{on_a_line(rows[0].slice or 'all')} ({questions:,}{few})"


def sliced(
    whole: Sequence[Score],
    slices: Sequence[Score],
    view: View,
    title_of: Callable[[Score], str],
    caption: Callable[[Sequence[Score]], str],
) -> list[Table]:
    """Give the tables of slices beside all questions: a line for each model, a column for each."""
    boards: dict[tuple[object, ...], dict[str | None, list[Score]]] = {}
    for row in (*whole, *slices):
        known = (row.metric, row.k, row.parameters, row.score_name)
        boards.setdefault(known, {}).setdefault(row.slice, []).append(row)
    found = []
    for by_slice in boards.values():
        tables = list(by_slice.values())
        firsts = [own[0] for own in tables]
        titles = [[f"{title_of(own[0])} by slice", _headed(own)] for own in tables]
        own_view = view._replace(interval=view.interval or len(tables) <= _BESIDE)
        found.append(wide_table(tables, own_view, titles, f"{caption(firsts)} by slice"))
    return found
