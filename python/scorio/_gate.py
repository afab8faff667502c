"""Gates: whether scores, or single questions, reach a level with enough confidence."""

from __future__ import annotations

from itertools import groupby
from math import nan
from typing import TYPE_CHECKING, Any, Literal

from scorio._call import Called
from scorio._reading.report import report_lines
from scorio._rows import Gated
from scorio.show.bars import Span
from scorio.show.escaping import on_a_line
from scorio.show.page import Bars, Column, Page, Table
from scorio.show.view import View
from scorio.show.words import chance, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scorio._call import Answer
    from scorio._counting.tallied import Tallied
    from scorio.plot.figure import Figure

Verdict = Literal["pass", "fail", "undecided"]

# Questions of a model that a table of text lists.
_LISTED = 20


class Gate(Called[Gated]):
    """What a gate says: a sequence of `Gated`, a row for each score or for each question.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does. `verdict` is that of all rows together.
    """

    _row_type = Gated

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows,), notes, options = answer
        super().__init__(rows, notes, _settings(options), counts.sources)
        self.report = counts.report
        self._reading_notes = counts.notes
        self._tasks = len({row.task for row in rows}) > 1

    @property
    def verdict(self) -> Verdict:
        """`"fail"` if any row fails, else `"undecided"` if any is, else `"pass"`."""
        verdicts = {row.verdict for row in self.rows}
        if "fail" in verdicts:
            return "fail"
        return "undecided" if "undecided" in verdicts else "pass"

    @property
    def title(self) -> str:
        """What the gate asks, in a line."""
        level = f"at least {self.settings['at_least']:g}"
        sure = f"confidence {self.settings['confidence']:g}"
        if self.settings["per_question"]:
            family = " for all questions of a model together" if self.settings["family"] else ""
            return f"Gate: every question solved in {level} of its trials; {sure}{family}"
        k = self.settings["k"]
        budget = "" if k is None else f", k = {k}"
        return f"Gate: {self.settings['metric']}{budget} {level}; {sure}"

    @property
    def notes(self) -> list[str]:
        """What the gate says below its tables."""
        notes = self._about_view(a_line_each=not self.settings["per_question"])
        notes += self._said()
        several = any(row.score_name for row in self.rows)
        return notes + report_lines(self.report, self._reading_notes, several_scores=several)

    def to_junit(self) -> str:
        """Format as JUnit XML: a test for each row. What is undecided counts as skipped."""
        from scorio.show.junit import Case, render

        ended: dict[str, Literal["passed", "failed", "skipped"]] = {
            "pass": "passed", "fail": "failed", "undecided": "skipped"
        }  # fmt: skip
        cases = [
            Case(_named(row), self._test(row), ended[row.verdict], self._reason(row))
            for row in self.rows
        ]
        return render(self.title, cases)

    def _test(self, row: Gated) -> str:
        """Name the test of a row."""
        task = on_a_line(row.task or "")
        if self.settings["per_question"]:
            return f"{task}: {on_a_line(row.question or '')}" if task else str(row.question)
        return f"{self.settings['metric']} of {task or 'all tasks'}"

    def _reason(self, row: Gated) -> str:
        """Say why a row ends as it does."""
        level = f"at least {self.settings['at_least']:g}"
        if self.settings["per_question"]:
            chances = "" if row.probability is None else f", P(p ≥ level) {_chance(row)}"
            found = f"{row.successes} of {counted(row.trials, 'trial')} succeed{chances}"
        elif row.score is None or row.lo is None or row.hi is None:
            found = "no score"
        else:
            score, lo, hi = (
                View().beside(one, self.settings["at_least"]) for one in (row.score, row.lo, row.hi)
            )
            found = f"score {score}, interval [{lo}, {hi}]"
        more = "" if row.more is None else f"; run {row.more:,} more"
        return f"{row.verdict}: {found}; {level}{more}"

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"gates": self._figure}

    def _figure(self) -> Figure:
        from scorio.plot.comparison import gates

        each = bool(self.settings["per_question"])
        tables: dict[str, list[Gated]] = {}
        for row in self._view._replace(sort=None, top=None).chosen(self.rows):
            name = _named(row) if each else on_a_line(row.task or "") or "all tasks"
            tables.setdefault(name, []).append(row)
        sure = f"{100 * self.settings['confidence']:g}% at each end"
        return gates(self.title, list(tables.items()), self.settings["at_least"], sure)

    def _page(self) -> Page:
        return Page(list(self._tables()), self.notes)

    def _tables(self) -> Iterator[Table]:
        if not self.settings["per_question"]:
            # Names of tasks tell the rows apart, if there are several.
            several = len({row.task for row in self.rows}) > 1
            yield Table(
                self.title,
                [
                    Column("model", left=True, worth=100),
                    Column("task", left=True, worth=99 if several else 20),
                    Column("verdict", left=True, worth=95),
                    Column("score", worth=90),
                    Column("interval", worth=80),
                    Column("questions", worth=30),
                    Column("trials", worth=40),
                    Column("run more", worth=75),
                ],
                [
                    _score_cells(row, self._view, self.settings["at_least"])
                    for row in self._view.chosen(self.rows)
                ],
                self._bars(),
            )
            return
        own = self._view._replace(sort=None, top=None).chosen(self.rows)
        groups = groupby(own, key=lambda row: (row.score_name, row.model))
        models = [list(rows) for _, rows in groups]
        names = ["pass", "fail", "undecided", "run more"]
        yield Table(
            self.title,
            [Column("model", left=True), *map(Column, names)],
            [_summary(rows) for rows in models],
        )
        for rows in models:
            open_rows = [row for row in rows if row.verdict != "pass"]
            # Failures first, then the least likely.
            open_rows.sort(key=lambda row: (row.verdict, row.probability))
            if open_rows:
                yield self._open_table(open_rows)

    def _bars(self) -> Bars:
        tints = {"pass": 4, "fail": 6, "undecided": 0}
        spans = [
            Span(nan, nan, nan) if row.lo is None or row.hi is None or row.score is None
            else Span(row.lo, row.score, row.hi, tints[row.verdict])
            for row in self._view.chosen(self.rows)
        ]  # fmt: skip
        return Bars(spans, self._view.end, self.settings["at_least"], 85)

    def _open_table(self, rows: list[Gated]) -> Table:
        named = _named(rows[0])
        what = f"{counted(len(rows), 'question')} of {named} not passed"
        view = self._view._replace(only=(), top=self._view.top or _LISTED)
        if len(rows) > (view.top or 0):
            what += f", of which {view.top} are here and all in a saved result"
        columns = [Column("question", left=True), Column("verdict", left=True)]
        if self._tasks:
            columns.insert(0, Column("task", left=True))
        names = ["successes", "trials", "P(p ≥ level)", "run more", "if all succeed", "if all fail"]
        lines = [_question_cells(row, tasks=self._tasks) for row in view.chosen(rows)]
        return Table(what, [*columns, *map(Column, names)], lines)


