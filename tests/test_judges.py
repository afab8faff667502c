"""Noisy graders, corrected: exact values, laws, readings and bad inputs."""

import json
import math

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from labelled import ROWS

import scorio
from scorio import judge


def counts_of(models, strata, clusters=None):
    """Counts of models. A question is a text as "1:1 0": outcomes, and labels after a colon."""
    rows = [
        {"model": f"m{number}", "question": f"q{place:04}", "outcome": int(outcome),
         "human": float(label) if label else None,
         "group": str(clusters[place]) if clusters else "g"}
        for number, questions in enumerate(models)
        for place, question in enumerate(questions)
        for outcome, _, label in (trial.partition(":") for trial in question.split())
    ]  # fmt: skip
    assert strata >= len({row["outcome"] for row in rows})
    options = {"cluster": "group"} if clusters else {}
    return judge.read(pl.DataFrame(rows), "human", **options)


def vectors(shared, kind):
    found = json.loads((shared / "reference" / "judges.json").read_text())["vectors"]
    return [one for one in found if one["kind"] == kind]


def target(case):
    about = {"sampled": True} if case.get("target") == "like" else {}
    if case.get("clusters"):
        about = {"cluster": "cluster"}
    return about | {"confidence": case.get("confidence", 0.95)}


def near(found, expected, relative=1e-8):
    assert found == pytest.approx(expected, rel=relative, abs=1e-12)


def is_complete(case):
    return all(":" in trial for text in case["questions"][0] for trial in text.split())


def test_scores_have_exact_values(shared):
    for case in vectors(shared, "score"):
        # Without a label there is no score, and with all labels it is that of the labels.
        if not case["expected"]["labels"] or is_complete(case):
            continue
        counts = counts_of(case["questions"], case["strata"], case.get("clusters"))
        found = counts.score(**target(case))
        expected = case["expected"]
        near(found[0].score, expected["score"], 1e-9)
        near(found[0].sigma, expected["sigma"], 1e-9)
        near((found[0].lo, found[0].hi), (expected["lo"], expected["hi"]))
        near(found.judged[0].worth, expected["worth"], 1e-9)
        near(found.judged[0].design_effect, expected["deff"], 1e-9)


def test_complete_labels_are_scored_as_outcomes_are(shared):
    cases = [case for case in vectors(shared, "score") if is_complete(case)]
    for case in cases:
        found = counts_of(case["questions"], case["strata"]).score(**target(case))
        near(found[0].score, case["expected"]["score"], 1e-9)
        # The values are those of the formula for some labels. With all of them, nothing of the
        # score is left to the judge, and σ, interval and worth are those of the labels.
        labels = pl.DataFrame([
            {"model": "m0", "question": f"q{place:04}", "outcome": int(trial.partition(":")[2])}
            for place, question in enumerate(case["questions"][0])
            for trial in question.split()
        ])  # fmt: skip
        own = scorio.count(labels).score(**target(case))[0]
        near((found[0].sigma, found[0].lo, found[0].hi), (own.sigma, own.lo, own.hi))
        assert found.judged[0].worth == case["expected"]["labels"]
    assert len(cases) == 2


def test_comparisons_have_exact_values(shared):
    for case in vectors(shared, "compare"):
        counts = counts_of(case["questions"], case["strata"])
        row = scorio.compare(counts, baseline="m1", **target(case))[0]
        expected = case["expected"]
        near((row.difference, row.sigma), (expected["difference"], expected["sigma"]), 1e-9)
        near((row.lo, row.hi), (expected["lo"], expected["hi"]))
        near(row.probability, expected["probability"])


def test_qualities_have_exact_values(shared):
    seen = 0
    for case in vectors(shared, "score"):
        expected = case["expected"].get("quality")
        if expected is None:
            continue
        counts = counts_of(case["questions"], case["strata"])
        row = judge.quality(counts, **target(case))[0]
        for name in ("agreement", "sensitivity", "specificity", "bias"):
            found = (getattr(row, name), getattr(row, f"{name}_lo"), getattr(row, f"{name}_hi"))
            near(found, tuple(expected[name]))
        near(row.kappa, expected["kappa"])
        seen += 1
    assert seen > 10
    (case,) = vectors(shared, "favour")
    rows = judge.quality(counts_of(case["questions"], case["strata"]))
    for row, expected in zip(rows, case["expected"]["models"], strict=True):
        near(row.favours, expected["favour"], 1e-9)
        near(row.favours_sigma, expected["sigma"], 1e-9)
        near((row.favours_pvalue, row.favours_holm), (expected["p"], expected["holm"]))
    for case in vectors(shared, "unlike"):
        row = judge.quality(counts_of(case["questions"], case["strata"]))[0]
        near(row.unlike, case["expected"]["z"])


