"""A short run of the study of coverage: intervals contain the truth as often as they say."""

import math

import numpy as np
import polars
import pytest
from coverage_sections import averages, differences, gates, plans, questions, subsets, unlike
from coverage_suites import Cell, drawn
from scipy import stats

import scorio

RUNS = 100

CELLS = [
    Cell("all .05", 30, 1),
    Cell("Beta(2, 8)", 30, 4),
    Cell("Beta(.3, .3)", 164, 2),
]


MEASURES = {
    "these": (averages.of_these, 1),
    "like": (averages.of_like, 1),
    "pass at N / 2": (lambda runs: subsets.pass_at(runs.cell.trials // 2, runs), 2),
    "pass at N": (lambda runs: subsets.pass_at(runs.cell.trials, runs), 2),
    "difference of these": (lambda runs: differences.difference(runs, sampled=False), 1),
    "difference of like": (lambda runs: differences.difference(runs, sampled=True), 1),
}


@pytest.mark.parametrize("cell", CELLS, ids=str)
@pytest.mark.parametrize("name", list(MEASURES))
def test_intervals_contain_the_truth(name, cell):
    measure, least = MEASURES[name]
    if cell.trials < least:
        pytest.skip("the metric needs more trials")
    share = measure(drawn(cell, RUNS, seed=2)).covered
    # Four standard errors below the nominal coverage.
    assert share >= 0.95 - 4 * (0.95 * 0.05 / RUNS) ** 0.5


def test_gates_of_single_trials_keep_their_promise_at_every_level():
    for number in (1, 7, 30):
        assert max(gates.worst_single(number)) <= 0.05 + 1e-9


def test_false_fails_of_questions_at_the_level_are_rare():
    for trials in (5, 20):
        assert questions.chance(trials, 0.8, 0.8, "fail") <= 0.05
        assert questions.chance(trials, 0.8, 0.8, "pass") <= 0.05
        any_false = 1 - (1 - questions.chance(trials, 0.8, 0.8, "fail", 10)) ** 10
        assert any_false <= 0.05


def test_intervals_with_weights_and_categories_contain_the_truth():
    for name in ("weights, p .9–1", "0, ½, 1: Dirichlet(.1, .2, 2), like", "N to 3 N trials"):
        found = unlike.CASES[name](np.random.default_rng(5), RUNS, 30, 4)
        assert found.covered >= 0.95 - 4 * (0.95 * 0.05 / RUNS) ** 0.5


def test_planned_half_widths_and_powers_come_true():
    found = plans.widths(Cell("Beta(2, 8)", 30, 4), 30, seed=2)
    assert abs(found.mean() - 1) < 0.06
    cells = plans.separated(plans.PAIRS[0], 400, seed=2).split("|")
    printed, share = map(float, cells[-3:-1])
    # Four standard errors, and the normal approximation.
    assert abs(share - printed) < 4 * (0.8 * 0.2 / 400) ** 0.5 + 0.02


def test_pass_at_k_of_two_sorts_of_questions_contains_the_truth():
    cell = Cell("60 % .98, 40 % .02", 10, 16)
    found = subsets.pass_at(8, drawn(cell, RUNS, seed=2))
    assert found.covered >= 0.95 - 2 * (0.95 * 0.05 / RUNS) ** 0.5
    # More trials than draws tell the rest: the same for k = 2.
    assert subsets.pass_at(2, drawn(cell, RUNS, seed=3)).covered >= 0.9


@pytest.mark.parametrize("solved", [[0, 0, 3, 8], [8, 8, 7, 5], [1, 2, 0, 0, 0, 0]])
def test_ends_of_pass_at_k_have_their_own_variance(solved):
    trials, k, questions = 8, 3, len(solved)
    frame = polars.DataFrame(
        {
            "model": ["m"] * questions,
            "question": [f"q{place}" for place in range(questions)],
            "total": [trials] * questions,
            "correct": solved,
        }
    )
    row = scorio.count(frame, total="total", correct="correct").score("pass_at_k", k)[0]

    def failing(c, draws):
        return math.comb(trials - c, draws) / math.comb(trials, draws)

    def variance(c):
        return failing(c, k) ** 2 - failing(c, 2 * k)

    own = sum(map(variance, solved))
    odd = (variance(trials - 1) * (trials in solved), variance(1) * (0 in solved))
    floors = [max(row.sigma**2, (own + max(one, 0)) / questions**2) for one in odd]
    s = 1 - sum(failing(c, k) for c in solved) / questions
    least = questions * trials / k
    below, above = (max(least, s * (1 - s) / floor) for floor in floors)
    assert row.lo == pytest.approx(stats.beta.ppf(0.025, below * s, below * (1 - s) + 1), rel=1e-9)
    expected = stats.beta.ppf(0.975, above * s + 1, above * (1 - s))
    assert row.hi == pytest.approx(expected, rel=1e-9)
