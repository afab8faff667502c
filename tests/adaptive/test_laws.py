"""What holds of every run: order, symmetry, scale, budgets, and states that are kept."""

from __future__ import annotations

import json
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest

from scorio import adaptive, rank

MODELS = ["a", "b", "c", "d"]


def bank_of(items=60, seed=0, phi=1.0, strata=None, **options):
    draws = np.random.default_rng(seed)
    b = draws.normal(size=items)
    a = np.exp(0.3 * draws.normal(size=items))
    return adaptive.ItemBank.from_params(a, b, phi, strata=strata, **options)


def outcomes(bank, seed=1):
    """Binary outcomes of each model and item."""
    draws = np.random.default_rng(seed)
    table = {}
    for model, theta in zip(MODELS, [1.2, 0.6, 0.5, -0.8], strict=True):
        success = draws.random(len(bank)) < bank.expected_score(theta)
        table |= {(model, item): float(one) for item, one in zip(bank.items, success, strict=True)}
    return table


def finished(bank, table, batch=1, **options):
    run = adaptive.Ranker(bank, MODELS, **options)
    while queries := run.ask(batch):
        for query in queries:
            run.tell(query, table[query.model, query.item])
    return run


def test_the_order_of_scores_does_not_matter():
    bank = bank_of()
    table = outcomes(bank)
    given = [one for one in table.items() if one[0][0] in "ab"]
    found = []
    for seed in range(3):
        run = adaptive.Ranker(bank, MODELS)
        for place in np.random.default_rng(seed).permutation(len(given)):
            (model, item), score = given[place]
            run.add(model, item, score)
        found.append(run.result().rows)
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("select", ["information", "expected", "top:3"])
@pytest.mark.parametrize("allocation", ["paper", "variance", "uniform"])
def test_no_trial_is_asked_twice(select, allocation):
    bank = bank_of(30)
    run = finished(bank, outcomes(bank), batch=3, select=select, allocation=allocation)
    log = [(trial.model, trial.item) for trial in run.result().log]
    assert len(set(log)) == len(log)
    assert run.done


def test_failures_mirror_successes():
    """Items turned round and outcomes y → 1 − y turn abilities round."""
    bank = bank_of()
    turned = adaptive.ItemBank.from_params(bank.a, -bank.b, bank.phi)
    table = outcomes(bank)
    scores = {item: table["a", item] for item in bank.items[:20]}
    one = adaptive.ability(bank, scores)
    other = adaptive.ability(turned, {item: 1 - score for item, score in scores.items()})
    assert one.mode == pytest.approx(-other.mode, abs=1e-12)
    assert one.sd == pytest.approx(other.sd, rel=1e-12)


def test_the_unit_of_scores_does_not_matter():
    bank = bank_of()
    raw = bank_of(score_range=(-3.0, 7.0))
    golf = bank_of(score_range=(-3.0, 7.0), greater_is_better=False)
    table = outcomes(bank)
    plain = finished(bank, table).result()
    scaled = finished(raw, {key: 10 * y - 3 for key, y in table.items()}).result()
    low = finished(golf, {key: 7 - 10 * y for key, y in table.items()}).result()
    assert [(t.model, t.item) for t in plain.log] == [(t.model, t.item) for t in scaled.log]
    for one, two, three in zip(plain, scaled, low, strict=True):
        assert one.ability == pytest.approx(two.ability, abs=1e-12)
        assert one.ability == pytest.approx(three.ability, abs=1e-12)
        assert two.score == pytest.approx(10 * one.score - 3, abs=1e-12)
        assert three.score == pytest.approx(7 - 10 * one.score, abs=1e-12)


def test_the_unit_of_costs_does_not_matter():
    bank = bank_of()
    table = outcomes(bank)
    costs = {"a": 3.0, "b": 1.0, "c": 2.5, "d": 0.7}
    one = finished(bank, table, cost=costs, budget=150.0)
    other = finished(bank, table, cost={m: 8 * c for m, c in costs.items()}, budget=1200.0)
    assert [t[:3] for t in one.result().log] == [t[:3] for t in other.result().log]


