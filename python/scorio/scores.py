"""The leaderboard: its rows, and how they are shown."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from scorio import _core
from scorio.tables import Tables, report_lines, shown

if TYPE_CHECKING:
    from collections.abc import Iterator


class Score(NamedTuple):
    """One model's score.

    `task` is None in overall rows, `k` where the metric has no budget; `parameters` are those that
    were given to it, as `"tau=0.5"`, or the weights that its categories are named by. `sigma` is
    the standard deviation, `lo` and `hi` the ends of the credible interval. `rank` is the
    competition rank by score; models of one `tie_group` are not separated from their neighbours in
    it. `questions` are those that the score is of, of `questions_asked` of any model; `missing`
    trials have no outcome and are left out. `coverage` is the share of trials present, of as many
    for every question asked as any one of them has; a question of which more were recorded,
    `missing` ones included, has that many. `worst` and `best` are the score if every trial absent
    had failed, or succeeded: were in the category of the lowest weight, or the highest. Without
    one they are `score`; they are None where one is absent and a negative power lets successes
    lower the score.
    """

    task: str | None
    metric: str
    k: int | None
    parameters: str
    model: str
    score: float
    sigma: float
    lo: float
    hi: float
    rank: int
    tie_group: int
    questions: int
    questions_asked: int
    trials: int
    missing: int
    coverage: float
    worst: float | None
    best: float | None


class Scores(Tables[Score]):
    """A leaderboard: a sequence of `Score`, table by table, best first.

    It prints as text, shows as a table in a notebook, and goes to any Arrow consumer
    (`pandas.DataFrame.from_arrow(scores)`, `polars.DataFrame(scores)`, `pyarrow.table(scores)`).
    `unscored` lists the task (None for overall), the model and the trials that a question would
    need of each score that there is not, for want of trials.
    """

    def __init__(
        self,
        core: _core.Scores,
        *,
        confidence: float,
        macro: bool,
        report: dict[str, int],
        notes: list[str],
    ) -> None:
        super().__init__(core, [Score(**row) for row in core.rows()])
        self._core = core
        self.unscored = core.unscored
        self.confidence = confidence
        self.macro = macro
        self.report = report
        self.notes = notes

    def letters(self) -> list[str]:
        """Give the compact letter display of each table: a string of letters for each row.

        Two models of a table share a letter where the confidence of the leaderboard does not
        separate them, whatever their places; the best have an a. See `scorio.rank.letters`.
        """
        letters = []
        for rows in self._tables():
            mus, sigmas = [row.score for row in rows], [row.sigma for row in rows]
            letters += _core.letters(mus, sigmas, self.confidence)
        return letters

    def _tables(self) -> Iterator[list[Score]]:
        for _, rows in groupby(
            self.rows, key=lambda row: (row.metric, row.k, row.parameters, row.task)
        ):
            yield list(rows)

    def _lines(self, rows: list[Score]) -> list[list[str]]:
        """Give a table's header and lines as cells; with bounds where a trial is absent."""
        interval = f"{100 * self.confidence:g}% interval"
        header = ["rank", "tie group", "model", "score", "±", interval, *HEADER_REST]
        lines = [header, *(_cells(row) for row in rows)]
        if any(row.coverage < 1 and row.worst is not None for row in rows):
            bounds = (f"{row.worst:.4f}..{row.best:.4f}" for row in rows)
            lines = [[*line, cell] for line, cell in zip(lines, [BOUNDS, *bounds], strict=True)]
        return lines

    def _title(self, rows: list[Score]) -> str:
        first = rows[0]
        budget = "" if first.k is None else f", k = {first.k}"
        given = f", {first.parameters.replace('=', ' = ')}" if first.parameters else ""
        metric = f"{first.metric}{budget}{given}"
        if first.task is not None:
            return f"{metric} · {shown(first.task) or '(no task)'}"
        if self.macro:
            return f"{metric} · overall, the mean of the tasks"
        several = self._core.tasks > 1
        return f"{metric} · overall, all questions pooled" if several else metric

    def _notes(self) -> list[str]:
        level = f"{100 * self.confidence:g}%"
        notes = [f"Models in one tie group are not separated from their neighbours at {level}."]
        if any(row.questions < row.questions_asked for row in self.rows):
            notes.append("Some scores are not of every question that was asked: see questions.")
        absent = [row for row in self.rows if row.coverage < 1]
        if any(row.worst is not None for row in absent):
            notes.append(f"{BOUNDS}: the score if all absent trials had failed, or succeeded.")
        unbounded = dict.fromkeys(row.metric for row in absent if row.worst is None)
        notes += [
            f"{one} with a negative power has no {BOUNDS}: see coverage." for one in unbounded
        ]
        for task, model, trials in self.unscored:
            where = "overall" if task is None else f"in {shown(task) or '(no task)'}"
            scope = " in some task" if task is None and self.macro else ""
            none = f"no question has {trials} trials" if trials > 1 else "no trial was observed"
            notes.append(f"{shown(model)} has no score {where}: {none}{scope}.")
        return notes + report_lines(self.report, self.notes)


HEADER_REST = ["questions", "trials", "coverage"]
BOUNDS = "worst..best"


def _cells(row: Score) -> list[str]:
    asked = "" if row.questions == row.questions_asked else f"/{row.questions_asked:,}"
    return [
        str(row.rank),
        str(row.tie_group),
        shown(row.model),
        f"{row.score:.4f}",
        f"{row.sigma:.4f}",
        f"[{row.lo:.4f}, {row.hi:.4f}]",
        f"{row.questions:,}{asked}",
        f"{row.trials:,}",
        _percent(row.coverage),
    ]


def _percent(share: float) -> str:
    """Give a share as a percentage that says 100% only of the whole."""
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    return f"{min(max(100 * share, 0.1), 99.9):.1f}%"
