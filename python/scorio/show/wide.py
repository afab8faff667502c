"""Several leaderboards as one table: a line for each model, a column for each leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._rows import Score
    from scorio.show.view import View

_NONE = "–"


def wide_table(
    tables: Sequence[Sequence[Score]],
    view: View,
    titles: Sequence[Sequence[str]],
    caption: str = "",
) -> Table:
    """Put leaderboards side by side, those of all tasks first. What all share is the title."""
    order = sorted(range(len(tables)), key=lambda at: tables[at][0].task is not None)
    tables, titles = [tables[at] for at in order], [titles[at] for at in order]
    first = {row.model: row for row in tables[0]}
    # A model that the first leaderboard lacks stands below its models.
    for rows in tables:
        for row in rows:
            first.setdefault(row.model, row)
    shared = [len(set(part)) == 1 for part in zip(*titles, strict=True)]
    names = [
        ", ".join(part for part, same in zip(title, shared, strict=True) if part and not same)
        for title in titles
    ]
    common = ", ".join(part for part, same in zip(titles[0], shared, strict=True) if part and same)
    cells = [{row.model: _figures(row, view) for row in rows} for rows in tables]
    best = [best_of(rows) for rows in tables]
    own = {row.model: row.rank for row in tables[0]}
    chosen = view.chosen(list(first.values()))
    lines = [
        [
            str(own.get(row.model, _NONE)),
            on_a_line(row.model),
            *(column.get(row.model, _NONE) for column in cells),
        ]
        for row in chosen
    ]
    columns = [
        Column("rank", worth=50),
        Column("model", left=True, worth=100),
        *(Column(name or "score", worth=99 if at == 0 else 40) for at, name in enumerate(names)),
    ]
    by = f" · rank by {names[0]}" if len(tables) > 1 else ""
    strong = {
        (line, 2 + at)
        for line, row in enumerate(chosen)
        for at, models in enumerate(best)
        if row.model in models
    }
    return Table(f"{common or 'Scores'}{by}", columns, lines, None, caption, frozenset(strong))


def best_of(rows: Sequence[Score]) -> set[str]:
    """Give the models of a leaderboard that are not separated from its first, with the first."""
    best = {row.model for row in rows if row.with_leader}
    return best if len(rows) > 1 else set()


def _figures(row: Score, view: View) -> str:
    """Write a score, with its σ and its interval if they are wanted."""
    text = view.figure(row.score)
    if view.sigma:
        text += f" ± {view.figure(row.sigma)}"
    if view.interval:
        text += f" {view.between(row.lo, row.hi)}"
    return text
