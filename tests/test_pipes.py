"""Named pipes, which may never have a writer."""

import bz2
import gzip
import io
import json
import lzma
import os
import re
import subprocess
import sysconfig
import tarfile
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
    said = "scorio: cannot write to standard output: it is closed\n" if code else ""
    assert done.stderr == said


def test_an_encoding_that_lacks_signs_ends_no_command(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text(
        "".join(
            f'{{"model": "{model}", "question": "q{number}", "outcome": {number % 3 % 2}}}\n'
            for model in ("模型🦙", "−b")
            for number in range(9)
        )
    )

    def ran(*words):
        command = [SCORIO, *map(str, words)]
        environment = os.environ | {"PYTHONIOENCODING": "cp1252"}
        return subprocess.run(command, capture_output=True, env=environment, check=False)

    done = ran("compare", log, "--pairs")
    assert done.returncode == 0, done.stderr
    assert rb"\u6a21\u578b\U0001f999" in done.stdout
    assert b"sigma" in done.stdout
    names = {row["model"] for row in json.loads(ran("score", log, "--json").stdout)["rows"]}
    assert names == {"模型🦙", "−b"}
    for words in (("--out", "-"), ("--markdown",)):
        done = ran("score", log, *words)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
        assert b"has the encoding cp1252, which lacks characters of this result" in done.stderr


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


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("log.tar", "a tar archive"),
        ("log.tar.gz", "a tar archive"),
        ("twice.jsonl.gz", "packed twice (by gzip and gzip)"),
        ("other.jsonl.bz2", "packed twice (by xz and bzip2)"),
        ("log.jsonl.lzma", "packed by LZMA"),
        ("log.jsonl.lz4", "packed by LZ4"),
        ("log.jsonl.br", "packed by Brotli"),
        ("log.7z", "packed by 7-Zip"),
    ],
)
def test_a_packing_that_is_not_read_is_named(tmp_path, name, what):
    record = b'{"model": "m", "question": "q", "outcome": 1}\n'
    tarred = io.BytesIO()
    with tarfile.open(fileobj=tarred, mode="w") as archive:
        info = tarfile.TarInfo("log.jsonl")
        info.size = len(record)
        archive.addfile(info, io.BytesIO(record))
    content = {
        "log.tar": tarred.getvalue(),
        "log.tar.gz": gzip.compress(tarred.getvalue()),
        "twice.jsonl.gz": gzip.compress(gzip.compress(record)),
        "other.jsonl.bz2": bz2.compress(lzma.compress(record)),
        "log.jsonl.lzma": lzma.compress(record, format=lzma.FORMAT_ALONE),
        "log.jsonl.lz4": b"\x04\x22\x4d\x18\x64\x40\xa7" + record,
        "log.jsonl.br": b"\x8b\x16\x80" + record + b"\x03",
        "log.7z": b"7z\xbc\xaf\x27\x1c\x00\x04",
    }[name]
    log = tmp_path / name
    log.write_bytes(content)
    with pytest.raises(ValueError, match=re.escape(f"{log} is {what}, which is not supported")):
        scorio.count(log)
    (tmp_path / "good.jsonl").write_bytes(record)
    counts = scorio.count(tmp_path)
    assert counts.trials == 1
    if ".jsonl" in name:
        assert f"{log} ({what})" in counts.notes[0]
