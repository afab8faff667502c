"""Calls of the C functions about several models, with arguments that are wrong in many ways."""

import ctypes
from ctypes import (
    POINTER,
    Structure,
    byref,
    c_bool,
    c_char_p,
    c_double,
    c_int8,
    c_int32,
    c_size_t,
    c_uint64,
    c_void_p,
)

from attack.evaluations import Watched
from attack.rankings import Matrix, Option

from scorio._core import calls_declared

QUESTIONS, TRIALS, MODELS = 3, 2, 3
NUMBERS = [0.0, 1.0, -1.0, 0.5, 0.95, 1e300, float("nan"), float("inf")]
# Sizes beyond 3 are larger than any memory.
SIZES = [0, 1, 2, 3, 2**62, 2**63, 2**64 - 1]
TEXTS = [b"hierarchical", b"uniform", b"task", b"cluster", b"bayes", b"row", b"given", b"", b"\xff"]
NAMES = [
    b"scheme", b"tie_method", b"confidence", b"at_least", b"power", b"tol", b"max_questions",
    b"question_cost", b"drop_short", b"", None,
    *sorted({one["name"].encode() for call in calls_declared() for one in call["options"]}),
]  # fmt: skip
METRICS = [b"avg", b"bayes", b"pass_at_k", b"pass_at_k_ci", b"max_at_k", b"x", b"", None]
CALLS = [one["name"].encode() for one in calls_declared()]
ASKED = [one for one in calls_declared() if one["about"] in ("nothing", "maybe")]
KINDS = {one["takes"] for call in calls_declared() for one in call["options"]}


class Rows(Structure):
    """`ScorioModelRows`."""

    _fields_ = [
        ("model", c_char_p),
        ("tasks", POINTER(c_char_p)),
        ("questions", POINTER(c_char_p)),
        ("clusters", POINTER(c_char_p)),
        ("weights", POINTER(c_double)),
    ]


class Asker:
    """What the calls of one number share: random choices, and a library."""

    def __init__(self, rng, library):
        self.rng, self.library, self.kept = rng, Watched(library), []
        self.yes = c_bool(1)

    def often(self, right, wrong):
        """Give the right argument nearly always."""
        return right if self.rng.random() < 0.97 else self.rng.choice(wrong)

    def keep(self, value):
        """Keep memory until the calls are over."""
        self.kept.append(value)
        return value

    def numbers(self, count):
        """Give numbers of any kind."""
        return self.keep((c_double * count)(*(self.rng.choice(NUMBERS) for _ in range(count))))

    def options(self):
        """Give a list of options and its length, as arguments."""
        if self.rng.random() < 0.5:
            return None, c_size_t(self.rng.choice([0, 0, 0, 1, 2**64 - 1]))
        made = [
            Option(
                self.rng.choice(NAMES),
                self.rng.choice([None, None, *TEXTS]),
                self.numbers(3),
                self.rng.choice([0, 1, 1, 2, 3]),
            )
            for _ in range(2)
        ]
        return self.keep((Option * 2)(*made)), c_size_t(2)

    def fitting(self, call):
        """Give some options of a call with values of their kinds, and their number."""
        given = [one for one in call["options"] if one["required"] or self.rng.random() < 0.3]
        made = [self.option(one) for one in given]
        return self.keep((Option * len(made))(*made)), c_size_t(len(made))

    def option(self, option):
        """Give an option with a value that nearly always has its kind."""
        rng, name = self.rng, self.often(option["name"].encode(), NAMES)
        kind = self.often(option["takes"], list(KINDS))
        if kind in ("text", "texts", "choice", "seed"):
            texts = [one.encode() for one in option["of"]] or [b"bayes", b"pass_at_k", b"7"]
            return Option(name, self.often(rng.choice(texts), TEXTS), None, 0)
        if name in (b"replicates", b"permutations"):
            return Option(name, None, self.keep((c_double * 1)(rng.choice([0, 1, 8]))), 1)
        numbers = [rng.choice([0.0, 1.0]) if kind == "flag" else self.often(0.5, NUMBERS)]
        if kind in ("whole", "wholes", "budget", "budgets"):
            numbers = sorted(rng.sample([1.0, 2.0, 3.0, 8.0], rng.choice([1, 2])))
            numbers = self.often(numbers, [[0.0], [-1.0], [0.5], [2.0**53], [1e300]])
        if kind in ("numbers", "side"):
            numbers = [self.often(0.25 * place, NUMBERS) for place in range(MODELS)]
        axes = rng.choice([[2, 2, 3], [3, 4], [12], [2, 1, 2, 3], [3, 2, 2]])
        if kind == "array":
            numbers = [self.often(rng.choice([0.0, 1.0]), NUMBERS) for _ in range(12)]
        if rng.random() < 0.03:
            axes = rng.choice([[2**63, 2], [0], [5], []])
        held = (c_size_t * len(axes))(*axes) if kind == "array" else None
        values = self.keep((c_double * len(numbers))(*numbers))
        return Option(name, None, values, len(numbers), self.keep(held), len(axes) if held else 0)

    def size(self, right):
        """Give a size."""
        return c_size_t(self.often(right, SIZES))

    def work(self):
        """Give replicates, a seed and threads, as arguments."""
        seeds = [0, 7, 2**64 - 1]
        replicates, seed = self.rng.choice([0, 1, 8]), self.rng.choice(seeds)
        return c_uint64(replicates), c_uint64(seed), c_size_t(self.rng.choice([1, 2]))

    def place(self, handle):
        """Give where a handle goes."""
        return self.often(byref(handle), [None, c_void_p(ctypes.addressof(handle) + 1)])

    def matrix(self, questions, columns, least=0):
        """Give outcomes or counts."""
        outcomes = [0, 1] * 150 + [2, -1]
        size = MODELS * QUESTIONS * TRIALS
        entries = self.keep((c_int8 * size)(*(self.rng.choice(outcomes) for _ in range(size))))
        return Matrix(
            self.often(ctypes.addressof(entries), [None]),
            self.often(1, [0, 11, 5]),
            self.often(questions, [0, 1, 2**63]),
            self.often(columns, [0, 1]),
            self.often(columns, [0, least, 2**62]),
            1,
        )

    def table(self, handle):
        """Read some of a table, and free it."""
        self.read(handle)
        self.library.scorio_table_free(handle)

    def read(self, handle):
        """Read some of a table."""
        rows, columns = c_size_t(), c_size_t()
        self.library.scorio_table_size(handle, self.place(rows), self.place(columns))
        cell = (c_uint64 * 6)()
        at = self.often(byref(cell), [None, c_void_p(ctypes.addressof(cell) + 1)])
        row, column = (c_size_t(self.rng.choice([0, 1, *SIZES])) for _ in range(2))
        self.library.scorio_table_column(handle, column, at)
        self.library.scorio_table_cell(handle, row, column, at)


