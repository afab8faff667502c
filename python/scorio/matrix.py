"""Results matrices as people have them, on their way to the core: nothing is copied or guessed."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from scorio import _core
from scorio.counts import Counts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Missing = Literal["error", "drop"]

_ROWS = (list, tuple)


def states(
    R: ArrayLike | Counts,
    w: list[float] | None = None,
    R0: ArrayLike | None = None,
    *,
    missing: Missing = "error",
) -> _core.States:
    """Count states of a matrix, of ragged rows, or of the counts of one model."""
    if missing not in ("error", "drop"):
        raise ValueError(f"missing = {missing!r} is not one of 'error', 'drop'")
    if isinstance(R, Counts):
        return _of_counts(R, R0)
    categories = 2 if w is None else len(w)
    drop = missing == "drop"
    if isinstance(R, _ROWS) and _is_ragged(R):
        if R0 is not None:
            raise ValueError("R0 goes with a rectangular R: the rows of R have different lengths")
        rows = [_entries(row, "R") for row in R]
        for i, row in enumerate(rows):
            if row.ndim != 1:
                raise ValueError(f"row {i} of R has {row.ndim} axes: a row is a sequence of trials")
        flat = _entries(np.concatenate(rows), "R")
        return _core.tally_ragged(flat, [len(row) for row in rows], categories, drop)
    mask = None
    if type(R) is not np.ndarray and isinstance(R, np.ma.MaskedArray):
        mask = _two_axes(np.ma.getmaskarray(R), "R")
        R = np.ma.getdata(R)
    entries = _two_axes(_entries(R, "R"), "R")
    prior = None if R0 is None else _prior(R0)
    return _core.tally(entries, mask, prior, categories, drop)


def weights(w: ArrayLike | None) -> list[float] | None:
    """The weight vector as a list; the core checks its values."""
    if w is None:
        return None
    array = np.asarray(w, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"w has {array.ndim} axes: give one weight per category")
    return array.tolist()  # type: ignore[no-any-return]


def budget(k: object) -> int:
    """A whole number; the core checks its range."""
    if isinstance(k, bool | np.bool_):
        raise TypeError(f"k = {k} is a boolean: a budget is a whole number from 1")
    try:
        k = operator.index(k)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"k = {k!r} is not a whole number") from None
    # Beyond 64 bits no bank of trials reaches, and no product would end.
    if k >= 1 << 63:
        raise ValueError(f"k = {k} is too large")
    return max(k, -1)


def interval_bounds(bounds: tuple[float, float] | None) -> tuple[float, float] | None:
    """A pair or nothing; the core checks its order."""
    if bounds is None:
        return None
    pair = tuple(bounds)
    if len(pair) != 2:  # noqa: PLR2004
        raise ValueError(f"bounds = {bounds!r} is not a pair (lo, hi)")
    return float(pair[0]), float(pair[1])


def _of_counts(counts: Counts, R0: ArrayLike | None) -> _core.States:
    if R0 is not None:
        raise ValueError("R0 goes with a matrix, not with counts")
    if len(counts.models) > 1:
        names = ", ".join(counts.models)
        raise ValueError(
            f"the counts hold {len(counts.models)} models ({names}): "
            "choose one with counts.select(model=...), or score them all with counts.score()"
        )
    return counts.states()


def _is_ragged(rows: list[Any] | tuple[Any, ...]) -> bool:
    lengths = {len(row) for row in rows if isinstance(row, list | tuple | np.ndarray)}
    return len(lengths) > 1


def _entries(values: object, name: str) -> NDArray[Any]:
    """An array that the core can read in place: a native number type, aligned."""
    array = np.asarray(values)
    if array.dtype.kind == "O":
        return _from_objects(array, name)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} has dtype {array.dtype}: outcomes are whole numbers or booleans")
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        return array.astype(np.float64)
    if not array.dtype.isnative or not array.flags.aligned:
        return array.astype(array.dtype.newbyteorder("="))
    return array


def _from_objects(array: NDArray[Any], name: str) -> NDArray[np.float64]:
    """Python objects one by one; None and NA become NaN, which marks a missing outcome."""
    numbers = np.empty(array.shape, dtype=np.float64)
    for place, entry in np.ndenumerate(array):
        if entry is None or type(entry).__name__ in ("NAType", "NaTType"):
            numbers[place] = np.nan
        elif isinstance(entry, bool | int | float | np.bool_ | np.number):
            numbers[place] = entry
        else:
            raise TypeError(f"{name}{list(place)} = {entry!r} is not a number")
    return numbers


def _two_axes(array: NDArray[Any], name: str) -> NDArray[Any]:
    if array.ndim == 1:
        return array.reshape(1, -1)
    if array.ndim == 2:  # noqa: PLR2004
        return array
    raise ValueError(
        f"{name} has {array.ndim} axes: a results matrix has two, questions and trials"
    )


def _prior(R0: ArrayLike) -> NDArray[np.int64]:
    array = _two_axes(_entries(R0, "R0"), "R0")
    if array.dtype.kind == "f":
        for row, column in np.argwhere(array != np.floor(array)):
            raise ValueError(f"R0[{row}, {column}] = {array[row, column]} is not a category")
    return array.astype(np.int64, copy=False)
