"""The leaderboard: its rows, and how they are shown."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from scorio._report import prior_note, report_lines, zero_weights_note
from scorio._rows import Score, Unscored
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.result import Rows
from scorio.show.words import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorio import _core


class Scores(Rows[Score]):
    """A leaderboard: a sequence of `Score`, table by table, best first.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer
    (`pandas.DataFrame.from_arrow(scores)`, `polars.DataFrame(scores)`, `pyarrow.table(scores)`).
    `unscored` lists the models that have too few trials for a score, with the trials that a
    question needs and the name of the score.
    """

    _row_type = Score

    def __init__(
        self,
        core: _core.Scores | _core.NumericScores,
        settings: dict[str, Any],
        *,
        report: dict[str, int],
        reading_notes: Sequence[str],
        sources: Sequence[str],
    ) -> None:
        super().__init__([Score(*row) for row in core.rows()], settings, sources)
        self.unscored = [Unscored(*one) for one in core.unscored]
        self.confidence: float = settings["confidence"]
        self.macro: bool = settings["macro"]
        self.report = report
        self._tasks = core.tasks
        self._reading_notes = list(reading_notes)

    @property
    def title(self) -> str:
        """What is scored, in a line."""
        metrics = dict.fromkeys(_metric(row) for row in self.rows)
        return f"Leaderboard: {'; '.join(metrics)}; {self._about}"

    @property
    def _about(self) -> str:
        """What the scores are about, and their prior."""
        prior = self.settings["prior"]
        priors = {row.metric == "bayes": None for row in self.rows}
        named = f"{prior} prior"
        if prior != "uniform" and True in priors:
            named = "uniform prior" if len(priors) == 1 else f"{prior} prior, uniform for bayes"
        if self.settings["cluster"] is not None:
            return f"questions of clusters like these, {named}"
        target = "questions like these" if self.settings["sampled"] else "these questions"
        return f"{target}, {named}"

    @property
    def notes(self) -> list[str]:
        """What the leaderboard says below its tables."""
        level = f"{100 * self.confidence:g}%"
        notes = [
            *self._inference(),
            f"Neighbours in one tie group are not separated: P(A > B) is below {level}.",
        ]
        notes += self._single_trials()
        notes += self._few_questions() + self._extrapolated()
        if self.settings["weighted"]:
            notes.append("Each question counts by its weight.")
        notes += zero_weights_note(self.settings["zero_weights"])
        notes += prior_note(list(dict.fromkeys(row.model for row in self.rows if row.pulled)))
        if any(row.questions < row.questions_asked for row in self.rows):
            notes.append("Some scores are not of every question that was asked: see questions.")
        lacking = [row for row in self.rows if row.coverage < 1]
        if any(row.worst is not None for row in lacking):
            notes.append(
                f"{_BOUNDS}: the score if all missing trials had failed, or all had succeeded."
            )
        unbounded = dict.fromkeys(row.metric for row in lacking if row.worst is None)
        notes += [
            f"{one} with a negative power has no {_BOUNDS}: see coverage." for one in unbounded
        ]
        for task, model, trials, name in self.unscored:
            where = "overall" if task is None else f"in {on_a_line(task) or '(no task)'}"
            where = f"{where} by {on_a_line(name)}" if name else where
            scope = " in some task" if task is None and self.macro else ""
            none = f"no question has {trials} trials" if trials > 1 else "no trial was observed"
            notes.append(f"{on_a_line(model)} has no score {where}: {none}{scope}.")
        several = any(row.score_name for row in self.rows)
        return notes + report_lines(self.report, self._reading_notes, several_scores=several)

    def _inference(self) -> list[str]:
        """Say what the figures are about."""
        return [f"Scores, intervals and ranks are about {self._about}."]

    def _single_trials(self) -> list[str]:
        """Name the models with one trial of each question."""
        if self.settings["sampled"] or self.settings["prior"] != "hierarchical":
            return []
        point = [row for row in self.rows if row.metric == "avg" or row.k == 1]
        single = dict.fromkeys(row.model for row in point if row.trials == row.questions > 1)
        if not single:
            return []
        names = list(single) if len(single) < len({row.model for row in point}) else []
        more = ", …" if len(names) > _LISTED else ""
        of = f" ({', '.join(map(on_a_line, names[:_LISTED]))}{more})" if names else ""
        return [f"With one trial of each question{of}, ± also covers other questions like these."]

    def _few_questions(self) -> list[str]:
        """Say where questions are too few for the promised coverage."""
        if self.settings["prior"] != "hierarchical" or all(
            row.questions >= _ENOUGH_QUESTIONS for row in self.rows
        ):
            return []
        few = f"With fewer than {_ENOUGH_QUESTIONS} questions"
        return [f"{few}, an interval may contain the truth less often than it says."]

    def _extrapolated(self) -> list[str]:
        """Say which budgets are too large for the trials."""
        beyond: dict[str, None] = {}
        near: dict[str, None] = {}
        for row in self.rows:
            if row.k is None or row.k == 1:
                continue
            if row.metric.endswith("_ci"):
                if row.k * row.questions > row.trials:
                    beyond[row.metric] = None
            elif 2 * row.k * row.questions > row.trials:
                near[row.metric] = None
        return [
            f"{metric} with more than the observed trials leans on the shape of the prior."
            for metric in beyond
        ] + [
            f"{metric} with k above half of the trials: its interval may contain the truth less "
            "often than it says."
            for metric in near
        ]

    def letters(self) -> list[str]:
        """Give the compact letter display of each table: a string of letters for each row.

        Two models of a table share a letter where a comparison does not separate them with the
        confidence of the leaderboard, whatever their places. The best have an a. Tables of more
        than 500 models have none. See `scorio.rank.letters`.
        """
        return [row.letters for row in self.rows]

    def _groups(self) -> Iterator[list[Score]]:
        for _, rows in groupby(
            self.rows,
            key=lambda row: (row.metric, row.k, row.parameters, row.score_name, row.task),
        ):
            yield list(rows)

    def _page(self) -> Page:
        return Page([self._table_of(rows) for rows in self._groups()], self.notes)

    def _table_of(self, rows: list[Score]) -> Table:
        """Give the table of some rows, with bounds where a trial is missing."""
        interval = f"{100 * self.confidence:g}% interval"
        columns = [
            Column("rank"),
            Column("rank range"),
            Column("tie group"),
            Column("model", left=True),
            *map(Column, ["score", "±", interval, "questions", "trials", "coverage"]),
        ]
        lines = [_cells(row) for row in rows]
        if rows[0].rank_hi > 1 or rows[0].p_best < _CERTAIN:
            columns.append(Column("P(best)"))
            for row, line in zip(rows, lines, strict=True):
                line.append(f"{row.p_best:.3f}")
        if any(row.coverage < 1 and row.worst is not None for row in rows):
            columns.append(Column(_BOUNDS))
            for row, line in zip(rows, lines, strict=True):
                line.append(f"{row.worst:.4f}..{row.best:.4f}")
        return Table(self._title_of(rows[0]), columns, lines)

    def _title_of(self, first: Score) -> str:
        metric = _metric(first)
        if first.score_name:
            metric += f", score = {on_a_line(first.score_name)}"
        if first.task is not None:
            return f"{metric} · {on_a_line(first.task) or '(no task)'}"
        if self.macro:
            return f"{metric} · overall, the mean of the tasks"
        return f"{metric} · overall, all questions pooled" if self._tasks > 1 else metric


_BOUNDS = "worst..best"
# Names that a note lists.
_LISTED = 5
# From here on, intervals cover as promised (docs/coverage.md).
_ENOUGH_QUESTIONS = 30
# From here on, the first place is no question.
_CERTAIN = 0.9995


def _metric(row: Score) -> str:
    """Name a metric with its budget and parameters."""
    budget = "" if row.k is None else f", k = {row.k}"
    given = f", {row.parameters.replace('=', ' = ')}" if row.parameters else ""
    return f"{row.metric}{budget}{given}"


def _cells(row: Score) -> list[str]:
    asked = "" if row.questions == row.questions_asked else f"/{row.questions_asked:,}"
    return [
        str(row.rank),
        str(row.rank_lo) if row.rank_lo == row.rank_hi else f"{row.rank_lo} to {row.rank_hi}",
        str(row.tie_group),
        on_a_line(row.model),
        f"{row.score:.4f}",
        f"{row.sigma:.4f}",
        f"[{row.lo:.4f}, {row.hi:.4f}]",
        f"{row.questions:,}{asked}",
        f"{row.trials:,}",
        percent(row.coverage),
    ]
