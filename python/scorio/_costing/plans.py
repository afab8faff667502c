"""What more trials cost, as a sequence of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import Called
from scorio._costing.amounts import Amounts
from scorio._reading.report import report_lines
from scorio._rows import CostPlan
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table

if TYPE_CHECKING:
    from scorio._call import Answer
    from scorio._counting.tallied import Tallied


class CostPlans(Called[CostPlan]):
    """What more trials cost: a sequence of `CostPlan`, a row for each model.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does.
    """

    _row_type = CostPlan

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows,), notes, options = answer
        super().__init__(rows, notes, dict(options), counts.sources)
        self._read = report_lines(counts.report, counts.notes)

    @property
    def notes(self) -> list[str]:
        """What is said below the table."""
        return [*self._said(), *self._read]

    @property
    def title(self) -> str:
        """What is planned, in a line."""
        sure = f"{100 * self.settings['confidence']:g}% interval"
        half_width, money = self.settings["half_width"], self.settings["money"]
        if half_width is not None:
            return f"What a half-width of {half_width:g} of the {sure} costs"
        return f"How to spend {money:g} on more trials; half-widths of the {sure}"

    def _page(self) -> Page:
        split = self.settings["money"] is not None
        columns = [
            Column("model", left=True, worth=100), Column("questions", worth=40),
            Column("trials each", worth=60), Column("half-width now", worth=90),
            Column("run more", worth=98), Column("half-width then", worth=92),
            *([Column("even", worth=80)] if split else []),
            Column("cost", worth=96), Column("interval", worth=85),
        ]  # fmt: skip
        figure = self._view.figure
        amounts = Amounts([row.money for row in self.rows])
        lines = [
            [
                on_a_line(row.model), f"{row.questions:,}", f"{row.trials:.4g}",
                "–" if row.half_width is None else figure(row.half_width),
                "–" if row.more is None else f"{row.more:,}",
                "–" if row.then is None else figure(row.then),
                *(["–" if row.even is None else figure(row.even)] if split else []),
                "–" if row.money is None else amounts.one(row.money),
                amounts.between(row.money_lo, row.money_hi),
            ]
            for row in self._view.chosen(self.rows)
        ]  # fmt: skip
        return Page([Table(self.title, columns, lines)], self.notes)
