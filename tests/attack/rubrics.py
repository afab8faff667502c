"""Hostile calls of the rubrics of the C library: texts, places, sizes, labels and NULL."""

import ctypes
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int32, c_int64, c_size_t, c_void_p

TEXT = b"""[signals]
correct = "score"
tokens = "usage"
flagged = 0
[thresholds]
long = { signal = "tokens", quantile = 0.5, where = "correct >= half" }
half = 0.5
[[rubric]]
name = "short"
scope = "model"
missing = "drop"
category = [
  { name = "flagged", weight = -1, when = "flagged" },
  { name = "wrong", weight = 0, when = "correct < half" },
  { name = "long", weight = 0.5, when = "tokens > long" },
  { name = "right", weight = 1, otherwise = true },
]
[[rubric]]
name = "plain"
quantile = "linear"
category = [
  { name = "long", weight = 0, when = "not (tokens <= long)" },
  { name = "short", weight = 1, when = "tokens < 1e300" },
]
"""
TRIALS, COLUMNS, THRESHOLDS, CATEGORIES = 8, 3, 2, 4
PLACES = [0, 0, 0, 1, 1, 2, 2**31, 2**63, 2**64 - 1]
# No memory has as many trials, unless there are few.
FEW = [0, 1, 7, TRIALS]
MANY = [2**61, 2**63 - 1, 2**63, 2**64 - 1]
VALUES = [0.0, 1.0, 1.0, 0.5, -3.0, 1e308, 5e-324, -0.0, float("nan"), float("inf")]


class Labels(ctypes.Structure):
    """The tasks or the models of trials, as C declares them."""

    _fields_ = [("codes", POINTER(c_int64)), ("names", POINTER(c_char_p)), ("count", c_size_t)]


def often(rng, good, others):
    """The good one, or by a chance of 1 in 8 one of the others."""
    return good if rng.random() < 0.875 else rng.choice(others)


def damaged(rng, text):
    """A text that lacks something, repeats something, or has other bytes somewhere."""
    text = bytearray(text)
    for _ in range(rng.choice([1, 1, 2, 5])):
        at, size = rng.randrange(len(text)), rng.choice([1, 1, 3, 20])
        piece = bytes(text[at : at + size])
        other = [b"", piece * 2, rng.randbytes(size).replace(b"\0", b"\n"), b"\xff", b"1e999", b'"']
        text[at : at + size] = rng.choice(other)
        text = text or bytearray(b"\n")
    return bytes(text)


def labels(rng):
    """Labels that are good, or wrong in a way that C allows to detect."""
    codes = (c_int64 * TRIALS)(*(rng.choice([0, 0, 1, 2]) for _ in range(TRIALS)))
    names = (c_char_p * 3)(b"a", b"\xff\xfe", b"a")
    if rng.random() < 0.1:
        codes[rng.randrange(TRIALS)] = rng.choice([-1, 3, 2**63 - 1, -(2**63)])
    if rng.random() < 0.05:
        names[rng.randrange(3)] = None
    made = Labels(codes, names, often(rng, 3, [2, 0, 2**63, 2**64 - 1]))
    if rng.random() < 0.3:
        made.names = None
    if rng.random() < 0.05:
        made.codes = None
    made.kept = codes, names
    return rng.choice([None, byref(made), byref(made)]), made


def calls(rng, library):
    rubrics = c_void_p()
    out = often(rng, byref(rubrics), [None])
    text = often(rng, TEXT, [None, b"", b"paper", *(damaged(rng, TEXT) for _ in range(6))])
    library.scorio_rubrics_read(text, out)
    size, length = c_size_t(), c_size_t()
    library.scorio_rubrics_sizes(
        rubrics, byref(size), byref(length), rng.choice([None, byref(c_size_t())])
    )
    room = ctypes.create_string_buffer(8)
    given = rng.choice([None, room]), c_size_t(rng.choice([0, 1, 7, 8]))
    place = c_size_t(rng.choice(PLACES))
    at = rng.choice([None, byref(length), byref(length)])
    library.scorio_rubrics_name(rubrics, place, *given, at)
    library.scorio_rubrics_signal(rubrics, place, *given, at)
    library.scorio_rubrics_threshold(rubrics, place, *given, at)
    library.scorio_rubrics_category(rubrics, place, c_size_t(rng.choice(PLACES)), *given, at)
    library.scorio_rubrics_categories(rubrics, place, at)
    # As large as the rubrics of the paper need.
    weights, reads = (c_double * 64)(), (c_bool * 64)()
    library.scorio_rubrics_weights(rubrics, place, rng.choice([None, weights]))
    library.scorio_rubrics_reads(rubrics, place, rng.choice([None, reads]))
    signals = (c_double * (TRIALS * 9))(*(rng.choice(VALUES) for _ in range(TRIALS * 9)))
    columns = often(rng, COLUMNS, [0, 1, 9])
    trials = often(rng, TRIALS, [*FEW, *MANY])
    (tasks, kept), (models, kept_too) = labels(rng), labels(rng)
    categories, thresholds = (c_int32 * TRIALS)(), (c_double * (TRIALS * 16))()
    odd = c_void_p(ctypes.addressof(thresholds) + 1)
    library.scorio_rubrics_grade(
        rubrics,
        c_size_t(often(rng, rng.randrange(2), PLACES)),
        often(rng, signals, [None]),
        c_size_t(trials),
        c_size_t(columns if trials in FEW else rng.choice([2**63, 2**64 - 1, 9])),
        tasks,
        models,
        often(rng, categories, [None]),
        often(rng, thresholds, [None, odd]),
    )
    library.scorio_rubrics_free(rubrics)
    del kept, kept_too
