"""Matrices of models, by their names: a row for each question, a column for each trial."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._errors import fault
from scorio._reading import frames
from scorio._reading.asked import names_of
from scorio._reading.options import complete

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

NAME = "the matrices"
# What an error is about: it names a row of their trials.
TRIALS = "the trials of the matrices, one after another"
# Options that hold for outcomes, wherever they come from.
_OF_OUTCOMES = (
    "constants", "categories", "threshold", "missing", "numeric", "keep_values", "on_missing",
    "order", "progress",
)  # fmt: skip
_COLUMNS = ("model", "question", "trial", "outcome")
_AXES = 2


def are_matrices(source: object) -> bool:
    """Whether this is a dict of matrices, a stack of them, or one."""
    if isinstance(source, Mapping):
        return True
    first = source[0] if isinstance(source, list | tuple) and source else source
    # An empty list is nothing yet.
    several = first is not source and isinstance(first, list | tuple)
    return several or (hasattr(first, "ndim") and not frames.is_frame(first))


def as_table(source: Any, given: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401
    """Give the trials of matrices as a table for Arrow, and how it is read."""
    from scorio import _matrix

    options = complete(given)
    for name, value in given.items():
        if name not in (*_OF_OUTCOMES, "model", "questions") and value != complete({})[name]:
            raise TypeError(f"{name} says how to read logs, but {NAME} have rows and columns alone")
    asked = options["questions"]
    if isinstance(asked, int):
        raise TypeError(
            f"questions = {asked!r} is a number: give the name of each row, or leave it out"
        )
    names = names_of(asked)
    columns: list[list[Any]] = [[], [], [], []]
    for model, matrix in _named(source, options["model"]):
        what = f"the matrix of {model!r}"
        _check_axes(matrix, what)
        flat, lengths = _matrix.end_to_end(matrix, what)
        rows: Sequence[Any] = range(len(lengths)) if names is None else names
        if len(rows) != len(lengths):
            raise ValueError(f"questions has {len(rows)} names, but {what} has {len(lengths)} rows")
        for row, length in zip(rows, lengths, strict=True):
            columns[1].extend([row] * length)
            columns[2].extend(range(1, length + 1))
        columns[0].extend([model] * flat.size)
        columns[3].extend(_outcomes(flat))
    kinds = ("str", "int" if names is None else "str", "int", "float")
    table = _core.Table(
        [(name, kind, name == "outcome", column)
         for name, kind, column in zip(_COLUMNS, kinds, columns, strict=True)], {},
    )  # fmt: skip
    return table, {name: given[name] for name in given if name in _OF_OUTCOMES} | {"trial": "trial"}


def _named(source: Any, names: object) -> list[tuple[str, ArrayLike]]:  # noqa: ANN401
    """Give each matrix with the name of its model."""
    if isinstance(source, Mapping):
        if names is not None:
            raise TypeError(
                "model names the matrices of a stack, and a dict has names: leave it out"
            )
        if not source:
            raise ValueError("the dict has no matrix: give one for each model")
        return list(zip(_texts(source), source.values(), strict=True))
    if names is None:
        sentence = (
            'the models of the matrices have no names: give model=["NAME", …], or a dict of '
            "matrices by model"
        )
        raise fault(TypeError(sentence), "matrices.no_names")
    models = (
        [names] if isinstance(names, str) else list(names) if isinstance(names, Sequence) else []
    )
    matrices = [source] if getattr(source, "ndim", 0) == _AXES else list(source)
    if len(models) != len(matrices):
        raise ValueError(f"model has {len(models)} names, but there are {len(matrices)} matrices")
    return list(zip(_texts(models), matrices, strict=True))


def _texts(names: Iterable[object]) -> list[str]:
    """Give the names of models, which are texts or numbers and of which no two are one."""
    found: dict[str, object] = {}
    for name in names:
        if isinstance(name, bool) or not isinstance(name, str | Real):
            raise TypeError(f"{name!r} is no name of a model: give a text or a number")
        if not (text := str(name)):
            raise ValueError("the name of a model is empty: give each matrix a name")
        if text in found:
            both = "twice" if found[text] == name else f"and {found[text]!r}, which are one name"
            raise ValueError(f"model has {name!r} {both}: give each matrix a name of its own")
        found[text] = name
    return list(found)


def _check_axes(matrix: Any, what: str) -> None:  # noqa: ANN401
    """Refuse what is no matrix, such as a column of a table."""
    axes = getattr(matrix, "ndim", None)
    if axes is None:
        rows = isinstance(matrix, list | tuple) and all(
            isinstance(row, list | tuple) or getattr(row, "ndim", 0) == 1 for row in matrix
        )
        axes = _AXES if rows and matrix else 1
    if axes != _AXES:
        raise TypeError(
            f"{what} has not two axes, questions and trials: columns of a table make a data frame "
            "(pandas.DataFrame(columns))"
        )


def _outcomes(flat: NDArray[Any]) -> list[float | None]:
    """Give outcomes as numbers, None where one is missing."""
    return [None if one != one else float(one) for one in flat.tolist()]  # noqa: PLR0124 (NaN)
