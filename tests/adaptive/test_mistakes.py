"""Mistakes: one sentence each, and the state as it was."""

from __future__ import annotations

import re

import numpy as np
import pytest

from scorio import adaptive

BANK = adaptive.ItemBank.from_params(1, [-1.0, 0.0, 1.0], 0.5, items=["x", "y", "z"])


def run_of(**options):
    return adaptive.Ranker(BANK, ["a", "b"], warmup=1, **options)


BANKS = [
    ({"a": [], "b": []}, "the bank has no items"),
    ({"a": [1, 2], "b": [0]}, "b has 1 but the bank has 2 items"),
    ({"a": 0, "b": [0]}, 'a = 0 of item "0" is not positive and finite'),
    ({"a": 1, "b": [float("nan")]}, 'b = NaN of item "0" is not finite'),
    ({"a": 1, "b": [0], "phi": -1}, 'phi = -1 of item "0" is not positive and finite'),
    ({"a": 1, "b": [0], "s": float("inf")}, 's = inf of item "0" is not a finite number from 0'),
    ({"a": 1, "b": [0, 1], "items": ["q", "q"]}, 'the bank has item "q" twice'),
    ({"a": 1, "b": [0], "kept": [False]}, "the bank keeps none of its items"),
    ({"a": 1, "b": [0], "score_range": (1, 1)}, "scores from 1 to 1 are no range"),
    ({"a": 1, "b": 0, "steps": [[]]}, 'item "0" has an empty list of steps'),
    ({"a": 1, "b": 0, "steps": [[0, float("nan")]]}, 'steps = NaN of item "0" is not finite'),
    ({"a": 1, "b": [0, 1], "steps": [[0.0]]}, "steps has 1 but the bank has 2 items"),
    ({"a": 1, "b": 0, "steps": []}, "steps has 0 but the bank has 1 item"),
    ({"a": 1, "b": [0, 1], "steps": [None] * 3}, "b has 2 but the bank has 3 items"),
    ({"a": 1, "b": 0, "steps": [1.0]}, "steps[0] has 0 axes: give the thresholds of the item"),
]


@pytest.mark.parametrize(("given", "sentence"), BANKS)
def test_banks(given, sentence):
    with pytest.raises(ValueError) as raised:  # noqa: PT011  the whole sentence is below
        adaptive.ItemBank.from_params(**given)
    assert str(raised.value) == sentence


