"""Calls of the ranking functions of the C library, with arguments that are wrong in many ways."""

import ctypes
from ctypes import (
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_double,
    c_int8,
    c_int32,
    c_int64,
    c_size_t,
    c_ssize_t,
    c_uint64,
    c_void_p,
)

MODELS, QUESTIONS, TRIALS = 3, 4, 2
METHODS = [b"avg", b"bradley_terry_map", b"borda", b"hodge_rank", b"rao_kupper", b"elo", b"", b"x"]
METHODS += [
    b"bayes",
    b"rasch_map",
    b"rasch_mml",
    b"rasch_3pl",
    b"nash",
    b"davidson_luce",
    b"trueskill",
]
NUMBERS = [0.0, 1.0, -1.0, 0.5, 1e300, float("nan"), float("inf")]
OPTIONS = [
    b"prior",
    b"prior_variance",
    b"prior_means",
    b"tie_strength",
    b"orders",
    b"quantile",
    b"",
    None,
]


class Matrix(Structure):
    """`ScorioMatrix`."""

    _fields_ = [
        ("entries", c_void_p),
        ("element", c_int32),
        ("rows", c_size_t),
        ("columns", c_size_t),
        ("row_stride", c_ssize_t),
        ("column_stride", c_ssize_t),
    ]


class Option(Structure):
    """`ScorioOption`."""

    _fields_ = [
        ("name", c_char_p),
        ("text", c_char_p),
        ("numbers", POINTER(c_double)),
        ("length", c_size_t),
        ("axes", POINTER(c_size_t)),
        ("axis_count", c_size_t),
        ("states", c_void_p),
    ]


def calls(rng, library):
    """Rank data that may be wrong by a method that may not be one."""

    def often(right, wrong):
        return right if rng.random() < 0.95 else rng.choice(wrong)

    entries = (c_int8 * (MODELS * QUESTIONS * TRIALS))(
        *(rng.choice([0, 1] * 40 + [2, -1]) for _ in range(MODELS * QUESTIONS * TRIALS))
    )
    matrix = Matrix(
        often(ctypes.addressof(entries), [None]),
        often(1, [0, 11, 5]),
        often(QUESTIONS, [0, 1]),
        often(TRIALS, [0, 1]),
        often(TRIALS, [0, 1]),
        1,
    )
    models = c_size_t(often(MODELS, [0, 1, 2]))
    stride = c_ssize_t(often(QUESTIONS * TRIALS, [0, 1]))
    names = (c_char_p * MODELS)(*(often(b"m", [b"", b"\xff", None]) for _ in range(MODELS)))
    clusters = (c_int64 * QUESTIONS)(*(rng.choice([0, 1, -1]) for _ in range(QUESTIONS)))
    weights = (c_double * TRIALS)(*(rng.choice(NUMBERS) for _ in range(TRIALS)))
    data = c_void_p()
    out, named = often(byref(data), [None]), rng.choice([None, names])
    grouped = rng.choice([None, clusters])
    if rng.random() < 0.5:
        flag = ctypes.c_bool(rng.random() < 0.5)
        library.scorio_rank_outcomes(byref(matrix), models, stride, named, grouped, flag, flag, out)
    else:
        worth = rng.choice([None, weights])
        library.scorio_rank_counts(byref(matrix), models, stride, worth, named, grouped, out)
    numbers = (c_double * MODELS)(*(rng.choice(NUMBERS) for _ in range(MODELS)))
    option = Option(
        rng.choice(OPTIONS),
        rng.choice([None, None, b"laplace", b"\xff"]),
        numbers,
        rng.choice([0, 1, 2, MODELS]),
    )
    rows, failed = (c_double * (9 * MODELS))(), c_uint64()
    odd = c_void_p(ctypes.addressof(rows) + 1)
    library.scorio_rank_fit(
        data,
        often(rng.choice(METHODS), [None]),
        often(byref(option), [None]),
        c_size_t(rng.choice([0, 0, 1])),
        c_int32(rng.choice([0, 1, 2, 3, -1, 4])),
        c_double(often(0.9, NUMBERS)),
        c_uint64(rng.choice([0, 1, 8])),
        c_uint64(rng.choice([0, 2**64 - 1])),
        c_size_t(rng.choice([1, 2])),
        often(rows, [None, odd]),
        often(byref(failed), [None]),
    )
    library.scorio_rank_data_free(data)
