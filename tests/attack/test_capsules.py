"""Tables of producers that lie: each lie is one sentence, and none ends the process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from attack.capsules import LIES, TRUTHS

import scorio


@pytest.fixture(scope="module")
def told():
    """What became of every table, by its name."""
    here = Path(__file__).parent
    child = [sys.executable, here / "tell.py"]
    environment = {**os.environ, "PYTHONPATH": str(here.parent)}
    result = subprocess.run(child, capture_output=True, text=True, check=False, env=environment)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode == 0, f"after {lines[-1]}: {result.returncode} {result.stderr[-2000:]}"
    assert "panicked" not in result.stderr
    return {line["name"]: line for line in lines if "name" in line}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_one_sentence(told, name):
    assert told[name].get("error") == "ValueError", told[name]
    assert "\n" not in told[name]["said"]


@pytest.mark.parametrize("name", TRUTHS)
def test_a_truth_is_counted(told, name):
    expected = {"many batches": 2000}.get(name, 2)
    assert told[name].get("trials") == expected, told[name]


BAD = pa.array([b"\xff\xfe\xf0", b"ok"], pa.binary()).view(pa.string())


@pytest.mark.parametrize("column", ["model", "question", "outcome"])
@pytest.mark.parametrize(
    "of", [lambda bad: bad, lambda bad: bad.dictionary_encode(), pa.chunked_array]
)
def test_texts_that_are_not_utf8_name_their_column(column, of):
    bad = of([BAD]) if of is pa.chunked_array else of(BAD)
    columns = {"model": ["m", "m"], "question": ["q", "r"], "outcome": ["1", "0"], column: bad}
    with pytest.raises(ValueError, match=f'the column "{column}" is not what it claims: .*UTF'):
        scorio.count(pa.table(columns))


def test_a_text_that_is_not_read_is_not_looked_at():
    good = {"model": ["m", "m"], "question": ["q", "r"], "outcome": [1, 0]}
    assert scorio.count(pa.table({**good, "prompt": BAD})).trials == 2


def test_a_dictionary_that_batches_share_is_looked_at_once_and_another_is_looked_at():
    def batch(values):
        keys = pa.array([0, 1], pa.int32())
        question = pa.DictionaryArray.from_arrays(keys, values, safe=False)
        return pa.record_batch({"model": ["m", "m"], "question": question, "outcome": [1, 0]})

    good = batch(pa.array(["q", "r"]))
    assert scorio.count(pa.Table.from_batches([good] * 3), on_repeat="keep").trials == 6
    bad = batch(BAD)
    with pytest.raises(ValueError, match='the column "question" is not what it claims'):
        scorio.count(pa.Table.from_batches([good, bad]), on_repeat="keep")
