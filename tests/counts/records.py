"""Records of a small log, and what counts hold."""

import polars as pl

import scorio

RECORDS = [
    {"model": "a", "task": "t", "question": "q1", "trial": 0, "outcome": True},
    {"model": "a", "task": "t", "question": "q1", "trial": 1, "outcome": False},
    {"model": "a", "task": "t", "question": "q2", "trial": 0, "outcome": 1},
    {"model": "b", "task": "t", "question": "q1", "trial": 0, "outcome": 0.0},
]


def table(counts):
    frame = pl.DataFrame(counts)
    return sorted(frame.rows())


def outcomes(write, values, **options):
    records = [{"model": "m", "question": "q", "outcome": value} for value in values]
    counts = scorio.count(write(records), **options)
    return table(counts)[0][3:], counts
