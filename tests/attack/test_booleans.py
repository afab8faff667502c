"""NumPy booleans whose bytes are neither 0 nor 1, which views and buffers give."""

import numpy as np
import pytest

import scorio
from scorio import eval as scorio_eval
from scorio import plan, rank

WORDS = r"a boolean is the byte 0 or 1"


def stored(*rows):
    return np.array(rows, np.uint8).view(bool)


MASK = stored([0, 1, 1, 1], [0, 1, 255, 1])


@pytest.mark.parametrize("byte", [2, 3, 16, 254, 255])
@pytest.mark.parametrize(
    "weights", [None, [0, 0.5, 1], np.arange(300.0)], ids=["binary", "three", "many"]
)
@pytest.mark.parametrize("size", [(1, 3), (40, 80), (9000, 8), (3, 5000)])
def test_the_place_of_a_byte_is_named(byte, weights, size):
    matrix = np.ones(size, np.uint8)
    matrix[-1, 1] = byte
    for view in (
        matrix,
        np.asfortranarray(matrix),
        np.flip(matrix, 1),
        np.repeat(matrix, 2, 0)[::2],
    ):
        column = int(np.argmax(view[-1] == byte))
        with pytest.raises(ValueError, match=rf"R\[{size[0] - 1}, {column}\] = {byte} \({WORDS}"):
            scorio_eval.bayes(view.view(bool), weights)


def test_a_buffer_of_bytes():
    with pytest.raises(ValueError, match=rf"R\[0, 2\] = 7 \({WORDS}"):
        scorio_eval.avg(np.frombuffer(b"\0\1\7", dtype=bool))


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (lambda: scorio_eval.pass_at_k(MASK, 2), r"R\[1, 2\]"),
        (lambda: scorio_eval.max_at_k(MASK, 2, [0, 0.5, 1]), r"R\[1, 2\]"),
        (lambda: scorio_eval.avg([MASK[0], MASK[1][:3]]), r"R\[1, 2\]"),
        (lambda: scorio_eval.avg(np.stack([MASK, MASK])), r"in R\[0\]: R\[1, 2\]"),
        (lambda: scorio.compare(MASK, MASK), r"a\[1, 2\]"),
        (lambda: scorio.convergence(np.stack([MASK, MASK])), r"in R\[0\]: R\[1, 2\]"),
        (lambda: plan.trials_needed(MASK, MASK), r"R\[1, 2\]"),
    ],
)
def test_every_entry_point_names_it(call, place):
    with pytest.raises(ValueError, match=rf"{place} = 255 \({WORDS}"):
        call()


def test_good_booleans_count_as_before():
    good = np.array([[False, True, True], [True, True, False]])
    assert scorio_eval.avg(good) == scorio_eval.avg(good.astype(int))
    assert scorio_eval.bayes(good, [0, 1, 5]) == scorio_eval.bayes(good.astype(int), [0, 1, 5])
    assert scorio_eval.avg([good[0], good[1][:2]]) == scorio_eval.avg([[0, 1, 1], [1, 1]])


def test_where_numbers_are_wanted_numpy_converts_them():
    """Any byte but 0 is 1, as NumPy has it."""
    one = stored([0, 1, 7])[0]
    assert rank.kendall(one, [0, 1, 1]).statistic == 1
    assert list(rank.rank_scores(one).dense) == [2, 1, 1]
    masked = np.ma.MaskedArray([[0, 1, 1]], mask=stored([0, 0, 7]))
    assert scorio_eval.avg(masked, missing="drop") == scorio_eval.avg([[0, 1]])
    assert scorio_eval.avg([[0, 1, 1]], stored([0, 9])[0]) == scorio_eval.avg([[0, 1, 1]])
    assert scorio_eval.bayes([[0, 1]], R0=stored([0, 255])) == scorio_eval.bayes([[0, 1, 0, 1]])
