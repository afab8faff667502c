"""A short run of the study of coverage: intervals contain the truth as often as they say."""

import coverage_study
import pytest

RUNS = 100

CELLS = [
    coverage_study.Cell("all .05", 30, 1),
    coverage_study.Cell("Beta(2, 8)", 30, 4),
    coverage_study.Cell("Beta(.3, .3)", 164, 2),
]


@pytest.mark.parametrize("cell", CELLS, ids=str)
@pytest.mark.parametrize("name", list(coverage_study.QUANTITIES))
def test_intervals_contain_the_truth(name, cell):
    measure, least = coverage_study.QUANTITIES[name]
    if cell.trials < least:
        pytest.skip("the metric needs more trials")
    share = measure(coverage_study.drawn(cell, RUNS, seed=2))
    # Four standard errors below the nominal coverage.
    assert share >= 0.95 - 4 * (0.95 * 0.05 / RUNS) ** 0.5
