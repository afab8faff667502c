"""A short run of the study of slices: shrunken intervals hold, and Holm seldom errs."""

import numpy as np
import pytest
from coverage_sections import slices

RUNS = 200


@pytest.mark.parametrize(("number", "spread"), [(3, 0.0), (12, 0.0), (12, 0.05), (50, 0.02)])
def test_intervals_contain_the_truth_and_are_narrower(number, spread):
    random = np.random.default_rng([3, number])
    runs = RUNS * 3 // number + 20
    drawn = [
        slices.known(random, number, slices.of_spread(random, number, spread)) for _ in range(runs)
    ]
    found = slices.figures(drawn)
    error = (0.95 * 0.05 / (runs * number)) ** 0.5
    assert found.raw >= 0.95 - 5 * error
    assert found.shrunken >= 0.92 - 5 * error
    assert found.width < 0.85
    assert found.error < 0.9


def test_holm_and_the_gate_seldom_err():
    random = np.random.default_rng(4)
    room = 4 * (0.05 * 0.95 / RUNS) ** 0.5
    equal = slices.alarms([slices.known(random, 12, np.zeros(12)) for _ in range(RUNS)])
    at_margin = np.full(12, -slices.MARGIN)
    worse = slices.alarms([slices.known(random, 12, at_margin) for _ in range(RUNS)])
    assert equal[1] <= 0.05 + room
    assert worse[2] <= 0.05 + room
    # A raw look finds one in nearly half of the runs.
    assert equal[0] > 0.3


def test_slices_of_counts_have_their_differences():
    random = np.random.default_rng(5)
    truth = slices.of_spread(random, 3, 0.05)
    drawn = [slices.counted(random, 3, truth, clustered=clustered) for clustered in (False, True)]
    assert [len(one.found) for one in drawn] == [3, 3]
    assert all(row.degrees == 7 for row in drawn[1].found)
    assert sorted(drawn[0].truth) == sorted(truth)