def test_plans_have_exact_values(shared):
    for case in vectors(shared, "plan"):
        counts = counts_of(case["questions"], case["strata"])
        aim = {name: case[name] for name in ("half_width", "budget") if name in case}
        rows = judge.plan(counts, **aim)
        assert [row.add for row in rows] == case["expected"]["add"]
        near(rows[0].half_width, case["expected"]["half_width"])
        near(rows[0].floor, case["expected"]["floor"])
        assert rows[0].reached == case["expected"]["reached"]


def simulated(models=3, questions=60, trials=4, share=0.3, seed=1, alike=0.9):
    """Outcomes of a judge, which is right with a probability, and labels of some trials."""
    rng = np.random.default_rng(seed)
    truth = rng.random((models, questions, 1)) * 0.4 + np.linspace(0.2, 0.6, models)[:, None, None]
    right = (rng.random((models, questions, trials)) < truth).astype(float)
    same = rng.random(right.shape) < alike
    outcomes = np.where(same, right, 1 - right)
    labels = np.where(rng.random(right.shape) < share, right, np.nan)
    return outcomes, labels


def test_the_order_of_trials_changes_no_bit():
    outcomes, labels = simulated()
    found = judge.from_arrays(outcomes, labels).score()
    order = np.random.default_rng(2).permutation(outcomes.shape[2])
    turned = judge.from_arrays(outcomes[:, :, order], labels[:, :, order]).score()
    assert list(found) == list(turned)


def test_merged_counts_are_those_of_all_trials():
    outcomes, labels = simulated()
    whole = judge.from_arrays(outcomes, labels, label_range=(0, 1))
    parts = [
        judge.from_arrays(outcomes[:, :, half], labels[:, :, half], label_range=(0, 1))
        for half in (slice(0, 2), slice(2, 4))
    ]
    merged = parts[0].merge(parts[1])
    assert list(merged.score()) == list(whole.score())


def test_saved_counts_keep_their_labels(tmp_path):
    counts = judge.from_arrays(*simulated())
    counts.save(tmp_path / "counts.parquet")
    again = scorio.Counts.load(tmp_path / "counts.parquet")
    assert list(again.score()) == list(counts.score())


def test_ends_of_labels_only_scale_the_figures():
    outcomes, labels = simulated()
    plain = judge.from_arrays(outcomes, labels).score()
    wide = judge.from_arrays(1 + 4 * outcomes, 1 + 4 * labels, label_range=(1, 5)).score()
    for one, other in zip(plain, wide, strict=True):
        near(other.score, 1 + 4 * one.score)
        near(other.sigma, 4 * one.sigma)
        near((other.lo, other.hi), (1 + 4 * one.lo, 1 + 4 * one.hi))


def test_a_split_outcome_widens_little():
    outcomes, labels = simulated(models=1, questions=300, share=0.05)
    split = outcomes + 2 * (np.random.default_rng(3).random(outcomes.shape) < 0.5)
    one = judge.from_arrays(outcomes, labels).score()[0]
    two = judge.from_arrays(split, labels).score()[0]
    assert (two.hi - two.lo) / (one.hi - one.lo) < 1.06
    assert abs(one.score - two.score) < one.sigma


def test_all_labels_are_scored_as_outcomes():
    outcomes, _ = simulated(models=2)
    truth = 1 - outcomes
    found = judge.from_arrays(outcomes, truth).score()
    frame = pl.DataFrame([
        {"model": str(model + 1), "question": str(question + 1), "outcome": int(value)}
        for model, matrix in enumerate(truth)
        for question, row in enumerate(matrix)
        for value in row
    ])  # fmt: skip
    plain = {row.model: row for row in scorio.count(frame).score()}
    for row in found:
        own = plain[row.model]
        near((row.score, row.sigma, row.lo, row.hi), (own.score, own.sigma, own.lo, own.hi))


