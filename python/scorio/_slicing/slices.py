"""Models beside a baseline in each slice of the questions: rows, and how they are shown."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from scorio._call import Called
from scorio._compare.settings import in_words, settings_of
from scorio._reading.report import report_lines
from scorio._rows import SliceDifference
from scorio.show.documents.records import plain
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.words import chance, pvalue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorio._call import Answer
    from scorio._counting.tallied import Tallied
    from scorio.plot.figure import Figure

# From here on, three digits would be those of certainty.
_SURE = 0.9995
_FEW = "a slice with * has few questions"


class Slices(Called[SliceDifference]):
    """Models beside a baseline by slice: a sequence of `SliceDifference`, model by model.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does. `models` has a `Heterogeneity` for each model: whether its differences differ
    between slices. JSON has them, too.
    """

    _row_type = SliceDifference

    def __init__(self, answer: Answer, counts: Tallied[Any] | None = None) -> None:
        (rows, self.models), notes, options = answer
        settings = dict(options) if counts is None else settings_of(options, counts)
        sources = [] if counts is None else counts.sources
        super().__init__(rows, notes, settings, sources)
        self.confidence: float = options["confidence"]
        self._fields: Sequence[str] = options.get("slice") or ()
        self._read = [] if counts is None else report_lines(counts.report, counts.notes)

    @property
    def title(self) -> str:
        """What is compared, by what, in a line."""
        models = list(dict.fromkeys(row.model for row in self.rows))
        return self._title_of(models[0] if len(models) == 1 else None, self.rows)

    @property
    def notes(self) -> list[str]:
        """What is said below the tables."""
        return [*self._said(), *self._read]

    @property
    def verdict(self) -> str | None:
        """Whether each slice passes: "pass", "fail", or None without `each_slice`."""
        verdicts = [one.verdict for one in self.models if one.verdict is not None]
        return None if not verdicts else "fail" if "fail" in verdicts else "pass"

    def document(self) -> dict[str, Any]:
        """Give what is saved as JSON: the rows, and those of models."""
        models = [dict(zip(row._fields, plain(row), strict=True)) for row in self.models]
        return super().document() | {"models": models}

    def to_junit(self) -> str:
        """Format as JUnit XML, of slices with a margin: a test for each slice of each model.

        Raises
        ------
        ValueError
            Slices without a margin, which have no verdicts.
        """
        from scorio.show.documents.junit import Case, render

        margin = self.settings["margin"]
        if margin is None:
            raise ValueError("there are no verdicts: compare slices with a margin (margin=X)")
        cases = []
        for row in self.rows:
            found = f"difference {row.difference:+.4f}, interval [{row.lo:+.4f}, {row.hi:+.4f}]"
            if row.worse_holm is not None:
                found += f"; Holm's p of no loss beyond {margin:g}: {pvalue(row.worse_holm)}"
            name = f"{on_a_line(row.slice)}: not worse than {on_a_line(row.baseline)} by more than"
            cases.append(Case(on_a_line(row.model), f"{name} {margin:g}", _state(row), found))
        return render(self.title, cases, self.notes)

    def _groups(self) -> Iterator[list[SliceDifference]]:
        for _, rows in groupby(self.rows, key=lambda row: (row.score_name, row.model)):
            yield list(rows)

    def _page(self) -> Page:
        chosen = {id(row) for row in self._view.chosen(self.rows)}
        shown = [[row for row in rows if id(row) in chosen] for rows in self._groups()]
        whole = {(rows[0].score_name, rows[0].model): rows for rows in self._groups()}
        tables = [
            self._table_of(rows)._replace(
                title=self._title_of(rows[0].model, whole[rows[0].score_name, rows[0].model])
            )
            for rows in shown
            if rows
        ]
        return Page(tables, [*self._about_view(), *self.notes])

    def _title_of(self, model: str | None, rows: Sequence[SliceDifference]) -> str:
        if not rows or not rows[0].model:
            return "Differences by slice"
        baseline = on_a_line(rows[0].baseline)
        by = ", ".join(on_a_line(field) for field in self._fields)
        if model is None:
            return f"Differences from {baseline} by {by}"
        score = f", score = {on_a_line(rows[0].score_name)}" if rows[0].score_name else ""
        questions = sum(row.questions or 0 for row in rows)
        title = f"{on_a_line(model)} against {baseline} by {by}{score}"
        return f"{title} · {questions:,} {'question' if questions == 1 else 'questions'}"

    def _caption(self, rows: Sequence[SliceDifference]) -> str:
        metric = "" if not rows[0].model else f"{in_words(self.settings)}: "
        return f"{metric}{self._title_of(rows[0].model, rows)}"

    def _table_of(self, rows: Sequence[SliceDifference]) -> Table:
        level = f"{100 * self.confidence:g}% interval"
        known = any(row.questions is not None for row in rows)
        shrunken = any(row.shrunken is not None for row in rows)
        margin = self.settings["margin"]
        columns = [
            Column("slice", left=True, worth=100),
            *([Column("questions", worth=70)] if known else []),
            Column("difference", worth=95),
            Column(level, worth=72),
            Column("Holm", worth=85),
            *([Column("shrunken", worth=90), Column(level, worth=75)] if shrunken else []),
            Column("P(A > B)", worth=60),
            *([] if margin is None else [Column("verdict", left=True, worth=85)]),
        ]
        view = self._view
        lines = [
            [
                on_a_line(row.slice),
                *([_questions(row)] if known else []),
                view.signed(row.difference),
                view.between(row.lo, row.hi, signed=True),
                "–" if row.holm is None else _without_zero(pvalue(row.holm, self.confidence)),
                *(self._shrunken(row) if shrunken else []),
                _short(_probability(row)),
                *([] if margin is None else [_verdict(row)]),
            ]
            for row in rows
        ]
        return Table(self._title_of(rows[0].model, rows), columns, lines, None, self._caption(rows))

    def _shrunken(self, row: SliceDifference) -> list[str]:
        if row.shrunken is None or row.shrunken_lo is None or row.shrunken_hi is None:
            return ["–", "–"]
        between = self._view.between(row.shrunken_lo, row.shrunken_hi, signed=True)
        return [self._view.signed(row.shrunken), between]

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"slices": self._figure}

    def _figure(self, *, narrow: bool = False) -> Figure:
        from scorio.plot.slices import slices

        level = f"{100 * self.confidence:g}%"
        groups = [self._view.chosen(rows) for rows in self._groups()]
        return slices(
            f"{self.title}; {level} intervals", [rows for rows in groups if rows], self._view,
            level, narrow=narrow,
        )  # fmt: skip


def _state(row: SliceDifference) -> Literal["passed", "failed", "skipped"]:
    if row.failing is None:
        return "skipped"
    return "failed" if row.failing else "passed"


def _questions(row: SliceDifference) -> str:
    few = "" if row.judged else "*"
    return "" if row.questions is None else f"{row.questions:,}{few}"


def _probability(row: SliceDifference) -> float:
    """Give P(A > B) by all slices together where they are shrunken, and else by the slice alone."""
    own = row.shrunken_probability
    return row.probability if own is None else own


def _short(value: float) -> str:
    return chance(value) if value > _SURE or value < 1 - _SURE else f"{value:.3f}"


def _without_zero(text: str) -> str:
    return text[1:] if text.startswith("0.") else text


def _verdict(row: SliceDifference) -> str:
    if row.failing is None:
        return "not judged"
    return "worse" if row.failing else "not shown worse"
