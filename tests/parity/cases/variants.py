"""Every kind of input and every option, for every function."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from parity import oracle
from parity.cases import matrices
from parity.cases.case import Case, Matrix, Spelled

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = (*oracle.NAMES, "pass_curve")
CATEGORICAL = {name + suffix for name in oracle.CATEGORICAL for suffix in ("", "_ci")}
# Functions that give 1 - metric on request: binary ones without roots.
WITH_COMPLEMENT = {name for name in NAMES if name not in CATEGORICAL and not name.startswith("geo")}
WITH_BUDGET = {name for name in NAMES if not name.startswith(("bayes", "avg", "pass_curve"))}
# Estimates from the observed trials. Questions may have too few.
WITH_RAGGED = {
    name for name in NAMES if not name.endswith("_ci") and not name.startswith(("bayes", "avg"))
}
W = [0.0, 0.25, 1.0]
ROWS = [
    [0, 1, 1, 0, 1, 1, 0],
    [1, 1, 0, 1, 1, 1, 1],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 1, 0, 0, 0, 1],
]
GRADED = [
    [0, 1, 2, 0, 1, 1, 2],
    [2, 2, 0, 1, 1, 2, 1],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 1, 2, 0, 0, 1],
]
HOLES = [
    [0, 1, None, 0, 1, 1, 0],
    [1, None, None, 1, 1, 1, 1],
    [0, 0, 0, 0, 0, 0, None],
    [0, 0, 1, 0, None, 0, 1],
]
SHORT = [[0, 1, 1], [1, 1, 0, 1, 1, 0, 0], [1], [0, 0, 0, 1, 0]]
K = 3


def required(name: str, k: int = K) -> dict[str, Any]:
    """Give the arguments without which the function cannot be called."""
    metric = name.removesuffix("_ci")
    given: dict[str, Any] = {}
    if name == "pass_curve":
        return {"k_max": k}
    if name in WITH_BUDGET:
        given["k"] = k
    if metric == "g_pass_at_k_tau":
        given["tau"] = 0.5
    if metric == "threshold_spectrum_at_k":
        given["weights"] = [0.25] + [0.5 / k] * (k - 1)
    return given


def variants(name: str) -> Iterator[Case]:
    """Give every kind of input and option of a function."""
    for kind, R, options in (*_inputs(name), *_options(name)):
        yield Case(name, kind, R, options)


Variant = tuple[str, "Matrix", dict[str, Any]]


def _inputs(name: str) -> Iterator[Variant]:
    """Give every kind of input."""
    graded = name in CATEGORICAL
    weights = {"w": W} if graded else {}
    given = required(name) | weights
    rows = GRADED if graded else ROWS
    for kind, R in matrices.kinds(rows):
        yield kind, R, given
    if graded:
        for kind, R in matrices.kinds(ROWS):
            yield f"{kind}, no weights", R, required(name)
    for kind, R in matrices.one_question(rows[1]):
        single = required(name, 1) if kind == "a range" else required(name)
        yield kind, R, single | weights
    for kind, R in matrices.uneven(SHORT):
        yield kind, R, required(name, 1) | weights
    yield "counts", matrices.counted(rows, len(W) if graded else 2), given
    yield "counts of different totals", matrices.counted(SHORT, 2), required(name, 1)
    dropped = required(name) | weights | {"missing": "drop"}
    for kind, R in matrices.holes(HOLES):
        yield kind, R, dropped
    for kind, R in matrices.uneven_holes([[None, 1], *HOLES]):
        yield kind, R, required(name, 1) | weights | {"missing": "drop"}
    for kind, R in _batches(rows):
        yield kind, R, given
    gaps = matrices.batch_holes([HOLES, HOLES[::-1], HOLES], (3,))
    yield "a batch with masked entries", gaps, dropped
    yield from _corners(given)


def _corners(given: dict[str, Any]) -> Iterator[Variant]:
    """The least there can be."""
    single = {name: value for name, value in given.items() if name not in {"k", "k_max", "weights"}}
    for budget in ("k", "k_max"):
        if budget in given:
            single[budget] = 1
    if "weights" in given:
        single["weights"] = [0.75]
    for kind, rows in {
        "one failure": [[0]],
        "one success": [[1]],
        "one question": [[0, 1, 1, 0]],
        "one trial": [[0], [1], [1]],
    }.items():
        for element in ("int8", "float64"):
            yield kind, matrices.plain(rows, element), single


def _batches(rows: list[list[int]]) -> Iterator[tuple[str, Matrix]]:
    """Give batches of three and four axes."""
    turned = [
        [row[(i + turn) % len(row)] for i in range(len(row))] for turn, row in enumerate(rows)
    ]
    cut = [row[:2] + [0] * (len(row) - 2) for row in rows]
    for element in ("int8", "int64", "float64"):
        yield f"a batch of 3 in {element}", matrices.batch([rows, turned, cut], (3,), element)
    yield "a batch of 1", matrices.batch([rows], (1,))
    yield "a batch of 2 x 3", matrices.batch([rows, cut, turned, cut[::-1], rows, cut], (2, 3))
    yield "a batch in another memory order", matrices.view_of_batch([rows, cut, turned])


def _options(name: str) -> Iterator[Variant]:
    """Give every kind of option, one after another and together."""
    graded = name in CATEGORICAL
    given, R = required(name), matrices.plain(ROWS, "int8")
    batch = dict(_batches(ROWS))["a batch of 3 in int8"]
    yield "defaults", R, given
    if name in WITH_BUDGET:
        yield from _budgets(name, R, batch)
    if name in WITH_RAGGED:
        yield from _short(name)
    if name in WITH_COMPLEMENT:
        for kind, source in (("complement", R), ("complement of a batch", batch)):
            yield kind, source, given | {"complement": True}
        yield "complement=False", R, given | {"complement": False}
        nearly = matrices.bank([79, 80, 80], 80)
        yield "complement near 1", nearly, required(name, 30) | {"complement": True}
    if name.endswith("_ci"):
        yield from _intervals(given, R, batch, prior=not graded)
    if name in oracle.WITH_PRIOR:
        yield from _known(given, batch)
    yield "missing=error", R, given | {"missing": "error"}
    yield from _own(name, R, batch)


def _budgets(name: str, R: Matrix, batch: Matrix) -> Iterator[Variant]:
    given = required(name)
    for kind, k in {
        "k of 8 bits": Spelled(np.uint8(K), f"UInt8({K})"),
        "k of 64 bits": Spelled(np.int64(K), f"Int64({K})"),
    }.items():
        yield kind, R, given | {"k": k}
    if "weights" in given:
        several: dict[str, Any] = {"a sequence of one budget": [K], "a budget twice": [K, K]}
    else:
        several = {
            "several budgets": [1, 2, 5],
            "a sequence of one budget": [K],
            "budgets out of order": [7, 1, 7, 3],
            "a range of budgets": Spelled(range(1, 6), "1:5"),
            "an array of budgets": Spelled(np.array([2, 4], np.int32), "Int32[2, 4]"),
        }
    for kind, k in several.items():
        yield kind, R, given | {"k": k}
        yield f"{kind}, a batch", batch, given | {"k": k}
    if name.endswith("_ci"):
        yield "k above the trials", R, required(name, 40)


def _short(name: str) -> Iterator[Variant]:
    """Questions that are too short for the budget, left out with a warning."""
    ((_, R), *_) = matrices.uneven(SHORT)
    for k in (2, 3, 4):
        yield "short questions left out", R, required(name, k) | {"ragged": "drop"}
    yield "one short question left out", R, required(name, 2) | {"ragged": "drop"}
    if name in WITH_BUDGET and "threshold_spectrum" not in name:
        several = required(name) | {"k": [1, 2, 5], "ragged": "drop"}
        yield "short questions of several budgets", R, several
    ((_, holes), *_) = matrices.holes(HOLES)
    both = required(name, 6) | {"missing": "drop", "ragged": "drop"}
    yield "missing outcomes and short questions", holes, both
    gaps = matrices.batch_holes([HOLES, HOLES[::-1], HOLES], (3,))
    yield "short questions of a batch", gaps, both
    whole = matrices.plain(ROWS, "int8")
    yield "no short question", whole, required(name) | {"ragged": "drop"}
    yield "ragged=error", whole, required(name) | {"ragged": "error"}


def _intervals(
    given: dict[str, Any], R: Matrix, batch: Matrix, *, prior: bool
) -> Iterator[Variant]:
    kinds: dict[str, dict[str, Any]] = {
        "confidence": {"confidence": 0.5},
        "confidence near 1": {"confidence": 1 - 2.0**-40},
        "confidence near 0": {"confidence": 1e-12},
        "no bounds": {"bounds": None},
        "bounds": {"bounds": (0.25, 0.5)},
        "whole bounds": {"bounds": (0, 1)},
        "bounds of one point": {"bounds": (0.5, 0.5)},
        "unlimited bounds": {"bounds": (-np.inf, np.inf)},
    }
    if prior:
        kinds |= {
            "prior Beta(1/2, 1/2)": {"alpha0": 0.5, "beta0": 0.5},
            "prior Beta(2, 1)": {"alpha0": 2, "beta0": 1},
            "alpha0 alone": {"alpha0": 3.5},
            "all options": {
                "confidence": 0.9,
                "bounds": (0.1, 0.9),
                "alpha0": 1.5,
                "beta0": 2.5,
                "missing": "drop",
            },
        }
    for kind, options in kinds.items():
        yield kind, R, given | options
        yield f"{kind}, a batch", batch, given | options


def _known(given: dict[str, Any], batch: Matrix) -> Iterator[Variant]:
    """Outcomes known beforehand."""
    R, known = matrices.plain(GRADED, "int8"), [[0, 2], [1, 1], [2, 2], [0, 1]]
    for kind, prior in matrices.kinds(known):
        yield f"R0: {kind}", R, given | {"w": W, "R0": prior}
    holed = dict(matrices.holes(HOLES))["masked"]
    of_holes = given | {"R0": matrices.plain([[1], [0], [1], [1]]), "missing": "drop"}
    yield "R0 beside missing outcomes", holed, of_holes
    none = np.empty((4, 0), np.int64)
    empty = Matrix(none, "Matrix{Int64}(undef, 4, 0)", banks=(((),) * 4,))
    yield "R0 without columns", R, given | {"w": W, "R0": empty}
    tables = [[[0, 1], [1, 1], [0, 0], [1, 0]], [[1, 1], [1, 0], [1, 0], [0, 0]], [[0, 0]] * 4]
    yield "one R0 for a batch", batch, given | {"R0": matrices.plain(tables[0])}
    yield "an R0 for each of a batch", batch, given | {"R0": matrices.batch(tables, (3,))}


def _own(name: str, R: Matrix, batch: Matrix) -> Iterator[Variant]:
    """Give the options that only some metrics have."""
    metric, given = name.removesuffix("_ci"), required(name)
    graded = matrices.plain(GRADED, "uint8")
    of: dict[str, list[tuple[str, Matrix, dict[str, Any]]]] = {
        "g_pass_at_k_tau": [(kind, R, given | {"tau": tau}) for kind, tau in SHARES.items()]
        + [("tau as a fraction, a batch", batch, given | {"tau": Fraction(2, 3)})]
        + [*_rounded_shares()],
        "threshold_spectrum_at_k": [
            ("weights of 32 bits", R, given | {"weights": THIRDS}),
            ("weights of 0", R, given | {"weights": [0.0] * K}),
            ("whole weights", R, given | {"weights": [0, 1, 0]}),
            ("many weights", matrices.bank([3, 39, 40], 40), required(name, 40)),
        ],
        "geom_at_k": _powers(given, R, batch),
        "geom_ds_at_k": _powers(given, R, batch),
        "geo_spectrum_at_k": [
            ("lam", R, given | {"lam": 0.3}),
            ("lam = 0", R, given | {"lam": 0}),
            ("lam = 1", R, given | {"lam": 1}),
            ("the other name of lam", R, given | {"lambda_": 0.75}),
            ("weights", R, given | {"weights": [0.5, 0.25, 0.25]}),
            ("lam and weights, a batch", batch, given | {"lam": 0.2, "weights": [0.0, 0.0, 1.0]}),
        ],
    }
    yield from of.get(metric, [])
    if name in CATEGORICAL:
        for kind, w in WEIGHTS.items():
            yield kind, graded, given | {"w": w}


def _rounded_shares() -> Iterator[Variant]:
    """Give τ in every width, at banks that tell the j successes meant from one more or less."""
    for j, k, tau in ROUNDED:
        R = matrices.bank([j - 1, j, min(j + 1, k)], k)
        for bits, element in ((16, np.float16), (32, np.float32)):
            narrow = element(tau)
            # Every double of so few digits is the same in Julia, however it rounds.
            spelled = Spelled(narrow, f"Float{bits}({float(narrow)!r})")
            yield f"tau of {bits} bits, {j} of {k}", R, {"k": k, "tau": spelled}
        yield f"tau of 64 bits, {j} of {k}", R, {"k": k, "tau": tau}


def _powers(given: dict[str, Any], R: Matrix, batch: Matrix) -> list[Variant]:
    return [
        ("a power", R, given | {"pass_power": 0.25}),
        ("both powers", R, given | {"pass_power": 1.5, "unanimous_power": 0.5}),
        ("whole powers", R, given | {"pass_power": 1, "unanimous_power": 0}),
        ("powers of a batch", batch, given | {"unanimous_power": 2.0}),
    ]


SHARES: dict[str, Any] = {
    "tau = 0": 0.0,
    "tau = 1": 1.0,
    "whole tau": 1,
    "tau as a fraction": Fraction(1, 3),
    "tau as a fraction above 1/3": Fraction(333_333_333_333_334, 10**15),
    "tau as a decimal": Decimal("0.3"),
    "tau of 32 bits": Spelled(np.float32(1 / 3), "Float32(1 / 3)"),
    "tau of 16 bits": Spelled(np.float16(1 / 3), "Float16(1 / 3)"),
    "tau = 2 / 3": 2 / 3,
}
# Successes, draws, and the τ that asks for them in every width.
ROUNDED = (
    (300, 300, 1.0),
    (200, 300, 2 / 3),
    (2, 3, 2 / 3),
    (3, 10, 0.3),
    (999, 1000, 0.999),
    *((j, k, j / k) for j, k in ((5, 6), (7, 11), (7, 25), (1, 49), (29, 50), (83, 100), (1, 120))),
)
THIRDS = Spelled(np.array([0.25, 0.5, 0.125], np.float32), "Float32[0.25, 0.5, 0.125]")
WEIGHTS: dict[str, Any] = {
    "weights": [1.0, 0.0, 0.5],
    "whole weights": [0, 1, 2],
    "negative weights": [-1.0, 0.5, 0.25],
    "weights of 32 bits": Spelled(np.array([0, 0.1, 1], np.float32), "Float32[0, 0.1, 1]"),
    "more weights than categories": [0.0, 0.5, 1.0, 2.0],
    "weights as a tuple": (0.0, 0.5, 1.0),
    "weights as a view": Spelled(np.arange(6.0)[::2], "view(collect(0.0:5.0), 1:2:6)"),
    "weights as a range": Spelled(range(3), "0:2"),
}
