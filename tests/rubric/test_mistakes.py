"""Rubrics, bad input one by one: each error says where, what, and the way out."""

import json

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
    return {row.model: row.score for row in counts.score(weights=[-1, 0, 1])}


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
    assert any("1 trial without a signal" in note for note in study.notes)


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


def test_a_quantile_over_no_trial_is_named(tmp_path):
    log = written(tmp_path, [record | {"correct": 1} for record in RECORDS])
    refused(log, RUBRIC, '"low"', "no trial")


def test_unknown_names_propose_the_nearest(log):
    refused(log, RUBRIC.replace("bits <= low", "bitz <= low"), '"bits"', "character 19", "line 12")
    with pytest.raises(ValueError, match='"one"'):
        rubric.load(RUBRIC, names="ones")
    with pytest.raises(ValueError, match='"correct"'):
        rubric.load(RUBRIC, signals={"corect": "x"})
    with pytest.raises(ValueError, match="exact-match"):
        rubric.load("paper:exactmatch")


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
        (["score", log, "--rubric", path, "--metric", "pass_at_k", "-k", "1"], "-k is for"),
        (["score", log, "--rubric", path, "--metric", "pass_at_k"], "avg, or bayes"),
        (["score", log, "--rubric", path, "--weights", "0,1"], "own weights"),
        (["score", log, "--signal", "a=b"], "--rubric"),
        (["score", log, "--rubric", tmp_path / "none.toml"], "none.toml"),
        (["count", log, "--rubric", "paper", "--out", tmp_path / "c.parquet"], "after a colon"),
        (["compare", log, "--rubric", path, "--weights", "0,1", "--baseline", "a"], "own weights"),
        (["rubric", "show", "paper:none"], "there is no rubric"),
        (["rubric", "freeze", path, log, "--out", tmp_path / "no" / "f.toml"], "cannot write"),
    ]:
        result = run(*arguments)
        assert result.exit_code == 2, (arguments, result.output)
        assert part in result.output, (arguments, result.output)


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
    result = run("score", log, "--rubric", path, "--json")
    assert [row["model"] for row in json.loads(result.output)["rows"]] == ["a", "b"]
