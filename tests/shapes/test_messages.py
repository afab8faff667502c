"""Errors that name the way out."""

import commands
import polars as pl
import pytest

import scorio

RECORD = {"model": "m", "question": "q", "correct": 1, "info": {"is_ok": 1}}


def run(*arguments):
    return commands.run(*arguments)


@pytest.mark.parametrize(
    ("given", "meant"), [("correctt", "correct"), ("Correct", "correct"), ("isok", "info.is_ok")]
)
def test_a_misspelt_field_is_proposed(write, given, meant):
    log = write([RECORD])
    with pytest.raises(ValueError, match=f'no field "{given}" .*, perhaps "{meant}" is meant'):
        scorio.count(log, outcome=given)
    with pytest.raises(ValueError, match="for the outcome; fields here: model, question, correct"):
        scorio.count(log, outcome="reward")


def test_a_misspelt_column_is_proposed():
    with pytest.raises(ValueError, match=r'no column "correctt" .*, perhaps "correct" is meant'):
        scorio.count(pl.DataFrame({**RECORD, "info": 1}), outcome="correctt")


def test_an_option_of_another_command(write):
    result = run("score", write([RECORD]), "--baseline", "m")
    assert result.returncode == 2
    known = "scorio: --baseline is an option of scorio compare, horizon, plan, plot and others"
    assert result.stderr == f"{known}, not of scorio score\n"
    assert "No such option" in run("score", write([RECORD]), "--nonsense").stderr


def test_a_bad_line_names_the_way_to_skip_it(write):
    log = write('{"model": "m", "question": "q", "outcome": 1}\n{broken\n{"a": 1}\n')
    with pytest.raises(ValueError, match=r"line 2 .*; skip such records \(on_bad_line=.skip.\)"):
        scorio.count(log)
    result = run("score", log)
    assert result.stderr.endswith("; skip such records (--on-bad-line skip)\n")
    # A list that is broken cannot go on, and nothing can be skipped.
    with pytest.raises(ValueError, match="entry 1 ") as error:
        scorio.count(write("[{broken]", "log.json"))
    assert "skip" not in str(error.value)
