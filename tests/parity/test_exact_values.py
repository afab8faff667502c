"""Every case of the comparison is within 1e-13 of its exact values."""

import pytest

from parity import cases, comparison

LEAST = 100


@pytest.mark.parametrize("name", cases.NAMES)
def test_exact(found, name):
    measured = [result for result in found.of(name) if result.error is not None]
    assert len(measured) >= LEAST
    wrong = [result for result in measured if result.error > comparison.EXACT]
    assert [(str(result.case), result.error) for result in wrong] == []
