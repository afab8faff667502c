"""The options that name a rubric, and readings that a rubric grades."""

from __future__ import annotations

import re
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options import pairs, parsed
from scorio.cli.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorio._counts import Counts
    from scorio.rubric.rubrics import Rubrics

_UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}

SIGNALS = click.option(
    "--signal", "signals", multiple=True, metavar="NAME=FIELD",
    help="Another field for a signal of the rubric, or a number.",
)  # fmt: skip

RUBRIC = click.option(
    "--rubric", metavar="FILE[:NAME]",
    help="Grade trials by a rubric file, or one of its rubrics. paper has those of "
    "arXiv:2510.04265.",
)  # fmt: skip

MEMORY = click.option(
    "--memory", metavar="BYTES",
    help="The most memory for the signals of a rubric with quantiles, as 500M or 8G.  "
    "[default: 4G]",
)  # fmt: skip


def rubric_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a command that may grade by a rubric."""
    return RUBRIC(SIGNALS(MEMORY(command)))


def rubric_of(name: str, signals: Sequence[str]) -> Rubrics:
    """Read a rubric file with other fields for signals."""
    from scorio.rubric.rubrics import load

    return load(name, signals=pairs("--signal", tuple(signals)))


@contextmanager
def read_by(
    files: Sequence[str], reading: dict[str, Any], memory: str | None
) -> Iterator[dict[str, Any]]:
    """Give the options of a reading, with a progress bar, as `scorio.rubric` takes them."""
    from scorio._results import InterruptedLogWarning

    if reading.get("cluster") == "task":
        reading = reading | {"cluster": None}
    parsed(reading)
    if reading["numeric"]:
        raise ValueError("--numeric reads one number of a trial, and a rubric grades by signals")
    with Progress(list(files)) as progress, warnings.catch_warnings():
        # The same is printed below the result.
        warnings.simplefilter("ignore", InterruptedLogWarning)
        yield reading | {"progress": progress.update, "memory": _bytes(memory)}


def counts_by(
    files: Sequence[str],
    rubric: str,
    signals: Sequence[str],
    memory: str | None,
    reading: dict[str, Any],
) -> tuple[Counts, list[float]]:
    """Give the counts of logs by one rubric, and the weights of its categories."""
    from scorio.rubric.grading import count

    rubrics = rubric_of(rubric, signals)
    if len(rubrics) > 1:
        names = ", ".join(rubrics.names)
        raise ValueError(f"--rubric {rubric} has several rubrics: name one after a colon ({names})")
    with read_by(files, reading, memory) as options:
        (counts,) = count(list(files), rubrics, **options).values()
    return counts, rubrics.weights()


def without_rubric(signals: Sequence[str], memory: str | None) -> None:
    """Refuse the options of a rubric where none is named."""
    if signals or memory is not None:
        raise ValueError("--signal and --memory are for a rubric: name it (--rubric)")


def _bytes(text: str | None) -> int | None:
    """Give the bytes of 500M or 8G."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kMGT]?)B?", text.strip())
    if match is None or float(match[1]) <= 0:
        raise ValueError(f"--memory {text} is not a number of bytes such as 500M or 8G")
    return int(float(match[1]) * _UNITS[match[2]])
