"""Logs that ask for more memory than they are worth."""

import gzip
import json
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import scorio

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="limits memory as Linux does"
)

READ = """
import resource, sys, scorio
limit = int(sys.argv[2]) << 20
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    print(scorio.count(sys.argv[1]).trials)
except ValueError as error:
    print(error)
"""


def read(path, megabytes):
    """What a process with so much memory reads."""
    child = [sys.executable, "-c", READ, path, str(megabytes)]
    result = subprocess.run(child, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr[-1000:]
    return result.stdout.strip()


@pytest.fixture(scope="module")
def long_lines(tmp_path_factory):
    """Four records of 540 MiB each, which take a buffer of 1 GiB."""
    path = tmp_path_factory.mktemp("long") / "lines.jsonl.gz"
    block = b"a" * (1 << 20)
    with gzip.open(path, "wb", compresslevel=1) as out:
        for i in range(4):
            out.write(b'{"model":"m","question":"q%d","outcome":1,"pad":"' % i)
            for _ in range(540):
                out.write(block)
            out.write(b'"}\n')
    return path


def test_readers_share_the_memory_for_long_records(long_lines):
    assert read(long_lines, 1900) == "4"


def test_a_record_without_memory_is_one_sentence(long_lines):
    said = read(long_lines, 800)
    assert "lines.jsonl.gz, line 1 (byte 0): there is no memory for the line" in said
    assert said.endswith("leave its long fields out, or give the process more memory")
    assert "\n" not in said


def varint(number):
    text = b""
    while number >= 0x80:
        text += bytes([number & 0x7F | 0x80])
        number >>= 7
    return text + bytes([number])


def claiming(path, after, number):
    """The file with another number behind some bytes of its footer."""
    content = path.read_bytes()
    at = content.rindex(after) + len(after)
    length = int.from_bytes(content[-8:-4], "little")
    new = varint(number)
    footer = content[len(content) - 8 - length : at] + new + content[at + 1 : -8]
    start = content[: len(content) - 8 - length]
    path.write_bytes(start + footer + len(footer).to_bytes(4, "little") + b"PAR1")


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "log.parquet"
    pq.write_table(pa.table({"model": ["m"], "question": ["q"], "outcome": [1]}), path)
    return path


@pytest.mark.parametrize("children", [4, 1000, 2**30, 2**31 - 1])
def test_a_footer_that_claims_columns_is_one_sentence(log, children):
    # The root of the schema: its name, then its number of children (zigzag).
    claiming(log, b"\x18\x06schema\x15", 2 * children)
    said = read(log, 1000)
    assert f"its end claims groups of {children} columns, but it names 4" in said


def test_a_footer_that_claims_a_long_text_is_one_sentence(log):
    claiming(log, b"\x19\x4c\x35\x00\x18", 2**40)
    assert "its end claims a text of 1099511627776 bytes" in read(log, 1000)


def test_columns_that_lie_deep_in_one_another_are_one_sentence(tmp_path):
    kind, value = pa.int64(), 1
    for _ in range(300):
        kind, value = pa.struct([("a", kind)]), {"a": value}
    columns = {"model": ["m"], "question": ["q"], "outcome": [1], "deep": pa.array([value], kind)}
    path = tmp_path / "deep.parquet"
    pq.write_table(pa.table(columns), path, store_schema=False)
    assert "its end claims columns that lie more than 256 deep" in read(path, 1000)


PLANS = """
import resource, sys, scorio
resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
counts = scorio.count(sys.argv[1], path=sys.argv[2] or None)
print(counts.trials, counts.missing, sum("and 50 more" in note for note in counts.notes))
"""


@pytest.mark.parametrize(("path", "said"), [("", "60 49999945 1"), (r"(?P<trial>run\d)", "60 0 0")])
def test_plans_share_the_memory(tmp_path, path, said):
    """Sixty small logs, each with a plan of just under ten million trials."""
    for i in range(60):
        data = {"samples": 10, "sample_ids": [f"s{j}" for j in range(10)]}
        header = {"model": f"m{i}", "task": "t", "config": {"epochs": 999_999}, "dataset": data}
        sample = {"id": "s1", "epoch": 1, "scores": {"match": {"value": "C"}}}
        (tmp_path / f"{i}").mkdir()
        log = {"status": "success", "eval": header, "samples": [sample]}
        (tmp_path / f"{i}" / "run1.json").write_text(json.dumps(log))
    child = [sys.executable, "-c", PLANS, tmp_path, path]
    result = subprocess.run(child, capture_output=True, text=True, check=False)
    assert (result.stdout.strip(), result.stderr) == (said, "")


def test_no_more_bytes_are_read_than_a_file_has(log):
    assert scorio.count(log).report["bytes"] <= log.stat().st_size
