"""The oracle of the tests, held against the recorded values."""

from dataclasses import replace
from decimal import Decimal

from scorio.parity import oracle, reference
from scorio.parity.exact import exact

TOLERANCE = Decimal("1e-20")
CALLS = 5155


def test_recorded_values(shared):
    calls = 0
    for case in reference.cases(shared / "reference" / "eval_golden.jsonl.gz"):
        recorded = exact(case)
        found = exact(replace(case, recorded={}), all_of_them=True)
        assert max(oracle.errors(found, recorded)) <= TOLERANCE, str(case)
        calls += 1
    assert calls >= CALLS
