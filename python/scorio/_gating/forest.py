"""The figure of a gate: its scores beside the level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._gating.words import named
from scorio.plot.comparison import gates
from scorio.show.escaping import on_a_line
from scorio.show.words import metric_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorio._rows import Gated
    from scorio.plot.figure import Figure
    from scorio.show.view import View


def forest(title: str, rows: Sequence[Gated], settings: Mapping[str, Any], view: View) -> Figure:
    """Draw a panel for each model with its questions, or for each task with its models."""
    each = bool(settings["per_question"])
    panels: dict[str, list[Gated]] = {}
    for row in view._replace(sort=None, top=None).chosen(rows):
        name = named(row) if each else on_a_line(row.slice or row.task or "") or "all tasks"
        panels.setdefault(name, []).append(row)
    sure = f"{100 * settings['confidence']:g}% at each end"
    if not each:
        metric = metric_in_words(settings["metric"], settings["k"])
        title = f"{metric} beside the level {settings['at_least']:g}, with intervals"
    return gates(title, list(panels.items()), settings["at_least"], sure)
