"""Columns of item banks, from lists and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from scorio._arguments import number, vector

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


def reals(values: Sequence[Any]) -> NDArray[np.float64]:
    """Give numbers as an array, with NaN for None."""
    return np.array([np.nan if one is None else one for one in values], dtype=np.float64)


def known(values: NDArray[np.float64]) -> list[float | None]:
    """Give an array as numbers, with None for NaN."""
    return [None if np.isnan(one) else one for one in values.tolist()]


def length(*columns: ArrayLike) -> int:
    """Give the number of items of columns, some of which may be single numbers."""
    lengths = [
        len(vector("items", one, "one number for each item")) for one in columns if np.ndim(one)
    ]
    return max(lengths, default=1)


def column(name: str, values: ArrayLike, count: int) -> list[float]:
    """Give the number of each item. A single number holds for every item."""
    if np.ndim(values) == 0:
        return [number(name, values)] * count
    listed: list[float] = vector(name, values, "one number for each item").tolist()
    return listed
