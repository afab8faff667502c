"""Reading long tables into counts: fields, policies, categories and mistakes."""

import gzip
import json

import pytest
from counts.records import RECORDS, outcomes, table

import scorio
from scorio import InterruptedLogWarning


def test_defaults(write):
    counts = scorio.count(write(RECORDS))
    assert table(counts) == [
        ("a", "t", "q1", 1, 1, 0),
        ("a", "t", "q2", 0, 1, 0),
        ("b", "t", "q1", 1, 0, 0),
    ]
    assert (counts.models, counts.tasks, counts.trials) == (["a", "b"], ["t"], 4)
    assert counts.report["records"] == 4
    assert repr(counts) == "Counts(2 models, 1 task, 3 questions, 4 trials)"


def test_nested_fields_constants_and_paths(write):
    records = [{"info": {"m.x": "a", "ids": [7, "q"]}, "score": {"value": 1}}]
    path = write(records, "math__run1.jsonl")
    by_field = scorio.count(path, model=r"info.m\.x", question="info.ids.1", outcome="score.value")
    assert table(by_field) == [("a", "", "q", 0, 1, 0)]
    by_path = scorio.count(
        path,
        path=r"(?P<task>[a-z]+)__(?P<model>\w+)\.jsonl",
        question="info.ids.0",
        outcome="score.value",
    )
    assert table(by_path) == [("run1", "math", "7", 0, 1, 0)]
    constant = scorio.count(
        path, constants={"model": "c"}, question="info.ids.0", outcome="score.value"
    )
    assert table(constant) == [("c", "", "7", 0, 1, 0)]


def test_threshold(write):
    assert outcomes(write, [0.2, 0.5, 3, True, False], threshold=0.5)[0] == (2, 3, 0)


def test_named_categories(write):
    names = {"wrong": ["I", 0], "partial": [0.5, "P"], "right": ["C", 1, True]}
    cells, counts = outcomes(write, ["C", "I", 0.5, 1.0, "P", 0, True], categories=names)
    assert cells == (2, 2, 3, 0)
    assert counts.categories == ["wrong", "partial", "right"]
    assert counts.score("bayes", weights=[0, 0.5, 1])[0].score == pytest.approx(0.55)
    with pytest.raises(ValueError, match=r"w is missing: the counts have 3 categories \(wrong, pa"):
        counts.score()
    with pytest.raises(ValueError, match="w has 2 weights but the counts have 3"):
        counts.score(weights=[0, 1])


@pytest.mark.parametrize("value", [None, float("nan"), "absent"])
def test_missing_policies(write, value):
    records = [{"model": "m", "question": "q", "outcome": 1} for _ in range(3)]
    records[1]["outcome"] = value
    if value == "absent":
        del records[1]["outcome"]
    path = write(records)
    ways = 'on_missing="drop", or on_missing="fail" to count them as failures'
    with pytest.raises(ValueError, match=rf"line 2 .*(is missing|no field).* {ways}"):
        scorio.count(path)
    dropped = scorio.count(path, on_missing="drop")
    assert table(dropped)[0][3:] == (0, 2, 1)
    assert (dropped.report["missing_dropped"], dropped.missing) == (1, 1)
    failed = scorio.count(path, on_missing="fail")
    assert table(failed)[0][3:] == (1, 2, 0)
    assert failed.report["missing_failed"] == 1


@pytest.mark.parametrize("trial", [3, "run-3", 123456789])
def test_repeat_policies(write, trial):
    values = [1, 0, None]
    records = [
        {"model": "m", "question": "q", "trial": trial, "outcome": value} for value in values
    ]
    path = write(records)
    with pytest.raises(ValueError, match=r"line 2 .*question \"q\", trial .* was counted before"):
        scorio.count(path)

    def cells(**options):
        counts = scorio.count(path, on_missing="drop", **options)
        return table(counts)[0][3:], counts.report

    assert cells(on_repeat="first") == ((0, 1, 0), cells(on_repeat="first")[1])
    assert cells(on_repeat="first")[1]["repeats_ignored"] == 2
    assert cells(on_repeat="last")[0] == (0, 0, 1)
    assert cells(on_repeat="last")[1]["repeats_replaced"] == 2
    assert cells(on_repeat="keep")[0] == (1, 1, 1)
    assert cells(on_repeat="keep")[1]["repeats_kept"] == 2


