"""Named pipes, which may never have a writer."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

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
    code = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import scorio
path = sys.argv[1]
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    child = [sys.executable, "-c", code, str(pipe)]
    with subprocess.Popen(child, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        try:
            said, _ = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert said == "stopped\n"
    assert process.returncode == 0
