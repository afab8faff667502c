"""Julia's sentences in Python's places and literals."""

import pytest

from scorio.parity.places import to_python

SENTENCES = [
    ("R[1, 4] = 5 is not a category: w", "R[0, 3] = 5 is not a category: w"),
    ("R0[10, 1] = -1 is not a category", "R0[9, 0] = -1 is not a category"),
    ('R[2, 1] is missing; pass missing="drop"', 'R[1, 0] is missing; pass missing="drop"'),
    ("w[1] = NaN is not finite", "w[0] = NaN is not finite"),
    ("weights[2] = -0.1 of the spectrum", "weights[1] = -0.1 of the spectrum"),
    ("more than the 7 trials of row 1 of R", "more than the 7 trials of row 0 of R"),
    ("in R[:, :, 2]: R[2, 4] = 7 is not", "in R[1]: R[1, 3] = 7 is not"),
    ("in R[:, :, 2, 1]: row 3 of R has", "in R[0, 1]: row 2 of R has"),
    ("k = 3 trials in R[:, :, 1]; 1 question", "k = 3 trials in R[0]; 1 question"),
    ("has the trailing axes (3, 2) but", "has the trailing axes (3, 2) but"),
    (
        "R has the trailing axes (3, 2) but R0 has (2, 3)",
        "R has the leading axes (2, 3) but R0 has (3, 2)",
    ),
    (
        "R has the trailing axes (2,) but R0 has ()",
        "R has the leading axes (2,) but R0 has ()",
    ),
    ("k = true is a boolean", "k = True is a boolean"),
    ("complement = nothing is not true or false", "complement = None is not True or False"),
    ('confidence = "high" is not a number', "confidence = 'high' is not a number"),
    ('w = ["a", "b"] is not a sequence', "w = ['a', 'b'] is not a sequence"),
    ("tau = 4//3 is not in [0, 1]", "tau = 4/3 is not in [0, 1]"),
    ("k = NaN is not a whole number", "k = nan is not a whole number"),
    (
        "missing = 'no' is not one of 'error', 'drop'",
        "missing = 'no' is not one of 'error', 'drop'",
    ),
]


@pytest.mark.parametrize(("julia", "python"), SENTENCES)
def test_translated(julia, python):
    assert to_python(julia) == python


@pytest.mark.parametrize(
    "sentence",
    [
        "confidence = NaN is not between 0 and 1",
        "bounds = (1, 0) are not in order",
        "tau = -0.1 is not in [0, 1]",
        "R has 0 rows and 3 columns: a score needs at least one question and one trial",
        "the spectrum has 2 weights but k = 3: one for each threshold 1..k is needed",
    ],
)
def test_left_alone(sentence):
    assert to_python(sentence) == sentence


@pytest.mark.parametrize(
    "sentence", ["R[0, 3] = 5 is not", "w[0] = NaN", "row 0 of R has", "in R[:, :, 0]: x"]
)
def test_no_place_of_julia(sentence):
    with pytest.raises(ValueError, match="counts from 1"):
        to_python(sentence)
