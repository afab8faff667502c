"""What a log holds, without scoring it."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio import _core, _frames
from scorio._counts import Counts
from scorio._reading import labelled, reading
from scorio._results import InterruptedLogWarning
from scorio.show.page import Column, Page, Table
from scorio.show.result import Result
from scorio.show.text import wrapped

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

SHOWN = 8

# Kinds of notes about what the log is, and not about what counts. A note that an earlier version
# saved has no other kind than "saved".
NOTES_OF_THE_LOG = {
    "interrupted", "invalidated", "planned_missing", "planned_unnamed", "plan_too_large", "saved",
}  # fmt: skip


class Tally(NamedTuple):
    """A score: how many trials have each of its values, and how many have others."""

    name: str
    values: list[tuple[str, int]]
    others: int


class Fact(NamedTuple):
    """One line of an inspection."""

    name: str
    value: str


class _Inspection(NamedTuple):
    file: str
    format: str
    fields: list[str]
    mapping: list[tuple[str, str]]
    counts: Counts
    scores: list[Tally]


class Inspection(Result, _Inspection):
    """What a log holds. It prints as a summary.

    `counts` has every trial with an outcome, whatever it is, in its first category: it tells the
    models, tasks, questions and their trials. `mapping` says where a tool's format keeps what.
    """

    _row_type = Fact

    @property
    def rows(self) -> list[Fact]:
        """The lines of the summary."""
        report = self.counts.report
        trials = _spread([trials for trials, _ in self._questions()], "a question")
        questions = _spread(self._questions_of_models(), "a model")
        missing = self.counts.missing
        most = max((_trials(tally) for tally in self.scores), default=0)
        said = [
            ("format", self.format),
            ("fields", ", ".join(self.fields)),
            ("models", _listed(self.counts.models)),
            ("tasks", _listed(self.counts.tasks)),
            ("questions", f"{len(self.counts):,}{questions}"),
            ("trials", f"{self.counts.trials + missing:,}{trials}"),
            ("missing", f"{missing:,}" + _errored(report["errored"], missing)),
            ("unreadable", f"{report['lines_skipped']:,}" if report["lines_skipped"] else ""),
            *(("score", _values(tally, most)) for tally in self.scores),
            *(("from", f"{role}: {where}") for role, where in self.mapping),
            *(
                ("note", note)
                for kind, _, note in self.counts._core.notes
                if kind in NOTES_OF_THE_LOG
            ),
        ]
        return [Fact(name, text) for name, text in said if text]

    @property
    def title(self) -> str:
        """The file."""
        return self.file

    @property
    def notes(self) -> list[str]:
        """What the log says about itself."""
        return [fact.value for fact in self.rows if fact.name == "note"]

    def to_text(self, width: int | None = None) -> str:
        """Format as a summary of at most `width` columns."""
        lines = [self.file]
        for name, value in self.rows:
            lines += wrapped(value, width, f"  {name:<11} ")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return self.to_text()

    def _page(self) -> Page:
        columns = [Column("", left=True), Column("", left=True)]
        return Page([Table(self.title, columns, [list(fact) for fact in self.rows])], [])

    def _questions(self) -> list[tuple[int, str]]:
        table = self.counts._core.totals()
        return [(trials, model) for model, trials in table]

    def _questions_of_models(self) -> list[int]:
        numbers: dict[str, int] = {}
        for _, model in self._questions():
            numbers[model] = numbers.get(model, 0) + 1
        return list(numbers.values())


def inspect(
    file: str | os.PathLike[str],
    *,
    constants: Mapping[str, str] | None = None,
    path: str | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Any,  # noqa: ANN401
) -> Inspection:
    """Say what a log is and what it holds, without scoring it.

    Parameters
    ----------
    file
        One file.
    constants, path
        As for `scorio.count`.
    progress
        Called now and then with the bytes read so far.
    **options
        Those of `scorio.count` that name a format or fields; its policies do not matter here.

    Raises
    ------
    FileNotFoundError, OSError
        The file is not there, or cannot be read.
    TypeError
        A data frame, which shows its columns itself.
    ValueError
        The file is of no known kind, or broken.

    Examples
    --------
    >>> import scorio
    >>> found = scorio.inspect("examples/coins.jsonl")
    >>> found.format, found.counts.trials
    ('long table, JSON Lines', 26400)
    """
    if _frames.is_frame(file):
        raise TypeError(
            "inspect is for files: a data frame shows its columns itself, and count counts it"
        )
    own = {name: options.get(name) for name in ("model", "task", "trial")}
    taken = reading(**options)
    inputs = labelled(file, own, constants, path)
    if len(inputs) > 1:
        raise ValueError(f"{file} are {len(inputs)} files: inspect one at a time")
    if _core.is_counts(inputs[0][0], options.get("outcome", "outcome")):
        return Inspection(inputs[0][0], "counts", [], [], Counts.load(inputs[0][0]), [])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InterruptedLogWarning)
        (kind, fields, mapping), counts, scores = _core.survey(inputs[0], taken, progress)
    tallies = [Tally(*tally) for tally in scores]
    return Inspection(inputs[0][0], kind, fields, mapping, Counts(counts), tallies)


def _listed(names: Sequence[str]) -> str:
    """Names in one line, with their number where there are many."""
    names = [name for name in names if name]
    if len(names) <= 1:
        return "".join(names)
    more = ", …" if len(names) > SHOWN else ""
    return f"{len(names):,}: {', '.join(names[:SHOWN])}{more}"


def _spread(numbers: list[int], of: str) -> str:
    if not numbers:
        return ""
    least, most = min(numbers), max(numbers)
    return f" ({least:,} {of})" if least == most else f" ({least:,} to {most:,} {of})"


def _errored(errored: int, missing: int) -> str:
    return f" ({errored:,} ended in an error)" if missing and errored else ""


def _trials(tally: Tally) -> int:
    return sum(count for _, count in tally.values) + tally.others


def _values(tally: Tally, most: int) -> str:
    """Give the values of a score, and in how many trials it is absent that have the others."""
    values = sorted(tally.values, key=lambda item: -item[1])[:SHOWN]
    rest = _trials(tally) - sum(count for _, count in values)
    absent = most - _trials(tally)
    shown = [f"{value} × {count:,}" for value, count in values]
    shown += [f"others × {rest:,}"] if rest else []
    shown += [f"absent × {absent:,}"] if absent else []
    return f"{tally.name}: {', '.join(shown)}"
