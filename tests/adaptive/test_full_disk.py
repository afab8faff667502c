"""A disk that is full at any write of a run: nothing is lost, and the run goes on."""

import json
import subprocess
from functools import partial
from pathlib import Path

import commands
import numpy as np
import pytest

import scorio
from scorio import adaptive

FULL_OUTPUT = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL_OUTPUT.exists(), reason="there is no full disk")

# The bytes that fit on the full disk. Each file is longer.
ROOM = 150
FULL = "make room on that disk, and try again: no file was changed\n"
UNWRITTEN = "scorio: cannot write to standard output: No space left on device; "
BANK = adaptive.ItemBank.from_params(1.4, np.linspace(-2, 2, 20), 0.2)


def limit(room):
    import resource

    # Python ignores the signal, so that a write beyond the limit is an error.
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))


def contents(folder):
    """Give what the files hold. Locks are empty."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}


def call(folder, *arguments, **given):
    return subprocess.run([*commands.SCORIO, *arguments], cwd=folder, text=True, check=False,
                          stderr=subprocess.PIPE, **given)  # fmt: skip


def survived(folder, *arguments):
    """Run a command that writes a file: first on a full disk, which changes nothing."""
    before = contents(folder)
    failed = call(folder, *arguments, stdout=subprocess.DEVNULL, preexec_fn=partial(limit, ROOM))
    assert failed.returncode == 2
    assert failed.stderr.startswith("scorio: cannot write ")
    assert failed.stderr.endswith(FULL)
    assert contents(folder) == before
    done = commands.run(*arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def unseen(folder, *arguments):
    """Run a command whose standard output is full. Give what it says."""
    with FULL_OUTPUT.open("wb") as full:
        failed = call(folder, *arguments, stdout=full)
    assert failed.returncode == 2
    assert failed.stderr.startswith(UNWRITTEN)
    assert failed.stderr.count("\n") == 1
    return failed.stderr.removeprefix(UNWRITTEN).strip()


def answer(folder, queries):
    lines = [
        json.dumps({"id": query["id"], "score": {"a": 1, "b": 0}[query["model"]]}) + "\n"
        for query in map(json.loads, queries.splitlines())
    ]
    (folder / "scores.jsonl").write_text("".join(lines))


def test_a_run_survives_a_full_disk_at_each_write(tmp_path):
    for name in ("calm", "full"):
        (tmp_path / name).mkdir()
        BANK.save(tmp_path / name / "bank.parquet")
    calm, full = tmp_path / "calm", tmp_path / "full"
    models = ["--model", "a", "--model", "b"]
    start = ["adaptive", "start", "bank.parquet", *models, "--state", "run.json"]
    ask = ["adaptive", "ask", "run.json", "-n", "4"]
    tell = ["adaptive", "tell", "run.json", "scores.jsonl"]

    survived(full, *start)
    answer(full, survived(full, *ask))
    survived(full, *tell)
    said = unseen(full, *ask)
    again = "scorio adaptive ask run.json --pending prints them again"
    assert said == f"the queries are in run.json: {again}"
    answer(full, commands.run("adaptive", "ask", "run.json", "--pending", cwd=full).stdout)
    assert unseen(full, *tell) == "the scores are in run.json: do not tell them again"
    survived(full, "adaptive", "show", "run.json", "--out", "table.csv")

    assert unseen(calm, *start) == "run.json is written"
    for _ in range(2):
        answer(calm, commands.run(*ask, cwd=calm).stdout)
        assert commands.run(*tell, cwd=calm).returncode == 0
    assert (calm / "run.json").read_bytes() == (full / "run.json").read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ["count", "log.jsonl", "--out", "c.parquet"],
        ["merge", "counts.parquet", "--out", "m_samples.jsonl"],
        ["score", "counts.parquet", "--out", "s.json"],
        ["report", "counts.parquet", "--out", "r.html"],
        ["plot", "counts.parquet", "--out", "p.svg"],
        ["adaptive", "fit", "counts.parquet", "--out", "b.json"],
    ],
    ids=" ".join,
)
def test_other_commands_survive_a_full_disk(tmp_path, arguments):
    rng = np.random.default_rng(1)
    records = [
        {"model": f"m{m}", "question": f"q{q}", "trial": t, "outcome": int(rng.random() < m / 8)}
        for m in range(9) for q in range(9) for t in range(4)
    ]  # fmt: skip
    (tmp_path / "log.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in records))
    scorio.count(tmp_path / "log.jsonl").save(tmp_path / "counts.parquet")
    survived(tmp_path, *arguments)
    assert unseen(tmp_path, *arguments) == f"written before: {arguments[-1]}"
