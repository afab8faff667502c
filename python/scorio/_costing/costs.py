"""What a table of costs says, as a sequence of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import Called
from scorio._reading.report import report_lines
from scorio._rows import Cost
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table

if TYPE_CHECKING:
    from scorio._call import Answer
    from scorio._counting.tallied import Tallied


class Costs(Called[Cost]):
    """Scores beside costs: a sequence of `Cost`, table by table, best score first.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does. `pairs` compares any two models, `retries` has fresh tries until the first
    success, and `caps` success within caps.
    """

    _row_type = Cost

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows, self.pairs, self.retries, self.caps), notes, options = answer
        super().__init__(rows, notes, dict(options), counts.sources)
        self._read = report_lines(counts.report, counts.notes)

    @property
    def notes(self) -> list[str]:
        """What is said below the table."""
        return [*self._said(), *self._read]

    @property
    def title(self) -> str:
        """What the table is about, in a line."""
        return "Scores beside costs"

    def _page(self) -> Page:
        columns = [
            Column("model", left=True, worth=100), Column("score", worth=99),
            Column("cost", worth=98), Column("interval", worth=90),
            Column("cost per success", worth=97), Column("its interval", worth=85),
            Column("P(frontier)", worth=80), Column("verdict", left=True, worth=95),
        ]  # fmt: skip
        lines = [
            [
                on_a_line(row.model), self._view.figure(row.score), f"{row.cost:.4g}",
                _ends(row.cost_lo, row.cost_hi),
                "∞" if row.per_success is None else f"{row.per_success:.4g}",
                _ends(row.per_success_lo, row.per_success_hi),
                f"{row.frontier:.2f}",
                f"dominated by {on_a_line(row.dominated_by)}" if row.dominated_by else row.verdict,
            ]
            for row in self.rows
        ]  # fmt: skip
        return Page([Table(self.title, columns, lines)], self.notes)


def _ends(lo: float, hi: float | None) -> str:
    """Give an interval."""
    return f"[{lo:.4g}, {'∞' if hi is None else f'{hi:.4g}'}]"
