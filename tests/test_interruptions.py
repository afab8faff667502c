"""A signal ends calls that would run for hours."""

import contextlib
import signal

import numpy as np
import pytest

from scorio import eval as scorio_eval
from scorio import rank, simulate

R = np.random.default_rng(0).integers(0, 2, (10, 8))
MODELS = np.random.default_rng(0).integers(0, 2, (400, 10, 2))
CALLS = {
    **{
        name: lambda name=name: getattr(scorio_eval, name)(R, 10**9)
        for name in ("maj_at_k_ci", "mg_pass_at_k_ci", "geo_spectrum_at_k_ci",
                     "geo_spectrum_star_at_k_ci")
    },
    "maj_at_k_ci of a mixture": lambda: scorio_eval.maj_at_k_ci(R, 10**6, prior="hierarchical"),
    "serial_rank": lambda: rank.serial_rank(MODELS),
    "davidson_luce": lambda: rank.davidson_luce(MODELS),
    "originals": lambda: simulate.originals(50_000_000, seed=1),
}  # fmt: skip


@contextlib.contextmanager
def alarm():
    """Raise an exception in the handler of a signal, soon."""

    def ring(_signal, _frame):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no alarm")
@pytest.mark.parametrize("name", CALLS)
def test_a_signal_ends_a_long_call(name):
    with pytest.raises(TimeoutError), alarm():
        CALLS[name]()