def calls(rng, library):
    """Make each call once."""
    caller = Asker(rng, library)
    counts = _counts(caller)
    _boards(caller, counts)
    _sums(caller)
    _labelled(caller)
    _costs(caller)
    for _ in range(12):
        _ask(caller)
    library.scorio_counts_free(counts)


def _counts(caller):
    rng, library = caller.rng, caller.library
    counts = c_void_p()
    library.scorio_counts_new(
        caller.often(c_size_t(2), [c_size_t(3), c_size_t(0), c_size_t(2**63)]), caller.place(counts)
    )
    for model in (b"a", b"b", b"c"):
        texts = caller.keep(
            (c_char_p * QUESTIONS)(
                *(caller.often(b"t", [b"", b"\xff", None]) for _ in range(QUESTIONS))
            )
        )
        names = caller.keep((c_char_p * QUESTIONS)(b"1", b"2", b"3"))
        rows = Rows(
            caller.often(model, [b"", None, b"\xff"]),
            rng.choice([None, None, texts]),
            rng.choice([None, names]),
            rng.choice([None, None, texts]),
            rng.choice([None, None, None, caller.numbers(QUESTIONS)]),
        )
        about = caller.often(byref(rows), [None])
        if rng.random() < 0.4:
            library.scorio_counts_add_table(counts, about, byref(caller.matrix(QUESTIONS, 2)))
            continue
        lengths = caller.keep(
            (c_size_t * QUESTIONS)(*(caller.size(TRIALS) for _ in range(QUESTIONS)))
        )
        ragged = rng.random() < 0.3
        matrix = (
            caller.matrix(1, QUESTIONS * TRIALS) if ragged else caller.matrix(QUESTIONS, TRIALS)
        )
        library.scorio_counts_add_outcomes(
            counts, about, caller.often(byref(matrix), [None]), lengths if ragged else None,
            c_size_t(QUESTIONS if ragged else 0), c_bool(rng.random() < 0.5),
        )  # fmt: skip
    return counts


def _names(caller, count=2):
    return caller.keep((c_char_p * count)(*(caller.often(b"avg", METRICS) for _ in range(count))))


def _boards(caller, counts):
    for _ in range(3):
        _answer(caller, counts, None)


def _answer(caller, counts, sums):
    """Make a declared call, and read some of its answer, which frees its tables."""
    name = caller.often(caller.rng.choice(CALLS), [b"x", b"", None, b"\xff"])
    _answered(caller, name, counts, sums, caller.options())


def _ask(caller):
    """Make a call that is about its options alone."""
    call = caller.rng.choice(ASKED)
    _answered(caller, call["name"].encode(), None, None, caller.fitting(call))


