"""Horizons beside the exact values of the reference folder."""

import json

import pandas as pd
import pytest

import scorio

EXACT, ENDS = 1e-9, 1e-7
AT = {0.5: "h50", 0.8: "h80"}
KINDS = {
    "separated": "between", "all successes": "above", "all failures": "below", "rising": "rising",
}  # fmt: skip


@pytest.fixture(scope="module")
def cases(shared):
    text = (shared / "reference" / "horizons.json").read_text("utf-8")
    return {case["name"]: case for case in json.loads(text)["cases"]}


def near(value, expected, tolerance=EXACT):
    if expected is None:
        return value is None
    return value == pytest.approx(expected, rel=tolerance, abs=1e-11)


def asked(case, **options):
    """Ask about the trials of a case. Questions are named by their places."""
    rows = [
        (model, f"q{place:03}", one["length"], one.get("cluster"), one.get("weight"), trial, won)
        for model, tasks in case["data"].items()
        for place, one in enumerate(tasks)
        for trial in range(one["trials"])
        for won in [int(trial < one["successes"])]
    ]
    names = ["model", "question", "minutes", "family", "weight", "trial", "outcome"]
    frame = pd.DataFrame(rows, columns=names)
    reading = {}
    if frame["family"].notna().all():
        reading["weight"] = "weight"
        if not options.get("these"):
            reading["cluster"] = "family"
    return scorio.horizon(frame.drop(columns=["weight", "family"][: 2 * (not reading)]),
                          "minutes", **reading, **options)  # fmt: skip


NAMES = [
    "by hand: 80 % at 1 minute, 20 % at 16", "suite with families", "diversity weights, four dates",
    "ragged trials", "single trials", "few tasks: no upper end", "separated", "all succeed",
    "none succeeds", "longer tasks are easier",
]  # fmt: skip


def test_every_case_has_its_test(cases):
    assert [*cases] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_curves_and_horizons(cases, name):
    case = cases[name]
    found = asked(case)
    curves = {one.model: one for one in found.curves}
    for model, expected in case["expected"]["models"].items():
        rows = {AT[row.at]: row for row in found if row.model == model}
        if "problem" in expected:
            assert {row.kind for row in rows.values()} == {KINDS[expected["problem"]]}
            between = [rows["h50"].solved_to, rows["h50"].none_from]
            assert between == expected.get("between", [None, None])
            assert model not in curves
            continue
        curve = curves[model]
        assert near(curve.intercept, expected["intercept"])
        assert near(curve.slope, expected["slope"])
        covariance = expected["covariance_like"]
        assert near(curve.variance_intercept, covariance[0][0])
        assert near(curve.covariance, covariance[0][1])
        assert near(curve.variance_slope, covariance[1][1])
        for at, row in rows.items():
            own = expected[at]
            assert near(row.horizon, own["horizon"])
            assert near(row.log2, own["log2"])
            assert (row.beyond, row.short_of) == (own["beyond"], own["below"])
            lo, hi = own["interval_like"] or (None, None)
            assert near(row.lo, lo, ENDS)
            assert near(row.hi, hi, ENDS)
            assert row.unbounded == (own["interval_like"] is None)
        assert rows["h50"].clusters == expected["clusters"]
        assert (rows["h50"].shortest, rows["h50"].longest) == (
            expected["shortest"], expected["longest"],
        )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_intervals_about_these_tasks(cases, name):
    case = cases[name]
    known = {
        model: own for model, own in case["expected"]["models"].items() if "covariance_these" in own
    }
    if not known:
        return
    found = asked(case, these=True)
    for curve in found.curves:
        covariance = known[curve.model]["covariance_these"]
        assert near(curve.variance_intercept, covariance[0][0])
        assert near(curve.covariance, covariance[0][1])
        assert near(curve.variance_slope, covariance[1][1])
    for row in found:
        lo, hi = known[row.model][AT[row.at]]["interval_these"] or (None, None)
        assert near(row.lo, lo, ENDS)
        assert near(row.hi, hi, ENDS)


@pytest.mark.parametrize("name", NAMES)
def test_the_penalty_and_bins(cases, name):
    case = cases[name]
    penalised = {(row.model, row.at): row for row in asked(case, penalty=0.1)}
    found = asked(case)
    for model, expected in case["expected"]["models"].items():
        if "problem" in expected:
            continue
        for at, key in AT.items():
            assert near(penalised[model, at].horizon, expected["penalty_0.1"][key])
        bins = [one for one in found.bins if one.model == model]
        assert [one.tasks for one in bins] == [one["tasks"] for one in expected["bins"]]
        for one, own in zip(bins, expected["bins"], strict=True):
            # All lengths below 1 are one bin there, and no case has any below a quarter.
            low = 0.25 if own["from_log2"] < 0 else 2.0 ** own["from_log2"]
            assert one.low == low
            assert near(one.observed, own["observed"])
            assert near(one.fitted, own["fitted"])


@pytest.mark.parametrize("name", NAMES)
def test_ratios_and_the_doubling_time(cases, name):
    case = cases[name]
    for own in case["expected"]["ratios"]:
        rows = asked(case, baseline=own["b"]).ratios
        (row,) = [one for one in rows if (one.model, one.at) == (own["a"], own["at"])]
        assert near(row.ratio, own["ratio"])
        assert near(row.lo, own["interval"][0], ENDS)
        assert near(row.hi, own["interval"][1], ENDS)
        assert near(row.longer, own["probability"], ENDS)
    trend = case["expected"].get("trend")
    if trend:
        row = asked(case, dates=case["days"]).doublings[0]
        assert near(row.per_day, trend["doublings_per_day"])
        assert near(row.days, trend["doubling_days"])
        assert near(row.sigma_tasks, trend["sigma_tasks"])
        assert near(row.sigma_scatter, trend["sigma_scatter"])
