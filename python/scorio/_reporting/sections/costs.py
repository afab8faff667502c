"""What success costs: the frontier, and what each model solves for its spend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._costing.amounts import Amounts
from scorio._costing.telling import telling
from scorio._reporting.findings import DIALECT, problem
from scorio._reporting.parts import (
    Section,
    folded,
    for_each_width,
    name,
    notes,
    paragraph,
    table,
    verdicts,
)
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorio._costing.costs import Costs
    from scorio._reporting.findings import Findings
    from scorio._rows import Cost

# Models of the list, if no more are surely on the frontier: the table has all.
_LISTED = 10


def section(found: Findings) -> Section | None:
    """Give scores beside costs, if the counts have any."""
    heading = "What success costs"
    if found.costs is None:
        return None
    try:
        costs, lacking = telling(found.costs, **found.request.target)
    except ValueError as error:
        found.left_out.append(f"{heading}: {problem(error)}.")
        return None
    own = costs.view(percent=found.request.percent).spoken(DIALECT)
    rows, _ = own._drawn()
    listed = [row for row in rows if row.verdict != "dominated"]
    # Of many, those that are surely there come first, then the likeliest.
    listed.sort(key=lambda row: (row.verdict != "frontier", -row.frontier))
    sure = sum(row.verdict == "frontier" for row in listed)
    sentences = list(_sentences(own, listed[: max(_LISTED, sure)]))
    rest = len(listed) - len(sentences)
    first, *others = own._page().tables
    parts = [
        verdicts(sentences),
        paragraph(f"{counted(rest, 'other')} may be there, too.") if rest else "",
        paragraph(_dominated(len(rows) - len(listed))),
        for_each_width(own.plot("frontier"), own._of_frontier(narrow=True)),
        table(first),
    ]
    if own.caps or own.retries:
        parts.append(for_each_width(own.plot("budget"), own._of_budget(narrow=True)))
    if own.retries:
        # Caps are as many as a curve needs: the figure has them.
        parts.append(folded("Table: fresh tries until the first success", table(others[0])))
    if lacking:
        found.left_out.append(f"Success by spend: {lacking}.")
    return Section("costs", heading, [*parts, notes([own._words(), *own._said()])])


def _dominated(models: int) -> str:
    """Say how many models are dominated."""
    if models == 1:
        return "1 model is dominated: another is surely better and cheaper."
    if models == 0:
        return "No model is dominated."
    return f"{models} models are dominated: others are surely better and cheaper."


def _sentences(own: Costs, rows: list[Cost]) -> Iterator[tuple[str, bool]]:
    """Say of each model whether it is on the frontier, the cheapest first."""
    cost, figure = Amounts([row.cost for row in own]), own._view.figure
    for row in sorted(rows, key=lambda row: row.cost):
        sure = row.verdict == "frontier"
        words = "is on the frontier" if sure else "may be on the frontier"
        chance = "" if sure else f", with probability {row.frontier:.2f}"
        shown = f"{figure(row.score)} for {cost.one(row.cost)} a trial{chance}"
        yield f"<b>{name(row.model)}</b> {words}: {shown}.", sure
