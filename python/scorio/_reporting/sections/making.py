"""How the report was made: sources, settings, and what is not in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._reporting.parts import Section, facts, notes
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from scorio._reporting.findings import Findings

_LISTED = 20


def section(found: Findings) -> Section:
    """Name the sources and settings."""
    sources = found.board.sources
    more = f" and {len(sources) - _LISTED:,} more" if len(sources) > _LISTED else ""
    named = ", ".join(map(on_a_line, sources[:_LISTED]))
    settings = {
        key: value
        for key, value in found.board.settings.items()
        # Questions of unequal length are an error, unless a policy is named.
        if value not in (None, False, 0)
        and key != "by_task"
        and (key, value) != ("ragged", "error")
    }
    pairs = [("read from", f"{named}{more}")] if sources else []
    pairs += [(key.replace("_", " "), _said(value)) for key, value in settings.items()]
    if found.request.baseline is not None:
        pairs.append(("baseline", found.request.baseline))
    parts = [facts(pairs)]
    if found.left_out:
        parts += ["<h3>What is not shown</h3>", notes(found.left_out)]
    return Section("making", "How this was made", parts)


def _said(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
