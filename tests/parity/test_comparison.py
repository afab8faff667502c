"""Every case is within 1e-13 of its exact values, and Julia says the same: each bit and error."""

import pytest

from parity import cases, comparison
from parity.needs import without_julia

LEAST = 3_000
LEAST_EXACT = 100


@pytest.fixture
def compared(found):
    """The results of both languages."""
    if found.julia_version is None:
        without_julia("; ".join(found.reasons))
    return found.compared


@pytest.mark.parametrize("name", cases.NAMES)
def test_exact(found, name):
    measured = [result for result in found.of(name) if result.error is not None]
    assert len(measured) >= LEAST_EXACT
    wrong = [result for result in measured if result.error > comparison.EXACT]
    assert [(str(result.case), result.error) for result in wrong] == []


@pytest.mark.parametrize("name", cases.EVERY)
def test_same(compared, name):
    results = [result for result in compared if result.case.name == name]
    assert results
    unequal = [result for result in results if not result.equal]
    assert [(str(one.case), str(one.python), str(one.julia)) for one in unequal] == []


def test_enough_calls(compared):
    scored = [one for one in compared if one.python.error is None]
    assert sum(not one.case.recorded for one in scored) >= LEAST


def test_bad_input_is_an_error(found):
    for result in found.results:
        bad = result.case.kind.startswith("bad input")
        assert (result.python.error is not None) == bad, str(result.case)


def test_errors_and_warnings_are_data(found):
    for result in found.results:
        for fault in (result.python.error, *result.python.warnings):
            assert fault is None or fault.kind, str(result.case)


def test_an_error_has_an_exception_that_fits(compared):
    kinds = {
        (result.python.error_type, result.julia.error_type)
        for result in compared
        if result.python.error is not None
    }
    assert kinds <= {
        ("TypeError", "ArgumentError"),
        ("ValueError", "ArgumentError"),
        ("ValueError", "DomainError"),
    }


def test_two_sides_that_differ_are_told_apart(compared):
    # Cases with other figures, warnings or errors: none equals the next.
    said = {(one.python.parts, one.python.warnings, one.python.error) for one in compared}
    assert len(said) > LEAST / 2
    first, second = (one.julia for one in compared[:2])
    assert not first.same(second)
