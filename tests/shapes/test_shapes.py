"""Logs of many shapes, each read by the options that name its shape."""

import json

import polars as pl
import pytest
from shapes.samples import SAMPLES, lines

import scorio


def table(counts):
    """Failures, successes and missing outcomes by model, task and question."""
    frame = pl.DataFrame(counts)
    if "score" in frame.columns:
        frame = frame.with_columns((pl.col("task") + pl.col("score")).alias("task"))
    categories = [name for name in frame.columns if name.startswith("count_")]
    return {
        (row["model"], row["task"], row["question"]): (
            *(row[name] for name in categories),
            row["missing"],
        )
        for row in frame.iter_rows(named=True)
    }


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_shapes(write, sample):
    log = write(sample.text, sample.name)
    assert table(scorio.count(log, **sample.options)) == sample.rows


@pytest.mark.parametrize("name", ["wide.csv", "named.csv", "lists.csv", "rates.csv"])
def test_data_frames_and_columns_have_shapes(write, tmp_path, name):
    sample = next(one for one in SAMPLES if one.name == name)
    frame = pl.read_csv(write(sample.text, sample.name))
    assert table(scorio.count(frame, **sample.options)) == sample.rows
    frame.write_parquet(tmp_path / "log.parquet")
    assert table(scorio.count(tmp_path / "log.parquet", **sample.options)) == sample.rows
    if "outcome" in sample.options:
        with pytest.raises(ValueError, match="collect it into a data frame"):
            scorio.count(frame.lazy(), **sample.options)


def test_large_logs_have_shapes(write):
    records = [{"model": "m", "q": n, "rs": [n % 2, 1, 0]} for n in range(60_000)]
    counts = scorio.count(write(records), question="q", outcome="rs[]")
    assert (counts.trials, counts.report["records"]) == (180_000, 60_000)
    assert counts.score("avg")[0].score == 0.5


def test_trials_are_places(write):
    records = [{"model": "m", "question": "q", "trial": t, "rs": [1, 0]} for t in (3, 4)]
    assert scorio.count(write(records), outcome="rs[]").trials == 4
    with pytest.raises(ValueError, match="line 2 .*was counted before"):
        scorio.count(write([records[0], records[0]]), outcome="rs[]")
    run = write([{"model": "m", "question": "q", "rs": [1, 0]}], "run1.jsonl")
    again = write([{"model": "m", "question": "q", "rs": [0, 0]}], "run2.jsonl")
    with pytest.raises(ValueError, match="was counted before"):
        scorio.count([run, again], outcome="rs[]")
    assert scorio.count([run, again], outcome="rs[]", path=r"(?P<trial>run\d)").trials == 4


def test_one_entry_of_many_is_noted(write):
    infos = [{"r": 1}] * 100
    log = write([{"model": "m", "question": "q", "infos": infos}])
    counts = scorio.count(log, outcome="infos.0.r")
    note = 'is one entry of a list: 99 others of the first record are not read; "infos[].r" reads'
    assert counts.trials == 1
    assert any(note in sentence for sentence in counts.notes)
    assert not scorio.count(log, outcome="infos[].r").notes


def test_empty_lists_are_one_missing_trial(write):
    log = write([{"model": "m", "question": q, "rs": rs} for q, rs in enumerate([[], None, [1]])])
    counts = scorio.count(log, outcome="rs[]", on_missing="drop")
    assert (counts.trials, counts.missing) == (1, 2)
    with pytest.raises(ValueError, match=r"line 1 .*the outcome is missing"):
        scorio.count(log, outcome="rs[]")
    with pytest.raises(ValueError, match=r'"rs\[\]" is 1, where a list should be'):
        scorio.count(write([{"model": "m", "question": "q", "rs": 1}]), outcome="rs[]")


def test_a_bad_escape_loses_no_trial(write):
    log = write('{"model": "m", "question": "q", "infos": [{"r": 1}, {"x": "\\q", "r": 0}]}\n')
    with pytest.raises(ValueError, match="an escape that JSON does not know"):
        scorio.count(log, outcome="infos[].r")


