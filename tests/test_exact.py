"""Every function of `scorio.eval` against exact arithmetic: a seeded grid, then random cases."""

import random
from collections import defaultdict
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parity import oracle
from scorio import eval as scorio_eval

TOLERANCE = Decimal("1e-13")
EXAMPLES = 60


def check(name, R, options):
    values = getattr(scorio_eval, name)(R, **options)
    values = values if isinstance(values, tuple) else (values,)
    exact = oracle.exact(name, R, **options)
    worst = max(oracle.errors(values, exact, options.get("w")))
    assert worst <= TOLERANCE, f"{name}({R}, {options}) = {values}, not {exact}"


def bank(successes, trials):
    """Give rows of the successes and trials of each question."""
    return [[1] * c + [0] * (n - c) for c, n in zip(successes, trials, strict=True)]


def binary_banks():
    """Give matrices with the budgets for points and for posteriors."""
    rng = random.Random(80)
    wide = [0, 80, 1, 79, *(rng.randint(0, 80) for _ in range(26))]
    return {
        "one failure": (bank([0], [1]), [1], [1, 2, 9]),
        "one success": (bank([1], [1]), [1], [1, 2, 9]),
        "2 x 5": ([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], [1, 2, 3, 4, 5], [1, 2, 3, 5, 6, 30]),
        "9 x 12": (
            bank([0, 1, 2, 5, 6, 7, 10, 11, 12], [12] * 9),
            [2, 5, 6, 11, 12],
            [1, 7, 12, 25],
        ),
        "no success": (bank([0] * 5, [12] * 5), [1, 3, 12], [1, 4, 40]),
        "all successes": (bank([12] * 5, [12] * 5), [1, 3, 12], [1, 4, 40]),
        "30 x 80": (bank(wide, [80] * 30), [1, 2, 10, 19, 20], [1, 2, 10, 20]),
        "nearly all": (bank([78, 79, 80], [80] * 3), [1, 40, 79, 80], [16, 90]),
        "variances below doubles": (bank([0, 2, 5], [600] * 3), [2, 300], [300]),
        "ragged": (bank([3, 0, 12, 5, 1], [7, 4, 12, 40, 4]), [1, 2, 3, 4], [1, 4, 5, 41]),
        "ragged from one": (bank([1, 0, 6, 9], [1, 2, 6, 30]), [1], [1, 3, 31]),
    }


CATEGORY_BANKS = {
    "one": ([[1]], [[0]]),
    "documented": ([[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]], [[0, 2], [1, 2]]),
    "never the last": ([[0, 1, 1, 0], [1, 1, 1, 1], [0, 0, 0, 0]], [[2], [0], [1]]),
    "always the last": ([[2] * 6, [2] * 6], [[2, 2, 2], [2, 2, 2]]),
    "ragged": ([[0, 2], [1, 1, 1, 2, 0, 0, 2], [2, 2, 1]], None),
    "12 x 30": (
        [random.Random(row).choices(range(3), [1, 2, row], k=30) for row in range(12)],
        [random.Random(99 + row).choices(range(3), k=4) for row in range(12)],
    ),
}  # fmt: skip
REWARDS = [
    [0.0, 0.5, 1.0],
    [1.0, 0.25, 0.5],
    [1.0, 0.0, 1.0],
    [-1.5, 2.25, 0.3],
    [-0.7, -0.1, -2.0],
    [7.5, 7.5, 7.5],
    [1e6, 1e6 + 0.25, 1e6 + 1],
    [0.1, 0.2, 0.3, 0.3, -4.0],
]
PRIORS = [(1.0, 1.0), (3.5, 1.0), (0.5, 0.5), (1e-6, 40.0)]
THRESHOLDS = [0.0, 0.25, 1 / 3, 0.5, 2 / 3, 0.9, 1.0]
COUPLINGS = [0.0, 0.3, 0.5, 1.0]
POWERS = [(0.5, 0.5), (0.8, 0.2), (1.0, 0.0), (0.0, 1.0), (2.0, 0.3)]
CONFIDENCES = [0.95, 0.5, 0.9, 0.999]
SHAPES = ["even", "decreasing", "sparse", "last", "zero", "short"]


