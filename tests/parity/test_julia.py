"""Python and Julia say the same of every case, to the last bit and word."""

import pytest
from needs import refuse

from scorio.parity import cases

LEAST = 3_000


@pytest.fixture
def compared(found):
    """The results of both languages."""
    if found.transport is None:
        refuse("; ".join(found.reasons))
    return found.compared


@pytest.mark.parametrize("name", cases.NAMES)
def test_same(compared, name):
    results = [result for result in compared if result.case.name == name]
    assert results
    unequal = [result for result in results if not result.equal]
    assert [(str(one.case), str(one.python), str(one.julia)) for one in unequal] == []


def test_enough_calls(compared):
    scored = [one for one in compared if one.python.error is None]
    assert sum(not one.case.recorded for one in scored) >= LEAST


def test_what_is_refused_is_refused(found):
    for result in found.results:
        refused = result.case.kind.startswith("refused")
        assert (result.python.error is not None) == refused, str(result.case)


def test_an_error_has_a_kind_that_fits(compared):
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
    # Cases of other figures, of other warnings and of other sentences: none equals the next.
    said = {(one.python.parts, one.python.warnings, one.python.error) for one in compared}
    assert len(said) > LEAST / 2
    first, second = (one.julia for one in compared[:2])
    assert not first.same(second)
