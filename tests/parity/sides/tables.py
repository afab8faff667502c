"""Results of models as Julia source, and rows of both languages as figures that bits compare."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from parity.sides.answer import Part

# What stands between the texts of a column.
BETWEEN = "\x1f"


def matrix(results: np.ndarray) -> str:
    """Give a matrix of whole numbers as Julia source."""
    sizes = ", ".join(map(str, reversed(results.shape)))
    order = ", ".join(map(str, range(results.ndim, 0, -1)))
    return f"permutedims(reshape([{', '.join(map(str, results.ravel()))}], {sizes}), ({order}))"


def models(named: Mapping[str, np.ndarray]) -> str:
    """Give the results of models as a vector of pairs."""
    return "[" + ", ".join(f'"{name}" => {matrix(one)}' for name, one in named.items()) + "]"


def counts(named: Mapping[str, np.ndarray], categories: int) -> scorio.Counts:
    """Count these outcomes as a table. Questions are named from 1, as in Julia."""
    rows = [
        (model, str(question + 1), trial, int(outcome))
        for model, results in named.items()
        for (question, trial), outcome in np.ndenumerate(results)
    ]
    names = ["model", "question", "trial", "outcome"]
    table = pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))
    numbers = {str(category): category for category in range(categories)}
    return scorio.count(table, categories=numbers)


def word(value: object) -> str:
    """Give the value of an option."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(word, value))}]"
    return "nothing" if value is None else repr(value)


def given(options: Mapping[str, object]) -> str:
    """Give the options of a call."""
    return "".join(f", {name} = {word(value)}" for name, value in options.items())


def columns(rows: Iterable[Any], kept: Sequence[str]) -> dict[str, list[float]]:
    """Give the columns of Python's rows as floats, as the bridge gives those of Julia."""
    listed = list(rows)
    return {name: _floats([getattr(row, name) for row in listed]) for name in kept}


def _floats(values: list[Any]) -> list[float]:
    if any(isinstance(value, str) for value in values):
        texts = ["\x00" if value is None else value for value in values]
        return list(map(float, BETWEEN.join(texts).encode()))
    return [math.nan if value is None else float(value) for value in values]


def same(parts: Sequence[Part], expected: Mapping[str, Sequence[float]]) -> bool:
    """Whether the columns are the same, to the last bit. Figures that are missing are NaN."""
    found = {part.name: part.values for part in parts}
    return found.keys() == expected.keys() and all(
        np.array(found[name]).tobytes() == np.array(column, dtype=float).tobytes()
        or equal(found[name], column)
        for name, column in expected.items()
    )


def equal(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether all are the same bits, or NaN."""
    return len(one) == len(other) and all(
        (math.isnan(a) and math.isnan(b)) or a.hex() == float(b).hex()
        for a, b in zip(one, other, strict=True)
    )
