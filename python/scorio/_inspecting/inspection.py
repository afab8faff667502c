"""What an inspection says of a log."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio._inspecting.command import broken
from scorio._inspecting.slices import slices
from scorio.show.escaping import in_a_shell, on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.result import Result
from scorio.show.terminal.text import room, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._counting.counts import Counts
    from scorio._inspecting.profile import Field, Profile

SHOWN = 8

# Fields that a summary shows.
FIELDS = 40

# Options that say what the records of a log are.
OWN = ("model", "task", "question", "trial", "outcome", "total", "correct", "rate", "records",
       "times", "constants", "path")  # fmt: skip

# Kinds of notes about what the log is, and not about what counts. A note that an earlier version
# saved has no other kind than "saved".
NOTES_OF_THE_LOG = {
    "interrupted", "invalidated", "planned_missing", "planned_unnamed", "plan_too_large",
    "plans_too_large", "saved", "records_inside", "other_delimiter", "models_of_files",
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
    doubts: Sequence[str] = ()
    without: Sequence[str] = ()


class Inspection(Result, _Inspection):
    """What a log holds. It prints as a summary.

    `counts` has every trial with an outcome, whatever it is, in its first category: it tells the
    models, tasks, questions and their trials. `mapping` says where a tool's format keeps what.
    `command` scores the log. It was tried, or `problem` says what is wrong with it. It is sure, or
    `doubts` tell why it is a guess. `without` says why there is no command. `profile` tells what
    the fields of the first records hold, where the log is a long table or of no known kind.
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
                    ("questions", f"{self._asked():,}{questions}"),
                    ("trials", f"{self.counts.trials + missing:,}{trials}"),
                    ("missing", f"{missing:,}" + _errored(report["errored"], missing)),
                )
                if self._asked()
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
            *(("no command", why) for why in self.without),
            ("confidence", self._confidence()),
            ("score by", self.command or ""),
            *(("slices", one) for one in self._slices()),
            ("rubric", self._more_signals()),
            ("labels", self._labels()),
        ]
        return [Fact(name, text) for name, text in said if text]

    def _confidence(self) -> str:
        if self.command is None or self.problem is not None:
            return ""
        return f"a guess, because {'; '.join(self.doubts)}" if self.doubts else "sure"

    def _more_signals(self) -> str:
        """Name the numbers of a trial beside its outcome, if there are several."""
        more = [field.name for field in self._beside() if field.is_measured()]
        shown = ", ".join([*more[:3], *(["…"] if len(more) > 3 else [])])  # noqa: PLR2004
        return f"--rubric grades by {shown}, too (docs/rubrics.md)" if len(more) > 1 else ""

    def _labels(self) -> str:
        """Name a field that few trials have, and that may be what people say of them."""
        seen = self.profile
        if seen is None:
            return ""
        sparse = [one.name for one in self._beside() if one.may_be_label(seen.records)]
        if not sparse:
            return ""
        name = in_a_shell(sparse[0], shlex.quote(sparse[0]))
        return f"if people gave {sparse[0]}, --label {name} corrects the judge (docs/judges.md)"

    def _slices(self) -> list[str]:
        """Name the fields that have one value for each question."""
        seen = self.profile
        if seen is None or self.command is None:
            # Count files keep fields, and no reading does so by itself.
            return [f"--slice {in_a_shell(one, shlex.quote(one))}" for one in self.counts.fields]
        words = shlex.split(self.command)
        asked = words[words.index("--question") + 1] if "--question" in words else "question"
        question = next((one for one in seen.fields if one.name == asked), None)
        task = words[words.index("--task") + 1] if "--task" in words else None
        beside = [*self._beside(), *(one for one in seen.fields if one.name == task)]
        return [] if question is None else list(slices(question, beside))

    def _beside(self) -> list[Field]:
        """Give the fields that the command does not name, where records are trials."""
        if self.profile is None or self.command is None:
            return []
        named = {*OWN, *shlex.split(self.command)}
        if named & {"--total", "--correct", "--rate", "--times"}:
            return []
        return [field for field in self.profile.fields if field.name not in named]

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
        said = {"command": self.command, "doubts": list(self.doubts), "without": list(self.without)}
        return super()._facts() | said | looked

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

    def _asked(self) -> int:
        """Give the number of questions, which models share."""
        return len({(task, question) for task, question, _ in self.counts._core.by_question()})

    def _questions(self) -> list[tuple[int, str]]:
        table = self.counts._core.totals()
        return [(trials, model) for model, trials in table]

    def _questions_of_models(self) -> list[int]:
        numbers: dict[str, int] = {}
        for _, model in self._questions():
            numbers[model] = numbers.get(model, 0) + 1
        return list(numbers.values())


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
