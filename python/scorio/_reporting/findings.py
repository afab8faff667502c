"""What a report shows: the results of counts that its sections share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scorio._core import metrics
from scorio._scoring.difficulty import difficulty
from scorio.show.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._counting.costed import CostCounts
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._rows import Score
    from scorio._scoring.difficulty import Difficulty
    from scorio._scoring.scores import Scores


# In whose words a page names options: its reader has a page and a shell.
DIALECT = "command line"

# How many models are shown if more are not separated.
FIRST = 10


class Request(NamedTuple):
    """What a report is asked for."""

    metric: str = "avg"
    budgets: Sequence[int] = ()
    baseline: str | None = None
    weights: Any = None
    prior: Literal["hierarchical", "uniform"] = "hierarchical"
    sampled: bool = False
    cluster: Literal["task", "cluster"] | None = None
    ragged: Literal["error", "drop"] = "error"
    confidence: float = 0.95
    percent: bool = False
    length: str | None = None
    slice: Sequence[str] = ()

    @property
    def level(self) -> str:
        """The confidence as a percentage."""
        return f"{100 * self.confidence:g}%"

    @property
    def own_budgets(self) -> Sequence[int]:
        """The budgets of the metric. Those of a metric without budgets are for Pass@k."""
        base = self.metric.removesuffix("_ci")
        without = [name for name, _, has_budget, *_ in metrics() if not has_budget]
        return () if base in without else self.budgets

    @property
    def target(self) -> dict[str, Any]:
        """What figures are about, as the options of scores and comparisons."""
        return {"sampled": self.sampled, "cluster": self.cluster, "confidence": self.confidence}

    @property
    def view(self) -> View:
        """How figures are written."""
        return View(percent=self.percent)


class Findings(NamedTuple):
    """The results that the sections share.

    `board` is of all scores of a trial, and the rest of the first score. `first` are the counts of
    the first models, and `rows` the scores of all tasks. `left_out` says what is not shown.
    `costs` are counts with costs, if there are any.
    """

    request: Request
    counts: Counts | Sums
    first: Counts | Sums
    board: Scores
    rows: list[Score]
    questions: Difficulty | None
    left_out: list[str]
    costs: CostCounts | None

    @property
    def tasks(self) -> list[str]:
        """The tasks that have a table of their own."""
        return list(dict.fromkeys(row.task for row in self.board if row.task is not None))

    @property
    def models(self) -> list[str]:
        """The models that have a score, best first."""
        return [row.model for row in self.rows]

    def tables(self) -> list[list[Score]]:
        """Give the tables of the first score: of each task, then of all."""
        name = self.rows[0].score_name
        return [rows for rows in self.board._groups() if rows[0].score_name == name]


def find(counts: Counts | Sums, request: Request, costs: CostCounts | None) -> Findings:
    """Score the models and their questions."""
    names = counts.scores
    own: Counts | Sums = counts if len(names) == 1 else counts.select(score=names[0])
    left_out = []
    questions = None
    # The core computes both at a time.
    with ThreadPoolExecutor(1) as other:
        asked = other.submit(difficulty, own, weights=request.weights)
        board = scored(counts, request, request.metric, request.own_budgets[:1])
        try:
            questions = asked.result()
        except ValueError as error:
            left_out.append(f"The scores of questions: {problem(error)}.")
    rows = board._overall()[0]
    models = [row.model for row in rows]
    first = own if len(models) <= FIRST else own.select(model=models[:FIRST])
    return Findings(request, own, first, board, rows, questions, left_out, costs)


def scored(
    counts: Counts | Sums,
    request: Request,
    metric: str,
    budgets: Sequence[int],
    *,
    by_task: bool = True,
) -> Scores:
    """Give a leaderboard, as the request asks for it."""
    options: dict[str, Any] = {"ragged": request.ragged, "by_task": by_task, **request.target}
    options |= {"weights": request.weights} if metric == request.metric else {}
    if not counts.numeric:
        options |= {"prior": request.prior}
    found: Scores = counts.score(metric, budgets or None, **options).view(percent=request.percent)
    return found.spoken(DIALECT)


def problem(error: ValueError) -> str:
    """Say what an error is about, without its way out."""
    said: str = getattr(error, "problem", str(error))
    return said
