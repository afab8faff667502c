"""Models beside a baseline: a sequence of rows, and how they are shown."""

from __future__ import annotations

import operator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from scorio._arguments import number
from scorio._call import Called, answered
from scorio._compare.settings import in_words, named, settings_of
from scorio._compare.verdict import Verdict, verdict_of
from scorio._costing.gate import BesideCosts
from scorio._errors import coded
from scorio._reading.report import report_lines
from scorio._rows import Comparison
from scorio.show.escaping import on_a_line
from scorio.show.page import Bars, Column, Page, Table
from scorio.show.terminal.bars import Span
from scorio.show.words import chance, counted, pvalue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scorio._call import Answer, Tables
    from scorio._counting.tallied import Tallied
    from scorio._rows import QuestionDifference
    from scorio.plot.figure import Figure


class Comparisons(BesideCosts, Called[Comparison]):
    """Models beside a baseline: a sequence of `Comparison`, table by table, best first.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does. `unmatched` lists what a paired comparison leaves out. `uncompared` lists the
    rows that tables lack, and why.
    """

    _row_type = Comparison

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        rows, _, self.unmatched, self.uncompared = answer.tables
        super().__init__(rows, answer.notes, settings_of(answer.options, counts), counts.sources)
        self._counts = counts
        self._options = answer.options
        self._tables: Tables | None = answer.tables
        self.confidence: float = answer.options["confidence"]
        self.report = counts.report

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_tables": None}

    @property
    def title(self) -> str:
        """What is compared, in a line."""
        return self._title_of("", None)

    @property
    def notes(self) -> list[str]:
        """What the comparison says below its tables."""
        verdicts = [] if self._margin is None else self.verdicts(self._margin)
        return [
            *map(str, verdicts),
            *self._said(),
            *report_lines(
                self.report,
                self._counts.notes,
                several_scores=any(row.score_name for row in self.rows),
            ),
        ]

    @coded
    def questions(self, model: str | None = None, n: int | None = None) -> list[QuestionDifference]:
        """Give the questions that decide a difference, those that differ most first.

        Parameters
        ----------
        model
            Which model's; of a single comparison it may be left out.
        n
            How many; all by default.

        Raises
        ------
        ValueError
            An n below 0; a model that was not compared, or none named of several; an unpaired
            comparison, which has no differences by question.
        """
        if n is not None and (isinstance(n, bool) or operator.index(n) < 0):
            raise ValueError(f"n = {n} is not a number of questions: give 0 or more")
        if not self.settings["paired"]:
            raise ValueError(
                "an unpaired comparison has no differences by question: compare with paired=True"
            )
        models = list(dict.fromkeys(row.model for row in self.rows if row.task is None))
        if model is None and len(models) == 1:
            model = models[0]
        if model not in models:
            named = "name one" if model is None else f"there is no model {model!r} among them"
            are = "is" if len(models) == 1 else "are"
            known = on_a_line(f"{named}: {', '.join(models)}")
            raise ValueError(f"{counted(len(models), 'model')} {are} compared: {known}")
        if self._tables is None:
            # A copy or a pickle compares again when it needs its questions.
            self._tables = answered("compare", self._counts, **self._options).tables
        return [one for one in self._tables[1] if one.model == model][:n]

    @coded
    def verdicts(self, margin: float) -> list[Verdict]:
        """Say of every model, overall, whether it is worse than the baseline by more than a margin.

        It is if difference + margin ≤ −z* σ, with the z* from which on models are separated.

        Raises
        ------
        ValueError
            A margin below 0, or that scores cannot differ by more than; a confidence below 0.5.
        """
        rows = self.rows
        if margin != self._margin:
            options = self._options | {"margin": number("margin", margin), "by_task": False}
            rows = answered("compare", self._counts, **options).tables[0]
        return [verdict_of(row) for row in rows if row.task is None]

    @property
    def _margin(self) -> float | None:
        margin: float | None = self.settings["margin"]
        return margin

    def _groups(self) -> Iterator[list[Comparison]]:
        for _, rows in groupby(self.rows, key=lambda row: (row.score_name, row.task)):
            yield list(rows)

    def _page(self) -> Page:
        tables = [self._table_of(rows) for rows in self._groups()]
        return self._with_costs(Page(tables, [*self._about_view(), *self.notes]))

    @coded
    def to_junit(self) -> str:
        """Format as JUnit XML, of a comparison with a margin: a test for each model.

        Raises
        ------
        ValueError
            A comparison without a margin, which has no verdicts.
        """
        from scorio.show.documents.junit import Case, render

        margin = self.settings["margin"]
        if margin is None and self._costs is not None:
            return render(self.title, self._costs.cases(), self.notes)
        if margin is None:
            raise ValueError("there are no verdicts: compare with a margin (margin=X)")
        cases = []
        for row in self.rows:
            if row.task is not None or row.worse_probability is None:
                continue
            score = f", score = {on_a_line(row.score_name)}" if row.score_name else ""
            interval = f"interval [{row.lo:+.4f}, {row.hi:+.4f}]"
            sure = chance(row.worse_probability)
            worse = f"P(worse by more than {margin:g}) {sure}"
            found = f"difference {row.difference:+.4f}, {interval}; {worse}"
            name = f"not worse than {on_a_line(row.baseline)} by more than {margin:g}"
            suite = f"{on_a_line(row.model)}{score}"
            cases.append(Case(suite, name, "failed" if row.worse else "passed", found))
        name = f"not worse than {on_a_line(self.rows[0].baseline)} by more than {margin:g}"
        cases += [
            Case(on_a_line(model), name, "skipped", f"not compared: {on_a_line(reason)}")
            for model, reason in self._undecided()
        ]
        cases += [] if self._costs is None else self._costs.cases()
        return render(self.title, cases, self.notes)

    def _undecided(self) -> list[tuple[str, str]]:
        """Give the models that have no overall row, each with its reason."""
        compared = {(row.model, row.score_name) for row in self.rows if row.task is None}
        left_out = [
            (one.model, one.reason)
            for one in self.uncompared
            if not one.task and (one.model, one.score_name) not in compared
        ]
        return list(dict.fromkeys(left_out))

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"differences": self._figure}

    def _figure(self, *, narrow: bool = False) -> Figure:
        from scorio.plot.comparison import differences

        groups = list(self._groups())
        scores = {rows[0].score_name for rows in groups}
        tables = []
        for rows in groups:
            task, score = rows[0].task, rows[0].score_name
            panel = "all tasks" if task is None else on_a_line(task) or "(no task)"
            panel += f", score = {on_a_line(score)}" if len(scores) > 1 else ""
            tables.append((panel, self._view.chosen(rows)))
        level = f"{100 * self.confidence:g}%"
        title = self._caption(groups[0][0].score_name if len(scores) == 1 else "", None)
        title = f"{title} with {level} intervals"
        return differences(title, tables, self._view, level, narrow=narrow)

    def _caption(self, score: str, task: str | None) -> str:
        """Say in words what is compared, as the title of a plot or of a table for a paper."""
        name = f", score {on_a_line(score)}" if score else ""
        where = "" if task is None else f" on {on_a_line(task) or '(no task)'}"
        pairing = "" if self.settings["paired"] else ", unpaired"
        baseline = on_a_line(self.rows[0].baseline)
        return f"{in_words(self.settings)}{name}{where}: difference from {baseline}{pairing}"

    def _title_of(self, score: str, task: str | None) -> str:
        settings = self.settings
        name = f", score = {on_a_line(score)}" if score else ""
        pairing = "paired" if settings["paired"] else "unpaired"
        baseline = on_a_line(self.rows[0].baseline)
        of = " of numeric scores" if settings["numeric"] else ""
        title = f"{named(settings)}{of}{name}, {pairing} · difference from {baseline}"
        return title if task is None else f"{title} · {on_a_line(task) or '(no task)'}"

    def _table_of(self, rows: list[Comparison]) -> Table:
        title = self._title_of(rows[0].score_name, rows[0].task)
        name = rows[0].score_name
        by_task = [row for row in self.rows if row.task is not None and row.score_name == name]
        if rows[0].task is None and by_task:
            title += " · overall"
        paired = self.settings["paired"]
        # A score that only a data set has says nothing of single questions.
        by_question = any(row.decisive is not None for row in rows)
        view, some = self._view, self._view.chosen(rows)
        columns = [
            Column("model", left=True, worth=100),
            Column("score", worth=60),
            Column("baseline", worth=40),
            Column("difference", worth=95),
            Column("±", worth=65),
            Column(f"{100 * self.confidence:g}% interval", worth=80),
            Column("verdict", left=True, worth=90),
            Column("p", worth=50),
            Column("P(A > B)", worth=55),
            Column("questions", worth=45),
            *([Column("decisive", worth=35)] if by_question else []),
        ]
        lines = [
            [
                on_a_line(row.model),
                view.figure(row.score),
                view.figure(row.baseline_score),
                view.signed(row.difference),
                view.figure(row.sigma),
                view.between(row.lo, row.hi, signed=True),
                _verdict(row),
                pvalue(row.p_adjusted, self.confidence),
                chance(row.probability),
                f"{row.questions:,}" + ("" if paired else f" : {row.baseline_questions:,}"),
                *([f"{row.decisive:,}"] if by_question else []),
            ]
            for row in some
        ]
        spans = [Span(row.lo, row.difference, row.hi, _TINTS[_verdict(row)]) for row in some]
        bars = Bars(spans, view.signed_end, mark=0.0, worth=85)
        return Table(title, columns, lines, bars, self._caption(name, rows[0].task))


# Green for better, red for worse, none for neither.
_TINTS = {"better": 4, "worse": 6, "not separated": 0}


def _verdict(row: Comparison) -> str:
    """Say which of the two is better, if they are separated."""
    if not row.separated:
        return "not separated"
    return "better" if row.difference > 0 else "worse"
