"""A harness that only knows the command line is killed twice, and ends with the same log."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from scorio import adaptive

BANK = adaptive.ItemBank.from_params(1.4, np.linspace(-2, 2, 50), 0.2)

# It appends each answer to a file at once. After a kill it first tells what it has, then goes on
# with the queries that have no answer.
HARNESS = f"""
import json, math, os, signal, sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
import commands
"""
HARNESS += """
state, answers, left = sys.argv[1], sys.argv[2], int(sys.argv[3])
theta = {"a": 1.0, "b": 0.2, "c": -0.6}
def scorio(*arguments, codes=(0,)):
    done = commands.run("adaptive", *arguments)
    assert done.returncode in codes, done.stderr
    return done
def pending():
    done = scorio("ask", state, "--pending", codes=(0, 5))
    return [json.loads(line) for line in done.stdout.splitlines()]
def tell():
    open_ids = {query["id"] for query in pending()}
    kept = [line for line in open(answers) if line.endswith("\\n")]
    new = [line for line in kept if json.loads(line)["id"] in open_ids]
    if new:
        with open(answers + ".new", "w") as file:
            file.writelines(new)
        scorio("tell", state, answers + ".new")
def run(queries):
    global left
    with open(answers, "a") as file:
        for query in queries:
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
            b = -2 + 4 * int(query["item"]) / 49
            y = 1 / (1 + math.exp(-1.4 * (theta[query["model"]] - b)))
            file.write(json.dumps({"id": query["id"], "score": round(y, 6)}) + "\\n")
            file.flush()
open(answers, "a").close()
tell()
run(pending())
tell()
while True:
    done = scorio("ask", state, "-n", "12", codes=(0, 5))
    if done.returncode == 5:
        break
    run([json.loads(line) for line in done.stdout.splitlines()])
    tell()
"""


def started(folder, name):
    BANK.save(folder / "bank.parquet")
    state = folder / f"{name}.json"
    bank = adaptive.ItemBank.load(folder / "bank.parquet")
    adaptive.Ranker(bank, list("abc"), warmup=3).save(state)
    return state


def harness(state, left):
    arguments = [str(state), str(state.with_suffix(".jsonl")), str(left)]
    return subprocess.run([sys.executable, "-c", HARNESS, *arguments], capture_output=True,
                          text=True, check=False)  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_harness_that_is_killed_ends_with_the_same_log(tmp_path):
    whole, killed = started(tmp_path, "whole"), started(tmp_path, "killed")
    done = harness(whole, -1)
    assert done.returncode == 0, done.stderr
    for left in (4, 5):
        assert harness(killed, left).returncode == -9
    done = harness(killed, -1)
    assert done.returncode == 0, done.stderr
    one, other = (json.loads(path.read_text()) for path in (whole, killed))
    assert one["log"] == other["log"]
    assert len(one["log"]) > 9
    assert not other["pending"]
    assert adaptive.Ranker.load(killed).reason == "confident"
