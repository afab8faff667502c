"""What trials cost: a number, or numbers by model and by item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from scorio._arguments import number, numbers
from scorio._errors import fault
from scorio._numpy import np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    Cost: TypeAlias = ArrayLike | Mapping[str, float | Mapping[str, float]] | None


def costs_of(cost: Cost, models: list[str], items: list[str]) -> list[float | list[float]]:
    """Give the cost of each model: a number, or one for each item."""
    if cost is None:
        return [1.0] * len(models)
    if isinstance(cost, Mapping):
        for name in cost:
            if name not in models:
                sentence = f"cost has model {name!r}, which is not in the run"
                raise fault(ValueError(sentence), "adaptive.unknown_model")
        return [_of_model(cost, name, items) for name in models]
    if np.ndim(cost) == 0:
        return [number("cost", cost)] * len(models)
    rows = list(cost)  # type: ignore[arg-type]
    if len(rows) != len(models):
        sentence = f"cost has {len(rows)} entries but there are {len(models)} models"
        raise fault(ValueError(sentence), "adaptive.costs")
    return [_numbers(row) for row in rows]


def _of_model(
    cost: Mapping[str, float | Mapping[str, float]], name: str, items: list[str]
) -> float | list[float]:
    """Give the cost of a model from a dict of models."""
    if name not in cost:
        sentence = f"cost does not say what a trial of model {name!r} costs"
        raise fault(ValueError(sentence), "adaptive.unknown_model")
    own = cost[name]
    if not isinstance(own, Mapping):
        return _numbers(own)
    known = set(items)
    for item in own:
        if item not in known:
            sentence = f"there is a cost of item {item!r}, which the bank does not have"
            raise fault(ValueError(sentence), "adaptive.unknown_item")
    for item in items:
        if item not in own:
            sentence = f"there is no cost of item {item!r} for model {name!r}"
            raise fault(ValueError(sentence), "adaptive.costs")
    return [number("cost", own[item]) for item in items]


def _numbers(row: ArrayLike) -> float | list[float]:
    if np.ndim(row) == 0:
        return number("cost", row)
    return numbers("cost", row, "one for each item")
