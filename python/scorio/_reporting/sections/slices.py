"""On which questions one model is better than another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._inspecting.slices import USUAL
from scorio._reporting.findings import DIALECT
from scorio._reporting.parts import Section, folded, for_each_width, name, notes, table, verdicts
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorio._reporting.findings import Findings
    from scorio._slicing.slices import Slices

# Models of the pictures, and sentences of each.
_DRAWN, _LISTED = 5, 3
_MOST = 20


def section(found: Findings) -> Section | None:
    """Compare models by slices: those that are asked for, or those of a usual field, folded."""
    from scorio._calls.slices import slices

    heading, request = "Where it differs", found.request
    fields = list(request.slice) or _usual(found)
    if not fields:
        return None
    models = found.models
    baseline = request.baseline or (models[1] if models[1:] else None)
    options: dict[str, Any] = {**request.target, "weights": request.weights}
    options |= {} if found.counts.numeric else {"prior": request.prior}
    try:
        board = found.first.score(request.metric, request.own_budgets or None, slice=fields,
                                  ragged=request.ragged, **options)  # fmt: skip
        parts = [table(one) for one in board.view(percent=request.percent)._page().tables[1:]]
        said: list[str] = []
        if baseline is not None:
            only = [one for one in models if one != baseline]
            only = only[:_DRAWN] if request.baseline is not None else only[:1]
            own = slices(
                found.counts, baseline=baseline, slice=fields, models=only, **options
            ).view(percent=request.percent).spoken(DIALECT)  # fmt: skip
            first = [
                verdicts(list(_sentences(own))),
                for_each_width(own.plot(), own._figure(narrow=True)),
                *(folded(f"Table: {one.title}", table(one)) for one in own._page().tables),
            ]
            parts, said = [*first, *parts], own._said()
    except ValueError:
        if request.slice:
            raise
        return None
    parts.append(notes(said))
    if request.slice:
        return Section("slices", heading, parts)
    return Section("slices", heading, [folded(f"By {on_a_line(fields[0])}", *parts)])


def _usual(found: Findings) -> list[str]:
    """Give the first field whose name is that of slices, if the counts have one."""
    words = {name: name.rpartition(".")[2].lower() for name in found.counts.fields}
    return [name for name, word in words.items() if word in USUAL][:1]


def _sentences(own: Slices) -> Iterator[tuple[str, bool]]:
    """Say in which slices each model differs from the baseline."""
    level = 1 - own.confidence
    for rows in own._groups():
        model, other = name(rows[0].model), name(rows[0].baseline)
        sure = [row for row in rows if row.holm is not None and row.holm < level]
        for row in sorted(sure, key=lambda row: row.holm or 0.0)[:_LISTED]:
            better = "better" if row.difference > 0 else "worse"
            size = own._view.signed(row.difference)
            yield f"<b>{model}</b> is {better} than {other} on {name(row.slice)}: {size}.", True
        if not sure:
            yield f"No slice shows <b>{model}</b> apart from {other}.", False
