"""Rubrics, bad input one by one: each error says where, what, and the way out."""

import json
import pickle

import pandas
import pytest
from click.testing import CliRunner

import scorio
from scorio import rubric
from scorio.cli.main import main

RUBRIC = """
[signals]
correct = "correct"
bits = { field = "usage.bits", scale = 2 }
[thresholds]
low = { signal = "bits", quantile = 0.5, where = "correct < 0.5" }
[[rubric]]
name = "one"
[[rubric.category]]
name = "wrong and sure"
weight = -1
when = "correct < 0.5 and bits <= low"
[[rubric.category]]
name = "wrong"
weight = 0
when = "correct < 0.5"
[[rubric.category]]
name = "right"
weight = 1
otherwise = true
"""

RECORDS = [
    {"model": m, "question": q, "correct": c, "usage": {"bits": b}}
    for m, q, c, b in [
        ("a", "x", 1, 0.2),
        ("a", "y", 0, 0.3),
        ("b", "x", 0, 0.1),
        ("b", "y", 0, 0.4),
    ]
]


@pytest.fixture(name="log")
def _log(tmp_path):
    return written(tmp_path, RECORDS)


def written(tmp_path, records, name="log.jsonl"):
    path = tmp_path / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def with_signals(place, **signals):
    """The records, one of them with other signals."""
    records = [dict(record) for record in RECORDS]
    records[place] |= signals
    return records


def refused(log, text, *parts, **options):
    with pytest.raises(ValueError) as error:  # noqa: PT011
        rubric.count(log, text, **options)
    for part in parts:
        assert part in str(error.value), str(error.value)
    return str(error.value)


def scored(log, text=RUBRIC, **options):
    counts = rubric.count(log, text, **options)["one"]
    return {row.model: row.score for row in counts.score()}


def test_the_log_without_mistakes_is_graded(log):
    assert scored(log) == {"a": 0.0, "b": -0.5}


def test_a_signal_that_no_record_has_is_named_with_the_fields_there_are(log):
    text = RUBRIC.replace("usage.bits", "usage.bit")
    refused(log, text, "line 1", '"usage.bit"', "usage.bits", "signals={")


def test_a_signal_that_some_records_lack_has_a_policy(tmp_path):
    log = written(tmp_path, with_signals(2, usage={}))
    fixed = RUBRIC.replace('{ signal = "bits", quantile = 0.5, where = "correct < 0.5" }', "0.5")
    refused(log, fixed, "line 3", "usage.bits", 'missing = "drop"')
    dropped = fixed.replace('name = "one"', 'name = "one"\nmissing = "drop"')
    counts = rubric.count(log, dropped)["one"]
    assert (counts.trials, counts.missing) == (3, 1)
    moved = fixed.replace('name = "one"', 'name = "one"\nmissing = "wrong"')
    assert scored(log, moved) == {"a": 0.5, "b": 0.0}
    study = rubric.study(log, moved)
    assert [tally.moved for tally in study.tallies] == [1]
    assert any("1 trial (25.0%) lacked a signal (bits 1)" in note for note in study.notes)
    left = rubric.study(log, dropped)
    assert any("left out: b 50.0%" in note for note in left.notes)
    # A field that no record has stays an error, whatever the rubric says.
    refused(log, dropped.replace("usage.bits", "usage.bit"), '"usage.bit"', "bits")


@pytest.mark.parametrize("value", [None, float("nan"), float("inf"), "", "nan"])
def test_values_that_are_no_numbers_are_missing(tmp_path, value):
    log = written(tmp_path, with_signals(3, usage={"bits": value}))
    refused(log, RUBRIC, 'lacks the signal "bits"', "model b, question y", "correct = 0")


def test_a_signal_that_is_a_text_asks_for_a_comparison(tmp_path):
    log = written(tmp_path, with_signals(1, correct="stop"))
    refused(log, RUBRIC, "line 2", '"stop"', "is = ")


