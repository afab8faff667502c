"""Results matrices: every type, order, container and mistake."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import scorio
from scorio import eval as scorio_eval

BINARY = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
GRADED = [[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]]
W = [0.0, 0.5, 1.0]
KINDS = [
    bool, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64,
    np.float16, np.float32, np.float64, np.longdouble, ">i4", object,
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_type_in_every_order(kind):
    expected = scorio_eval.bayes(BINARY)
    matrix = np.array(BINARY).astype(kind)
    wide = np.repeat(np.repeat(matrix, 2, axis=0), 3, axis=1)
    for view in (matrix, np.asfortranarray(matrix), matrix[::-1, ::-1], wide[::2, ::3], matrix.T.T):
        assert scorio_eval.bayes(view) == expected
    assert scorio_eval.bayes(matrix.T).mu != expected.mu


def test_unaligned_and_read_only():
    raw = np.zeros(1 + 8 * 10, dtype=np.uint8)[1:].view(np.int64).reshape(2, 5)
    raw[:] = BINARY
    assert not raw.flags.aligned
    raw.flags.writeable = False
    assert scorio_eval.bayes(raw) == scorio_eval.bayes(BINARY)


def test_other_containers():
    expected = scorio_eval.bayes(BINARY)
    assert scorio_eval.bayes(tuple(map(tuple, BINARY))) == expected
    assert scorio_eval.bayes(pd.DataFrame(BINARY)) == expected
    assert scorio_eval.bayes(pd.DataFrame(BINARY).astype("Int8")) == expected
    assert scorio_eval.bayes([np.array(row) for row in BINARY]) == expected


def test_one_dimension_is_one_question():
    assert scorio_eval.bayes(BINARY[0]) == scorio_eval.bayes([BINARY[0]])


def test_ragged_rows():
    rows = [[1, 0, 1], [1], [0, 1]]
    expected = np.mean([(1 + c) / (2 + n) for n, c in ((3, 2), (1, 1), (2, 1))])
    assert scorio_eval.bayes(rows).mu == pytest.approx(expected, rel=1e-15)
    assert scorio_eval.pass_at_k(rows, 1) == pytest.approx((2 / 3 + 1 + 1 / 2) / 3, rel=1e-15)


MISSING = [
    np.ma.masked_array(BINARY, mask=[[1, 0, 0, 0, 0], [0, 0, 0, 0, 1]]),
    [[math.nan, 1, 1, 0, 1], [1, 1, 0, 1, math.nan]],
    [[None, 1, 1, 0, 1], [1, 1, 0, 1, None]],
    pd.DataFrame([[None, 1, 1, 0, 1], [1, 1, 0, 1, None]]).astype("Int64"),
]


@pytest.mark.parametrize("matrix", MISSING, ids=["masked", "nan", "none", "pandas NA"])
def test_missing_outcomes(matrix):
    with pytest.raises(ValueError, match=r"R\[0, 0\] is missing; pass missing=\"drop\""):
        scorio_eval.bayes(matrix)
    kept = scorio_eval.bayes([[1, 1, 0, 1], [1, 1, 0, 1]])
    assert scorio_eval.bayes(matrix, missing="drop") == kept
    assert scorio_eval.bayes(matrix, [0, 1], missing="drop") == kept


def test_no_mask_is_ignored():
    masked = [np.ma.masked_array(row, mask=[1, 0, 0, 0, 0]) for row in BINARY]
    ragged = [masked[0], masked[1][:4]]
    vector = np.empty(2, dtype=object)
    vector[:] = [np.array([0, 1]), np.array([1, 1, 1])]
    for rows in (masked, ragged):
        with pytest.raises(ValueError, match=r"R\[0, 0\] is missing"):
            scorio_eval.avg(rows)
        plain = [row.compressed().tolist() for row in rows]
        assert scorio_eval.avg(rows, missing="drop") == scorio_eval.avg(plain)
    assert scorio_eval.avg(vector) == scorio_eval.avg([[0, 1], [1, 1, 1]])
    with pytest.raises(ValueError, match=r"R0\[0, 0\] = nan"):
        scorio_eval.bayes(BINARY, R0=np.ma.masked_array([[1], [1]], [[1], [0]]))
    with pytest.raises(ValueError, match="(?s)w = .* is not a sequence of numbers"):
        scorio_eval.bayes(BINARY, np.ma.masked_array([0, 1], [0, 1]))


def test_counts_without_trials_are_dropped_everywhere(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("model,question,outcome\na,q1,\na,q2,0\na,q2,1\nb,q1,\n")
    counts = scorio.count(path, on_missing="drop")
    one = counts.select(model="a")
    assert scorio_eval.bayes(one) == scorio_eval.bayes([[0, 1]])
    assert scorio_eval.avg(one) == scorio_eval.avg([[0, 1]])
    assert scorio_eval.pass_at_k_ci(one, 2) == scorio_eval.pass_at_k_ci([[0, 1]], 2)
    with pytest.raises(
        ValueError, match=r"k = 3 is more than the 2 trials of question q2 \(model a"
    ):
        scorio_eval.pass_at_k(one, 3)
    none = counts.select(model="b")
    for call in (scorio_eval.bayes, scorio_eval.avg):
        with pytest.raises(ValueError, match="the counts hold no observed trial"):
            call(none)
    scores = counts.score("avg")
    assert [row.model for row in scores] == ["a"]
    assert [one[:3] for one in scores.unscored] == [(None, "b", 1)]
    assert "b has no score overall: no trial was observed." in scores.to_text()
    with pytest.raises(ValueError, match="no observed trial"):
        none.score()


def test_results_have_names():
    estimate = scorio_eval.bayes(BINARY)
    assert (estimate.mu, estimate.sigma) == estimate
    interval = scorio_eval.pass_at_k_ci(BINARY, 2)
    assert repr(interval).startswith("Interval(mu=0.839")
    assert isinstance(scorio_eval.pass_at_k(BINARY, np.int64(2)), float)


def test_counts_are_a_matrix(coins):
    counts = scorio.count(coins)
    one = counts.select(model="coin-05")
    table = one.score("bayes").rows[0]
    assert scorio_eval.bayes(one) == (table.score, table.sigma)
    with pytest.raises(ValueError, match=r"11 models .* choose one with counts.select"):
        scorio_eval.bayes(counts)


REFUSED = [
    (([*BINARY, [0, 1, 2, 0, 1]],), {}, r"R\[2, 2\] = 2 is not a category: .* 0 and 1"),
    (([[0, 5], [1, 1]], W), {}, r"R\[0, 1\] = 5 is not a category: w has 3 weights, .* 0\.\.2"),
    (([[0, 0.5]],), {}, r"R\[0, 1\] = 0\.5 is not a category"),
    (([[0, -1]],), {}, r"R\[0, 1\] = -1 is not a category"),
    (([[0, math.inf]],), {}, r"R\[0, 1\] = inf is not a category"),
    ((np.zeros((0, 3), int),), {}, r"R has 0 rows and 3 columns"),
    ((np.zeros((3, 0), int),), {}, r"R has 3 rows and 0 columns"),
    (([],), {}, r"R has 1 row and 0 columns|R has 0"),
    ((np.full((2, 1, 2), 3),), {}, r"in R\[0\]: R\[0, 0\] = 3 is not a category"),
    ((BINARY, None, [[[0], [1]]]), {}, r"R0 has 3 axes but R has 2"),
    (([BINARY], None, [[[0], [1]]] * 2), {}, r"R has the leading axes \(1,\) but R0 has \(2,\)"),
    ((BINARY, []), {}, r"w is empty"),
    ((BINARY, [1.0]), {}, r"w has 1 weight"),
    ((BINARY, [0.0, math.nan]), {}, r"w\[1\] = NaN is not finite"),
    ((BINARY, [[0.0, 1.0]]), {}, r"w = .* is not a sequence of numbers"),
    ((BINARY, ["a", "b"]), {}, r"w = .* is not a sequence of numbers"),
    ((GRADED, W, [[0, 1]]), {}, r"R0 has 1 rows \(questions\) but R has 2"),
    ((GRADED, W, [[0], [3]]), {}, r"R0\[1, 0\] = 3 is not a category"),
    ((GRADED, W, [[0], [0.5]]), {}, r"R0\[1, 0\] = 0\.5 is not a category"),
    ((GRADED, W, [[0], [math.inf]]), {}, r"R0\[1, 0\] = inf is not a category"),
    ((GRADED, W, np.array([[0], [2**63]], np.uint64)), {}, r"R0\[1, 0\] = 9223372036854775808 is"),
    ((np.nextafter(np.longdouble([[1, 1]]), 2),), {}, r"R\[0, 0\] = 1\.0.*1.* is not a category"),
    (([[10**400, 0]],), {}, r"R\[0, 0\] = 1000.* is too large"),
    (([[math.nan, math.nan]],), {"missing": "drop"}, r"row 0 of R has no observed trial"),
    ((BINARY,), {"missing": "ignore"}, r"missing = 'ignore' is not one of"),
]


@pytest.mark.parametrize(("arguments", "options", "sentence"), REFUSED)
def test_bad_matrices_and_weights(arguments, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        scorio_eval.bayes(*arguments, **options)


@pytest.mark.parametrize("matrix", [[["a", "b"]], [[1j, 0]], [[object(), 1]], [[0, 1], 1]])
def test_not_numbers(matrix):
    with pytest.raises(TypeError, match="R has dtype|is not a number|mixes rows"):
        scorio_eval.bayes(matrix)


def test_bad_intervals():
    for confidence in (0.0, 1.0, -1.0, 2.0, math.nan):
        with pytest.raises(ValueError, match="confidence = .* is not between 0 and 1"):
            scorio_eval.bayes_ci(BINARY, confidence=confidence)
    with pytest.raises(ValueError, match=r"bounds = \(1, 0\) are not in order"):
        scorio_eval.avg_ci(BINARY, bounds=(1.0, 0.0))
    for bounds in ((1.0,), 5):
        with pytest.raises(ValueError, match="is not a pair"):
            scorio_eval.avg_ci(BINARY, bounds=bounds)
    with pytest.raises(TypeError, match="bounds = None is not a number"):
        scorio_eval.avg_ci(BINARY, bounds=(None, 1.0))
    with pytest.raises(TypeError, match=r"confidence = '0\.9' is not a number"):
        scorio_eval.avg_ci(BINARY, confidence="0.9")


def test_weights_that_are_far_apart_lose_nothing():
    """The mean of outcomes that all have the small weight is the small weight."""
    assert scorio_eval.avg([[0]], w=[1e-300, 1e300]).mu == 1e-300
    assert scorio_eval.avg([[0, 0], [0, 0]], w=[3e-310, -1e300]).mu == 3e-310
    assert scorio_eval.avg([[0], [1]], w=[1e-300, 1e300]).mu == 5e299
    exact = (Fraction(1e-300) + 3 * Fraction(3e-300)) / 4
    assert scorio_eval.avg([[0, 1, 1, 1]], w=[1e-300, 3e-300, 1e300]).mu == float(exact)
