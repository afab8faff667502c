"""Counts of trials that have a cost beside their outcome."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, ClassVar

from scorio import _core
from scorio._counting.counts import Counts
from scorio._counting.sums import Sums
from scorio._errors import coded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from scorio._counting.tallied import Path


class CostCounts(Counts):
    """Counts of outcomes, with sums of what the trials cost.

    They come from `scorio.count(..., cost="dollars")`, and from `CostCounts.load`. They are saved,
    merged, scored and compared as all `Counts` are, and `scorio.cost` takes them.

    Examples
    --------
    >>> import scorio
    >>> counts = scorio.count("examples/agents.jsonl", cost="dollars")
    >>> counts.models
    ['large', 'medium', 'previous', 'small']
    >>> [row.verdict for row in scorio.cost(counts)]
    ['open', 'frontier', 'dominated', 'frontier']
    """

    __slots__ = ("costs",)
    _kind = _core.Sums  # type: ignore[assignment]
    _endings: ClassVar[tuple[str, ...]] = (".parquet",)
    _ending_words = "of costs is .parquet"
    _costed = True

    costs: Sums
    """Number, and exact sums of powers, of the costs of each question by outcome."""

    def __init__(
        self, core: _core.Sums, sources: Sequence[str] = (), found: Sequence[str] = ()
    ) -> None:
        super().__init__(core.outcome_counts(), sources, found)
        self.costs = Sums(core, sources, found)
        # What is noted later holds for both.
        self.costs._found = self._found

    @classmethod
    @coded
    def load(cls, path: Path) -> Self:
        """Read the count file of costs that `save` or `scorio count` wrote.

        Raises
        ------
        FileNotFoundError, OSError
            The file is not there, or cannot be read.
        ValueError
            It does not hold costs.
        """
        return cls(_core.Sums.load(path), [os.fspath(path)])

    @property
    def _kept(self) -> _core.Sums:
        return self.costs._core


def of_file(path: Path) -> Counts | Sums:
    """Read a count file: counts, sums of numbers, or costs."""
    if not _core.is_sums(os.fspath(path), ""):
        return Counts.load(path)
    core = _core.Sums.load(path)
    return (CostCounts if core.holds_costs() else Sums)(core, [os.fspath(path)])
