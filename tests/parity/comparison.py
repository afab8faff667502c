"""Seeded calls of every function of `scorio.eval`, made here and in the earlier package."""

import math
from dataclasses import dataclass

import numpy as np
import oracle
import peer

from scorio import eval as scorio_eval

SAME = 1e-10
EXACT = 1e-13
THRESHOLDS = {
    6: 5 / 6,
    10: 3 / 10,
    3: 2 / 3,
    20: 0.55,
    25: 7 / 25,
    49: 1 / 49,
    50: 29 / 50,
    11: 7 / 11,
}


@dataclass(frozen=True)
class Call:
    """What is called, and the kind of input that it is."""

    kind: str
    name: str
    R: list
    options: dict


@dataclass(frozen=True)
class Outcome:
    """How far the two packages are apart, and from the exact values if that is far."""

    call: Call
    gap: float
    ours: float | None = None
    peers: float | None = None
    refusal: str | None = None

    @property
    def same(self):
        return self.gap <= SAME

    @property
    def right(self):
        return self.same or self.ours <= EXACT


def draw(rng, questions, trials, a=0.6, b=0.6):
    """Give a 0/1 matrix whose questions differ in difficulty."""
    return (rng.random((questions, trials)) < rng.beta(a, b, size=(questions, 1))).astype(int)


def fixed(successes, trials):
    """Give a 0/1 matrix with these successes."""
    return (np.arange(trials) < np.array(successes)[:, None]).astype(int)


def extras(rng, name, k):
    """Draw what the metric takes besides a budget."""
    metric = name.removesuffix("_ci")
    shares = rng.random(k) * (rng.random(k) < 0.7)
    weights = [float(share) for share in shares / (1.0001 * max(shares.sum(), 1))]
    exponents = rng.choice([0.2, 0.5, 0.8, 1.0, 1.7], size=2).tolist()
    return {
        "g_pass_at_k_tau": {"tau": float(rng.choice([0.0, 0.25, 0.5, 0.6, 0.9, 1.0]))},
        "threshold_spectrum_at_k": {"weights": weights},
        "geom_at_k": {"pass_power": exponents[0], "unanimous_power": exponents[1]},
        "geom_ds_at_k": {"pass_power": exponents[0], "unanimous_power": exponents[1]},
        "geo_spectrum_at_k": {
            "lam": float(rng.choice([0.0, 0.3, 0.5, 1.0])),
            "weights": weights if rng.random() < 0.6 else None,
        },
    }.get(metric, {})


def interval(rng, *, clip):
    bounds = [None, [0.0, 1.0], [0.2, 0.6]] if clip else [None]
    return {
        "confidence": float(rng.choice([0.5, 0.9, 0.95, 0.999])),
        "bounds": bounds[rng.integers(len(bounds))],
    }


def binary_inputs(rng, name):
    """Give (kind, R, options) for a metric of 0 and 1."""
    latent = name.endswith("_ci")

    def options(k):
        given = {"k": k, **extras(rng, name, k)}
        return given | {"bounds": None} if latent else given

    for _ in range(12):
        questions, trials = int(rng.integers(1, 13)), int(rng.integers(1, 61))
        given = options(int(rng.integers(1, trials + 1)))
        if latent:
            prior = rng.choice([0.5, 1.0, 3.5], size=2).tolist()
            given |= {"alpha0": prior[0], "beta0": prior[1], **interval(rng, clip=True)}
        yield "random", draw(rng, questions, trials), given
    yield "no success", np.zeros((4, 12), int), options(5)
    yield "all successes", np.ones((4, 12), int), options(5)
    for k in (40, 64):
        yield "nearly all of 80 succeed", draw(rng, 6, 80, 40, 1), options(k)
        yield "nearly none of 80 succeeds", draw(rng, 6, 80, 1, 40), options(k)
    yield "at most 2 of 200 fail", fixed([198, 199, 200], 200), options(150)
    yield "at most 5 of 600 succeed, k = 300", fixed([0, 2, 5], 600), options(300)
    yield "2000 trials, k = 500", draw(rng, 3, 2000), options(500)
    if latent:
        for k in (13, 60):
            yield "k above the trials", draw(rng, 5, 12), options(k)
            prior = {"alpha0": 1e-6, "beta0": 40.0}
            yield "prior Beta(1e-6, 40)", draw(rng, 5, 60), options(k) | prior
        yield "confidence 1 - 1e-9", draw(rng, 5, 12), options(4) | {"confidence": 1 - 1e-9}
    if "tau" in name:
        for k, tau in THRESHOLDS.items():
            yield "tau = j / k", draw(rng, 5, 60), options(k) | {"tau": tau}
        yield "tau = 0.1 * 3, k = 10", draw(rng, 5, 60), options(10) | {"tau": 0.1 * 3}
    if name.startswith(("threshold", "geo_spectrum_at")):
        rounded = {"weights": [0.1] * 10}
        yield "weights whose sum is 1, rounded", draw(rng, 5, 24), options(10) | rounded
        yield "weights of 0", draw(rng, 5, 24), options(4) | {"weights": [0.0] * 4}


