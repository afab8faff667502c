"""The leaderboard: its rows, and how they are shown."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from scorio._call import Called
from scorio._errors import described, of_options
from scorio._reading.report import report_lines
from scorio._rows import Judged, Score
from scorio._scoring.settings import settings_of
from scorio._scoring.sliced import sliced
from scorio.show.documents.records import fields_of, plain
from scorio.show.escaping import on_a_line
from scorio.show.page import Bars, Column, Page, Table, typed
from scorio.show.terminal.bars import Span
from scorio.show.view import View, checked_only, column_names
from scorio.show.wide import best_of, wide_table
from scorio.show.words import metric_in_words, percent, rank_range

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorio._call import Answer
    from scorio._counting.tallied import Tallied
    from scorio.plot.figure import Figure


class Scores(Called[Score]):
    """A leaderboard: a sequence of `Score`, table by table, best first.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer
    (`pandas.DataFrame.from_arrow(scores)`, `polars.DataFrame(scores)`, `pyarrow.table(scores)`).
    `unscored` lists the models that have too few trials for a score, with the trials that a
    question needs and the name of the score. Of numeric scores, `unestimated` says what tables by
    task lack, and why. Of counts with labels, `judged` has what the judge and the labels tell, and
    files, JSON and Arrow have it in five more columns.
    """

    _row_type = Score

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows, self.unscored, self.judged, self.slices), notes, options = answer
        super().__init__(rows, notes, settings_of(options, counts), counts.sources)
        self.confidence: float = self.settings["confidence"]
        self.macro: bool = self.settings["macro"]
        self.report = counts.report
        self._tasks = len(counts.tasks)
        self._reading_notes = counts.notes

    @property
    def title(self) -> str:
        """What is scored, in a line."""
        metrics = dict.fromkeys(_metric(row) for row in self.rows)
        return f"Leaderboard: {'; '.join(metrics)}; {self._about}{self._kind}"

    @property
    def unestimated(self) -> list[tuple[str, str]]:
        """Why a table by task lacks a score of numbers, and by which score of the trials."""
        lacking = [note.values for note in self._notes if note.kind == "score.unestimated"]
        return [(one["reason"], one["score"]) for one in lacking]

    @property
    def _about(self) -> str:
        """What the scores are about, and their prior."""
        about: str = next(note.values["about"] for note in self._notes if "about" in note.values)
        return about

    @property
    def _kind(self) -> str:
        return " · numeric scores" if self.settings.get("numeric") else ""

    @property
    def notes(self) -> list[str]:
        """What the leaderboard says below its tables."""
        several = any(row.score_name for row in self.rows)
        read = report_lines(self.report, self._reading_notes, several_scores=several)
        return [*self._said(), *read]

    def letters(self) -> list[str]:
        """Give the compact letter display of each table: a string of letters for each row.

        Two models of a table share a letter where a comparison does not separate them, whatever
        their places. The best have an a. Tables of more than 500 models have none, nor those for
        which 26 letters are too few. See `scorio.rank.letters`.
        """
        return [row.letters for row in self.rows]

    def _groups(self) -> Iterator[list[Score]]:
        for _, rows in groupby(
            self.rows,
            key=lambda row: (row.metric, row.k, row.parameters, row.score_name, row.task),
        ):
            yield list(rows)

    def view(
        self,
        *,
        only: str | Sequence[str] = (),
        sort: str | None = None,
        top: int | None = None,
        digits: int | None = None,
        percent: bool = False,
        columns: str | Sequence[str] = (),
        wide: bool = False,
        interval: bool = False,
        sigma: bool = False,
    ) -> Scores:
        r"""Give the same leaderboard with other tables, as the same method of other results does.

        `wide` gives one table with a line for each model, and a column for each table: for each
        task, each budget k, or each metric. Then `interval` puts the interval beside each score,
        and `sigma` its ± σ.

        Examples
        --------
        >>> import scorio
        >>> scores = scorio.count("examples/coins.jsonl").score("pass_at_k", k=[1, 2, 4])
        >>> print(scores.view(wide=True, top=2, percent=True).to_text().split("\n\n")[1])
        rank  model     k = 1   k = 2   k = 4
           1  coin-11  72.46%  90.02%  98.16%
           2  coin-10  63.00%  82.35%  93.94%
        >>> wide = scores.view(wide=True, top=1, digits=2, interval=True)
        >>> print(wide.to_text(columns=["model", "k = 2"]).split("\n\n")[1])
        model                k = 2
        coin-11  0.90 [0.89, 0.91]
        """
        if not wide and (interval or sigma):
            known = "interval" if interval else "sigma"
            template = f"{{{known}}} is for a wide table, which {{wide}} gives: others have columns"
            raise of_options("scores.wide", template, known, "wide")
        names = checked_only(self.rows, only)
        own = column_names(columns)
        return self._viewed(View(names, sort, top, digits, percent, wide, interval, sigma, own))

    def _page(self) -> Page:
        tables = list(self._groups())
        if self._view.wide:
            caption = self._caption([rows[0] for rows in tables])
            shown = [wide_table(tables, self._view, self._titles(tables), caption)]
        else:
            shown = [self._table_of(rows) for rows in tables]
        if self.slices:
            whole = [row for row in self.rows if row.task is None]
            shown += sliced(whole, self.slices, self._view, self._title_of, self._caption)
        return Page(shown, [*self._about_view(), *self._shown_notes()])

    def document(self) -> dict[str, Any]:
        """Give what is saved as JSON: the rows, and those of slices."""
        rows = [dict(zip(row._fields, plain(row), strict=True)) for row in self.slices]
        return super().document() | ({"slices": rows} if rows else {})

    def _beside_rows(self) -> str:
        return "the tables of slices" if self.slices else ""

    def _shown_notes(self) -> list[str]:
        """Give the notes, without those of columns that are not shown."""
        own = self._view.columns
        left_out = [
            kind
            for column, kinds in _OF_COLUMNS.items()
            if self._view.wide or (own and column not in map(typed, own))
            for kind in kinds
        ]
        dropped = self._said(*left_out) if left_out else []
        return [note for note in self.notes if note not in dropped]

    def plot(self, kind: str | None = None) -> Figure:
        """Draw the leaderboard: "scores", "ranks", "curves" over k, or models by "tasks".

        Counts with labels have "judge", too: the score by the labels beside that by the judge.
        Without a kind, several budgets k of one metric are drawn as curves, and anything else as
        scores. See the same method of other results.
        """
        metrics, budgets = ({getattr(row, name) for row in self.rows} for name in ("metric", "k"))
        over_k = len(metrics) == 1 and len(budgets) > 1
        return super().plot(kind or ("curves" if over_k else "scores"))

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {
            "scores": self._of_scores,
            "ranks": self._of_ranks,
            "curves": self._of_curves,
            "tasks": self._of_tasks,
            "judge": self._of_judge,
        }

    def _of_scores(self, *, narrow: bool = False) -> Figure:
        from scorio.plot import leaderboard

        title = f"{self._caption(self._firsts())} with {self._level()} intervals"
        return leaderboard.scores(title, self._boards(), self._view, self._level(), narrow=narrow)

    def _of_ranks(self) -> Figure:
        from scorio.plot import leaderboard

        words = self._caption(self._firsts()).replace("Average", "average", 1)
        return leaderboard.ranks(f"Ranks by {words}", self._boards(), self._level())

    def _of_curves(self) -> Figure:
        from scorio.plot import leaderboard

        tables = self._overall()
        first = tables[0][0]
        own = [
            row
            for rows in tables
            for row in self._view.chosen(rows)
            if (row.metric, row.score_name, row.task)
            == (first.metric, first.score_name, first.task)
        ]
        metrics = list(dict.fromkeys(row.metric for rows in tables for row in rows))
        if len(metrics) > 1:
            raise ValueError(f"curves are of one metric, not of {' and '.join(metrics)}")
        if len({row.k for row in own}) == 1:
            metric = "pass_at_k" if first.k is None else first.metric
            problem = f"curves are over several budgets k, but this is {_metric(first)}"
            raise described(ValueError, problem, "give_budgets", metric=metric)
        title = f"{self._caption(self._firsts())} with {self._level()} intervals"
        return leaderboard.over_k(title, own, self._view, self._level())

    def _of_tasks(self) -> Figure:
        from scorio.plot import leaderboard

        first = next(iter(self._groups()))[0]
        own = [
            row
            for row in self.rows
            if (row.metric, row.k, row.parameters, row.score_name)
            == (first.metric, first.k, first.parameters, first.score_name)
        ]
        if len({row.task for row in own}) == 1:
            problem = "a plot of tasks needs several, but these scores are of one"
            raise described(ValueError, problem, "name_tasks")
        title = f"{metric_in_words(first.metric, first.k)} by task"
        return leaderboard.by_task(title, self._view.chosen(own), self._view)

    def _of_judge(self, *, narrow: bool = False) -> Figure:
        from scorio.plot import leaderboard

        if not self.judged:
            raise of_options("plot.no_labels", _NO_LABELS, "label")
        if all(one.judge is None for one in self.judged):
            raise of_options("plot.no_average", _NO_AVERAGE, "kind")
        title = f"{self._caption(self._firsts())}, beside the judge's"
        tables = [
            (name, [(row, self._judged_of(row)) for row in rows]) for name, rows in self._boards()
        ]
        return leaderboard.beside_judge(title, tables, self._view, self._level(), narrow=narrow)

    def _level(self) -> str:
        return f"{100 * self.confidence:g}%"

    def _overall(self) -> list[list[Score]]:
        """Give the tables over all tasks, or where there are none those of the tasks."""
        groups = list(self._groups())
        return [rows for rows in groups if rows[0].task is None] or groups

    def _firsts(self) -> list[Score]:
        """Give the first row of each table over all tasks."""
        return [rows[0] for rows in self._overall()]

    def _boards(self) -> list[tuple[str, list[Score]]]:
        """Give the tables over all tasks with their titles."""
        return [(self._caption([rows[0]]), self._view.chosen(rows)) for rows in self._overall()]

    def _titles(self, tables: list[list[Score]]) -> list[list[str]]:
        """Give what tells each table, part by part: its metric, budget, score and task."""
        tasks = len({row.task for row in self.rows}) > 1
        overall = ("all tasks" if self._tasks > 1 else "") if not self.macro else "mean of tasks"
        return [
            [
                first.metric,
                "" if first.k is None else f"k = {first.k}",
                first.parameters.replace("=", " = "),
                on_a_line(first.score_name),
                overall
                if first.task is None
                else on_a_line(first.task) or ("(no task)" if tasks else ""),
            ]
            for first, *_ in tables
        ]

    def _table_of(self, rows: list[Score]) -> Table:
        """Give the table of some rows, with bounds where a trial is missing."""
        level = f"{100 * self.confidence:g}% interval"
        first, some, view = rows[0], self._view.chosen(rows), self._view
        columns = [
            Column("rank", worth=90),
            Column("rank range", worth=82),
            Column("model", left=True, worth=100),
            Column("score", worth=95),
            Column("±", worth=75),
            Column(level, worth=80),
            Column("questions", worth=40),
            Column("trials", worth=35),
            Column("coverage", worth=45),
        ]
        lines = [_cells(row, view) for row in some]
        if self.judged:
            # Beside the interval, and rather in sight than its drawing.
            names = ("judge", "bias", "labels", "worth")
            columns[_LABELS:_LABELS] = [
                Column(name, worth=worth)
                for name, worth in zip(names, (88, 87, 86, 30), strict=True)
            ]
            for row, line in zip(some, lines, strict=True):
                line[_LABELS:_LABELS] = self._labels_of(row)
        if first.rank_hi > 1 or first.p_best < _CERTAIN or view.asks_for("p_best"):
            columns.append(Column("P(best)", worth=55))
            for row, line in zip(some, lines, strict=True):
                line.append(f"{row.p_best:.3f}")
        if view.asks_for("letters"):
            columns.append(Column("letters", left=True))
            for row, line in zip(some, lines, strict=True):
                line.append(row.letters)
        if any(row.coverage < 1 and row.worst is not None for row in rows):
            columns.append(Column(_BOUNDS, worth=50))
            for row, line in zip(some, lines, strict=True):
                line.append(
                    "" if row.worst is None or row.best is None
                    else f"{view.figure(row.worst)}..{view.figure(row.best)}"
                )  # fmt: skip
        spans = [Span(row.lo, row.score, row.hi, int(row.with_leader)) for row in some]
        bars, best = Bars(spans, view.end, worth=25 if self.judged else 85), best_of(rows)
        strong = {
            (line, at)
            for line, row in enumerate(some)
            if row.model in best
            for at in _NAME_AND_SCORE
        }
        caption = self._caption([first])
        return Table(self._title_of(first), columns, lines, bars, caption, frozenset(strong))

    def _records(self) -> tuple[list[Any], list[tuple[Any, ...]]]:
        fields, records = super()._records()
        if not self.judged:
            return fields, records
        names = Judged._fields
        places = [names.index(name) for name in names if name not in Score._fields]
        known = {(one.task, one.model, one.score_name): one for one in self.judged}
        own = [known[row.task, row.model, row.score_name] for row in self.rows]
        told = fields_of(Judged, {})
        return [*fields, *(told[place] for place in places)], [
            (*record, *(one[place] for place in places))
            for record, one in zip(records, own, strict=True)
        ]

    def _labels_of(self, row: Score) -> list[str]:
        """Give the cells of what the judge and the labels tell of a row."""
        own = self._judged_of(row)
        judge = "–" if own.judge is None else self._view.figure(own.judge)
        bias = "–" if own.bias is None else self._view.signed(own.bias)
        worth = "–" if own.worth is None else f"{own.worth:,.0f}"
        return [judge, bias, f"{own.labels:,}", worth]

    def _judged_of(self, row: Score) -> Judged:
        """Give what the judge and the labels tell of a row."""
        own: Judged
        (own,) = (
            one for one in self.judged
            if (one.task, one.model, one.score_name) == (row.task, row.model, row.score_name)
        )  # fmt: skip
        return own

    def _caption(self, firsts: Sequence[Score]) -> str:
        """Say in words what tables show, of which these are the first rows."""
        metrics = {metric_in_words(row.metric, row.k) for row in firsts}
        if len(metrics) > 1:
            metrics = {metric_in_words(row.metric, None) for row in firsts}
        words = metrics.pop() if len(metrics) == 1 else "Scores"
        parameters, tasks, names = (
            {row[at] for row in firsts} for at in map(Score._fields.index, _TOLD)
        )
        if len(parameters) == 1 and firsts[0].parameters:
            words += f" ({firsts[0].parameters.replace('=', ' = ')})"
        if self.judged:
            words += ", corrected by labels"
        if len(names) == 1 and firsts[0].score_name:
            words += f", score {on_a_line(firsts[0].score_name)}"
        if len(tasks) == 1 and self._tasks > 1:
            pooled = " as the mean of the tasks" if self.macro else " on all tasks"
            task = firsts[0].task
            words += pooled if task is None else f" on {on_a_line(task) or '(no task)'}"
        return words

    def _title_of(self, first: Score) -> str:
        title = _metric(first) + (", corrected by labels" if self.judged else "")
        if first.score_name:
            title += f", score = {on_a_line(first.score_name)}"
        if first.task is not None:
            title += f" · {on_a_line(first.task) or '(no task)'}"
        elif self.macro:
            title += " · overall, the mean of the tasks"
        elif self._tasks > 1:
            title += " · overall, all questions pooled"
        return title + self._kind


_BOUNDS = "worst..best"
_NO_LABELS = "a plot of the judge needs labels of people, but none are there: count with {label}"
_NO_AVERAGE = (
    "not all outcomes of the judge read as labels do, so that it has no average: "
    "draw another {kind}"
)
# The notes that are about a single column.
_OF_COLUMNS = {
    "p_best": ("score.table_prior", "score.flat_prior"),
    "bounds": ("score.bounds", "score.unbounded"),
}
# The places of these columns in a table.
_NAME_AND_SCORE = (2, 3)
# Where the columns of a judge and of labels begin.
_LABELS = 6
# What a title tells beside the metric.
_TOLD = ("parameters", "task", "score_name")
# From here on, the first place is no question.
_CERTAIN = 0.9995


def _metric(row: Score) -> str:
    """Name a metric with its budget and parameters."""
    budget = "" if row.k is None else f", k = {row.k}"
    given = f", {row.parameters.replace('=', ' = ')}" if row.parameters else ""
    return f"{row.metric}{budget}{given}"


def _cells(row: Score, view: View) -> list[str]:
    asked = "" if row.questions == row.questions_asked else f"/{row.questions_asked:,}"
    return [
        str(row.rank),
        rank_range(row.rank_lo, row.rank_hi),
        on_a_line(row.model),
        view.figure(row.score),
        view.figure(row.sigma),
        view.between(row.lo, row.hi),
        f"{row.questions:,}{asked}",
        f"{row.trials:,}",
        percent(row.coverage),
    ]
