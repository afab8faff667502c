"""Arrays that another thread changes while they are read."""

import math
import threading

import numpy as np
import pytest

from scorio import eval as scorio_eval

ROUNDS = 400


@pytest.mark.parametrize("kind", [np.int8, np.uint8, bool, np.int64, np.float64])
def test_the_answer_is_a_score_or_an_error(kind):
    rng = np.random.default_rng(1)
    matrices = [rng.integers(0, 2, (300, 200)).astype(kind) for _ in range(2)]
    shared = matrices[0].copy()
    over = threading.Event()

    def change():
        turn = 0
        while not over.is_set():
            # NumPy copies without the interpreter's lock.
            shared[...] = matrices[turn % 2]
            turn += 1

    writers = [threading.Thread(target=change) for _ in range(2)]
    for writer in writers:
        writer.start()
    answers = 0
    try:
        for _ in range(ROUNDS):
            for weights in ([0, 0.5, 1], [0, 1], np.arange(9.0)):
                try:
                    mu, sigma = scorio_eval.bayes(shared, weights)
                except ValueError:
                    continue
                assert math.isfinite(mu)
                assert math.isfinite(sigma)
                assert 0 <= mu <= max(weights)
                answers += 1
    finally:
        over.set()
        for writer in writers:
            writer.join()
    assert answers
