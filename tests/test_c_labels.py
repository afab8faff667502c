"""Trials with labels through the C library: the exact values, and what it refuses."""

import json
from contextlib import contextmanager
from ctypes import byref, c_char_p, c_double, c_size_t, c_void_p

import pytest
from attack.models import Rows
from c_answers import ARGUMENT, OK, loaded, rows_of, said

NAN = float("nan")


@pytest.fixture(scope="module")
def library():
    return loaded()


def added(library, trials, name, questions, clusters=None):
    """Add a model, whose questions have pairs of an outcome and a label."""
    flat = [trial for question in questions for trial in question]
    outcomes, labels = ((c_double * len(flat))(*side) for side in zip(*flat, strict=True))
    lengths = (c_size_t * len(questions))(*map(len, questions))
    named = None
    if clusters:
        named = (c_char_p * len(questions))(*(str(one).encode() for one in clusters))
    rows = Rows(name, None, None, named, None)
    return library.scorio_labelled_add(
        trials, byref(rows), outcomes, labels, c_size_t(len(flat)), lengths,
        c_size_t(len(questions)),
    )  # fmt: skip


@contextmanager
def counted(library, models, clusters=None):
    """Count the trials of models by their names."""
    trials, counts = c_void_p(), c_void_p()
    assert library.scorio_labelled_new(byref(trials)) == OK
    for name, questions in models.items():
        assert added(library, trials, name, questions, clusters) == OK
    assert library.scorio_labelled_counts(trials, None, byref(counts)) == OK
    library.scorio_labelled_free(trials)
    yield counts
    library.scorio_counts_free(counts)


def near(found, expected, relative=1e-8):
    assert found == pytest.approx(expected, rel=relative, abs=1e-12)


def models_of(case):
    """Read questions as "1:1 0": outcomes, and labels after a colon."""

    def trial(text):
        outcome, _, label = text.partition(":")
        return float(outcome), float(label) if label else NAN

    return {
        f"m{place}".encode(): [list(map(trial, question.split())) for question in model]
        for place, model in enumerate(case["questions"])
    }


def is_complete(case):
    return all(":" in trial for text in case["questions"][0] for trial in text.split())


def test_figures_are_the_exact_ones(library, shared):
    cases = json.loads((shared / "reference" / "judges.json").read_text())["vectors"]
    seen = 0
    for case in cases:
        exact = case["expected"]
        if case["kind"] not in ("score", "compare", "plan", "unlike") or (
            case["kind"] == "score" and (not exact["labels"] or is_complete(case))
        ):
            continue
        seen += 1
        about = {b"confidence": case.get("confidence", 0.95)}
        about |= {b"sampled": 1.0} if case.get("target") == "like" else {}
        if case.get("clusters"):
            about = {b"cluster": b"cluster"}
        with counted(library, models_of(case), case.get("clusters")) as counts:
            if case["kind"] == "score":
                (row,) = rows_of(library, b"score", counts, about)
                near((row["score"], row["sigma"]), (exact["score"], exact["sigma"]), 1e-9)
                near((row["lo"], row["hi"]), (exact["lo"], exact["hi"]))
                (row,) = rows_of(library, b"score", counts, about, 2)
                near((row["worth"], row["design_effect"]), (exact["worth"], exact["deff"]), 1e-9)
            elif case["kind"] == "compare":
                (row,) = rows_of(library, b"compare", counts, about | {b"baseline": b"m1"})
                near((row["difference"], row["sigma"]), (exact["difference"], exact["sigma"]), 1e-9)
                near((row["lo"], row["hi"]), (exact["lo"], exact["hi"]))
            elif case["kind"] == "plan":
                aim = {
                    name.encode(): float(case[name])
                    for name in ("half_width", "budget")
                    if name in case
                }
                rows = rows_of(library, b"plan_labels", counts, aim)
                assert [row["add"] for row in rows] == exact["add"]
                near(rows[0]["half_width"], exact["half_width"])
            else:
                (row,) = rows_of(library, b"judge_quality", counts, {})
                near(row["unlike"], exact["z"])
    assert seen > 40


def test_what_is_wrong_is_said(library):
    trials, counts = c_void_p(), c_void_p()
    assert library.scorio_labelled_new(byref(trials)) == OK
    assert library.scorio_labelled_counts(trials, None, byref(counts)) == ARGUMENT
    assert said(library) == "no trial has a label"
    questions = [[(1.0, 1.0), (0.0, NAN)], [(1.0, float("inf"))]]
    assert added(library, trials, b"a", questions) != OK
    assert "labels[1, 0]" in said(library)
    # Nothing of it was added.
    assert library.scorio_labelled_counts(trials, None, byref(counts)) == ARGUMENT
    questions[1] = [(1.0, 0.0)]
    assert added(library, trials, b"a", questions, ["x", "y"]) == OK
    assert added(library, trials, b"b", questions, ["x", "z"]) == ARGUMENT
    assert said(library).startswith("question 1 has the cluster y and the cluster z")
    ends = (c_double * 2)(1.0, 0.0)
    assert library.scorio_labelled_counts(trials, ends, byref(counts)) == ARGUMENT
    assert said(library).startswith("labels cannot go from 1 to 0")
    assert library.scorio_labelled_counts(trials, None, byref(counts)) == OK
    library.scorio_counts_free(counts)
    library.scorio_labelled_free(trials)
    library.scorio_labelled_free(None)
