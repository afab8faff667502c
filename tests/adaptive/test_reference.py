"""Adaptive evaluation beside values of 40 digits."""

from __future__ import annotations

import json

import numpy as np
import pytest

from scorio import adaptive


@pytest.fixture(scope="module")
def vectors(shared):
    content = json.loads((shared / "reference" / "adaptive.json").read_text())
    return {one["id"].split("-")[0]: one for one in content["vectors"]}


def named(values):
    return {str(place): value for place, value in enumerate(values)}


def near(found, expected, tolerance):
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * 1e-3)


def bank_of(given):
    return adaptive.ItemBank.from_params(given.get("a", 1), given["b"], given.get("phi", 1))


def test_curves(vectors):
    one = vectors["A1"]
    given, expected = one["input"], one["expected"]
    for place, theta in enumerate(given["theta"]):
        own = {name: [given[name][place]] for name in ("a", "b", "phi")}
        bank = bank_of(own)
        near(bank.expected_score(theta)[0], expected["mean"][place], one["tol"])
        near(bank.information(theta)[0], expected["information"][place], one["tol"])


def test_modes_item_by_item(vectors):
    given, expected = vectors["B1"]["input"], vectors["B1"]["expected"]
    bank = bank_of(given)
    for count in range(1, 6):
        seen = {str(item): given["outcome"][item] for item in given["administered"][:count]}
        found = adaptive.ability(bank, seen)
        near(found.mode, expected["theta"][count - 1], 1e-11)
        near(found.se, expected["se"][count - 1], 1e-11)


@pytest.mark.parametrize("name", ["B2", "B3", "B4", "B6", "B7", "B9"])
def test_posteriors(vectors, name):
    one = vectors[name]
    given, expected = one["input"], one["expected"]
    if "n" in given:
        seen = named(zip(given["n"], given["sum"], strict=True))
    else:
        seen = named(given["outcome"])
    found = adaptive.ability(bank_of(given), seen, prior=tuple(given["prior"]))
    for ours, theirs in (("mode", "map"), ("se", "se"), ("mean", "mean"), ("sd", "sd")):
        if theirs in expected:
            near(getattr(found, ours), expected[theirs], one["tol"])
    if "q" in expected:
        levels = [0.025, 0.5, 0.975] if len(expected["q"]) == 3 else [0.025, 0.975]
        near([found.quantile(level) for level in levels], expected["q"], 1e-9)


def test_no_items_leave_the_prior(vectors):
    bank = adaptive.ItemBank.from_params(1, [0.0])
    found = adaptive.ability(bank, {}, prior=tuple(vectors["B10"]["input"]["prior"]))
    near([found.mode, found.se, found.mean, found.sd], [0.7, 5, 0.7, 5], 1e-12)


def test_the_standard_error_may_rise(vectors):
    one = vectors["B12"]
    given, expected = one["input"], one["expected"]
    bank = bank_of(given)
    scores = named(given["outcome"])
    after = adaptive.ability(bank, scores)
    del scores["4"]
    near(adaptive.ability(bank, scores).se, expected["se_before"], 1e-11)
    near([after.se, after.mode], [expected["se_after"], expected["map_after"]], 1e-11)


def selected(given, **options):
    """The first item that a run asks, and the one after the seen ones."""
    return adaptive.Ranker(bank_of(given), ["x", "y"], warmup=99, **options)


def test_selection(vectors):
    given, expected = vectors["C1"]["input"], vectors["C1"]["expected"]
    near(bank_of(given).information(given["theta"]), expected["information"], 1e-13)
    # A narrow prior puts the mode at the ability.
    run = selected(given, prior=(given["theta"], 1e-9))
    assert run.ask(1)[0].item == str(expected["pick"])


def test_expected_information(vectors):
    given, expected = vectors["C2"]["input"], vectors["C2"]["expected"]
    seen = given["seen"]
    columns = [[*given[name], *(one[at] for one in seen)] for name, at in
               (("a", 0), ("b", 1), ("phi", 2))]  # fmt: skip
    bank = adaptive.ItemBank.from_params(*columns)
    run = adaptive.Ranker(bank, ["x", "y"], warmup=99, select="expected", prior=(0, 4))
    for place, one in enumerate(seen):
        run.add("x", str(len(given["a"]) + place), one[4])
    queries = [one for one in run.ask(5) if one.model == "x"]
    assert queries[0].item == str(expected["pick"])


def test_the_fall_of_the_variance(vectors):
    """SE² − 1/(1/SE² + I), also as it chooses between models of different costs."""
    given, expected = vectors["C4"]["input"], vectors["C4"]["expected"]
    bank = bank_of(given)
    information = bank.information(given["theta"])
    before = given["se"] ** 2
    near(before**2 * information / (1 + before * information), expected["fall"], 1e-12)
    # Two models with this ability. The second costs as much more as its item is worth less.
    fall = np.array(expected["fall"])
    for factor, first in ((0.999, "y"), (1.001, "x")):
        costs = [[1.0] * len(fall), [factor] * len(fall)]
        run = adaptive.Ranker(bank, ["x", "y"], warmup=0, allocation="variance", cost=costs,
                              prior=(given["theta"], before))  # fmt: skip
        query = run.ask(1)[0]
        assert (query.model, query.item) == (first, str(expected["pick"]))