def test_several_fields_are_scores_tasks_or_trials(write):
    table_ = write("model,question,run_1,run_2\nm,a,1,0\nm,b,1,1\n", "log.csv")
    counts = scorio.count(table_, outcome="run_*", trial="*")
    assert table(counts) == {("m", "", "a"): (1, 1, 0), ("m", "", "b"): (0, 2, 0)}
    counts = scorio.count(table_, outcome="run_*", score="all")
    assert counts.scores == ["1", "2"]
    counts = scorio.count(table_, outcome="{run_1,run_2}", task="*")
    assert counts.tasks == ["run_1", "run_2"]
    matrix = write("model,q1,q2\na,1,0\nb,0,0\n", "matrix.csv")
    counts = scorio.count(matrix, outcome="q*", question="*")
    assert table(counts)["a", "", "1"] == (0, 1, 0)
    with pytest.raises(ValueError, match="means several fields, and nothing says .*model="):
        scorio.count(table_, outcome="run_*")


def test_records_inside_are_found_by_themselves(write):
    for name in ("inside.json", "keyed.json", "keyed-inside.json"):
        sample = next(one for one in SAMPLES if one.name == name)
        options = {key: value for key, value in sample.options.items() if key != "records"}
        counts = scorio.count(write(sample.text, sample.name), **options)
        assert table(counts) == sample.rows, name
        assert any("the records are " in note for note in counts.notes), name
    with pytest.raises(ValueError, match='it has no records at "nowhere"'):
        scorio.count(write(json.dumps({"a": 1}), "log.json"), records="nowhere")


def test_scores_inside_a_record_are_not_records(write):
    record = {"model": "m", "question": "q", "scores": {"a": {"correct": 1}, "b": {"correct": 0}}}
    with pytest.raises(ValueError, match='there is no field "correct"'):
        scorio.count(write([record]), outcome="correct")


def test_names_of_records_are_labels(write):
    log = write(json.dumps({"a": {"q": 1, "ok": 1}, "b": {"q": 1, "ok": 0}}), "log.json")
    counts = scorio.count(log, records=".", model="@key", question="q", outcome="ok")
    assert counts.models == ["a", "b"]


def test_comparisons_do_not_guess(write):
    pairs = [("7", 7), ("07", "7"), ("x", " x "), ("", "x"), (None, 1), ("true", True)]
    log = write([{"model": "m", "question": n, "a": a, "b": b} for n, (a, b) in enumerate(pairs)])
    counts = scorio.count(log, outcome="a == b", on_missing="drop")
    assert [row[:2] for row in table(counts).values()][:4] == [(0, 1), (0, 1), (0, 1), (0, 0)]
    assert counts.missing == 2
    log = write([{"model": "m", "question": "q", "samples": [{"p": 1}, {"p": 2}], "answer": 2}])
    assert table(scorio.count(log, outcome="samples[].p == answer")) == {("m", "", "q"): (1, 1, 0)}


def test_a_field_with_a_comma_is_itself(write):
    log = write([{"model": "m", "question": "q", "exact_match,strict": 1, "strict": 0}])
    assert scorio.count(log, outcome="exact_match,strict").score("avg")[0].score == 1


@pytest.mark.parametrize(
    ("rate", "total", "sentence"),
    [
        ("0.35", 10, "is of no whole number of successes"),
        ("35", 10, 'is more than 1, and has no sign .*rate="r / 100"'),
        ("-0.5", 10, "is not a share from 0 to 1"),
        ("0.67", 1001, "too few digits"),
        ("high", 10, "is not a share"),
    ],
)
def test_rates_that_are_none(write, rate, total, sentence):
    log = write(f"model,question,r\nm,q,{rate}\n", "log.csv")
    with pytest.raises(ValueError, match=f"line 2 .*{sentence}"):
        scorio.count(log, total=total, rate="r")


def test_delimiters_are_noted(write):
    sample = next(one for one in SAMPLES if one.name == "semicolons.csv")
    counts = scorio.count(write(sample.text, sample.name))
    assert any("semicolons part its cells" in note for note in counts.notes)


def test_expressions_that_say_nothing(write):
    log = write(lines({"model": "m", "question": "q", "a": 1}))
    for outcome in ("*.a.*", "a == ", "[]..a"):
        with pytest.raises(ValueError, match="cannot be read: "):
            scorio.count(log, outcome=outcome)
