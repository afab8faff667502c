"""Every kind of results matrix, as each language has it."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from parity.cases.case import Matrix
from parity.cases.spelling import matrix, text
from scorio import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from parity.cases.case import Rows

    Table = Sequence[Sequence[int]]
    Holes = Sequence[Sequence[int | None]]

ELEMENTS = {
    "int8": "Int8",
    "int16": "Int16",
    "int32": "Int32",
    "int64": "Int64",
    "uint8": "UInt8",
    "uint16": "UInt16",
    "uint32": "UInt32",
    "uint64": "UInt64",
    "float16": "Float16",
    "float32": "Float32",
    "float64": "Float64",
}


# Plain rows of more trials would take more memory than they are worth.
MOST_LISTED = 10_000


def frozen(rows: Table) -> Rows:
    """Give rows that cannot change."""
    return tuple(tuple(map(int, row)) for row in rows)


def plain(rows: Table, element: str = "int64") -> Matrix:
    """Give a matrix of one element type, in each language's usual memory order."""
    return Matrix(np.array(rows, element), matrix(ELEMENTS[element], rows), banks=(frozen(rows),))


def bank(successes: Sequence[int], trials: int) -> Matrix:
    """Give a row for each question: its successes, then its failures."""
    table = (np.arange(trials) < np.array(successes)[:, None]).astype(np.int8)
    julia = f"bank(Int8, {list(successes)}, {trials})"
    banks = (frozen(table.tolist()),) if trials <= MOST_LISTED else ()
    return Matrix(table, julia, banks, sorted=(tuple(successes), trials))


def kinds(rows: Table) -> Iterator[tuple[str, Matrix]]:
    """Give the same rectangular rows as every kind of input without missing outcomes."""
    for element in ELEMENTS:
        yield element, plain(rows, element)
    yield from _layouts(rows)
    yield from _lists(rows)
    if max(map(max, rows)) <= 1:
        yield from _booleans(rows)


def _layouts(rows: Table) -> Iterator[tuple[str, Matrix]]:
    """Give memory orders and views. Julia's own order is Python's Fortran order."""
    whole, source = np.array(rows, np.int8), matrix("Int8", rows)
    large = np.ones((2 * whole.shape[0], 3 * whole.shape[1]), np.int8)
    large[::2, 1::3] = whole
    backwards = whole[::-1, ::-1].copy()[::-1, ::-1]
    kinds: dict[str, tuple[NDArray[Any], str]] = {
        "rows in memory order": (whole, f"by_row({source})"),
        "columns in memory order": (np.asfortranarray(whole), source),
        "transposed": (whole.T.copy().T, f"transpose(permutedims({source}))"),
        "adjoint": (whole.T.copy().T, f"permutedims({source})'"),
        "strided view": (large[::2, 1::3], f"strided({source})"),
        "reversed view": (backwards, f"backwards({source})"),
        "strided view of floats": (
            large.astype(float)[::2, 1::3],
            f"strided({matrix('Float64', rows)})",
        ),
        "read-only": (_read_only(whole), source),
    }
    for kind, (python, julia) in kinds.items():
        yield kind, Matrix(python, julia, banks=(frozen(rows),))


def _read_only(table: NDArray[Any]) -> NDArray[Any]:
    locked = table.copy()
    locked.flags.writeable = False
    return locked


def _lists(rows: Table) -> Iterator[tuple[str, Matrix]]:
    listed, source = [list(row) for row in rows], text(rows)
    kinds: dict[str, tuple[Any, str]] = {
        "rows of the same length": (listed, f'ragged(Int64, "{source}")'),
        "floats in rows": (
            [list(map(float, row)) for row in rows],
            f'ragged(Float64, "{source}")',
        ),
        "objects": (np.array(rows, object), f'objects(Int64, "{source}")'),
        "no entry missing": (np.ma.array(rows), f'gaps(Int64, "{source}")'),
    }
    for kind, (python, julia) in kinds.items():
        yield kind, Matrix(python, julia, banks=(frozen(rows),))


def _booleans(rows: Table) -> Iterator[tuple[str, Matrix]]:
    whole, source = np.array(rows, bool), matrix("Bool", rows)
    large = np.ones((2 * whole.shape[0], 3 * whole.shape[1]), bool)
    large[::2, 1::3] = whole
    kinds: dict[str, tuple[Any, str]] = {
        "booleans": (whole, source),
        "bits": (whole, f"BitMatrix({source})"),
        "strided bits": (large[::2, 1::3], f"strided(BitMatrix({source}))"),
        "transposed bits": (whole.T.copy().T, f"transpose(permutedims(BitMatrix({source})))"),
        "booleans in rows": (whole.tolist(), f'ragged(Bool, "{text(rows)}")'),
    }
    for kind, (python, julia) in kinds.items():
        yield kind, Matrix(python, julia, banks=(frozen(rows),))


def one_question(row: Sequence[int]) -> Iterator[tuple[str, Matrix]]:
    """Give the trials of a single question, as vectors."""
    banks = (frozen([row]),)
    yield "a vector", Matrix(np.array(row), f'row(Int64, "{text([row])}")', banks)
    yield "a list", Matrix(list(row), f"[{', '.join(map(str, row))}]", banks)
    if max(row) <= 1:
        bits = f'BitVector(row(Bool, "{text([row])}"))'
        yield "a vector of bits", Matrix(np.array(row, bool), bits, banks)
    yield "a range", Matrix(range(2), "0:1", (((0, 1),),))
    yield (
        "a view of a vector",
        Matrix(
            np.repeat(row, 2)[::2],
            f'view(repeat(row(Int8, "{text([row])}"); inner = 2), 1:2:{2 * len(row)})',
            banks,
        ),
    )