@pytest.mark.parametrize("batch", [1, 7])
def test_a_budget_is_never_exceeded(batch):
    bank = bank_of()
    table = outcomes(bank)
    costs = np.random.default_rng(3).uniform(0.1, 4, (4, len(bank)))
    for budget in (40.0, 77.7, 300.0):
        run = finished(bank, table, batch, cost=costs, budget=budget, warmup=2, per_cost=True)
        assert 0 < run.cost <= budget * (1 + 1e-9)
        assert run.reason in ("budget", "confident")


def test_a_state_is_its_log(tmp_path):
    """Saved and loaded at every step, the run goes on as if nothing had happened."""
    bank = bank_of(25, strata=["x", "y", "z", "x", "x"] * 5)
    bank.save(tmp_path / "bank.json")
    table = outcomes(bank)
    options = {"select": "top:4", "warmup": 3, "seed": 9}
    whole = adaptive.Ranker(bank, MODELS, **options)
    path = tmp_path / "run.json"
    whole.save(path)
    step = 0
    while queries := whole.ask(3):
        kept = adaptive.Ranker.load(path)
        again = kept.ask(3)
        assert again == queries
        for place, query in enumerate(queries):
            if (step + place) % 5 == 0:
                kept.tell_failed(query)
                whole.tell_failed(query)
            else:
                kept.tell(query, table[query.model, query.item])
                whole.tell(query, table[query.model, query.item])
        kept.save(path)
        whole = adaptive.Ranker.load(path) if step % 2 else whole
        step += 1
    kept = adaptive.Ranker.load(path)
    assert kept.result() == whole.result()
    assert kept.reason == whole.reason is not None


PROGRAM = """
from scorio import adaptive
bank = adaptive.ItemBank.from_params(1, [i / 7 - 3 for i in range(43)], 0.3)
run = adaptive.Ranker(bank, ["a", "b"], select="top:5", seed=11)
for _ in range(15):
    for query in run.ask(2):
        run.tell(query, 0.75 if query.model == "a" else 0.5)
print([(one.model, one.item) for one in run.result().log])
print([row.ability.hex() for row in run.result()])
"""


def test_processes_draw_the_same():
    found = {
        subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True).stdout
        for _ in range(2)
    }
    assert len(found) == 1


def test_doubt_makes_items_less_informative():
    sure = adaptive.ItemBank.from_params(1, [0.0], 0.2)
    vague = adaptive.ItemBank.from_params(1, [0.0], 0.2, s=1.0)
    assert vague.information(0.0)[0] < 0.8 * sure.information(0.0)[0]


def test_strata_keep_their_shares():
    strata = ["many"] * 45 + ["few"] * 15
    bank = bank_of(strata=strata)
    run = adaptive.Ranker(bank, ["a", "b"], warmup=20)
    for query in run.ask(40):
        run.tell(query, 1.0 if query.item in bank.items[::2] else 0.0)
    counts = {"many": 0, "few": 0}
    of = dict(zip(bank.items, strata, strict=True))
    for trial in run.result().log:
        counts[of[trial.item]] += 1
    assert counts == {"many": 30, "few": 10}


def test_equal_models_are_never_forced_apart():
    """Twins: boundaries for many looks call a winner rarely, however often they look."""
    draws = np.random.default_rng(5)
    bank = bank_of(300, phi=1.0)
    decided = {"anytime": 0, "spending": 0, "two-sided": 0}
    runs = 60
    for _ in range(runs):
        table = {
            (model, item): float(y)
            for model in "ab"
            for item, y in zip(
                bank.items, draws.random(len(bank)) < bank.expected_score(0.3), strict=True
            )
        }
        for boundary in decided:
            run = adaptive.Ranker(bank, ["a", "b"], boundary=boundary, max_items=100)
            found = run.run(lambda model, item, table=table: table[model, item])
            decided[boundary] += found.pairs[0].decided
    assert decided["anytime"] / runs <= 0.06
    assert decided["spending"] / runs <= 0.11
    assert decided["two-sided"] / runs >= 0.11


