"""The values of all trials of a model, as counts or sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorio import _core
from scorio._counting.counts import Counts
from scorio._counting.sums import Sums
from scorio._numpy import np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._inside.values import Scored


class Trials(NamedTuple):
    """Values by question, and the questions' clusters."""

    questions: list[list[Scored]]
    clusters: list[str]

    @property
    def values(self) -> list[Scored]:
        """The values of all questions, one after another."""
        return [value for question in self.questions for value in question]

    def counts(self, categories: Sequence[int], number: int) -> Counts:
        """Count the trials, whose categories are given in the order of `values`."""
        lengths = [len(question) for question in self.questions]
        flat = np.asarray(categories, dtype=np.int64)
        return Counts(_core.count_matrix(True, flat, lengths, self.clusters, [], number, False))  # noqa: FBT003

    def sums(self, numbers: Sequence[float]) -> Sums:
        """Add up the trials, whose numbers are given in the order of `values`."""
        lengths = [len(question) for question in self.questions]
        flat = np.asarray(numbers, dtype=np.float64)
        return Sums(_core.Sums.of_trials(flat, lengths, self.clusters))
