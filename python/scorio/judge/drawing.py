"""Trials that are drawn to be labelled, and the file that people fill in."""

from __future__ import annotations

from collections import Counter, defaultdict
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from scorio._arguments import seed_digits
from scorio.show.documents.records import Field
from scorio.show.escaping import in_csv, on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.result import Rows
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorio.judge.tables import LabelPlans


class Trial(NamedTuple):
    """A trial with the judge's outcome, whether it has a label, and its place in the log."""

    names: tuple[str, str, str, str]
    outcome: str
    labelled: bool
    place: int


class Trials(Protocol):
    """Trials that can be drawn."""

    def __iter__(self) -> Iterator[Trial]:
        """Give each trial."""

    def told(self, fields: Sequence[str], places: Sequence[int]) -> dict[int, list[str | None]]:
        """Give the texts of some fields, by the places of the trials."""


class DrawnTrial(NamedTuple):
    """A trial to label.

    Attributes
    ----------
    model, task, question, trial : str
        Its names. A log without tasks has "", and its file no column of them. One without trials
        has their numbers from 0.
    label : str or None
        The place of the label, which is empty.
    """

    model: str
    task: str
    question: str
    trial: str
    label: str | None


class ToLabel(Rows[DrawnTrial]):
    """Trials to label: a sequence of `DrawnTrial`, in random order.

    `save` writes them as CSV, JSON or Parquet. `plan` says how many each model and outcome of the
    judge gets. `fields` has the texts of other fields, one for each trial, by the fields' names.
    """

    _row_type = DrawnTrial

    def __init__(
        self,
        rows: list[DrawnTrial],
        plan: LabelPlans,
        seed: int,
        fields: dict[str, list[str | None]],
    ) -> None:
        super().__init__(rows, {**plan.settings, "seed": seed}, plan.sources)
        self.plan, self.fields = plan, fields

    @property
    def title(self) -> str:
        """What is drawn, in a line."""
        return f"{counted(len(self.rows), 'trial')} to label"

    @property
    def notes(self) -> list[str]:
        """What to know before the labels are given."""
        notes = ["The order is random, and the judge's outcomes are left out: do not look at them."]
        signs = sum(any(in_csv(name) != name for name in row[:4]) for row in self.rows)
        if signs:
            notes.append(
                f"In CSV, names of {counted(signs, 'trial')} get an apostrophe, so that no "
                "spreadsheet takes them for formulas. safe_csv=False (--no-safe-csv) leaves it out."
            )
        return notes

    def _page(self) -> Page:
        names = DrawnTrial._fields[:4]
        heads = [*names, *map(on_a_line, self.fields)]
        columns = [Column(name, left=True, worth=99 - at) for at, name in enumerate(heads)]
        told = list(zip(*self.fields.values(), strict=True)) or [()] * len(self.rows)
        lines = [
            [on_a_line(text or "") for text in (*row[:4], *more)]
            for row, more in zip(self.rows, told, strict=True)
        ]
        return Page([Table(self.title, columns, lines)], self.notes)

    def _records(self) -> tuple[list[Any], list[tuple[Any, ...]]]:
        fields, records = super()._records()
        fields += [Field(name, "str", nullable=True) for name in self.fields]
        told = list(zip(*self.fields.values(), strict=True)) or [()] * len(records)
        whole = [(*one, *more) for one, more in zip(records, told, strict=True)]
        if any(row.task for row in self.rows):
            return fields, whole
        # An empty name would name nothing.
        task = DrawnTrial._fields.index("task")
        del fields[task]
        return fields, [(*one[:task], *one[task + 1 :]) for one in whole]


def drawn(
    plan: LabelPlans, trials: Trials | None, seed: int, fields: Sequence[str] = ()
) -> ToLabel:
    """Draw the trials of a plan, with the texts of some fields."""
    for field in fields:
        if field in DrawnTrial._fields or fields.count(field) > 1:
            raise ValueError(f"the file has a column {field!r} already: leave out this field")
    if trials is None:
        raise ValueError(
            "these counts do not know their single trials: read the log with scorio.judge.read, "
            "and draw before counts are merged or selected"
        )
    digits = seed_digits(seed)
    wanted: Counter[tuple[str, str]] = Counter()
    for row in plan.rows:
        wanted[row.model, row.outcome] += row.add
    found: defaultdict[tuple[str, str], list[tuple[str, Trial]]] = defaultdict(list)
    for trial in trials:
        place = (trial.names[0], trial.outcome)
        if not trial.labelled and wanted[place]:
            found[place].append((order_of(digits, trial.names), trial))
    chosen = [one for place, own in found.items() for one in sorted(own)[: wanted[place]]]
    own = [trial for _, trial in sorted(chosen)]
    told = trials.told(fields, [trial.place for trial in own]) if fields else {}
    texts = {field: [told[trial.place][at] for trial in own] for at, field in enumerate(fields)}
    return ToLabel([DrawnTrial(*trial.names, None) for trial in own], plan, seed, texts)


def order_of(seed: Any, names: tuple[str, ...]) -> str:  # noqa: ANN401
    """Give what trials are sorted by: chance as a seed has it, whatever the log's order."""
    return sha256("\x1f".join([str(seed), *names]).encode("utf-8", "surrogatepass")).hexdigest()
