"""The oracle of the tests, held against the recorded values."""

from decimal import Decimal

import oracle
from test_reference import inputs_and_calls, matrix

TOLERANCE = Decimal("1e-20")
CALLS = 5155


def test_recorded_values(shared):
    calls = 0
    for source, call in inputs_and_calls(shared / "reference" / "eval_golden.jsonl.gz"):
        options = dict(call["kwargs"])
        if call["fn"] in oracle.WITH_PRIOR and "R0" in source:
            options["R0"] = source["R0"]
        recorded = [Decimal(text) for text in call["exact"]]
        found = oracle.exact(call["fn"], matrix(source).tolist(), **options)
        assert max(oracle.errors(found, recorded)) <= TOLERANCE, (source["input"], call["fn"])
        calls += 1
    assert calls >= CALLS
