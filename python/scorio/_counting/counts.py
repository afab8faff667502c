"""Counts of trials, and how they are merged, kept and scored."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Literal

from scorio import _core
from scorio._calls.score import score
from scorio._counting.copies import refuse_copies
from scorio._counting.selected import known, known_questions
from scorio._counting.tallied import Tallied
from scorio._results import Results, ShortQuestionsWarning
from scorio.show.escaping import on_a_line
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


Path = str | os.PathLike[str]


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

    @classmethod
    def load(cls, path: Path) -> Counts:
        """Read a count file that `save` or `scorio count` wrote.

        Any Parquet file with the columns `model`, `question` (text) and two or more
        `count_<category>` (whole numbers) will do. `task` and `missing` are optional.

        Raises
        ------
        FileNotFoundError, OSError
            The file is not there, or cannot be read.
        ValueError
            It does not hold counts.
        """
        return cls(_core.Counts.load(path), [os.fspath(path)])

    def save(self, path: Path) -> None:
        """Write a count file (Parquet), whole or not at all.

        A name that ends in `_samples.jsonl` asks for samples of Every Eval Ever, a line for each
        trial (`docs/formats/every-eval-ever.md`).

        Raises
        ------
        OSError
            The file cannot be written.
        ValueError
            Another ending. Samples of more than two categories whose names are no numbers.
        """
        check_ending(path)
        self._core.save(path)

    def merge(self, *others: Counts, allow_copies: bool = False) -> Counts:
        """Give these counts and others together. All are left as they are.

        Categories are matched by name. The sum has the longest list of them. Counts with a shorter
        list count 0 in the other categories: ("0", "1") merges into ("0", "0.5", "1").

        Parameters
        ----------
        others
            Other counts.
        allow_copies
            Add up equal counts, too, that were made from the same number of bytes and records.

        Raises
        ------
        TypeError
            Something else than counts.
        ValueError
            A list of categories that is not part of the longest, in its order; a question with two
            clusters, or two weights; copies, unless they are allowed.
        """
        for other in others:
            if not isinstance(other, Counts):
                raise TypeError(
                    f"{other!r} is not Counts: count its log without numeric, or both with it"
                    if isinstance(getattr(other, "_core", None), _core.Sums)
                    else f"{other!r} is not Counts"
                )
        if not allow_copies:
            refuse_copies([self, *others])
        sources = [source for one in (self, *others) for source in one.sources]
        return Counts(self._core.merge([other._core for other in others]), sources)

    def __add__(self, other: object) -> Counts:
        return self.merge(other) if isinstance(other, Counts) else NotImplemented

    def select(
        self,
        *,
        model: str | Sequence[str] | None = None,
        task: str | Sequence[str] | None = None,
        score: str | Sequence[str] | None = None,
        question: str | Sequence[str] | None = None,
    ) -> Counts:
        """Give the counts of some models, tasks, scores, questions, or any of these together.

        Raises
        ------
        ValueError
            A model, task, score or question that the counts do not hold.
        """
        models = known("model", model, self.models)
        tasks = known("task", task, self.tasks)
        scores = known("score", score, self.scores)
        questions = None if question is None else known_questions(question, self._core.questions())
        return self._like(self._core.select(models, tasks, scores, questions))

    def rename(
        self,
        *,
        model: Mapping[str, str] | None = None,
        task: Mapping[str, str] | None = None,
        question: Mapping[str, str] | None = None,
    ) -> Counts:
        """Give the same counts with other names of models, tasks or questions.

        Questions of one name add up: their trials have no order then.

        Raises
        ------
        ValueError
            A name that the counts do not hold; one question with two clusters or weights.

        Examples
        --------
        >>> import scorio
        >>> coins = scorio.count("examples/coins.jsonl")
        >>> coins.rename(model={"coin-01": "fair"}).models[:2]
        ['fair', 'coin-02']
        """
        models, tasks, questions = dict(model or {}), dict(task or {}), dict(question or {})
        known("model", list(models), self.models)
        known("task", list(tasks), self.tasks)
        if questions:
            known_questions(list(questions), self._core.questions())
        return Counts(self._core.relabelled(models, tasks, questions), self.sources)

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
        _core.load_numpy()
        models, questions, R, (unasked, beyond, _) = self._core.results(ragged == "drop")
        if unasked or beyond:
            warnings.warn(
                f"{counted(unasked, 'question')} that not all models were asked and "
                f"{counted(beyond, 'trial')} beyond the {R.shape[2]} that all have were left out",
                ShortQuestionsWarning,
                stacklevel=2,
            )
        return Results(R, models, questions)

    score = score

    @property
    def categories(self) -> list[str]:
        """The categories' names, from category 0."""
        return self._core.categories

    def _states(self) -> _core.States:
        """Count states of all questions, for `scorio.eval`."""
        return self._core.states()


def check_ending(path: Path) -> None:
    """Check that a path has the ending of a count file, or of samples."""
    if not os.fspath(path).endswith((".parquet", "_samples.jsonl")):
        endings = ".parquet, or _samples.jsonl for samples of Every Eval Ever"
        raise ValueError(
            f"cannot write {on_a_line(str(path))}: the ending of a count file is {endings}"
        )
