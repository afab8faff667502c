"""How commands end: 1 says worse alone, and nothing ends in a traceback."""

import os
import signal
import subprocess
import sys
import time

import pytest
from waiting import interrupted

from scorio.cli.ending import INTERRUPTED, deferred

SCORIO = [sys.executable, "-m", "scorio"]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="no signals and pipes of this kind")


def shell(command):
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)


@POSIX
def test_a_pipe_without_a_writer_obeys(tmp_path):
    pipe = tmp_path / "log.jsonl"
    os.mkfifo(pipe)
    program = "from scorio.cli import main; main(['score', sys.argv[1]])"
    # A shell says 130.
    assert interrupted(program, pipe) == (-signal.SIGINT, "", "")


@POSIX
@pytest.mark.parametrize("arguments", [["score", "LOG"], ["score", "LOG", "--json"], ["--help"]])
def test_a_closed_pipe_ends_as_with_other_tools(coins, arguments):
    command = [*SCORIO, *(str(coins) if one == "LOG" else one for one in arguments)]
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (result.returncode, result.stderr) == (141, "")


@POSIX
def test_no_standard_output(coins):
    run = " ".join(SCORIO)
    closed = shell(f"{run} score {coins} >&-")
    assert "Traceback" not in closed.stderr
    assert closed.returncode in (0, 2)
    if os.path.exists("/dev/full"):  # noqa: PTH110
        for option in ("", "--json"):
            full = shell(f"{run} score {coins} {option} > /dev/full")
            assert full.returncode == 2
            assert full.stderr.startswith("scorio: ")
            assert full.stderr.count("\n") == 1


def test_mistakes_are_2(tmp_path, coins):
    for arguments in (
        ["score"],
        ["score", tmp_path / "none"],
        ["score", coins, "--no-such"],
        ["x"],
    ):
        result = subprocess.run([*SCORIO, *arguments], capture_output=True, text=True, check=False)
        assert result.returncode == 2
        assert "Traceback" not in result.stderr


@POSIX
def test_what_is_written_is_whole_before_an_interruption_ends_it():
    done = []

    def write():
        with deferred():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)
            done.append("whole")

    with pytest.raises(SystemExit) as end:
        write()
    assert done == ["whole"]
    assert end.value.code == INTERRUPTED
    with deferred():
        done.append("more")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
