"""Fields of logs that look like costs."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scorio.rubric.field_errors import fields_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Names of costs, the likeliest first: of money, of tokens, and of time.
_COSTS = [re.compile(name) for name in (
    "cost|cost_usd|usd|dollars|total_cost|total_cost_usd|price",
    ".*(cost|usd|dollars).*",
    "total_tokens|tokens",
    ".*tokens.*",
    ".*(seconds|latency|duration|total_time|working_time|steps).*",
)]  # fmt: skip


def costs_in(paths: Sequence[str], reading: Mapping[str, Any]) -> Sequence[str]:
    """Give the fields of logs that look like costs, the likeliest first.

    They are found among the fields of the first records, or are those of a tool's format.
    """

    def rank(field: str) -> int | None:
        name = field.rsplit(".", 1)[-1].lower()
        return next((place for place, cost in enumerate(_COSTS) if cost.fullmatch(name)), None)

    ranked = [(rank(field), field) for field in fields_of(paths, reading)]
    known = [
        field for _, field in sorted((place, one) for place, one in ranked if place is not None)
    ]
    return known if "cost" in known else _of_tool(paths[0], reading) or known


def _of_tool(log: str, reading: Mapping[str, Any]) -> Sequence[str]:
    """Give the fields of costs in the format of a tool. None for other logs."""
    from scorio import _core
    from scorio._reading.options import taken
    from scorio._reading.sources import labelled

    fields = dict.fromkeys(("model", "task", "trial"))
    own = {name: reading[name] for name in ("format", "records") if reading.get(name)}
    with suppress(ValueError, OSError):
        (file, *_) = labelled([log], fields, None, None)
        (_, _, maps), _, _ = _core.survey(file, taken(own))
        return [field for role, words in maps if role == "cost" for field in words.split(", ")]
    return []
