"""Gates: verdicts by exact binomial sums, what they say, and how commands end."""

import csv
import io
import json
import math
import sys
from fractions import Fraction

import commands
import numpy as np
import polars as pl
import pytest

import scorio

SCORIO = [sys.executable, "-m", "scorio"]


def binomial(level, trials, successes):
    """P(X ≤ successes) and P(X ≥ successes) of trials at a level: exact sums."""
    terms = [
        math.comb(trials, j) * level**j * (1 - level) ** (trials - j) for j in range(trials + 1)
    ]
    return sum(terms[: successes + 1], Fraction(0)), sum(terms[successes:], Fraction(0))


def verdict(successes, failures, level, confidence):
    """The verdict about a question alone."""
    fail, passed = binomial(level, successes + failures, successes)
    if passed <= 1 - confidence:
        return "pass"
    return "fail" if fail <= 1 - confidence else "undecided"


def fewest(successes, failures, level, confidence, step):
    further = 0
    while verdict(successes, failures, level, confidence) == "undecided":
        successes, failures, further = successes + step[0], failures + step[1], further + 1
    return further or None


def counts_of(table, **options):
    rows = [{"model": m, "question": q, "count_0": n - c, "count_1": c} for m, q, c, n in table]
    return scorio.count(pl.DataFrame(rows), **options)


