"""What is likely a mistake is said, and never counts without a word."""

import json

import pytest

import scorio


@pytest.fixture
def write(tmp_path):
    def write(records, name="log.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    return write


def trials(model, field, questions=5):
    return [{"model": model, "question": f"q{q}", field: q % 2} for q in range(questions)]


@pytest.mark.parametrize("questions", [5, 20_000])
def test_a_model_without_the_field_does_not_fail_as_a_whole(write, questions):
    log = write(trials("a", "right", questions) + trials("b", "passed", questions))
    sentence = (
        'no record of model b has the field "right" for the outcome, '
        f"so that all its {questions} trials would count as failures"
    )
    with pytest.raises(ValueError, match=sentence) as error:
        scorio.count(log, outcome="right", on_missing="fail")
    assert error.value.remedy == ("name_field_or_drop", {})
    assert scorio.count(log, outcome="right", on_missing="drop").missing == questions
    some = {"model": "b", "question": "last", "right": 0}
    log = write([*trials("a", "right", questions), *trials("b", "passed", questions - 1), some])
    counts = scorio.count(log, outcome="right", on_missing="fail")
    assert counts.report["missing_failed"] == questions - 1
    # That there is a field with nothing in it is said of each trial.
    nothing = [{"model": "b", "question": "q", "right": None}]
    log = write(trials("a", "right", questions) + nothing)
    assert scorio.count(log, outcome="right", on_missing="fail").report["missing_failed"] == 1


def test_a_later_record_with_the_field_is_enough(write):
    lacking = {"model": "b", "question": "q", "trial": 1}
    log = write([*trials("a", "right"), lacking, lacking | {"right": 1}][5:])
    for policy, successes in (("last", 1), ("keep", 1)):
        counts = scorio.count(log, outcome="right", on_missing="fail", on_repeat=policy)
        assert counts.score("avg")[0].score == successes / counts.trials
    with pytest.raises(ValueError, match="no record of model b has the field"):
        scorio.count(log, outcome="right", on_missing="fail", on_repeat="first")


def test_names_that_differ_by_blanks_or_case(write, tmp_path):
    records = [
        {"model": model, "task": task, "question": "q", "outcome": 1}
        for model, task in (("Model", "t"), ("model ", "T"), ("other", "t"))
    ]
    counts = scorio.count(write(records))
    said = "count apart, though their names differ only by blanks or case"
    notes = [f'These models {said}: "Model", "model "', f'These tasks {said}: "t", "T"']
    assert counts.notes == notes
    assert notes[0] in counts.score().to_text()
    path = tmp_path / "counts.parquet"
    counts.save(path)
    assert scorio.Counts.load(path).notes == notes
    one, two = (scorio.count(write([record], f"{i}.jsonl")) for i, record in enumerate(records[:2]))
    assert one.notes == two.notes == []
    assert one.merge(two).notes == notes
    assert one.merge(scorio.count(write(records[2:], "3.jsonl"))).notes == []
