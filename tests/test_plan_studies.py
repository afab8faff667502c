"""Splits of a budget, repeated looks, and bad input of plans."""

import math
import subprocess
import sys

import numpy as np
import polars as pl
import pytest

import scorio
from scorio import plan, simulate


def brute_split(between, within, budget, cost, most):
    splits = {}
    for n in range(1, budget + 1):
        m = min(most, math.floor(budget / (n + cost)))
        if m:
            splits[(m, n)] = math.sqrt((between + within / n) / m)
    return min(splits, key=splits.get), min(splits.values())


@pytest.mark.parametrize("cost", [0.0, 0.5, 20.0])
@pytest.mark.parametrize("most", [7, 10**9])
def test_the_split_is_the_best_of_all(cost, most):
    a, b = np.array([0.1, 0.5, 0.7, 0.9]), np.array([0.3, 0.4, 0.9, 0.4])
    between = np.var(a - b, ddof=1)
    within = np.mean(a * (1 - a) + b * (1 - b))
    found = plan.questions_or_trials(
        plan.assumed(a), plan.assumed(b), 500, question_cost=cost, max_questions=most
    )
    assert (found.between, found.within) == pytest.approx((between, within), rel=1e-12)
    place, sigma = brute_split(between, within, 500, cost, most)
    assert found[:2] == place
    assert found.sigma == pytest.approx(sigma, rel=1e-12)


