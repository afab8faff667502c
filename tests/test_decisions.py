"""Intervals and gates of scores, and gates of questions, by exact values."""

import json

import numpy as np
import polars as pl
import pytest

import scorio
from scorio import rank


def log_of(case, model="m"):
    """Counts of a model with these successes and trials."""
    rows = [
        {"model": model, "question": f"q{i:03}", "correct": c, "total": n}
        for i, (c, n) in enumerate(zip(case["successes"], case["trials"], strict=True))
    ]
    return scorio.count(pl.DataFrame(rows), total="total", correct="correct")


def cases(shared, name):
    return json.loads((shared / "reference" / "decisions.json").read_text())[name]


def test_models_are_separated_as_in_the_exact_tables(shared):
    for case in cases(shared, "separation"):
        ranks = "together" if case["together"] else "each"
        found = rank.separated(
            case["scores"], case["sigma_d"], degrees=case["degrees"], ranks=ranks
        )
        assert found.p == pytest.approx(np.array(case["p"]), rel=1e-8)
        assert [row.rank_lo for row in found.models] == case["rank_lo"]
        assert [row.rank_hi for row in found.models] == case["rank_hi"]
        first = [int(row.rank_lo == 1) for row in found.models]
        assert first == case["could_be_first"]
        near = [int(row.with_leader) for row in found.models]
        # Of equal leaders, either is the leader.
        assert near == case["not_separated_from_leader"]
        apart = [
            [int(not set(one.letters) & set(other.letters)) for other in found.models]
            for one in found.models
        ]
        assert apart == case["separated"]


def test_a_difference_of_the_critical_size_is_just_separated(shared):
    for case in cases(shared, "z_star"):
        options = {
            "degrees": case["degrees"], "confidence": case["confidence"],
            "family": case["models"], "ranks": "together" if case["together"] else "each",
        }  # fmt: skip
        for factor, separated in ((1 + 1e-8, True), (1 - 1e-8, False)):
            found = rank.separated([0, case["z"] * factor], [[0, 1], [1, 0]], **options)
            assert (found.models[0].rank_lo == 2) is separated, case


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