def test_a_record_that_falls_through_is_shown(log):
    text = RUBRIC.replace("otherwise = true", 'when = "correct > 1"')
    refused(log, text, '"one"', "model a, question x", "correct = 1", "bits = 0.4", "otherwise")
    fixed = text.replace('{ signal = "bits", quantile = 0.5, where = "correct < 0.5" }', "0.5")
    refused(log, fixed, "line 1", "correct = 1")


def test_rows_of_frames_are_named_by_their_number():
    frame = pandas.json_normalize(with_signals(3, usage={"bits": None}))
    assert refused(frame, RUBRIC, "model b, question y").startswith("record 4 ")


def test_a_quantile_over_no_trial_is_named(tmp_path):
    log = written(tmp_path, [record | {"correct": 1} for record in RECORDS])
    # No trial needs it.
    assert scored(log) == {"a": 1.0, "b": 1.0}
    other = RUBRIC.replace('where = "correct < 0.5"', 'where = "correct > 1"')
    log = written(tmp_path, RECORDS)
    refused(log, other, '"low"', "no trial", "record 2")


def test_unknown_names_propose_the_nearest(log):
    refused(log, RUBRIC.replace("bits <= low", "bitz <= low"), '"bits"', "character 19", "line 12")
    with pytest.raises(ValueError, match='"one"'):
        rubric.load(RUBRIC, names="ones")
    with pytest.raises(ValueError, match='"correct"'):
        rubric.load(RUBRIC, signals={"corect": "x"})
    with pytest.raises(ValueError, match="exact-match"):
        rubric.load("paper:exactmatch")
    with pytest.raises(FileNotFoundError, match="did you mean paper"):
        rubric.load("papers:exact-match")


def test_several_rubrics_of_a_file_are_chosen_by_name():
    names = ["format-aware", "exact-match"]
    assert rubric.load("paper:format-aware,exact-match").names == names
    assert rubric.load("paper", names=names).names == names
    with pytest.raises(ValueError, match="names is empty"):
        rubric.load("paper", names=[])


def test_a_name_with_a_comma_is_a_name(tmp_path):
    path = tmp_path / "r.toml"
    path.write_text(RUBRIC.replace('name = "one"', 'name = "one,two"'))
    assert rubric.load(f"{path}:one,two").names == ["one,two"]


def test_a_threshold_that_refers_to_itself_is_refused(log):
    refused(
        log, RUBRIC.replace('where = "correct < 0.5"', 'where = "bits < low"'), "depends on itself"
    )


@pytest.mark.parametrize("weight", ["nan", "inf", '"1"'])
def test_weights_are_finite_numbers(log, weight):
    refused(log, RUBRIC.replace("weight = -1", f"weight = {weight}"), "line 11", "weight")


def test_frozen_thresholds_are_for_their_tasks(log, tmp_path):
    frozen = rubric.freeze(log, RUBRIC, constants={"task": "math"})
    assert 'frozen = [{ task = "math", value = 0.6, n = 3 }]' in frozen.text
    assert scored(log, frozen, constants={"task": "math"}) == {"a": 0.0, "b": -0.5}
    refused(log, frozen, "not for task code", "freeze", constants={"task": "code"})
    path = tmp_path / "frozen.toml"
    frozen.save(path)
    assert rubric.load(path).text == frozen.text


def test_memory_has_a_limit(log):
    refused(log, RUBRIC, "2 signals", "freeze", memory=50)
    frozen = rubric.freeze(log, RUBRIC)
    assert scored(log, frozen, memory=50) == {"a": 0.0, "b": -0.5}
    refused(log, RUBRIC, "memory = 0", memory=0)
    for memory in ("4G", 4e9, True):
        with pytest.raises(TypeError, match="whole number of bytes"):
            rubric.count(log, RUBRIC, memory=memory)


