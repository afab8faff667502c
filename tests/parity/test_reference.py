"""Every recorded value of every function, at 1e-13."""

import pytest

from parity.cases import reference
from parity.comparison import EXACT
from parity.figures import error, exact
from parity.sides import python


@pytest.mark.parametrize(("file", "least"), [*zip(reference.FILES, (5155, 270), strict=True)])
def test_recorded_values(shared, file, least):
    calls = 0
    for case in reference.cases(shared / "reference" / file):
        answer = python.answer(case)
        assert answer.error is None, str(case)
        assert error(case, answer.values, exact(case)) <= EXACT, f"{case}: {answer}"
        calls += 1
    assert calls >= least