def test_adaptive_items_find_the_order():
    """Held-out models of data that the test makes, beside random items of the same number."""
    draws = np.random.default_rng(5)
    theta, b = draws.normal(size=40), 1.5 * draws.normal(size=1000)
    table = (draws.random((40, 1000)) < 1 / (1 + np.exp(b - theta[:, None]))).astype(float)
    bank = adaptive.ItemBank.fit(table[8:])
    models = [str(place) for place in range(8)]
    truth = table[:8].mean(axis=1)

    def tau(values):
        return rank.kendall(truth, values).statistic

    run = adaptive.Ranker(bank, models, max_items=150, confidence=0.999999, allocation="uniform")
    found = run.run(lambda model, item: table[int(model), int(item)])
    rows = {row.model: row.ability for row in found}
    own = tau([rows[model] for model in models])
    apart = np.mean([
        tau([row[draws.choice(1000, 150, replace=False)].mean() for row in table[:8]])
        for _ in range(40)
    ])  # fmt: skip
    assert own >= apart - 0.02


def test_scores_of_a_sample_are_honest():
    draws = np.random.default_rng(8)
    theta, b = draws.normal(size=60), 1.5 * draws.normal(size=500)
    table = (draws.random((60, 500)) < 1 / (1 + np.exp(b - theta[:, None]))).astype(float)
    bank = adaptive.ItemBank.fit(table[30:])
    inside = {"predicted": 0, "assisted": 0}
    models = [str(place) for place in range(30)]
    run = adaptive.Ranker(bank, models, goal="score", max_items=100)
    found = run.run(lambda model, item: table[int(model), int(item)])
    for row in found:
        truth = table[int(row.model)].mean()
        assert row.items == 100
        inside["predicted"] += abs(row.score - truth) <= 1.96 * row.score_sigma
        inside["assisted"] += abs(row.assisted - truth) <= 1.96 * row.assisted_sigma
    assert all(count >= 26 for count in inside.values()), inside
    asked = {frozenset(t.item for t in found.log if t.model == model) for model in models}
    assert len(asked) == 1


def test_precision_ends_a_run():
    bank = bank_of(400, phi=0.2)
    run = adaptive.Ranker(bank, ["a", "b"], precision=0.2, confidence=0.9999)
    found = run.run(lambda model, item: 0.5)  # noqa: ARG005
    assert found.reason == "precision"
    assert all(row.se <= 0.2 for row in found)


def test_top_and_baseline_need_fewer_pairs():
    bank = bank_of(300)
    table = outcomes(bank)
    every = finished(bank, table)
    baseline = finished(bank, table, baseline="d")
    assert len(baseline.result().log) < len(every.result().log)
    assert all("d" in pair[:2] for pair in baseline.result().outlook)
    best = finished(bank, table, top=1).result()
    assert all(best.order[0] in pair[:2] for pair in best.outlook)


def test_banks_are_kept(tmp_path):
    strata = ["x", None, "ü"]
    bank = adaptive.ItemBank.from_params([1, 2, 0.5], [0.1, -3, 2], 0.3, s=[0, 0.2, 1e-9],
                                         items=["q 1", "q,2", "ß"], strata=strata,
                                         kept=[True, False, True])  # fmt: skip
    for name in ("bank.parquet", "bank.json"):
        bank.save(tmp_path / name)
        again = adaptive.ItemBank.load(tmp_path / name)
        assert again == bank
        assert again.strata == strata
        assert again.kept.tolist() == [True, False, True]
        assert math.isnan(again.r[0])
    assert pickle.loads(pickle.dumps(bank)) == bank
    assert bank.select(["ü"]).kept.tolist() == [False, False, True]


STEPS = [[-0.5, 0.2, 1.1], None, [0.7, -0.9], [0.0]]