@pytest.mark.parametrize("memory", ["50M", "50mb", "50 MiB", "1g", "1T", "1K", "2kb", "1024", "9B"])
def test_memory_is_written_as_people_write_it(log, tmp_path, memory):
    path = tmp_path / "r.toml"
    path.write_text(rubric.freeze(log, RUBRIC).text)
    result = run("score", log, "--rubric", path, "--memory", memory)
    assert result.exit_code == 0, result.output


def test_units_of_memory_are_of_1000_or_1024():
    from scorio.cli.options.grading import _bytes

    assert [_bytes(text) for text in ("1K", "1.5MB", "1KiB", "2 gib")] == [
        1000, 1_500_000, 1024, 2 * 1024**3,
    ]  # fmt: skip


def test_duplicates_have_their_policy(tmp_path):
    records = [record | {"trial": 1} for record in (*RECORDS, RECORDS[0] | {"correct": 0})]
    log = written(tmp_path, records)
    fixed = RUBRIC.replace('{ signal = "bits", quantile = 0.5, where = "correct < 0.5" }', "0.1")
    refused(log, fixed, "line 5", "trial")
    assert scored(log, fixed, on_repeat="first")["a"] == 0.5
    assert scored(log, fixed, on_repeat="last")["a"] == 0.0
    assert rubric.count(log, fixed, on_repeat="keep")["one"].trials == 5


def test_what_a_rubric_does_not_grade_is_refused(log):
    refused(log, RUBRIC, "numeric", numeric=True)
    refused(log, RUBRIC, "categories", categories={"a": 0, "b": 1})
    refused(log, RUBRIC, "on_missing is for outcomes", on_missing="drop")
    refused(log, RUBRIC, "@error", on_error="drop")
    refused(log, RUBRIC, "several trials", total="n", correct="c")


def test_outcomes_and_errors_of_the_log_are_signals(tmp_path):
    text = RUBRIC.replace('correct = "correct"', 'correct = "@outcome"')
    log = written(tmp_path, [dict(one, outcome=one["correct"] * 10) for one in RECORDS])
    assert scored(log, text, threshold=5) == {"a": 0.0, "b": -0.5}
    both = [dict(one, target=1) for one in RECORDS]
    equal = written(tmp_path, both, "equal.jsonl")
    assert scored(equal, text, outcome="correct == target") == {"a": 0.0, "b": -0.5}


def test_the_order_of_trials_is_kept(tmp_path):
    records = [dict(one, trial=trial) for trial in (1, 0) for one in RECORDS]
    log = written(tmp_path, records)
    counts = rubric.count(log, RUBRIC, order=True)["one"]
    assert counts.results()[0].shape == (2, 2, 2)


