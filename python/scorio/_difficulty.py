"""How difficult questions are: the mean score of the models on each."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio._compare.compare import compare, counts_of_log
from scorio._counts import Counts
from scorio._report import report_lines
from scorio.show.bars import Span
from scorio.show.escaping import on_a_line
from scorio.show.page import Bars, Column, Page, Table
from scorio.show.result import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike

    from scorio._sources import Frame, Path
    from scorio._sums import Sums
    from scorio.plot.figure import Figure


class QuestionScore(NamedTuple):
    """A question: the mean, the lowest and the highest score of the models, and how many answered.

    `score_name` names one of several scores of a trial.
    """

    task: str
    question: str
    mean: float
    lowest: float
    highest: float
    models: int
    score_name: str


class Difficulty(Rows[QuestionScore]):
    """Questions by their difficulty, the hardest first: a sequence of `QuestionScore`."""

    _row_type = QuestionScore

    def __init__(
        self,
        scores: dict[tuple[str, str, str], dict[str, float]],
        models: Sequence[str],
        sources: Sequence[str],
        notes: Sequence[str],
    ) -> None:
        rows = [
            QuestionScore(
                task, question, fmean(own.values()), min(own.values()), max(own.values()),
                len(own), name,
            )
            for (name, task, question), own in scores.items()
        ]  # fmt: skip
        rows.sort(key=lambda row: (row.score_name, row.mean, row.highest))
        super().__init__(rows, {}, sources)
        self.models = list(models)
        self._scores = scores
        self._notes = list(notes)

    @property
    def title(self) -> str:
        """What is shown, in a line."""
        return f"Scores of {len({row[:2] for row in self.rows}):,} questions, the hardest first"

    @property
    def notes(self) -> list[str]:
        """What the reading has to say."""
        return self._notes

    def _page(self) -> Page:
        some = any(row.task for row in self.rows)
        named = any(row.score_name for row in self.rows)
        columns = [Column("question", left=True, worth=100)]
        columns += [Column("task", left=True, worth=60)] if some else []
        columns += [Column("scored by", left=True, worth=50)] if named else []
        columns += [Column("mean", worth=90), Column("lowest", worth=70)]
        columns += [Column("highest", worth=70), Column("models", worth=40)]
        lines = [
            [
                on_a_line(row.question),
                *([on_a_line(row.task)] if some else []),
                *([on_a_line(row.score_name)] if named else []),
                f"{row.mean:.4f}",
                f"{row.lowest:.4f}",
                f"{row.highest:.4f}",
                f"{row.models:,}",
            ]
            for row in self.rows
        ]
        spans = [Span(row.lowest, row.mean, row.highest) for row in self.rows]
        bars = Bars(spans, lambda value, digits: f"{value:.{digits}f}", worth=80)
        return Page([Table(self.title, columns, lines, bars)], self.notes)

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"questions": self._figure}

    def _figure(self) -> Figure:
        from scorio.plot.questions import questions

        first = self.rows[0].score_name
        rows = [row for row in self.rows if row.score_name == first]
        scores = {
            (model, place): score
            for place, row in enumerate(rows)
            for model, score in self._scores[first, row.task, row.question].items()
        }
        several = len({row.task for row in rows}) > 1
        names = [f"{row.task}: {row.question}" if several else row.question for row in rows]
        return questions(self.title, self.models, names, scores)


def difficulty(
    a: Counts | Sums | Path | Iterable[Path] | Frame,
    *,
    weights: ArrayLike | None = None,
    **reading: Any,  # noqa: ANN401
) -> Difficulty:
    """Say how difficult questions are, by the plain scores of the models on each.

    Parameters
    ----------
    a
        Counts, a log, several, or a data frame.
    weights
        A weight per category; if omitted, the numbers that the categories are named by, or (0, 1).
    reading
        For logs, the options of `scorio.count`.

    Returns
    -------
    Difficulty
        A row for each question, the hardest first. Of numeric scores these are the questions that
        the first of several models has, too.

    Raises
    ------
    ValueError
        What `scorio.compare` refuses.

    Examples
    --------
    >>> import scorio
    >>> found = scorio.difficulty("examples/coins.jsonl")
    >>> len(found), found[0].question, found[-1].question
    (30, 'q25', 'q11')
    """
    counts = counts_of_log(a, None, None, "error", reading)
    options: dict[str, Any] = {"prior": "uniform", "weights": weights}
    scores: dict[tuple[str, str, str], dict[str, float]] = {}
    models = counts.models
    if isinstance(counts, Counts):
        # A model beside itself has all of its questions.
        models = [model for model in models if counts.select(model=model).trials]
        for model in models:
            alone = counts.select(model=model)
            for one in compare(alone, alone, **options).questions():
                scores.setdefault((one.score_name, one.task, one.question), {})[model] = one.score
    else:
        found = compare(counts, baseline=models[0], **options)
        for model in dict.fromkeys(row.model for row in found):
            for one in found.questions(model):
                own = scores.setdefault((one.score_name, one.task, one.question), {})
                own |= {models[0]: one.baseline_score, model: one.score}
    notes = report_lines(counts.report, counts.notes)
    best = sorted(models, key=lambda model: -_mean(scores, model))
    return Difficulty(scores, best, counts.sources, notes)


def _mean(scores: dict[tuple[str, str, str], dict[str, float]], model: str) -> float:
    own = [of[model] for of in scores.values() if model in of]
    return fmean(own) if own else 0.0
