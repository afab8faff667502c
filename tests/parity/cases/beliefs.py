"""Posteriors of other kinds: the hierarchical prior with its targets, and exact intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parity import oracle
from parity.cases import matrices
from parity.cases.case import Case
from parity.cases.draws import draw, extras
from parity.cases.variants import (
    CATEGORICAL,
    GRADED,
    HOLES,
    ROWS,
    SHORT,
    WITH_BUDGET,
    WITH_COMPLEMENT,
    K,
    W,
    required,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parity.cases.case import Matrix
    from parity.cases.variants import Variant

# Metrics without a score of one question say nothing about others, and have no exact posterior.
OF_SUITES = ("max", "geo")
RANDOM = 12


def beliefs(name: str) -> Iterator[Case]:
    """Give calls of a function that gives posteriors."""
    if not name.endswith("_ci"):
        return
    for target in _targets(name):
        options = {"prior": "hierarchical", "target": target}
        for kind, R, given in (*_inputs(name), *_options(name, options), *_random(name)):
            yield Case(name, f"hierarchical prior, {target}: {kind}", R, given | options)
    R = matrices.plain(ROWS, "int8")
    alone = required(name) | {"prior": "hierarchical"}
    yield Case(name, "hierarchical prior", R, alone)
    yield Case(name, "prior=None", R, required(name) | {"prior": None, "target": "these"})
    if name.startswith(OF_SUITES):
        return
    yield Case(name, "interval=normal", R, required(name) | {"interval": "normal"})
    exact = {"interval": "exact"}
    for kind, R, given in (*_inputs(name), *_options(name, exact), *_priors(name)):
        yield Case(name, f"exact interval: {kind}", R, given | exact)


def bad_beliefs(name: str) -> Iterator[Case]:
    """Give priors, targets and kinds of intervals that a function does not take."""
    if not name.endswith("_ci"):
        return
    R = matrices.plain(ROWS, "int8")
    given = required(name)
    shared = given | {"prior": "hierarchical"}
    calls: list[Variant] = [
        (f"prior = {prior!r}", R, given | {"prior": prior}) for prior in ("flat", "", 1, 0.5)
    ]
    calls += [
        (f"target = {target!r}", R, shared | {"target": target}) for target in ("all", None, 1)
    ]
    calls.append(("'like' without the prior", R, given | {"target": "like"}))
    for options in ({"confidence": 95}, {"bounds": (1, 0)}, {"confidence": "high"}):
        calls.append((f"{options} beside the prior", R, shared | options))
    like = shared | {"target": "like"}
    if name.startswith(OF_SUITES):
        calls.append(("no score of one question", R, like))
        calls.append(("no score of a question of a batch", _batch(ROWS), like))
    else:
        calls.append(("a sample of one question", matrices.plain([ROWS[0]]), like))
        lonely = matrices.batch([[ROWS[0]], [ROWS[1]]], (2,))
        calls.append(("a batch of samples of one question", lonely, like))
        calls.append(("an exact hierarchical interval", R, shared | {"interval": "exact"}))
        for interval in ("precise", None, 1):
            calls.append((f"interval = {interval!r}", R, given | {"interval": interval}))
        rough = given | {"interval": "exact", "confidence": 1 - 1e-12}
        if name not in CATEGORICAL:
            calls.append(("not certified", R, rough | {"alpha0": 1e-9, "beta0": 1e-9}))
    if name not in CATEGORICAL:
        calls += [
            (f"{shape} beside the prior", R, shared | {shape: 2}) for shape in ("alpha0", "beta0")
        ]
    if name in oracle.WITH_PRIOR:
        known = matrices.plain([[0, 1], [1, 1], [0, 0], [1, 1]])
        calls.append(("R0 beside the prior", R, shared | {"R0": known}))
    for kind, source, options in calls:
        yield Case(name, f"bad input: {kind}", source, options)


def _targets(name: str) -> tuple[str, ...]:
    return ("these",) if name.startswith(OF_SUITES) else ("these", "like")


def _batch(rows: list[list[int]]) -> Matrix:
    return matrices.batch([rows, rows[::-1], [row[::-1] for row in rows]], (3,))


def _inputs(name: str) -> Iterator[Variant]:
    """Give every form of outcomes, but not every type of their entries."""
    graded = name in CATEGORICAL
    rows, weights = (GRADED, {"w": W}) if graded else (ROWS, {})
    given, single = required(name) | weights, required(name, 1) | weights
    yield "a matrix", matrices.plain(rows, "int8"), given
    if graded:
        yield "no weights", matrices.plain(ROWS, "int8"), required(name)
        negative = required(name) | {"w": [-2.0, 0.5, 40.0]}
        yield "weights of both signs", matrices.plain(rows), negative
    for kind, R in matrices.uneven(SHORT):
        yield kind, R, single
    yield "counts", matrices.counted(rows, len(W) if graded else 2), given
    for kind, R in matrices.holes(HOLES):
        yield kind, R, given | {"missing": "drop"}
    yield "a batch", _batch(rows), given
    yield "a batch of 2 x 3", matrices.batch([rows, rows[::-1]] * 3, (2, 3)), given
    yield "two questions", matrices.plain(rows[:2]), given
    yield "one trial each", matrices.plain([[0], [1], [1], [0], [1]]), single
    yield "all failures", matrices.bank([0] * 12, 8), required(name)
    yield "all successes", matrices.bank([8] * 12, 8), required(name)


def _options(name: str, options: dict[str, Any]) -> Iterator[Variant]:
    """Give every option that goes with both kinds of posteriors."""
    given, R = required(name), matrices.plain(ROWS, "int8")
    sampled = options.get("target") == "like"
    if not sampled:
        yield "one question", matrices.plain([ROWS[0]]), given
    kinds: dict[str, dict[str, Any]] = {
        "confidence": {"confidence": 0.5},
        "confidence near 1": {"confidence": 1 - 2.0 ** (-10 if "interval" in options else -20)},
        "no bounds": {"bounds": None},
        "bounds": {"bounds": (0.25, 0.5)},
    }
    for kind, more in kinds.items():
        yield kind, R, given | more
        yield f"{kind}, a batch", _batch(ROWS), given | more
    if name in WITH_BUDGET:
        # The exact density of high powers of few questions is rough, and takes seconds.
        twice = matrices.plain(ROWS * 2, "int8")
        yield "k above the trials", twice, required(name, 2 * K + 3)
        if "weights" not in given:
            yield "several budgets", R, given | {"k": [1, 2, 5]}
            yield "several budgets, a batch", _batch(ROWS), given | {"k": [4, 1]}
    if name in WITH_COMPLEMENT:
        yield "complement", R, given | {"complement": True}
        yield "complement of a batch", _batch(ROWS), given | {"complement": True}


def _priors(name: str) -> Iterator[Variant]:
    """Give known priors."""
    R = matrices.plain(ROWS, "int8")
    if name in oracle.WITH_PRIOR:
        known = matrices.plain([[0, 1], [1, 1], [0, 0], [1, 0]])
        yield "R0", R, required(name) | {"R0": known}
    if name not in CATEGORICAL:
        yield "prior Beta(2, 1)", R, required(name) | {"alpha0": 2, "beta0": 1}


def _random(name: str) -> Iterator[Variant]:
    """Draw suites that are easy, hard and mixed."""
    rng = np.random.default_rng(list(f"{name} and its priors".encode()))
    shapes = [(0.6, 0.6), (8, 1), (1, 12), (40, 40)]
    for i in range(RANDOM):
        questions, trials = int(rng.integers(2, 30)), int(rng.integers(1, 17))
        k = int(rng.integers(1, trials + 1))
        # A metric's own options are drawn with its budget.
        given = required(name, k) | extras(rng, name, k)
        yield "random", matrices.plain(draw(rng, questions, trials, *shapes[i % 4])), given
