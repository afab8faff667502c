"""A log of a few models, a comparison of coins, and two matrices."""

import numpy as np
import pytest

import scorio

LOG = """model,task,question,outcome
new,t,q1,1
new,t,q1,1
new,t,q2,0
new,t,q2,1
new,u,q1,1
new,u,q1,0
new,u,q9,1
old,t,q1,1
old,t,q1,0
old,t,q2,0
old,t,q2,0
old,u,q1,1
old,u,q1,1
old,u,q8,0
other,t,q1,0
other,t,q2,1
"""


@pytest.fixture
def counts(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(LOG)
    return scorio.count(path)


@pytest.fixture(scope="module")
def board(coins):
    return scorio.compare(coins, baseline="coin-04")


@pytest.fixture(scope="module")
def matrices():
    random = np.random.default_rng(7)
    ability = random.beta(2, 2, (40, 1))
    return [(random.random((40, 6)) < ability + gap).astype(int) for gap in (0.1, 0.0)]