def test_frames_get_a_column_for_each_rubric():
    frame = pandas.json_normalize(RECORDS)
    graded = rubric.apply(frame, RUBRIC)
    assert graded["one"].tolist() == ["right", "wrong and sure", "wrong and sure", "wrong"]
    assert list(frame.columns) == list(graded.columns)[:-1]
    with pytest.raises(ValueError, match="a column 'one'"):
        rubric.apply(graded, RUBRIC)
    with pytest.raises(TypeError, match="not a data frame"):
        rubric.apply([1, 2], RUBRIC)


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_the_command_line_says_the_same(log, tmp_path):
    path = tmp_path / "r.toml"
    path.write_text(RUBRIC)
    result = run("score", log, "--rubric", path)
    assert result.exit_code == 0
    assert "wrong and sure (-1)" in result.output
    for arguments, part in [
        (["score", log, "--rubric", path, "--signal", "bits=usage.bit"], "--signal bits=FIELD"),
        (["score", log, "--rubric", path, "--memory", "50"], "--memory BYTES"),
        (["score", log, "--rubric", path, "--memory", "much"], "500M or 8G"),
        (["score", log, "--rubric", path, "--metric", "pass_at_k", "-k", "1"], "scorio count LOGS"),
        (["score", log, "--rubric", path, "--metric", "pass_at_k"], "avg or bayes"),
        (["score", log, "--rubric", path, "-k", "1"], "-k is for others"),
        (["score", log, "--rubric", path, "--metric", "avg", "--metric", "bayes"], "one metric"),
        (["score", log, "--rubric", path, "--rubric", path], "FILE:NAME,NAME"),
        (["score", log, "--rubric", path, "--on-missing", "drop"], "--on-missing is for outcomes"),
        (["score", log, "--rubric", path, "--on-error", "fail"], "--on-error is for outcomes"),
        (["score", log, "--rubric", path, "--category", "a=0"], "--category is for outcomes"),
        (["score", log, "--rubric", path, "--memory", "0"], "1M or more"),
        (["score", log, "--rubric", path, "--memory=-5"], "1M or more"),
        (["score", log, "--rubric", "papers"], "did you mean paper?"),
        (["score", log, "--rubric", f"{path}:one,two"], 'no rubric "two"'),
        (["score", log, "--rubric", f"{path}:one,one"], "chosen twice"),
        (["score", log, "--rubric", path, "--weights", "0,1"], "own weights"),
        (["score", log, "--signal", "a=b"], "--rubric"),
        (["score", log, "--rubric", tmp_path / "none.toml"], "none.toml"),
        (["count", log, "--rubric", "paper", "--out", tmp_path / "c.parquet"], "after a colon"),
        (["compare", log, "--rubric", path, "--weights", "0,1", "--baseline", "a"], "own weights"),
        (["rubric", "show", "paper:none"], "there is no rubric"),
        (["rubric", "freeze", path, log, "--out", tmp_path / "no" / "f.toml"], "cannot write"),
        (["rubric", "freeze", path, log, "--out", path], "one of the files to read"),
        (["rubric", "freeze", f"{path}:one", log, "--out", path], "one of the files to read"),
    ]:
        result = run(*arguments)
        assert result.exit_code == 2, (arguments, result.output)
        assert part in result.output, (arguments, result.output)


def test_a_rubric_grades_both_sides_of_a_comparison(tmp_path):
    path = tmp_path / "r.toml"
    path.write_text(RUBRIC)
    own, base = (
        written(tmp_path, [one for one in RECORDS if one["model"] == model], f"{model}.jsonl")
        for model in "ab"
    )
    found = run("compare", own, "--rubric", path, "--against", base)
    assert found.exit_code == 0, found.output
    assert "+0.5000" in found.output
    missing = run("compare", own, "--rubric", path, "--against", tmp_path / "none.jsonl")
    assert missing.exit_code == 2
    assert "none.jsonl" in missing.output


def test_commands_grade_by_a_rubric(log, tmp_path):
    path = tmp_path / "r.toml"
    path.write_text(RUBRIC)
    result = run("compare", log, "--rubric", path, "--baseline", "b")
    assert result.exit_code == 0, result.output
    assert "+0.5000" in result.output
    assert run("count", log, "--rubric", path, "--out", tmp_path / "c.parquet").exit_code == 0
    assert scorio.Counts.load(tmp_path / "c.parquet").categories[0] == "wrong and sure"
    assert run("rubric", "freeze", path, log, "--out", tmp_path / "f.toml").exit_code == 0
    assert "frozen = [" in (tmp_path / "f.toml").read_text()
    result = run("rubric", "check", f"{path}:one", log, "-n", "1")
    assert "bits = 0.4" in result.output
    assert "one: right" in result.output
    result = run("rubric", "show", f"{path}:one")
    assert "otherwise" in result.output
    result = run("rubric", "show", "paper:exact-match,format-aware")
    assert "exact-match: a trial" in result.output
    assert "format-aware: a trial" in result.output
    assert "[signals]" not in result.output
    assert run("rubric", "show", path).output == RUBRIC
    result = run("rubric", "show", f"{path}:one")
    assert "low: 0.5 quantile of bits where correct < 0.5" in result.output
    assert "quantiles: of each task, observed" in result.output
    assert "missing signal: error" in result.output
    result = run("score", log, "--rubric", path, "--json")
    assert [row["model"] for row in json.loads(result.output)["rows"]] == ["a", "b"]


