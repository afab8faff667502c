"""Logs to counts: fields, outcomes, policies, merging, keeping."""

import gzip
import json
import os
import random
import re
import warnings

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import scorio
from scorio import Counts
from scorio.results import InterruptedLogWarning

RECORDS = [
    {"model": "a", "task": "t", "question": "q1", "trial": 0, "outcome": True},
    {"model": "a", "task": "t", "question": "q1", "trial": 1, "outcome": False},
    {"model": "a", "task": "t", "question": "q2", "trial": 0, "outcome": 1},
    {"model": "b", "task": "t", "question": "q1", "trial": 0, "outcome": 0.0},
]


@pytest.fixture
def write(tmp_path):
    def write(records, name="log.jsonl"):
        path = tmp_path / name
        lines = [r if isinstance(r, str) else json.dumps(r) for r in records]
        path.write_text("\n".join(lines) + "\n")
        return path

    return write


def table(counts):
    frame = pl.DataFrame(counts)
    return sorted(frame.rows())


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


def outcomes(write, values, **options):
    records = [{"model": "m", "question": "q", "outcome": value} for value in values]
    counts = scorio.count(write(records), **options)
    return table(counts)[0][3:], counts


def test_threshold(write):
    assert outcomes(write, [0.2, 0.5, 3, True, False], threshold=0.5)[0] == (2, 3, 0)


def test_named_categories(write):
    names = {"wrong": ["I", 0], "partial": [0.5, "P"], "right": ["C", 1, True]}
    cells, counts = outcomes(write, ["C", "I", 0.5, 1.0, "P", 0, True], categories=names)
    assert cells == (2, 2, 3, 0)
    assert counts.categories == ["wrong", "partial", "right"]
    assert counts.score(weights=[0, 0.5, 1])[0].score == pytest.approx(0.55)
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
    with pytest.raises(ValueError, match=r"line 2 .*(is missing|no field).* drop, or fail"):
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


