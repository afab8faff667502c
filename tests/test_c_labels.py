"""Trials with labels through the C library: the exact values, and what it refuses."""

import ctypes
import json
import math
import os
from contextlib import contextmanager
from ctypes import POINTER, byref, c_char_p, c_double, c_int32, c_size_t, c_void_p

import pytest
from attack.models import Rows
from attack.rankings import Option

OK, ARGUMENT = 0, 1
NAN = float("nan")


class Column(ctypes.Structure):
    """`ScorioColumn`."""

    _fields_ = [("name", c_char_p), ("kind", c_int32), ("optional", ctypes.c_bool)]


class Cell(ctypes.Structure):
    """`ScorioCell`."""

    _fields_ = [
        ("kind", c_int32), ("whole", ctypes.c_int64), ("real", c_double), ("text", c_char_p),
        ("numbers", POINTER(c_double)), ("length", c_size_t),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def library():
    named = os.environ.get("SCORIO_LIB")
    if not named:
        pytest.skip("SCORIO_LIB names no library: make test builds it and sets that")
    return ctypes.CDLL(named)


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


def option(name, value):
    if isinstance(value, bytes):
        return Option(name, value, None, 0, None, 0, None)
    return Option(name, None, (c_double * 1)(value), 1, None, 0, None)


def rows_of(library, call, counts, options, table=0):
    """Give a table of a call: its rows by the names of their columns."""
    given = (Option * len(options))(*(option(*one) for one in options.items()))
    answer, found = c_void_p(), c_void_p()
    status = library.scorio_call(
        call, counts, None, given, c_size_t(len(options)), c_size_t(1), byref(answer)
    )
    assert status == OK, said(library)
    assert library.scorio_answer_table(answer, c_size_t(table), byref(found)) == OK
    rows, columns = c_size_t(), c_size_t()
    assert library.scorio_table_size(found, byref(rows), byref(columns)) == OK
    places = range(columns.value)
    read = [
        {name_of(library, found, at): value_of(library, found, row, at) for at in places}
        for row in range(rows.value)
    ]
    library.scorio_answer_free(answer)
    return read


def name_of(library, table, column):
    found = Column()
    assert library.scorio_table_column(table, c_size_t(column), byref(found)) == OK
    return found.name.decode()


def value_of(library, table, row, column):
    cell = Cell()
    assert library.scorio_table_cell(table, c_size_t(row), c_size_t(column), byref(cell)) == OK
    if cell.text:
        return cell.text.decode()
    # What is not a real number has NaN there.
    return cell.whole if math.isnan(cell.real) else cell.real


def said(library):
    text = ctypes.create_string_buffer(400)
    library.scorio_last_text(c_int32(0), text, c_size_t(400), c_size_t(0))
    return text.value.decode()


def models_of(case):
    """Read questions as "1:1 0": outcomes, and labels after a colon."""

    def trial(text):
        outcome, _, label = text.partition(":")
        return float(outcome), float(label) if label else NAN

    return {
        f"m{place}".encode(): [list(map(trial, question.split())) for question in model]
        for place, model in enumerate(case["questions"])
    }


def near(found, expected, relative=1e-8):
    assert found == pytest.approx(expected, rel=relative, abs=1e-12)


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