def test_no_number_of_trials_is_beyond_the_split():
    a, b = plan.assumed([0.4, 0.9]), plan.assumed([0.3, 0.4])
    for most in (1, 3):
        found = plan.questions_or_trials(a, b, 10**9, max_questions=most)
        assert found[:2] == (most, 10**9 // most)
    # σ² = (B + W / N) / M with M = 10⁹ / (N + c) is smallest at N = √(c W / B).
    found = plan.questions_or_trials(a, b, 10**9, question_cost=1e7, max_questions=10**9)
    best = math.sqrt(1e7 * found.within / found.between)
    assert found.trials == pytest.approx(best, rel=0.01) or found.questions <= 100
    assert found.questions * (found.trials + 1e7) <= 10**9
    # If trials do not vary, one trial of each question is enough.
    certain = plan.assumed([0.0, 1.0]), plan.assumed([1.0, 1.0])
    assert plan.questions_or_trials(*certain, 10**9, max_questions=7)[:2] == (7, 1)


def test_a_plan_asks_for_no_more_questions_than_there_are():
    a, b = plan.assumed([0.1, 0.5, 0.7, 0.9]), plan.assumed([0.3, 0.4, 0.9, 0.4])
    found, wide = (plan.questions_or_trials(a, b, 500, max_questions=m) for m in (None, 500))
    assert (found[:2], wide[:2]) == ((4, 125), (500, 1))
    assert found[:5] == plan.questions_or_trials(a, b, 500, max_questions=4)[:5]
    assert found.says.endswith(
        "There are 4 questions. If others can be found, raise max_questions: 500 with 1 trial "
        f"of each leave a standard deviation of {wide.sigma:.4g}."
    )
    assert "If others" not in plan.questions_or_trials(a, b, 500, max_questions=4).says
    # Of questions that cost much, fewer than there are may be best: others are worth nothing then.
    dear = plan.questions_or_trials(a, b, 500, question_cost=150)
    assert dear.questions < 4
    assert "If others" not in dear.says
    # Where the pilot shows no variance between questions, all of them are asked, and no more.
    alike = plan.questions_or_trials([[0, 1]] * 9, [[1, 0]] * 9, 100)
    assert alike[:2] == (9, 11)


def test_components_are_estimated_without_bias():
    p = simulate.coins([0.4, 0.55], 2000, seed=8)
    R = simulate.trials(p, 4, seed=9)
    found = plan.questions_or_trials(R[0], R[1], 100)
    assert found.between == pytest.approx(np.var(p[0] - p[1], ddof=1), rel=0.15)
    assert found.within == pytest.approx(np.mean(p * (1 - p)) * 2, rel=0.05)
    # A shift of the weights changes nothing. A scale enters by its square.
    graded = plan.questions_or_trials(R[0], R[1], 100, w=[5.0, 7.0])
    assert graded.between == pytest.approx(4 * found.between, rel=1e-9)
    assert plan.questions_or_trials([[0, 1]] * 9, [[1, 0]] * 9, 100).between == 0.0


def test_counts_are_split_like_their_results():
    coins = scorio.count("examples/coins.jsonl", order=True)
    R, models, _ = coins.results()
    a, b = (coins.select(model=name) for name in (models[0], models[4]))
    by_rows = plan.questions_or_trials(R[0], R[4], 2400, question_cost=20)
    found = plan.questions_or_trials(a, b, 2400, question_cost=20)
    assert found[:2] == by_rows[:2]
    assert found[2:5] == pytest.approx(by_rows[2:5], rel=1e-12)
    # Pairs are found by name, whatever the order of the questions.
    names = list(dict.fromkeys(pl.DataFrame(a)["question"]))
    swapped = a.rename(question=dict(zip(names, names[1:] + names[:1], strict=True)))
    assert plan.questions_or_trials(swapped, b, 2400).between != found.between
    turned = scorio.count(pl.DataFrame(a).reverse())
    again = plan.questions_or_trials(turned, b, 2400, question_cost=20)
    assert again[2:5] == pytest.approx(found[2:5], rel=1e-12)


def test_counts_that_cannot_be_split_are_errors():
    coins = scorio.count("examples/coins.jsonl")
    a, b = (coins.select(model=name) for name in coins.models[:2])
    table = pl.DataFrame(a)
    with pytest.raises(ValueError, match="a has 11 models: select one"):
        plan.questions_or_trials(coins, b, 100)
    with pytest.raises(ValueError, match="have in common = 29"):
        plan.questions_or_trials(a.select(question=table["question"].to_list()[1:]), b, 100)
    with pytest.raises(TypeError, match="differ in kind"):
        plan.questions_or_trials(a, [[0, 1], [1, 1]], 100)
    one = table.with_columns(count_0=pl.lit(0), count_1=pl.lit(1))
    with pytest.raises(ValueError, match=r"number of trials of .* in a = 1"):
        plan.questions_or_trials(scorio.count(one), b, 100)
    with pytest.raises(ValueError, match="a has weights"):
        plan.questions_or_trials(scorio.count(table.with_columns(weight=2.0)), b, 100)


def test_looking_again_and_again_is_wrong_more_often():
    p = plan.assumed(simulate.coins([0.5], seed=3)[0])
    once = plan.repeated_looks(p, p, [80])
    often = plan.repeated_looks(p, p)
    assert once.wrong == once.wrong_once == once.stopped
    assert abs(once.wrong.value - 0.05) < 4 * once.wrong.error + 0.01
    assert often.wrong.value > 2.5 * once.wrong.value
    assert often.wrong == often.stopped
    assert often.trials.value < 80
    assert once.trials.value == 80
    strict = plan.repeated_looks(p, p, confidence=often.confidence, seed=5)
    assert abs(strict.wrong.value - 0.05) < 6 * strict.wrong.error
    assert often.confidence > 0.97


@pytest.mark.parametrize("questions", [1, 2, 5, 30])
@pytest.mark.parametrize("looks", [[1], [1, 2, 3], range(1, 21)])
def test_the_confidence_for_all_looks_stops_no_more_than_one_look(questions, looks):
    """With few questions z has few values, so many replicates share each value."""
    p = plan.assumed([0.5] * questions)
    seen = plan.repeated_looks(p, p, looks)
    if seen.confidence is None:
        assert questions <= 2
        assert list(looks) == [1]
        return
    assert 0.5 < seen.confidence < 1
    again = plan.repeated_looks(p, p, looks, seen.confidence)
    assert again.stopped.value <= 0.05
    other = plan.repeated_looks(p, p, looks, seen.confidence, seed=1).stopped
    assert other.value < 0.05 + 5 * other.error
    assert seen.says.startswith("Looking with confidence 0.")


def test_no_confidence_may_suit_all_looks():
    p = plan.assumed([0.5])
    # One question and one trial: z is 0 or 1, and 1 for half of the replicates.
    seen = plan.repeated_looks(p, p, [1], 0.8)
    assert seen.confidence is None
    assert abs(seen.stopped.value - 0.5) < 5 * seen.stopped.error
    assert "more than 0.2 of the replicates reach the largest z" in seen.says
    never = plan.assumed([0.0] * 5)
    seen = plan.repeated_looks(never, never, [1, 2])
    assert (seen.confidence, seen.stopped.value) == (None, 0.0)
    assert seen.says == "The looks need no other confidence: no replicate stops."
    differ = plan.repeated_looks(p, never, [1])
    assert differ.confidence is None
    assert "not known to be equal" in differ.says


def test_one_replicate_gives_no_standard_error():
    a, b = plan.assumed([0.5, 0.6]), plan.assumed([0.5, 0.2])
    assert math.isnan(plan.foresee(a, b, 3, replicates=1)[0].z.error)
    assert math.isnan(plan.repeated_looks(a, b, [3], replicates=1).trials.error)
    assert plan.foresee(a, b, 3, replicates=2)[0].z.error >= 0


def test_an_offset_of_the_weights_changes_nothing():
    a, b = plan.assumed([0.6] * 9), plan.assumed([0.55] * 9)
    plain = plan.trials_needed(a, b)
    for offset in (1e9, 1e11, 1e15):
        w = [offset, offset + 1]
        assert plan.trials_needed(a, b, w=w) == plain
        assert plan.smallest_difference(a, 20, w=w) == plan.smallest_difference(a, 20)
        seen = plan.foresee(a, b, 5, w=w, replicates=9)
        assert seen.rows == plan.foresee(a, b, 5, replicates=9).rows
    tiny = plan.foresee(a, b, 5, w=[0, 1e-200], replicates=9)[0]
    assert tiny.right == plan.foresee(a, b, 5, replicates=9)[0].right
    R = simulate.trials([a.p, b.p], 8, seed=1)
    split = plan.questions_or_trials(*R, 100, w=[1e15, 1e15 + 1])
    assert split == plan.questions_or_trials(*R, 100)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
@pytest.mark.parametrize(
    ("call", "what"),
    [
        ("plan.foresee(one, one, range(1, 200), replicates=10**7)", "z of every replicate"),
        ("plan.repeated_looks(one, one, [1], replicates=10**9)", "the largest z of every"),
        ("simulate.updates(3, 10**8, seed=1)", "the table of updates"),
        ("simulate.trials([0.5] * 40, 10**8, seed=1)", "the table of outcomes"),
    ],
)
def test_a_size_beyond_memory_is_an_error(call, what):
    code = f"""
import resource
from scorio import plan, simulate
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
one = plan.assumed([0.5])
{call}
"""
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1, ended.stderr
    assert f"ValueError: {what}" in ended.stderr
    assert "needs more memory than there is" in ended.stderr


def test_one_look_is_a_foresight():
    a, b = (plan.assumed(p) for p in simulate.coins([0.5, 0.52], seed=3))
    looks = plan.repeated_looks(a, b, [20])
    seen = plan.foresee(a, b, [20])[0]
    assert (looks.stopped, looks.wrong) == (seen.separated, seen.wrong)
    assert looks.confidence is None


def test_the_same_seed_gives_the_same_and_another_another():
    a, b = (plan.assumed(p) for p in simulate.coins([0.5, 0.52], seed=3))
    assert plan.foresee(a, b, seed=7) == plan.foresee(a, b, seed=7)
    assert plan.foresee(a, b, seed=7) != plan.foresee(a, b, seed=8)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda a: plan.trials_needed(a, a, 1.0), ValueError, "confidence = 1 is not between"),
        (
            lambda a: plan.trials_needed(a, [[0, 1]], power=1),
            ValueError,
            "power = 1 is not between",
        ),
        (lambda a: plan.trials_needed(a, [[0, 2]]), ValueError, "R[0, 1] = 2 is not a category"),
        (lambda a: plan.trials_needed(a, []), ValueError, "at least one question"),
        (lambda a: plan.trials_needed(a, [[None, 1]]), ValueError, "R[0, 0] is missing"),
        (
            lambda a: plan.trials_needed(a, np.zeros((2, 2, 2), int)),
            ValueError,
            "a pilot has 3 axes",
        ),
        (lambda a: plan.trials_needed(a, [[0, 1]], w=[0, 1, 2]), ValueError, "w has 3 weights but"),
        (lambda a: plan.trials_needed(a, a, w=[0, np.nan]), ValueError, "w[1] = NaN is not finite"),
        (lambda a: plan.trials_needed(a, plan.assumed([1.5])), ValueError, "p[0] = 1.5 is not in"),
        (lambda a: plan.trials_needed(a, plan.assumed([])), ValueError, "p has 0 rows"),
        (lambda _: plan.assumed([[0.5]]), ValueError, "p has 2 axes"),
        (lambda _: plan.assumed([0.5], categorical=True), ValueError, "p has 1 axis"),
        (lambda a: plan.foresee(a, a, []), ValueError, "there is no number of trials"),
        (
            lambda a: plan.foresee(a, a, [3, 3]),
            ValueError,
            "trials[1] = 3 is not a number of trials",
        ),
        (lambda a: plan.foresee(a, a, 0), ValueError, "trials = 0 is not a whole number"),
        (
            lambda a: plan.foresee(a, a, [1, 2.5]),
            TypeError,
            "trials[1] = 2.5 is not a whole number",
        ),
        (lambda a: plan.foresee(a, a, replicates=0), ValueError, "replicates = 0 is not a whole"),
        (lambda a: plan.foresee(a, a, seed=-1), ValueError, "seed = -1 is not a whole number"),
        (lambda a: plan.order_probability(a, a, 0), ValueError, "trials = 0 is not a whole number"),
        (lambda a: plan.smallest_difference(a, 0), ValueError, "trials = 0 is not a whole number"),
        (lambda a: plan.smallest_difference(a, 5, power=0), ValueError, "power = 0 is not between"),
        (lambda a: plan.smallest_difference(a, 5, 0), ValueError, "confidence = 0 is not between"),
        (lambda a: plan.questions_or_trials(a, [[0, 1]], 9), TypeError, "a and b differ in kind"),
        (lambda a: plan.questions_or_trials(a, a, 0), ValueError, "budget = 0 is not a whole"),
        (
            lambda a: plan.questions_or_trials(a, a, 3, question_cost=3),
            ValueError,
            "budget = 3 is not",
        ),
        (
            lambda a: plan.questions_or_trials(a, a, 9, question_cost=-1),
            ValueError,
            "question_cost = -1 is not a finite number from 0",
        ),
        (
            lambda a: plan.questions_or_trials(a, a, 9, max_questions=0),
            ValueError,
            "max_questions = 0",
        ),
        (lambda a: plan.questions_or_trials(a, a, 9, w=[0, 1]), ValueError, "without weights"),
        (
            lambda a: plan.questions_or_trials(a, plan.assumed([0.5]), 9),
            ValueError,
            "a has 2 questions but b has 1",
        ),
        (
            lambda _: plan.questions_or_trials([[0, 1]], [[0, 1]], 9),
            ValueError,
            "the number of questions = 1 is not from 2",
        ),
        (
            lambda _: plan.questions_or_trials([[0], [1]], [[0], [1]], 9),
            ValueError,
            "the number of trials of a = 1 is not from 2",
        ),
        (
            lambda _: plan.questions_or_trials([[0, 1], [0, 3]], [[0, 1], [0, 1]], 9),
            ValueError,
            "a[1, 1] = 3 is not a category",
        ),
        (lambda a: plan.repeated_looks(a, a, [2, 1]), ValueError, "trials[1] = 1 is not a number"),
        (lambda a: plan.repeated_looks(a, a, confidence=-1), ValueError, "confidence = -1 is not"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error) as caught:
        call(plan.assumed([0.25, 0.75]))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
