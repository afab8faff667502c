"""Notes below one table do not contradict one another, and say the same of the same data."""

import polars as pl
import pytest

import scorio
from scorio import rank

THESE, LIKE = "about these questions", "about questions like these"
FEW = "With fewer than 30 questions, an interval may contain the truth less often than it says."


def log(trials, questions=12):
    """A frame: of each model so many trials of each question."""
    rows = [
        {"model": model, "question": question, "outcome": (question * 7 + run * 5 + at) % 3 > 0}
        for at, (model, runs) in enumerate(trials.items())
        for question in range(questions)
        for run in range(runs)
    ]
    return pl.DataFrame(rows)


def notes_of(kind, trials, numeric):
    counts = scorio.count(log(trials), numeric=numeric)
    if kind == "gate":
        return scorio.gate(counts, 0.5).notes
    if kind == "compare":
        return scorio.compare(counts, baseline="a").notes
    if kind == "pairs":
        return scorio.compare_pairs(counts).notes
    return counts.score().notes


@pytest.mark.parametrize("numeric", [False, True])
@pytest.mark.parametrize("kind", ["score", "gate", "compare", "pairs"])
def test_single_trials_are_about_questions_like_these(kind, numeric):
    text = "\n".join(notes_of(kind, {"a": 1, "b": 1}, numeric))
    if (kind, numeric) != ("pairs", True):
        assert "questions like these" in text
        assert THESE not in text
    assert "also cover" not in text


@pytest.mark.parametrize("numeric", [False, True])
@pytest.mark.parametrize("kind", ["score", "gate"])
def test_a_model_of_single_trials_is_left_out_of_what_is_said_of_others(kind, numeric):
    notes = notes_of(kind, {"a": 1, "b": 2}, numeric)
    (these,) = (note for note in notes if THESE in note)
    (like,) = (note for note in notes if LIKE in note)
    assert ", except those of a, are about these questions" in these
    assert like.startswith("Intervals of a are about questions like these: one trial of each")


@pytest.mark.parametrize("numeric", [False, True])
@pytest.mark.parametrize("kind", ["score", "gate", "compare", "pairs"])
def test_repeated_trials_are_about_these_questions(kind, numeric):
    text = "\n".join(notes_of(kind, {"a": 2, "b": 3}, numeric))
    assert THESE in text
    assert "questions like these" not in text


def test_rankings_of_single_trials_are_about_questions_like_these():
    single = rank.fit("bradley_terry", [[[1], [0], [1]], [[0], [1], [1]]], interval="posterior")
    assert [note for note in single.notes if LIKE in note]
    assert not [note for note in single.notes if THESE in note]
    outcomes = [[[1, 0], [0, 1], [1, 1]], [[0, 0], [1, 0], [1, 1]]]
    twice = rank.fit("bradley_terry", outcomes, interval="posterior")
    assert [note for note in twice.notes if THESE in note]


@pytest.mark.parametrize("prior", ["hierarchical", "uniform"])
@pytest.mark.parametrize("questions", [29, 30])
def test_few_questions_are_noted_by_one_rule(questions, prior):
    counts = scorio.count(log({"a": 2, "b": 3}, questions))
    said = [
        FEW in found.notes
        for found in (
            counts.score(prior=prior),
            scorio.gate(counts, 0.5, prior=prior),
            scorio.compare(counts, baseline="a", prior=prior),
            scorio.compare_pairs(counts, prior=prior),
        )
    ]
    assert set(said) == {questions < 30 and prior == "hierarchical"}


def test_chances_without_a_spread_are_explained_in_plain_words():
    (note,) = (n for n in scorio.count(log({"a": 2, "b": 3})).score().notes if "P(best)" in n)
    assert note == (
        "P(A > B), P(best): all differences count as equally likely. Close models are in the "
        "wrong order more often than P says."
    )
