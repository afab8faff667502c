"""What a case of the corpus is, and the marks that the cases share."""

import json
from typing import NamedTuple

from shapes.samples import lines


class Case(NamedTuple):
    """A file, or a folder of them."""

    name: str
    files: dict[str, str]
    scores: dict[tuple[str, str], float] | None
    says: tuple[str, ...] = ()
    """What the inspection has to say. Without figures, it proposes no command unless `guess`."""
    guess: bool | None = False
    """Whether the proposal is a guess. None: either."""


def case(name, content, scores=None, *says, guess=False):
    """Make a case of one file."""
    content = content if isinstance(content, str) else json.dumps(content)
    by_task = scores and {
        (key, "") if isinstance(key, str) else key: s for key, s in scores.items()
    }
    return Case(name, {name: content}, by_task, says, guess)


def folder(name, files, scores=None, *says, guess=False):
    """Make a case of several files."""
    one = case("", "", scores, *says, guess=guess)
    return one._replace(name=name, files={f"{name}/{file}": text for file, text in files.items()})


Q = range(6)
# 4 of 6, and 2 of 6, unlike by position.
GOOD, POOR = [1, 0, 1, 1, 0, 1], [0, 0, 1, 0, 1, 0]
TWO = {"small": 2 / 6, "large-2": 4 / 6}
MARKS = {"small": POOR, "large-2": GOOD}
BOTH = [(model, n, marks[n]) for model, marks in MARKS.items() for n in Q]
STEPS = [{"step": n, "thought": f"t{n}"} for n in range(4)]
# Llama, on two tasks with three runs.
RUNS = {
    "gpt-4": {"math": [1, 0, 1], "code": [0, 0, 1]},
    "claude-3": {"math": [0, 0, 1], "code": [1, 1, 1]},
}
OF_RUNS = {
    ("gpt-4", "math"): 2 / 3,
    ("gpt-4", "code"): 1 / 3,
    ("claude-3", "math"): 1 / 3,
    ("claude-3", "code"): 1.0,
}


def of(marks, **more):
    """Records of one model."""
    return lines(*({"id": f"q{n}", "correct": bool(mark), **more} for n, mark in enumerate(marks)))
