"""Hostile arguments by number: arrays, tables and C calls. It runs in a process of its own.

`python hostile.py KIND FIRST COUNT` prints each number before its call, and after it what became of
it. So a process that dies names the call. KIND is arrays, tables or calls.
"""

import ctypes
import faulthandler
import json
import os
import random
import sys
import threading
import time
import warnings
from ctypes import POINTER, byref, c_bool, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p

import numpy as np
from attack import capsules, evaluations, models, rankings, rubrics

import scorio
from scorio import eval as scorio_eval
from scorio import plan, rank, simulate

LIMIT = 30  # seconds for a call
KINDS = [*"?O", *(f"{of}{size}" for of in "ui" for size in (1, 2, 4, 8)), *"efdgF"]
KINDS += ["S3", "U3", "M8[s]", "V4"]
REFUSALS = (ValueError, TypeError, OverflowError, KeyboardInterrupt)


def array(rng):
    """An array of any type, shape and strides, whose bytes are anything."""
    kind = np.dtype(rng.choice(KINDS))
    if kind.kind != "O" and rng.random() < 0.2:
        kind = kind.newbyteorder()
    shape = tuple(
        rng.choice([0, 1, 2, 3, 5, 33, 130]) for _ in range(rng.choice([0, 1, 2, 2, 2, 3, 4]))
    )
    size = int(np.prod(shape)) if np.prod(shape) < 20_000 else 0
    shape = shape if size else tuple(min(axis, 4) for axis in shape)
    size = int(np.prod(shape))
    if kind.kind == "O":
        values = [0, 1, True, None, 1.5, "x", [1], np.nan, 2**70, b"", object()]
        made = np.empty(size, object)
        made[:] = [rng.choice(values) for _ in range(size)]
    elif rng.random() < 0.5:
        made = np.array([rng.choice([0, 1, 1, 0, 2]) for _ in range(size)]).astype("u1")
        made = (
            made.view("?")
            if kind.kind == "b"
            else made.astype(kind if kind.kind in "iuf" else "i8")
        )
    else:
        # Not from its first byte on, so that it may lack its alignment.
        store = np.frombuffer(rng.randbytes(size * kind.itemsize + 8), "u1")
        at = rng.choice([0, 0, 0, 1, 3])
        made = np.frombuffer(store, kind, size, at) if size else np.empty(0, kind)
    made = made.reshape(shape)
    if rng.random() < 0.5:
        return made
    for _ in range(rng.randrange(3)):
        made = rng.choice(
            [
                lambda a: a.T,
                lambda a: np.atleast_1d(a)[::-1],
                lambda a: np.atleast_1d(a)[..., ::2],
                lambda a: np.broadcast_to(a, (2, *a.shape)),
                np.asfortranarray,
                lambda a: a.squeeze(),
                lambda a: np.ma.MaskedArray(a, mask=np.ones(a.shape, "u1").view("?")),
                lambda a: np.lib.stride_tricks.as_strided(a, a.shape, (0,) * a.ndim),
            ]
        )(made)
    if made.flags.writeable and rng.random() < 0.3:
        made.flags.writeable = False
    return made


def weights(rng):
    far = [1e-300, 1e300, -1e308, 5e-324]
    return rng.choice([None, [0, 0.5, 1], far, np.arange(300.0), [0, np.inf], [], array(rng)])


def some(rng):
    """Any argument where a number or an array stands."""
    return rng.choice([array(rng), array(rng), 1, -1, 0, 2**63, 1e308, np.nan, None, "x", True])


