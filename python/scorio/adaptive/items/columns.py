"""Columns of item banks, from lists and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._arguments import number, vector
from scorio._errors import fault
from scorio._numpy import np
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray


def reals(values: Sequence[Any]) -> NDArray[np.float64]:
    """Give numbers as an array, with NaN for None."""
    return np.array([np.nan if one is None else one for one in values], dtype=np.float64)


def known(values: NDArray[np.float64]) -> list[float | None]:
    """Give an array as numbers, with None for NaN."""
    return [None if np.isnan(one) else one for one in values.tolist()]


def length(
    a: ArrayLike, b: ArrayLike, phi: ArrayLike, s: ArrayLike, steps: Sequence[Any] | None
) -> int:
    """Give the number of items of columns, some of which may be single numbers."""
    lengths = [
        len(vector("items", one, "one number for each item"))
        for one in (a, b, phi, s)
        if np.ndim(one)
    ]
    return max([*lengths, len(steps or ())]) if lengths or steps else 1


def column(name: str, values: ArrayLike, count: int) -> list[float]:
    """Give the number of each item. A single number holds for every item."""
    if np.ndim(values) == 0:
        return [number(name, values)] * count
    listed: list[float] = vector(name, values, "one number for each item").tolist()
    return listed


def stored(steps: Sequence[ArrayLike | None] | None) -> list[list[float] | None] | None:
    """Give the thresholds of each item, with None for the common curve."""
    if steps is None:
        return None
    if isinstance(steps, str) or not hasattr(steps, "__len__"):
        raise fault(TypeError("steps is not a list with an entry for each item"), "argument.type")
    what = "the thresholds of the item"
    return [
        None if one is None else vector(f"steps[{place}]", one, what).tolist()
        for place, one in enumerate(steps)
    ]


def held(steps: list[list[float] | None]) -> dict[str, list[list[float] | None]]:
    """Give the column of steps, if an item has some."""
    return {"steps": steps} if any(one is not None for one in steps) else {}


def check_lengths(columns: Mapping[str, Sequence[Any]]) -> None:
    """Check the columns that the core does not see."""
    items = len(columns["item"])
    for name in ("models", "mean", "r", "steps"):
        own = columns.get(name)
        entries = items if own is None else len(own)
        if entries != items:
            sentence = f"{name} has {entries} but the bank has {counted(items, 'item')}"
            raise fault(ValueError(sentence), "adaptive.column")
