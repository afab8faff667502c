"""Wrong arguments are errors as data: a kind, and a problem without a word of Python."""

import numpy as np
import pytest

from scorio import eval as scorio_eval
from scorio._results import ShortQuestionsWarning

R = np.array([[0, 1, 1], [1, 1, 0]])


@pytest.mark.parametrize(
    ("options", "message", "kind", "problem"),
    [
        (
            {"k": "2"},
            "k = '2' is not a whole number",
            "argument.whole_number",
            "k is not a whole number",
        ),
        (
            {"k": np.True_},
            "k = True is a boolean: a budget is a whole number from 1",
            "argument.boolean",
            "k is a boolean: a budget is a whole number from 1",
        ),
        (
            {"k": 1, "missing": "no"},
            "missing = 'no' is not one of 'error', 'drop'",
            "argument.choice",
            "missing is not one of error, drop",
        ),
        (
            {"k": 1, "complement": None},
            "complement = None is not True or False",
            "argument.flag",
            "complement is not true or false",
        ),
    ],
)
def test_arguments(options, message, kind, problem):
    with pytest.raises((TypeError, ValueError)) as caught:
        scorio_eval.pass_at_k(R, **options)
    assert str(caught.value) == message
    assert (caught.value.code, caught.value.problem) == (kind, problem)
    assert caught.value.remedy is None


def test_one_matrix_of_a_batch():
    with pytest.raises(ValueError, match=r"in R\[1\]: .* is not a category") as caught:
        scorio_eval.bayes(np.stack([R, R + 1]))
    assert caught.value.code == "tally.category"
    assert caught.value.problem.startswith("in R[1]: R[0, 1] = 2 is not a category")


def test_warning():
    with pytest.warns(ShortQuestionsWarning) as caught:
        scorio_eval.pass_at_k([[0, 1, 1], [1]], 2, ragged="drop")
    (warning,) = caught
    assert warning.message.code == "warning.short_questions"
    assert warning.message.problem == str(warning.message)
