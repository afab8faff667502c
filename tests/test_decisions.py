"""Intervals and gates of scores, and gates of questions, by exact values."""

import json

import polars as pl
import pytest

import scorio


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


@pytest.mark.parametrize("shift", [0, 10])
def test_intervals_of_numbers_are_the_exact_ones(shared, shift):
    for case in cases(shared, "numbers"):
        like = case["target"] == "like"
        values = [[value] if like else value for value in case["values"]]
        rows = [
            {"model": "m", "question": f"q{i:03}", "outcome": value}
            for i, all_values in enumerate(values)
            for value in all_values
        ]
        # The unit of outcomes changes nothing but the unit of the figures.
        unit = 2.0**shift
        frame = pl.DataFrame(rows).with_columns(pl.col("outcome") * unit)
        (row,) = (found := scorio.count(frame, numeric=True).score(sampled=like))
        figures = (row.score / unit, row.sigma / unit, row.lo / unit, row.hi / unit)
        expected = (case["score"], case["sigma"], *case["interval"])
        assert figures == pytest.approx(expected, rel=1e-8)
        if shift == 0 and "warned" in case:
            assert any("carry the mean (m)" in note for note in found.notes) == case["warned"]


def runs_of(outcomes, numbers=None):
    """A log of one model: a string of outcomes for each question, in order of trial number."""
    rows = [
        {"model": "m", "question": f"q{i:03}", "trial": number, "outcome": int(one)}
        for i, each in enumerate(outcomes)
        for number, one in zip(numbers or range(len(each)), each, strict=True)
    ]
    return pl.DataFrame(rows)


def test_intervals_about_new_runs_are_the_exact_ones(shared, tmp_path):
    for case in cases(shared, "luck"):
        frame = runs_of(case["outcomes"])
        # The order of arrival is another.
        frame.sample(fraction=1, shuffle=True, seed=3).write_ndjson(tmp_path / "log.jsonl")
        for counts in (scorio.count(frame), scorio.count(tmp_path / "log.jsonl")):
            for kind, sampled in (("runs", False), ("two_way", True)):
                (row,) = (found := counts.score(runs=True, sampled=sampled))
                assert row.sigma == pytest.approx(case[f"sigma_{kind}"], rel=1e-8)
                assert (row.lo, row.hi) == pytest.approx(case[f"interval_{kind}"], rel=1e-8)
                assert any("about new runs, too" in note for note in found.notes)
            said = " ".join(counts.score().notes)
            tests = {"succeed together": "p_shared", "repeat the one before": "p_repeats"}
            for words, p in tests.items():
                unlikely = case[p] is not None and case[p] < 0.005
                assert (f"{words} (m; p" in said) == unlikely
                if unlikely:
                    assert f"(m; p {case[p]:.0e})".replace("e-0", "e-") in said
