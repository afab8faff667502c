"""Replay: designs on recorded scores, and what runs promise of twins, intervals and scores."""

from __future__ import annotations

import json
import math
import subprocess
import sys

import numpy as np
import pytest
from adaptive_sets import s1, s6, simulated

import scorio
from scorio import adaptive

SERIES = [
    *((design, by) for design in ("paired", "random", "stratified", "static")
      for by in ("mean", "ability")),
    ("adaptive", "ability"),
]  # fmt: skip


@pytest.fixture(scope="module")
def small():
    scores, _, _ = simulated(16, 120, 3)
    return adaptive.replay(scores, hold_out=4, folds=6, max_items=60, goal="score")


def test_the_baselines_always_stand_beside(small):
    assert {(row.design, row.scoring) for row in small.needs} == set(SERIES)
    for design, by in SERIES:
        own = [row for row in small if (row.design, row.scoring) == (design, by)]
        assert [row.items for row in own] == list(range(1, 61))
        assert all(row.sets == 6 for row in own)
        assert all(-1 <= row.tau <= 1 and 0 <= row.top <= 1 for row in own)
    assert [row.boundary for row in small.decisions] == [
        "two-sided", "spending", "spending, family", "anytime", "anytime, family"
    ]  # fmt: skip
    assert all(row.pairs == 36 for row in small.decisions)
    assert all(row.right + row.wrong == row.decided for row in small.decisions)
    assert all(one.items == 120 and one.calibrators == 12 for one in small.sets)
    # Six sets of four of sixteen: a round of four without an overlap, and then another round.
    first = [name for one in small.sets[:4] for name in one.models.split(", ")]
    assert sorted(first, key=int) == [str(place) for place in range(16)]


def test_the_same_seed_gives_the_same_result():
    scores, _, _ = simulated(12, 80, 3)
    given = {"max_items": 40, "goal": "score"}
    alone = adaptive.replay(scores, threads=1, **given)
    assert alone == adaptive.replay(scores, threads=2, **given)
    assert alone != adaptive.replay(scores, seed=1, **given)


def test_a_replay_is_the_run_of_the_ranker():
    """The first hold-out set, run by `Ranker` on a bank of the other models."""
    scores, _, _ = simulated(12, 90, 4, phi=0.3)
    found = adaptive.replay(scores, folds=1, max_items=40, boundary="two-sided", score_range=(0, 1))
    held = [int(name) for name in found.sets[0].models.split(", ")]
    rest = [place for place in range(12) if place not in held]
    bank = adaptive.ItemBank.fit(scores[rest], score_range=(0, 1))
    names = [str(place) for place in held]
    run = adaptive.Ranker(bank, names, max_items=40, boundary="two-sided")
    result = run.run(lambda model, item: scores[int(model), int(item)])
    decided = found.decisions[0]
    assert decided.decided == sum(pair.decided for pair in result.pairs)
    assert decided.items == sum(row.items for row in result) / 4
    by_name = {row.model: row.ability for row in result}
    truth = scores[held].mean(axis=1)
    signs = [
        np.sign((by_name[names[i]] - by_name[names[j]]) * (truth[i] - truth[j]))
        for i in range(4) for j in range(i)
    ]  # fmt: skip
    assert decided.tau == pytest.approx(np.mean(signs))


def test_tables_have_the_paper_s_columns(small):
    text = small.to_text()
    for names in [
        ["Dataset", "Metric", "Size", "a", "Adaptive τ", "Baseline τ", "Items", "% Used"],
        ["Dataset", "Metric", "Adapt Tie%", "GT Tie%", "Tie P", "Tie R", "Tie F1", "Conf Acc"],
        ["Dataset", "Metric", "Adapt τ", "Fixed τ", "Δτ", "Item Savings", "Cost Savings"],
        ["Dataset", "Metric", "a", "R²", "τ"],
    ]:
        header = next(
            line for line in text.splitlines()
            if line.startswith("Dataset") and all(name in line for name in names)
        )  # fmt: skip
        places = [header.index(name) for name in names[:2]]
        assert places == sorted(places)
    assert "Table 5 needs the families of the models." in small.notes
    scores, _, _ = simulated(16, 120, 3)
    families = {str(place): "ABCD"[place % 4] for place in range(16)}
    found = adaptive.replay(scores, hold_out=2, max_items=60, families=families)
    assert "Table 5: calibrated on other families" in found.to_text()
    assert found.summary.family_adaptive_tau is not None