def located(theta, se):
    """A bank and a score that put a mode and a standard error where they are wanted."""
    phi = 0.25 / (1 / se**2 - 1 / 25.0)
    bank = adaptive.ItemBank.from_params(1, [theta], phi)
    # μ = 1/2 at θ = b, so that the score that makes θ the mode offsets the prior.
    return bank, 0.5 + phi * theta / 25.0


def test_probability_of_an_order(vectors):
    given, expected = vectors["D1"]["input"], vectors["D1"]["expected"]
    banks = [located(*one) for one in zip(given["theta"], given["se"], strict=True)]
    both = adaptive.ItemBank.from_params(
        1, [one.b[0] for one, _ in banks], [one.phi[0] for one, _ in banks], items=["0", "1"]
    )
    run = adaptive.Ranker(both, ["x", "y"], warmup=0)
    for model, item, (_, score) in zip("xy", "01", banks, strict=True):
        run.add(model, item, score)
    found = run.result()
    near([row.ability for row in found], given["theta"], 1e-12)
    near([row.se for row in found], given["se"], 1e-12)
    near(found.pairs[0].p_normal, expected["p"], 1e-12)


def test_decided_pairs(vectors):
    given, expected = vectors["D3"]["input"], vectors["D3"]["expected"]
    banks = [located(*one) for one in zip(given["theta"], given["se"], strict=True)]
    items = [str(place) for place in range(len(banks))]
    both = adaptive.ItemBank.from_params(
        1, [one.b[0] for one, _ in banks], [one.phi[0] for one, _ in banks], items=items
    )
    for name, options in [
        ("anytime", {}),
        ("two_sided", {"boundary": "two-sided"}),
        ("family", {"family": True}),
    ]:
        if name != "two_sided":
            options["rho"] = given["rho"]
        run = adaptive.Ranker(both, items, warmup=0, confidence=given["confidence"], **options)
        for item, (_, score) in zip(items, banks, strict=True):
            run.add(item, item, score)
        pairs = {(int(pair.above), int(pair.below)): pair for pair in run.result().pairs}
        for place, (one, other) in enumerate(expected["pairs"]):
            assert pairs[one, other].decided == expected[name][place]
            near(pairs[one, other].z, expected["z"][place], 1e-11)
            if name == "anytime":
                near(pairs[one, other].boundary, expected["boundary"][place], 1e-11)


def test_pairs(vectors):
    given, expected = vectors["D2"]["input"], vectors["D2"]["expected"]

    def posterior(rows):
        a, b, phi, trials, sums = zip(*rows, strict=True)
        bank = adaptive.ItemBank.from_params(a, b, phi)
        return adaptive.ability(bank, named(zip(trials, sums, strict=True)))

    one, other = posterior(given["one"]), posterior(given["other"])
    near(one.exceeds(other), expected["exact"], 1e-9)
    assert other.exceeds(one) == pytest.approx(1 - expected["exact"], abs=1e-9)


def test_scores_of_the_whole(vectors):
    given, expected = vectors["F1"]["input"], vectors["F1"]["expected"]
    found = adaptive.ability(bank_of(given), given["seen"])
    near([found.mode, found.se], [expected["theta"], expected["se"]], 1e-11)
    near(found.score(), [expected["score"], expected["sigma"]], 1e-11)


@pytest.mark.parametrize("name", ["H1", "H2", "H4"])
def test_whole_logs(vectors, name):
    one = vectors[name]
    given, expected = one["input"], one["expected"]
    models = ["0", "1", "2"]
    run = adaptive.Ranker(
        bank_of(given),
        models,
        cost=dict(zip(models, given["cost"], strict=True)),
        warmup=given["warmup"],
        confidence=given["confidence"],
        budget=given["budget"],
        max_items=given.get("max_items"),
        boundary=given.get("boundary", "two-sided"),
    )
    found = run.run(lambda model, item: given["outcomes"][int(model)][int(item)])
    assert [[int(trial.model), int(trial.item)] for trial in found.log] == expected["log"]
    rows = {row.model: row for row in found}
    near([rows[model].ability for model in models], expected["theta"], 1e-9)
    near([rows[model].se for model in models], expected["se"], 1e-9)
    assert [rows[model].items for model in models] == expected["n"]
    assert (found.cost, found.reason) == (expected["cost"], expected["stop"])
    assert [int(model) for model in found.order] == expected["order"]
    tied = [[int(first), int(second)] for first, second, _ in found.outlook]
    assert tied == expected["tied"]


def test_graded_items(vectors):
    one = vectors["G1"]
    given, expected = one["input"], one["expected"]
    bank = adaptive.ItemBank.from_params(given["a"], 0, steps=[given["steps"]])
    near(bank.information(given["theta"])[0], expected["information"], one["tol"])
    mean = sum(c * p for c, p in enumerate(expected["p"])) / 3
    near(bank.expected_score(given["theta"])[0], mean, one["tol"])
