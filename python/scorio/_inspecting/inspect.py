"""What a log holds, without scoring it."""

from __future__ import annotations

import shlex
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio import _core
from scorio._counting.counts import Counts
from scorio._errors import coded
from scorio._inspecting.command import broken, command
from scorio._inspecting.guess import guess, mended
from scorio._inspecting.profile import Profile, profile
from scorio._reading import excel, frames
from scorio._reading.options import taken
from scorio._reading.reading import count
from scorio._reading.sources import labelled
from scorio._results import InterruptedLogWarning
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.result import Result
from scorio.show.terminal.text import room, wrapped

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

SHOWN = 8

# Fields that a summary shows.
FIELDS = 40

# Attempts to read a log with other options.
ATTEMPTS = 6

# Options that say what the records of a log are.
OWN = ("model", "task", "question", "trial", "outcome", "total", "correct", "rate", "records",
       "times", "constants", "path")  # fmt: skip

# Kinds of notes about what the log is, and not about what counts. A note that an earlier version
# saved has no other kind than "saved".
NOTES_OF_THE_LOG = {
    "interrupted", "invalidated", "planned_missing", "planned_unnamed", "plan_too_large",
    "plans_too_large", "saved", "records_inside", "other_delimiter",
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
    command: str | None = None
    profile: Profile | None = None
    problem: str | None = None


class Inspection(Result, _Inspection):
    """What a log holds. It prints as a summary.

    `counts` has every trial with an outcome, whatever it is, in its first category: it tells the
    models, tasks, questions and their trials. `mapping` says where a tool's format keeps what.
    `command` scores the log. It was tried, or `problem` says what is wrong with it. `profile` tells
    what the fields of the first records hold, where the log is a long table or of no known kind.
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
            *self._field_lines(),
            ("models", _listed(self.counts.models)),
            ("tasks", _listed(self.counts.tasks)),
            *(
                (
                    ("questions", f"{len(self.counts):,}{questions}"),
                    ("trials", f"{self.counts.trials + missing:,}{trials}"),
                    ("missing", f"{missing:,}" + _errored(report["errored"], missing)),
                )
                if len(self.counts)
                else ()
            ),
            ("unreadable", f"{report['lines_skipped']:,}" if report["lines_skipped"] else ""),
            *(("score", _values(tally, most)) for tally in self.scores),
            *(("from", f"{role}: {where}") for role, where in self.mapping),
            *(
                ("note", note)
                for kind, _, note in self.counts._core.notes
                if kind in NOTES_OF_THE_LOG
            ),
            ("note", self.problem or ""),
            ("score by", self.command or ""),
            ("rubric", self._more_signals()),
        ]
        return [Fact(name, text) for name, text in said if text]

    def _more_signals(self) -> str:
        """Name the numbers of a trial beside its outcome, if there are several."""
        if self.profile is None or self.command is None:
            return ""
        named = {*OWN, *shlex.split(self.command)}
        if named & {"--total", "--correct", "--rate", "--times"}:
            return ""
        more = [
            field.name
            for field in self.profile.fields
            if field.is_measured() and field.name not in named
        ]
        shown = ", ".join([*more[:3], *(["…"] if len(more) > 3 else [])])  # noqa: PLR2004
        return f"--rubric grades by {shown}, too (docs/rubrics.md)" if len(more) > 1 else ""

    def _field_lines(self) -> list[tuple[str, str]]:
        """Give the fields, each in a line where it is known what they hold."""
        if self.profile is None:
            return [("fields", ", ".join(self.fields))]
        seen = self.profile
        listed = [("field", field.line(seen.records)) for field in seen.fields[:FIELDS]]
        more = len(seen.fields) - len(listed)
        first = "the first " if seen.more else ""
        inside = f" in {seen.records_at}" if seen.records_at else ""
        return [
            ("records", f"{first}{seen.records:,} looked at{inside}"),
            *listed,
            *([("field", f"… and {more} more")] if more else []),
        ]

    def _facts(self) -> dict[str, Any]:
        looked = {} if self.profile is None else self.profile.document()
        return super()._facts() | {"command": self.command} | looked

    @property
    def title(self) -> str:
        """The file."""
        return self.file

    @property
    def notes(self) -> list[str]:
        """What the log says about itself."""
        return [fact.value for fact in self.rows if fact.name == "note"]

    def to_text(
        self,
        width: int | None = None,
        *,
        columns: str | Sequence[str] | None = None,
        color: bool = False,  # noqa: ARG002
    ) -> str:
        """Format as a summary of at most `width` columns, which has no colours, nor a table."""
        if columns is not None:
            raise ValueError(f"columns = {columns!r}: the summary of a log has none to choose from")
        lines = [on_a_line(self.file)]
        for name, value in self.rows:
            if name == "score by":
                lines += broken(value, room(width), f"  {name:<11} ")
            else:
                lines += wrapped(on_a_line(value), width, f"  {name:<11} ")
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


@coded
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
    if frames.is_frame(file):
        raise TypeError(
            "inspect is for files: a data frame shows its columns itself, and count counts it"
        )
    own = {name: options.get(name) for name in ("model", "task", "trial")}
    known = taken(options)
    inputs = labelled(file, own, constants, path)
    if len(inputs) > 1:
        raise ValueError(f"{on_a_line(str(file))} are {len(inputs)} files: inspect one at a time")
    if _core.is_counts(inputs[0][0], options.get("outcome", "outcome")):
        return Inspection(inputs[0][0], "counts", [], [], Counts.load(inputs[0][0]), [])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InterruptedLogWarning)
        named = any(options.get(name) not in (None, name) for name in OWN) or constants or path
        with excel.as_tables(inputs) as tables:
            if inputs[0][0] == "-" or named:
                found = _surveyed(tables[0], known, progress)
            else:
                found = _looked(tables[0], inputs[0][0], options, progress)
    return found._replace(file=inputs[0][0])


File = tuple[str, str | None, str | None, str | None, bool]


def _surveyed(
    file: File, options: Mapping[str, Any], progress: Callable[[int], object] | None
) -> Inspection:
    (kind, fields, mapping), counts, scores = _core.survey(file, options, progress)
    tallies = [Tally(*tally) for tally in scores]
    return Inspection(file[0], kind, fields, mapping, Counts(counts), tallies)


def _looked(
    file: File,
    name: str,
    options: Mapping[str, Any],
    progress: Callable[[int], object] | None,
) -> Inspection:
    """Say what a log is of which the user says nothing, and how it is scored."""
    found, refused = None, None
    try:
        found = _surveyed(file, taken(options), progress)
    except ValueError as error:
        refused = error
    if found is not None and found.mapping:
        given = {name: options[name] for name in ("format", "score", "ids") if name in options}
        given = {name: value for name, value in given.items() if value not in (None, "distinct")}
        tried, problem = _tried(name, given, [tally.name for tally in found.scores])
        return found._replace(command=command(name, tried), problem=problem)
    try:
        seen = profile(file, taken(options), progress)
    except ValueError as error:
        if found is None:
            raise (refused or error) from None
        return found
    if getattr(refused, "code", None) == "tools.not_format":
        # A log of a known tool without its trials: other numbers in it are none.
        fields = [field.name for field in seen.fields]
        why = vars(refused)["problem"]
        return Inspection(name, seen.form, fields, [], _no_counts(), [], None, seen, why)
    guessed = guess(seen, name)
    guessed, problem = _tried(name, guessed, [])
    own = {key: value for key, value in guessed.items() if key != "constants"}
    constant = (guessed.get("constants") or {}).get("model")
    try:
        again = _surveyed((file[0], constant, *file[2:]), taken(own), progress)
    except ValueError:
        empty = [field.name for field in seen.fields]
        again = found or Inspection(name, seen.form, empty, [], _no_counts(), [])
    return again._replace(command=command(name, guessed), profile=seen, problem=problem)


def _no_counts() -> Counts:
    return Counts(_core.no_counts())


def _tried(
    file: str, options: dict[str, Any], scores: list[str]
) -> tuple[dict[str, Any], str | None]:
    """Give options that read a file, and what is wrong with them, if none were found."""
    for _ in range(ATTEMPTS):
        try:
            count(file, **options)
        except ValueError as error:
            new = mended(options, error, file, scores)
            if new is None:
                return options, f"this command stops: {getattr(error, 'problem', error)}"
            options = new
        else:
            return options, None
    return options, None


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