def categorical_inputs(rng, name):
    """Give (kind, R, options) for a metric of weighted categories."""
    latent = name.endswith("_ci")
    kinds = {
        "random": (9, rng.random),
        "weights of both signs": (3, lambda size: rng.normal(size=size) * 3),
        "tied weights": (2, lambda size: rng.choice([0.0, 0.5, 1.0], size=size)),
        "weights near 10^6": (3, lambda size: 1e6 + rng.random(size)),
        "equal weights": (1, lambda size: np.full(size, 0.3)),
    }

    def options(trials, w, known=None, k=None):
        given = {"w": w}
        if latent:
            given |= interval(rng, clip=w is None)
        if known is not None:
            given["R0"] = known.tolist()
        if name.startswith("max"):
            given["k"] = k or int(rng.integers(1, trials + 1))
        return given

    for kind, (times, weigh) in kinds.items():
        for _ in range(times):
            size, questions, trials = map(int, rng.integers([2, 1, 1], [8, 13, 41]))
            known = rng.integers(size, size=(questions, 3)) if name in oracle.WITH_PRIOR else None
            R = rng.integers(size, size=(questions, trials))
            yield kind, R, options(trials, weigh(size).tolist(), known)
    for R in (draw(rng, 6, 24), np.zeros((4, 12), int), np.ones((4, 12), int)):
        yield "0 and 1 without weights", R, options(R.shape[1], None)
    R = rng.choice(4, size=(3, 2000), p=[0.5, 0.3, 0.15, 0.05])
    yield "2000 trials, k = 500", R, options(2000, [0.0, 0.2, 0.7, 1.0], k=500)
    if name == "max_at_k_ci":
        for k in (6, 60):
            above = rng.integers(3, size=(4, 5))
            yield "k above the trials", above, options(5, [0.0, 0.5, 1.0], k=k)


def calls(name):
    """Give the calls of one function."""
    rng = np.random.default_rng(list(name.encode()))
    binary = name.removesuffix("_ci") in oracle.BINARY
    for kind, R, options in (binary_inputs if binary else categorical_inputs)(rng, name):
        yield Call(kind, name, R.tolist(), options)


def ask():
    """Give for each function its calls, with the earlier package's answers."""
    made = [call for name in oracle.NAMES for call in calls(name)]
    found = peer.answers([(call.name, call.R, call.options) for call in made])
    pairs = {name: [] for name in oracle.NAMES}
    for call, answer in zip(made, found, strict=True):
        pairs[call.name].append((call, answer))
    return pairs


def judge(call, answer):
    """Compare our values with the answer, and both with the exact ones if they differ."""
    values = getattr(scorio_eval, call.name)(np.array(call.R), **call.options)
    values = values if isinstance(values, tuple) else (values,)

    def error(candidates):
        exact = oracle.exact(call.name, call.R, **call.options)
        if not all(map(math.isfinite, candidates)):
            return math.inf
        return float(max(oracle.errors(candidates, exact, call.options.get("w"))))

    if "refusal" in answer:
        return Outcome(call, math.inf, error(values), refusal=answer["refusal"])
    gap = max(difference(*pair) for pair in zip(values, answer["values"], strict=True))
    if gap <= SAME:
        return Outcome(call, gap)
    return Outcome(call, gap, error(values), error(answer["values"]))


def difference(a, b):
    """Give |a - b| relative to the larger of the two."""
    if a == b:
        return 0.0
    gap = abs(a - b) / max(abs(a), abs(b))
    return gap if math.isfinite(gap) else math.inf
