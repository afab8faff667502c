"""Costs with all that counts tell for pictures: success within caps, and of several tries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorio._costing.costs import Costs
    from scorio._counting.costed import CostCounts

# Caps of a curve, and the most tries that pictures show on their own.
CURVE, _MOST_TRIES = 64, 8


def telling(
    counts: CostCounts,
    tries: int | None = None,
    **options: Any,  # noqa: ANN401
) -> tuple[Costs, str]:
    """Give costs with caps and tries, and what is wrong with those that there cannot be.

    `tries` are what is asked for: without it, there are as many as every question has trials.
    """
    from scorio._calls.cost import cost

    plain = cost(counts, **options)
    problem = ""
    for more in _ways(plain, tries):
        try:
            return cost(counts, **options, **more), problem
        except ValueError as error:
            if "tries" in more and tries is not None:
                raise
            problem = problem or getattr(error, "problem", str(error))
    return plain, problem


def _ways(plain: Costs, tries: int | None) -> Iterator[dict[str, Any]]:
    """Give what may be asked for, the most first."""
    least = min((row.trials // row.questions for row in plain), default=1)
    most = min(least, _MOST_TRIES) if tries is None else tries
    fewer = range(most, 1, -1) if tries is None else [most]
    curves: list[dict[str, Any]] = [{"curve": CURVE}, {}]
    for curve in curves:
        for own in fewer:
            yield curve | {"tries": own}
        if curve:
            yield curve
