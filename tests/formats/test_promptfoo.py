"""promptfoo: one JSON file, or JSON Lines."""

import json
import uuid

import pytest

import scorio


def result(question, success, reason=None, *, named=None, label="model-a", number=0, about=None):
    case = {"vars": {"q": question}} | ({} if about is None else {"description": about})
    return {
        "error": None if success else "Expected output to contain",
        "id": str(uuid.uuid4()),
        "namedScores": named or {},
        "prompt": {"raw": question, "label": "Q: {{q}}"},
        "promptIdx": 0,
        "provider": {"id": "echo", "label": label},
        "score": 1 if success else 0.3,
        "success": success,
        "testCase": case,
        "testIdx": number,
        "vars": {"q": question},
        "failureReason": reason if reason is not None else (0 if success else 1),
    }


RESULTS = [
    result("2+2", success=True, named={"exact": 1}),
    result("2+2", success=False, number=1, named={"exact": 0}),
    result("3", success=True, number=2, label="", named={"exact": 1}),
]


def found(counts):
    table = pytest.importorskip("polars").DataFrame(counts)
    names = ["model", "task", "question", "count_0", "count_1", "missing"]
    return sorted(table.select(names).rows())


@pytest.fixture(params=["json", "jsonl"])
def write(request, tmp_path):
    def write(results):
        path = tmp_path / f"out.{request.param}"
        if request.param == "json":
            document = {"version": 3, "prompts": [], "results": results, "stats": {}}
            path.write_text(
                json.dumps({"evalId": "e", "results": document, "config": {}}, indent=2)
            )
        else:
            path.write_text("".join(json.dumps(result) + "\n" for result in results))
        return path

    return write


def test_both_layouts(write):
    counts = scorio.count(write(RESULTS))
    assert found(counts) == [
        ("echo", "Q: {{q}}", '{"q":"3"}', 0, 1, 0),
        ("model-a", "Q: {{q}}", '{"q":"2+2"}', 1, 1, 0),
    ]
    assert counts.notes == ["promptfoo score: success; also there: exact, score"]


def test_the_sample(shared):
    expected = [
        ("model-a", "Q: {{q}}", '{"q":"2+2"}', 3, 0, 0),
        ("model-a", "Q: {{q}}", '{"q":"3+3"}', 3, 0, 0),
        ("model-b", "Q: {{q}}", '{"q":"2+2"}', 1, 2, 0),
        ("model-b", "Q: {{q}}", '{"q":"3+3"}', 3, 0, 0),
    ]
    for name in ("out.json", "out.jsonl"):
        path = shared / "data" / "promptfoo" / name
        assert found(scorio.count(path)) == expected
        with pytest.raises(
            ValueError, match='has no score "right"; its scores are correct, len, score, success'
        ):
            scorio.count(path, score="right")
        lengths = scorio.count(path, score="len", threshold=0.5, on_missing="drop")
        assert (lengths.trials, lengths.missing) == (6, 6)
        by_score = scorio.count(path, score="score", threshold=0.2)
        assert by_score.score("avg")[0].model == "model-a"


def test_descriptions_tell_tests_of_the_same_vars_apart(write):
    counts = scorio.count(write([RESULTS[0], result("2+2", success=True, about="polite")]))
    assert [row[2] for row in found(counts)] == ['{"q":"2+2"}', '{"q":"2+2"} (polite)']


def test_the_order_of_vars_does_not_matter(write):
    results = [result("", success=True) | {"vars": {"a": 1, "b": "x"}}, result("", success=False)]
    results[1]["vars"] = {"b": "x", "a": 1}
    assert found(scorio.count(write(results)))[0][2:] == ('{"a":1,"b":"x"}', 1, 1, 0)


def test_ids_are_numbers_or_texts(write):
    counts = scorio.count(write([result(1, success=True), result("1", success=True)]))
    assert [row[2] for row in found(counts)] == ['{"q":"1"}', '{"q":1}']


def test_an_error_is_no_failed_assertion(write):
    path = write([*RESULTS, result("2+2", success=False, reason=2)])
    with pytest.raises(ValueError, match=r"(line|entry) 4 .*ended in an error and has no score"):
        scorio.count(path)
    assert found(scorio.count(path, on_error="drop"))[1][3:] == (1, 1, 1)
    assert found(scorio.count(path, on_error="fail"))[1][3:] == (2, 1, 0)
    with pytest.raises(ValueError, match=r"ended in an error"):
        scorio.count(path, on_missing="drop", on_error="error")


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"success": "yes"}, 'the outcome "yes" .field "success".'),
        ({"success": None}, 'the field "success" is null'),
        ({"provider": {}}, "names no model"),
        ({"provider": "openai:gpt-4o"}, None),
        ({"namedScores": None}, None),
    ],
)
def test_wrong_types(write, bad, message):
    path = write([RESULTS[0], RESULTS[1] | bad])
    if message is None:
        assert scorio.count(path).trials == 2
        return
    with pytest.raises(ValueError, match=message):
        scorio.count(path)


@pytest.mark.parametrize("lacking", ["vars", "provider"])
def test_missing_fields(write, lacking):
    second = {key: value for key, value in RESULTS[1].items() if key != lacking}
    path = write([RESULTS[0], second])
    with pytest.raises(ValueError, match=rf'(line|entry) 2 .*there is no field "{lacking}"'):
        scorio.count(path)


def test_a_result_in_two_files_is_reported(write, tmp_path):
    path = write(RESULTS)
    again = tmp_path / f"again{path.suffix}"
    again.write_bytes(path.read_bytes())
    with pytest.raises(ValueError, match="was counted before"):
        scorio.count([path, again])
    assert scorio.count([path, again], on_repeat="first") == scorio.count(path)


def test_a_score_of_some_questions_is_not_required_of_others(write):
    both = [
        result("a", success=True, named={"x": 1}),
        result("a", success=True, named={"x": 0}),
        result("b", success=False),
    ]
    counts = scorio.count(write(both), score="all", threshold=0.5)
    rows = [(row[1], row[2]) for row in found(counts.select(score="x"))]
    assert ("Q: {{q}}", '{"q":"a"}') in rows
    assert ("Q: {{q}}", '{"q":"b"}') not in rows
    # If a question has the score, a trial without it is missing.
    lacking = [*both, result("a", success=True)]
    with pytest.raises(ValueError, match="missing"):
        scorio.count(write(lacking), score="all", threshold=0.5)
    assert "x: 1 × 1, 0 × 1, absent × 2" in repr(scorio.inspect(write(lacking)))