def graded(**options):
    """Items of four, two, three and two levels."""
    b = [0.1, -0.4, 0.8, 0.3]
    return adaptive.ItemBank.from_params([1.3, 1, 0.8, 1.6], b, steps=STEPS, **options)


def test_graded_banks_are_kept(tmp_path):
    bank = graded(items=["p", "q", "r", "s"], score_range=(0, 6))
    for name in ("bank.parquet", "bank.json"):
        bank.save(tmp_path / name)
        again = adaptive.ItemBank.load(tmp_path / name)
        assert again == bank
        assert again.steps == STEPS
        assert again.information(0.2).tolist() == bank.information(0.2).tolist()
    assert json.loads(bank.to_json())["columns"]["steps"] == STEPS
    assert pickle.loads(pickle.dumps(bank)) == bank
    assert bank.select([None]).steps == STEPS
    other = adaptive.ItemBank.from_params(bank.a, bank.b, items=bank.items, score_range=(0, 6))
    assert other != bank
    assert "steps" not in json.loads(other.to_json())["columns"]


def test_one_step_is_the_common_curve():
    common = adaptive.ItemBank.from_params([1.3, 0.7], [0.4, -0.9], 0.6, s=[0.0, 0.5])
    steps = adaptive.ItemBank.from_params(
        [1.3, 0.7], [0.0, -1.0], 0.6, s=[0.0, 0.5], steps=[[0.4], [0.1]]
    )
    np.testing.assert_allclose(steps.information(0.3), common.information(0.3), rtol=1e-12)
    np.testing.assert_allclose(steps.expected_score(0.3), common.expected_score(0.3), rtol=1e-12)
    found, exact = (adaptive.ability(one, {"0": 1, "1": (5, 2)}) for one in (steps, common))
    for name in ("mode", "se", "mean", "sd"):
        assert math.isclose(getattr(found, name), getattr(exact, name), rel_tol=1e-11)
    np.testing.assert_allclose(found.score(), exact.score(), rtol=1e-11)


def test_graded_runs_find_the_order():
    draws = np.random.default_rng(3)
    count = 240
    shapes = [[-1.0, 0.0, 1.0], None, [0.8, -0.6]]
    bank = adaptive.ItemBank.from_params(
        np.exp(0.3 * draws.normal(size=count)),
        draws.normal(size=count),
        steps=[shapes[place % 3] for place in range(count)],
        score_range=(0, 12),
    )
    abilities = {"low": -0.8, "middle": 0.0, "high": 0.9}

    def trial(model, item):
        steps = shapes[int(item) % 3] or [0.0]
        place = int(item)
        ladder = bank.a[place] * (abilities[model] - bank.b[place] - np.array(steps))
        weights = np.exp(np.concatenate([[0.0], np.cumsum(ladder)]))
        return 12 / len(steps) * draws.choice(len(weights), p=weights / weights.sum())

    for options in ({}, {"select": "expected"}, {"select": "top:5"}):
        run = adaptive.Ranker(bank, list(abilities), warmup=5, **options)
        # The first item is the most informative one at the prior's mean.
        assert options or int(run.ask(1)[0].item) == int(np.argmax(bank.information(0.0)))
        run = adaptive.Ranker(bank, list(abilities), warmup=5, **options)
        run.run(trial)
        found = run.result()
        assert found.order == ["high", "middle", "low"]
        for row in found:
            assert abs(row.ability - abilities[row.model]) < 4.5 * row.se
    score = adaptive.Ranker(bank, ["high"], goal="score", max_items=100)
    score.run(trial)
    truth = bank.expected_score(0.9).mean()
    row = score.result()[0]
    assert abs(row.score - truth) < 5 * row.score_sigma


def test_results_have_the_common_protocol(tmp_path):
    bank = bank_of()
    found = finished(bank, outcomes(bank)).result()
    for name in ("r.csv", "r.json", "r.parquet", "r.md", "r.tex", "r.html"):
        found.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 0
    assert pickle.loads(pickle.dumps(found)) == found
    assert len(found.pairs) == 6
    assert all(pair.p_normal >= 0.5 for pair in found.pairs)


