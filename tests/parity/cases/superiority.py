"""The probability that one model's score is higher than another's."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from parity.cases import matrices
from parity.cases.case import Case, Matrix
from parity.cases.draws import draw
from parity.cases.variants import GRADED, HOLES, ROWS, SHORT, W

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "superiority"
PASSES = ("pass_at_k", "pass_hat_k", "unanimous_at_k", "g_pass_at_k", "maj_at_k", "mg_pass_at_k",
          "auc_at_k")  # fmt: skip
RANDOM = 20
Pair = tuple[str, Matrix, Matrix, dict[str, Any]]


def superiority() -> Iterator[Case]:
    """Give calls with a value."""
    for kind, one, other, options in (*_inputs(), *_metrics(), *_random()):
        yield Case(NAME, kind, one, {"R_b": other} | options)
        yield Case(NAME, f"{kind}, turned", other, {"R_b": one} | options)


def bad_superiority() -> Iterator[Case]:
    """Give calls that are errors."""
    one, other = matrices.plain(ROWS, "int8"), matrices.plain(ROWS[::-1])
    wrong = matrices.plain([[0, 1], [1, 5]])
    holed = Matrix(np.array([[0.0, np.nan]]), "[0.0 NaN]")
    calls: list[Pair] = [
        ("5 in the first", wrong, other, {}),
        ("5 in the second", one, wrong, {}),
        ("an unknown metric", one, other, {"metric": "best"}),
        ("a needless budget", one, other, {"metric": "bayes", "k": 2}),
        ("needless weights", one, other, {"metric": "pass_at_k", "k": 2, "w": [0.0, 1.0]}),
        ("a needless share", one, other, {"metric": "pass_at_k", "k": 2, "tau": 0.5}),
        ("no share", one, other, {"metric": "g_pass_at_k_tau", "k": 2}),
        ("one weight", one, other, {"w": [1.0]}),
        ("NaN", one, holed, {}),
        ("missing = 'no'", one, other, {"missing": "no"}),
        ("alpha0 = NaN", one, other, {"metric": "avg", "alpha0": float("nan")}),
    ]
    calls += [
        (f"k = {k!r}", one, other, {"metric": "pass_at_k", "k": k})
        for k in (0, -1, 10**9 + 1, 1.5, "2", True)
    ]
    calls += [
        (f"no exact posterior of {metric}", one, other, {"metric": metric, "k": 2})
        for metric in ("max_at_k", "geom_at_k", "geo_spectrum_star_at_k")
    ]
    calls += [
        (f"{shape} = {value!r}", one, other, {shape: value})
        for shape in ("alpha0", "beta0")
        for value in (0.0, -1.0, 1e-200, "one")
    ]
    for kind, first, second, options in calls:
        yield Case(NAME, f"bad input: {kind}", first, {"R_b": second} | options)


def _inputs() -> Iterator[Pair]:
    """Give every form of outcomes."""
    one, other = matrices.plain(ROWS, "int8"), matrices.plain(ROWS[:2])
    yield "matrices", one, matrices.plain([row[::-1] for row in ROWS[::-1]]), {}
    yield "different questions", one, other, {}
    yield "the same twice", one, one, {}
    for kind, R in matrices.kinds(ROWS):
        yield kind, R, other, {}
    for kind, R in matrices.uneven(SHORT):
        yield kind, one, R, {}
    yield "counts", matrices.counted(ROWS, 2), other, {}
    for kind, R in matrices.one_question(ROWS[1]):
        yield kind, R, other, {}
    for kind, R in matrices.holes(HOLES):
        yield kind, R, other, {"missing": "drop"}
    yield "all failures and all successes", matrices.bank([0], 5), matrices.bank([5], 5), {}


def _metrics() -> Iterator[Pair]:
    """Give every metric that has an exact posterior, with its options."""
    one, other = matrices.plain(ROWS, "int8"), matrices.plain(ROWS[:3])
    grades, fewer = matrices.plain(GRADED), matrices.plain(GRADED[1:])
    for metric in ("bayes", "avg"):
        yield metric, one, other, {"metric": metric}
        yield f"{metric} with weights", grades, fewer, {"metric": metric, "w": W}
    for metric in PASSES:
        for k in (1, 3, 4):
            yield f"{metric}, k = {k}", one, other, {"metric": metric, "k": k}
    for tau in (0.5, 1.0, Fraction(2, 3)):
        share = {"metric": "g_pass_at_k_tau", "k": 3, "tau": tau}
        yield f"g_pass_at_k_tau, tau = {tau}", one, other, share
    yield "prior Beta(2, 1)", one, other, {"alpha0": 2, "beta0": 1.0}
    yield "prior Beta(1/2, 1/2)", one, other, {"metric": "pass_at_k", "k": 2, "alpha0": 0.5}


def _random() -> Iterator[Pair]:
    """Draw pairs of models."""
    rng = np.random.default_rng(list(NAME.encode()))
    for _ in range(RANDOM):
        sizes = rng.integers(1, 20, size=4).tolist()
        one, other = draw(rng, sizes[0], sizes[1]), draw(rng, sizes[2], sizes[3], 2, 1)
        metric = {"metric": str(rng.choice(PASSES)), "k": int(rng.integers(1, 9))}
        options = metric if rng.integers(2) else {}
        yield "random", matrices.plain(one), matrices.plain(other), options
