"""Hostile callers: no signal, no panic and no exception but the documented ones.

`FUZZ_SECONDS` is the time, `FUZZ_SEED` the first call. Without a time, each kind has a few batches
of calls, the same in every run. Calls are made in processes of their own (`hostile.py`): the
end of one is a finding.
"""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

SECONDS = os.environ.get("FUZZ_SECONDS")
SEED = int(os.environ.get("FUZZ_SEED", "1"))
BATCH = 400
HERE = Path(__file__).parent


def told(kind, first):
    """What became of a batch of calls, and what the process said if it ended too early."""
    child = [sys.executable, HERE / "hostile.py", kind, str(first), str(BATCH)]
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    result = subprocess.run(child, capture_output=True, text=True, check=False, env=environment)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    if result.returncode:
        last = lines[-1] if lines else "nothing"
        return lines, f"{kind}: after {last}: {result.returncode} {result.stderr[-2000:]}"
    return lines, None


@pytest.mark.parametrize("kind", ["arrays", "tables", "calls"])
def test_no_call_ends_the_process(kind):
    if kind == "calls" and not os.environ.get("SCORIO_LIB"):
        pytest.skip("SCORIO_LIB names no library: make test builds it and sets that")
    start, begin = time.monotonic(), SEED * 10_000_000
    first, outcomes = begin, Counter()

    def goes_on():
        if SECONDS:
            return time.monotonic() - start < float(SECONDS) / 3
        return first == begin

    while goes_on():
        lines, ended = told(kind, first)
        assert ended is None, ended
        for line in lines:
            if "said" in line:
                assert line["said"] in ("done", "refused"), f"{kind} {line}"
                outcomes[line["said"]] += 1
        first += BATCH
    print(f"{kind}: seed {SEED}, {dict(outcomes)}")
    assert outcomes["refused"] if kind != "calls" else outcomes["done"]
