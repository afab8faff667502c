"""Decisions, intervals, gates, runs, numbers and plans by exact values."""

import json
import math
from statistics import NormalDist

import numpy as np
import polars as pl
import pytest

import scorio
from scorio import adaptive, plan, rank
from scorio import eval as scorio_eval


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


def table_of(successes, trials):
    """Counts of several models with these successes, model by model."""
    rows = [
        {"model": f"m{i:02}", "question": f"q{j:03}", "correct": c, "total": trials}
        for i, own in enumerate(successes)
        for j, c in enumerate(own)
    ]
    return scorio.count(pl.DataFrame(rows), total="total", correct="correct")


def test_chances_are_the_exact_ones(shared):
    for case in cases(shared, "chances"):
        found = rank.chances(case["scores"], case["sigma"])
        assert found.pairs == pytest.approx(np.array(case["P"]), abs=1e-6)
        assert found.best == pytest.approx(np.array(case["best"]), abs=1e-6)


def test_strengths_of_pair_models_vary_as_exactly(shared):
    for case in cases(shared, "pair_models"):
        found = rank.fit(
            "bradley_terry", table_of(case["successes"], case["trials"]), interval="posterior"
        )
        rows = sorted(found, key=lambda row: row.model)
        assert [row.score for row in rows] == pytest.approx(case["strengths"], rel=1e-8)
        assert [row.sigma for row in rows] == pytest.approx(case["sigma"], rel=1e-8)


def test_assisted_scores_are_the_exact_ones(shared):
    for case in cases(shared, "assisted"):
        residuals = np.array(case["residuals"])
        # A prior without variance fixes the ability at 0, and outcomes follow from curves.
        curves = (np.maximum(0, -residuals) + np.minimum(1, 1 - residuals)) / 2
        others = case["bank"] - len(curves)
        rest = (case["curve_mean"] * case["bank"] - curves.sum()) / others
        means = np.concatenate([curves, np.full(others, rest)])
        bank = adaptive.ItemBank.from_params(a=1.0, b=-np.log(means / (1 - means)))
        seen = {str(i): x for i, x in enumerate((curves + residuals).clip(0, 1))}
        found = adaptive.ability(bank, seen, prior=(0.0, 1e-24))
        assert tuple(found.score(assisted=True)) == pytest.approx(
            (case["score"], case["sigma"]), rel=1e-8
        )
        ends = found.score_interval(assisted=True)
        assert ends == pytest.approx(case["interval"], rel=1e-8)


@pytest.mark.parametrize("sampled", [False, True])
@pytest.mark.parametrize("trials", [1, 4])
@pytest.mark.parametrize("seed", range(3))
def test_one_question_has_one_answer(seed, trials, sampled):
    """Metrics of one trial, means and rankings have the row of avg, to the last bit."""
    rng = np.random.default_rng(seed)
    p = rng.beta(2, 1, size=(1, 25, 1))
    R = (rng.random((5, 25, trials)) < p).astype(int)
    counts = table_of(R.sum(axis=2), trials)
    rows = {row.model: row for row in counts.score(sampled=sampled)}
    ends = {model: (row.score, row.sigma, row.lo, row.hi) for model, row in rows.items()}
    target = "like" if sampled else "these"
    for metric in ["pass_at_k", "pass_at_k_ci", "pass_hat_k", "maj_at_k", "max_at_k"]:
        found = counts.score(metrics=[metric], k=1, sampled=sampled)
        for row in found:
            assert (row.score, row.sigma, row.lo, row.hi) == ends[row.model], metric
            own = rows[row.model]
            assert (row.rank, row.rank_lo, row.rank_hi) == (own.rank, own.rank_lo, own.rank_hi)
            assert (row.p_best, row.letters) == (own.p_best, own.letters)
        assert list(found.notes) == list(counts.score(sampled=sampled).notes), metric
    pairs = list(scorio.compare_pairs(counts, sampled=sampled))
    for metric in ["pass_at_k", "pass_at_k_ci", "max_at_k"]:
        assert list(scorio.compare_pairs(counts, metric=metric, k=1, sampled=sampled)) == pairs
    for i, one in enumerate(R):
        expected = ends[f"m{i:02}"]
        options = {"prior": "hierarchical", "target": target}
        assert tuple(scorio_eval.avg_ci(one, **options)) == expected
        assert tuple(scorio_eval.bayes_ci(one, **options)) == expected
        for metric in ["pass_at_k_ci", "pass_hat_k_ci", "maj_at_k_ci"]:
            assert tuple(getattr(scorio_eval, metric)(one, 1, **options)) == expected, metric
        assert scorio_eval.pass_at_k(one, 1) == expected[0] == scorio_eval.avg(one)[0]
    scores = rank.avg(R, return_scores=True)[1]
    assert scores.tolist() == [ends[f"m{i:02}"][0] for i in range(5)]
    if not sampled:
        for method, options in [("avg", {}), ("pass_at_k", {"k": 1}), ("pass_hat_k", {"k": 1})]:
            for row in rank.fit(method, counts, interval="posterior", **options):
                assert (row.score, row.sigma, row.lo, row.hi) == ends[row.model], method


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