def test_whole_questions(write):
    rows = ["model,id,n,c", "m,a,10,7", "m,b,5,5.0"]
    path = write(rows, "counts.csv")
    counts = scorio.count(path, question="id", total="n", correct="c")
    assert table(counts) == [("m", "", "a", 3, 7, 0), ("m", "", "b", 0, 5, 0)]
    for row, sentence in [
        ("m,c,3,4", "4 correct trials are more than the 3 trials"),
        ("m,c,x,4", 'the field "n" is x, not a whole number'),
        ("m,c,,4", 'the field "n" is empty, not a whole number'),
        (f"m,c,{2**64 - 1},0", r"the counts of question c add up to more than 2\^53"),
        ("m,c,3,-1", 'the field "c" is -1, not a whole number'),
        ("m,a,1,1", "question a was counted before"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            scorio.count(write([*rows, row], "bad.csv"), question="id", total="n", correct="c")
    again = write([*rows, "m,a,1,1"], "again.csv")
    options = {"question": "id", "total": "n", "correct": "c"}
    assert table(scorio.count(again, on_repeat="last", **options))[0] == ("m", "", "a", 0, 1, 0)
    assert table(scorio.count(again, on_repeat="keep", **options))[0] == ("m", "", "a", 3, 8, 0)


BROKEN = [
    ('{"model": "a", "question": ', r"line 2 \(byte \d+\): not JSON: .*begins: {\"model\": \"a\""),
    ("[1, 2]", "line 2 .*not an object with named fields"),
    ('{"model": "a", "question": "q", "outcome": 1} x', "line 2 .*more after the end"),
    (
        '{"model": "a", "question": "q", "outcome": 1, "outcome": 0}',
        r'line 2 \(byte \d+\): the key "outcome" is there twice, at byte 47 of the line',
    ),
]


@pytest.mark.parametrize(("line", "sentence"), BROKEN)
def test_broken_lines(write, line, sentence):
    path = write([RECORDS[0], line, RECORDS[1]])
    with pytest.raises(ValueError, match=sentence):
        scorio.count(path)
    counts = scorio.count(path, on_bad_line="skip")
    assert (counts.trials, counts.report["lines_skipped"]) == (2, 1)
    with pytest.raises(ValueError, match="has no record that can be read: 1 were skipped"):
        scorio.count(write([line]), on_bad_line="skip")


def test_not_utf8(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(json.dumps(RECORDS[0]).encode() + b'\n{"model": "\xff"}\n')
    with pytest.raises(ValueError, match=r"line 2 .*not UTF-8: byte 12 of the line is 0xff"):
        scorio.count(path)


def test_a_cut_log_is_read_as_far_as_it_goes(write):
    path = write(RECORDS)
    path.write_text(path.read_text()[:-10])
    cut = r"Interrupted, .*line 4 .*the file ends there and may be truncated"
    with pytest.warns(InterruptedLogWarning, match=cut):
        counts = scorio.count(path)
    assert counts == scorio.count(write(RECORDS[:3]))
    assert counts.report["interrupted"] == 1
    path.write_text(json.dumps(RECORDS[0])[:-10])
    with pytest.raises(ValueError, match="line 1 .*may be truncated"):
        scorio.count(path)


def test_truncated_gzip(tmp_path):
    path = tmp_path / "log.jsonl.gz"
    records = [{**RECORDS[0], "question": i} for i in range(200)]
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, records)).encode())[:-20])
    with pytest.warns(
        InterruptedLogWarning, match=r"log\.jsonl\.gz is truncated: its gzip data end"
    ):
        counts = scorio.count(path)
    assert 0 < len(counts) < 200
    path.write_bytes(gzip.compress(b"x" * 5000)[:30] + b"yyyyyyyyyy" * 10)
    with pytest.raises(ValueError, match="is damaged|is truncated"):
        scorio.count(path)


