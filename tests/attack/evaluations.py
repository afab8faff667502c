"""Calls of the C library for adaptive runs, wrong in many ways."""

import ctypes
from ctypes import (
    c_int32,
    c_size_t,
)

from attack.rankings import asked, numbers, text

ITEMS = 6
NUMBERS = [0.0, 1.0, -1.0, 0.5, 1e300, -1e300, 5e-324, float("nan"), float("inf")]
TEXTS = [b"information", b"expected", b"top:2", b"anytime", b"two-sided", b"one-sided"]
BOUNDARIES = [b"auto", b"spending", b"anytime", b"two-sided"]
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


def runs(caller, library):
    rng = caller.rng

    def item_numbers(name, good):
        values = [caller.often(good(), NUMBERS) for _ in range(caller.often(ITEMS, [0, 1]))]
        return numbers(name, values)

    bank = [item_numbers(b"b", lambda: rng.gauss(0, 1))]
    bank += [item_numbers(name, lambda: rng.random() + 0.1) for name in (b"a", b"s", b"phi")]
    if rng.random() < 0.5:
        names = [caller.often(str(i).encode(), [b"", b"\xff", b"0"]) for i in range(ITEMS)]
        bank += [text(b"items", name) for name in names]
    if rng.random() < 0.5:
        bank += [text(b"strata", rng.choice([b"x", b"y"])) for _ in range(ITEMS)]
    answered = [
        item_numbers(b"trials", lambda: rng.choice([0.0, 1.0])),
        item_numbers(b"sums", lambda: 0.0),
        numbers(b"prior_mean", [caller.often(0.0, NUMBERS)]),
        numbers(b"prior_variance", [caller.often(25.0, NUMBERS)]),
    ]
    level = numbers(b"confidence", [caller.often(0.9, NUMBERS)])
    asked(library, b"ability", [*bank, *answered, level], 1)
    choosing = [
        numbers(b"pending", [caller.often(1.0, NUMBERS), caller.often(2.0, [float(ITEMS)])]),
        text(b"select", caller.often(rng.choice([b"information", b"expected", b"top:2"]), TEXTS)),
        text(b"seed", rng.choice([b"0", b"18446744073709551615"])),
        text(b"drawn", caller.often(b"18446744073709551615", [b"0", b"x"])),
    ]
    asked(library, b"next_item", [*bank, *answered, *choosing], 1)
    places = caller.often(2, [0, 1, 3])
    pair = [
        numbers(b"abilities", [rng.gauss(0, 1) for _ in range(places)]),
        numbers(b"errors", [caller.often(rng.random() + 0.01, NUMBERS) for _ in range(2)]),
        text(b"boundary", caller.often(rng.choice(BOUNDARIES), TEXTS)),
        numbers(b"horizon", [caller.often(10.0, NUMBERS)]),
        numbers(b"pairs", [rng.choice([0.0, 1.0, 3.0, 2.0**63])]),
        numbers(b"rho", [caller.often(10.0, NUMBERS)]),
        level,
    ]
    asked(library, b"decide_pair", pair, 1)


def calls(rng, library):
    """Each group of functions once."""
    caller, library = Caller(rng), Watched(library)
    runs(caller, library)
