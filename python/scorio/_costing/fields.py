"""Fields of logs that look like costs."""

from __future__ import annotations

import re
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


def costs_in(source: Any, reading: Mapping[str, Any]) -> Sequence[str]:  # noqa: ANN401
    """Give the fields of a log's first records that look like costs, the likeliest first."""

    def rank(field: str) -> int | None:
        name = field.rsplit(".", 1)[-1].lower()
        return next((place for place, cost in enumerate(_COSTS) if cost.fullmatch(name)), None)

    ranked = [(rank(field), field) for field in fields_of(source, reading)]
    return [
        field for _, field in sorted((place, one) for place, one in ranked if place is not None)
    ]
