"""What a gate of costs says: by itself, and beside scores."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, Literal, Self

from scorio._call import Called
from scorio._costing.amounts import Amounts
from scorio._errors import of_options
from scorio._reading.report import report_lines
from scorio._rows import CostGated
from scorio.show.documents.junit import Case, render
from scorio.show.documents.records import plain
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.words import counted

if TYPE_CHECKING:
    from scorio._call import Answer
    from scorio._counting.tallied import Tallied

Verdict = Literal["pass", "fail", "undecided"]
_ENDED: dict[str, Literal["passed", "failed", "skipped"]] = {
    "pass": "passed", "fail": "failed", "undecided": "skipped"
}  # fmt: skip


class CostGate(Called[CostGated]):
    """What a gate of costs says: a sequence of `CostGated`, a row for each model and limit.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does. `verdict` is that of all rows together.
    """

    _row_type = CostGated

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows,), notes, options = answer
        super().__init__(rows, notes, dict(options), counts.sources)
        self._read = report_lines(counts.report, counts.notes)

    @property
    def verdict(self) -> Verdict:
        """`"fail"` if any row fails, else `"undecided"` if any is, else `"pass"`."""
        return overall([row.verdict for row in self.rows])

    @property
    def title(self) -> str:
        """What the gate asks, in a line."""
        at_most, ratio = self.settings["at_most"], self.settings["max_ratio"]
        base = on_a_line(self.settings["baseline"] or "")
        limits = [] if at_most is None else [f"mean cost at most {at_most:g}"]
        limits += [] if ratio is None else [f"at most {ratio:g} times the cost of {base}"]
        return f"Gate of costs: {', '.join(limits)}; confidence {self.settings['confidence']:g}"

    @property
    def notes(self) -> list[str]:
        """What the gate says below its table."""
        return [*self._said(), *self._read]

    def table(self) -> Table:
        """Give the table, with the intervals beside the limits."""
        tasks = any(row.task is not None for row in self.rows)
        columns = [
            Column("model", left=True, worth=100),
            *([Column("task", left=True, worth=99)] if tasks else []),
            Column("verdict", left=True, worth=95), Column("figure", left=True, worth=85),
            Column("value", worth=90), Column("interval", worth=80), Column("limit", worth=70),
        ]  # fmt: skip
        rows = self._view.chosen(self.rows)
        kinds = {
            one: Amounts([row.value for row in rows if (row.baseline is None) == one])
            for one in (True, False)
        }
        lines = []
        for row in rows:
            amounts = kinds[row.baseline is None]
            over = "" if row.baseline is None else f" / that of {on_a_line(row.baseline)}"
            lines.append([
                on_a_line(row.model), *([on_a_line(row.task or "")] if tasks else []),
                row.verdict, f"cost{over}", amounts.one(row.value),
                amounts.between(row.lo, row.hi), f"{row.limit:g}",
            ])  # fmt: skip
        return Table(self.title, columns, lines)

    def _page(self) -> Page:
        return Page([self.table()], self.notes)

    def cases(self) -> list[Case]:
        """Give the rows as tests of continuous integration."""
        return [
            Case(on_a_line(row.model), _test(row), _ENDED[row.verdict], _reason(row))
            for row in self.rows
        ]

    def _refuse_percentages(self) -> None:
        problem = "{percent} writes scores, and these are costs: leave it out"
        raise of_options("view.percent", problem, "percent")

    def to_junit(self) -> str:
        """Format as JUnit XML: a test for each row. What is undecided counts as skipped."""
        return render(self.title, self.cases(), self.notes)

    def conclusion(self) -> str:
        """Say how many costs fail or are undecided. Nothing if all pass."""
        fail, undecided = (
            sum(row.verdict == one for row in self.rows) for one in ("fail", "undecided")
        )
        return decided(len(self.rows), "cost", fail, undecided)


class BesideCosts:
    """A result about scores that may have a gate of costs beside it."""

    _costs: CostGate | None = None

    def beside(self, costs: CostGate | None) -> Self:
        """Give the same with a gate of costs."""
        other = copy(self)
        other._costs = costs
        return other

    def document(self) -> dict[str, Any]:
        """Give what is saved as JSON, with the rows of costs."""
        found: dict[str, Any] = super().document()  # type: ignore[misc]
        if self._costs is None:
            return found
        rows = [dict(zip(row._fields, plain(row), strict=True)) for row in self._costs.rows]
        return found | {"costs": rows}

    def _beside_rows(self) -> str:
        return "" if self._costs is None else "the costs"

    def _with_costs(self, page: Page) -> Page:
        """Give a page with the table of costs and what is said of it."""
        if self._costs is None:
            return page
        said = [note for note in self._costs._said() if note not in page.notes]
        return page._replace(tables=[*page.tables, self._costs.table()], notes=[*said, *page.notes])


def overall(verdicts: list[str]) -> Verdict:
    """Give the verdict of several together."""
    if "fail" in verdicts:
        return "fail"
    return "undecided" if "undecided" in verdicts else "pass"


def decided(number: int, what: str, fail: int, undecided: int) -> str:
    """Say how many of so many fail or are undecided. Nothing if all pass."""
    said = [f"{fail:,} {'fails' if fail == 1 else 'fail'}"] if fail else []
    if undecided:
        said.append(f"{undecided:,} {'is' if undecided == 1 else 'are'} undecided")
    return f"of {counted(number, what)}, {' and '.join(said)}" if said else ""


def _test(row: CostGated) -> str:
    """Name the test of a row."""
    of = f" of {on_a_line(row.task)}" if row.task else ""
    over = "" if row.baseline is None else f" over that of {on_a_line(row.baseline)}"
    return f"cost{of}{over} at most {row.limit:g}"


def _reason(row: CostGated) -> str:
    """Say why a row ends as it does."""
    amounts = Amounts([row.value])
    interval = amounts.between(row.lo, row.hi)
    return f"{row.verdict}: {amounts.one(row.value)}, interval {interval}; at most {row.limit:g}"
