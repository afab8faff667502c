"""Logs of LiveCodeBench: a list of questions with their graded solutions."""

import json

import polars as pl
import pytest

import scorio


def question(name, graded):
    return {
        "question_title": "Sums",
        "question_id": name,
        "contest_id": "abc301",
        "difficulty": "easy",
        "output_list": ["```python\n1\n```"] * 2,
        "code_list": ["1"] * 2,
        "graded_list": graded,
        "pass@1": 0.5,
        "metadata": [],
    }


@pytest.fixture
def write(tmp_path):
    def write(questions, name="Scenario.codegeneration_10_0.2_eval_all (1).json"):
        folder = tmp_path / "GPT-4O (2024-05-13)"
        folder.mkdir(exist_ok=True)
        path = folder / name
        path.write_text(json.dumps(questions))
        return path

    return write


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


QUESTIONS = [question("abc301_a", [True, False, True]), question(2727, [False, False])]


def test_trials_of_a_question(write):
    counts = scorio.count(write(QUESTIONS))
    assert (counts.models, counts.tasks) == (["GPT-4O (2024-05-13)"], [""])
    assert outcomes(counts) == {"abc301_a": (1, 2, 0), "2727": (2, 0, 0)}
    assert counts.notes == ["LiveCodeBench score: graded"]
    assert scorio.count(write(QUESTIONS), constants={"model": "m"}).models == ["m"]


def test_a_relative_path(write, monkeypatch):
    path = write(QUESTIONS)
    monkeypatch.chdir(path.parent)
    assert scorio.count(path.name).models == [path.parent.name]


def test_identifiers_are_numbers_or_texts(write):
    path = write([question(2727, [True]), question("2727", [False])])
    assert outcomes(scorio.count(path)) == {"2727": (0, 1, 0), '"2727"': (1, 0, 0)}
    with pytest.raises(ValueError, match="question 2727, trial 0 was counted before"):
        scorio.count(path, ids="text")


def test_repeated_trials(write):
    path = write([QUESTIONS[0], QUESTIONS[0]])
    with pytest.raises(ValueError, match="entry 2 .*question abc301_a, trial 0 was counted before"):
        scorio.count(path)
    assert scorio.count(path, on_repeat="keep").trials == 6


@pytest.mark.parametrize("graded", [[], None, [None]])
def test_questions_without_a_solution(write, graded):
    path = write([QUESTIONS[0], question("b", graded)])
    with pytest.raises(ValueError, match=r'entry 2 .*the field "graded" is null'):
        scorio.count(path)
    assert outcomes(scorio.count(path, on_missing="drop"))["b"] == (0, 0, 1)


@pytest.mark.parametrize(
    ("graded", "message"),
    [(True, '"graded_list" is not a list'), (["yes"], 'the outcome "yes"')],
)
def test_wrong_lists(write, graded, message):
    with pytest.raises(ValueError, match=f"entry 2 .*{message}"):
        scorio.count(write([QUESTIONS[0], question("b", graded)]))
    lacking = question("b", [])
    del lacking["graded_list"]
    with pytest.raises(ValueError, match='entry 2 .*there is no field "graded_list"'):
        scorio.count(write([QUESTIONS[0], lacking]))


def test_other_lists_are_not_taken_for_it(write):
    with pytest.raises(ValueError, match="is of no kind that is known"):
        scorio.count(write([{"question_id": "a", "code_list": ["1"]}]))
