"""Named pipes, which may never have a writer."""

import os
import subprocess
import sysconfig
import threading

import pyarrow as pa
import pytest
from waiting import interrupted

import scorio

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")


@pytest.fixture
def pipe(tmp_path):
    path = tmp_path / "log.jsonl"
    os.mkfifo(path)
    return path


def test_a_pipe_is_read(pipe):
    def write():
        pipe.write_text('{"model": "m", "question": "q", "outcome": 1}\n')

    writer = threading.Timer(0.3, write)
    writer.start()
    assert scorio.count(pipe).trials == 1
    writer.join()


@pytest.mark.parametrize("call", ["scorio.count(path)", "scorio.inspect(path)"])
def test_ctrl_c_ends_the_wait_for_a_writer(pipe, call):
    program = f"""
import scorio
path = sys.argv[1]
try:
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    assert interrupted(program, pipe) == (0, "stopped\n", "")


SCORIO = f"{sysconfig.get_path('scripts')}/scorio"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["score", "LOG"], 2),
        (["score", "LOG", "--json"], 2),
        (["score", "LOG", "--out", "-"], 2),
        (["score", "LOG", "--out", "OUT.csv"], 0),
        (["inspect", "LOG"], 2),
        (["count", "LOG", "--out", "-"], 2),
        (["count", "LOG", "--out", "OUT.parquet"], 0),
    ],
)
def test_a_closed_standard_output_is_one_sentence(arguments, code, tmp_path):
    names = {"LOG": "examples/coins.jsonl"}
    given = [names.get(one, one.replace("OUT", str(tmp_path / "out"))) for one in arguments]
    command = [SCORIO, *given]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    said = "scorio: cannot write the result: standard output is closed\n" if code else ""
    assert done.stderr == said


@pytest.mark.parametrize("log", ["examples/coins.jsonl", "nowhere.jsonl"])
def test_a_closed_standard_error_changes_no_exit_code(log):
    command = ["sh", "-c", 'exec "$@" 2>&-', "sh", SCORIO, "score", log]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == (2 if log == "nowhere.jsonl" else 0)


def test_frames_of_zstd_that_are_to_be_skipped_are_skipped(tmp_path):
    log = b'{"model": "m", "question": "q", "outcome": 1}\n'
    frame = pa.compress(log, codec="zstd", asbytes=True)
    note = (0x184D2A53).to_bytes(4, "little") + (5).to_bytes(4, "little") + b"hello"
    for place, content in enumerate([note + frame, note + note + frame, frame + note]):
        path = tmp_path / f"{place}.jsonl.zst"
        path.write_bytes(content)
        assert scorio.count(path).trials == 1
