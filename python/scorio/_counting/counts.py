"""Counts of trials, and how they are merged, kept and scored."""

from __future__ import annotations

import warnings
from typing import ClassVar, Literal

from scorio import _core
from scorio._calls.score import score
from scorio._counting.tallied import Tallied
from scorio._errors import callers_level, coded
from scorio._former import taking_by
from scorio._results import Results, ShortQuestionsWarning
from scorio.show.words import counted


class Counts(Tallied[_core.Counts]):
    """How often each question of each model and task had each outcome.

    Counts come from `scorio.count` or `Counts.load`. They add up exactly and in any order, so
    logs that are counted apart, on other days or other machines, give the same scores together.
    Any Arrow consumer takes them (`pyarrow.table(counts)`, `polars.DataFrame(counts)`): a row for
    each question, a column for each category. `scorio.count` takes such a table back.

    Examples
    --------
    >>> import scorio
    >>> counts = scorio.count("examples/coins.jsonl")
    >>> counts
    Counts(11 models, 1 task, 330 questions, 26,400 trials)
    >>> counts.select(model="coin-01").score().rows[0].score > 0.2
    True
    """

    __slots__ = ()
    _kind = _core.Counts
    _instead = "count its log without numeric, or both with it"
    _endings: ClassVar[tuple[str, ...]] = (".parquet", "_samples.jsonl")
    _ending_words = "is .parquet, or _samples.jsonl for samples of Every Eval Ever"

    @coded
    def results(self, *, ragged: Literal["error", "drop"] = "error") -> Results:
        """Give the outcomes trial by trial, of counts that keep the order of the trials.

        Parameters
        ----------
        ragged
            Questions that some model was not asked, trials whose numbers some model does not have,
            and those beyond as many as every question has: "error", or "drop" to leave them out
            with a `ShortQuestionsWarning`.

        Returns
        -------
        Results
            (R, models, questions): L x M x N categories, and the names of the first two axes.

        Raises
        ------
        ValueError
            Counts without the order, as `scorio.count` keeps it with `order=True`; questions or
            trials that would be left out, unless ragged is "drop".

        Examples
        --------
        >>> import scorio
        >>> coins = scorio.count("examples/coins.jsonl", order=True)
        >>> R, models, questions = coins.results()
        >>> R.shape, models[0]
        ((11, 30, 80), 'coin-01')
        """
        if ragged not in ("error", "drop"):
            raise ValueError(f"ragged = {ragged!r} is not one of 'error', 'drop'")
        models, questions, R, (unasked, beyond, _) = self._core.results(ragged == "drop")
        if unasked or beyond:
            warnings.warn(
                f"{counted(unasked, 'question')} that not all models were asked and "
                f"{counted(beyond, 'trial')} beyond the {R.shape[2]} that all have were left out",
                ShortQuestionsWarning,
                stacklevel=callers_level(),
            )
        return Results(R, models, questions)

    score = taking_by(score)

    @property
    def categories(self) -> list[str]:
        """The categories' names, from category 0."""
        return self._core.categories

    def _states(self) -> _core.States:
        """Count states of all questions, for `scorio.eval`."""
        return self._core.states()