def _answered(caller, name, counts, sums, options):
    library, rng = caller.library, caller.rng
    answer, table, notes, array = c_void_p(), c_void_p(), c_void_p(), (c_uint64 * 4)()
    threads = c_size_t(rng.choice([1, 2]))
    library.scorio_call(name, counts, sums, *options, threads, caller.place(answer))
    which = c_size_t(caller.often(0, [1, 2**63]))
    library.scorio_answer_table(answer, which, caller.place(table))
    caller.read(table)
    library.scorio_answer_array(answer, which, caller.often(byref(array), [None]))
    language = c_int32(rng.choice([0, 1, 2, -1]))
    library.scorio_answer_notes(answer, language, caller.place(notes))
    caller.table(notes)
    library.scorio_answer_free(answer)


def _sums(caller):
    rng, library = caller.rng, caller.library
    sums = c_void_p()
    library.scorio_sums_new(c_bool(rng.random() < 0.5), caller.place(sums))
    for model in (b"a", b"b", b"c"):
        rows = Rows(caller.often(model, [b"", None, b"\xff"]), None, None, None, None)
        size = QUESTIONS * TRIALS
        kinds = [1.0, 2.5, -7.25] * 40 + NUMBERS
        scores = caller.keep((c_double * size)(*(rng.choice(kinds) for _ in range(size))))
        each = caller.often(TRIALS, [0, 1, 2**63])
        lengths = caller.keep((c_size_t * QUESTIONS)(*([TRIALS] * (QUESTIONS - 1) + [each])))
        library.scorio_sums_add(
            sums, caller.often(byref(rows), [None]), caller.often(scores, [None]), c_size_t(size),
            caller.often(lengths, [None]), c_size_t(QUESTIONS), c_bool(rng.random() < 0.5),
        )  # fmt: skip
    for _ in range(3):
        _answer(caller, None, sums)
    library.scorio_sums_free(sums)


def _labelled(caller):
    rng, library = caller.rng, caller.library
    trials, counts = c_void_p(), c_void_p()
    library.scorio_labelled_new(caller.place(trials))
    size = QUESTIONS * TRIALS
    kinds = [0.0, 1.0, float("nan")] * 60 + NUMBERS
    for model in (b"a", b"b", b"c"):
        rows = Rows(
            caller.often(model, [b"", None, b"\xff"]), None, None, None,
            rng.choice([None, None, None, caller.numbers(QUESTIONS)]),
        )  # fmt: skip
        outcomes, labels = (
            caller.keep((c_double * size)(*(rng.choice(kinds) for _ in range(size))))
            for _ in range(2)
        )
        each = caller.often(TRIALS, [0, 1, 2**63])
        lengths = caller.keep((c_size_t * QUESTIONS)(*([TRIALS] * (QUESTIONS - 1) + [each])))
        library.scorio_labelled_add(
            trials, caller.often(byref(rows), [None]), caller.often(outcomes, [None]),
            caller.often(labels, [None]), c_size_t(size), caller.often(lengths, [None]),
            c_size_t(QUESTIONS),
        )  # fmt: skip
    library.scorio_labelled_counts(
        caller.often(trials, [None]), rng.choice([None, caller.numbers(2)]), caller.place(counts)
    )
    for _ in range(3):
        _answer(caller, counts, None)
    library.scorio_counts_free(counts)
    library.scorio_labelled_free(trials)


def _costs(caller):
    rng, library = caller.rng, caller.library
    sums, counts = c_void_p(), c_void_p()
    library.scorio_sums_new(c_bool(rng.random() < 0.5), caller.place(sums))
    size = QUESTIONS * TRIALS
    kinds = [[0.0, 1.0] * 60 + NUMBERS, [0.0, 1.0, 2.5] * 60 + NUMBERS]
    for model in (b"a", b"b", b"c"):
        rows = Rows(
            caller.often(model, [b"", None, b"\xff"]), None, None, None,
            rng.choice([None, None, None, caller.numbers(QUESTIONS)]),
        )  # fmt: skip
        outcomes, costs = (
            caller.keep((c_double * size)(*(rng.choice(kind) for _ in range(size))))
            for kind in kinds
        )
        each = caller.often(TRIALS, [0, 1, 2**63])
        lengths = caller.keep((c_size_t * QUESTIONS)(*([TRIALS] * (QUESTIONS - 1) + [each])))
        library.scorio_sums_add_costs(
            sums, caller.often(byref(rows), [None]), caller.often(outcomes, [None]),
            caller.often(costs, [None]), c_size_t(size), caller.often(lengths, [None]),
            c_size_t(QUESTIONS), c_bool(rng.random() < 0.7), c_bool(rng.random() < 0.7),
        )  # fmt: skip
    library.scorio_sums_outcomes(caller.often(sums, [None]), caller.place(counts))
    for name in (b"cost", b"cost_gate", b"plan_costs"):
        _answered(caller, name, None, sums, caller.options())
    _answer(caller, counts, None)
    library.scorio_counts_free(counts)
    library.scorio_sums_free(sums)
