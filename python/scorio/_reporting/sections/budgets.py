"""What more trials of a question are worth: Pass@k and its kin by k."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._counting.sums import Sums
from scorio._reporting.findings import FIRST, problem, scored
from scorio._reporting.parts import Section, figure, notes, table
from scorio.show.wide import wide_table

if TYPE_CHECKING:
    from scorio._reporting.findings import Findings
    from scorio._scoring.scores import Scores

_TWO = 2


def section(found: Findings) -> Section | None:
    """Give the scores of the first models by k, if there are several trials."""
    request = found.request
    of_budget = bool(request.budgets) and found.rows[0].k is not None
    if isinstance(found.counts, Sums) and not of_budget:
        return None
    metric = request.metric if of_budget else "pass_at_k"
    least = min(row.trials // row.questions for row in found.rows[:FIRST])
    if request.budgets[1:]:
        budgets = sorted(set(request.budgets))
    elif request.budgets and not of_budget:
        budgets = sorted({*_powers(request.budgets[0]), request.budgets[0]})
    else:
        budgets = _powers(least)
    board: Scores | None = None
    while board is None:
        if len(budgets) < _TWO:
            return None
        try:
            board = scored(found.first, request, metric, budgets, by_task=False)
        except ValueError as error:
            # Some question may have fewer trials than most.
            _, values = getattr(error, "remedy", None) or ("", {"most": 0})
            most = int(values["most"]) if "most" in values else 0
            fewer = [k for k in budgets if k <= most]
            if request.budgets[1:] or (request.budgets and not of_budget):
                raise
            if not 0 < len(fewer) < len(budgets):
                found.left_out.append(f"Curves of {metric} over k: {problem(error)}.")
                return None
            budgets = fewer
    tables = list(board._groups())
    said = [] if len(found.models) <= FIRST else [
        f"Shown are the first {FIRST} of {len(found.models):,} models."
    ]  # fmt: skip
    said += board._said("score.beyond", "score.near")
    parts = [
        figure(board.plot("curves")),
        table(wide_table(tables, request.view, board._titles(tables))),
        notes(said),
    ]
    return Section("budgets", "With more trials of a question", parts)


def _powers(most: int) -> list[int]:
    """Give 1, 2, 4, … up to a number of trials."""
    return [1 << power for power in range(most.bit_length())]