def test_intervals_cover_where_labels_are_chosen_by_outcome():
    hits, runs = 0, 120
    rng = np.random.default_rng(7)
    for _ in range(runs):
        chances = rng.beta(1, 1, 100)
        right = (rng.random((100, 4)) < chances[:, None]).astype(float)
        outcomes = np.where(rng.random(right.shape) < 0.85, right, 1 - right)
        asked = rng.random(right.shape) < np.where(outcomes == 1, 0.2, 0.08)
        row = judge.from_arrays(outcomes, np.where(asked, right, np.nan)).score()[0]
        hits += row.lo <= chances.mean() <= row.hi
    assert hits / runs >= 0.9


def test_letters_and_comparisons_agree():
    counts = judge.from_arrays(*simulated(models=5, share=0.4))
    board = counts.score()
    letters = {row.model: set(row.letters) for row in board}
    for row in scorio.compare_pairs(counts):
        assert row.separated == (not letters[row.model] & letters[row.other])
        assert row.separated == (row.lo > 0 or row.hi < 0)


def test_gates_decide_by_the_corrected_score():
    counts = judge.from_arrays(*simulated(share=0.5))
    board = {row.model: row for row in counts.score(confidence=0.9)}
    for row in scorio.gate(counts, 0.5):
        own = board[row.model]
        expected = "pass" if own.lo >= 0.5 else "fail" if own.hi < 0.5 else "undecided"
        assert row.verdict == expected
        assert (row.lo, row.hi) == pytest.approx((own.lo, own.hi), rel=1e-12)


def test_models_without_labels_have_no_score():
    outcomes, labels = simulated(models=2)
    labels[1] = np.nan
    found = judge.from_arrays(outcomes, labels, models=["a", "b"]).score()
    assert [row.model for row in found] == ["a"]
    assert any("b has no label: no score, no rank" in note for note in found.notes)
    assert [row.model for row in found.judged] == ["a", "b"]
    assert found.judged[1].labels == 0


def test_a_favoured_model_is_named():
    outcomes, labels = simulated(models=4, questions=200, share=0.5)
    rng = np.random.default_rng(4)
    lenient = (rng.random(outcomes[0].shape) < 0.5) & (outcomes[0] == 0)
    outcomes[0][lenient] = 1
    found = judge.quality(judge.from_arrays(outcomes, labels, models=list("abcd")))
    assert found[0].favours > 0.1
    assert any(note.startswith("The judge favours a by") for note in found.notes)


def test_labels_that_chance_did_not_choose_are_named():
    rng = np.random.default_rng(5)
    chances = rng.beta(0.5, 0.5, 300)
    right = (rng.random((300, 4)) < chances[:, None]).astype(float)
    asked = rng.random(right.shape) < np.where(right.mean(axis=1) > 0.5, 0.02, 0.4)[:, None]
    found = judge.from_arrays(right, np.where(asked, right, np.nan)).score()
    assert any("chance did not choose them" in note for note in found.notes)


def test_numbers_of_a_judge_are_cut_at_quantiles():
    rng = np.random.default_rng(6)
    truth = rng.integers(0, 5, (2, 80, 2)) / 4
    outcomes = truth + rng.normal(0, 0.15, truth.shape)
    labels = np.where(rng.random(truth.shape) < 0.6, truth, np.nan)
    counts = judge.from_arrays(outcomes, labels)
    assert {name.partition(",")[0] for name in counts.categories} == {
        f"judge level {number} of 15" for number in range(1, 16)
    }
    for row, matrix in zip(sorted(counts.score(), key=lambda row: row.model), truth, strict=True):
        assert row.lo < matrix.mean() < row.hi


def test_refusals_are_an_outcome():
    outcomes, labels = simulated(models=1)
    outcomes[0, :20, 0] = np.nan
    counts = judge.from_arrays(outcomes, labels)
    assert "judge no outcome" in counts.categories
    found = counts.score()
    assert found[0].trials == outcomes.size
    assert found.judged[0].judge is None


LOG = """\
{"model": "a", "question": 1, "trial": 0, "outcome": 1, "human": true}
{"model": "a", "question": 1, "trial": 1, "outcome": 1, "human": null}
{"model": "a", "question": 2, "trial": 0, "outcome": 0}
{"model": "a", "question": 2, "trial": 1, "outcome": 0, "human": false}
"""


