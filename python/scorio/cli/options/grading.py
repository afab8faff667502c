"""The options that name a rubric, and readings that a rubric grades."""

from __future__ import annotations

import re
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.shared import METRICS, once, pairs, parsed
from scorio.cli.progress import Progress
from scorio.cli.used import options_used

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorio._counting.counts import Counts
    from scorio.rubric.rubrics import Rubrics

# Bytes that 64 bits count.
_MOST_BYTES = 2**63 - 1
_UNITS = " kmgt"

SIGNALS = click.option(
    "--signal", "signals", multiple=True, metavar="NAME=FIELD",
    help="Another field for a signal of the rubric, or a number.",
)  # fmt: skip

RUBRIC = click.option(
    "--rubric", metavar="FILE[:NAME,…]", multiple=True,
    callback=once("give one; FILE:NAME,NAME takes several rubrics of a file"),
    help="Grade trials by a rubric file, or some of its rubrics. paper has those of "
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
    from scorio import _core
    from scorio._results import InterruptedLogWarning
    from scorio.rubric.refusals import refuse_policies

    for file in files:
        if file.endswith(".parquet") and _core.is_counts(file, reading["outcome"]):
            raise ValueError(
                f"{file} holds counts, which are graded already: score them without --rubric"
            )
    if reading.get("cluster") == "task":
        reading = reading | {"cluster": None}
    from scorio.cli.options.reading import labels_of

    parsed(reading)
    if labels_of(reading) is not None:
        raise ValueError("--rubric grades by signals, and labels correct a judge: leave one out")
    if reading["numeric"]:
        raise ValueError("--numeric reads one number of a trial, and a rubric grades by signals")
    refuse_policies(reading, _spelled)
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
    used = options_used(click.get_current_context(silent=True))
    return counts if used is None else counts._because(used), rubrics.weights()


def refuse_metrics(metrics: Sequence[str], options: Sequence[str], command: str = "score") -> None:
    """Refuse metrics without weights, and their options."""
    others = [name for name in metrics if name not in ("avg", "bayes")]
    if not others and not options:
        if len(metrics) > 1:
            raise ValueError("--rubric takes one metric, avg or bayes")
        return
    known = [name for name, *_ in METRICS if name in others]
    metric = known[0] if known else "pass_at_k"
    what = f"--metric {others[0]}" if others else options[0]
    raise ValueError(
        f"--rubric takes the metric avg or bayes, and {what} is for others. These need a rubric of "
        "two categories, and its counts: scorio count LOGS --rubric FILE:NAME --out "
        f"counts.parquet, then scorio {command} counts.parquet --metric {metric} -k K"
    )


def _spelled(name: str) -> str:
    """Give the option of a keyword argument."""
    return "--category" if name == "categories" else f"--{name.replace('_', '-')}"


def without_rubric(signals: Sequence[str], memory: str | None) -> None:
    """Refuse the options of a rubric where none is named."""
    if signals or memory is not None:
        raise ValueError("--signal and --memory are for a rubric: name it (--rubric)")


def _bytes(text: str | None) -> int | None:
    """Give the bytes of 500M, 8GB or 4 GiB."""
    if text is None:
        return None
    number = r"([+-]?\d+(?:\.\d+)?)\s*(?:([kmgt])(i?)b?|b)?"
    match = re.fullmatch(number, text.strip(), re.IGNORECASE)
    if match is None:
        raise ValueError(f"--memory {text} is not a number of bytes: give one as 500M or 8G")
    unit = (1024 if match[3] else 1000) ** _UNITS.index((match[2] or " ").lower())
    found = int(float(match[1]) * unit)
    if found > _MOST_BYTES:
        raise ValueError(f"--memory {text} is more than any machine has: give one as 500M or 8G")
    if found < 1:
        raise ValueError(f"--memory {text} leaves no room for signals: give 1M or more")
    return found