def test_empty_and_missing_files(tmp_path):
    empty = tmp_path / "empty.jsonl"
    for text in ("", "\n \n", "\ufeff"):
        empty.write_text(text)
        with pytest.raises(ValueError, match="is empty"):
            scorio.count(empty)
    empty = tmp_path / "empty.json"
    empty.write_text("[]")
    (tmp_path / "empty.jsonl").unlink()
    with pytest.raises(ValueError, match="is empty"):
        scorio.count(empty)
    with pytest.raises(FileNotFoundError, match="cannot open .*absent"):
        scorio.count(tmp_path / "absent.jsonl")
    with pytest.raises(FileNotFoundError, match="no file matches"):
        scorio.count(str(tmp_path / "*.csv"))
    with pytest.raises(ValueError, match="there is no log in the folder"):
        scorio.count((tmp_path / "sub").mkdir() or tmp_path / "sub")
    with pytest.raises(ValueError, match="is given twice"):
        scorio.count([empty, empty])
    again = tmp_path / "again.json"
    again.symlink_to(empty)
    with pytest.raises(ValueError, match="is given twice, also as"):
        scorio.count(tmp_path)


FIELDS = [
    (
        {"question": "id"},
        r'no field "id" for the question; fields here: model, task, question.*; name the field',
    ),
    ({"model": "llm"}, r'no field "llm" for the model; fields here: model'),
    (
        {"outcome": "score"},
        r'no field "score" for the outcome; fields here: model.*, or on_missing="fail" ',
    ),
    ({"outcome": "score", "on_missing": "drop"}, r'no field "score" for the outcome'),
    ({"trial": "run"}, r'no field "run" for the trial'),
    ({"question": "task", "outcome": "question"}, r'outcome "q1" .*matches no category'),
    ({"threshold": 0.5, "outcome": "question"}, r'outcome "q1" .*successes from 0.5 up'),
    ({"categories": {"a": 5, "b": 6}}, r"outcome true .*the values named are 5 \(a\), 6 \(b\)"),
    ({"categories": {"a": 5}}, "give at least two"),
    ({"categories": {"a": 5, "b": [5.0]}}, "is in the categories a and b"),
    ({"categories": {"a": 5, "b": []}}, "category b has no value"),
    ({"categories": {"a": 0, "b": 1}, "threshold": 1}, "exclude each other"),
    ({"total": "n"}, "go together"),
    ({"constants": {"question": "q"}}, "only model, task and trial"),
    ({"constants": {"model": "m"}, "model": "model"}, "model names a field, but constants or path"),
    (
        {"constants": {"model": "m"}, "path": "(?P<model>log)"},
        "constants and path both give the model",
    ),
    ({"constants": {"model": ""}}, "the model of .*log.jsonl is empty"),
    ({"path": "log(?P<model>x?)"}, "the model of .*log.jsonl is empty"),
    ({"total": "n", "correct": "c"}, 'no field "n" for the number of trials'),
    ({"path": "("}, "is not a regular expression"),
    ({"path": "(?P<outcome>x)"}, "has a group named 'outcome'"),
    ({"path": "log"}, "has no named group"),
    ({"path": "(?P<model>zzz)"}, "does not match the path pattern"),
    ({"on_missing": "guess"}, "on_missing = guess is not one of error, drop, fail"),
    ({"on_repeat": "x"}, "on_repeat = x is not one of"),
    ({"on_bad_line": "x"}, "on_bad_line = x is not one of"),
    ({"format": "xml"}, "format = xml is not one of jsonl, json, csv, tsv"),
]


@pytest.mark.parametrize(("options", "sentence"), FIELDS)
def test_wrong_options(write, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        scorio.count(write(RECORDS), **options)


def test_no_model_is_the_name_of_the_file_and_not_another_field(write):
    counts = scorio.count(path := write([{"question": "q", "outcome": 1}]))
    assert counts.models == [path.stem]
    assert any(f"its name is the model: {path.stem}" in note for note in counts.notes)
    path = write([{"question": "q", "outcome": 1, "llm": "m"}])
    with pytest.raises(ValueError, match=r'no field "model" .*set it as a constant'):
        scorio.count(path)


def test_labels_must_name(write):
    for value, sentence in [(None, "is null"), ([1], "is a list or an object"), ("", "is empty")]:
        path = write([{"model": "m", "question": value, "outcome": 1}])
        with pytest.raises(ValueError, match=sentence):
            scorio.count(path)


def test_uneven_fields(write):
    path = write([{**RECORDS[0]}, {k: v for k, v in RECORDS[1].items() if k != "trial"}])
    with pytest.raises(ValueError, match=r'line 2 .*the field "trial" .* is not in this record'):
        scorio.count(path)
