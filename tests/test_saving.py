"""A file is saved completely, or the old file stays."""

import json
import os
import subprocess
import sys
import threading

import pyarrow.parquet as pq
import pytest

import scorio


@pytest.fixture
def write_log(tmp_path):
    records = [
        {"model": m, "task": "t", "question": q, "trial": n, "outcome": None if n > 2 else n % 2}
        for m in ("a", "b") for q in ("q1", "q2", "é") for n in range(4)
    ]  # fmt: skip
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


# A full disk: no file of this process may grow beyond this many bytes.
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
def test_a_full_disk_leaves_the_old_file(tmp_path, coins, name, room):
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
def test_a_missing_folder(tmp_path, coins, name):
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


def test_a_count_file_equals_the_saved_one_or_is_an_error(tmp_path, write_log):
    counts = scorio.count(write_log, on_missing="drop")
    path = tmp_path / "counts.parquet"
    counts.save(path)
    whole = path.read_bytes()
    refused = 0
    for at in range(len(whole)):
        flipped = whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :]
        for content in (flipped, whole[:at]):
            path.write_bytes(content)
            try:
                again = scorio.Counts.load(path)
            except (ValueError, OSError):
                refused += 1
            else:
                assert (again, again.report) == (counts, counts.report)
                assert len(content) == len(whole)
    assert refused > len(whole)


def test_edited_count_files(tmp_path, write_log):
    counts = scorio.count(write_log, on_missing="drop")
    path = tmp_path / "counts.parquet"
    counts.save(path)
    # Another tool rewrites the file, so the checksum is gone.
    table = pq.read_table(path)
    pq.write_table(table, path)
    assert scorio.Counts.load(path) == counts
    pq.write_table(table.slice(1), path)
    assert len(scorio.Counts.load(path)) == len(counts) - 1
    own = path.with_name("own.parquet")
    counts.save(own)
    own.write_bytes(own.read_bytes().replace(b"scorio.checksum", b"scorio.checksun"))
    with pytest.raises(ValueError, match=r"lacks its scorio\.checksum; it is damaged"):
        scorio.Counts.load(own)


def test_a_damaged_count_file_gives_one_sentence(tmp_path, capfd):
    path = tmp_path / "counts.parquet"
    scorio.count("examples/coins.jsonl").select(model="coin-01").save(path)
    whole = path.read_bytes()
    refused = 0
    for place in range(0, len(whole), 7):
        damaged = bytearray(whole)
        damaged[place] ^= 0x80
        path.write_bytes(damaged)
        try:
            scorio.Counts.load(path)
        except ValueError:
            refused += 1
    assert refused > len(whole) // 14
    assert capfd.readouterr().err == ""


def test_counts_have_an_ending_of_their_own(coins, tmp_path):
    with pytest.raises(ValueError, match="the ending of a count file is .parquet"):
        scorio.count(coins).save(tmp_path / "counts.csv")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of files")
@pytest.mark.parametrize("name", ["counts.parquet", "counts_samples.jsonl", "board.csv"])
def test_a_file_keeps_its_mode_and_no_link_is_written_through(tmp_path, coins, name):
    counts = scorio.count(coins).select(model="coin-01")
    saved = counts if "counts" in name else counts.score()
    target, victim = tmp_path / name, tmp_path / "victim"
    victim.write_text("precious")
    for number in range(os.getpid() - 2, os.getpid() + 3):
        (tmp_path / f"{name}.{number}.part").symlink_to(victim)
    saved.save(target)
    mask = os.umask(0)
    os.umask(mask)
    assert target.stat().st_mode & 0o777 == 0o666 & ~mask
    for mode in (0o600, 0o640, 0o664):
        target.chmod(mode)
        saved.save(target)
        assert target.stat().st_mode & 0o777 == mode
    # The link itself makes way, and not what it leads to.
    target.unlink()
    target.symlink_to(victim)
    saved.save(target)
    assert not target.is_symlink()
    assert victim.read_text() == "precious"
    assert len(list(tmp_path.iterdir())) == 2 + 5


@pytest.mark.parametrize("name", ["counts.parquet", "board.csv"])
def test_two_threads_save_whole_files(tmp_path, coins, name):
    counts = scorio.count(coins)
    saved, target = counts if "counts" in name else counts.score(), tmp_path / name
    saved.save(target)
    whole, wrong = target.read_bytes(), []

    def write():
        for _ in range(20):
            try:
                saved.save(target)
            except OSError as error:
                wrong.append(error)

    threads = [threading.Thread(target=write) for _ in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        if target.read_bytes() != whole:
            wrong.append("broken")
    assert not wrong
    assert list(tmp_path.iterdir()) == [target]