def test_a_cost_saves_cost_and_no_items():
    scores, _, _ = simulated(12, 200, 3)
    given = {"max_items": 150, "boundary": "two-sided", "confidence": 0.8}
    same = adaptive.replay(scores, **given).summary
    assert same.cost_savings == pytest.approx(same.item_savings)
    cost = {str(place): 1.0 + place % 3 for place in range(12)}
    assert adaptive.replay(scores, cost=cost, **given).summary.cost_savings != same.cost_savings


def test_it_is_drawn_and_saved(small, tmp_path):
    assert small.plot().to_svg().startswith("<svg")
    small.save(tmp_path / "replay.json")
    document = json.loads((tmp_path / "replay.json").read_text())
    assert {"rows", "needs", "decisions", "summary", "sets"} <= set(document)
    for ending in ("csv", "md", "tex", "html", "parquet"):
        small.save(tmp_path / f"replay.{ending}")


def test_scores_that_are_missing_are_no_items():
    scores, _, _ = simulated(12, 80, 3)
    scores[0, :10] = np.nan
    found = adaptive.replay(scores, folds=3, max_items=80)
    sizes = {one.items for one in found.sets}
    assert sizes == {70, 80}
    assert "10 items left out of sets whose models lack them." in found.notes


def test_the_range_is_that_of_the_calibration_models():
    scores, _, _ = simulated(12, 80, 3, phi=0.1)
    scores[4:] = 0.2 + 0.5 * scores[4:]
    names = [str(place) for place in range(4, 12)]
    found = adaptive.replay(scores, folds=1, calibrate=names, max_items=40)
    assert found.sets[0].clipped > 0
    assert found.sets[0].models == "0, 1, 2, 3"


def test_lower_scores_may_be_better():
    scores, _, _ = simulated(12, 80, 3, phi=0.1)
    given = {"max_items": 40, "goal": "score"}
    one = adaptive.replay(scores, **given)
    other = adaptive.replay(1 - scores, greater_is_better=False, **given)
    for row, turned in zip(one, other, strict=True):
        assert turned.tau == pytest.approx(row.tau)
        assert turned.rmse == (None if row.rmse is None else pytest.approx(row.rmse))


# The bands that the defaults have to keep.


@pytest.fixture(scope="module")
def s6_replay():
    return adaptive.replay(s6()[0], hold_out=8, folds=20, max_items=300, goal="score")


def test_adaptive_is_not_behind_random_items(s6_replay):
    adaptive_tau = s6_replay.at("adaptive", 300).tau
    assert adaptive_tau >= s6_replay.at("paired", 300, "mean").tau - 0.02
    assert adaptive_tau >= s6_replay.at("random", 300, "mean").tau + 0.04


@pytest.mark.parametrize("design", ["random", "paired"])
@pytest.mark.parametrize("scoring", ["ability", "assisted"])
def test_scores_of_a_random_sample_are_covered(s6_replay, design, scoring):
    step = next(
        row for row in s6_replay
        if (row.design, row.scoring, row.items) == (design, scoring, 100)
    )  # fmt: skip
    assert 0.90 <= step.coverage <= 0.98


def test_few_items_rank_where_scores_have_little_noise():
    found = adaptive.replay(s1()[0], hold_out=8, folds=20, max_items=700)
    assert found.need("adaptive") <= 200
    own = found.need("random", "mean")
    assert own is None or own >= 500


def test_intervals_of_abilities_cover_the_truth():
    """S1: abilities of held-out models after 50 items, on the scale of the calibration."""
    covered = []
    for seed in range(12):
        scores, theta, _ = s1(seed)
        bank = adaptive.ItemBank.fit(scores[:32], score_range=(0, 1))
        # The scale has the mean ability of the calibration models as 0.
        centre = theta[:32].mean()
        draws = np.random.default_rng(seed)
        for place in range(32, 40):
            chosen = draws.choice(1_000, 50, replace=False)
            own = {str(item): float(scores[place, item]) for item in chosen}
            low, high = adaptive.ability(bank, own).interval(0.95)
            covered.append(low <= theta[place] - centre <= high)
    assert 0.92 <= np.mean(covered) <= 0.98


