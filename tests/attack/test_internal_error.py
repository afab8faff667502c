"""A panic of the core is an InternalError that asks for a report."""

import copy
import pickle
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

import scorio
from scorio import _core
from scorio.cli.commands import count as command
from scorio.cli.main import main

SENTENCE = "internal error in scorio: a test; please report it, with the call that led here"


def panic(*_args, **_options):
    # Where Rust calls Python, this exception becomes a panic again, which its border catches.
    raise _core.PanicException("a test")


@pytest.mark.parametrize("call", ["count", "inspect", "convergence"])
def test_a_panic_is_an_internal_error(call, coins, capfd):
    calls = {
        "count": lambda: scorio.count(coins, progress=panic),
        "inspect": lambda: scorio.inspect(coins, progress=panic),
        "convergence": lambda: scorio.convergence(
            [[[0, 1]], [[1, 1]]], replicates=5_000_000, progress=panic
        ),
    }
    with pytest.raises(scorio.InternalError) as caught:
        calls[call]()
    assert str(caught.value) == SENTENCE
    assert caught.value.code == "internal"
    assert caught.value.remedy is None
    assert isinstance(caught.value, RuntimeError)
    assert "resuming a panic" in capfd.readouterr().err


def test_it_copies_and_pickles():
    error = _core.PanicException("a test")
    for same in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(same) is scorio.InternalError
        assert str(same) == str(error) == SENTENCE
    assert type(error).__name__ == "InternalError"


def test_the_command_line_says_it_in_one_line(monkeypatch, coins, tmp_path):
    monkeypatch.setattr(command, "counts_of", panic)
    result = CliRunner().invoke(
        main, ["count", str(coins), "--out", str(tmp_path / "counts.parquet")]
    )
    assert result.exit_code == 3
    assert result.stderr == f"scorio: {SENTENCE}\n"


CTRL_C = """
import os, signal, threading
import scorio
coins = scorio.count("examples/coins.jsonl", order=True)
{before}
threading.Timer({delay}, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    while True:
        {call}
except KeyboardInterrupt:
    print("ended")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
@pytest.mark.parametrize(
    ("before", "call"),
    [
        ("", "coins.results()"),
        ("from scorio import simulate", "simulate.originals(2 * 10**6, seed=1)"),
        ("from scorio import eval", "eval.bayes([[0, 1]])"),
        ("", "from scorio import rank; rank.pairwise([1, 2], [1, 1])"),
    ],
)
@pytest.mark.parametrize("delay", [0.0, 0.1])
def test_ctrl_c_where_numpy_is_first_needed(before, call, delay, coins):
    program = CTRL_C.format(before=before, call=call, delay=delay)
    child = [sys.executable, "-c", program]
    folder = coins.parent.parent
    result = subprocess.run(child, capture_output=True, text=True, check=False, cwd=folder)
    interrupted = result.returncode == -signal.SIGINT or "KeyboardInterrupt" in result.stderr
    assert "ended" in result.stdout or interrupted, result
    assert "panicked" not in result.stderr
