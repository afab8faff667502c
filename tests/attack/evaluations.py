"""Calls of the C library for adaptive runs, wrong in many ways."""

import ctypes
from ctypes import (
    byref,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint64,
    c_void_p,
)

ITEMS = 6
NUMBERS = [0.0, 1.0, -1.0, 0.5, 1e300, -1e300, 5e-324, float("nan"), float("inf")]
TEXTS = [b"information", b"expected", b"top:2", b"anytime", b"two-sided", b"one-sided"]
TEXTS += [b"top:0", b"top:18446744073709551616", b"", b"\xff", None]

# SCORIO_KIND of scorio.h.
KIND = 2


class Watched:
    """The library, of which no call may panic."""

    def __init__(self, library):
        self.library = library
        self.text = ctypes.create_string_buffer(32)

    def __getattr__(self, name):
        def call(*arguments):
            getattr(self.library, name)(*arguments)
            self.library.scorio_last_text(c_int32(KIND), self.text, c_size_t(32), c_size_t(0))
            if self.text.value == b"c.panic":
                raise RuntimeError(f"{name} panicked")

        return call


class Caller:
    """Arguments that are mostly right."""

    def __init__(self, rng):
        self.rng = rng

    def often(self, right, wrong):
        return right if self.rng.random() < 0.95 else self.rng.choice(wrong)

    def numbers(self, count, good):
        """So many numbers, of which few are wrong."""
        return (c_double * count)(*(self.often(good(), NUMBERS) for _ in range(count)))

    def number(self, good):
        return c_double(self.often(good, NUMBERS))

    def out(self, place):
        """A place for a result, or none, or one that is not aligned."""
        return self.often(place, [None, c_void_p(ctypes.addressof(place) + 1)])


def runs(caller, library):
    rng, bank = caller.rng, c_void_p()
    b = caller.numbers(ITEMS, lambda: rng.gauss(0, 1))
    a, s, phi = (caller.numbers(ITEMS, lambda: rng.random() + 0.1) for _ in range(3))
    names = (ctypes.c_char_p * ITEMS)(
        *(caller.often(str(i).encode(), [b"", b"\xff", b"0", None]) for i in range(ITEMS))
    )
    strata = (c_int64 * ITEMS)(*(rng.choice([0, 1, -1]) for _ in range(ITEMS)))
    library.scorio_item_bank_new(
        c_size_t(caller.often(ITEMS, [0, 1, 2**63, 2**64 - 1])),
        caller.often(a, [None]),
        caller.often(b, [None]),
        rng.choice([None, s]),
        rng.choice([None, phi]),
        rng.choice([None, names]),
        rng.choice([None, strata]),
        caller.often(byref(bank), [None]),
    )
    trials = caller.numbers(ITEMS, lambda: rng.choice([0.0, 1.0]))
    sums = (c_double * ITEMS)(*(caller.often(one * rng.random(), NUMBERS) for one in trials))
    pending = (c_uint8 * ITEMS)(*(rng.choice([0, 0, 1, 255]) for _ in range(ITEMS)))
    room, item = (c_double * 8)(), c_size_t()
    answered = (bank, caller.often(trials, [None]), caller.often(sums, [None]))
    prior = (caller.number(0.0), caller.number(25.0))
    library.scorio_ability(*answered, *prior, caller.number(0.9), caller.out(room))
    library.scorio_next_item(
        *answered,
        rng.choice([None, pending]),
        *prior,
        caller.often(rng.choice([b"information", b"expected", b"top:2"]), TEXTS),
        c_uint64(rng.choice([0, 2**64 - 1])),
        c_uint64(rng.choice([0, 2**64 - 1])),
        caller.often(byref(item), [None]),
    )
    library.scorio_decide_pair(
        caller.often(caller.numbers(2, lambda: rng.gauss(0, 1)), [None]),
        caller.often(caller.numbers(2, lambda: rng.random() + 0.01), [None]),
        caller.often(rng.choice([b"anytime", b"two-sided", b"one-sided"]), TEXTS),
        caller.number(0.9),
        c_size_t(rng.choice([0, 1, 3, 2**64 - 1])),
        caller.number(10.0),
        caller.number(float("nan")),
        caller.out(room),
    )
    library.scorio_item_bank_free(bank)


def calls(rng, library):
    """Each group of functions once."""
    caller, library = Caller(rng), Watched(library)
    runs(caller, library)
