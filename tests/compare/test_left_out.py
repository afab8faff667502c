"""What a comparison leaves out, and that it says so by name."""

import random

import polars as pl
import pytest

import scorio

SHORT = {("m0", "q1"), ("m0", "q2"), ("m1", "q2"), ("m2", "q0"), ("m2", "q2")}
SHORT_NOTES = {
    "2 of 6 questions of m0 have fewer than 3 trials, and are left out.",
    "1 of 6 questions of m1 has fewer than 3 trials, and is left out.",
    "2 of 6 questions of m2 have fewer than 3 trials, and are left out.",
}


def short_of(found):
    """Give the notes about questions with too few trials."""
    return {one for one in found.notes if "trials, and" in one}


def log(short, without=(), models=3, questions=6):
    """Give a frame: 4 trials of each question, 2 of short ones."""
    source = random.Random(7)
    rows = [
        {"model": f"m{m}", "question": f"q{q}", "outcome": source.randint(0, 1)}
        for m in range(models)
        for q in range(questions)
        if (f"m{m}", f"q{q}") not in without
        for _ in range(2 if (f"m{m}", f"q{q}") in short else 4)
    ]
    return pl.DataFrame(rows)


def test_a_model_without_a_score_is_named():
    short = {("m1", f"q{question}") for question in range(6)}
    found = scorio.compare_pairs(log(short), metric="pass_at_k", k=3, ragged="drop")
    assert list(found.letters) in (["m0", "m2"], ["m2", "m0"])
    assert "m1 has no score overall: no question has 3 trials." in found.notes


@pytest.mark.parametrize("paired", [True, False])
def test_pairs_name_what_they_leave_out(paired):
    found = scorio.compare_pairs(log(SHORT), metric="pass_at_k", k=3, ragged="drop", paired=paired)
    assert short_of(found) == SHORT_NOTES
    lacking = {one for one in found.notes if "has no score" in one}
    assert lacking == ({
        "m0 has no score of 1 question (q1): its pairs leave it out.",
        "m2 has no score of 1 question (q0): its pairs leave it out.",
    } if paired else set())  # fmt: skip


def test_questions_of_some_models_are_named_without_a_budget():
    found = scorio.compare_pairs(log((), without={("m0", "q3"), ("m0", "q4")}))
    assert "m0 has no score of 2 questions (q3, q4): its pairs leave them out." in found.notes
    assert not [one for one in scorio.compare_pairs(log(())).notes if "leave" in one]


def test_a_comparison_says_what_is_short_of_both():
    found = scorio.compare(log(SHORT), baseline="m0", metric="pass_at_k", k=3, ragged="drop")
    assert short_of(found) == SHORT_NOTES
    assert not [one for one in found.notes if "m0 alone (q2" in one]
    plain = scorio.compare(log(()), baseline="m0", metric="pass_at_k", k=3, ragged="drop")
    assert not [one for one in plain.notes if "fewer than 3 " in one]


@pytest.mark.parametrize("seed", range(20))
def test_what_pairs_lack_is_that_of_sets(seed):
    """What each model lacks, beside plain sets. One question is that of all."""
    source = random.Random(seed)
    names = [f"m{place}" for place in range(4)]
    has = {name: {"all", *(f"q{q}" for q in range(5) if source.random() < 0.7)} for name in names}
    every = set().union(*has.values())
    rows = [
        {"model": name, "question": question, "outcome": outcome}
        for name in names
        for question in sorted(has[name])
        for outcome in (0, 1)
    ]
    found = scorio.compare_pairs(pl.DataFrame(rows))
    notes = [one for one in found.notes if " has no score of " in one]
    expected = {name: every - has[name] for name in names if every - has[name]}
    assert len(notes) == len(expected)
    for note in notes:
        name, _, more = note.partition(" has no score of ")
        listed = more[more.index("(") + 1 : more.index(")")].split(", ")
        assert set(listed) == expected[name]


def test_many_models_make_a_short_note():
    short = {(f"m{model}", "q0") for model in range(8)}
    found = scorio.compare_pairs(log(short, models=9), metric="pass_at_k", k=3, ragged="drop")
    notes = [one for one in found.notes if "has no score" in one]
    assert len(notes) == 5
    assert "3 other models also lack questions that others have." in found.notes
    assert len(short_of(found)) == 5
    assert "So are questions of 3 other models." in found.notes
