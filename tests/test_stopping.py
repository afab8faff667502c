"""Ctrl-C ends loading, merging and saving of count files. The old file stays."""

import signal
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import scorio

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no signals of this kind")

QUESTIONS = 400_000


@pytest.fixture(scope="module", params=["counts", "sums"])
def stored(request, tmp_path_factory):
    """A count file that takes a while."""
    number = np.arange(QUESTIONS if request.param == "counts" else QUESTIONS // 4)
    names = pa.array(number).cast(pa.string())
    labels = {"model": pa.array(["m"]).take(pa.array(number * 0)), "question": names}
    if request.param == "counts":
        columns = {**labels, "count_0": number % 7, "count_1": number % 5}
        one = scorio.count(pa.table(columns))
    else:
        one = scorio.count(pa.table({**labels, "outcome": number / 8}), numeric=True)
    path = tmp_path_factory.mktemp("stored") / "counts.parquet"
    one.save(path)
    return path


def kind_of(path):
    return "counts" if "count_0" in pq.read_schema(path).names else "sums"


# Repeated signals are answered as often only by what asks on its way. The timer is quicker than
# the asking, so the answers count how often it asks.
ANSWERED = """
import signal, sys, scorio
from scorio import Counts, Sums
kind = Counts if sys.argv[2] == "counts" else Sums
work = {"load": lambda: kind.load(sys.argv[1]), "merge": lambda: one.merge(one, allow_copies=True),
        "save": lambda: one.save(sys.argv[1] + ".again.parquet")}[sys.argv[3]]
one = kind.load(sys.argv[1])
answers = []
signal.signal(signal.SIGALRM, lambda *_: answers.append(1))
signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
work()
signal.setitimer(signal.ITIMER_REAL, 0)
print(len(answers))
"""


@pytest.mark.parametrize("work", ["load", "merge", "save"])
def test_signals_are_answered_on_the_way(stored, work):
    child = [sys.executable, "-c", ANSWERED, stored, kind_of(stored), work]
    result = subprocess.run(child, capture_output=True, text=True, check=True)
    assert int(result.stdout) >= 3


SAVING = """
import signal, sys, scorio
from scorio import Counts, Sums
signal.signal(signal.SIGINT, signal.default_int_handler)
one = (Counts if sys.argv[3] == "counts" else Sums).load(sys.argv[1])
try:
    one.save(sys.argv[2])
except KeyboardInterrupt:
    print("stopped")
"""


def interrupted(command, folder):
    """How a command ends that gets SIGINT once a file in the folder is on its way."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as one:
        try:
            while one.poll() is None and not list(folder.glob("*.part")):
                time.sleep(0.005)
            one.send_signal(signal.SIGINT)
            said, complaint = one.communicate(timeout=60)
        finally:
            one.kill()
    return one.returncode, said, complaint


@pytest.mark.parametrize("name", ["old.parquet", "old_samples.jsonl"])
def test_a_save_that_is_stopped_leaves_the_old_file(tmp_path, stored, name):
    if name.endswith("jsonl") and kind_of(stored) == "sums":
        pytest.skip("samples are of counts")
    target = tmp_path / name
    target.write_text("old")
    ended = interrupted([sys.executable, "-c", SAVING, stored, target, kind_of(stored)], tmp_path)
    assert ended == (0, "stopped\n", "")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_command_that_is_stopped_leaves_the_old_file(tmp_path, stored):
    target = tmp_path / "old.parquet"
    target.write_text("old")
    command = [sys.executable, "-m", "scorio", "merge", stored, "--out", target]
    assert interrupted(command, tmp_path) == (130, "", "")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


LOADING = """
import os, signal, sys, threading, scorio
signal.signal(signal.SIGINT, signal.default_int_handler)
kind = scorio.Counts if sys.argv[2] == "counts" else scorio.Sums
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    while True:
        kind.load(sys.argv[1])
except KeyboardInterrupt:
    print("stopped")
"""


def test_a_load_that_is_stopped(stored):
    child = [sys.executable, "-c", LOADING, stored, kind_of(stored)]
    result = subprocess.run(child, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "stopped\n", "")