def test_empty_and_absent_files(tmp_path):
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
    ({"question": "id"}, r'no field "id" for the question .*fields here: model, task, question'),
    ({"model": "llm"}, r'no field "llm" for the model .*fields here: model'),
    (
        {"outcome": "score"},
        r'no field "score" for the outcome .*drop, or fail .*fields here: model',
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
    ({"constants": {"model": "m"}, "model": "model"}, "as a field and as a constant"),
    ({"constants": {"model": "m"}, "path": "(?P<model>log)"}, "both as a constant and by the path"),
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


def test_no_model_is_not_guessed(write):
    path = write([{"question": "q", "outcome": 1}])
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


LISTS = [
    (
        '[{"model": "a", "question": "q", "outcome": 1} {',
        "entry 2 .*expected , or ] after an entry",
    ),
    ('[{"model": "a", "question": "q", "outcome": 1}] x', "more after the end"),
    ('[{"model": "a", "question": "q", "outcome": 1},]', "entry 2 .*expected a value"),
    ('{"model": "a", "question": "q", "outcome": 1}', "expected a list"),
]


@pytest.mark.parametrize("end", [', {"m', ""])
def test_a_cut_list_is_read_as_far_as_it_goes(write, end):
    path = write(['[{"model": "a", "question": "q", "outcome": 1}' + end], "log.json")
    with pytest.warns(InterruptedLogWarning, match=r"entry 2 .*the file .*may be truncated"):
        assert scorio.count(path).trials == 1


@pytest.mark.parametrize(("text", "sentence"), LISTS)
@pytest.mark.parametrize("policy", ["error", "skip"])
def test_a_broken_list_is_never_skipped(write, text, sentence, policy):
    with pytest.raises(ValueError, match=sentence):
        scorio.count(write([text], "log.json"), format="json", on_bad_line=policy)


@pytest.mark.parametrize("policy", ["error", "skip"])
@pytest.mark.parametrize("end", ["\n", ""])
def test_an_unclosed_quote_is_never_skipped(tmp_path, policy, end):
    path = tmp_path / "log.csv"
    path.write_text(f'model,question,outcome,text\nm,q1,1,ok\nm,q2,1,"cut\nm,q3,0,a{end}')
    with pytest.raises(ValueError, match=r"line 3 .*a quoted cell has no end"):
        scorio.count(path, on_bad_line=policy)
    path.write_text(f'model,question,outcome,text\nm,q1,1,"a\n""b""\n"\nm,q2,1,5" disk{end}')
    assert scorio.count(path).trials == 2


STRAY = ['m,"q1,1\nm,"q2,0\nm,q3,1\n', 'm,"q1"x,1\n']


@pytest.mark.parametrize("rows", STRAY)
@pytest.mark.parametrize("policy", ["error", "skip"])
def test_a_quote_out_of_place_swallows_nothing(write, rows, policy):
    path = write(["model,question,outcome", rows], "log.csv")
    with pytest.raises(ValueError, match=r"line 2 .*goes on after its closing quote"):
        scorio.count(path, on_bad_line=policy)


def test_a_list_is_read_whatever_the_window_cuts(tmp_path):
    path = tmp_path / "log.json"
    records = [{"model": "m", "question": "q", "outcome": i % 2 == 0} for i in range(8000)]
    for shift in range(0, 60, 7):
        path.write_text(" " * shift + json.dumps(records))
        assert scorio.count(path).trials == 8000


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_lines_are_numbered_as_in_an_editor(tmp_path, ending):
    path = tmp_path / "log.csv"
    rows = ["model,question,outcome", "m,q1,1", "", 'm,"q', '2",1', "m,q3,x"]
    path.write_bytes(ending.join(rows).encode())
    with pytest.raises(ValueError, match=r"line 6 .*outcome x .*matches no category"):
        scorio.count(path)


def test_tables_are_trimmed_and_name_columns_once(write):
    path = write(["model, question, outcome", "m , q1, 1", "m, q1 ,0"], "log.csv")
    assert table(scorio.count(path)) == [("m", "", "q1", 1, 1, 0)]
    path = write(["model,question,outcome,outcome", "m,q,1,0"], "log.csv")
    with pytest.raises(ValueError, match='line 1 .*the header has two columns "outcome"'):
        scorio.count(path)


def test_one_object_over_several_lines(write):
    path = write([json.dumps(RECORDS[0], indent=1)])
    with pytest.raises(ValueError, match="a log has a record on each line, or is one list"):
        scorio.count(path)


def test_wrong_types(write):
    path = write(RECORDS)
    for options, sentence in [
        ({"threshold": "x"}, "threshold = 'x' is not a number"),
        ({"categories": ["a", "b"]}, "is not a mapping"),
        ({"categories": {"a": [None], "b": 1}}, r"categories\['a'\] has None"),
    ]:
        with pytest.raises(TypeError, match=sentence):
            scorio.count(path, **options)
    with pytest.raises(TypeError, match="3 is not Counts"):
        scorio.count(path).merge(3)
    assert outcomes(write, ["I", "C"], categories={"a": {"I"}, "b": {"C"}})[0] == (1, 1, 0)


def test_hidden_folders_and_other_files_are_no_logs(write, tmp_path):
    write(RECORDS)
    (tmp_path / ".checkpoints").mkdir()
    write(RECORDS, ".checkpoints/log.jsonl")
    (tmp_path / "elsewhere").mkdir()
    write(RECORDS, "elsewhere/more.jsonl")
    (tmp_path / "runs").mkdir()
    (tmp_path / "log.jsonl").rename(tmp_path / "runs" / "log.jsonl")
    (tmp_path / "runs" / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / ".checkpoints").rename(tmp_path / "runs" / ".checkpoints")
    write(["notes"], "runs/notes.txt")
    assert scorio.count(tmp_path / "runs", on_repeat="keep").report["files"] == 2
    with pytest.raises(ValueError, match="a file name is empty"):
        scorio.count("")


def test_a_name_that_is_not_utf8(write, tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.jsonl"
    write(RECORDS).rename(os.fsdecode(path))
    assert scorio.count(os.fsdecode(path)).trials == 4


def test_short_table_rows(write):
    path = write(["model,question,outcome", "m,q,1", "m,q"], "log.csv")
    with pytest.raises(ValueError, match="line 3 .*the row has 2 cells but the header has 3"):
        scorio.count(path)
    assert scorio.count(path, on_bad_line="skip").report["lines_skipped"] == 1


def test_merging_is_counting_all(write):
    one, two = write(RECORDS[:2], "1.jsonl"), write(RECORDS[2:], "2.jsonl")
    whole = scorio.count([one, two])
    assert scorio.count(one).merge(scorio.count(two)) == whole
    assert scorio.count(two) + scorio.count(one) == whole
    assert (scorio.count(one) + scorio.count(two)).report == whole.report
    graded = scorio.count("tests/data/graded.csv", categories={"a": 0, "b": 0.5, "c": 1})
    with pytest.raises(ValueError, match=r"over the categories \(a, b, c\) and \(0, 1\) cannot"):
        whole.merge(graded)


def test_merging_matches_categories_by_name(write):
    def graded(name, *grades):
        rows = [{"model": "m", "question": f"q{i}", "outcome": x} for i, x in enumerate(grades)]
        names = {str(x): x for x in sorted(set(grades))}
        return scorio.count(write(rows, f"{name}.jsonl"), categories=names)

    parts = [graded("one", 1, 0), graded("two", 0.5, 1), graded("all", 0, 0.5, 1)]
    whole = parts[0].merge(*parts[1:])
    assert whole.categories == ["0", "0.5", "1"]
    assert table(whole) == [
        ("m", "", "q0", 1, 1, 1, 0),
        ("m", "", "q1", 1, 1, 1, 0),
        ("m", "", "q2", 0, 0, 1, 0),
    ]
    assert parts[1].merge(parts[0], parts[2]) == whole
    assert parts[2] + parts[1] + parts[0] == whole
    with pytest.raises(ValueError, match="the names of one must be among those of the other"):
        parts[0].merge(parts[1])


def test_saved_counts_come_back(write, tmp_path):
    counts = scorio.count(
        write([*RECORDS, {**RECORDS[3], "trial": 1, "outcome": None}]), on_missing="drop"
    )
    path = tmp_path / "counts.parquet"
    counts.save(path)
    again = Counts.load(path)
    assert again == counts
    assert again.report == counts.report
    frame = pq.read_table(path)
    assert frame.column_names == ["model", "task", "question", "count_0", "count_1", "missing"]
    # Other tools write them too, with their own text and number types.
    kinds = {"count_0": pl.Int32, "count_1": pl.UInt8, "model": pl.Categorical}
    pl.DataFrame(counts).cast(kinds).write_parquet(path)
    assert Counts.load(path) == counts
    pd.DataFrame.from_arrow(counts).drop(columns="missing").to_parquet(path)
    assert Counts.load(path).trials == counts.trials


def test_not_count_files(write, tmp_path):
    with pytest.raises(ValueError, match="is not a count file: it cannot be read as Parquet"):
        Counts.load(write(RECORDS))
    path = tmp_path / "other.parquet"
    pq.write_table(pa.table({"x": [1]}), path)
    with pytest.raises(ValueError, match=r"0 columns named count_\*"):
        Counts.load(path)
    pq.write_table(pa.table({"count_0": [1], "count_1": [1]}), path)
    with pytest.raises(ValueError, match='has no column "model"'):
        Counts.load(path)
    columns = {"model": ["m"], "task": [""], "question": ["q"], "count_0": [-1], "count_1": [1]}
    pq.write_table(pa.table(columns), path)
    with pytest.raises(ValueError, match='"count_0" does not hold whole numbers from 0'):
        Counts.load(path)
    with pytest.raises(FileNotFoundError):
        Counts.load(tmp_path / "absent.parquet")
    with pytest.raises(OSError, match="cannot write"):
        scorio.count(write(RECORDS)).save(tmp_path / "no" / "such" / "folder.parquet")


def test_select(coins):
    counts = scorio.count(coins)
    assert counts.select(model=["coin-01", "coin-02"]).models == ["coin-01", "coin-02"]
    with pytest.raises(ValueError, match="there is no model 'x'"):
        counts.select(model="x")
    with pytest.raises(ValueError, match="there is no task 'x'"):
        counts.select(task="x")


def test_a_byte_order_mark_is_no_field(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("\ufeffmodel,question,outcome\nm,q,TRUE\n", encoding="utf-8")
    assert scorio.count(path).models == ["m"]


def test_progress_is_told_and_can_stop(tmp_path):
    path = tmp_path / "log.jsonl"
    record = json.dumps({"model": "m", "question": "q", "text": "x" * 1000, "outcome": 1})
    path.write_text((record + "\n") * 2000)
    told = []
    scorio.count(path, progress=told.append)
    assert told == sorted(told)
    assert 0 < told[-1] <= path.stat().st_size

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scorio.count(path, progress=stop)


def test_what_is_no_log_in_a_folder_is_passed_over(tmp_path, write):
    write(RECORDS)
    (tmp_path / "metadata.json").write_text('{"env": "x", "date": "2026"}')
    counts = scorio.count(tmp_path)
    assert (counts.trials, counts.report["files"], counts.report["passed_over"]) == (4, 1, 1)
    with pytest.raises(ValueError, match="metadata.json is of no kind that is known"):
        scorio.count(tmp_path / "metadata.json")
    assert counts.notes == [f"Passed over: {tmp_path / 'metadata.json'}"]
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "cut.json").write_text('[{"mod')
    with pytest.warns(InterruptedLogWarning, match=r"cut\.json, entry 1"):
        assert scorio.count(tmp_path).report["passed_over"] == 3
    for name in ("log.jsonl", "cut.json", "empty.jsonl"):
        (tmp_path / name).unlink()
    with pytest.raises(ValueError, match="metadata.json is of no kind that is known"):
        scorio.count(tmp_path)


def test_a_long_table_has_no_scores_to_choose_among(write):
    with pytest.raises(ValueError, match=r"log\.jsonl is a long table, whose score is a field"):
        scorio.count(write(RECORDS), score="passed")


def test_times_too_large_to_count(write):
    record = {"model": "m", "question": "q", "outcome": None, "n": 2**64 - 1}
    with pytest.raises(ValueError, match="question q"):
        scorio.count(write([record, record]), times="n", on_missing="drop")


def test_ids_in_quotes_are_questions_of_their_own(write):
    records = [{"model": "m", "question": q, "outcome": 1} for q in (1, "1", '"1"')]
    assert len(scorio.count(write(records))) == 3
    assert len(scorio.count(write(records), ids="text", on_repeat="keep")) == 2


TEXTS = [
    ("u.csv", "model,question,outcome\nm,q,1\n".encode("utf-16"), "is UTF-16: save it as UTF-8"),
    ("u.jsonl", '{"model": "m"}\n'.encode("utf-16-le"), "is UTF-16: save it as UTF-8"),
    ("u.jsonl", '{"model": "m"}\n'.encode("utf-16-be"), "is UTF-16: save it as UTF-8"),
    (
        "s.csv",
        b"model;question;outcome\nm;q;1\n",
        "semicolons part its cells: write it with commas",
    ),
    ("b.csv", bytes(range(1, 10)) + b"\n", "it has: \ufffd+"),
    (
        "w.json",
        b'{"n": 1, "results": [{"model": "m", "question": "q", "outcome": 1}]}',
        'list "results".* save that list alone as a log',
    ),
]


@pytest.mark.parametrize(("name", "content", "sentence"), TEXTS)
def test_what_is_nearly_a_log(tmp_path, name, content, sentence):
    log = tmp_path / name
    log.write_bytes(content)
    with pytest.raises(ValueError, match=sentence):
        scorio.count(log)
    if name != "b.csv":
        with pytest.raises(ValueError, match=sentence):
            scorio.count(log, question="question", trial="n")


@pytest.mark.parametrize("ending", ["json", "jsonl"])
@pytest.mark.parametrize("content", ["[]", "[ ]", "{}", "5", "-1.5e3", "null", "true\n", "\n{ }\n"])
def test_a_file_of_a_folder_without_a_record(tmp_path, ending, content):
    (tmp_path / "log.jsonl").write_text('{"model": "m", "question": "q", "outcome": 1}\n')
    other = tmp_path / f"other.{ending}"
    other.write_text(content)
    counts = scorio.count(tmp_path)
    assert counts.trials == 1
    assert counts.notes == [f"Passed over: {other}"]
    with pytest.raises(ValueError, match="is empty: it has no record"):
        scorio.count(other)


@pytest.mark.parametrize(
    ("text", "trials", "said"),
    [
        ("m,q,1\nm,q2,1\n", 2, None),
        ("m,q,1\nm,q2,1", 2, r"Perhaps interrupted: .*line 3 .* may go on"),
        ("m,q,1\nm,q2", 1, "Interrupted, .* 2 cells"),
        ('m,q,1\nm,q2,"1', 1, "Interrupted, .* quoted cell"),
        ('m,q,1\nm,q2,"1"', 2, None),
        ("m,q,1\nm,q\u00fc".encode()[:-1], 1, "Interrupted, "),
    ],
)
def test_a_table_that_is_cut_short(tmp_path, text, trials, said):
    path = tmp_path / "log.csv"
    head = b"model,question,outcome\n"
    path.write_bytes(head + (text if isinstance(text, bytes) else text.encode()))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        counts = scorio.count(path)
    assert counts.trials == trials
    if said is None:
        assert counts.notes == []
    else:
        assert re.search(said, counts.notes[0])
    assert bool(caught) == (said is not None and said.startswith("Interrupted"))


def test_orders_that_are_not_kept(tmp_path):
    path = tmp_path / "log.jsonl"
    for trial in (2**31, -1, "07"):
        record = {"model": "m", "question": "q", "trial": trial, "outcome": 1}
        path.write_text(json.dumps(record) + "\n")
        with pytest.raises(ValueError, match="has no place in the order of the trials"):
            scorio.count(path, order=True)
        assert scorio.count(path).trials == 1


def test_the_last_of_repeated_trials_in_their_order(tmp_path):
    rng = random.Random(5)
    records = [(rng.randrange(30), rng.randrange(2)) for _ in range(2000)]
    path = tmp_path / "log.jsonl"
    names = ("model", "question", "trial", "outcome")
    lines = [json.dumps(dict(zip(names, ("m", "q", *one), strict=True))) for one in records]
    path.write_text("\n".join(lines) + "\n")
    last = dict(records)
    R = scorio.count(path, order=True, on_repeat="last").results().R
    assert R[0, 0].tolist() == [last[trial] for trial in sorted(last)]


def test_a_run_without_a_record_beside_others(tmp_path):
    log, empty = tmp_path / "log.jsonl", tmp_path / "empty.jsonl"
    log.write_text('{"model": "m", "question": "q", "outcome": 1}\n')
    empty.write_text("")
    with pytest.raises(ValueError, match="leave it out, or name its folder"):
        scorio.count([log, empty])
