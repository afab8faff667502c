"""Calls of the C library for selected answers, TailPass and adaptive runs, wrong in many ways."""

import ctypes
from ctypes import (
    Structure,
    byref,
    c_bool,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_uint64,
    c_void_p,
)

from attack.rankings import asked, numbers, text

QUESTIONS, TRIALS, ITEMS = 3, 4, 6
NUMBERS = [0.0, 1.0, -1.0, 0.5, 1e300, -1e300, 5e-324, float("nan"), float("inf")]
BUDGETS = [1, 2, 3, 0, -1, 5, 2**63 - 1, -(2**63)]
COUNTS = [0, 1, 2, 3, 4]
TEXTS = [b"information", b"expected", b"top:2", b"anytime", b"two-sided", b"one-sided", b"moment"]
TEXTS += [b"beta", b"maxent", b"top:0", b"top:18446744073709551616", b"", b"\xff", None]


class Matrix(Structure):
    """`ScorioMatrix`."""

    _fields_ = [
        ("entries", c_void_p),
        ("element", ctypes.c_int32),
        ("rows", c_size_t),
        ("columns", c_size_t),
        ("row_stride", ctypes.c_ssize_t),
        ("column_stride", ctypes.c_ssize_t),
    ]


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

    def matrix(self, element, size):
        kind = ctypes.c_int8 if element == 1 else c_int64
        entries = (kind * (QUESTIONS * TRIALS))(
            *(self.often(self.rng.choice([0, 1]), [2, -1]) for _ in range(QUESTIONS * TRIALS))
        )
        made = Matrix(
            self.often(ctypes.addressof(entries), [None]),
            self.often(element, [0, 11]),
            self.often(QUESTIONS, [0, 1]),
            self.often(size, [0, 1]),
            self.often(TRIALS, [0, 1]),
            1,
        )
        made.kept = entries
        return made


def answers(caller, library):
    rng = caller.rng
    trials = QUESTIONS * TRIALS
    lengths = (c_size_t * QUESTIONS)(*(rng.choice([4, 4, 2, 0]) for _ in range(QUESTIONS)))
    if rng.random() < 0.1:
        # No memory has as many trials.
        lengths[0], lengths[1] = 2**64 - 1, 2**63
    rewards = caller.numbers(trials, rng.random)
    scores = caller.numbers(trials, rng.random)
    numbers = (c_int64 * trials)(*(rng.choice([0, 1, 2, -1, 2**62]) for _ in range(trials)))
    correct = (c_int64 * QUESTIONS)(*(rng.choice([0, 1, -1]) for _ in range(QUESTIONS)))
    groups = (c_int64 * QUESTIONS)(*(rng.choice([0, 2**62, -(2**63)]) for _ in range(QUESTIONS)))
    questions = c_size_t(caller.often(QUESTIONS, [0, 1]))
    k, flag = c_int64(rng.choice(BUDGETS)), c_bool(rng.random() < 0.5)
    room, dropped = (c_double * 4)(), c_uint64()
    sizes = caller.often(lengths, [None])
    verified = (caller.often(rewards, [None]), caller.often(scores, [None]), sizes, questions)
    votes = (caller.often(numbers, [None]), sizes, caller.often(correct, [None]), questions)
    report = rng.choice([None, byref(dropped)])
    library.scorio_best_of(*verified, k, flag, caller.out(room), report)
    library.scorio_vote(*votes, k, flag, caller.out(room), report)
    drawing = (
        caller.number(0.9),
        rng.choice([None, groups]),
        c_uint64(rng.choice([0, 1, 8])),
        c_uint64(rng.choice([0, 2**64 - 1])),
        c_size_t(rng.choice([1, 2])),
    )
    library.scorio_best_of_interval(*verified, k, *drawing, caller.out(room))
    library.scorio_vote_interval(*votes, k, *drawing, caller.out(room))


def profiles(caller, library):
    rng, profile = caller.rng, c_void_p()
    R, R0 = caller.matrix(1, TRIALS), caller.matrix(4, 2)
    categories = rng.choice([2, 2, 3, 0, 1])
    scores = caller.numbers(3, rng.random)
    prior = caller.numbers(9, lambda: rng.random() + 0.1)
    cuts = (c_double * 4)(*sorted(rng.random() for _ in range(4)))
    k = rng.choice(BUDGETS)
    count = c_size_t(rng.choice(COUNTS))
    given = (rng.choice([None, scores]), c_size_t(categories), c_int64(k))
    thresholds = (rng.choice([None, cuts]), count)
    library.scorio_tailpass(
        caller.often(byref(R), [None]),
        rng.choice([None, byref(R0)]),
        *given,
        caller.number(0.5),
        caller.often(prior, [None]),
        c_size_t(rng.choice([1, categories, QUESTIONS * categories])),
        *thresholds,
        caller.often(byref(profile), [None]),
    )
    rooms = [(c_double * 64)() for _ in range(2)]
    one, other = (caller.out(room) for room in rooms)
    level = caller.number(0.9)
    library.scorio_tailpass_sizes(
        profile, byref(c_size_t()), caller.often(byref(c_size_t()), [None])
    )
    library.scorio_tailpass_mean(profile, one, other)
    library.scorio_tailpass_intervals(profile, level, one)
    library.scorio_tailpass_questions(profile, one)
    library.scorio_tailpass_covariance(profile, one)
    shares = (c_double * 64)(*[rng.choice([0.25, 0.5, 1.0])] * 64)
    library.scorio_tailpass_linear(profile, caller.often(shares, [None]), level, one)
    library.scorio_tailpass_moment(profile, caller.number(rng.choice([1, 2, 0.5])), level, one)
    library.scorio_tailpass_empirical(
        caller.often(byref(R), [None]), *given, *thresholds, caller.out(rooms[0])
    )
    numbers = (c_int64(rng.choice([1, 2, 64, 0, -1, 2**63 - 1])), caller.number(0.5))
    family = caller.often(rng.choice([b"moment", b"beta", b"maxent"]), TEXTS)
    library.scorio_tailpass_weights(family, *numbers, caller.number(2.0), one)
    library.scorio_tailpass_free(profile)


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
        text(
            b"boundary", caller.often(rng.choice([b"anytime", b"two-sided", b"one-sided"]), TEXTS)
        ),
        numbers(b"pairs", [rng.choice([0.0, 1.0, 3.0, 2.0**63])]),
        numbers(b"rho", [caller.often(10.0, NUMBERS)]),
        level,
    ]
    asked(library, b"decide_pair", pair, 1)


def calls(rng, library):
    """Each group of functions once."""
    caller, library = Caller(rng), Watched(library)
    answers(caller, library)
    profiles(caller, library)
    runs(caller, library)
