"""What a series of runs says of its model, as a sequence of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import Called
from scorio._reading.report import report_lines
from scorio._rows import DriftRun, DriftVerdict
from scorio.plot.drift import drift
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorio._call import Answer
    from scorio._counting.tallied import Tallied
    from scorio.plot.figure import Figure

# The last runs that a table of a long series shows.
_SHOWN = 30


class DriftChart(Called[DriftRun]):
    """A control chart of a series of runs: a sequence of `DriftRun`, a row for each run.

    `verdict` says whether the model has left its level, when, and by how much. It prints as text,
    shows as a table in a notebook, is saved, and goes to any Arrow consumer, as `Scores` does.
    """

    _row_type = DriftRun

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows, (verdict,)), notes, options = answer
        settings = {name: options[name] for name in ("confidence", "size", "margin")}
        super().__init__(rows, notes, settings, counts.sources)
        self._read = report_lines(counts.report, counts.notes)
        self._verdict: DriftVerdict = verdict

    @property
    def verdict(self) -> DriftVerdict:
        """What the series says of its model."""
        return self._verdict

    @property
    def _level(self) -> str:
        return f"{100 * self.settings['confidence']:g}%"

    @property
    def title(self) -> str:
        """How many runs there are, in a line."""
        questions = counted(self._verdict.questions, "question")
        return f"Series of {counted(self._verdict.runs, 'run')} over {questions}"

    @property
    def said(self) -> str:
        """The verdict, in a sentence."""
        if self._verdict.left_at is None:
            return f"The score has not left its level in {counted(self._verdict.runs, 'run')}."
        side = "fell" if self._verdict.verdict == "below" else "rose"
        return f"The score {side}: {self._change}"

    @property
    def _change(self) -> str:
        """How far the score changed, and when."""
        found, figure = self._verdict, self._view
        size = figure.signed(found.difference or 0.0)
        interval = figure.between(found.lo or 0.0, found.hi or 0.0, signed=True)
        return (
            f"{size} {interval} from {on_a_line(found.changed_at or '')} on. The limits show it at "
            f"{on_a_line(found.left_at or '')}."
        )

    @property
    def notes(self) -> list[str]:
        """What is said below the table."""
        return [self.said, *self._said(), *self._read]

    def conclusion(self) -> str:
        """Say how the model is worse than the margin. Nothing if it is not surely so."""
        if not self._verdict.worse:
            return ""
        return f"the score fell by more than {self.settings['margin']:g}: {self._change}"

    def document(self) -> dict[str, Any]:
        """Give what is saved as JSON, with the verdict."""
        return super().document() | {"verdict": self._verdict._asdict()}

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        level = f"{self._level} interval"
        return {"series": lambda: drift(self.title, self.said, self.rows, self._view, level)}

    def _page(self) -> Page:
        rows = self._view.chosen(self.rows)
        hidden = 0
        if self._view.top is None and self._view.sort is None and len(rows) > _SHOWN:
            hidden, rows = len(rows) - _SHOWN, rows[-_SHOWN:]
        columns = [
            Column("run", left=True, worth=100), Column("score", worth=90),
            Column(f"{self._level} interval", worth=40),
            Column("before", worth=60), Column("limits", worth=80),
            Column("left", left=True, worth=95), Column("trials", worth=20),
        ]  # fmt: skip
        table = Table(self.title, columns, [self._cells(row) for row in rows])
        earlier = f"{counted(hidden, 'earlier run')} not shown: a file or a picture has all."
        return Page([table], [*([earlier] if hidden else []), *self.notes])

    def _cells(self, row: DriftRun) -> list[str]:
        """Give the cells of a run."""
        write = self._view
        ends = ["–" if end is None else write.figure(end) for end in (row.lower, row.upper)]
        limits = "" if ends == ["–", "–"] else f"[{', '.join(ends)}]"
        left = ""
        if row.left:
            left = self._verdict.verdict if row.run == self._verdict.left_at else "·"
        return [
            on_a_line(row.run), write.figure(row.score), write.between(row.lo, row.hi),
            "" if row.before is None else write.figure(row.before), limits, left, f"{row.trials:,}",
        ]  # fmt: skip

    def to_junit(self) -> str:
        """Format as JUnit XML: one test, which fails if the score fell by more than the margin."""
        from scorio.show.documents.junit import Case, render

        test = f"no loss of more than {self.settings['margin'] or 0:g}"
        worse = self._verdict.worse
        case = Case("series", test, "failed" if worse else "passed", self.said)
        return render(self.title, [case], self.notes)