CALLS = {
    "bayes": lambda r: scorio_eval.bayes(array(r), weights(r)),
    "R0": lambda r: scorio_eval.bayes(array(r), R0=array(r)),
    "avg": lambda r: scorio_eval.avg(array(r), weights(r), missing="drop"),
    "pass": lambda r: scorio_eval.pass_at_k(array(r), some(r)),
    "interval": lambda r: scorio_eval.pass_at_k_ci(array(r), 2, confidence=some(r)),
    "maximum": lambda r: scorio_eval.max_at_k(array(r), 2, weights(r)),
    "ragged": lambda r: scorio_eval.avg([array(r), np.atleast_1d(array(r))[:1]]),
    "compare": lambda r: scorio.compare(array(r), array(r)),
    "convergence": lambda r: scorio.convergence(array(r), replicates=3, R0=None, gold=some(r)),
    "ranks": lambda r: rank.rank_scores(array(r), some(r)),
    "agreement": lambda r: rank.kendall(array(r), array(r)),
    "weighted": lambda r: rank.weighted_tau(array(r), array(r)),
    "pairwise": lambda r: rank.pairwise(array(r), array(r)),
    "chances": lambda r: rank.chances(array(r), array(r)),
    "assumed": lambda r: plan.trials_needed(plan.assumed(array(r)), plan.assumed(array(r))),
    "split": lambda r: plan.questions_or_trials(array(r), array(r), 100),
    "trials": lambda r: simulate.trials(array(r), 3, seed=1),
    "coins": lambda r: simulate.coins(array(r), 3, seed=1),
}


def writer(values, until):
    """Change an array for as long as it is read."""
    rng = np.random.default_rng(1)
    while not until.is_set():
        values[...] = rng.integers(0, 3, values.shape)
        time.sleep(0)


def arrays(rng):
    if rng.random() < 0.1:
        kind = rng.choice(["i1", "u1", "i8", "f8", "f4", "u2"])
        shared = np.zeros((200, 100), kind)
        until = threading.Event()
        thread = threading.Thread(target=writer, args=(shared, until))
        thread.start()
        try:
            for _ in range(20):
                scorio_eval.bayes(shared, [0, 0.5, 1], R0=shared)
                scorio_eval.max_at_k(shared, 2, [0, 1, 2])
                scorio.compare(shared, shared, weights=[0, 1, 2])
        finally:
            until.set()
            thread.join()
        return
    CALLS[rng.choice(list(CALLS))](rng)


def tables(rng):
    """A table that tells two lies or more, of which each alone is one sentence."""
    table = capsules.Table()
    lies = {**capsules.LIES, **capsules.TRUTHS}
    for name in rng.sample(sorted(lies), rng.choice([1, 2, 2, 3])):
        try:
            lies[name](table)
        except (ValueError, AttributeError, IndexError, TypeError):
            continue  # The lie before left nothing to change.
    scorio.count(table, on_repeat="keep")


class Matrix(ctypes.Structure):
    """A matrix, as C declares it."""

    _fields_ = [
        ("entries", c_void_p),
        ("element", c_int32),
        ("rows", c_size_t),
        ("columns", c_size_t),
        ("row_stride", ctypes.c_ssize_t),
        ("column_stride", ctypes.c_ssize_t),
    ]


SIZES = [0, 1, 2, 3, 2**31, 2**63 - 1, 2**63, 2**64 - 1]
NUMBERS = [0.0, 0.5, 0.95, 1.0, -1.0, 1e308, -0.0, float("nan"), float("inf")]


def matrix(rng):
    """A matrix that is good, or wrong in a way that C allows to detect."""
    store = ctypes.create_string_buffer(rng.randbytes(8 * 64), 8 * 64)
    good = Matrix(ctypes.addressof(store), rng.randint(1, 10), 4, 8, 8, 1)
    good.kept = store
    wrong = rng.random()
    if wrong < 0.15:
        good.entries = rng.choice([None, good.entries + 1])
    elif wrong < 0.3:
        good.element = rng.choice([0, 11, -1, 2**31 - 1])
    elif wrong < 0.5:
        # No memory has as many entries.
        good.rows, good.columns = rng.choice(
            [(0, 5), (5, 0), (2**63, 2), (2**62, 2**62), (2**64 - 1, 1)]
        )
    elif wrong < 0.6:
        good.row_stride = rng.choice([2**62, -(2**63), 2**63 - 1])
    return rng.choice([None, byref(good), byref(good), byref(good)]), good


