"""What is asked of the trials: a metric with its options, and its figures."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio._arguments import budget
from scorio._errors import fault
from scorio._inside.trials import Trials
from scorio._inside.values import coded, numbers
from scorio._results import ShortQuestionsWarning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._inside.values import Scored, Weights
    from scorio._rows import Score

# Errors of too few trials, questions or clusters, as they are at the beginning of an evaluation.
_NO_SCATTER = {"compare.one_unit_of_score", "posterior.one_question", "sums.one_unit"}
_NO_SCORE = {"counts.all_short"}


class Figures(NamedTuple):
    """A score with its σ and the ends of its interval."""

    score: float
    sigma: float = math.nan
    lower: float = math.nan
    upper: float = math.nan

    def named(self, name: str) -> dict[str, float]:
        """Name them as the metric."""
        ends = {f"{name}_{part}": getattr(self, part) for part in ("sigma", "lower", "upper")}
        return {name: self.score, **ends}


class Asked(NamedTuple):
    """A metric of `scorio.eval` with its options."""

    metric: str
    k: int | None = None
    cluster: str | None = None
    weights: Weights | None = None
    threshold: float | None = None
    numeric: bool = False
    R0: Sequence[int] | None = None
    options: Mapping[str, Any] = {}  # of Counts.score

    @property
    def name(self) -> str:
        """The name of the metric, with its budget as number."""
        return self.metric if self.k is None else self.metric.replace("at_k", f"at_{self.k}")

    def given(self) -> dict[str, Any]:
        """Give what is not left out, as a log keeps it."""
        own = ("k", "cluster", "weights", "threshold", "R0")
        named = {name: getattr(self, name) for name in own if getattr(self, name) is not None}
        return named | ({"numeric": True} if self.numeric else {}) | dict(self.options)

    def check(self) -> None:
        """Refuse wrong options before anything is evaluated, by what they give for a few trials."""
        if self.numeric and (self.weights is not None or self.threshold is not None):
            raise wrong("numeric=True takes numbers as they are: leave out weights and threshold")
        for name in ("cluster", "by", "by_task", "macro"):
            if name in self.options:
                raise wrong(f"{name} is no option of this metric")
        if self.weights is not None and not isinstance(self.weights, Mapping):
            known = (2,) if self.threshold is not None else (2, 3)
            if len(self.weights) not in known:
                raise wrong(
                    f"there are {len(self.weights)} weights: give {' or '.join(map(str, known))}, "
                    "or a weight of each value"
                )
        length = max(2, 0 if self.k is None else budget(self.k))
        names: list[Any] = list(self.weights) if isinstance(self.weights, Mapping) else [0, 1]
        questions: list[list[Scored]]
        questions = [[(names[place % len(names)], place)] * length for place in range(3)]
        labels = ["a", "b", "c"] if self.cluster is not None else []
        self._figures(Trials(questions, labels))

    def figures(self, trials: Trials) -> Figures:
        """Give the figures of trials, NaN where there are too few."""
        try:
            return self._figures(trials)
        except ValueError as error:
            kind = vars(error).get("code")
            if kind not in _NO_SCATTER | _NO_SCORE:
                raise
            sampled = self.cluster is not None or self.options.get("sampled", False)
            if kind in _NO_SCORE or not sampled:
                return Figures(math.nan)
        alone = self._replace(cluster=None, options={**self.options, "sampled": False})
        return Figures(alone.figures(trials._replace(clusters=[])).score)

    def _figures(self, trials: Trials) -> Figures:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ShortQuestionsWarning)
            if self.numeric:
                return _of_row(self._row(trials.sums(numbers(trials.values)), trials))
            categories, weights = coded(trials.values, self.weights, self.threshold)
            if self.R0 is not None:
                return self._known_beforehand(trials, categories, weights)
            counts = trials.counts(categories, len(weights))
            weighed = {} if weights == [0.0, 1.0] else {"weights": weights}
            return _of_row(self._row(counts, trials, **weighed))

    def _row(self, counts: Any, trials: Trials, **more: Any) -> Score:  # noqa: ANN401
        cluster = "cluster" if trials.clusters else None
        taken = {"ragged": "drop", **self.options, **more, "cluster": cluster, "by_task": False}
        row: Score = counts.score(self.metric, self.k, **taken)[0]
        return row

    def _known_beforehand(
        self, trials: Trials, categories: Sequence[int], weights: Sequence[float]
    ) -> Figures:
        """Give Bayes@N with outcomes that every question has beforehand."""
        from scorio import eval  # noqa: A004  the documented name

        longest = max(len(question) for question in trials.questions)
        rows, left = [], iter(categories)
        for question in trials.questions:
            row: list[float] = [next(left) for _ in question]
            rows.append(row + [math.nan] * (longest - len(row)))
        known = [list(self.R0 or []) for _ in rows]
        level = self.options.get("confidence", 0.95)
        found = eval.bayes_ci(rows, weights, known, level, missing="drop")
        return Figures(float(found.mu), float(found.sigma), float(found.lo), float(found.hi))


def _of_row(row: Score) -> Figures:
    return Figures(row.score, row.sigma, row.lo, row.hi)


def wrong(sentence: str) -> ValueError:
    """Make the error for options that do not go together."""
    return fault(ValueError(sentence), "inside.options")
