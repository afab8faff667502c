"""Values that graders give as numbers, and as categories with weights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorio._errors import fault

# Values that are no numbers: correct, partial, incorrect, no answer.
LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}

_WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}

# Categories without partial credit, and with it.
_PARTIAL = 0.5
_TWO, _THREE = [0.0, 1.0], [0.0, _PARTIAL, 1.0]

Weights = Sequence[float] | Mapping[Any, float]

# A value, and the sample that has it.
Scored = tuple[Any, object]


class Coded(NamedTuple):
    """The category of each value, and the weights of the categories."""

    categories: list[int]
    weights: list[float]


def number(value: object) -> float | None:
    """Give the number that a value stands for, as inspect_ai's own metrics do; None without one."""
    if isinstance(value, str):
        if value in LETTERS:
            return LETTERS[value]
        if value.lower() in _WORDS:
            return _WORDS[value.lower()]
        try:
            read = float(value)
        except ValueError:
            return None
        return read if math.isfinite(read) else None
    return float(value) if isinstance(value, bool | int | float) else None


def numbers(values: Sequence[Scored]) -> list[float]:
    """Give the numbers of values."""
    read = []
    for value, sample in values:
        found = number(value)
        if found is None:
            raise _wrong(value, sample, "is no number", "pass weights={value: weight}")
        read.append(found)
    return read


def coded(values: Sequence[Scored], weights: Weights | None, threshold: float | None) -> Coded:
    """Give the categories of values: those that weights name, two by a threshold, or 0, 0.5, 1."""
    if isinstance(weights, Mapping):
        return _named(values, weights)
    if threshold is not None:
        given = _TWO if weights is None else list(weights)
        return Coded([int(one >= threshold) for one in numbers(values)], given)
    read = numbers(values)
    partial = _PARTIAL in read if weights is None else len(weights) == len(_THREE)
    known = _THREE if partial else _TWO
    for one, (value, sample) in zip(read, values, strict=True):
        if one not in known:
            what = f"is not {'0, 0.5 or 1' if partial or weights is None else '0 or 1'}"
            way_out = "pass threshold=NUMBER, weights={value: weight}, or numeric=True"
            raise _wrong(value, sample, what, way_out)
    return Coded([known.index(one) for one in read], known if weights is None else list(weights))


def _named(values: Sequence[Scored], weights: Mapping[Any, float]) -> Coded:
    """Give the places of values in the list of those that have a weight, by their weights."""
    names = sorted(weights, key=lambda name: weights[name])
    places = {_text(name): place for place, name in enumerate(names)}
    found = []
    for value, sample in values:
        place = places.get(_text(value))
        if place is None:
            known = ", ".join(map(str, weights))
            raise _wrong(value, sample, "has no weight", f"weights has {known}")
        found.append(place)
    return Coded(found, [float(weights[name]) for name in names])


def _text(value: object) -> str:
    """Give a value as text. Names of weights that a log keeps are texts, so 1 and "1" are one."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return repr(float(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return str(value)


def _wrong(value: object, sample: object, what: str, way_out: str) -> ValueError:
    problem = f"the score {value!r} of sample {sample} {what}"
    return fault(ValueError(f"{problem}: {way_out}"), "inside.value", problem)
