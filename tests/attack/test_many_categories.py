"""Tens of thousands of categories: the exact score, in time that is linear in their number."""

from fractions import Fraction
from math import comb

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import scorio
from scorio import eval as scorio_eval

MOST = 65_536


def best(row, k):
    """The exact expected best of k of a row's rewards."""
    row = sorted(map(Fraction, row))
    chances = (comb(place, k - 1) for place in range(len(row)))
    return sum(chance * reward for chance, reward in zip(chances, row, strict=True)) / comb(
        len(row), k
    )


@pytest.mark.parametrize("weights", [np.arange(MOST) / MOST, -np.cos(np.arange(MOST) * 0.7)])
def test_max_at_k_is_exact(weights):
    outcomes = np.random.default_rng(1).integers(0, MOST, (5, 12))
    exact = sum(best([float(weights[c]) for c in row], 4) for row in outcomes) / len(outcomes)
    assert scorio_eval.max_at_k(outcomes, 4, weights) == pytest.approx(float(exact), rel=1e-15)


def test_a_count_file_of_many_columns(tmp_path):
    counts = {f"count_{category}": [1, 0, 2] for category in range(MOST)}
    labels = {"model": ["m"] * 3, "task": ["t"] * 3, "question": ["a", "b", "c"]}
    path = tmp_path / "counts.parquet"
    pq.write_table(pa.table({**labels, **counts}), path)
    loaded = scorio.Counts.load(path)
    assert loaded.trials == 3 * MOST
    assert len(loaded.categories) == MOST
