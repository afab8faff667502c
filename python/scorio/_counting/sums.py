"""Sums of numeric scores, and how they are merged, kept and scored."""

from __future__ import annotations

from scorio import _core
from scorio._calls.score import score
from scorio._counting.tallied import Tallied
from scorio._former import taking_by


class Sums(Tallied[_core.Sums]):
    """Number, and sums of powers, of the numeric scores of each question, model and task.

    Sums come from `scorio.count(..., numeric=True)` or `Sums.load`. They are exact: no order of
    trials and no merging changes a bit. Any Arrow consumer takes them, with a row for each
    question. `sum` and `sum_of_squares` are doubles. `exact_sum` and `exact_sum_of_squares` are the
    same without rounding, as text such as `0x1bp-3` for 27/8, and so is `exact_sum_of_cubes`.

    Examples
    --------
    >>> import scorio
    >>> sums = scorio.count("examples/judge.jsonl", numeric=True)
    >>> sums
    Sums(3 models, 1 task, 60 questions, 120 trials)
    >>> [(row.model, round(row.score, 2), round(row.sigma, 2)) for row in sums.score()]
    [('large', 7.69, 0.1), ('medium', 6.3, 0.13), ('small', 5.03, 0.09)]
    """

    __slots__ = ()
    _kind = _core.Sums
    _instead = "count its log with numeric=True, or both without"
    _ending_words = "of sums is .parquet"
    numeric = True

    score = taking_by(score)

    @property
    def keep_values(self) -> bool:
        """Whether every outcome is kept, as `max_at_k` needs them."""
        return self._core.keep_values
