"""Numbers and arrays of numbers on their way to the core, which checks their ranges."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 1_000_000_000


def whole(name: str, value: object, least: int = 1, most: int = MOST) -> int:
    """A whole number of that range; booleans are none."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} = {value!r} is not a whole number") from None
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} = {value} is a boolean, not a whole number")
    if not least <= number <= most:
        raise ValueError(f"{name} = {number} is not a whole number from {least:,} to {most:,}")
    return number


def seed_of(seed: object) -> int:
    """A seed of 64 bits."""
    return whole("seed", seed, 0, 2**64 - 1)


def array(name: str, values: object, axes: int, what: str) -> NDArray[np.float64]:
    """An array of doubles with at least so many axes; `what` says what it holds."""
    try:
        found: NDArray[Any] = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} is no array: its rows differ in length, or in kind") from None
    if isinstance(values, np.ma.MaskedArray) or found.dtype.kind not in "biuf":
        raise TypeError(f"{name} is not an array of numbers: give {what}")
    if found.ndim < axes:
        raise ValueError(f"{name} has {_axes(found.ndim)}: give {what}")
    return np.ascontiguousarray(found, dtype=np.float64)


def vector(name: str, values: object, what: str) -> list[float]:
    """A list of numbers."""
    found = array(name, values, 1, what)
    if found.ndim != 1:
        raise ValueError(f"{name} has {_axes(found.ndim)}: give {what}")
    listed: list[float] = found.tolist()
    return listed


def _axes(count: int) -> str:
    return "1 axis" if count == 1 else f"{count} axes"