def calls(rng, library):
    states, metric = c_void_p(), c_void_p()
    R, keep = matrix(rng)
    R0, keep_too = matrix(rng) if rng.random() < 0.2 else (None, None)
    flag = c_bool(rng.random() < 0.5)
    out = rng.choice([None, byref(states), byref(states), byref(states)])
    categories = c_size_t(rng.choice([2, 2, 3, 256, *SIZES]))
    lengths = (c_size_t * 4)(*(rng.choice([1, 8, *SIZES]) for _ in range(4)))
    which = rng.randrange(3)
    if which == 0:
        library.scorio_tally(R, R0, categories, flag, out)
    elif which == 1:
        library.scorio_tally_ragged(R, lengths, c_size_t(rng.choice([0, 4])), categories, flag, out)
    else:
        library.scorio_tally_counts(R, out)
    name = rng.choice(
        [None, b"", b"\xff\xfe", b"bayes", b"avg", b"pass_at_k", b"max_at_k", b"mg_pass_at_k"]
    )
    made = rng.choice([None, byref(metric), byref(metric)])
    budget = c_int64(rng.choice([0, 1, 2, 2, -1, 2**63 - 1, -(2**63)]))
    library.scorio_metric_new(
        name, budget, None, c_size_t(rng.choice([0, 0, 3, 2**64 - 1])), flag, made
    )
    numbers = (c_double * 8)(*(rng.choice(NUMBERS) for _ in range(8)))
    level, alpha, beta = (c_double(rng.choice(NUMBERS)) for _ in range(3))
    room = (c_double * 8)()
    place = rng.choice([None, byref(room), byref(room), c_void_p(ctypes.addressof(room) + 1)])
    of = (metric, states)
    library.scorio_point(*of, flag, place, rng.choice([None, byref(c_uint64())]))
    library.scorio_estimate(*of, place)
    bounds = rng.choice([None, byref(numbers)])
    library.scorio_interval(*of, level, bounds, alpha, beta, place)
    library.scorio_exact_interval(*of, level, bounds, alpha, beta, place)
    library.scorio_superiority(metric, states, states, alpha, beta, place)
    if place is not None:
        library.scorio_pass_curve(
            states, c_int64(rng.choice([-1, 0, 1, 8])), flag, flag, place, None
        )
    rubrics.calls(rng, library)
    rankings.calls(rng, library)
    evaluations.calls(rng, library)
    models.calls(rng, library)
    text = ctypes.create_string_buffer(32)
    for part in range(-1, 8):
        library.scorio_last_text(
            c_int32(part),
            rng.choice([None, text]),
            c_size_t(rng.choice([0, 1, 7, 32])),
            c_size_t(rng.choice(SIZES)),
        )
        library.scorio_last_number(c_int32(part))
    library.scorio_last_text(c_int32(evaluations.KIND), text, c_size_t(32), c_size_t(0))
    if text.value == b"c.panic":
        raise RuntimeError("the library panicked")
    library.scorio_metric_free(metric)
    library.scorio_states_free(states)
    del keep, keep_too


def loaded():
    library = ctypes.CDLL(os.environ["SCORIO_LIB"])
    library.scorio_last_text.restype = c_size_t
    library.scorio_metric_new.argtypes = [
        ctypes.c_char_p, c_int64, c_void_p, c_size_t, c_bool, POINTER(c_void_p),
    ]  # fmt: skip
    return library


def main(kind, first, count):
    warnings.simplefilter("ignore")
    library = loaded() if kind == "calls" else None
    for number in range(first, first + count):
        faulthandler.dump_traceback_later(LIMIT, exit=True)
        print(json.dumps({"begun": number}), flush=True)
        rng = random.Random(f"{kind} {number}")
        try:
            calls(rng, library) if library else {"arrays": arrays, "tables": tables}[kind](rng)
        except REFUSALS:
            said = "refused"
        except BaseException as error:  # noqa: BLE001  a finding, whatever it is
            said = f"{type(error).__name__}: {error}"
        else:
            said = "done"
        print(json.dumps({"number": number, "said": said}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
