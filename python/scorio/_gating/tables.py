"""The tables of a gate."""

from __future__ import annotations

from itertools import groupby
from math import nan
from typing import TYPE_CHECKING

from scorio._gating.words import failing, named
from scorio.show.escaping import on_a_line
from scorio.show.page import Bars, Column, Table
from scorio.show.terminal.bars import Span
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorio._rows import Gated
    from scorio.show.view import View

# Questions of a model that a table of text lists.
_LISTED = 20


def of_scores(title: str, rows: Sequence[Gated], view: View, level: float) -> Iterator[Table]:
    """Give the table of scores, whose intervals are drawn beside the level."""
    chosen = view.chosen(rows)
    # Names of tasks tell the rows apart, if there are several.
    worth = 99 if _have_parts(rows) else 20
    part = "task" if all(row.slice is None for row in rows) else "slice"
    columns = [
        Column("model", left=True, worth=100),
        Column(part, left=True, worth=worth),
        Column("verdict", left=True, worth=95),
        Column("score", worth=90),
        Column("interval", worth=80),
        Column("questions", worth=30),
        Column("trials", worth=40),
        Column("run more", worth=75),
    ]
    bars = Bars([_span(row) for row in chosen], view.end, level, 85)
    yield Table(title, columns, [_score_cells(row, view, level) for row in chosen], bars)


def of_questions(title: str, rows: Sequence[Gated], view: View, _level: float) -> Iterator[Table]:
    """Give how many questions of each model pass, and which do not."""
    own = view._replace(sort=None, top=None).chosen(rows)
    groups = groupby(own, key=lambda row: (row.score_name, row.model))
    models = [list(one) for _, one in groups]
    names = ["pass", "fail", "undecided", "run more"]
    columns = [Column("model", left=True), *map(Column, names)]
    yield Table(title, columns, [_summary(one) for one in models])
    tasks = _have_parts(rows)
    for one in models:
        left = [row for row in one if row.verdict != "pass"]
        # Failures first, then those that would fail alone.
        left.sort(key=lambda row: (row.verdict, row.p_fail))
        if left:
            yield _left(left, view, tasks=tasks)


def _left(rows: list[Gated], view: View, *, tasks: bool) -> Table:
    """Give the questions of a model that do not pass."""
    what = f"{counted(len(rows), 'question')} of {named(rows[0])} not passed"
    view = view._replace(only=(), top=view.top or _LISTED)
    if len(rows) > (view.top or 0):
        what += f", of which {view.top} are here and all in a saved result"
    columns = [Column("question", left=True), Column("verdict", left=True)]
    if tasks:
        columns.insert(0, Column("task", left=True))
    names = [
        "successes",
        "trials",
        "p_fail",
        "adjusted",
        "run more",
        "if all succeed",
        "if all fail",
    ]
    lines = [_question_cells(row, tasks=tasks) for row in view.chosen(rows)]
    return Table(what, [*columns, *map(Column, names)], lines)


def _have_parts(rows: Sequence[Gated]) -> bool:
    return len({(row.task, row.slice) for row in rows}) > 1


def _span(row: Gated) -> Span:
    tints = {"pass": 4, "fail": 6, "undecided": 0}
    if row.lo is None or row.hi is None or row.score is None:
        return Span(nan, nan, nan)
    return Span(row.lo, row.score, row.hi, tints[row.verdict])


def _summary(rows: list[Gated]) -> list[str]:
    verdicts = [row.verdict for row in rows]
    numbers = [f"{verdicts.count(one):,}" for one in ("pass", "fail", "undecided")]
    more = [row.more for row in rows if row.verdict == "undecided"]
    known = sum(one for one in more if one is not None)
    beyond = "" if None not in more else " and others beyond a million"
    return [named(rows[0]), *numbers, f"{known:,}{beyond}"]


def _question_cells(row: Gated, *, tasks: bool) -> list[str]:
    cells = [on_a_line(row.task or "")] if tasks else []
    further = [row.more, row.to_pass, row.to_fail]
    return [
        *cells,
        on_a_line(row.question or ""),
        row.verdict,
        f"{row.successes:,}",
        f"{row.trials:,}",
        *failing(row),
        *("—" if one is None else f"{one:,}" for one in further),
    ]


def _score_cells(row: Gated, view: View, level: float) -> list[str]:
    asked = "" if row.questions == row.questions_asked else f"/{row.questions_asked:,}"
    return [
        named(row),
        on_a_line(row.slice or row.task or "") or "all",
        row.verdict,
        "—" if row.score is None else view.beside(row.score, level),
        "—"
        if row.lo is None or row.hi is None
        else f"[{view.beside(row.lo, level)}, {view.beside(row.hi, level)}]",
        f"{row.questions:,}{asked}",
        f"{row.trials:,}",
        "—" if row.more is None else f"{row.more:,}",
    ]
