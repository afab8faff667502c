"""What the labels say of a judge, and which labels come next, as sequences of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import Called
from scorio._reading.report import report_lines
from scorio._rows import Judging, LabelPlan
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table

if TYPE_CHECKING:
    from scorio._call import Answer
    from scorio._counting.tallied import Tallied


class Judgings(Called[Judging]):
    """How good a judge is: a sequence of `Judging`, a row for each model with labels.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does.
    """

    _row_type = Judging

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows,), notes, options = answer
        super().__init__(rows, notes, dict(options), counts.sources)
        self._read = report_lines(counts.report, counts.notes)

    @property
    def title(self) -> str:
        """What the table is about, in a line."""
        return "The judge, by the labels"

    @property
    def notes(self) -> list[str]:
        """What is said below the table."""
        return [*self._said(), *self._read]

    def _page(self) -> Page:
        columns = [Column("model", left=True, worth=100), Column("labels", worth=95)]
        names = ("agrees", "sensitivity", "specificity", "κ", "bias", "favours", "p")
        columns += [Column(name, worth=90 - 5 * place) for place, name in enumerate(names)]
        lines = [
            [
                on_a_line(row.model), f"{row.labels:,}",
                _bounded(row.agreement, row.agreement_lo, row.agreement_hi),
                _bounded(row.sensitivity, row.sensitivity_lo, row.sensitivity_hi),
                _bounded(row.specificity, row.specificity_lo, row.specificity_hi),
                _shown(row.kappa, ".2f"),
                _bounded(row.bias, row.bias_lo, row.bias_hi, "+.3f"),
                _shown(row.favours, "+.3f"), _shown(row.favours_holm, ".3f"),
            ]
            for row in self.rows
        ]  # fmt: skip
        return Page([Table(self.title, columns, lines)], self.notes)


class LabelPlans(Called[LabelPlan]):
    """Which labels next: a sequence of `LabelPlan`, a row for each model and outcome of the judge.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does.
    """

    _row_type = LabelPlan

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows,), notes, options = answer
        super().__init__(rows, notes, dict(options), counts.sources)
        self._read = report_lines(counts.report, counts.notes)

    @property
    def title(self) -> str:
        """What is planned, in a line."""
        added = sum(row.add for row in self.rows)
        return f"{added:,} labels to add"

    @property
    def notes(self) -> list[str]:
        """What is said below the table."""
        return [*self._said(), *self._read]

    def _page(self) -> Page:
        columns = [
            Column("model", left=True, worth=100), Column("judge", left=True, worth=99),
            Column("trials", worth=60), Column("labels", worth=70), Column("add", worth=98),
            Column("half-width", worth=90), Column("floor", worth=80),
        ]  # fmt: skip
        lines = [
            [
                on_a_line(row.model), on_a_line(row.outcome), f"{row.trials:,}",
                f"{row.labels:,}", f"{row.add:,}", f"{row.half_width:.4f}", f"{row.floor:.4f}",
            ]
            for row in self.rows
        ]  # fmt: skip
        return Page([Table(self.title, columns, lines)], self.notes)


def _shown(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


def _bounded(value: float | None, lo: float | None, hi: float | None, form: str = ".3f") -> str:
    """Give a figure with its interval."""
    if value is None or lo is None or hi is None:
        return _shown(value, form)
    return f"{value:{form}} [{lo:{form}}, {hi:{form}}]"
