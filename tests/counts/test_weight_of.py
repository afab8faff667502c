"""Weights of runs, and labels that one field names: what a log must not be taken for."""

import json
from fractions import Fraction

import polars as pl
import pytest

import scorio

# Two runs of question a, which succeed, and four of b, which fail. Each question weighs .5 in all.
RUNS = [("a", 2, 1, 0.25), ("b", 4, 0, 0.125)]


def frame(runs=RUNS, model="m"):
    rows = [
        {"model": model, "question": question, "outcome": outcome, "w": weight}
        for question, trials, outcome, weight in runs
        for _ in range(trials)
    ]
    return pl.DataFrame(rows)


def score(source, **reading):
    (row,) = scorio.count(source, weight="w", **reading).score()
    return row.score


def test_weights_of_runs_add_up_to_that_of_their_question():
    assert score(frame(), weight_of="run") == 0.5
    # As weights of questions they are 2 to 1.
    assert score(frame(), weight_of="question") == float(Fraction(2, 3))


def test_weights_that_look_like_those_of_runs_are_refused(tmp_path):
    said = (
        r"the weights of m look like weights of single runs: 0\.25 of question a with 2 runs and "
        r"0\.125 of question b with 4 runs are both 0\.5 in all; say weight_of=\"run\" if a "
        r"question weighs as much as all its runs, or weight_of=\"question\" if"
    )
    with pytest.raises(ValueError, match=said):
        scorio.count(frame(), weight="w")
    log = tmp_path / "log.jsonl"
    frame().write_ndjson(log)
    with pytest.raises(ValueError, match=said):
        scorio.count(log, weight="w")


@pytest.mark.parametrize(
    "runs",
    [
        # Each question has as many runs: weights of runs and of questions give one score.
        [("a", 2, 1, 0.25), ("b", 2, 0, 0.125)],
        # All runs of a question agree with those of the other.
        [("a", 2, 1, 1.0), ("b", 4, 1, 3.0)],
        # A question of weight 0 is left out.
        [("a", 2, 1, 0.25), ("b", 2, 0, 0.125), ("c", 7, 1, 0.0)],
    ],
)
def test_other_weights_are_of_questions_without_a_word(runs):
    assert score(frame(runs)) == score(frame(runs), weight_of="question")
    assert said(frame(runs)) == []


def said(source, **reading):
    notes = scorio.count(source, weight="w", **reading).notes
    return [one for one in notes if one.startswith("A weight counts once")]


UNSURE = {
    # Weights of files over their runs, of which no two are equal.
    "files": ([("a", 2, 1, 0.25), ("b", 4, 0, 0.375), ("c", 3, 1, 0.3), ("d", 5, 0, 0.44)],
              "0.4029", "0.2745"),
    # 1/n with two digits.
    "digits": ([("a", 3, 1, 0.33), ("b", 6, 0, 0.17), ("c", 7, 0, 0.14)], "0.5156", "0.3311"),
    # True weights, of which one pair happens to weigh as much as its runs.
    "pair": ([("a", 4, 1, 2), ("b", 2, 0, 4), ("c", 1, 1, 5), ("d", 1, 0, 6)], "0.4118", "0.4815"),
    # One weight for all: no weight at all, or that of each run.
    "one": ([("a", 2, 1, 1.0), ("b", 4, 0, 1.0)], "0.5000", "0.3333"),
}  # fmt: skip


@pytest.mark.parametrize("case", UNSURE)
def test_a_note_tells_both_ways_where_weights_do_not_say_what_they_are_of(case):
    runs, of_questions, of_runs = UNSURE[case]
    (note,) = said(frame(runs))
    assert f"the mean of m is {of_questions}. If it is the weight of each run" in note
    assert f"it is {of_runs}. Say which" in note
    for of, shown in {None: of_questions, "question": of_questions, "run": of_runs}.items():
        assert f"{score(frame(runs), weight_of=of):.4f}" == shown
    assert said(frame(runs), weight_of="question") == said(frame(runs), weight_of="run") == []


def test_a_note_about_the_model_for_which_most_changes():
    alike = frame([("a", 3, 1, 0.25), ("b", 3, 0, 0.375)], model="alike")
    other = frame([("a", 1, 1, 0.25), ("b", 9, 0, 0.375)], model="other")
    (note,) = said(pl.concat([alike, other]))
    assert "the mean of other is 0.4000. " in note


