"""A short run of the study of labels: intervals contain the truth as often as they say."""

import numpy as np
import pytest
from coverage_judges import Suite, drawn, labels
from coverage_sections import judge_pairs, judge_tables, judges

RUNS = 100
# Four standard errors below the nominal coverage.
LEAST = 0.95 - 4 * (0.95 * 0.05 / RUNS) ** 0.5


@pytest.mark.parametrize("name", ["good", "skew", "useless"])
@pytest.mark.parametrize("design", ["at random", "half where the judge says yes"])
def test_intervals_of_scores(name, design):
    these, like, alone, _ = judges.measured(Suite(60, 4, 0.9, name), 30, design, RUNS, 3)
    assert min(these.covered, like.covered) >= LEAST
    if name == "useless" and design == "at random":
        assert these.width < 1.1 * alone.width


def test_intervals_of_whole_questions():
    these, like, alone, _ = judges.measured(
        Suite(100, 4, 0.5, "fair", 0.9), 40, "whole questions", RUNS, 3
    )
    assert min(these.covered, like.covered) >= LEAST
    # Labels of one question are alike, which the labels alone do not know.
    assert alone.covered < LEAST


@pytest.mark.parametrize("design", judge_pairs.DESIGNS, ids=lambda one: one.name)
def test_intervals_of_differences(design):
    suite = Suite(60, 2, 0.5, "fair", design.alike)
    found = judge_pairs.measured(suite, 30, design, RUNS, 3)
    assert min(one.covered for one in found) >= LEAST


@pytest.mark.parametrize("name", list(judge_tables.KINDS))
def test_intervals_of_uneven_tables(name):
    found = judge_tables.measured(judge_tables.KINDS[name], Suite(80, 4, 0.5, "fair"), 40, RUNS, 3)
    assert min(one.covered for one in found) >= LEAST


def test_ranks_and_gates():
    assert min(judge_tables.inside(4, "fair", 40, 50, 3)) >= 0.9
    found = judge_tables.false(Suite(60, 4, 0.5, "fair"), 40, RUNS, 3)
    assert max(one for pair in found for one in pair) <= 0.05 + 4 * (0.05 * 0.95 / RUNS) ** 0.5


def test_labels_are_chosen_as_they_say():
    random = np.random.default_rng(1)
    found = drawn(random, 20, Suite(50, 4, 0.5, "fair"))
    for design in ("at random", "half where the judge says yes", "whole questions"):
        known = labels(random, found, 20, design)
        there = np.isfinite(known)
        assert (there.sum(axis=(1, 2)) == 20).all()
        assert (known[there] == found.right[there]).all()
        if design == "half where the judge says yes":
            assert (there & (found.outcomes == 1)).sum(axis=(1, 2)).tolist() == [10] * 20
        if design == "whole questions":
            assert set(there.sum(axis=2).ravel()) == {0, 4}
