"""A signal ends calls that would run for long, and loses nothing."""

import contextlib
import functools
import inspect
import signal
import time

import numpy as np
import polars
import pytest

import scorio
from scorio import adaptive, plan, rank, simulate
from scorio import eval as scorio_eval

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no alarm")

RNG = np.random.default_rng(0)
R = RNG.integers(0, 2, (10, 8))
MODELS = RNG.integers(0, 2, (400, 10, 2))
MANY = RNG.integers(0, 2, (300, 200, 4))
# Seconds of processor time between a signal and the end of a call.
MOST = 2.0


@functools.cache
def counts():
    """Give counts of many models and questions."""
    cells = np.arange(200 * 300)
    columns = {
        "model": [f"m{cell // 300}" for cell in cells],
        "question": [f"q{cell % 300}" for cell in cells],
        "total": np.full(cells.size, 4),
        "correct": RNG.integers(0, 5, cells.size),
    }
    frame = polars.DataFrame(columns)
    return scorio.count(frame, model="model", total="total", correct="correct")


@functools.cache
def bank():
    """Give a bank of many items."""
    trials = RNG.random((20, 20_000)) < np.linspace(0.1, 0.9, 20_000)
    return adaptive.ItemBank.fit(trials.astype(float), estimator="moments")


def ranker():
    return adaptive.Ranker(bank(), [f"m{model}" for model in range(200)])


@functools.cache
def assumed():
    p = np.random.default_rng(1).random(2000)
    return plan.assumed(p), plan.assumed(p / 2)


# The input of a call, and the call.
CALLS = {
    **{
        name: (lambda: R, lambda R, name=name: getattr(scorio_eval, name)(R, 10**9))
        for name in ("maj_at_k_ci", "mg_pass_at_k_ci", "geo_spectrum_at_k_ci",
                     "geo_spectrum_star_at_k_ci")
    },
    "maj_at_k_ci of a mixture": (
        lambda: R, lambda R: scorio_eval.maj_at_k_ci(R, 10**6, prior="hierarchical")
    ),
    **{
        name: (lambda: MODELS, lambda R, name=name: getattr(rank, name)(R))
        for name in ("serial_rank", "davidson_luce")
    },
    **{
        name: (lambda: MANY, lambda R, name=name: getattr(rank, name)(R, orders=64))
        for name in ("elo", "glicko", "trueskill")
    },
    "originals": (lambda: 50_000_000, lambda questions: simulate.originals(questions, seed=1)),
    "categorical": (
        lambda: np.ones((100, 4)) / 4,
        lambda shares: simulate.categorical(shares, 10**6, seed=1),
    ),
    "covariance": (
        lambda: scorio_eval.tailpass(RNG.integers(0, 2, (3000, 200)), 1000),
        lambda profile: profile.covariance,
    ),
    "foresee": (assumed, lambda sides: plan.foresee(*sides, range(1, 400))),
    "repeated_looks": (assumed, lambda sides: plan.repeated_looks(*sides, range(1, 5000))),
    "score": (counts, lambda counts: counts.score(sampled=True)),
    "compare_pairs": (counts, scorio.compare_pairs),
    "ask": (ranker, lambda ranker: ranker.ask(10**6)),
    "fit": (
        lambda: (RNG.random((300, 5000)) < 0.5).astype(float),
        lambda R: adaptive.ItemBank.fit(R, slopes="item"),
    ),
}  # fmt: skip


@contextlib.contextmanager
def alarm(seconds=0.05):
    """Raise an exception in the handler of a signal, soon. The call ends soon after it."""

    def ring(_signal, _frame):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        assert time.process_time() - begun < MOST


@pytest.mark.parametrize("name", CALLS)
def test_a_signal_ends_a_long_call(name):
    make, call = CALLS[name]
    given = make()
    with pytest.raises(TimeoutError), alarm():
        call(given)


def functions(module, *names):
    """Give the functions of a module that need these arguments alone."""

    def takes(function):
        needed = inspect.signature(function).parameters.values()
        return tuple(one.name for one in needed if one.default is one.empty) == names

    every = [(name, getattr(module, name)) for name in module.__all__]
    return [name for name, one in every if inspect.isfunction(one) and takes(one)]


METHODS = functions(rank, "R")
METRICS = functions(scorio_eval, "R", "k")


@pytest.mark.parametrize("name", METHODS)
def test_each_ranking_ends_soon(name):
    with contextlib.suppress(TimeoutError, ValueError), alarm(0.05):
        getattr(rank, name)(MANY)


@pytest.mark.parametrize("name", METRICS)
def test_each_metric_ends_soon(name):
    for k in (10**9, 10**6):
        with contextlib.suppress(TimeoutError, ValueError), alarm(0.05):
            getattr(scorio_eval, name)(R, k)


def test_queries_that_nobody_got_are_asked_again():
    stopped, whole = ranker(), ranker()
    with pytest.raises(TimeoutError), alarm():
        stopped.ask(10**6)
    assert stopped.ask(20) == whole.ask(20)