CASES = [(c, n) for n in (1, 2, 5, 10, 40) for c in {0, 1, n // 2, n - 1, n} if 0 <= c <= n]


@pytest.mark.parametrize("level", ["1/2", "4/5", "19/20"])
@pytest.mark.parametrize("confidence", ["7/10", "9/10", "99/100"])
def test_questions_are_judged_by_exact_chances(level, confidence):
    cases = sorted(set(CASES))
    counts = counts_of([("m", f"q{i}", c, n) for i, (c, n) in enumerate(cases)])
    level, confidence = Fraction(level), Fraction(confidence)
    asked = {"confidence": float(confidence), "per_question": True, "alone": True}
    found = scorio.gate(counts, float(level), **asked)
    for row, (c, n) in zip(found, cases, strict=True):
        assert (row.successes, row.trials) == (c, n)
        fail, passed = binomial(level, n, c)
        assert math.isclose(row.p_fail, fail, rel_tol=1e-10)
        assert math.isclose(row.p_pass, passed, rel_tol=1e-10)
        assert (row.p_fail_adjusted, row.p_pass_adjusted) == (row.p_fail, row.p_pass)
        assert row.verdict == verdict(c, n - c, level, confidence)
        assert row.to_pass == fewest(c, n - c, level, confidence, (1, 0))
        assert row.to_fail == fewest(c, n - c, level, confidence, (0, 1))
        assert row.more is None or row.verdict == "undecided"
        alpha = float(1 - confidence)
        if c > 0:
            assert math.isclose(binomial(Fraction(row.lo), n, c)[1], alpha, abs_tol=1e-9)
        if c < n:
            assert math.isclose(binomial(Fraction(row.hi), n, c)[0], alpha, abs_tol=1e-9)


def test_expected_further_trials_decide_where_the_share_goes_on():
    # With 10 j further trials, 9 j succeed.
    level, confidence = Fraction(4, 5), Fraction(95, 100)
    (row,) = scorio.gate(counts_of([("m", "q", 9, 10)]), 0.8, per_question=True)
    assert row.verdict == "undecided"
    decided = [
        j for j in range(1, 20)
        if verdict(9 + 9 * j, 1 + j, level, confidence) != "undecided"
    ]  # fmt: skip
    assert 10 * (decided[0] - 1) < row.more <= 10 * decided[0]
    # A share that is the level is never decided.
    (row,) = scorio.gate(counts_of([("m", "q", 4, 5)]), 0.8, per_question=True)
    assert row.more is None
    assert row.to_pass == fewest(4, 1, level, confidence, (1, 0))


def test_the_family_shares_the_confidence_of_passes():
    table = [("m", f"q{i}", 30, 30) for i in range(5)]
    usual = scorio.gate(counts_of(table), 0.9, per_question=True)
    assert {row.verdict for row in usual} == {"pass"}
    together = scorio.gate(counts_of(table), 0.9, per_question=True, family=True)
    # 5 × 0.9^30 is 0.21.
    assert [row.verdict for row in together] == ["undecided"] * 5
    assert math.isclose(together[0].p_pass_adjusted, 5 * 0.9**30, rel_tol=1e-12)
    assert together[0].to_pass == 14
    # How many trials pass depends on the other questions.
    assert not any("cannot show" in note for note in together.notes)


def test_a_fail_holds_for_all_questions_of_a_model():
    table = [("m", f"q{i}", 4 if i == 7 else 10, 10) for i in range(20)]
    found = scorio.gate(counts_of(table), 0.8, per_question=True)
    assert found.verdict == "undecided"
    low = next(note for note in found.notes if "looks low" in note)
    more = found[7].more
    assert low == f"q7 looks low: 4 of 10, p .006 alone, .13 among 20. Run it {more} more times."
    assert "10 trials cannot show 0.8; 14 without a failure do." in found.notes
    # The questions that look low come first.
    listed = found.to_text().split("not passed")[1].splitlines()
    assert next(line for line in listed if "undecided" in line).split()[0] == "q7"
    alone = scorio.gate(counts_of(table), 0.8, per_question=True, alone=True)
    assert alone[7].verdict == "fail"


def test_questions_that_others_were_asked_are_undecided():
    counts = counts_of([("a", "q1", 50, 50), ("a", "q2", 50, 50), ("b", "q1", 50, 50)])
    found = scorio.gate(counts, 0.8, per_question=True)
    assert [(row.model, row.question, row.verdict) for row in found] == [
        ("a", "q1", "pass"), ("a", "q2", "pass"), ("b", "q1", "pass"), ("b", "q2", "undecided"),
    ]  # fmt: skip
    last = found[3]
    assert (last.trials, last.score) == (0, None)
    assert (last.p_fail, last.p_pass, last.more) == (1, 1, None)
    assert found.verdict == "undecided"
    assert "Undecided, without trials: 1 (question has none)." in found.notes


def test_scores_are_judged_by_their_intervals(coins):
    counts = scorio.count(coins)
    found = scorio.gate(counts, 0.45, confidence=0.95)
    board = counts.score(confidence=0.9, by_task=False)
    assert [row.model for row in found] == [row.model for row in board]
    for row, score in zip(found, board, strict=True):
        assert math.isclose(row.lo, score.lo, rel_tol=1e-12)
        assert math.isclose(row.hi, score.hi, rel_tol=1e-12)
        expected = "pass" if score.lo >= 0.45 else "fail" if score.hi < 0.45 else "undecided"
        assert row.verdict == expected
        if expected == "undecided":
            end = score.score - score.lo if score.score >= 0.45 else score.hi - score.score
            ratio = end / abs(score.score - 0.45)
            assert row.more == math.ceil(80 * (ratio**2 - 1))
    assert {row.verdict for row in found} == {"pass", "fail", "undecided"}
    assert found.verdict == "fail"
    like = scorio.gate(counts, 0.45, sampled=True)
    assert all(row.more is None for row in like)
    curve = scorio.gate(counts, 0.45, metric="pass_at_k", k=8, by_task=True)
    assert {row.task for row in curve} == {None}


def test_models_without_a_score_are_undecided(tmp_path):
    log = tmp_path / "log.csv"
    log.write_text("model,question,outcome\na,q1,1\na,q1,1\nb,q1,\n")
    found = scorio.gate(scorio.count(log, on_missing="drop"), 0.1)
    assert [(row.model, row.verdict) for row in found] == [("a", "pass"), ("b", "undecided")]
    assert found[1].score is None
    assert "—" in found.to_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"confidence": 0.5}, "confidence = 0.5 is not above 0.5 and below 1"),
        ({"confidence": 1.0}, "confidence = 1 is not above 0.5 and below 1"),
        ({"confidence": math.nan}, "confidence = NaN is not above 0.5"),
        ({"at_least": math.inf}, "at_least = inf is not finite"),
        (
            {"at_least": 80.0, "per_question": True},
            "the level 80 is not between 0 and 1: for 80 in a hundred",
        ),
        ({"at_least": 1.0, "per_question": True}, "no trials show that a question always succeeds"),
        ({"family": True}, "give per_question too"),
        ({"alone": True}, "give per_question too"),
        ({"per_question": True, "alone": True, "family": True}, "alone adjusts nothing"),
        ({"per_question": True, "sampled": True}, "sampled is about scores"),
        ({"per_question": True, "k": 2}, "k is about scores"),
        ({"per_question": True, "weights": [0, 2]}, r"weights\[1\] = 2 is not 0 or 1"),
        ({"per_question": True, "weights": [0, 1, 1]}, "3 weights"),
        ({"metric": "pass_at_k"}, "k"),
        ({"metric": "nothing"}, "nothing"),
        ({"metric": "pass_at_k", "k": [1, 2]}, "several budgets"),
        ({"prior": "flat"}, "prior = 'flat' is not one of 'hierarchical', 'uniform'"),
        ({"cluster": "x"}, "cluster = 'x' is not one of 'task', 'cluster'"),
    ],
)
def test_mistakes(options, said):
    counts = counts_of([("m", "q", 1, 2)])
    with pytest.raises(ValueError, match=said):
        scorio.gate(counts, options.pop("at_least", 0.8), **options)


