"""How difficult questions are: the mean score of the models on each."""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio import _core
from scorio._arguments import category_weights
from scorio._compare.inputs import counts_of_log
from scorio._counting.counts import Counts
from scorio._errors import coded, of_numbers
from scorio._numpy import np
from scorio._reading.report import report_lines
from scorio.show.escaping import on_a_line
from scorio.show.page import Bars, Column, Page, Table
from scorio.show.result import Rows
from scorio.show.terminal.bars import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from scorio._counting.sums import Sums
    from scorio._reading.options import Frame, Path
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
        questions: Sequence[tuple[str, str, str]],
        scores: NDArray[np.float64],
        models: Sequence[str],
        sources: Sequence[str],
        notes: Sequence[str],
    ) -> None:
        rows, complete = [], not np.isnan(scores).any()
        for (name, task, question), column in zip(questions, scores.T.tolist(), strict=True):
            own = column if complete else [score for score in column if not math.isnan(score)]
            figures = fmean(own), min(own), max(own), len(own)
            rows.append(QuestionScore(task, question, *figures, name))
        order = sorted(range(len(rows)), key=lambda at: _hardness(rows[at]))
        super().__init__([rows[at] for at in order], {}, sources)
        self.models = list(models)
        # A row for each model, the strongest first, and a column for each row of the result.
        self._scores = scores[:, order]
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
        columns += [Column("task", left=True, worth=99)] if some else []
        columns += [Column("scored by", left=True, worth=98)] if named else []
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
        places = [at for at, row in enumerate(self.rows) if row.score_name == first]
        return questions(self.title, self.models, self.names(places), self._scores[:, places])

    @property
    def scores(self) -> NDArray[np.float64]:
        """The score of each model, the strongest first, on the question of each row, or NaN."""
        return self._scores

    def spread(self) -> list[float]:
        """Give for each row the standard deviation of the scores of the models."""
        known = np.isfinite(self._scores)
        means = np.array([row.mean for row in self.rows])
        off = np.where(known, self._scores - means, 0.0)
        spread: list[float] = np.sqrt((off**2).sum(axis=0) / known.sum(axis=0)).tolist()
        return spread

    def names(self, places: Sequence[int]) -> list[str]:
        """Name questions, with their tasks if there are several."""
        rows = [self.rows[at] for at in places]
        several = len({row.task for row in rows}) > 1
        return [f"{row.task}: {row.question}" if several else row.question for row in rows]


def _hardness(row: QuestionScore) -> tuple[str, float, float]:
    return row.score_name, row.mean, row.highest


@coded
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
        A row for each question that any model has an outcome of, the hardest first.

    Raises
    ------
    ValueError
        Categories without weights; weights of numeric scores; a question without a weight among
        others that have one; whatever `scorio.count` refuses.

    Examples
    --------
    >>> import scorio
    >>> found = scorio.difficulty("examples/coins.jsonl")
    >>> len(found), found[0].question, found[-1].question
    (30, 'q25', 'q11')
    """
    counts = counts_of_log(a, None, None, reading)
    if isinstance(counts, Counts):
        models, questions, values = _core.question_scores(counts._core, category_weights(weights))
    elif weights is None:
        models, questions, values = _core.question_means(counts._core)
    else:
        raise of_numbers("weights")
    scores = values.reshape(len(models), len(questions))
    means = [fmean(row[row == row].tolist()) for row in scores]  # noqa: PLR0124  NaN is not itself
    best = sorted(range(len(models)), key=lambda at: -means[at])
    notes = report_lines(counts.report, counts.notes)
    names = [models[at] for at in best]
    return Difficulty(questions, scores[best], names, counts.sources, notes)
