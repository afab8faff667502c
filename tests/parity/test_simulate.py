"""Models and trials of known probabilities: the same seed gives both languages the same digits."""

import numpy as np
import pytest

from parity.sides import julia
from parity.sides.answer import bits
from scorio import simulate

SEEDS = [0, 7, 2**64 - 1]
SHARES = "[0.2 0.4; 0.3 0.4; 0.5 0.2]"


def flat(array):
    return tuple(np.asarray(array, dtype=float).ravel().tolist())


def cases():
    """Calls of both languages. Models are the last axis of Julia, and the first of Python."""
    for seed in SEEDS:
        yield f"S.simulate.coins(seed = 0x{seed:016x})", simulate.coins(seed=seed)
        yield (
            f"S.simulate.coins([0.3, 0.0, 0.9], 7, concentration = 2, seed = 0x{seed:016x})",
            simulate.coins([0.3, 0.0, 0.9], 7, concentration=2, seed=seed),
        )
        yield f"S.simulate.originals(9, seed = 0x{seed:016x})", simulate.originals(9, seed=seed)
        yield (
            f"S.simulate.originals(means = S.simulate.ORIGINAL_MEANS, seed = 0x{seed:016x})",
            simulate.originals(means=simulate.ORIGINAL_MEANS, seed=seed),
        )
        yield f"S.simulate.updates(50, 6, seed = 0x{seed:016x})", simulate.updates(50, 6, seed=seed)
        yield (
            (
                "permutedims(S.simulate.categorical([0.2 0.4; 0.3 0.4; 0.5 0.2], 5, "
                f"seed = 0x{seed:016x}), (2, 1, 3))"
            ),
            simulate.categorical([[0.2, 0.3, 0.5], [0.4, 0.4, 0.2]], 5, seed=seed),
        )
        yield (
            (
                "permutedims(S.simulate.trials(S.simulate.coins(seed = 1), 40, "
                f"seed = 0x{seed:016x}), (2, 1, 3))"
            ),
            simulate.trials(simulate.coins(seed=1), 40, seed=seed),
        )
        yield (
            f"S.simulate.trials([0.2, 0.5, 1.0], 6, seed = 0x{seed:016x})'",
            simulate.trials([0.2, 0.5, 1.0], 6, seed=seed),
        )
        yield (
            (
                f"permutedims(S.simulate.trials(S.simulate.categorical({SHARES}, 5, "
                f"seed = 3), 8, categorical = true, seed = 0x{seed:016x}), (2, 1, 3))"
            ),
            simulate.trials(
                simulate.categorical([[0.2, 0.3, 0.5], [0.4, 0.4, 0.2]], 5, seed=3),
                8,
                categorical=True,
                seed=seed,
            ),
        )
    yield "S.simulate.MEANS", simulate.MEANS
    yield "S.simulate.ORIGINAL_MEANS", simulate.ORIGINAL_MEANS


REFUSED = [
    ("S.simulate.coins([1.5], seed = 1)", lambda: simulate.coins([1.5], seed=1)),
    (
        "S.simulate.coins(S.simulate.MEANS, 0, seed = 1)",
        lambda: simulate.coins(questions=0, seed=1),
    ),
    (
        "S.simulate.coins(concentration = 0, seed = 1)",
        lambda: simulate.coins(concentration=0, seed=1),
    ),
    ("S.simulate.coins(seed = -1)", lambda: simulate.coins(seed=-1)),
    (
        "S.simulate.originals(means = [0.5], seed = 1)",
        lambda: simulate.originals(means=[0.5], seed=1),
    ),
    ("S.simulate.updates(0, seed = 1)", lambda: simulate.updates(0, seed=1)),
    ("S.simulate.updates(2^61, seed = 1)", lambda: simulate.updates(2**61, seed=1)),
    (
        "S.simulate.categorical([0.5, 0.6], seed = 1)",
        lambda: simulate.categorical([0.5, 0.6], seed=1),
    ),
    ("S.simulate.trials([0.5, 2.0], 3, seed = 1)", lambda: simulate.trials([0.5, 2.0], 3, seed=1)),
    ("S.simulate.trials([0.5], 0, seed = 1)", lambda: simulate.trials([0.5], 0, seed=1)),
]


def test_the_same_digits(process):
    listed = list(cases())
    said = process.answers([f"Float64.({source})" for source, _ in listed])
    for (source, expected), line in zip(listed, said, strict=True):
        answer = julia.parse(line)
        assert answer.error is None, (source, answer.error)
        assert bits(answer.values) == bits(flat(expected)), source


def test_both_refuse(process):
    said = process.answers([source for source, _ in REFUSED])
    for (source, call), line in zip(REFUSED, said, strict=True):
        with pytest.raises((ValueError, MemoryError)):
            call()
        answer = julia.parse(line)
        assert answer.error is not None, source
        assert answer.error.kind, source
