"""How long a task each model can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._reporting.findings import DIALECT
from scorio._reporting.parts import (
    Section,
    folded,
    for_each_width,
    name,
    notes,
    table,
    verdicts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorio._horizons.horizons import Horizons
    from scorio._reporting.findings import Findings

# Models of the list: the table has all.
_LISTED = 10


def section(found: Findings) -> Section | None:
    """Give horizons, if the field of lengths is named."""
    from scorio._calls.horizon import horizon
    from scorio._reading.keeping import ITEM

    heading, request = "How long a task", found.request
    if request.length is None:
        return None
    counts: Any = found.counts
    # Without lengths, each model has an axis of its own.
    baseline = None if request.length == ITEM else request.baseline
    own = horizon(
        counts, request.length,
        baseline=baseline, cluster=request.cluster, confidence=request.confidence,
    ).spoken(DIALECT)  # fmt: skip
    first, *others = own._page().tables
    parts = [
        verdicts(list(_sentences(own))),
        for_each_width(own.plot("horizon"), own._of_horizons(narrow=True)),
        table(first),
        *(folded(f"Table: {one.title}", table(one)) for one in others),
        folded("Table: observed and fitted shares", table(own._binned())),
    ]
    return Section("horizons", heading, [*parts, notes(own._said())])


def _sentences(own: Horizons) -> Iterator[tuple[str, bool]]:
    """Say of each model how long a task it does half of the time."""
    share = own[0].at
    rows = [row for row in own if row.at == share]
    for row in rows[:_LISTED]:
        if row.kind != "fitted":
            words = "no horizon" if row.kind == "rising" else row.shown
            yield f"<b>{name(row.model)}</b>: {words}.", False
            continue
        interval = row.shown_interval.strip("[]").replace(", ", " to ")
        shown = f"{100 * share:g}% of tasks of {row.shown} ({interval})"
        yield f"<b>{name(row.model)}</b> does {shown}.", not row.unbounded
