"""What a table of costs says, as a sequence of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import Called
from scorio._costing.amounts import Amounts
from scorio._errors import of_options
from scorio._reading.report import report_lines
from scorio._rows import Cost
from scorio.show.documents.records import plain
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorio._call import Answer
    from scorio._counting.tallied import Tallied
    from scorio._rows import Capped, CostCrossing, Retry
    from scorio.plot.figure import Figure

# Caps of a curve that a table shows: pictures and files have all.
_SHOWN_CAPS = 12


class Costs(Called[Cost]):
    """Scores beside costs: a sequence of `Cost`, table by table, best score first.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does. `pairs` compares any two models, `retries` has fresh tries until the first
    success, `caps` success within caps, and `crossings` the caps at which one model passes another.
    JSON has them all.
    """

    _row_type = Cost

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows, self.pairs, self.retries, self.caps, self.crossings), notes, options = answer
        super().__init__(rows, notes, dict(options), counts.sources)
        self._read = report_lines(counts.report, counts.notes)

    @property
    def notes(self) -> list[str]:
        """What is said below the table."""
        return [self._words(), *self._saved_notes()]

    def _words(self) -> str:
        """Say what the words of the table mean."""
        return (
            'A model on the frontier has no other that is better and cheaper: "frontier" is sure '
            f'at {self._level()}, "open" is not. P(frontier) is the probability.'
        )

    def _saved_notes(self) -> list[str]:
        return [*self._said(), *self._read, *self._about_view()]

    def _facts(self) -> dict[str, Any]:
        # Programs read the verdicts by their names.
        return super()._facts() | {"notes": self._saved_notes()}

    @property
    def title(self) -> str:
        """What the table is about, in a line."""
        return f"Scores beside costs; {self._level()} intervals"

    def document(self) -> dict[str, Any]:
        """Give what is saved as JSON: the rows, and those of the other tables."""
        others = {
            "pairs": self.pairs,
            "retries": self.retries,
            "caps": self.caps,
            "crossings": self.crossings,
        }
        return super().document() | {
            name: [dict(zip(row._fields, plain(row), strict=True)) for row in rows]
            for name, rows in others.items()
            if rows
        }

    def _beside_rows(self) -> str:
        named = [name for name in ("retries", "caps") if getattr(self, name)]
        return f"the tables of {' and '.join(named)}" if named else ""

    def _page(self) -> Page:
        tasks = list(dict.fromkeys(row.task for row in self.rows))
        tables = [table for task in tasks for table in self._tables(task, several=len(tasks) > 1)]
        return Page(tables, self.notes)

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"frontier": self._of_frontier, "budget": self._of_budget}

    def _of_frontier(self, *, narrow: bool = False) -> Figure:
        from scorio.plot.frontier import frontier

        rows, of = self._drawn()
        title = f"Score by cost{of}; {self._level()} intervals"
        retries = [row for row in self.retries if row.task == rows[0].task]
        return frontier(title, rows, retries, self._view, self._level(), narrow=narrow)

    def _of_budget(self, *, narrow: bool = False) -> Figure:
        from scorio.plot.budget import budget

        if not self.caps and not self.retries:
            problem = "a plot of budgets needs caps or retries: give {curve} or {tries}"
            raise of_options("plot.no_budget", problem, "curve", "tries")
        rows, of = self._drawn()
        task, models = rows[0].task, {row.model for row in rows}
        caps = [row for row in self.caps if row.task == task and row.model in models]
        retries = [row for row in self.retries if row.task == task and row.model in models]
        crossings = [row for row in self.crossings if row.task == task]
        title = f"Success by spend{of}; {self._level()} intervals"
        return budget(
            title, rows, caps, retries, crossings, self._view, self._level(), narrow=narrow
        )

    def _drawn(self) -> tuple[list[Cost], str]:
        """Give the rows of the table of all tasks, or of the first task, and what it is called."""
        tasks = list(dict.fromkeys(row.task for row in self.rows))
        task = None if None in tasks else tasks[0]
        of = "" if not tasks[1:] else " of all tasks" if task is None else f" of {on_a_line(task)}"
        return self._view.chosen([row for row in self.rows if row.task == task]), of

    def _level(self) -> str:
        return f"{100 * self.settings['confidence']:g}%"

    def _tables(self, task: str | None, *, several: bool) -> list[Table]:
        """Give the tables of a task, or of all tasks together."""
        of = "" if not several else "; all tasks" if task is None else f"; {on_a_line(task)}"
        rows = [row for row in self.rows if row.task == task]
        order = {row.model: place for place, row in enumerate(self._view.chosen(rows))}
        tables = [self._scores(self.title + of, rows)]
        if self.retries:
            retries = [row for row in self.retries if row.task == task and row.model in order]
            retries.sort(key=lambda row: (order[row.model], row.tries))
            tables.append(self._retried(f"Fresh tries until the first success{of}", retries))
        if self.caps:
            few, some = self._few_caps()
            caps = [row for row in self.caps if row.task == task and row.model in order]
            caps = [row for row in caps if row.cap in few]
            caps.sort(key=lambda row: (row.cap, -row.success, order[row.model]))
            tables.append(self._capped(f"Success within a cap{of}{some}", caps))
        crossings = [row for row in self.crossings if row.task == task and row.leads]
        crossings = [row for row in crossings if {row.model, row.other} <= order.keys()]
        if crossings:
            crossings.sort(key=lambda row: row.cap)
            tables.append(self._crossed(f"Caps at which another model leads{of}", crossings))
        return tables

    def _few_caps(self) -> tuple[set[float], str]:
        """Give the caps of a table, all that were asked for and few of a curve, and how many."""
        asked = set(self.settings.get("caps") or ())
        every = sorted({row.cap for row in self.caps})
        curve = [cap for cap in every if cap not in asked]
        if len(curve) <= _SHOWN_CAPS:
            return set(every), ""
        last = len(curve) - 1
        few = {curve[place * last // (_SHOWN_CAPS - 1)] for place in range(_SHOWN_CAPS)}
        return few | asked, f"; {len(few | asked)} of {len(every)} caps"

    def _scores(self, title: str, rows: Sequence[Cost]) -> Table:
        columns = [
            Column("model", left=True, worth=100), Column("score", worth=99),
            Column("score interval", worth=70), Column("cost", worth=98),
            Column("cost interval", worth=90), Column("cost per success", worth=97),
            Column("per success interval", worth=85),
            *([Column("P(within)", worth=92)] if self.settings.get("within") is not None else []),
            Column("P(frontier)", worth=80), Column("verdict", left=True, worth=95),
        ]  # fmt: skip
        figure, between = self._view.figure, self._view.between
        cost = Amounts([row.cost for row in rows])
        each = Amounts([row.per_success for row in rows])
        lines = [
            [
                on_a_line(row.model), figure(row.score), between(row.lo, row.hi),
                cost.one(row.cost), cost.between(row.cost_lo, row.cost_hi),
                each.one(row.per_success), each.between(row.per_success_lo, row.per_success_hi),
                *([] if row.within is None else [f"{row.within:.2f}"]),
                f"{row.frontier:.2f}",
                f"dominated by {on_a_line(row.dominated_by)}" if row.dominated_by else row.verdict,
            ]
            for row in self._view.chosen(rows)
        ]  # fmt: skip
        return Table(title, columns, lines)

    def _retried(self, title: str, rows: Sequence[Retry]) -> Table:
        columns = [
            Column("model", left=True, worth=100), Column("tries", worth=100),
            Column("success", worth=99), Column("success interval", worth=70),
            Column("cost", worth=98), Column("cost interval", worth=90),
            Column("cost per success", worth=97), Column("per success interval", worth=85),
            Column("frontier", left=True, worth=95),
        ]  # fmt: skip
        figure = self._view.figure
        cost = Amounts([row.cost for row in rows])
        each = Amounts([row.per_success for row in rows])
        lines = [
            [
                on_a_line(row.model), f"{row.tries}", figure(row.success),
                _maybe(row.success_lo, row.success_hi, figure),
                cost.one(row.cost), cost.between(row.cost_lo, row.cost_hi),
                each.one(row.per_success), each.between(row.per_success_lo, row.per_success_hi),
                "yes" if row.on_frontier else "no",
            ]
            for row in rows
        ]  # fmt: skip
        return Table(title, columns, lines)

    def _capped(self, title: str, rows: Sequence[Capped]) -> Table:
        columns = [
            Column("cap", worth=100), Column("model", left=True, worth=100),
            Column("success", worth=99), Column("interval", worth=90),
        ]  # fmt: skip
        caps = Amounts([row.cap for row in rows])
        lines = [
            [
                caps.one(row.cap), on_a_line(row.model), self._view.figure(row.success),
                self._view.between(row.lo, row.hi),
            ]
            for row in rows
        ]  # fmt: skip
        return Table(title, columns, lines)

    def _crossed(self, title: str, rows: Sequence[CostCrossing]) -> Table:
        columns = [
            Column("leads below", left=True, worth=100),
            Column("leads above", left=True, worth=100),
            Column("cap", worth=99), Column("interval", worth=98),
        ]  # fmt: skip
        caps = Amounts([row.cap for row in rows])
        lines = [
            [
                on_a_line(row.model), on_a_line(row.other),
                caps.one(row.cap), caps.between(row.lo, row.hi),
            ]
            for row in rows
        ]  # fmt: skip
        return Table(title, columns, lines)


def _maybe(lo: float | None, hi: float | None, figure: Any) -> str:  # noqa: ANN401
    """Write an interval, where the trials tell one."""
    return "–" if lo is None or hi is None else f"[{figure(lo)}, {figure(hi)}]"
