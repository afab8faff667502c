"""JSON documents of columns and rows, such as tables of W&B."""

import gzip
import json
import zipfile

import pytest
from shapes.samples import SAMPLES, lines
from shapes.test_shapes import table

import scorio
from scorio import InterruptedLogWarning

TABLE = next(one for one in SAMPLES if one.name == "rows.table.json")
NAMES = ["model", "question", "outcome"]


def written(path, *rows, columns=NAMES, **more):
    path.write_text(json.dumps({"columns": columns, "data": list(rows), **more}))
    return path


def test_packed_and_in_archives(tmp_path):
    packed = tmp_path / "eval.table.json.gz"
    packed.write_bytes(gzip.compress(TABLE.text.encode()))
    assert table(scorio.count(packed, **TABLE.options)) == TABLE.rows
    path = tmp_path / "runs.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("media/eval.table.json", TABLE.text)
    assert table(scorio.count(path, **TABLE.options)) == TABLE.rows
    assert scorio.inspect(packed).format == "long table, JSON columns and rows"


def test_cells_may_be_objects_and_lists(write):
    log = write(TABLE.text, TABLE.name)
    fields = {"question": "id", "model": "llm"}
    found = table(scorio.count(log, outcome="scores.f1", **fields))
    assert {model: row for (model, *_), row in found.items()} == {"a": (1, 0, 0), "b": (0, 1, 0)}
    found = table(scorio.count(log, outcome="scores.parts[]", **fields))
    assert set(found.values()) == {(1, 1, 0)}
    found = table(scorio.count(log, outcome="scores.f*", trial="*", **fields))
    assert len(found) == 6


def test_rows_of_another_length(tmp_path):
    log = written(tmp_path / "log.json", ["m", "a", 1], ["m", "b"], ["m", "c", 0, 1], "d")
    with pytest.raises(ValueError, match=r"log.json, row 2: the row has 2 values but there are 3"):
        scorio.count(log)
    counts = scorio.count(log, on_bad_line="skip")
    assert (counts.trials, counts.report["lines_skipped"]) == (1, 3)


def test_columns_that_are_wrong(tmp_path):
    log = written(tmp_path / "a.json", ["m", "a", 1, 1], columns=[*NAMES, "outcome"])
    with pytest.raises(ValueError, match='a.json has two columns "outcome"'):
        scorio.count(log, on_bad_line="skip")
    log = written(tmp_path / "b.json", ["m", "a", 1])
    with pytest.raises(ValueError, match=r'row 1: there is no field "x" .* model, question'):
        scorio.count(log, outcome="x")
    with pytest.raises(ValueError, match=r"c.json is empty|c.json has no"):
        scorio.count(written(tmp_path / "c.json"))
    log = written(tmp_path / "d.json", ["m", "a", 1], columns=["model", "question", 3])
    with pytest.raises(ValueError, match="d.json is of no kind that is known"):
        scorio.count(log)


def test_records_with_such_fields_are_no_rows(write):
    # A question about a table has its columns and rows in a field, as those of table benchmarks.
    about = {"columns": ["a", "b"], "data": [[1, 2]]}
    records = [{"model": "m", "q": n, "ok": n > 0, **about} for n in range(3)]
    assert scorio.count(write(lines(*records)), question="q", outcome="ok").trials == 3
    assert scorio.count(write(lines(records[0])), question="q", outcome="ok").trials == 1


def test_a_table_that_is_cut_off(tmp_path):
    rows = [["m", f"q{n}", n % 2] for n in range(90_000)]
    log = written(tmp_path / "log.json", *rows, nrows=90_000)
    assert scorio.count(log).trials == 90_000
    text = log.read_text()
    log.write_text(text[: len(text) // 2])
    with pytest.warns(InterruptedLogWarning, match="log.json"):
        counts = scorio.count(log)
    assert 40_000 < counts.trials < 50_000
