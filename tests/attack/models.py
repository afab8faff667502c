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
    c_int64,
    c_size_t,
    c_ssize_t,
    c_uint8,
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


class Rows(Structure):
    """`ScorioModelRows`."""

    _fields_ = [
        ("model", c_char_p),
        ("tasks", POINTER(c_char_p)),
        ("questions", POINTER(c_char_p)),
        ("clusters", POINTER(c_char_p)),
        ("weights", POINTER(c_double)),
    ]


class Results(Structure):
    """`ScorioResults`."""

    _fields_ = [
        ("first", Matrix),
        ("models", c_size_t),
        ("model_stride", c_ssize_t),
        ("sets", c_size_t),
        ("set_stride", c_ssize_t),
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
    _ranks(caller)
    _plans(caller, counts)
    _stops(caller)
    _courses(caller)
    _simulations(caller)
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
    library = caller.library
    answer, table, notes = c_void_p(), c_void_p(), c_void_p()
    name = caller.often(caller.rng.choice(CALLS), [b"x", b"", None, b"\xff"])
    library.scorio_call(name, counts, sums, *caller.options(), caller.place(answer))
    which = c_size_t(caller.often(0, [1, 2**63]))
    library.scorio_answer_table(answer, which, caller.place(table))
    caller.read(table)
    library.scorio_answer_notes(
        answer, c_int32(caller.rng.choice([0, 1, 2, -1])), caller.place(notes)
    )
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


def _ranks(caller):
    library = caller.library
    scores, sigmas, square = caller.numbers(MODELS), caller.numbers(MODELS), caller.numbers(9)
    tables = [c_void_p() for _ in range(3)]
    wrong = caller.rng.random() < 0.1
    of = (None, None) if wrong else (scores, caller.rng.choice([None, sigmas]))
    length = caller.size(MODELS) if wrong else c_size_t(MODELS)
    level = c_double(caller.rng.choice(NUMBERS))
    library.scorio_rank_scores(*of, length, *caller.options(), caller.place(tables[0]))
    library.scorio_letters(*of, length, level, caller.place(tables[1]))
    library.scorio_pairwise(*of, length, caller.often(square, [None]))
    library.scorio_agreement(*of, length, *caller.work(), caller.place(tables[2]))
    found, tied = caller.keep((c_double * 3)()), caller.keep((c_size_t * 2)())
    at = caller.often(found, [None, c_void_p(ctypes.addressof(found) + 1)])
    flag = c_bool(caller.rng.random() < 0.5)
    library.scorio_kendall(*of, length, flag, at, caller.rng.choice([None, tied]))
    library.scorio_spearman(*of, length, at)
    library.scorio_weighted_tau(*of, length, *caller.work(), at)
    for table in tables:
        caller.table(table)


def _plans(caller, counts):
    rng, library = caller.rng, caller.library
    sides = [c_void_p(), c_void_p()]
    states = c_void_p()
    library.scorio_tally(
        byref(caller.matrix(QUESTIONS, TRIALS)), None, c_size_t(2), caller.yes, byref(states)
    )
    library.scorio_side_pilot(states, caller.place(sides[0]))
    p = caller.keep((c_double * 6)(*(caller.often(0.5, NUMBERS) for _ in range(6))))
    questions, categories = rng.choice([(3, 0), (6, 0), (3, 2), (2, 3)])
    wrong = caller.rng.random() < 0.1
    library.scorio_side_assumed(
        None if wrong else p, caller.size(questions) if wrong else c_size_t(questions),
        c_size_t(categories), caller.place(sides[1]),
    )  # fmt: skip
    a, b = rng.choice(sides), rng.choice(sides)
    numbers = caller.keep((c_uint64 * 2)(*caller.often((1, 8), [(2, 1), (0, 1), (5, 2**62)])))
    some = (numbers, c_size_t(rng.choice([0, 1, 2, 2])))
    tables = [c_void_p() for _ in range(8)]
    library.scorio_trials_needed(a, b, *caller.options(), *caller.work(), caller.place(tables[0]))
    room = c_double()
    trials = c_uint64(rng.choice([0, 1, 9, 2**63]))
    library.scorio_smallest_difference(a, trials, *caller.options(), caller.place(room))
    for function, table in (("foresee", tables[1]), ("repeated_looks", tables[2])):
        getattr(library, f"scorio_{function}")(
            a, b, *some, *caller.options(), *caller.work(), caller.place(table)
        )
    half = c_double(caller.often(0.1, NUMBERS))
    library.scorio_trials_for_half_width(a, half, *caller.options(), caller.place(tables[3]))
    library.scorio_trials_to_separate(
        a, b, *caller.options(), *caller.work(), caller.place(tables[4])
    )
    library.scorio_plan_budget(a, *some, *caller.options(), caller.place(tables[5]))
    budget = c_uint64(rng.choice([0, 1, 100, 2**63]))
    library.scorio_questions_or_trials(
        counts, counts, budget, *caller.options(), caller.place(tables[6])
    )
    library.scorio_questions_or_trials_assumed(
        p, p, c_size_t(rng.choice([0, 1, 3])), budget, *caller.options(), caller.place(tables[7])
    )
    for table in tables:
        caller.table(table)
    for side in sides:
        library.scorio_side_free(side)
    library.scorio_states_free(states)


def _stops(caller):
    library, rng = caller.library, caller.rng
    mus, sigmas, ends = caller.numbers(MODELS), caller.numbers(MODELS), caller.numbers(2)
    level, mu, sigma = (c_double(rng.choice(NUMBERS)) for _ in range(3))
    flag = c_bool(rng.random() < 0.5)
    library.scorio_normal_interval(
        mu, sigma, level, rng.choice([None, ends]), caller.often(caller.numbers(2), [None])
    )
    library.scorio_should_stop(sigma, level, mu, flag, caller.often(byref(c_bool()), [None]))
    leader, rival, flags = c_size_t(), c_size_t(), (c_bool * MODELS)()
    of = (mus, sigmas, c_size_t(rng.choice([0, 1, MODELS])), level, flag, caller.place(leader))
    library.scorio_should_stop_top1(*of, caller.often(flags, [None]))
    library.scorio_suggest_next_allocation(*of, caller.place(rival))


def _courses(caller):
    rng, library = caller.rng, caller.library
    study, tables = c_void_p(), [c_void_p() for _ in range(3)]

    def results():
        return Results(
            caller.matrix(QUESTIONS, TRIALS),
            caller.often(MODELS, [0, 1]),
            caller.often(QUESTIONS * TRIALS, [0, 1, 2**62]),
            caller.often(1, [0, 2**63]),
            0,
        )

    budgets = caller.keep((c_int64 * 2)(*(rng.choice([1, 2, 0, -1]) for _ in range(2))))
    seeds = [0, 2**64 - 1]
    library.scorio_study_new(
        caller.often(byref(results()), [None]), rng.choice([None, None, byref(results())]),
        rng.choice([None, None, caller.numbers(MODELS)]), c_size_t(1), _names(caller),
        c_size_t(rng.choice([1, 1, 2, 0])), budgets, c_size_t(rng.choice([0, 1, 2])), None,
        c_size_t(0), *caller.options(), c_uint64(rng.choice(seeds)), caller.place(study),
    )  # fmt: skip
    replicates, _, threads = caller.work()
    library.scorio_study_run(
        study, replicates, threads, caller.place(tables[0]), caller.place(tables[1])
    )
    library.scorio_study_trajectory(
        study, caller.size(0), c_uint64(rng.choice(SIZES)), caller.place(tables[2])
    )
    drawn = (c_uint8 * (MODELS * QUESTIONS * TRIALS))()
    library.scorio_study_replicate(study, c_uint64(rng.choice(SIZES)), caller.often(drawn, [None]))
    for table in tables:
        caller.table(table)
    library.scorio_study_free(study)


def _simulations(caller):
    rng, library = caller.rng, caller.library
    room, means = (c_double * 64)(), caller.numbers(8)
    out = caller.often(room, [None])
    # Sizes that no memory holds are refused before anything is written.
    questions = c_size_t(rng.choice([0, 1, 2, 2**62, 2**63, 2**64 - 1]))
    seed, spread = c_uint64(rng.choice([0, 2**64 - 1])), c_double(caller.often(4.5, NUMBERS))
    library.scorio_simulate_coins(means, c_size_t(2), questions, spread, seed, out)
    library.scorio_simulate_originals(questions, rng.choice([None, means]), seed, out)
    library.scorio_simulate_updates(
        c_uint64(rng.choice([0, 1, 2, 2**62])), questions, seed, c_size_t(1), out
    )
    shares = (c_double * 4)(*(caller.often(0.5, NUMBERS) for _ in range(4)))
    axes = (c_size_t(rng.choice([0, 1, 2, 2**63])), c_size_t(rng.choice([0, 2, 2**63])))
    library.scorio_simulate_categorical(shares, *axes, questions, spread, seed, out)
    outcomes = (c_int8 * 64)()
    library.scorio_simulate_trials(
        shares, c_size_t(1), c_size_t(2), c_size_t(rng.choice([0, 2])),
        c_size_t(rng.choice([0, 1, 8, 2**62])), seed, c_size_t(1), caller.often(outcomes, [None]),
    )  # fmt: skip