def false_decisions(boundary, budgets, runs=200):
    """The share of runs of two equal models that are decided by so many items each."""
    _, _, b = simulated(1, 2_000, 7)
    bank = adaptive.ItemBank.from_params(1, b)
    stopped = []
    for seed in range(runs):
        draws = np.random.default_rng([seed, 7])
        chance = dict(zip(bank.items, bank.expected_score(0.3), strict=True))
        run = adaptive.Ranker(
            bank, ["a", "b"], boundary=boundary, max_items=max(budgets), allocation="uniform"
        )
        result = run.run(lambda _, item: float(draws.random() < chance[item]))  # noqa: B023
        most = max(row.items for row in result)
        stopped.append(most if result.pairs[0].decided else math.inf)
    return [float(np.mean([at <= budget for at in stopped])) for budget in budgets]


def test_a_budget_is_spent_nearly_as_well_as_a_single_look():
    """Spending decides at least .9 of what one look at the end would, and the anytime rule less."""
    _, _, b = simulated(1, 600, 7)
    bank = adaptive.ItemBank.from_params(1, b)
    decided = dict.fromkeys(("one look", "spending", "anytime"), 0)
    for seed in range(150):
        draws = np.random.default_rng([seed, 11])
        chance = {name: bank.expected_score(one) for name, one in (("a", 0.0), ("b", 0.55))}
        table = {name: draws.random(len(bank)) < own for name, own in chance.items()}
        for rule in decided:
            never = {"boundary": "two-sided", "confidence": 1 - 1e-12}
            options = never if rule == "one look" else {"boundary": rule}
            run = adaptive.Ranker(bank, ["a", "b"], max_items=100, **options)
            (pair,) = run.run(lambda model, item, own=table: float(own[model][int(item)])).pairs
            decided[rule] += pair.z > 1.959964 if rule == "one look" else pair.decided
    assert decided["spending"] >= 0.9 * decided["one look"]
    assert decided["anytime"] < 0.8 * decided["spending"]


def test_the_other_half_is_the_truth(small):
    scores, _, _ = simulated(16, 120, 3)
    given = {"hold_out": 4, "folds": 6, "max_items": 60, "goal": "score"}
    other = adaptive.replay(scores, truth="other-half", **given)
    assert [one.models for one in other.sets] == [one.models for one in small.sets]
    assert {one.items for one in other.sets} == {60}
    # All items of a half are not the other half: what is asked is no part of the truth.
    own, whole = other.at("paired", 60, "mean"), small.at("paired", 60, "mean")
    assert own.tau < whole.tau
    assert own.rmse > whole.rmse
    assert "the half of the items that no design asks" in other.to_text()
    assert "the half of the items" not in small.to_text()


def test_twins_are_seldom_decided():
    assert max(false_decisions("anytime", [20, 50, 100])) <= 0.06
    # At most .05, with two Monte Carlo errors.
    assert max(false_decisions("spending", [20, 50, 100], runs=400)) <= 0.072
    assert 0.11 <= false_decisions("two-sided", [20], runs=400)[0] <= 0.22


# Mistakes.

