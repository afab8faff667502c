"""A field that people may have filled in for some trials is proposed as labels."""

import json

import pytest

import scorio


def facts(tmp_path, values, name="human", **more):
    """What an inspection says of labels, where a field has these values."""
    rows = [
        {"model": "m", "question": f"q{place // 2}", "trial": place % 2, "outcome": place % 3 % 2}
        | ({} if value == "absent" else {name: value})
        | {key: own[place] for key, own in more.items()}
        for place, value in enumerate(values)
    ]
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return [fact.value for fact in scorio.inspect(path).rows if fact.name == "labels"], path


@pytest.mark.parametrize("empty", ["absent", None])
@pytest.mark.parametrize(("no", "yes"), [(0, 1), (0.0, 1.0), (False, True)])
def test_a_field_of_few_trials_is_proposed_and_is_read(tmp_path, empty, no, yes):
    found, path = facts(tmp_path, [no, empty, empty, yes, empty, empty] * 6)
    assert found == ["if people gave human, --label human corrects the judge (docs/judges.md)"]
    assert sum(one.labels for one in scorio.judge.read(path, "human").score().judged) == 12


@pytest.mark.parametrize(
    "values",
    [
        [0, 1, 0, 1, "absent"] * 6,
        [0, "absent", "absent"] * 6,
        [0, 1, 2, *["absent"] * 6] * 4,
        ["yes", "no", *["absent"] * 6] * 4,
    ],
)
def test_a_full_field_or_one_of_other_values_is_no_label(tmp_path, values):
    found, _ = facts(tmp_path, values)
    assert found == []


def test_a_field_of_errors_is_no_label_and_a_name_with_spaces_is_quoted(tmp_path):
    values = [0, "absent", "absent", 1, "absent", "absent"] * 6
    assert facts(tmp_path, values, name="timed_out")[0] == []
    assert facts(tmp_path, values, name="by Ann")[0] == [
        "if people gave by Ann, --label 'by Ann' corrects the judge (docs/judges.md)"
    ]


def test_a_log_that_is_labelled_says_so():
    found = scorio.inspect("examples/labelled.jsonl").rows
    assert [fact.value for fact in found if fact.name == "labels"] == [
        "if people gave human, --label human corrects the judge (docs/judges.md)"
    ]
