"""Agreement of raters: Krippendorff's α beside its definition in fractions, laws, bad inputs."""

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from scorio import judge

LEVELS = ("nominal", "ordinal", "interval")
NONE = None
# Four observers and twelve units: the example of Krippendorff (2011), with its missing values.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NONE, NONE, NONE],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NONE, 3],
    [NONE, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NONE],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NONE],
]
UNITS = list(zip(*OBSERVERS, strict=True))


def by_definition(rows, level):
    """α by its definition, in fractions. None where it is not defined."""
    units = [[Fraction(one) for one in row if one is not None] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    ratings = [one for unit in units for one in unit]
    counts = {one: ratings.count(one) for one in sorted({*ratings})}

    def squared(a, b):
        if level == "nominal":
            return Fraction(a != b)
        if level == "interval":
            return (a - b) ** 2
        low, high = sorted((a, b))
        between = sum(number for one, number in counts.items() if low <= one <= high)
        return (between - Fraction(counts[a] + counts[b], 2)) ** 2

    observed = sum(
        sum(squared(a, b) for a, b in permutations(unit, 2)) / Fraction(len(unit) - 1)
        for unit in units
    )
    expected = sum(
        counts[a] * counts[b] * squared(a, b) for a in counts for b in counts
    ) / Fraction(len(ratings) - 1)
    return None if expected == 0 else 1 - observed / expected


@pytest.mark.parametrize(
    ("level", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_the_published_example_has_its_published_figures(level, published):
    row = judge.agreement(UNITS, level=level)[0]
    assert (row.trials, row.ratings, row.level) == (11, 40, level)
    assert round(row.alpha, 3) == published
    assert row.alpha == pytest.approx(float(by_definition(UNITS, level)), rel=1e-14)
    assert row.lo < row.alpha < row.hi <= 1


@pytest.mark.parametrize("level", LEVELS)
def test_alpha_is_its_definition(level):
    rng = np.random.default_rng(1)
    for _ in range(60):
        trials, raters, kinds = rng.integers(2, 12), rng.integers(2, 5), rng.integers(2, 5)
        table = rng.integers(0, kinds, (trials, raters)).astype(object)
        table[rng.random(table.shape) < 0.25] = None
        rows = table.tolist()
        if all(sum(one is not None for one in row) < 2 for row in rows):
            continue
        expected = by_definition(rows, level)
        found = judge.agreement(rows, level=level)[0]
        if expected is None:
            assert found.alpha is None
            assert found.lo is None
        else:
            assert found.alpha == pytest.approx(float(expected), rel=1e-12, abs=1e-12)
            assert (found.lo is None) == (found.questions == 1)
            assert found.lo is None or -1 <= found.lo <= found.alpha <= found.hi <= 1


def test_each_pair_of_raters_has_a_row():
    found = judge.agreement(UNITS, raters=list("abcd"), level="interval")
    assert [(row.rater, row.other) for row in found] == [
        (None, None), ("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d"),
    ]  # fmt: skip
    for row in found[1:]:
        columns = ["abcd".index(one) for one in (row.rater, row.other)]
        pair = [[unit[column] for column in columns] for unit in UNITS]
        assert row.alpha == pytest.approx(float(by_definition(pair, "interval")), rel=1e-12)
        both = [one for one in pair if None not in one]
        assert row.trials == len(both)
        assert row.equal == pytest.approx(np.mean([a == b for a, b in both]))


def test_the_level_is_chosen_by_the_ratings():
    assert judge.agreement([[1, 0], [0, 0], [7, 7]]).settings["level"] == "interval"
    assert judge.agreement([[1, 0], [0, 0], [1, 1]]).settings["level"] == "nominal"
    words = [["good", "bad"], ["bad", "bad"], ["so so", None], ["so so", "so so"]]
    found = judge.agreement(words)
    assert found[0].level == "nominal"
    numbers = [[2, 1], [1, 1], [3, None], [3, 3]]
    assert found[0].alpha == judge.agreement(numbers, level="nominal")[0].alpha
    assert "nominal ratings" in found.notes[0]
    assert "because they are numbers" in judge.agreement([[1, 2], [3, 3]]).notes[0]


def test_trials_of_a_question_are_one_piece_of_evidence():
    rng = np.random.default_rng(2)
    table = np.repeat(rng.integers(0, 2, (12, 1)), 4, axis=0)
    table = np.concatenate([table, np.where(rng.random(table.shape) < 0.8, table, 1 - table)], 1)
    apart = judge.agreement(table)[0]
    together = judge.agreement(table, questions=[place // 4 for place in range(len(table))])[0]
    assert apart.alpha == together.alpha
    assert (apart.questions, together.questions) == (48, 12)
    single = judge.agreement(table, questions=["q"] * len(table))
    assert single[0].lo is None
    assert "There is one question: α has no interval." in single.notes


def test_the_order_of_trials_raters_and_names_changes_no_figure():
    rng = np.random.default_rng(3)
    table = rng.integers(0, 3, (30, 3)).astype(float)
    questions = [f"q{place % 10}" for place in range(30)]
    order = rng.permutation(30)
    one = judge.agreement(table, questions=questions)[0]
    turned = table[order][:, [2, 0, 1]]
    other = judge.agreement(turned, questions=[questions[place] for place in order])[0]
    scaled = judge.agreement(5 - 2 * table, questions=questions)[0]
    for found in (other, scaled):
        assert (found.alpha, found.lo, found.hi) == pytest.approx((one.alpha, one.lo, one.hi))


def test_intervals_cover_and_stay_open():
    rng = np.random.default_rng(4)

    def table(questions):
        truth = rng.random((questions, 4)) < rng.beta(1, 1, (questions, 1))
        right = rng.random((questions, 4, 2)) < 0.9
        return (truth[..., None] == right).reshape(-1, 2).astype(float)

    truth = judge.agreement(table(20_000), questions=np.repeat(range(20_000), 4))[0].alpha
    runs = [judge.agreement(table(40), questions=np.repeat(range(40), 4))[0] for _ in range(150)]
    assert np.mean([run.lo <= truth <= run.hi for run in runs]) >= 0.9
    agreeing = judge.agreement([[place % 2] * 2 for place in range(30)])[0]
    assert agreeing.alpha == agreeing.hi == 1
    # No disagreement in 30 trials: at most 11.6 % at this level, by the binomial distribution.
    assert agreeing.lo == pytest.approx(1 - 2 * (1 - 0.025 ** (1 / 30)), abs=0.03)


def test_ratings_that_are_all_equal_have_no_alpha():
    found = judge.agreement([[1, 1], [1, 1]])
    assert (found[0].equal, found[0].alpha, found[0].lo) == (1, None, None)
    assert "All ratings are 1: α is not defined." in found.notes
    pairs = judge.agreement([[1, 1, None], [0, 1, None], [1, None, 1]])
    assert (pairs[3].trials, pairs[3].equal, pairs[3].alpha) == (0, None, None)


@pytest.mark.parametrize(
    ("ratings", "options", "words"),
    [
        ([[1], [0]], {}, "there is one rater, and agreement needs two or more"),
        ([1, 0], {}, "ratings"),
        ([[1, None], [None, 0]], {}, "no trial has two ratings"),
        ([[1, math.inf]], {}, r"ratings\[0, 1\]"),
        ([[1, 0]], {"raters": ["a"]}, "raters"),
        ([[1, 0]], {"questions": ["a", "b"]}, "questions"),
        ([[1, 0]], {"level": "ratio"}, "ratio"),
        ([[1, 0]], {"confidence": 1}, "confidence"),
        ([["yes", "no"]], {"level": "interval"}, "texts have no order"),
        ([["yes", 1]], {}, r"ratings\[0, 1\] = 1 is a number, and others are texts"),
    ],
)
def test_bad_ratings_get_a_sentence(ratings, options, words):
    with pytest.raises(ValueError, match=words):
        judge.agreement(ratings, **options)
