"""What the labels say of a judge, and which labels come next, as sequences of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from scorio._call import Called
from scorio._errors import of_options
from scorio._reading.report import report_lines
from scorio._rows import Judging, LabelPlan
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.words import chance, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._call import Answer
    from scorio._counting.tallied import Tallied
    from scorio.show.view import View


Row = TypeVar("Row", bound=tuple[Any, ...])

_NO_PERCENT = "{{percent}} is for labels from 0 to 1, and a figure here is {:.4f}: leave it out"


class _Told(Called[Row]):
    """The rows of a call about labels, with its notes and those of the reading."""

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows,), notes, options = answer
        super().__init__(rows, notes, dict(options), counts.sources)
        self._read = report_lines(counts.report, counts.notes)

    @property
    def notes(self) -> list[str]:
        """What is said below the table."""
        return [*self._said(), *self._read]

    def _refuse_percentages(self) -> None:
        refuse_wide(self.rows)


def refuse_wide(rows: Sequence[Any]) -> None:
    """Refuse percentages of figures on the scale of labels, unless that is from 0 to 1."""
    fields = ("bias", "favours", "half_width", "floor")
    figures = [getattr(row, field, None) or 0.0 for row in rows for field in fields]
    beyond = [figure for figure in figures if abs(figure) > 1]
    if beyond:
        raise of_options("judge.percent", _NO_PERCENT.format(beyond[0]), "percent")


class Judgings(_Told[Judging]):
    """How good a judge is: a sequence of `Judging`, a row for each model with labels.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does.
    """

    _row_type = Judging

    @property
    def title(self) -> str:
        """What the table is about, in a line."""
        return "The judge, by the labels"

    def _page(self) -> Page:
        return Page([judging_table(self.title, self.rows, self._view)], self.notes)


def judging_table(title: str, rows: Sequence[Judging], view: View) -> Table:
    """Give the table of what the labels say of judges, which it names if there are several."""
    named = any(row.judge for row in rows)
    columns = [Column("judge", left=True, worth=101)] if named else []
    columns += [Column("model", left=True, worth=100), Column("labels", worth=95)]
    names = ("agrees", "favours", "p", "bias", "sensitivity", "specificity", "κ")
    columns += [Column(name, worth=90 - 5 * place) for place, name in enumerate(names)]
    lines = [
        [
            *([on_a_line(row.judge)] if named else []),
            on_a_line(row.model), f"{row.labels:,}",
            _bounded(view, row.agreement, row.agreement_lo, row.agreement_hi),
            "–" if row.favours is None else view.signed(row.favours),
            "–" if row.favours_holm is None else chance(row.favours_holm),
            "–" if row.bias is None else view.signed(row.bias),
            _bounded(view, row.sensitivity, row.sensitivity_lo, row.sensitivity_hi),
            _bounded(view, row.specificity, row.specificity_lo, row.specificity_hi),
            "–" if row.kappa is None else f"{row.kappa:.2f}",
        ]
        for row in view.chosen(rows)
    ]  # fmt: skip
    return Table(title, columns, lines)


class LabelPlans(_Told[LabelPlan]):
    """Which labels next: a sequence of `LabelPlan`, a row for each model and outcome of the judge.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does.
    """

    _row_type = LabelPlan

    @property
    def title(self) -> str:
        """What is planned, in a line."""
        return f"{counted(sum(row.add for row in self.rows), 'label')} to add"

    def _page(self) -> Page:
        columns = [
            Column("model", left=True, worth=100), Column("judge", left=True, worth=99),
            Column("trials", worth=60), Column("labels", worth=70), Column("add", worth=98),
            Column("half_width", worth=90), Column("floor", worth=80),
        ]  # fmt: skip
        figure = self._view.figure
        lines = [
            [
                on_a_line(row.model), on_a_line(row.outcome), f"{row.trials:,}",
                f"{row.labels:,}", f"{row.add:,}", figure(row.half_width), figure(row.floor),
            ]
            for row in self._view.chosen(self.rows)
        ]  # fmt: skip
        return Page([Table(self.title, columns, lines)], self.notes)


def _bounded(view: View, value: float | None, lo: float | None, hi: float | None) -> str:
    """Give a figure with its interval."""
    if value is None or lo is None or hi is None:
        return "–"
    return f"{view.figure(value)} {view.between(lo, hi)}"
