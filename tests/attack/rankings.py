"""Calls of ranking methods of the C library, with options that are wrong in many ways."""

from ctypes import (
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_double,
    c_int32,
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


def asked(library, name, options, threads):
    """Make a declared call with these options, read its first table, and free it."""
    answer, table = c_void_p(), c_void_p()
    listed = (Option * len(options))(*options)
    library.scorio_call(
        name, None, None, listed, c_size_t(len(options)), c_size_t(threads), byref(answer)
    )
    library.scorio_answer_table(answer, c_size_t(0), byref(table))
    rows, columns, cell = c_size_t(), c_size_t(), (c_uint64 * 6)()
    library.scorio_table_size(table, byref(rows), byref(columns))
    library.scorio_table_cell(table, c_size_t(0), columns, byref(cell))
    library.scorio_table_cell(table, c_size_t(0), c_size_t(0), byref(cell))
    library.scorio_answer_free(answer)


def text(name, value):
    """A text, or as many options as there are texts."""
    return Option(name, value, None, 0)


def numbers(name, values, axes=None):
    """Numbers, or an array. The option keeps its memory."""
    made = Option(name, None, (c_double * len(values))(*values), len(values))
    if axes is not None:
        made.axes, made.axis_count = (c_size_t * len(axes))(*axes), len(axes)
    return made


def calls(rng, library):
    """Models of random data by a method that may not be one."""

    def often(right, wrong):
        return right if rng.random() < 0.95 else rng.choice(wrong)

    size = MODELS * QUESTIONS * TRIALS
    entries = [rng.choice([0.0, 1.0] * 400 + [2.0, -1.0, float("nan")]) for _ in range(size)]
    axes = often([MODELS, QUESTIONS, TRIALS], [[size], [0, 0, 0], [2**63, 2, 1], [1, size, 1], []])
    options = [numbers(often(rng.choice([b"R", b"counts"]), OPTIONS), entries, axes)]
    options += [text(b"method", often(rng.choice(METHODS), [None, b"\xff"]))]
    if rng.random() < 0.5:
        options += [text(b"models", often(b"m", [b"", b"\xff"])) for _ in range(MODELS)]
    if rng.random() < 0.3:
        options += [text(b"clusters", rng.choice([b"x", b"y"])) for _ in range(QUESTIONS)]
    if options[0].name == b"counts" and rng.random() < 0.5:
        options += [numbers(b"weights", [often(0.5, NUMBERS) for _ in range(TRIALS)])]
    if rng.random() < 0.2:
        options += [text(b"pairing", b"aligned")]
    if rng.random() < 0.7:
        options += [
            text(b"interval", often(rng.choice([b"questions", b"sandwich", b"posterior"]), [b"x"]))
        ]
    if rng.random() < 0.3:
        own = [rng.choice(NUMBERS) for _ in range(rng.choice([0, 1, 2, MODELS]))]
        options += [numbers(rng.choice(OPTIONS), own)]
    if rng.random() < 0.2:
        options += [text(b"prior", rng.choice([b"laplace", b"cauchy", b"\xff"]))]
    options += [
        text(b"missing", often(b"drop", [b"error", b""])),
        numbers(b"confidence", [often(0.9, NUMBERS)]),
        numbers(b"replicates", [often(rng.choice([1.0, 8.0]), [0.0, -1.0, 1e300])]),
        text(b"seed", often(b"18446744073709551615", [b"0", b"-1"])),
    ]
    rng.shuffle(options)
    asked(library, b"rank", options, rng.choice([1, 2]))