def test_other_mistakes():
    with pytest.raises(TypeError, match="is not Counts"):
        scorio.gate([[1, 0]], 0.8)
    with pytest.raises(TypeError, match="is not True or False"):
        scorio.gate(counts_of([("m", "q", 1, 2)]), 0.8, per_question="yes")
    none = counts_of([("m", "q", 0, 0)])
    for single in (False, True):
        with pytest.raises(ValueError, match="no"):
            scorio.gate(none, 0.8, per_question=single)


def test_several_categories_are_solved_by_weights():
    table = pl.DataFrame(
        {"model": ["m"], "question": ["q"], "count_bad": [1], "count_good": [30], "count_ok": [9]}
    )
    counts = scorio.count(table)
    (row,) = scorio.gate(counts, 0.8, per_question=True, weights=[0, 1, 1])
    assert (row.successes, row.trials, row.verdict) == (39, 40, "pass")
    with pytest.raises(ValueError, match="weight"):
        scorio.gate(counts, 0.8, per_question=True)


def promptfoo(path, outcomes):
    """A log of promptfoo with repeated trials."""
    results = [
        {
            "error": None,
            "namedScores": {},
            "prompt": {"raw": question, "label": "Q: {{q}}"},
            "promptIdx": 0,
            "provider": {"id": "echo", "label": "model-a"},
            "score": int(success),
            "success": success,
            "testCase": {"vars": {"q": question}},
            "testIdx": number,
            "vars": {"q": question},
            "failureReason": 0 if success else 1,
        }
        for number, (question, success) in enumerate(outcomes)
    ]
    path.write_text(json.dumps({"evalId": "eval-1", "results": {"version": 3, "results": results}}))
    return path


def gate(*arguments):
    return commands.run("gate", *arguments)


EASY = [("2+2", True)] * 20
OPEN = [("3+3", True)] * 5
HARD = [("4+4", False)] * 6


def test_the_command_reads_a_tools_own_log(tmp_path):
    single = ["--per-question", "--at-least", "0.8"]
    log = promptfoo(tmp_path / "results.json", EASY)
    assert (gate(log, *single).returncode, gate(log, *single).stderr) == (0, "")
    log = promptfoo(tmp_path / "results.json", EASY + OPEN)
    waits = gate(log, *single)
    assert waits.returncode == 4
    assert waits.stderr == "scorio: of 2 questions, 1 is undecided\n"
    # 0.8^14 is the first below 0.05.
    cells = waits.stdout.split("not passed")[-1].split('{"q":"3+3"}')[-1].splitlines()[0].split()
    assert cells[:3] == ["undecided", "5", "5"]
    assert cells[5:7] == ["9", "9"]
    log = promptfoo(tmp_path / "results.json", EASY + OPEN + HARD)
    fails = gate(log, *single, "--out", tmp_path / "gate.csv")
    assert fails.returncode == 1
    assert fails.stderr == "scorio: of 3 questions, 1 fails and 1 is undecided\n"
    table = list(csv.DictReader(io.StringIO((tmp_path / "gate.csv").read_text())))
    assert [row["verdict"] for row in table] == ["pass", "undecided", "fail"]
    whole = gate(log, "--at-least", "0.1", "--json")
    assert whole.returncode == 0
    document = json.loads(whole.stdout)
    assert document["title"] == "Gate: avg at least 0.1; confidence 0.95"
    assert document["rows"][0]["verdict"] == "pass"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--at-least", "0.8", "--family"], "give --per-question too"),
        (["--at-least", "0.8", "--per-question", "-k", "2"], "-k is about scores"),
        (["--at-least", "80", "--per-question"], "the level 80 is not between 0 and 1"),
        (["--at-least", "0.8", "--confidence", "0.4"], "0.4 is not above 0.5"),
        (["--at-least", "0.8", "--confidence", "90"], "say --confidence 0.9"),
        (["--at-least", "0.8", "--signal", "a=b"], "name it (--rubric)"),
        ([], "--at-least"),
    ],
)
def test_mistakes_of_the_command(coins, arguments, said):
    ended = gate(coins, *arguments)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