def test_a_log_with_a_field_of_labels_is_read(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text(LOG)
    row = judge.read(log, "human").score()[0]
    assert (row.score, row.trials, row.questions) == (0.5, 4, 2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"label": "outcome", "judge": "outcome"}, "judge and label name the same field"),
        ({"label": "trial", "label_range": (0.5, 2)}, "outside 0.5 to 2"),
        ({"label": "human", "label_range": (3, 1)}, "the least label comes first"),
        ({"label": "nobody"}, "nobody"),
        ({"label": "model"}, "is no number"),
    ],
)
def test_bad_labels_get_a_sentence(tmp_path, options, words):
    log = tmp_path / "log.jsonl"
    log.write_text(LOG)
    with pytest.raises(ValueError, match=words):
        judge.read(log, **options)


def test_bad_arrays_get_a_sentence():
    outcomes, labels = simulated(models=1, questions=3)
    for wrong, words in [
        ((outcomes, labels[:, :2]), "both need one"),
        ((outcomes, np.full(labels.shape, np.nan)), "no trial has a label"),
        ((outcomes, np.full(labels.shape, 3.0)), "ends of their scale are not known"),
        ((outcomes, np.full(labels.shape, math.inf)), "infinite"),
        (([1, 0], [1, 0]), "give L × M × N"),
    ]:
        with pytest.raises(ValueError, match=words):
            judge.from_arrays(*wrong)
    with pytest.raises(ValueError, match="names"):
        judge.from_arrays(outcomes, labels, models=["a", "b"])


def test_other_scores_of_labels_are_refused():
    counts = judge.from_arrays(*simulated())
    for options, words in [
        ({"metrics": "pass_at_k", "k": 2}, "not with the metric"),
        ({"prior": "uniform"}, "prior is not for"),
        ({"weights": [0.0] * len(counts.categories)}, "weights is not for"),
        ({"runs": True}, "runs is not for|has no"),
    ]:
        with pytest.raises(ValueError, match=words):
            counts.score(**options)
    with pytest.raises(ValueError, match="no trial has a label"):
        judge.quality(scorio.count("examples/coins.jsonl"))
    with pytest.raises(ValueError, match="half-width or a budget"):
        judge.plan(counts)


def test_a_plan_says_that_no_trial_is_left_to_label():
    counts = judge.from_arrays(*simulated(models=1, questions=40))
    plan = judge.plan(counts, half_width=0.07)
    assert not plan[0].reached
    assert plan[0].floor < 0.07 < plan[0].half_width
    assert any("Every trial of 1 gets a label" in note for note in plan.notes)


def test_single_questions_have_no_corrected_scores():
    counts = judge.from_arrays(*simulated())
    with pytest.raises(ValueError, match="not that of a single one"):
        scorio.difficulty(counts)


def test_percentages_are_for_labels_from_0_to_1():
    outcomes, labels = simulated(models=2)
    shown = judge.quality(judge.from_arrays(outcomes, labels)).view(percent=True).to_text()
    assert "%" in shown
    counts = judge.from_arrays(1 + 99 * outcomes, 1 + 99 * labels, label_range=(1, 100))
    with pytest.raises(
        ValueError, match=r"percent is for labels from 0 to 1, and a figure here is"
    ):
        judge.plan(counts, budget=5).view(percent=True)


def test_files_and_json_have_what_the_tables_show_of_a_judge(tmp_path):
    board = judge.read("examples/labelled.jsonl", "human").score()
    names = ["judge", "bias", "labels", "worth", "design_effect"]
    expected = [tuple(getattr(one, name) for name in names) for one in board.judged]
    assert [(row.model, row.task) for row in board] == [(o.model, o.task) for o in board.judged]
    told = json.loads(board.to_json())["rows"]
    assert [tuple(row[name] for name in names) for row in told] == expected
    for ending, reader in (("csv", pl.read_csv), ("parquet", pl.read_parquet)):
        path = tmp_path / f"scores.{ending}"
        board.save(path)
        found = reader(path)
        assert found.columns[-5:] == names
        assert found.select(names).rows() == expected
    assert pa.table(board).column_names[-5:] == names
    plain = scorio.count("examples/labelled.jsonl").score()
    assert "judge" not in json.loads(plain.to_json())["rows"][0]


def test_files_of_tasks_have_their_own_judges():
    rows = [row | {"task": task} for row in ROWS for task in ("x", "y")]
    board = judge.read(pl.DataFrame(rows), "human").score(by_task=True)
    told = json.loads(board.to_json())["rows"]
    assert {row["task"] for row in told} == {None, "x", "y"}
    for row in told:
        (own,) = (o for o in board.judged if (o.task, o.model) == (row["task"], row["model"]))
        assert (row["judge"], row["labels"]) == (own.judge, own.labels)
