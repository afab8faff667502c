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
    c_uint8,
    c_uint64,
    c_void_p,
)

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
    answers(caller, library)
    profiles(caller, library)
    runs(caller, library)