def test_a_harness_with_an_order_of_its_own():
    """Trials that the harness chose end for the same reasons as those that the run asks."""
    bank = bank_of(80, phi=0.2)
    table = outcomes(bank)
    cost = {"a": 3.0, "b": 1.0, "c": 1.0, "d": 1.0}
    for options in ({}, {"budget": 90.0, "cost": cost}, {"max_items": 12}, {"precision": 0.4}):
        run = adaptive.Ranker(bank, MODELS, warmup=6, boundary="two-sided", **options)
        reasons = set()
        for item in bank.items:
            for model in MODELS:
                enough = run.enough(model, item)
                if enough is not None:
                    reasons.add(enough)
                    continue
                query = run.ask_item(model, item)
                assert (query.model, query.item) == (model, item)
                assert run.query_id(model, item) == query.id
                run.tell(query, table[model, item])
        assert run.cost <= options.get("budget", math.inf)
        assert run.reason in reasons
        assert reasons <= {"confident", run.reason, "items"}


def test_the_sample_of_scores_in_any_order():
    bank = bank_of(40)
    table = outcomes(bank)
    asked = finished(bank, table, goal="score", max_items=15)
    run = adaptive.Ranker(bank, MODELS, goal="score", max_items=15)
    for model in reversed(MODELS):
        for item in bank.items:
            if run.enough(model, item) is None:
                run.tell(run.ask_item(model, item), table[model, item])
    assert {t[:2] for t in run.result().log} == {t[:2] for t in asked.result().log}
    assert run.result().rows == asked.result().rows


def test_items_have_slopes_of_their_own():
    """Of many models, slopes are found, and abilities on few items are nearer to the truth."""
    draws = np.random.default_rng(11)
    a = np.exp(0.6 * draws.normal(size=40))
    a /= np.exp(np.log(a).mean())
    b, theta = draws.normal(size=40), draws.normal(size=1200)
    chance = 1 / (1 + np.exp(-a * (theta[:, None] - b)))
    table = (draws.random(chance.shape) < chance).astype(float)
    common = adaptive.ItemBank.fit(table[200:])
    own = adaptive.ItemBank.fit(table[200:], slopes="item")
    assert set(common.a) == {1.0}
    assert np.corrcoef(np.log(own.a), np.log(a))[0, 1] > 0.9
    assert own.facts["slope_variance"] ** 0.5 == pytest.approx(0.6, abs=0.2)
    assert any("Logs of slopes" in line for line in own.report())

    def abilities(bank):
        rows = [dict(zip(bank.items, row, strict=True)) for row in table[:200]]
        return [adaptive.ability(bank, row).mode for row in rows]

    correlations = [np.corrcoef(abilities(bank), theta[:200])[0, 1] for bank in (common, own)]
    assert correlations[1] > correlations[0]


@pytest.mark.parametrize("slopes", ["common", "item"])
def test_the_unit_of_calibration_scores_does_not_matter(slopes):
    draws = np.random.default_rng(12)
    table = draws.random((12, 20))
    one = adaptive.ItemBank.fit(table, score_range=(0, 1), slopes=slopes)
    raw = adaptive.ItemBank.fit(80 * table - 40, score_range=(-40, 40), slopes=slopes)
    golf = adaptive.ItemBank.fit(40 - 80 * table, score_range=(-40, 40), slopes=slopes,
                                 greater_is_better=False)  # fmt: skip
    turned = adaptive.ItemBank.fit(1 - table, score_range=(0, 1), slopes=slopes)
    for other in (raw, golf):
        np.testing.assert_allclose(other.b, one.b, rtol=1e-6, atol=1e-6)
        np.testing.assert_allclose(other.phi, one.phi, rtol=1e-6)
    np.testing.assert_allclose(turned.b, -one.b, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(turned.a, one.a, rtol=1e-5)