GOOD, _, _ = simulated(8, 40, 1)
WRONG = [
    ({"hold_out": 6}, "hold_out = 6 of 8 models leaves 2 for the calibration, which needs 3"),
    ({"hold_out": 8}, "hold_out = 8 of 8 models leaves 0 for the calibration, which needs 3"),
    ({"hold_out": 1}, "hold_out = 1 is too few: a ranking needs at least 2 models"),
    ({"folds": 0}, "folds = 0 is not a whole number from 1 to 1,000,000,000"),
    ({"calibrate": 2}, "calibrate = 2 is too few: a calibration needs at least 3 models"),
    ({"calibrate": 5}, "calibrate = 5 is too many: with 4 of 8 models held out, 4 are left"),
    ({"calibrate": ["0", "1", "x"]}, "calibrate has model 'x', which is not in the data"),
    ({"calibrate": ["0", "1", "2", "3", "4"]},
     "hold_out = 4 is too many: of 8 models, 5 calibrate, so that 3 are left"),
    ({"families": {"x": "A"}}, "families has model 'x', which is not in the data"),
    ({"families": {"0": "A"}}, "there is no family of model '1': name that of every model"),
    ({"cost": [1, 2]}, "cost has 2 entries but there are 8 models"),
    ({"cost": {"0": -1}}, 'the cost -1 of model "0" is not positive and finite'),
    ({"models": ["a", "b"]}, "models has 2 names but there are 8 models"),
    ({"models": ["a"] * 8}, "models has 'a' twice"),
    ({"items": ["q"]}, "there are 1 names of 40 items"),
    ({"strata": ["x"]}, "strata has 1 name but there are 40 items"),
    (
        {"max_items": 5},
        (
            "warmup = 10 is more than max_items = 5, the most items of a model; "
            "take a smaller warmup, or a larger max_items"
        ),
    ),
    ({"score_range": (0, 0)}, "scores from 0 to 0 are no range"),
    ({"goal": "x"}, 'goal = "x" is not one of rank, score'),
    ({"boundary": "x"},
     'boundary = "x" is not one of auto, spending, anytime, two-sided, one-sided'),
    ({"truth": "half"}, 'truth = "half" is not one of all, other-half'),
    ({"select": "top:3"}, 'select = "top" is not one of information, expected'),
    ({"tau": 1.5}, "tau = 1.5 is not between 0 and 1"),
    ({"confidence": 0}, "confidence = 0 is not between 0 and 1"),
    ({"estimator": "x"}, "estimator = 'x' is not one of 'eb', 'ql', 'moments'"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "sentence"), WRONG)
def test_mistakes(given, sentence):
    with pytest.raises(ValueError) as raised:  # noqa: PT011  the whole sentence is below
        adaptive.replay(GOOD, **given)
    assert str(raised.value) == sentence


def test_mistakes_in_the_data():
    def said(scores, **given):
        with pytest.raises(ValueError) as raised:  # noqa: PT011  the sentence is returned
            adaptive.replay(scores, folds=1, **given)
        return str(raised.value)

    alike = "every score of the calibration models is 1, so that items do not differ"
    assert said(np.ones((8, 40))) == alike
    assert "every score of the calibration models is 0.5" in said(np.full((8, 40), 0.5))
    assert said([[0.0, np.inf]] * 8) == "scores has an infinite number"
    assert "hold_out = 4 of 5 models leaves 1" in said(GOOD[:5])
    apart = np.full((8, 40), np.nan)
    for place in range(8):
        apart[place, 5 * place : 5 * place + 5] = [0, 1, 0, 1, 1]
    assert "have fewer than 2 items in common" in said(apart)
    same = GOOD.copy()
    same[:4] = 1.0
    names = ["4", "5", "6", "7"]
    assert said(same, calibrate=names) == (
        "the held-out models 0, 1, 2, 3 all score 1, so that they have no order"
    )


def test_the_command_prints_tables(tmp_path):
    scores, _, _ = simulated(10, 60, 2)
    log = tmp_path / "full.jsonl"
    log.write_text(
        "".join(
            json.dumps({"model": f"m{i}", "id": f"q{j}", "score": scores[i, j], "cat": j % 3})
            + "\n"
            for i in range(10) for j in range(60)
        )
    )  # fmt: skip

    def command(*more, code=0):
        done = subprocess.run(
            [sys.executable, "-m", "scorio", "adaptive", "replay", str(log), "--question", "id",
             "--outcome", "score", "--folds", "3", *more],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == code, done.stderr
        return done

    table = tmp_path / "table.md"
    text = command("--strata", "cat", "--out", str(table)).stdout
    assert "Table 2" in table.read_text() + text
    found = json.loads(command("--json", "--goal", "score", "--max-items", "30").stdout)
    counts = scorio.count(log, question="id", outcome="score")
    own = adaptive.replay(counts, folds=3, goal="score", max_items=30)
    assert [row["tau"] for row in found["rows"]] == [row.tau for row in own]
    half = json.loads(command("--json", "--truth", "other-half", "--max-items", "30").stdout)
    other = adaptive.replay(counts, folds=3, truth="other-half", max_items=30)
    assert [row["tau"] for row in half["rows"]] == [row.tau for row in other]
    assert half["settings"]["truth"] == "other-half"
    wrong = command("--hold-out", "9", code=2).stderr
    assert "leaves 1 for the calibration, which needs 3" in wrong
    assert "Traceback" not in wrong
    assert "give MODEL=COST" in command("--cost", "m1=x", code=2).stderr
