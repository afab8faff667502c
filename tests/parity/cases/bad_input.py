"""Bad input, which is an error in both languages."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from parity import oracle
from parity.cases import matrices
from parity.cases.case import Case, Matrix, Spelled
from parity.cases.spelling import matrix, text
from parity.cases.variants import (
    CATEGORICAL,
    HOLES,
    ROWS,
    SHORT,
    WITH_BUDGET,
    WITH_COMPLEMENT,
    WITH_RAGGED,
    K,
    required,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

Call = tuple[str, Matrix, dict[str, Any]]
NAN, INF = float("nan"), float("inf")


def bad_input(name: str) -> Iterator[Case]:
    """Give the bad input of a function."""
    given = required(name)
    R = matrices.plain(ROWS, "int8")
    for kind, source, options in (*_matrices(given), *_parameters(name, given, R)):
        yield Case(name, f"bad input: {kind}", source, options)


def _changed(value: float | None, place: tuple[int, ...] = (1, 3)) -> list[list[Any]]:
    rows: list[list[Any]] = [list(row) for row in ROWS]
    rows[place[0]][place[1]] = value
    return rows


def _matrices(given: dict[str, Any]) -> Iterator[Call]:
    """Give results matrices that cannot be scored."""
    for element, value in WRONG:
        wrong = _changed(value)
        julia = matrix(matrices.ELEMENTS[element], wrong)
        yield f"{value} in {element}", Matrix(np.array(wrong, element), julia), given
    for kind, R in _elsewhere():
        yield kind, R, given
    least = {"k": 1, "k_max": 1, "weights": [0.75]}
    single = {name: least.get(name, value) for name, value in given.items()}
    for kind, R in _ragged():
        yield kind, R, single
    yield from _missing(given, single)
    yield "missing = 'no'", matrices.plain(ROWS), given | {"missing": "no"}
    for rows, columns in ((0, 0), (0, 3), (3, 0)):
        empty = Matrix(np.zeros((rows, columns)), f"zeros({rows}, {columns})")
        yield f"{rows} x {columns}", empty, single
    yield "an empty vector", Matrix(np.zeros(0), "Float64[]"), single
    yield "an empty list", Matrix([], "Int64[]"), single
    yield "rows without trials", Matrix([[], []], "[Int64[], Int64[]]"), single
    batch = "zeros(0, 3, 2)"
    yield "an empty matrix in a batch", Matrix(np.zeros((2, 0, 3)), batch), single


def _elsewhere() -> Iterator[tuple[str, Matrix]]:
    """Give a wrong entry in views, vectors, rows and batches."""
    rows = _changed(7)
    source = matrix("Int8", rows)
    whole = np.array(rows, np.int8)
    large = np.ones((2 * whole.shape[0], 3 * whole.shape[1]), np.int8)
    large[::2, 1::3] = whole
    yield "7 in a transposed matrix", Matrix(whole.T.copy().T, f"permutedims({source})'")
    yield "7 in a strided view", Matrix(large[::2, 1::3], f"strided({source})")
    yield "7 in rows of the same length", Matrix(rows, f'ragged(Int64, "{text(rows)}")')
    yield "7 in a vector", Matrix(np.array([0, 1, 7]), "[0, 1, 7]")
    yield "0.5 in a list", Matrix([0.0, 0.5], "[0.0, 0.5]")
    words = np.array([[0, 1], [1, "a"]], object)
    yield "a text among objects", Matrix(words, 'Any[0 1; 1 "a"]')
    huge = Matrix([[0, 1], [1, 10**400]], "Any[0 1; 1 big(10)^400]")
    yield "a number beyond doubles", huge
    batch = matrices.batch([ROWS, rows, rows], (3,))
    yield "7 in a batch", Matrix(batch.python, batch.julia)
    four = matrices.batch([ROWS, ROWS, ROWS, ROWS, rows, ROWS], (2, 3), "int64")
    yield "7 in a batch of 4 axes", Matrix(four.python, four.julia)


def _ragged() -> Iterator[tuple[str, Matrix]]:
    rows = [list(row) for row in SHORT]
    rows[1][4] = 3
    yield "3 in rows of different lengths", Matrix(rows, f'ragged(Int64, "{text(rows)}")')
    yield "rows and single outcomes", Matrix([[0, 1], 1], "Any[[0, 1], 1]")
    axes = Matrix([[0, 1, 1], [[0, 1], [1, 0]]], "Any[[0, 1, 1], [0 1; 1 0]]")
    yield "a row of two axes", axes


def _missing(given: dict[str, Any], single: dict[str, Any]) -> Iterator[Call]:
    for kind, R in matrices.holes(HOLES):
        bad = Matrix(R.python, R.julia)
        yield kind, bad, given
        yield f"{kind}, missing='error'", bad, given | {"missing": "error"}
    for kind, R in matrices.uneven_holes([[0, 1], *HOLES]):
        yield kind, Matrix(R.python, R.julia), single
    gaps = matrices.batch_holes([ROWS, HOLES], (2,))
    yield "masked in a batch", Matrix(gaps.python, gaps.julia), given
    unseen: list[list[int | None]] = [[0, 1, 1], [None, None, None], [1, 0, 1]]
    drop = single | {"missing": "drop"}
    for kind, R in matrices.holes(unseen):
        yield f"nothing observed: {kind}", Matrix(R.python, R.julia), drop
    for kind, R in matrices.uneven_holes([*unseen, [None]]):
        yield f"nothing observed: {kind}", Matrix(R.python, R.julia), drop
    gaps = matrices.batch_holes(
        [ROWS[:3], [row[:7] for row in (HOLES[0], [None] * 7, HOLES[2])]], (2,)
    )
    yield "nothing observed in a batch", Matrix(gaps.python, gaps.julia), drop


WRONG: list[tuple[str, float]] = [
    ("int8", -1),
    ("int16", 5),
    ("int32", -7),
    ("int64", 2),
    ("int64", 2**62),
    ("uint8", 255),
    ("uint16", 2),
    ("uint32", 9),
    ("uint64", 2**63),
    ("float16", 0.5),
    ("float32", 0.1),
    ("float32", INF),
    ("float64", 0.5),
    ("float64", -1.0),
    ("float64", 2.0),
    ("float64", 1e300),
    ("float64", -INF),
]


def _parameters(name: str, given: dict[str, Any], R: Matrix) -> Iterator[Call]:
    if "k" in given or "k_max" in given:
        yield from _budgets(name, given, R)
    if name in WITH_RAGGED:
        yield "ragged = 'no'", R, given | {"ragged": "no"}
        yield "all questions too short", R, required(name, 8) | {"ragged": "drop"}
        if name in WITH_BUDGET and "threshold" not in name:
            yield "too short for one budget", R, given | {"k": [3, 8]}
    if name in WITH_COMPLEMENT:
        for flag in (1, None, "yes"):
            yield f"complement = {flag!r}", R, given | {"complement": flag}
    if name.endswith("_ci"):
        yield from _intervals(name, given, R)
    if name in oracle.WITH_PRIOR:
        yield from _known(given, R)
    if name in CATEGORICAL:
        yield from _weights(name, given, R)
    yield from _own(name, given, R)


def _budgets(name: str, given: dict[str, Any], R: Matrix) -> Iterator[Call]:
    budget = "k" if "k" in given else "k_max"
    for k in (0, -1, 10**9 + 1, -(10**18), True, 1.5, NAN, None, "2"):
        yield f"{budget} = {k!r}", R, given | {budget: k}
    if budget == "k":
        several: list[Any] = [[], [1, 0], [1, True], [2, 1.5]]
        for k in several:
            yield f"k = {k!r}", R, given | {"k": k}
    if name in WITH_RAGGED:
        yield "k above the trials", R, required(name, 8)
        (_, short), *_ = matrices.uneven(SHORT)
        yield "k above a question's trials", short, required(name, 2)
        batch = matrices.batch([ROWS, ROWS], (2,))
        yield "k above the trials of a batch", batch, required(name, 8)
        both = matrices.batch([ROWS, ROWS, [[7, *row[1:]] for row in ROWS]], (3,))
        twice = Matrix(both.python, both.julia)
        yield "k above the trials of a batch, and 7 behind", twice, required(name, 8)


def _intervals(name: str, given: dict[str, Any], R: Matrix) -> Iterator[Call]:
    huge = Spelled(10**400, "big(10)^400")
    yield "confidence = 10**400", R, given | {"confidence": huge}
    for confidence in (0.0, 1.0, -0.5, 1.5, NAN, INF, "high", None, 0, 1):
        yield f"confidence = {confidence!r}", R, given | {"confidence": confidence}
    bounds: list[Any] = [(1.0, 0.0), (NAN, 1.0), (0.0, NAN), (0.5, 0.25), (1, 0), (0.0, 0.5, 1.0)]
    for pair in [*bounds, (0.0,), 3, 0.5, ("a", 1.0), (None, 1.0)]:
        yield f"bounds = {pair!r}", R, given | {"bounds": pair}
    if name in CATEGORICAL:
        return
    for prior in ("alpha0", "beta0"):
        for value in (0.0, -1.0, NAN, INF, 1e-200, 1e101, "one", None, 0):
            yield f"{prior} = {value!r}", R, given | {prior: value}


def _known(given: dict[str, Any], R: Matrix) -> Iterator[Call]:
    for element, value in (("int64", 2), ("int8", -1), ("float64", 0.5), ("float64", NAN)):
        rows: list[list[float]] = [[0, 1], [1, 1], [0, value], [1, 1]]
        julia = matrix(matrices.ELEMENTS[element], rows)
        wrong = Spelled(np.array(rows, element), julia)
        yield f"{value} in {element} of R0", R, given | {"R0": wrong}
    short = matrices.plain([[0, 1], [1, 1], [0, 0]])
    yield "R0 of another height", R, given | {"R0": short}
    yield "a vector R0 that does not divide", R, given | {"R0": Spelled([0, 1, 1], "[0, 1, 1]")}
    (_, uneven), *_ = matrices.uneven(SHORT)
    yield (
        "R0 beside rows of different lengths",
        uneven,
        (given | ({"k": 1} if "k" in given else {}) | {"R0": matrices.plain([[0], [1], [1], [0]])}),
    )
    three = matrices.batch([ROWS, ROWS], (2,))
    yield "R0 with more axes than R", R, given | {"R0": three}
    other = matrices.batch([ROWS, ROWS, ROWS], (3,))
    yield "R0 of another batch", three, given | {"R0": other}
    six = matrices.batch([ROWS] * 6, (2, 3))
    yield "R0 of other batch axes", six, given | {"R0": matrices.batch([ROWS] * 6, (3, 2))}


def _weights(name: str, given: dict[str, Any], R: Matrix) -> Iterator[Call]:
    graded = matrices.plain([[0, 1, 2], [2, 2, 0], [1, 1, 1]], "uint8")
    vectors: list[list[Any]] = [[], [1.0], [0.0, NAN], [INF, 0.0], [0.0, 1.0, -INF]]
    others: list[Any] = [3, 0.5, "half", [None, 1.0], ["a", "b"]]
    for w in (*vectors, *others):
        yield f"w = {w!r}", R, given | {"w": w}
    yield "a category without a weight", graded, given
    yield "an outcome above the weights", graded, given | {"w": [0.0, 1.0]}
    four = matrices.plain([[0, 1, 4], [2, 3, 0], [1, 1, 1]], "int16")
    yield "an outcome above three weights", four, given | {"w": [0.0, 0.5, 1.0]}
    huge = given | {"w": [-1.7e308, 1.7e308]}
    if name.endswith("_ci"):
        # Max@k of more trials is clipped to its rewards.
        wide = {"confidence": 1 - 1e-12, "bounds": None} | ({"k": 1} if "k" in given else {})
        yield "an interval beyond doubles", R, huge | wide
    if name == "avg":
        yield "a deviation beyond doubles", matrices.plain([[1]]), huge


def _own(name: str, given: dict[str, Any], R: Matrix) -> Iterator[Call]:
    metric = name.removesuffix("_ci")
    if metric == "g_pass_at_k_tau":
        shares: list[Any] = [-0.1, 1.1, NAN, INF, 2, -1, True, "half", None]
        shares += [Fraction(4, 3), Fraction(-1, 3), Fraction(1, 2**64), Fraction(1, 2**70)]
        for tau in shares:
            yield f"tau = {tau!r}", R, given | {"tau": tau}
    if metric in {"threshold_spectrum_at_k", "geo_spectrum_at_k"}:
        vectors: list[Any] = [
            3,
            "half",
            [None, 0.5, 0.1],
            [0.5, 0.5],
            [],
            [0.1] * 4,
            [0.5, -0.1, 0.5],
            [0.5, NAN, 0.1],
        ]
        for weights in [*vectors, [INF, 0.0, 0.0], [0.5, 0.5, 0.5], [1.0, 1e-9, 0.0]]:
            yield f"weights = {weights!r}", R, given | {"weights": weights}
    if metric == "geo_spectrum_at_k":
        for lam in (-0.1, 1.1, NAN, INF, "half", None):
            yield f"lam = {lam!r}", R, given | {"lam": lam}
    if metric in {"geom_at_k", "geom_ds_at_k"}:
        for power in (NAN, INF, "one", None):
            yield f"pass_power = {power!r}", R, given | {"pass_power": power}
            yield f"unanimous_power = {power!r}", R, given | {"unanimous_power": power}
        yield from _zero_powers(name, given)
    if name == "auc_at_k_ci":
        yield "k too large for AUC@k", R, given | {"k": 10**8}


def _zero_powers(name: str, given: dict[str, Any]) -> Iterator[Call]:
    """Give powers of 0: a posterior mean is never 0, but the estimate of a bank can be."""
    if name.endswith("_ci"):
        return
    none = matrices.plain([[0, 0, 0, 0]] * K)
    yield "0 to a negative power", none, given | {"pass_power": -1.0}
    yield "unanimous 0 to a negative power", none, given | {"unanimous_power": -0.5}
    batch = matrices.batch([[[1, 1, 1]], [[0, 1, 0]]], (2,))
    yield "0 to a negative power in a batch", batch, given | {"unanimous_power": -0.5}