def test_numeric_scores_have_gates_of_their_means(tmp_path):
    log = tmp_path / "judge.csv"
    log.write_text("model,question,outcome\nm,q1,0.35\nm,q1,0.7\nm,q2,0.61\n")
    ended = gate(log, "--at-least", "0.8")
    assert (ended.returncode, "read as numbers" in ended.stdout) == (4, True)
    refused = gate(log, "--at-least", "0.8", "--per-question")
    assert (refused.returncode, "numeric scores have no" in refused.stderr) == (2, True)
    assert gate(log, "--at-least", "0.2", "--threshold", "0.3").returncode in (0, 4)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--at-least", "80"], "the level 80 is above 1, which no score exceeds: for 80 in a"),
        (["--at-least", "8o"], "--at-least: '8o' is not a number such as 0.8 or 80%"),
        (
            ["--at-least", "0.8", "--per-question", "--prior", "hierarchical"],
            "--prior is about scores, and --per-question about single questions",
        ),
        (["--at-least", "0.8", "--per-question", "--metric", "avg"], "--metric is about scores"),
    ],
)
def test_levels_and_options_that_a_gate_does_not_have(coins, arguments, said):
    ended = gate(coins, *arguments)
    assert ended.returncode == 2
    assert said in ended.stderr


def test_a_level_may_be_a_percentage(coins):
    one, other = (gate(coins, "--at-least", level, "--json") for level in ("45%", "0.45"))
    assert one.returncode == 1
    assert one.stdout == other.stdout


def test_levels_go_as_far_as_the_weights(coins):
    counts = scorio.count(coins)
    assert scorio.gate(counts, 30, weights=[0, 100]).verdict == "fail"
    with pytest.raises(ValueError, match="the level 101 is above 100, which no score exceeds$"):
        scorio.gate(counts, 101, weights=[0, 100])


@pytest.mark.parametrize(("weights", "level"), [(None, 1), ([0, 100], 100), ([1, 2], 2)])
def test_no_score_passes_the_highest_level(weights, level):
    counts = counts_of([("m", "q", 900, 900), ("m", "r", 900, 900)])
    said = f"no score passes the level {level}, the highest there is: the lower end of an interval"
    with pytest.raises(ValueError, match=said):
        scorio.gate(counts, level, weights=weights)
    assert scorio.gate(counts, 0.999 * level, weights=weights, confidence=0.6).verdict == "pass"


def test_further_trials_are_said_to_go_on_as_they_are_counted():
    single = scorio.gate(counts_of([("m", "q", 9, 10)]), 0.8, per_question=True)
    (row,) = single
    assert row.more > row.to_pass
    assert any("if its share of successes stays" in note for note in single.notes)
    scores = scorio.gate(counts_of([("m", "q", 9, 10), ("m", "p", 8, 10)]), 0.8)
    assert scores[0].more
    assert any("if the score stays" in note for note in scores.notes)


def test_one_score_is_one(tmp_path):
    log = tmp_path / "log.csv"
    log.write_text("model,question,outcome\na,q1,0\na,q1,0\na,q2,0\n")
    ended = gate(log, "--at-least", "0.9")
    assert ended.returncode == 1
    assert ended.stderr.endswith("scorio: of 1 score, 1 fails\n")


def test_gates_of_numbers_have_the_ends_of_their_scores():
    random = np.random.default_rng(3)
    rows = [
        {"model": model, "question": f"q{i}", "outcome": float(value)}
        for model, shift in (("low", -0.8), ("near", 0), ("high", 1.5))
        for i in range(40)
        for value in np.exp(random.normal(shift, 1, 4))
    ]
    sums = scorio.count(pl.DataFrame(rows), numeric=True)
    for sampled in (False, True):
        found = scorio.gate(sums, 1.6, sampled=sampled, confidence=0.95)
        scores = {row.model: row for row in sums.score(sampled=sampled, confidence=0.9)}
        ends = [end for row in found for end in (row.lo, row.hi)]
        own = [end for row in found for end in (scores[row.model].lo, scores[row.model].hi)]
        assert ends == pytest.approx(own, rel=1e-12)
        verdicts = {row.model: row.verdict for row in found}
        assert verdicts == {"low": "fail", "near": "undecided", "high": "pass"}
    assert "Scores are about these questions." in scorio.gate(sums, 1.6).notes
    (only,) = scorio.gate(sums, -5, models="low")
    assert only.verdict == "pass"
    for options in ({"per_question": True}, {"weights": [0, 1]}, {"prior": "uniform"}):
        with pytest.raises(ValueError, match="numeric scores|numbers"):
            scorio.gate(sums, 0.5, **options)
