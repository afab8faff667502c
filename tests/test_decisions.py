"""Intervals and gates of scores, gates of questions, and plans by exact values."""

import json
import math
from statistics import NormalDist

import polars as pl
import pytest

import scorio
from scorio import plan


def log_of(case, model="m"):
    """Counts of a model with these successes and trials."""
    rows = [
        {"model": model, "question": f"q{i:03}", "correct": c, "total": n}
        for i, (c, n) in enumerate(zip(case["successes"], case["trials"], strict=True))
    ]
    return scorio.count(pl.DataFrame(rows), total="total", correct="correct")


def cases(shared, name):
    return json.loads((shared / "reference" / "decisions.json").read_text())[name]


@pytest.mark.parametrize("about", ["these", "like"])
def test_intervals_and_gates_of_scores_are_the_exact_ones(shared, about):
    for case in cases(shared, "scores"):
        counts, sampled = log_of(case), about == "like"
        (row,) = counts.score(confidence=case["confidence"], sampled=sampled)
        assert row.score == pytest.approx(case["score"], rel=1e-12)
        assert row.sigma == pytest.approx(case[f"sigma_{about}"], rel=1e-8)
        assert (row.lo, row.hi) == pytest.approx(case[f"interval_{about}"], rel=1e-8)
        level, confidence = case["level"], case["gate_confidence"]
        (gate,) = scorio.gate(counts, level, confidence=confidence, sampled=sampled)
        assert (gate.lo, gate.hi) == pytest.approx(case[f"gate_interval_{about}"], rel=1e-8)
        assert gate.verdict == case[f"gate_{about}"]


@pytest.mark.parametrize("options", [{}, {"family": True}, {"alone": True}])
def test_gates_of_questions_are_the_exact_ones(shared, options):
    for case in cases(shared, "questions"):
        asked = {"confidence": case["confidence"], "per_question": True, **options}
        found = scorio.gate(log_of(case), case["level"], **asked)
        fails = case["p_fail" if options.get("alone") else "holm"]
        passes = case["holm_pass" if options.get("family") else "p_pass"]
        alpha = 1 - case["confidence"]
        exact = zip(found, case["p_fail"], case["p_pass"], fails, passes, strict=True)
        for i, (row, fail, own, adjusted, passed) in enumerate(exact):
            assert (row.p_fail, row.p_pass) == pytest.approx((fail, own), rel=1e-6)
            decides = (row.p_fail_adjusted, row.p_pass_adjusted)
            assert decides == pytest.approx((adjusted, passed), rel=1e-6)
            assert (row.lo, row.hi) == pytest.approx((case["lo"][i], case["hi"][i]), rel=1e-8)
            verdict = "fail" if adjusted <= alpha else "pass" if passed <= alpha else "undecided"
            assert row.verdict == verdict
            if not options:
                assert verdict == case["verdicts"][i]
        if not options:
            assert found.verdict == case["verdict"]
            low = [f"q{i:03} looks low" for i in case["suspects"]]
            said = " ".join(found.notes)
            assert sum(one in said for one in low) == min(len(low), 5)


def test_plans_are_the_exact_ones(shared):
    for case in cases(shared, "plans"):
        counts = log_of(case)
        (row,) = counts.score()
        for after in case["after"]:
            wanted = after["half_width"]
            # The fewest further trials of this half-width are these.
            for room, more in ((1 + 1e-8, after["more"]), (1 - 1e-8, after["more"] + 1)):
                (found,) = plan.trials_for_half_width(counts, wanted * room)
                assert (found.more, found.at_most) == (more, case["at_most"])
        (now,) = plan.trials_for_half_width(counts, 1.0)
        assert now.half_width == pytest.approx(case["after"][0]["half_width"], rel=1e-8)
        assert now.half_width == (row.hi - row.lo) / 2
        # New trials alone have the mean of v, which sigma tells.
        m = len(case["v"])
        reach = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(0.8)
        sigma = math.sqrt(math.fsum(case["v"])) / m
        found = plan.smallest_difference(counts, 400).difference
        assert found == pytest.approx(reach * math.sqrt(2 / 400) * sigma, rel=1e-8)


def test_trials_of_a_power_are_the_exact_ones(shared):
    for case in cases(shared, "power"):
        a, b = (
            plan.assumed([(1 - math.sqrt(1 - 4 * v)) / 2 for v in case[name]])
            for name in ("va", "vb")
        )
        options = {"difference": case["difference"], "family": case["models"]}
        found = plan.trials_needed(a, b, case["confidence"], case["power"], **options)
        assert found.trials == case["trials"]
        assert found.power == pytest.approx(case["power_at"], rel=1e-8)


def test_plans_begin_with_what_scores_and_comparisons_say(coins):
    counts = scorio.count(coins)
    compared = {row.model: row for row in scorio.compare(counts, baseline="coin-09")}
    for row in plan.trials_to_separate(counts, "coin-09"):
        assert (row.difference, row.z) == (compared[row.model].difference, compared[row.model].z)
    halves = {row.model: (row.hi - row.lo) / 2 for row in counts.score()}
    for row in plan.trials_for_half_width(counts, 0.01):
        assert row.half_width == halves[row.model]
