"""Whether a model is worse than the baseline by more than a margin."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from scorio._rows import Comparison


class Verdict(NamedTuple):
    """Whether a model is worse than the baseline by more than a margin.

    `worse` says whether the two would be separated if the baseline were worse by the margin.
    `probability` is how probable it is that the model is worse by more than the margin, of this
    pair alone. A model that truly is worse by `detectable` would be found so with probability 0.8.
    """

    model: str
    baseline: str
    margin: float
    probability: float
    worse: bool
    detectable: float

    def __str__(self) -> str:
        """Say it in a sentence."""
        said = "is worse" if self.worse else "is not found worse"
        found = f"{on_a_line(self.model)} {said} than {on_a_line(self.baseline)} by more than"
        return (
            f"{found} {self.margin:g}. A model worse by "
            f"{self.detectable:.4f} would be found so in 80% of such comparisons."
        )


def verdict_of(row: Comparison) -> Verdict:
    """Give the verdict of a row that was compared with a margin."""
    margin, probability, worse, detectable = (
        row.margin, row.worse_probability, row.worse, row.detectable
    )  # fmt: skip
    # A comparison with a margin has them all.
    assert margin is not None and probability is not None  # noqa: S101, PT018
    assert worse is not None and detectable is not None  # noqa: S101, PT018
    return Verdict(row.model, row.baseline, margin, probability, worse, detectable)
