"""The oracle of the tests, held against the recorded values."""

from dataclasses import replace
from decimal import Decimal

from parity import oracle
from parity.cases import reference
from parity.figures import exact

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