def counted(rows: Table, categories: int) -> Matrix:
    """Give the rows as counts: of a log in Python, as a table in Julia."""
    records = (
        json.dumps({"model": "m", "question": i, "outcome": outcome})
        for i, row in enumerate(rows)
        for outcome in row
    )
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        log.write_text("\n".join(records))
        counts = count(log, categories={str(category): category for category in range(categories)})
    table = "; ".join(
        " ".join(str(list(row).count(category)) for category in range(categories)) for row in rows
    )
    return Matrix(counts, f"S.Counts([{table}])", (frozen(rows),))


def uneven(rows: Table) -> Iterator[tuple[str, Matrix]]:
    """Give rows of different lengths."""
    source, banks = text(rows), (frozen(rows),)
    yield (
        "rows of different lengths",
        Matrix([list(row) for row in rows], f'ragged(Int64, "{source}")', banks),
    )
    vectors = [np.array(row, np.int8) for row in rows]
    yield "vectors of different lengths", Matrix(vectors, f'ragged(Int8, "{source}")', banks)
    floats = [list(map(float, row)) for row in rows]
    yield (
        "floats in rows of different lengths",
        Matrix(floats, f'ragged(Float64, "{source}")', banks),
    )


def observed(rows: Holes) -> Rows:
    """Give the outcomes that are there."""
    return tuple(tuple(entry for entry in row if entry is not None) for row in rows)


def holes(rows: Holes) -> Iterator[tuple[str, Matrix]]:
    """Give rectangular rows with missing outcomes, marked in every way."""
    banks = (observed(rows),)
    marked = [[np.nan if entry is None else entry for entry in row] for row in rows]
    absent = np.array([[entry is None for entry in row] for row in rows])
    filled = np.array([[entry or 0 for entry in row] for row in rows])
    floats = text([[float(entry) for entry in row] for row in marked])
    source = text(rows)
    for width in (32, 64):
        yield (
            f"NaN of {width} bits",
            Matrix(np.array(marked, f"float{width}"), f'matrix(Float{width}, "{floats}")', banks),
        )
    yield "masked", Matrix(np.ma.array(filled, mask=absent), f'gaps(Int64, "{source}")', banks)
    yield (
        "masked bytes",
        Matrix(np.ma.array(filled.astype(np.int8), mask=absent), f'gaps(Int8, "{source}")', banks),
    )
    yield (
        "masked floats",
        Matrix(np.ma.array(filled.astype(float), mask=absent), f'gaps(Float64, "{source}")', banks),
    )
    if filled.max() <= 1:
        yield (
            "masked booleans",
            Matrix(np.ma.array(filled.astype(bool), mask=absent), f'gaps(Bool, "{source}")', banks),
        )
    nones = [list(row) for row in rows]
    yield "None in rows", Matrix(nones, f'ragged_gaps(Int64, "{source}")', banks)
    yield (
        "None among objects",
        Matrix(np.array(nones, object), f'objects(Int64, "{source}")', banks),
    )


def uneven_holes(rows: Holes) -> Iterator[tuple[str, Matrix]]:
    """Give rows of different lengths with missing outcomes."""
    nones = [list(row) for row in rows]
    julia = f'ragged_gaps(Int64, "{text(rows)}")'
    yield "None in rows of different lengths", Matrix(nones, julia, (observed(rows),))


def batch(tables: Sequence[Table], axes: tuple[int, ...], element: str = "int8") -> Matrix:
    """Give matrices along batch axes: in front in Python, behind and reversed in Julia."""
    shape = (*axes, len(tables[0]), len(tables[0][0]))
    order = ", ".join(map(str, reversed(axes)))
    texts = "|".join(text(rows) for rows in tables)
    return Matrix(
        np.array(tables, element).reshape(shape),
        f'batch(matrix, {ELEMENTS[element]}, "{texts}", {order})',
        banks=tuple(map(frozen, tables)),
        axes=axes,
    )


def batch_holes(tables: Sequence[Holes], axes: tuple[int, ...]) -> Matrix:
    """Give a batch with missing outcomes."""
    absent = np.array([[[entry is None for entry in row] for row in rows] for rows in tables])
    filled = np.array([[[entry or 0 for entry in row] for row in rows] for rows in tables])
    shape = (*axes, *filled.shape[1:])
    order = ", ".join(map(str, reversed(axes)))
    texts = "|".join(text(rows) for rows in tables)
    return Matrix(
        np.ma.array(filled, mask=absent).reshape(shape),
        f'batch(gaps, Int64, "{texts}", {order})',
        banks=tuple(map(observed, tables)),
        axes=axes,
    )


def view_of_batch(tables: Sequence[Table]) -> Matrix:
    """Give a batch whose axes lie in another order in memory than Python's usual one."""
    usual = batch(tables, (len(tables),))
    return Matrix(
        np.moveaxis(np.moveaxis(usual.python, 0, -1).copy(), -1, 0),
        f"PermutedDimsArray(permutedims({usual.julia}, (3, 1, 2)), (2, 3, 1))",
        usual.banks,
        usual.axes,
    )