RUNS = [
    ((["a"], {}), "1 model to rank: a ranking needs at least two models"),
    (([], {"goal": "score"}), "there is no model"),
    ((["a", "a"], {}), 'model "a" is named twice'),
    ((["a", "b"], {"cost": {"a": 1, "c": 1}}), "cost has model 'c', which is not in the run"),
    ((["a", "b"], {"cost": [1]}), "cost has 1 entries but there are 2 models"),
    ((["a", "b"], {"cost": [1, -2]}), 'the cost -2 of model "b" is not positive and finite'),
    ((["a", "b"], {"cost": [[1, 1], [1, 1]]}), 'model "a" has 2 costs but the bank has 3 items'),
    (
        (["a", "b"], {"budget": 3, "warmup": 2}),
        "the warm-up costs 4, more than the budget of 3; take a smaller warmup, or a larger budget",
    ),
    (
        (["a", "b"], {"warmup": 3, "max_items": 2}),
        (
            "warmup = 3 is more than max_items = 2, the most items of a model; "
            "take a smaller warmup, or a larger max_items"
        ),
    ),
    (
        (["a"], {"goal": "score", "precision": 0.1, "max_items": 2}),
        (
            "warmup = 10 is more than max_items = 2, the most items of a model; "
            "take a smaller warmup, or a larger max_items"
        ),
    ),
    (
        (["a", "b"], {"warmup": 0, "budget": 1.5}),
        "one trial of each model costs 2, more than the budget of 1.5",
    ),
    (
        (["a"], {"goal": "score", "cost": [[3, 2, 4]], "budget": 1}),
        "one trial of each model costs 2, more than the budget of 1",
    ),
    ((["a", "b"], {"rho": 3, "resolution": 0.3}), "rho and resolution exclude each other"),
    (
        (["a", "b"], {"boundary": "two-sided", "resolution": 0.3}),
        "resolution is for the anytime boundary alone: leave it out",
    ),
    (
        (["a", "b"], {"boundary": "spending"}),
        "the boundary spending needs a budget or max_items, to know which look is the last one",
    ),
    (
        (["a", "b"], {"boundary": "one-sided", "rho": 3}),
        "rho is for the anytime boundary alone: leave it out",
    ),
    *(
        (
            (["a"], {"goal": "score", name: value}),
            f"{name} is for ranks, but the goal is scores: leave it out",
        )
        for name, value in [
            ("baseline", "a"), ("family", True), ("boundary", "two-sided"), ("rho", 3),
            ("resolution", 0.3), ("allocation", "uniform"), ("select", "expected"),
            ("per_cost", True),
        ]
    ),
    (
        (["a", "b"], {"goal": "score", "top": 1}),
        "top is for ranks, but the goal is scores: leave it out",
    ),
    (
        (["a", "b"], {"cost": {"a": 1}}),
        "cost does not say what a trial of model 'b' costs",
    ),
    (
        (["a", "b"], {"cost": {"a": 1, "b": {"x": 1, "y": 1}}}),
        "there is no cost of item 'z' for model 'b'",
    ),
    (
        (["a", "b"], {"cost": {"a": 1, "b": {"w": 1}}}),
        "there is a cost of item 'w', which the bank does not have",
    ),
    ((["a", "b"], {"budget": -1}), "budget = -1 is not positive and finite"),
    ((["a", "b"], {"confidence": 1.0}), "confidence = 1 is not between 0 and 1"),
    ((["a", "b"], {"top": 2}), "top = 2 of 2 models: it has to be from 1 to 1"),
    ((["a", "b"], {"top": 1, "baseline": "a"}), "top and baseline exclude each other"),
    ((["a", "b"], {"baseline": "c"}), 'the run has no model "c"'),
    ((["a", "b"], {"boundary": "x"}),
     'boundary = "x" is not one of auto, spending, anytime, two-sided, one-sided'),
    ((["a", "b"], {"select": "top:0"}),
     'select = "top:0" is not one of information, expected, top, top:NUMBER'),
    ((["a", "b"], {"out_of_range": "x"}), 'out_of_range = "x" is not one of error, clip'),
    ((["a", "b"], {"resolution": 0}), "resolution = 0 is not positive and finite"),
    ((["a", "b"], {"rho": float("nan")}), "rho = NaN is not positive and finite"),
    ((["a", "b"], {"prior": (0, 0)}), "the variance of the prior = 0 is not positive and finite"),
]  # fmt: skip


def test_a_sample_of_few_items_needs_no_warmup():
    """Without a precision, a warm-up means nothing for scores."""
    run = adaptive.Ranker(BANK, ["a"], goal="score", max_items=2)
    assert len(run.ask(9)) == 2


@pytest.mark.parametrize(("given", "sentence"), RUNS)
def test_runs(given, sentence):
    models, options = given
    with pytest.raises(ValueError) as raised:  # noqa: PT011  the whole sentence is below
        adaptive.Ranker(BANK, models, **options)
    assert str(raised.value) == sentence


def answered():
    run = run_of()
    query = run.ask(1)[0]
    run.tell(query, 0.5)
    return run, query


ANSWERS = [
    (lambda run, query: run.tell(query, 0.5), "query 0 is answered already"),
    (lambda run, query: run.tell_failed(query), "query 0 is answered already"),
    (lambda run, _: run.tell(7, 0.5), "query 7 was not asked"),
    (lambda run, _: run.add("a", "y", 0.5), 'model "a" has its trial of item "y" already'),
    (lambda run, _: run.add("c", "y", 0.5), 'the run has no model "c"'),
    (lambda run, _: run.add("a", "w", 0.5), 'the bank has no item "w"'),
    (
        lambda run, _: run.add("a", "x", 1.5),
        (
            'the score 1.5 of item "x" is outside the bank\'s range, 0 to 1; '
            'pass out_of_range="clip" to clip and count such scores'
        ),
    ),
    (
        lambda run, _: run.add("a", "x", float("nan")),
        'the score NaN of item "x" is not finite',
    ),
    (lambda run, _: run.add("a", "x", 0.5, cost=-1), "cost = -1 is not a finite number from 0"),
    (lambda run, _: run.ask_item("a", "y"), 'model "a" has its trial of item "y" already'),
    (lambda run, _: run.ask_item("c", "y"), 'the run has no model "c"'),
    (lambda run, _: run.ask_item("a", "w"), 'the bank has no item "w"'),
    (lambda run, _: run.enough("a", "w"), 'the bank has no item "w"'),
]


@pytest.mark.parametrize(("mistake", "sentence"), ANSWERS)
def test_answers_leave_the_run_as_it_was(mistake, sentence):
    run, query = answered()
    assert query.item == "y"
    before = run._core.state()
    with pytest.raises(ValueError) as raised:  # noqa: PT011  the whole sentence is below
        mistake(run, query)
    assert str(raised.value) == sentence
    assert run._core.state() == before


