"""Seeded calls of each function on ordinary matrices, such as every package takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parity import oracle
from parity.cases.case import Case
from parity.cases.matrices import bank, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.random import Generator

    from parity.cases.case import Matrix

    Weigh = Callable[[int], Any]

Drawn = tuple[str, "Matrix", dict[str, Any]]
# k and τ = j / k. In several of them, τ k in floating point rounds up to j + 1.
THRESHOLDS = {
    3: 2 / 3,
    6: 5 / 6,
    10: 3 / 10,
    11: 7 / 11,
    20: 0.55,
    25: 7 / 25,
    49: 1 / 49,
    50: 29 / 50,
}
RANDOM = 44


def draw(
    rng: Generator, questions: int, trials: int, a: float = 0.6, b: float = 0.6
) -> list[list[int]]:
    """Give rows of 0 and 1 whose questions differ in difficulty."""
    rates = rng.beta(a, b, size=(questions, 1))
    rows: list[list[int]] = (rng.random((questions, trials)) < rates).astype(int).tolist()
    return rows


def extras(rng: Generator, name: str, k: int) -> dict[str, Any]:
    """Draw what the metric takes besides a budget."""
    shares = rng.random(k) * rng.choice([0, 1, 1], size=k)
    weights = [float(share) for share in shares / (1.0001 * max(shares.sum(), 1))]
    exponents = rng.choice([0.2, 0.5, 0.8, 1.0, 1.7], size=2).tolist()
    powers = {"pass_power": exponents[0], "unanimous_power": exponents[1]}
    thresholds = [0.0, 0.25, 0.5, 0.6, 0.9, 1.0, int(rng.integers(1, k + 1)) / k]
    of: dict[str, dict[str, Any]] = {
        "g_pass_at_k_tau": {"tau": float(rng.choice(thresholds))},
        "threshold_spectrum_at_k": {"weights": weights},
        "geom_at_k": powers,
        "geom_ds_at_k": powers,
        "geo_spectrum_at_k": {
            "lam": float(rng.choice([0.0, 0.3, 0.5, 1.0])),
            "weights": weights if rng.integers(2) else None,
        },
    }
    return of.get(name.removesuffix("_ci"), {})


def interval(rng: Generator, *, clip: bool) -> dict[str, Any]:
    """Draw a confidence and bounds."""
    bounds = [None, (0.0, 1.0), (0.2, 0.6)] if clip else [None]
    return {
        "confidence": float(rng.choice([0.5, 0.9, 0.95, 0.999])),
        "bounds": bounds[rng.integers(len(bounds))],
    }


def binary(rng: Generator, name: str) -> Iterator[Drawn]:
    """Draw calls of a metric of 0 and 1."""
    latent = name.endswith("_ci")

    def options(k: int) -> dict[str, Any]:
        given = {"k": k, **extras(rng, name, k)}
        return given | {"bounds": None} if latent else given

    for _ in range(RANDOM):
        questions, trials = int(rng.integers(1, 13)), int(rng.integers(1, 41))
        given = options(int(rng.integers(1, trials + 1)))
        if latent:
            prior = rng.choice([0.5, 1.0, 3.5], size=2).tolist()
            given |= {**interval(rng, clip=True), "alpha0": prior[0], "beta0": prior[1]}
        yield "random", plain(draw(rng, questions, trials)), given
    yield "no success", bank([0] * 4, 12), options(5)
    yield "all successes", bank([12] * 4, 12), options(5)
    for k in (40, 64):
        yield "nearly all of 80 succeed", plain(draw(rng, 6, 80, 40, 1)), options(k)
        yield "nearly none of 80 succeeds", plain(draw(rng, 6, 80, 1, 40)), options(k)
    yield "at most 2 of 200 fail", bank([198, 199, 200], 200), options(150)
    yield "at most 5 of 600 succeed, k = 300", bank([0, 2, 5], 600), options(300)
    yield "2000 trials, k = 500", bank([3, 900, 1990], 2000), options(500)
    if latent:
        yield from _beyond(rng, options)
    yield from _thresholds(rng, name, options)


def _beyond(rng: Generator, options: Callable[[int], dict[str, Any]]) -> Iterator[Drawn]:
    """Posteriors have no bank that limits them."""
    for k in (13, 60):
        yield "k above the trials", plain(draw(rng, 5, 12)), options(k)
        prior = {"alpha0": 1e-6, "beta0": 40.0}
        yield "prior Beta(1e-6, 40)", plain(draw(rng, 5, 60)), options(k) | prior
    close = {"confidence": 1 - 1e-9}
    yield "confidence 1 - 1e-9", plain(draw(rng, 5, 12)), options(4) | close


def _thresholds(
    rng: Generator, name: str, options: Callable[[int], dict[str, Any]]
) -> Iterator[Drawn]:
    if "tau" in name:
        for k, tau in THRESHOLDS.items():
            yield "tau = j / k", plain(draw(rng, 5, 60)), options(k) | {"tau": tau}
        yield "tau = 0.1 * 3, k = 10", plain(draw(rng, 5, 60)), options(10) | {"tau": 0.1 * 3}
    if name.startswith(("threshold", "geo_spectrum_at")):
        rounded = {"weights": [0.1] * 10}
        yield "weights whose sum is 1, rounded", plain(draw(rng, 5, 24)), options(10) | rounded
        yield "weights of 0", plain(draw(rng, 5, 24)), options(4) | {"weights": [0.0] * 4}


def categorical(rng: Generator, name: str) -> Iterator[Drawn]:
    """Draw calls of a metric of weighted categories."""
    latent = name.endswith("_ci")

    def options(
        trials: int, w: list[float] | None, k: int | None = None, R0: Matrix | None = None
    ) -> dict[str, Any]:
        given: dict[str, Any] = {}
        if name.startswith("max"):
            given["k"] = k or int(rng.integers(1, trials + 1))
        given["w"] = w
        if R0 is not None:
            given["R0"] = R0
        return given | (interval(rng, clip=w is None) if latent else {})

    for kind, (times, weigh) in _weights(rng).items():
        for _ in range(times):
            size, questions, trials = map(int, rng.integers([2, 1, 1], [8, 13, 41]))
            known = rng.integers(size, size=(questions, 3)) if name in oracle.WITH_PRIOR else None
            R = plain(rng.integers(size, size=(questions, trials)).tolist())
            R0 = None if known is None else plain(known.tolist())
            yield kind, R, options(trials, np.asarray(weigh(size)).tolist(), R0=R0)
    for R, trials in (
        (plain(draw(rng, 6, 24)), 24),
        (bank([0] * 4, 12), 12),
        (bank([12] * 4, 12), 12),
    ):
        yield "0 and 1 without weights", R, options(trials, None)
    graded = rng.choice(4, size=(3, 2000), p=[0.5, 0.3, 0.15, 0.05])
    w = [0.0, 0.2, 0.7, 1.0]
    yield "2000 trials, k = 500", plain(graded.tolist()), options(2000, w, k=500)
    if name == "max_at_k_ci":
        for k in (6, 60):
            above = plain(rng.integers(3, size=(4, 5)).tolist())
            yield "k above the trials", above, options(5, [0.0, 0.5, 1.0], k=k)


def _weights(rng: Generator) -> dict[str, tuple[int, Weigh]]:
    """Give for each kind how many are drawn, and how."""
    return {
        "random": (RANDOM, rng.random),
        "weights of both signs": (6, lambda size: rng.normal(size=size) * 3),
        "tied weights": (4, lambda size: rng.choice([0.0, 0.5, 1.0], size=size)),
        "weights near 10^6": (4, lambda size: 1e6 + rng.random(size)),
        "equal weights": (2, lambda size: np.full(size, 0.3)),
    }


def calls(name: str) -> Iterator[Case]:
    """Give the seeded calls of one function."""
    rng = np.random.default_rng(list(name.encode()))
    if name == "pass_curve":
        drawn: Iterator[Drawn] = _curves(rng)
    else:
        is_binary = name.removesuffix("_ci") in oracle.BINARY
        drawn = (binary if is_binary else categorical)(rng, name)
    for kind, R, options in drawn:
        yield Case(name, kind, R, options)


def _curves(rng: Generator) -> Iterator[Drawn]:
    for _ in range(RANDOM):
        questions, trials = int(rng.integers(1, 13)), int(rng.integers(1, 41))
        R = plain(draw(rng, questions, trials))
        yield "random", R, {"k_max": int(rng.integers(1, trials + 1))}
    for successes in ([0] * 4, [12] * 4, [1, 11, 6]):
        yield "extremes", bank(successes, 12), {"k_max": 12}
