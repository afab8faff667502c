"""Success within caps and by tries is the score of the same; crossings, published figures."""

import json
import math
from pathlib import Path

import polars as pl
import pytest

import scorio


def frame(trials):
    return pl.DataFrame(trials, ["model", "question", "outcome", "cost"], orient="row")


def agents(task=None):
    """The trials of the sample log as rows, with a task and a cluster for each question."""
    lines = Path("examples/agents.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    for row in rows:
        number = int("".join(filter(str.isdigit, row["question"])))
        row |= {"task": task(number) if task else "", "topic": f"topic {number % 12}"}
    return rows


ABOUT = [{}, {"sampled": True}, {"cluster": "cluster"}, {"by_task": True, "macro": True}]


@pytest.mark.parametrize("about", ABOUT)
def test_caps_are_the_scores_of_what_is_within(about):
    rows = agents(lambda number: "even" if number % 2 == 0 else "odd")
    logged = {"cluster": "topic"} if "cluster" in about else {}
    counted = scorio.count(pl.DataFrame(rows), cost="dollars", keep_values=True, **logged)
    for cap in (0.05, 0.4, 3.0):
        within = [row | {"outcome": row["outcome"] * (row["dollars"] <= cap)} for row in rows]
        scores = scorio.count(pl.DataFrame(within), **logged).score(**about)
        tasks = {None, "even", "odd"} if "by_task" in about else {None}
        expected = {(row.task, row.model): row for row in scores if row.task in tasks}
        caps = scorio.cost(counted, caps=[cap], **about).caps
        assert len(caps) == len(expected)
        for row in caps:
            own = expected[row.task, row.model]
            found = (row.success, row.sigma, row.lo, row.hi)
            assert found == pytest.approx((own.score, own.sigma, own.lo, own.hi), rel=1e-12)


@pytest.mark.parametrize("about", ABOUT)
def test_tries_succeed_as_pass_at_k(about):
    rows = agents(lambda number: "even" if number % 2 == 0 else "odd")
    logged = {"cluster": "topic"} if "cluster" in about else {}
    counted = scorio.count(pl.DataFrame(rows), cost="dollars", **logged)
    retries = scorio.cost(counted, tries=3, **about).retries
    assert {row.tries for row in retries} == {1, 2, 3}
    for tries in (1, 2, 3):
        metric = {} if tries == 1 else {"metrics": "pass_at_k", "k": tries}
        expected = {(row.task, row.model): row for row in counted.score(**metric, **about)}
        for row in (row for row in retries if row.tries == tries):
            own = expected[row.task, row.model]
            found = (row.success, row.success_lo, row.success_hi)
            assert found == pytest.approx((own.score, own.lo, own.hi), rel=1e-12)


def test_curves_cross_where_neither_is_ahead():
    found = scorio.cost("examples/agents.jsonl", cost="dollars", curve=64)
    assert found.crossings
    caps = sorted({row.cap for row in found.caps})
    success = {(row.model, row.cap): row for row in found.caps}
    for one in found.crossings:
        assert one.lo <= one.cap <= (one.hi or math.inf)
        for cap in caps:
            below, above = success[one.model, cap], success[one.other, cap]
            gap = (below.success - above.success) / math.hypot(below.sigma, above.sigma)
            # Just beyond each end the two are separated, and never inside.
            if one.lo <= cap < (one.hi or math.inf):
                assert abs(gap) < 1.97
        before = max((cap for cap in caps if cap < one.lo), default=None)
        if before is not None:
            gap = success[one.model, before].success - success[one.other, before].success
            assert gap > 0
    (table,) = [one for one in found._page().tables if "another model leads" in one.title]
    assert len(table.lines) == sum(one.leads for one in found.crossings)
    assert len(found.document()["crossings"]) == len(found.crossings)


@pytest.mark.parametrize(
    ("solved", "trials", "dollars", "each"),
    [(363, 445, 188.56, 0.519), (387, 445, 238.45, 0.616), (380, 445, 280.72, 0.739),
     (27, 50, 1789.67, 66.28)],
)  # fmt: skip
def test_published_costs_of_a_success(solved, trials, dollars, each):
    """Terminal-Bench 2.1 (pull requests 167, 211 and 200), and HAL on SWE-bench Verified Mini."""
    rows = [("m", n % (trials // 5), int(n < solved), dollars / trials) for n in range(trials)]
    (row,) = scorio.cost(scorio.count(frame(rows), cost="cost"))
    assert round(row.per_success, 3 if each < 1 else 2) == each
    assert row.spent == pytest.approx(dollars)


def test_the_dearer_of_two_published_runs_is_behind_the_better():
    runs = [("first", 363, 188.56), ("second", 387, 238.45), ("third", 380, 280.72)]
    rows = [
        (model, n % 89, int(n < solved), dollars / 445)
        for model, solved, dollars in runs
        for n in range(445)
    ]
    table = scorio.cost(scorio.count(frame(rows), cost="cost"))
    pairs = {(row.model, row.other): row for row in table.pairs}
    ahead = pairs["second", "third"]
    assert ahead.cheaper == 1.0
    assert ahead.better > 0.5
    assert {row.model: row.verdict for row in table}["first"] == "frontier"