def test_a_trial_beyond_the_budget():
    run = run_of(budget=2.5)
    run.ask_item("a", "x")
    run.ask_item("a", "y")
    before = run._core.state()
    assert run.enough("b", "x") == "budget"
    with pytest.raises(ValueError) as raised:  # noqa: PT011  the whole sentence is below
        run.ask_item("b", "x")
    expected = "the trial costs 1, more than the 0.5 that is left of the budget of 2.5"
    assert str(raised.value) == expected
    assert run._core.state() == before


def test_scores_of_abilities():
    for given, sentence in [
        ({"w": 1}, 'the bank has no item "w"'),
        ({"x": 2}, 'the score 2 of item "x" is outside the bank\'s range, 0 to 1'),
        ({"x": (2, 3)}, 'the score 1.5 of item "x" is outside the bank\'s range, 0 to 1'),
        ({"x": (-1, 0)}, 'item "x" has -1 trials with a sum of 0, which is impossible'),
    ]:
        with pytest.raises(ValueError) as raised:  # noqa: PT011  the whole sentence is below
            adaptive.ability(BANK, given)
        assert raised.value.problem == sentence
    with pytest.raises(ValueError, match="at least two items"):
        adaptive.ability(BANK, {"x": 1}).score(assisted=True)


def test_clipped_scores_are_counted():
    run = run_of(out_of_range="clip")
    run.add("a", "x", 1.5)
    run.add("a", "y", -2)
    assert run.result().clipped == 2


NAN = float("nan")
GOOD = [[0, 1, 1], [0, 0, 1], [0, 1, 0]]
CALIBRATIONS = [
    (GOOD[:2], {}, "2 models of a calibration: it needs at least 3"),
    (
        [[1, 1]] * 4,
        {},
        "every score of the calibration models is 1, so that items do not differ",
    ),
    (
        [[0.5, 0.5]] * 4,
        {"score_range": (0, 1)},
        "every score of the calibration models is 0.5, so that items do not differ",
    ),
    (
        [[0, NAN, 1], [1, NAN, 0], [1, NAN, 1]],
        {},
        'item "1" of the calibration has no trial',
    ),
    (
        [[0, 1], [NAN, NAN], [1, 1], [0, 0]],
        {},
        'model "1" of the calibration has no trial',
    ),
    ([[NAN] * 2] * 3, {}, "there is no trial"),
    ([[0, float("inf")]] * 3, {}, "scores has an infinite number"),
    (
        GOOD,
        {"score_range": (0, 0.5)},
        'the mean score 1 of model "0" on item "1" is outside the range of scores, 0 to 0.5',
    ),
    (GOOD, {"score_range": (1, 0)}, "scores from 1 to 0 are no range"),
    (GOOD, {"score_range": (0, NAN)}, "scores from 0 to NaN are no range"),
    (GOOD, {"estimator": "x"}, "estimator = 'x' is not one of 'eb', 'ql', 'moments'"),
    (GOOD, {"slopes": "x"}, "slopes = 'x' is not one of 'common', 'item'"),
    (
        GOOD,
        {"slopes": "item", "estimator": "ql"},
        "slopes = 'item' needs estimator = 'eb': 'ql' has common slopes",
    ),
    (GOOD, {"strata": "task"}, "strata = 'task' needs counts: give the stratum of each item"),
    (GOOD, {"strata": ["x"]}, "strata has 1 name but there are 3 items"),
    (GOOD, {"items": ["q"]}, "there are 1 names of 3 items"),
    (GOOD, {"items": ["q", "r", "q"]}, 'the bank has item "q" twice'),
    (GOOD, {"weights": [0, 1]}, "weights are for counts"),
    (np.zeros((3, 0)), {}, "there is no trial"),
]


@pytest.mark.parametrize(("given", "options", "sentence"), CALIBRATIONS)
def test_calibration(given, options, sentence):
    with pytest.raises(ValueError) as raised:  # noqa: PT011  the whole sentence is below
        adaptive.ItemBank.fit(given, **options)
    assert str(raised.value) == sentence


@pytest.mark.parametrize("method", ["eb", "ql", "moments"])
def test_items_without_variation_are_kept_and_reported(method):
    table = np.random.default_rng(4).random((6, 8))
    table[:, 3] = 0.5
    bank = adaptive.ItemBank.fit(table, estimator=method, score_range=(0, 1))
    assert np.isfinite(bank.b).all()
    assert bank.kept.all()
    sentence = "1 item has no correlation with ability, because all models score the same there."
    assert sentence in bank.report()


