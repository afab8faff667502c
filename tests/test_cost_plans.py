"""What more trials cost: half-widths in money, and money split between models."""

import itertools
import json

import pytest
from click.testing import CliRunner

import scorio
from scorio import plan
from scorio.cli.main import main

AGENTS = "examples/agents.jsonl"


@pytest.fixture(scope="module")
def counts():
    return scorio.count(AGENTS, cost="dollars")


def test_a_half_width_costs_its_trials(counts):
    narrow = {row.model: row for row in plan.trials_for_half_width(counts, 0.02)}
    costs = {row.model: row for row in scorio.cost(counts)}
    for row in plan.costs(counts, half_width=0.02):
        own, cost = narrow[row.model], costs[row.model]
        assert (row.half_width, row.more) == (own.half_width, own.more)
        assert row.then <= 0.02
        trials = row.more * row.questions
        assert row.money == pytest.approx(trials * cost.cost, rel=1e-14)
        assert row.money_lo == pytest.approx(trials * cost.cost_lo, rel=1e-14)
        assert row.money_hi == pytest.approx(trials * cost.cost_hi, rel=1e-14)


def test_money_is_spent_as_well_as_by_any_other_split(counts):
    def variances(trials):
        """The sum of the squared half-widths is about that of the variances."""
        found = 0.0
        for row, more in zip(rows, trials, strict=True):
            (own,) = plan.budget(counts.select(model=row.model), [6 + more])
            found += own.half_width**2
        return found

    rows = plan.costs(counts, money=60)
    prices = [row.money / row.more for row in rows if row.more]
    assert sum(row.money for row in rows) <= 60
    assert 60 - sum(row.money for row in rows) < min(prices)
    best = variances([row.more for row in rows])
    mores, price = (
        [row.more for row in rows],
        [row.money / row.more if row.more else 81 for row in rows],
    )
    for one, other in itertools.permutations(range(len(rows)), 2):
        # Money of one trial goes from one model to another.
        moved = list(mores)
        moved[one] -= 1
        moved[other] += round(price[one] // price[other])
        if moved[one] >= 0:
            assert variances(moved) >= best * (1 - 1e-3)


def trials(prices, share=0.5, questions=20, number=4):
    return [
        {"model": model, "question": f"q{question}", "cost": price,
         "outcome": int((question * number + trial) % 7 < 7 * share)}
        for model, price in prices.items()
        for question in range(questions)
        for trial in range(number)
    ]  # fmt: skip


def test_equal_models_get_equal_trials():
    rows = plan.costs(trials({"a": 0.5, "b": 0.5}), money=200, cost="cost")
    assert [(row.more, row.money) for row in rows] == [(10, 100), (10, 100)]
    assert all(row.then == row.even for row in rows)


def test_trials_are_as_the_root_of_the_price():
    cheap, dear = plan.costs(trials({"cheap": 0.1, "dear": 1.6}), money=10_000, cost="cost")
    # N + n, of models that differ by their price alone.
    assert (4 + cheap.more) / (4 + dear.more) == pytest.approx(4, rel=0.01)


def test_another_unit_changes_no_trials(counts):
    tenfold = scorio.count(AGENTS, cost="dollars * 10")
    for one, other in zip(
        plan.costs(counts, money=75), plan.costs(tenfold, money=750), strict=True
    ):
        assert (one.model, one.more, one.then) == (other.model, other.more, other.then)


def test_more_money_never_raises_the_sum_of_variances(counts):
    before = None
    for money in (4, 10, 50, 200, 1000):
        rows = plan.costs(counts, money=money)
        assert sum(row.money for row in rows) <= money
        if before is not None:
            assert sum(row.then**2 for row in rows) <= before * (1 + 1e-3)
        before = sum(row.then**2 for row in rows)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "needs a half-width, or the money"),
        ({"money": 1, "half_width": 0.1}, "give one"),
        ({"money": 0.5}, "0.5 pays for no trial of all questions of any model, which costs 3.69"),
        ({"money": -1}, "money"),
        ({"money": 9, "models": "huge"}, "there is no model"),
    ],
)
def test_bad_plans(counts, options, words):
    with pytest.raises(ValueError, match=words):
        plan.costs(counts, **options)


def test_models_that_cost_nothing():
    with pytest.raises(ValueError, match="trials of free cost nothing"):
        plan.costs(trials({"free": 0, "dear": 1}), money=100, cost="cost")


def test_the_command():
    run = CliRunner().invoke
    arguments = ["--no-config", "plan", "costs", AGENTS, "--cost", "dollars"]
    done = run(main, [*arguments, "--money", "100", "--json"])
    rows = json.loads(done.stdout)["rows"]
    assert [row["more"] for row in rows] == [
        row.more for row in plan.costs(AGENTS, money=100, cost="dollars")
    ]
    assert (
        "half-width of 0.02 of the 95% interval"
        in run(main, [*arguments, "--half-width", "0.02"]).stdout
    )
    assert run(main, arguments).exit_code == 2
