"""Results matrices as people have them, on their way to the core: nothing is copied or guessed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeGuard

from scorio import _core
from scorio._arguments import category_weights, from_objects, rectangular
from scorio._counting.counts import Counts
from scorio._errors import fault, placed
from scorio._numpy import np
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

Missing = Literal["error", "drop"]

_ROWS = (list, tuple)

# Axes of one matrix.
MATRIX = 2


class Banks(NamedTuple):
    """Count states of a matrix, or of each matrix of a batch, whose axes are `shape`."""

    states: list[_core.States]
    shape: tuple[int, ...] | None

    def places(self) -> Iterator[tuple[str, _core.States]]:
        """Give every matrix with its place, as messages call it."""
        if self.shape is None:
            yield "", self.states[0]
            return
        for place, states in zip(np.ndindex(self.shape), self.states, strict=True):
            yield f"R[{', '.join(map(str, place))}]", states


@contextmanager
def within(place: str) -> Iterator[None]:
    """Say in an error which matrix of a batch it is about."""
    try:
        yield
    except ValueError as error:
        if not place:
            raise
        raise placed(error, place) from None


def banks(
    R: ArrayLike | Counts,
    w: list[float] | None = None,
    R0: ArrayLike | None = None,
    *,
    missing: Missing = "error",
) -> Banks:
    """Count states of a matrix or a batch, of ragged rows, or of the counts of one model."""
    drop = drops("missing", missing)
    if isinstance(R, Counts):
        return Banks([_of_counts(R, R0)], None)
    categories = 2 if w is None else len(w)
    R = _listed(R)
    if isinstance(R, _ROWS):
        rows = _ragged(R)
        if rows is not None:
            if R0 is not None:
                sentence = "R0 goes with a rectangular R: the rows of R differ in length"
                raise fault(ValueError(sentence), "argument.known")
            flat = np.concatenate(rows)
            lengths = [len(row) for row in rows]
            return Banks([_core.tally_ragged(flat, lengths, categories, drop)], None)
        if any(isinstance(row, np.ma.MaskedArray) for row in R):
            R = [entries_of(row, "R") for row in R]
    entries = entries_of(R, "R")
    questions = entries.shape[-MATRIX] if entries.ndim >= MATRIX else 1
    prior = None if R0 is None else _prior(R0, max(questions, 1))
    if entries.ndim > MATRIX:
        return _batch(entries, prior, categories, drop=drop)
    if prior is not None and prior.ndim > MATRIX:
        raise fault(
            ValueError(f"R0 has {prior.ndim} axes but R has {entries.ndim}"), "argument.axes"
        )
    return Banks([_core.tally(_two_axes(entries), prior, categories, drop)], None)


def drops(name: str, policy: str) -> bool:
    """Whether a policy is "drop", and not "error"."""
    if policy not in ("error", "drop"):
        sentence = f"{name} = {policy!r} is not one of 'error', 'drop'"
        raise fault(ValueError(sentence), "argument.choice", f"{name} is not one of error, drop")
    return policy == "drop"


def end_to_end(R: ArrayLike, name: str) -> tuple[NDArray[Any], list[int]]:
    """The rows of one matrix end to end, and their lengths."""
    R = _listed(R)
    ragged = _ragged(R) if isinstance(R, _ROWS) else None
    if ragged is not None:
        return np.concatenate(ragged), [len(row) for row in ragged]
    if isinstance(R, _ROWS):
        R = [entries_of(row, name) if isinstance(row, np.ma.MaskedArray) else row for row in R]
    entries = entries_of(R, name)
    if entries.ndim > MATRIX:
        sentence = f"{name} has {entries.ndim} axes: a matrix has rows and columns"
        raise fault(ValueError(sentence), "argument.axes")
    entries = _two_axes(entries)
    return entries.reshape(-1), [entries.shape[1]] * entries.shape[0]


def _listed(R: ArrayLike) -> ArrayLike:
    """Data frames and series as arrays, and vectors of sequences (ragged rows) as lists."""
    if hasattr(R, "__array__") and not isinstance(R, np.ndarray):
        R = np.asarray(R)
    return list(R) if _is_list_of_arrays(R) else R


def _batch(
    entries: NDArray[Any], prior: NDArray[np.int64] | None, categories: int, *, drop: bool
) -> Banks:
    """Every matrix on its own, with one R0 for all of them or one for each."""
    shape = entries.shape[:-MATRIX]
    each = prior is not None and prior.ndim > MATRIX
    if prior is not None and each and prior.shape[:-MATRIX] != shape:
        sentence = f"R has the leading axes {shape} but R0 has {prior.shape[:-MATRIX]}"
        problem = "R and R0 have different batch axes"
        raise fault(ValueError(sentence), "argument.axes", problem)
    found = []
    for place in np.ndindex(shape):
        own = prior[place] if prior is not None and each else prior
        with within(f"R[{', '.join(map(str, place))}]"):
            found.append(_core.tally(entries[place], own, categories, drop))
    return Banks(found, shape)


def weights(w: ArrayLike | None, R: object = None) -> list[float] | None:
    """The weights of categories as a list. Those of counts are by default their names."""
    if w is None and isinstance(R, Counts):
        return R._core.weights()
    return category_weights(w)


def _of_counts(counts: Counts, R0: ArrayLike | None) -> _core.States:
    if R0 is not None:
        raise fault(ValueError("R0 goes with a matrix, not with counts"), "argument.known")
    if len(counts.models) > 1:
        names = ", ".join(counts.models)
        raise ValueError(
            f"the counts hold {len(counts.models)} models ({on_a_line(names)}): "
            "choose one with counts.select(model=...), or score them all with counts.score()"
        )
    return counts._states()


def _is_list_of_arrays(R: object) -> TypeGuard[NDArray[np.object_]]:
    """Whether R is NumPy's form of ragged rows: a vector of sequences."""
    return (
        isinstance(R, np.ndarray)
        and R.dtype.kind == "O"
        and R.ndim == 1
        and all(isinstance(row, (*_ROWS, np.ndarray)) for row in R)
    )