def test_a_note_about_other_outcomes_tells_a_share_of_the_weights():
    runs = [("a", 2, "x", 1.0), ("b", 4, "y", 3.0), ("c", 1, "z", 1.0)]
    (note,) = said(frame(runs), categories={"x": ["x"], "y": ["y"], "z": ["z"]})
    # 3 of 5, and 12 of 15.
    assert "the share of question b in the weights of m is 0.6000. " in note
    assert note.count("0.8000") == 1


def test_sums_of_thirds_and_tenths_are_equal():
    """Seven runs of 1/7 weigh as much as three of 1/3, whatever the last bits are."""
    runs = [(str(n), n, n % 2, 1 / n) for n in range(1, 30)]
    counts = scorio.count(frame(runs), weight="w", weight_of="run")
    assert set(pl.DataFrame(counts)["weight"]) == {1.0}
    assert score(frame(runs), weight_of="run") == float(Fraction(15, 29))


def test_two_models_may_have_other_numbers_of_runs():
    other = frame([("a", 5, 0, 0.1), ("b", 1, 1, 0.5)], model="n")
    both = pl.concat([frame(), other])
    board = scorio.count(both, weight="w", weight_of="run").score()
    assert {row.model: row.score for row in board} == {"m": 0.5, "n": 0.5}


def test_missing_runs_weigh_too(tmp_path):
    rows = [*frame().to_dicts(), {"model": "m", "question": "a", "outcome": None, "w": 0.25}]
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, rows)))
    # a weighs .75 with its missing run, and b .5.
    assert score(log, weight_of="run", on_missing="drop") == pytest.approx(0.6, abs=1e-15)


@pytest.mark.parametrize("of", [None, "run"])
def test_runs_of_one_question_weigh_the_same(of):
    """Whatever a weight is of. So the way out is another field."""
    mixed = pl.concat([frame(), frame([("a", 1, 1, 0.5)])])
    said = "row 7: a run of question a weighs 0.5, another run of the same model 0.25: all must"
    with pytest.raises(ValueError, match=f"{said}.*name a field"):
        scorio.count(mixed, weight="w", weight_of=of)


def test_weights_that_differ_within_a_question_name_the_way_out():
    mixed = pl.concat([frame(), frame([("a", 1, 1, 0.5)])])
    with pytest.raises(ValueError, match="the weight 0.25 and the weight 0.5"):
        scorio.count(mixed, weight="w", weight_of="question")


def test_weights_that_differ_between_models_name_the_way_out():
    both = pl.concat([frame(), frame([("a", 4, 1, 0.125), ("b", 2, 0, 0.25)], model="n")])
    with pytest.raises(ValueError, match='0.25 and the weight 0.125.*say weight_of="run" if'):
        scorio.count(both, weight="w")
    assert {row.score for row in scorio.count(both, weight="w", weight_of="run").score()} == {0.5}


def test_runs_of_one_question_weigh_the_same_in_all_for_each_model():
    both = pl.concat([frame(), frame([("a", 3, 0, 0.25)], model="n")])
    said = "with weights of runs, question a has the weight 0.5 and the weight 0.75"
    with pytest.raises(ValueError, match=said):
        scorio.count(both, weight="w", weight_of="run")


def test_what_a_weight_is_of_needs_a_weight():
    with pytest.raises(ValueError, match="there is no weight of which to say"):
        scorio.count(frame(), weight_of="run")
    with pytest.raises(ValueError, match="trial"):
        scorio.count(frame(), weight="w", weight_of="trial")


@pytest.mark.parametrize("role", ["question", "model"])
@pytest.mark.parametrize("form", ["frame", "lazy", "jsonl", "csv", "parquet"])
def test_a_field_that_is_another_label_is_not_the_task_too(tmp_path, role, form):
    table = pl.DataFrame([
        {"model": m, "question": f"q{t}", "task": f"t{t}", "outcome": (t + len(m)) % 2}
        for m in ("a", "bb")
        for t in range(3)
    ])  # fmt: skip
    source = {"frame": table, "lazy": table.lazy()}.get(form, tmp_path / f"log.{form}")
    if form in ("jsonl", "csv", "parquet"):
        getattr(table, f"write_{form.replace('jsonl', 'ndjson')}")(source)
    counts = scorio.count(source, **{role: "task"}, on_repeat="keep")
    assert counts.tasks == [""]
    assert sorted(set(pl.DataFrame(counts)[role])) == ["t0", "t1", "t2"]
    assert scorio.count(source, task="task", question="task").tasks == ["t0", "t1", "t2"]
    assert scorio.count(source).tasks == ["t0", "t1", "t2"]
