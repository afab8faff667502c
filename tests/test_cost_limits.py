"""Limits of costs: the gate of costs, and the commands gate and compare."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import scorio
from scorio.cli.main import main

AGENTS = "examples/agents.jsonl"


def ran(*arguments):
    return CliRunner().invoke(main, ["--no-config", *arguments])


@pytest.fixture(scope="module")
def counts():
    return scorio.count(AGENTS, cost="dollars")


@pytest.mark.parametrize("about", [{}, {"sampled": True}])
def test_verdicts_are_those_of_the_interval(counts, about):
    costs = scorio.cost(counts, confidence=0.9, **about)
    for limit in (0.05, 0.0739, 0.25, 1.6, 5):
        for row, cost in zip(scorio.cost_gate(counts, at_most=limit, **about), costs, strict=True):
            assert (row.model, row.value, row.limit) == (cost.model, cost.cost, limit)
            # 2 confidence - 1 is 0.9 up to rounding.
            assert (row.lo, row.hi) == pytest.approx((cost.cost_lo, cost.cost_hi), rel=1e-12)
            wanted = "pass" if cost.cost_hi <= limit else "fail" if cost.cost_lo > limit else None
            assert row.verdict == (wanted or "undecided")


@pytest.mark.parametrize("about", [{}, {"sampled": True}])
def test_quotients_are_those_of_pairs_either_way(counts, about):
    pairs = scorio.cost(counts, confidence=0.9, **about).pairs
    for pair in pairs:
        one, other = (
            scorio.cost_gate(counts, max_ratio=1.1, baseline=base, models=model, **about)[0]
            for model, base in ((pair.model, pair.other), (pair.other, pair.model))
        )
        found, wanted = (one.value, one.lo, one.hi), (pair.ratio, pair.lo, pair.hi)
        assert found == pytest.approx(wanted, rel=1e-12)
        assert other.value == pytest.approx(1 / one.value, rel=1e-14)
        assert (other.lo, other.hi) == pytest.approx((1 / one.hi, 1 / one.lo), rel=1e-14)


def test_models_that_cost_nothing():
    trials = [
        {"model": model, "question": f"q{question}", "outcome": question % 2, "cost": cost}
        for model, cost in (("free", 0), ("priced", 2))
        for question in range(4)
        for _ in range(2)
    ]
    counts = scorio.count(trials, cost="cost")
    (free,) = scorio.cost_gate(counts, max_ratio=1, baseline="priced")
    (priced,) = scorio.cost_gate(counts, max_ratio=1, baseline="free")
    assert (free.verdict, free.value, free.hi) == ("pass", 0, 0)
    assert (priced.verdict, priced.value) == ("fail", None)
    assert scorio.cost_gate(counts, at_most=0, models="free").verdict == "pass"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "a gate of costs has a limit"),
        ({"max_ratio": 1.1}, "give baseline too"),
        ({"max_ratio": 1.1, "baseline": "huge"}, "there is no model"),
        ({"at_most": 1, "models": "huge"}, "there is no model"),
        ({"at_most": -1}, "at_most"),
        ({"at_most": 1, "confidence": 0.4}, "confidence"),
    ],
)
def test_bad_limits(counts, options, words):
    with pytest.raises(ValueError, match=words):
        scorio.cost_gate(counts, **options)


def test_a_gate_has_costs_beside_scores(tmp_path):
    junit, out = tmp_path / "gate.xml", tmp_path / "gate.json"
    arguments = ["gate", AGENTS, "--at-least", "0.5", "--cost", "dollars", "--cost-at-most", "0.5"]
    done = ran(*arguments, "--only", "medium")
    assert (done.exit_code, done.stderr) == (0, "")
    done = ran(*arguments, "--junit", str(junit), "--out", str(out))
    assert done.exit_code == 1
    assert done.stderr.startswith("scorio: of 4 scores, 1 fails; of 4 costs, 1 fails\n")
    assert [row["verdict"] for row in json.loads(out.read_text())["costs"]] == [
        "fail", "pass", "pass", "pass"
    ]  # fmt: skip
    assert 'name="cost at most 0.5"' in junit.read_text()
    undecided = ran(*arguments[:-1], "0.245", "--only", "medium")
    assert undecided.exit_code == 4
    assert "of 1 cost, 1 is undecided" in undecided.stderr


def test_a_comparison_has_the_quotient_of_costs(tmp_path):
    arguments = ["compare", AGENTS, "--baseline", "previous", "--cost", "dollars"]
    done = ran(*arguments, "--max-cost-ratio", "1.1", "--json")
    assert (done.exit_code, done.stderr) == (1, "scorio: of 3 costs, 1 fails\n")
    rows = json.loads(done.stdout)["costs"]
    assert [(row["model"], row["verdict"]) for row in rows] == [
        ("large", "fail"), ("medium", "pass"), ("small", "pass")
    ]  # fmt: skip
    assert ran(*arguments, "--max-cost-ratio", "1.1", "--only", "medium").exit_code == 0
    one, other = (tmp_path / f"{name}.jsonl" for name in ("one", "other"))
    lines = Path(AGENTS).read_text("utf-8").splitlines(keepends=True)
    lines = [line for line in lines if '"large"' in line]
    one.write_text("".join(lines))
    other.write_text("".join(lines).replace('"trial": ', '"trial": 1'))
    own = ["compare", str(one), "--against", str(other), "--cost", "dollars", "--allow-copies"]
    done = ran(*own, "--max-cost-ratio", "1.1")
    assert "cost / that of large (baseline)" in done.stdout
    assert "pass" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gate", "--at-least", "0.5", "--cost", "dollars"], "--cost-at-most X"),
        (["gate", "--at-least", "0.5", "--cost-at-most", "1"], "name their field by --cost"),
        (["compare", "--baseline", "large", "--cost", "dollars"], "--max-cost-ratio X"),
        (["compare", "--pairs", "--cost", "dollars", "--max-cost-ratio", "1"], "without"),
    ],
)
def test_costs_need_a_limit(arguments, words):
    done = ran(arguments[0], AGENTS, *arguments[1:])
    assert done.exit_code == 2
    assert words in done.output


def test_a_gate_of_costs_needs_no_level_of_scores(tmp_path):
    junit = tmp_path / "gate.xml"
    arguments = ["gate", AGENTS, "--cost", "dollars", "--cost-at-most", "0.25"]
    done = ran(*arguments, "--json", "--junit", str(junit))
    wanted = scorio.cost_gate(AGENTS, at_most=0.25, cost="dollars")
    rows = json.loads(done.stdout)["rows"]
    assert [(row["model"], row["verdict"]) for row in rows] == [
        (row.model, row.verdict) for row in wanted
    ]
    assert done.exit_code == 1
    assert "of 4 costs, 2 fail and 1 is undecided" in done.stderr
    assert junit.read_text() == wanted.to_junit()
    assert ran(*arguments, "--only", "small").exit_code == 0
    for option in ("--metric", "bayes"), ("--percent",), ("--per-question",):
        done = ran(*arguments, *option)
        assert (done.exit_code, done.stderr.count("scores")) == (2, 1)
    assert "'--at-least', or '--cost-at-most' with '--cost'" in ran("gate", AGENTS).stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gate", "--at-least", "0.1", "--cost-at-most", "9"], "the costs"),
        (["compare", "--baseline", "large", "--max-cost-ratio", "9"], "the costs"),
        (["cost", "--cap", "0.1", "--retries", "1-2"], "the tables of retries and caps"),
    ],
)
def test_files_of_rows_alone_say_what_json_has(tmp_path, arguments, words):
    said = f"CSV and Parquet hold the first table alone: JSON has {words}, too.\n"
    given = [arguments[0], AGENTS, "--cost", "dollars", *arguments[1:]]
    done = ran(*given, "--out", str(tmp_path / "out.csv"))
    assert done.stdout.endswith(f"out.csv.\n{said}")
    assert ran(*given, "--out", "-").stderr == said
    assert said not in ran(*given, "--out", str(tmp_path / "out.json")).output


def test_a_number_without_an_upper_end_is_said_so():
    result = CliRunner().invoke(main, ["cost", "examples/agents.jsonl", "--within", "-1"])
    assert "--within -1 is not finite and at least 0" in result.output