def _ragged(R: list[Any] | tuple[Any, ...]) -> list[NDArray[Any]] | None:
    """The rows, each as a vector, if they differ in length."""
    lengths = {_length(row) for row in R}
    if len(lengths) <= 1:
        return None
    if None in lengths:
        raise fault(TypeError("R mixes rows and single outcomes"), "argument.rows")
    rows = [entries_of(row, "R") for row in R]
    for i, row in enumerate(rows):
        if row.ndim != 1:
            sentence = f"row {i} of R has {row.ndim} axes: a row is a sequence of trials"
            raise fault(ValueError(sentence), "argument.rows")
    return rows


def _length(row: object) -> int | None:
    """How many trials a row has, or None for what is no row."""
    return None if isinstance(row, str | bytes) else getattr(row, "__len__", lambda: None)()


def entries_of(values: object, name: str) -> NDArray[Any]:
    """An array that the core can read in place: a native number type, aligned, NaN for missing."""
    if isinstance(values, np.ma.MaskedArray):
        plain = entries_of(values.data, name)
        return np.where(np.ma.getmaskarray(values), np.nan, plain) if values.mask.any() else plain
    array = rectangular(values, name)
    if array.dtype.kind == "O":
        return from_objects(array, name)
    if array.dtype.kind not in "biuf":
        what = "outcomes are whole numbers or booleans"
        if name not in ("R", "R0"):
            what = "its entries are numbers"
        sentence = f"{name} has dtype {array.dtype}: {what}"
        problem = f"{name} has a type that holds no outcomes"
        raise fault(TypeError(sentence), "argument.type", problem)
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        with np.errstate(over="ignore"):
            rounded = array.astype(np.float64)
        _refuse(array, (rounded != array) & ~np.isnan(array), name)
        return rounded
    if not array.dtype.isnative or not array.flags.aligned:
        return array.astype(array.dtype.newbyteorder("="))
    return array


def _refuse(array: NDArray[Any], wrong: NDArray[np.bool_], name: str) -> None:
    """Name the first wrong entry."""
    for place in np.argwhere(wrong):
        index = ", ".join(map(str, place))
        sentence = f"{name}[{index}] = {array[tuple(place)]!s} is not a category"
        problem = f"{name}[{index}] is not a category"
        raise fault(ValueError(sentence), "argument.category", problem)


def _two_axes(array: NDArray[Any]) -> NDArray[Any]:
    """The matrix, where a vector is one question."""
    return array.reshape(1, -1) if array.ndim < MATRIX else array


def _prior(R0: ArrayLike, questions: int) -> NDArray[np.int64]:
    array = entries_of(R0, "R0")
    if array.ndim < MATRIX:
        # Outcomes of one question, or of all of them end to end.
        array = (
            array.reshape(questions, -1) if array.size % questions == 0 else array.reshape(1, -1)
        )
    _refuse(array, (array != np.floor(array)) | (array < 0) | (array >= 2.0**53), "R0")
    return array.astype(np.int64, copy=False)
