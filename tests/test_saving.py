"""What is saved is saved whole, or what was there before stays."""

import os
import subprocess
import sys

import pytest

import scorio

# A disk that fills: no file of this process may grow beyond so many bytes.
FILLING = """
import resource, signal, sys
import scorio
counts = scorio.Counts.load(sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
saved = counts if "counts" in sys.argv[2] else counts.score()
try:
    saved.save(sys.argv[2])
except OSError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of a file's size")
@pytest.mark.parametrize(
    "name", ["counts.parquet", "counts_samples.jsonl", "board.csv", "board.json", "board.md"]
)
@pytest.mark.parametrize("room", [0, 100, 500])
def test_a_disk_that_fills_leaves_the_old_file(tmp_path, coins, name, room):
    counts = scorio.count(coins)
    stored, target = tmp_path / "stored.parquet", tmp_path / "day" / name
    target.parent.mkdir()
    counts.save(stored)
    one = counts.select(model="coin-01")
    (one if "counts" in name else one.score()).save(target)
    before = target.read_bytes()
    child = [sys.executable, "-c", FILLING, stored, target, str(room)]
    result = subprocess.run(child, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"cannot write {target}: File too large")
    assert target.read_bytes() == before
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize("name", ["counts.parquet", "counts_samples.jsonl"])
def test_a_folder_that_is_not_there(tmp_path, coins, name):
    target = tmp_path / "none" / name
    with pytest.raises(OSError, match=f"cannot write .*{name}"):
        scorio.count(coins).save(target)


@pytest.mark.parametrize("ending", ["csv", "json", "md"])
def test_a_leaderboard_is_on_the_disk_before_its_name_is(tmp_path, coins, monkeypatch, ending):
    target = tmp_path / f"board.{ending}"
    synced = []

    def spy(number):
        synced.append((os.fstat(number).st_size, target.exists()))

    monkeypatch.setattr(os, "fsync", spy)
    scorio.count(coins).score().save(target)
    assert synced == [(target.stat().st_size, False)]