def _named(row: Gated) -> str:
    score = f", score = {on_a_line(row.score_name)}" if row.score_name else ""
    return f"{on_a_line(row.model)}{score}"


def _summary(rows: list[Gated]) -> list[str]:
    verdicts = [row.verdict for row in rows]
    numbers = [f"{verdicts.count(one):,}" for one in ("pass", "fail", "undecided")]
    more = [row.more for row in rows if row.verdict == "undecided"]
    known = sum(one for one in more if one is not None)
    beyond = "" if None not in more else " and others beyond a million"
    return [_named(rows[0]), *numbers, f"{known:,}{beyond}"]


def _question_cells(row: Gated, *, tasks: bool) -> list[str]:
    cells = [on_a_line(row.task or "")] if tasks else []
    further = [row.more, row.to_pass, row.to_fail]
    return [
        *cells,
        on_a_line(row.question or ""),
        row.verdict,
        f"{row.successes:,}",
        f"{row.trials:,}",
        _chance(row),
        *("—" if one is None else f"{one:,}" for one in further),
    ]


def _chance(row: Gated) -> str:
    return "" if row.probability is None else chance(row.probability, level=row.confidence)


def _score_cells(row: Gated, view: View, level: float) -> list[str]:
    asked = "" if row.questions == row.questions_asked else f"/{row.questions_asked:,}"
    return [
        _named(row),
        "all" if row.task is None else on_a_line(row.task),
        row.verdict,
        "—" if row.score is None else view.beside(row.score, level),
        "—"
        if row.lo is None or row.hi is None
        else f"[{view.beside(row.lo, level)}, {view.beside(row.hi, level)}]",
        f"{row.questions:,}{asked}",
        f"{row.trials:,}",
        "—" if row.more is None else f"{row.more:,}",
    ]


def _settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked. An option that does not matter is None."""
    single = options["per_question"]
    sampled = options["sampled"] or options["cluster"] is not None
    settings = {name: options[name] for name in ("at_least", "confidence", "per_question")}
    return settings | {
        "family": options["family"] if single else None,
        "metric": None if single else options["metric"],
        "k": options["k"],
        "weights": options["weights"],
        "prior": "uniform" if single else options["prior"],
        "sampled": None if single else sampled,
        "cluster": options["cluster"],
        "by_task": None if single else options["by_task"],
        "models": options["only"],
    }
