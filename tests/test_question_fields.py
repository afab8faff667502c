"""Fields of questions in logs: --fields, --slices, and what an inspection says of them."""

import json

import polars as pl
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli.main import main

FIELDS = ["meta.level", "meta.minutes"]


def records():
    for model in ("new", "old"):
        for number in range(12):
            meta = {"level": ("easy", "hard")[number % 2], "minutes": 2.0 ** (number / 4)}
            if number == 5:
                del meta["level"]
            for trial in range(2):
                yield {
                    "model": model, "question": f"q{number}", "trial": trial,
                    "outcome": (number + trial) % 2, "meta": meta,
                }  # fmt: skip


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records()))
    return path


def columns(counts):
    table = pl.DataFrame(counts)
    return table.select("model", "question", *(f"field_{name}" for name in counts.fields))


def test_every_form_has_the_same_fields(log, tmp_path):
    counts = scorio.count(log, fields=FIELDS)
    assert counts.fields == FIELDS
    table = columns(counts)
    assert table["field_meta.level"].to_list()[:6] == ["easy", "hard", "easy", "hard", "easy", None]
    assert table["field_meta.minutes"][0] == "1"
    frame = pl.DataFrame(list(records()))
    flat = frame.unnest("meta").rename({"level": FIELDS[0], "minutes": FIELDS[1]})
    flat.write_parquet(tmp_path / "log.parquet")
    for source in (frame, frame.lazy(), list(records())):
        assert scorio.count(source, fields=FIELDS) == counts
    escaped = [name.replace(".", r"\.") for name in FIELDS]
    again = scorio.count(tmp_path / "log.parquet", fields=escaped)
    assert columns(again).rows() == table.rows()
    plain = scorio.count(log)
    assert plain.fields == []
    assert plain.score().rows == counts.score().rows


def test_count_files_keep_fields(log, tmp_path):
    for options in ({}, {"numeric": True}):
        counts = scorio.count(log, fields=FIELDS, **options)
        path = tmp_path / "counts.parquet"
        counts.save(path)
        loaded = type(counts).load(path)
        assert loaded == counts
        assert loaded.fields == FIELDS
        assert loaded != scorio.count(log, **options)


def test_counts_with_and_without_fields_merge(log):
    known, plain = scorio.count(log, fields="meta.level"), scorio.count(log)
    other = plain.rename(model={"new": "a", "old": "b"})
    merged = known.merge(other)
    assert columns(merged)["field_meta.level"].to_list()[24:30] == [
        "easy", "hard", "easy", "hard", "easy", None,
    ]  # fmt: skip
    wrong = plain.with_field("meta.level", {"q0": "hard"}).rename(model={"new": "a", "old": "b"})
    with pytest.raises(ValueError, match="question q0 has the meta.level easy and"):
        known.merge(wrong)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("nope", 'no record has the field "nope"; '),
        ("meta.levels", 'perhaps "meta.level" is meant'),
        ("meta", 'the field "meta" is a list or an object, which is no single value'),
        ("outcome", "line 2 (byte"),
    ],
)
def test_fields_that_are_none_are_refused(log, fields, words):
    with pytest.raises(ValueError, match="line") as error:
        scorio.count(log, fields=fields)
    assert words in str(error.value)


def test_mistaken_names_are_refused():
    with pytest.raises(TypeError, match="fields has 3"):
        scorio.count("examples/coins.jsonl", fields=[3])


def test_a_file_names_fields_by_question(log, tmp_path):
    table = tmp_path / "meta.csv"
    table.write_text("question,topic\nq0,algebra\nq1,\nq2,law\nunknown,law\n")
    counts = scorio.count(log, slices=table)
    assert columns(counts)["field_topic"].to_list()[:4] == ["algebra", None, "law", None]
    assert f"1 question of {table} is not in the logs" in str(counts.score())
    lines = tmp_path / "meta.jsonl"
    lines.write_text(
        '{"question": "q0", "topic": "algebra"}\n\n{"question": "q2", "topic": "law"}\n'
    )
    assert scorio.count(log, slices=lines) == counts


def test_tasks_and_typed_names_find_their_questions(tmp_path):
    rows = [
        {"model": "m", "task": task, "question": name, "outcome": 1}
        for task in ("s", "t")
        for name in ("1", 2)
    ]
    table = tmp_path / "meta.csv"
    table.write_text("task,question,topic\ns,1,a\nt,1,b\ns,2,c\nu,2,d\n")
    counts = scorio.count(rows, slices=table)
    assert columns(counts)["field_topic"].to_list() == ["a", "c", "b", None]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name,topic\nq0,a\n", 'has no column "question"'),
        ("question,topic\nq0,a\nq0,b\n", "line 3: q0 is there twice, first in line 2"),
        ("question,topic\n,a\n", "line 2: it names no question"),
        ("question,topic\nz,a\n", "names no question of the logs, such as q0"),
        ('{"question": "q0", "topic": [1]}\n', "has no column beside the questions"),
        ("question,topic\nq0,a,b\n", "line 2: it has not the 2 cells of the header"),
        ("question,topic,topic\nq0,a,b\n", "has two columns topic"),
        ("question,topic\n", "has no rows"),
        ('{"question": "q0"}\n{nonsense\n', "line 2: it is no JSON"),
    ],
)
def test_files_that_name_no_fields_say_so(log, tmp_path, text, words):
    table = tmp_path / "meta.csv"
    table.write_text(text)
    found = CliRunner().invoke(main, ["score", str(log), "--slices", str(table)])
    assert found.exit_code == 2
    assert words in found.stderr


def test_the_command_line_keeps_fields(log, tmp_path):
    out = tmp_path / "counts.parquet"
    arguments = ["count", str(log), "--fields", "meta.level, meta.minutes", "--out", str(out)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert scorio.Counts.load(out).fields == FIELDS
    refused = CliRunner().invoke(main, ["score", str(out), "--fields", "meta.level"])
    assert "--fields says how to read logs, but all files hold counts" in refused.stderr
    table = tmp_path / "meta.csv"
    table.write_text("question,topic\nq0,algebra\n")
    assert CliRunner().invoke(main, ["score", str(out), "--slices", str(table)]).exit_code == 0


def test_an_inspection_names_slices(log):
    said = str(scorio.inspect(log))
    assert "--slice meta.level: easy 6, hard 5 (numbers of questions)" in said
    assert "--slice meta.minutes" in said
    assert "--slice outcome" not in said
    assert "--slice trial" not in said


def test_an_inspection_of_a_count_file_names_its_fields(log, tmp_path):
    path = tmp_path / "counts.parquet"
    scorio.count(log, fields="meta.level").save(path)
    assert "--slice meta.level" in str(scorio.inspect(path))
