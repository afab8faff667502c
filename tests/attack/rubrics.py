"""Hostile calls of the rubrics of the C library: texts, sizes and labels."""

import ctypes
import math
from ctypes import byref, c_size_t, c_uint64, c_void_p

from attack.evaluations import Watched
from attack.rankings import Option, numbers, text

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
TRIALS, COLUMNS = 8, 3
FEW = [0, 1, 7, TRIALS]
VALUES = [0.0, 1.0, 1.0, 0.5, -3.0, 1e308, 5e-324, -0.0, float("nan"), float("inf")]


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


def labels(rng, name):
    """Options that say the task or the model of trials, good or wrong."""
    codes = [float(rng.choice([0, 0, 1, 2])) for _ in range(often(rng, TRIALS, FEW))]
    if codes and rng.random() < 0.1:
        codes[rng.randrange(len(codes))] = rng.choice([-1.0, 3.0, 2.0**53, 0.5, float("nan")])
    names = [text(name + b"_names", one) for one in (b"a", b"\xff\xfe", b"a")]
    coded = [numbers(name + b"s", codes)] if rng.random() < 0.9 else []
    return rng.choice([[], coded, coded + often(rng, names, [names[:2], names[:1]])])


def calls(rng, library):
    library = Watched(library)
    others = [b"", b"paper", *(damaged(rng, TEXT) for _ in range(6))]
    file = text(b"text", often(rng, TEXT, others))
    ask(library, b"rubrics", [file])
    trials, columns = often(rng, TRIALS, FEW), often(rng, COLUMNS, [0, 1, 9])
    values = [rng.choice(VALUES) for _ in range(trials * columns)]
    axes = often(rng, [trials, columns], [[trials], [2**63, 2], [trials, columns, 2**64 - 1]])
    rubric = text(b"rubric", often(rng, rng.choice([b"short", b"plain"]), [b"", b"x", b"\xff"]))
    given = [file, rubric, numbers(b"signals", values, axes)]
    given += labels(rng, b"task") + labels(rng, b"model")
    ask(library, b"grade", often(rng, given, [given[1:], given[:2], [*given, file]]))


def ask(library, name, options):
    """Make a call, and read all arrays and the first table of its answer."""
    answer, found = c_void_p(), c_void_p()
    listed, count = (Option * len(options))(*options), c_size_t(len(options))
    library.scorio_call(name, None, None, listed, count, c_size_t(1), byref(answer))
    if answer:
        library.scorio_answer_table(answer, c_size_t(0), byref(found))
        for place in range(3):
            array = (c_uint64 * 4)()
            library.scorio_answer_array(answer, c_size_t(place), byref(array))
            if array[0]:
                # Every entry is there.
                size = math.prod((c_size_t * array[3]).from_address(array[2]))
                bytes((ctypes.c_char * (8 * size)).from_address(array[0]))
    library.scorio_answer_free(answer)
