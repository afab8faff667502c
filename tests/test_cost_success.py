"""Success within caps and by tries is the score of the same; crossings, published figures."""

import itertools
import json
import math
from pathlib import Path

import polars as pl
import pytest

import scorio
from scorio._costing.amounts import Amounts


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


def test_the_better_of_equally_dear_models_dominates():
    trials = [("good", n % 20, int(n % 5 > 0), 0.5) for n in range(100)]
    trials += [("bad", n % 20, int(n % 5 == 0), 0.5) for n in range(100)]
    table = scorio.cost(scorio.count(frame(trials), cost="cost"))
    found = {row.model: row for row in table}
    assert found["good"].verdict == "frontier"
    assert found["bad"].dominated_by == "good"
    assert found["bad"].frontier < 0.01
    (pair,) = table.pairs
    assert max(pair.dominates, pair.dominated) > 0.999


def test_models_that_are_all_alike_are_all_on_the_frontier():
    trials = [(name, n % 20, n % 2, 0.0) for name in "ab" for n in range(100)]
    table = scorio.cost(scorio.count(frame(trials), cost="cost"), sampled=True)
    assert [row.verdict for row in table] == ["open", "open"] or min(
        row.frontier for row in table
    ) == pytest.approx(1.0)
    assert not any(row.dominated_by for row in table)


def test_near_the_best_counts_for_the_best_model_too():
    table = scorio.cost("examples/agents.jsonl", cost="dollars", within=0.0, sampled=True)
    pairs = {(row.model, row.other): row for row in table.pairs}
    found = {row.model: row.within for row in table}
    own = pairs["large", "medium"].better
    assert found["large"] == pytest.approx(own, abs=1e-12)
    assert found["medium"] == pytest.approx(1 - own, abs=1e-12)


def test_few_questions_of_a_sample_have_no_verdict():
    trials = [
        (name, q, int((q + n) % 5 < good), dear)
        for name, good, dear in (("a", 4, 2.0), ("b", 1, 1.0))
        for q in range(6)
        for n in range(10)
    ]
    table = scorio.cost(scorio.count(frame(trials), cost="cost"), sampled=True)
    assert {row.verdict for row in table} == {"open"}
    assert any("Of fewer than 10 questions" in note for note in table.notes)


def test_crossings_do_not_depend_on_how_finely_a_curve_is_shown():
    few, many = (scorio.cost("examples/agents.jsonl", cost="dollars", curve=n) for n in (2, 64))
    assert list(few.crossings) == list(many.crossings)
    assert len({row.cap for row in few.caps}) == 2


def test_leaders_follow_one_another():
    found = scorio.cost("examples/agents.jsonl", cost="dollars", curve=64)
    chain = sorted((row for row in found.crossings if row.leads), key=lambda row: row.cap)
    assert [(one.other, next_.model) for one, next_ in itertools.pairwise(chain)] == [
        (one.other, one.other) for one in chain[:-1]
    ]


def test_an_end_that_says_nothing_is_short():
    amounts = Amounts([0.25, 1.5])
    assert amounts.between(0.125, 1.2e20) == "[0.125, 1e+20]"
    assert amounts.between(0.125, None) == "[0.125, ∞]"


def test_files_say_what_their_trials_cost(tmp_path):
    trials = [("a", n % 10, n % 2, 1.0 + n) for n in range(40)]
    one = scorio.count(frame(trials), cost="cost")
    other = scorio.count(frame([("b", *rest) for _, *rest in trials]), cost="cost * 1000")
    one.save(tmp_path / "one.parquet")
    both = scorio.CostCounts.load(tmp_path / "one.parquet") + other
    notes = scorio.cost(both).notes
    assert "Cost of a trial: cost." in notes
    assert "Cost of a trial: cost * 1000." in notes
