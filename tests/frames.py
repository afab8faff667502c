"""Rows of every kind as a log for comparison, and the tables of a frame that reach the core."""

import json
from decimal import Decimal

import numpy as np
import polars as pl
import pyarrow as pa

import scorio
from scorio import _core

NUMBERS = [0, 1, 2, -3]
OUTCOMES = {
    pa.bool_(): [True, False],
    pa.int64(): [*NUMBERS, 2**53 + 1],
    pa.uint8(): [0, 1, 2],
    pa.float64(): [*NUMBERS, 0.5, 0.7, float("nan"), float("inf")],
    pa.float32(): [*NUMBERS, 0.5, 0.7, float("nan")],
    pa.decimal128(4, 1): [Decimal("0.0"), Decimal("1.0"), Decimal("0.5")],
    pa.string(): ["C", "I", "1", "true", ""],
    pa.dictionary(pa.int8(), pa.string()): ["C", "I"],
}
RULES = [
    {},
    {"threshold": 0.5},
    {"threshold": 0.7},
    {"categories": {"no": [0, "I", -3], "half": [0.5, 0.7], "yes": [1, "C", 2**53, 2, "inf"]}},
]


def log_of(table, path):
    """A table's rows as JSON Lines. Each number keeps its digits."""
    singles = [field.name for field in table.schema if field.type == pa.float32()]
    with path.open("w") as file:
        for row in table.to_pylist():
            digits = {name: value for name, value in row.items() if isinstance(value, Decimal)}
            digits |= {name: np.float32(row[name]) for name in singles if row[name] is not None}
            text = json.dumps({name: row[name] for name in row if name not in digits})
            rest = "".join(
                f', "{name}": {str(value).replace("nan", "NaN")}' for name, value in digits.items()
            )
            file.write(f"{text[:-1]}{rest}}}\n")
    return path


def rows(counts):
    return sorted(pl.DataFrame(counts).rows())


def outcome_of(source, options):
    """Give the counts or the error."""
    try:
        counts = scorio.count(source, **options)
    except ValueError:
        return "refused"
    report = counts.report
    return counts.categories, rows(counts), report["missing_dropped"], report["missing_failed"]


def travelling(monkeypatch):
    """The tables that reach the core, in a growing list."""
    tables = []
    inner = _core.count_arrow

    def spy(stream, name, options, progress=None):
        tables.append(pa.table(stream))
        return inner(tables[-1], name, options, progress)

    monkeypatch.setattr(_core, "count_arrow", spy)
    return tables


def some_rows(size, kind, values):
    """Rows of three models and eleven questions. Outcomes have one type, and some are null."""
    picked = [None if i % 7 == 3 else values[i * i % len(values)] for i in range(size)]
    return pa.table({
        "model": [f"m{i % 3}" for i in range(size)],
        "task": ["s" if i % 2 else "t" for i in range(size)],
        "question": [i % 11 for i in range(size)],
        "trial": list(range(size)),
        "outcome": pa.array(picked, kind),
        "transcript": ["long"] * size,
    })  # fmt: skip