WRONG_TYPES = [
    (lambda: adaptive.ItemBank.fit(GOOD, score_range=(0, 1, 2)), "score_range"),
    (lambda: adaptive.ItemBank.fit(GOOD, score_range="ab"), "score_range"),
    (lambda: adaptive.ItemBank.fit(GOOD, items=[1, 2, 3]), "items are not all texts"),
    (lambda: adaptive.ItemBank.fit([["a", "b"]] * 3), "scores is not an array of numbers"),
    (lambda: adaptive.ability("bank", {}), "bank = 'bank' is not an ItemBank"),
    (lambda: adaptive.ability(BANK, [1, 2]), "is not a dict of items"),
    (lambda: adaptive.ability(BANK, {}, prior=3), "prior = 3 is not two numbers"),
    (lambda: adaptive.Ranker("bank", ["a", "b"]), "bank = 'bank' is not an ItemBank"),
    (lambda: run_of(prior=3), "prior = 3 is not two numbers"),
    (lambda: run_of(cost="x"), "cost = 'x' is not a number"),
]


@pytest.mark.parametrize(("call", "sentence"), WRONG_TYPES)
def test_arguments_of_another_type(call, sentence):
    with pytest.raises(TypeError, match=re.escape(sentence)):
        call()


@pytest.mark.parametrize("theta", [NAN, float("inf")])
def test_curves_at_no_ability(theta):
    for curve in (BANK.information, BANK.expected_score):
        with pytest.raises(ValueError, match=f"theta = {theta!r} is not finite"):
            curve(theta)


def test_clipped_scores_of_an_ability_are_counted():
    found = adaptive.ability(BANK, {"x": 1.5, "y": -2, "z": 0.5}, out_of_range="clip")
    assert found.clipped == 2
    assert found.mode == adaptive.ability(BANK, {"x": 1, "y": 0, "z": 0.5}).mode
    with pytest.raises(ValueError, match='out_of_range = "x" is not one of error, clip'):
        adaptive.ability(BANK, {}, out_of_range="x")


def test_arguments():
    run = run_of()
    with pytest.raises(TypeError):
        adaptive.Ranker(BANK, "ab")
    with pytest.raises(TypeError):
        run.tell(run.ask(1)[0], "good")
    with pytest.raises(ValueError, match="count"):
        run.ask(0)
    with pytest.raises(ValueError, match="no stratum"):
        BANK.select(["x"])
    with pytest.raises(TypeError):
        adaptive.ItemBank.from_params(1, [0.0], items=[3])
    with pytest.raises(ValueError):  # noqa: PT011  of NumPy's rows
        adaptive.ItemBank.fit(np.zeros((3, 2, 2, 2)))


def test_a_query_of_another_run_is_refused():
    run = run_of()
    query = run.ask(1)[0]
    for other in (query._replace(item="other"), query._replace(model="z")):
        sentence = (
            f"query 0 of this run asks item {query.item!r} of model {query.model!r}, not item "
        )
        with pytest.raises(ValueError, match=re.escape(sentence)):
            run.tell(other, 0.5)
        with pytest.raises(ValueError, match=re.escape(sentence)):
            run.tell_failed(other)
    run.tell(query, 0.5)


def test_a_bank_of_equal_models_says_that_it_cannot_rank(tmp_path):
    bank = adaptive.ItemBank.fit(np.tile([0.0, 1.0, 1.0, 0.0], (5, 1)))
    assert bank.report()[-1] == "The models do not differ, so that this bank cannot rank."
    for name in ("bank.json", "bank.parquet"):
        bank.save(tmp_path / name)
        assert adaptive.ItemBank.load(tmp_path / name).report() == bank.report()


def test_scores_between_steps():
    bank = adaptive.ItemBank.from_params(1, 0, steps=[[-1.0, 0.0, 1.0], None], score_range=(0, 6))
    sentence = 'the score 3 of item "0" is on none of its 4 levels'
    with pytest.raises(ValueError, match=re.escape(sentence)):
        adaptive.ability(bank, {"0": 3})
    with pytest.raises(ValueError, match="the score 3 of item"):
        adaptive.ability(bank, {"0": (3, 9)})
    assert adaptive.ability(bank, {"0": (2, 6), "1": 3}).mode == pytest.approx(0)
    run = adaptive.Ranker(bank, ["a", "b"], warmup=1)
    query = run.ask_item("a", "0")
    with pytest.raises(ValueError, match=re.escape(sentence)):
        run.tell(query, 3)
    run.tell(query, 4)