def weights(shape, k):
    """Give k weights of a spectrum."""
    total = k * (k + 1) / 2
    return {
        "even": [1 / k] * k,
        "decreasing": [(k - r) / total for r in range(k)],
        "sparse": [0.5 if r == k // 3 else 0.4375 if r == k - 1 else 0.0 for r in range(k)],
        "last": [0.0] * (k - 1) + [1.0],
        "zero": [0.0] * k,
        "short": [0.3 / k] * k,
    }[shape]


class Decks:
    """Values in a random order. Each is used once before any repeats."""

    def __init__(self, seed):
        self.random, self.left = random.Random(seed), defaultdict(list)

    def deal(self, key, values):
        if not self.left[key]:
            self.left[key] = self.random.sample(values, len(values))
        return self.left[key].pop()


def extras(name, k, decks):
    """Give the parameters of the metric besides a budget."""
    metric = name.removesuffix("_ci")
    if metric == "g_pass_at_k_tau":
        return {"tau": decks.deal("tau", [*THRESHOLDS, -(-2 * k // 3) / k])}
    if metric in {"geom_at_k", "geom_ds_at_k"}:
        powers = decks.deal("powers", POWERS)
        return dict(zip(("pass_power", "unanimous_power"), powers, strict=True))
    options = {}
    if metric == "geo_spectrum_at_k":
        options[decks.deal("alias", ["lam", "lambda_"])] = decks.deal("lam", COUPLINGS)
        if decks.deal("default", [True, False, False]):
            return options
    if metric in {"geo_spectrum_at_k", "threshold_spectrum_at_k"}:
        options["weights"] = weights(decks.deal("weights", SHAPES), k)
    return options


def binary_cases(name):
    decks = Decks(name)
    for matrix, point_budgets, budgets in binary_banks().values():
        for k in budgets if name.endswith("_ci") else point_budgets:
            options = {"k": k, **extras(name, k, decks)}
            if name.endswith("_ci"):
                options["confidence"] = decks.deal("confidence", CONFIDENCES)
                options["bounds"] = decks.deal("bounds", [(0.0, 1.0), None, (0.25, 0.5)])
                prior = decks.deal("prior", PRIORS)
                options |= zip(("alpha0", "beta0"), prior, strict=True)
            yield matrix, options


def categorical_cases(name):
    decks = Decks(name)
    latent = name.endswith("_ci")
    for matrix, prior in CATEGORY_BANKS.values():
        for w in REWARDS:
            options = {"w": w}
            if name in oracle.WITH_PRIOR:
                options["R0"] = decks.deal("R0", [None, prior])
            if latent:
                options["confidence"] = decks.deal("confidence", CONFIDENCES)
                middle = sum(w) / len(w)
                options["bounds"] = decks.deal("bounds", [None, (min(w), max(w)), (middle, max(w))])
            if name.startswith("max"):
                least = min(map(len, matrix))
                budgets = [1, least, -(-least // 2)]
                options["k"] = decks.deal(("k", least), [*budgets, 3, 45] if latent else budgets)
            yield matrix, options
    for matrix, *budgets in binary_banks().values():
        if name.startswith("max"):
            yield from ((matrix, {"k": k}) for k in budgets[latent])
        else:
            yield matrix, {}


@pytest.mark.parametrize("name", oracle.NAMES)
def test_grid(name):
    binary = name.removesuffix("_ci") in oracle.BINARY
    for matrix, options in binary_cases(name) if binary else categorical_cases(name):
        check(name, matrix, options)


@st.composite
def intervals(draw):
    low, high = sorted((draw(st.floats(0, 1)), draw(st.floats(0, 1))))
    return {
        "confidence": draw(st.floats(1e-3, 1 - 1e-9)),
        "bounds": draw(st.sampled_from([None, (0.0, 1.0), (low, high)])),
    }


@st.composite
def spectra(draw, k):
    """Draw k weights whose sum is 1 but for rounding, or less."""
    parts = draw(st.lists(st.integers(0, 1000), min_size=k, max_size=k))
    total = sum(parts) + draw(st.sampled_from([0, 1, 500])) or 1
    return [part / total for part in parts]


@st.composite
def drawn_extras(draw, name, k):
    """Draw the parameters of the metric besides a budget."""
    metric, options = name.removesuffix("_ci"), {}
    if metric == "g_pass_at_k_tau":
        options["tau"] = draw(st.floats(0, 1) | st.integers(0, k).map(lambda j: j / k))
    if metric in {"geom_at_k", "geom_ds_at_k"}:
        options["pass_power"] = draw(st.floats(0, 3))
        options["unanimous_power"] = draw(st.floats(1e-3, 3))
    if metric == "geo_spectrum_at_k":
        options["lam"] = draw(st.floats(0, 1))
        options["weights"] = draw(st.none() | spectra(k))
    if metric == "threshold_spectrum_at_k":
        options["weights"] = draw(spectra(k))
    return options


@st.composite
def binary_calls(draw, name):
    trials = draw(st.lists(st.integers(1, 40), min_size=1, max_size=5))
    successes = [draw(st.integers(0, n)) for n in trials]
    k = draw(st.integers(1, 40 if name.endswith("_ci") else min(trials)))
    options = {"k": k, **draw(drawn_extras(name, k))}
    if name.endswith("_ci"):
        prior = st.sampled_from([1.0, 0.5]) | st.floats(1e-6, 50)
        options |= {**draw(intervals()), "alpha0": draw(prior), "beta0": draw(prior)}
    return bank(successes, trials), options


@st.composite
def categorical_calls(draw, name):
    size, offset = draw(st.integers(2, 6)), draw(st.sampled_from([0, 0, 1e6]))
    weight = st.integers(-(10**7), 10**7).map(lambda n: offset + n / 1e6)
    w = draw(st.lists(weight | st.sampled_from([0.0, 1.0]), min_size=size, max_size=size))
    outcomes, questions = st.integers(0, size - 1), draw(st.integers(1, 5))

    def matrix(least, most):
        rows = st.lists(outcomes, min_size=least, max_size=most)
        return draw(st.lists(rows, min_size=questions, max_size=questions))

    options, trials = {"w": w}, draw(st.integers(1, 25))
    known = name in oracle.WITH_PRIOR and draw(st.integers(0, 4))
    if known:
        options["R0"] = matrix(known, known)
    R = matrix(trials if known else 1, trials)
    if name.endswith("_ci"):
        options |= draw(intervals())
    if name.startswith("max"):
        options["k"] = draw(st.integers(1, 40 if name.endswith("_ci") else min(map(len, R))))
    return R, options


@pytest.mark.parametrize("name", oracle.NAMES)
def test_random_calls(name):
    binary = name.removesuffix("_ci") in oracle.BINARY

    @settings(deadline=None, max_examples=EXAMPLES)
    @given(call=(binary_calls if binary else categorical_calls)(name))
    def holds(call):
        check(name, *call)

    holds()
