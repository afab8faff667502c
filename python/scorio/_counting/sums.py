"""Sums of numeric scores, and how they are merged, kept and scored."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scorio import _core
from scorio._calls.score import score
from scorio._counting.copies import refuse_copies
from scorio._counting.selected import known
from scorio._counting.tallied import Tallied
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._counting.counts import Path


class Sums(Tallied[_core.Sums]):
    """Number, sum and sum of squares of the numeric scores of each question, model and task.

    Sums come from `scorio.count(..., numeric=True)` or `Sums.load`. They are exact: no order of
    trials and no merging changes a bit. Any Arrow consumer takes them, with a row for each
    question. `sum` and `sum_of_squares` are doubles. `exact_sum` and `exact_sum_of_squares` are the
    same without rounding, as text such as `0x1bp-3` for 27/8.

    Examples
    --------
    >>> import scorio
    >>> sums = scorio.count("examples/judge.jsonl", numeric=True)
    >>> sums
    Sums(3 models, 1 task, 60 questions, 120 trials)
    >>> [(row.model, round(row.score, 2), round(row.sigma, 2)) for row in sums.score()]
    [('large', 7.69, 0.1), ('medium', 6.3, 0.13), ('small', 5.03, 0.09)]
    """

    __slots__ = ("_found",)
    _kind = _core.Sums
    numeric = True

    def __init__(self, core: _core.Sums, sources: Sequence[str] = ()) -> None:
        super().__init__(core, sources)
        self._found: list[str] = []

    @classmethod
    def load(cls, path: Path) -> Sums:
        """Read a count file of numeric scores that `save` or `scorio count --numeric` wrote.

        Any Parquet file will do that has the columns `model`, `task`, `question`, `exact_sum`,
        `exact_sum_of_squares` (text) and `trials` (whole numbers). `missing` is optional.

        Raises
        ------
        FileNotFoundError, OSError
            The file is not there, or cannot be read.
        ValueError
            It does not hold sums, or no outcomes have them.
        """
        return cls(_core.Sums.load(path), [os.fspath(path)])

    def save(self, path: Path) -> None:
        """Write a count file (Parquet), whole or not at all.

        Raises
        ------
        OSError
            The file cannot be written.
        ValueError
            Another ending.
        """
        check_ending(path)
        self._core.save(path)

    def merge(self, *others: Sums, allow_copies: bool = False) -> Sums:
        """Give these sums and others together. All are left as they are.

        Single outcomes stay kept if all of them keep theirs.

        Parameters
        ----------
        others
            Other sums.
        allow_copies
            Add up equal sums, too, that were made from the same number of bytes and records.

        Raises
        ------
        TypeError
            Something else than sums. Counts of categories have no numbers to add.
        ValueError
            A question with two clusters, or two weights; copies, unless they are allowed.
        """
        for other in others:
            if not isinstance(other, Sums):
                raise TypeError(
                    f"{other!r} is not Sums: count its log with numeric=True, or both without"
                )
        if not allow_copies:
            refuse_copies([self, *others])
        sources = [source for one in (self, *others) for source in one.sources]
        merged = Sums(self._core.merge([other._core for other in others]), sources)
        merged._found = list(dict.fromkeys(why for one in (self, *others) for why in one._found))
        return merged

    def __add__(self, other: object) -> Sums:
        return self.merge(other) if isinstance(other, Sums) else NotImplemented

    def select(
        self,
        *,
        model: str | Sequence[str] | None = None,
        task: str | Sequence[str] | None = None,
        score: str | Sequence[str] | None = None,
    ) -> Sums:
        """Give the sums of some models, some tasks, some scores, or any of these together.

        Raises
        ------
        ValueError
            A model, task or score that the sums do not hold.
        """
        models = known("model", model, self.models)
        tasks = known("task", task, self.tasks)
        scores = known("score", score, self.scores)
        return self._like(self._core.select(models, tasks, scores))

    score = score

    @property
    def keep_values(self) -> bool:
        """Whether every outcome is kept, as `max_at_k` needs them."""
        return self._core.keep_values

    @property
    def notes(self) -> list[str]:
        """What else the reading has to say: which scores count, which logs end early."""
        return [*self._found, *super().notes]

    def _like(self, core: _core.Sums) -> Sums:
        sums = super()._like(core)
        sums._found = self._found
        return sums

    def _because(self, why: str) -> Sums:
        """Give the same sums with a note on why their scores were read as numbers."""
        sums = Sums(self._core, self.sources)
        sums._found = [why]
        return sums


def check_ending(path: Path) -> None:
    """Check that a path has the ending of a count file."""
    if not os.fspath(path).endswith(".parquet"):
        raise ValueError(
            f"cannot write {on_a_line(str(path))}: the ending of a count file of sums is .parquet"
        )
