"""Lists, tables, folders and count files: what is read, skipped or an error."""

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
from counts.records import RECORDS, outcomes, table

import scorio
from scorio import Counts, InterruptedLogWarning

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


def test_a_name_outside_utf8(write, tmp_path):
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


def partial_counts(path, **changed):
    """Write counts of two models and two questions as an engine would."""
    columns = {"model": ["a", "a", "b", "b"], "question": ["q1", "q2", "q1", "q2"],
               "count_0": [1, 2, 4, 3], "count_1": [4, 3, 1, 2]} | changed  # fmt: skip
    pq.write_table(pa.table({name: column for name, column in columns.items() if column}), path)
    return path


def test_the_order_of_columns_of_other_writers_does_not_matter(tmp_path):
    usual = Counts.load(partial_counts(tmp_path / "usual.parquet"))
    turned = pa.table({
        name: pa.table(usual)[name] for name in ("count_1", "question", "count_0", "model")
    }).replace_schema_metadata(None)  # fmt: skip
    pq.write_table(turned, tmp_path / "turned.parquet")
    found = Counts.load(tmp_path / "turned.parquet")
    assert found.categories == usual.categories == ["0", "1"]
    assert found == usual
    assert scorio.eval.pass_at_k(found.select(model="a"), 2) > 0.8
    names = turned.rename_columns(["count_True", "question", "count_False", "model"])
    pq.write_table(names, tmp_path / "names.parquet")
    assert Counts.load(tmp_path / "names.parquet").categories == ["False", "True"]
    # Words have the order of the columns, and scorio's own files that of their categories.
    words = turned.rename_columns(["count_right", "question", "count_wrong", "model"])
    pq.write_table(words, tmp_path / "words.parquet")
    assert Counts.load(tmp_path / "words.parquet").categories == ["right", "wrong"]


def test_types_of_engines(tmp_path):
    usual = Counts.load(partial_counts(tmp_path / "usual.parquet"))
    decimals = {
        "count_0": pa.array([1, 2, 4, 3], pa.decimal128(18, 0)),
        "count_1": pa.array([4, 3, 1, 2]).cast(pa.decimal128(38, 2)),
    }
    assert Counts.load(partial_counts(tmp_path / "decimals.parquet", **decimals)) == usual
    numbers = Counts.load(partial_counts(tmp_path / "numbers.parquet", question=[1, 2, 1, 2]))
    assert pa.table(numbers)["question"].to_pylist()[:2] == ["1", "2"]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"model": ["a", None, "b", "b"]}, 'its column "model" is null in a row, which names'),
        ({"question": [1, 2, None, 2]}, 'its column "question" is null in a row, which names'),
        ({"question": [1.5, 2, 1.5, 2]}, '"question" is not text, and not whole numbers'),
        (
            {"count_1": [4, 3, None, 2]},
            "numbers from 0: it is null for question q1 of model b. Write 0 where there are none",
        ),
        ({"count_1": [4, 3, 1, -2]}, "numbers from 0: see question q2 of model b"),
        ({"count_1": [4, 3.5, 1, 2]}, "numbers from 0: see question q2 of model a"),
        ({"count_1": ["4", "3", "1", "2"]}, "numbers from 0: it has the type"),
    ],
)
def test_what_other_writers_may_get_wrong(tmp_path, changed, problem):
    with pytest.raises(ValueError, match=problem):
        Counts.load(partial_counts(tmp_path / "counts.parquet", **changed))


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


def test_progress_is_reported_and_can_stop(tmp_path):
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


def test_other_files_of_a_folder_are_skipped(tmp_path, write):
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
    ("u.csv", "model,question,outcome\nm,q,1\n".encode("utf-16"), "is UTF-16; save it as UTF-8"),
    ("u.jsonl", '{"model": "m"}\n'.encode("utf-16-le"), "is UTF-16; save it as UTF-8"),
    ("u.jsonl", '{"model": "m"}\n'.encode("utf-16-be"), "is UTF-16; save it as UTF-8"),
    ("b.csv", bytes(range(1, 10)) + b"\n", r"it has: \\x01\\x02"),
    ("w.json", b'{"n": 1, "results": [{"x": 1}]}', 'it has: n, results; .* records="results"'),
]


@pytest.mark.parametrize(("name", "content", "sentence"), TEXTS)
def test_files_that_resemble_a_log(tmp_path, name, content, sentence):
    log = tmp_path / name
    log.write_bytes(content)
    with pytest.raises(ValueError, match=sentence):
        scorio.count(log)
    if name.startswith("u."):
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
def test_a_truncated_table(tmp_path, text, trials, said):
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


def test_unsupported_orders(tmp_path):
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


def test_a_run_without_records_among_others(tmp_path):
    log, empty = tmp_path / "log.jsonl", tmp_path / "empty.jsonl"
    log.write_text('{"model": "m", "question": "q", "outcome": 1}\n')
    empty.write_text("")
    with pytest.raises(ValueError, match="leave it out, or name its folder"):
        scorio.count([log, empty])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("counts.csv", "model,question,count_0,count_1\na,q1,3,1\n"),
        ("counts.jsonl", '{"model": "a", "question": "q1", "count_0": 3, "count_1": 1}\n'),
    ],
)
def test_counts_in_another_form_are_told_apart_from_trials(tmp_path, name, text):
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(ValueError, match="if these are counts, save them as Parquet, with"):
        scorio.count(file)
