"""Scores beside costs: exact values, laws, readings and bad inputs."""

import json
import math

import polars as pl
import pytest

import scorio


def costs_of(case, **options):
    """Costs of the trials of a case: by model its questions, each with outcomes and costs."""
    rows = [
        {"model": model, "question": f"q{place:04}", "outcome": outcome, "cost": cost}
        for model, questions in case["data"].items()
        for place, trials in enumerate(questions)
        for outcome, cost in trials
    ]
    return scorio.count_costs(pl.DataFrame(rows), "cost", **options)


def cases(shared):
    return json.loads((shared / "reference" / "costs.json").read_text())["cases"]


def near(found, expected, relative=1e-9):
    if expected is None:
        assert found is None
    else:
        assert found == pytest.approx(expected, rel=relative, abs=1e-12)


def quotient(a, b, correlation):
    """The ends of a / b from their own, each a mean with a lower and an upper end."""
    (mean, lo, hi), (other, other_lo, other_hi) = a, b
    if not other:
        return lo / other_hi, None

    def reach(one, another):
        return math.sqrt(one * one + another * another - 2 * correlation * one * another)

    below = reach(math.log(mean / lo), math.log(other_hi / other)) if lo else math.inf
    above = reach(math.log(hi / mean), math.log(other / other_lo)) if other_lo else math.inf
    ratio = mean / other
    return ratio * math.exp(-below), None if above == math.inf else ratio * math.exp(above)


TARGETS = (("these", {}), ("like", {"sampled": True}))


def test_costs_have_exact_values(shared):
    for case in cases(shared):
        counted = costs_of(case)
        for target, about in TARGETS:
            for row in scorio.cost(counted, **about):
                expected = case["expected"]["models"][row.model]
                near(row.score, expected["score"])
                near(row.cost, expected["cost"])
                near(row.spent, expected["spent"])
                near(row.dearest, expected["largest_question_share"])
                near(row.per_success, expected["cost_per_success"])
                near(row.cost_sigma, expected[f"sigma_cost_{target}"])
                near(row.degrees, expected[f"degrees_{target}"])
                near(row.skewness, expected[f"skew_{target}"])
                near(row.correlation, expected[f"correlation_{target}"])
                ends = (row.cost_lo, row.cost_hi)
                for found, end in zip(ends, expected[f"interval_cost_{target}"], strict=True):
                    near(found, end, 1e-7)
                # The reference has another interval of the score than `scorio score` has now.
                # So the formula is checked with both.
                near(row.sigma, expected[f"sigma_score_{target}"], 1e-8)
                ends = quotient((row.cost, *ends), (row.score, row.lo, row.hi), row.correlation)
                for found, end in zip((row.per_success_lo, row.per_success_hi), ends, strict=True):
                    near(found, end, 1e-12)
                cost = (row.cost, *expected[f"interval_cost_{target}"])
                score = (row.score, *expected[f"interval_score_{target}"])
                ends = quotient(cost, score, row.correlation)
                wanted = expected[f"interval_cost_per_success_{target}"]
                for found, end in zip(ends, wanted, strict=True):
                    near(found, end, 1e-7)


def test_pairs_have_exact_values(shared):
    seen = 0
    for case in cases(shared):
        counted = costs_of(case)
        for target, about in TARGETS:
            rows = {(row.model, row.other): row for row in scorio.cost(counted, **about).pairs}
            for pair in case["expected"].get("pairs", []):
                if pair["target"] != target:
                    continue
                a, b = pair["a"], pair["b"]
                row = rows.get((a, b)) or rows[b, a]
                ways = [pair["probability_a_dominates"], pair["probability_b_dominates"]]
                better, cheaper = pair["probability_better"], pair["probability_cheaper"]
                if row.model == a:
                    near(row.ratio, pair["cost_ratio"])
                    for found, end in zip(
                        (row.lo, row.hi), pair["interval_cost_ratio"], strict=True
                    ):
                        near(found, end, 1e-7)
                    assert (row.better, row.cheaper) == pytest.approx((better, cheaper), abs=1e-7)
                else:
                    ways.reverse()
                    turned = (1 - row.better, 1 - row.cheaper)
                    assert turned == pytest.approx((better, cheaper), abs=1e-7)
                assert [row.dominates, row.dominated] == pytest.approx(ways, abs=1e-7)
                seen += 1
    assert seen > 10


def test_retries_have_exact_values(shared):
    for case in cases(shared):
        counted = costs_of(case)
        retries = case["expected"]["retries"]
        tries = min(len(rows) for rows in retries.values())
        for target, about in TARGETS:
            for row in scorio.cost(counted, tries=tries, **about).retries:
                expected = retries[row.model][row.tries - 1]
                near(row.success, expected["success"])
                near(row.cost, expected["spend"])
                near(row.per_success, expected["spend_per_success"])
                sigma = expected.get(f"sigma_spend_{target}")
                if sigma is not None:
                    near(row.cost_sigma, sigma)


def test_caps_have_exact_values(shared):
    for case in cases(shared):
        wanted = case["expected"].get("caps", {})
        caps = sorted({one["cap"] for rows in wanted.values() for one in rows})
        counted = costs_of(case, keep_values=True)
        rows = {(row.model, row.cap): row for row in scorio.cost(counted, caps=caps).caps}
        for model, expected in wanted.items():
            for one in expected:
                row = rows[model, one["cap"]]
                near(row.success, one["success"])
                near(row.sigma, one["sigma_these"], 1e-8)
                assert row.lo <= row.success <= row.hi


def test_chances_of_the_frontier_are_those_of_a_million_draws(shared):
    for case in cases(shared):
        expected = case["expected"].get("probability_frontier_these", {})
        for row in scorio.cost(costs_of(case)):
            if row.model in expected:
                assert row.frontier == pytest.approx(expected[row.model], abs=0.03)