def test_counts_are_graded_already(log, tmp_path):
    path, counts = tmp_path / "r.toml", tmp_path / "c.parquet"
    path.write_text(RUBRIC)
    assert run("count", log, "--rubric", path, "--out", counts).exit_code == 0
    result = run("score", counts, "--rubric", path)
    assert result.exit_code == 2
    assert "graded already: score them without --rubric" in result.output


def test_a_rubric_of_two_categories_has_other_metrics_by_its_counts(log, tmp_path):
    counts = tmp_path / "c.parquet"
    path = tmp_path / "r.toml"
    two = RUBRIC.replace(
        'name = "wrong and sure"\nweight = -1\nwhen = "correct < 0.5 and bits <= low"', ""
    )
    two = two.replace("[[rubric.category]]\n\n", "")
    path.write_text(two)
    assert run("count", log, "--rubric", path, "--out", counts).exit_code == 0
    result = run("score", counts, "--metric", "pass_at_k", "-k", "1")
    assert result.exit_code == 0, result.output
    assert "pass_at_k, k = 1" in result.output


def test_counts_carry_their_weights(log, tmp_path):
    text = """
[signals]
correct = "correct"
[[rubric]]
name = "upside down"
category = [
  { name = "right", weight = 1, when = "correct >= 0.5" },
  { name = "wrong", weight = 0, otherwise = true },
]
"""
    counts = rubric.count(log, text)["upside down"]
    counts.save(tmp_path / "counts.parquet")
    kept = scorio.Counts.load(tmp_path / "counts.parquet")
    for one in (
        counts,
        kept,
        pickle.loads(pickle.dumps(counts)),
        counts.select(model="a") + counts.select(model="b"),
    ):
        assert {row.model: row.score for row in one.score()} == {"a": 0.5, "b": 0.0}
        assert scorio.compare(one, baseline="b")[0].difference == 0.5
        with pytest.raises(ValueError, match="takes the last category"):
            one.score("pass_at_k", k=1)
    other = rubric.count(log, text.replace("weight = 1", "weight = 2"))["upside down"]
    with pytest.raises(ValueError, match="worth"):
        counts + other


def test_frozen_files_are_frozen_again(log, tmp_path):
    once = rubric.freeze(log, RUBRIC, constants={"task": "math"})
    other = written(tmp_path, with_signals(2, usage={"bits": 5}), "other.jsonl")
    twice = rubric.freeze(other, once, constants={"task": "math"})
    assert twice.text == once.text.replace("value = 0.6", "value = 0.8")
    both = rubric.freeze(other, once, constants={"task": "code"})
    assert 'task = "math", value = 0.6' in both.text
    assert 'task = "code", value = 0.8' in both.text


def test_tables_of_the_study_are_in_its_document(log):
    document = rubric.study(log, RUBRIC).document()
    assert {"agreement", "flips", "shares", "thresholds", "tallies"} <= set(document)
    (threshold,) = document["thresholds"]
    assert threshold["condition"] == "correct < 0.5"
    assert threshold["trials"] == 3


@pytest.mark.parametrize("used", [True, False])
def test_a_wrong_regular_expression_is_refused_whether_it_is_used_or_not(log, used):
    name = "correct" if used else "spare"
    own = f'{name} = {{ field = "correct", matches = "(1" }}\n'
    text = RUBRIC.replace('correct = "correct"\n', own if used else own + 'correct = "correct"\n')
    refused(log, text, name, "(1", "unclosed group")


def test_a_mistake_in_a_file_names_its_path(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(RUBRIC.replace("bits <= low", "bitz <= low"))
    with pytest.raises(ValueError, match="line 12") as error:
        rubric.load(path)
    assert str(path) in str(error.value)
    assert str(path) in error.value.problem
