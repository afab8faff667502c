"""The call `judge_quality`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scorio._call import answered

if TYPE_CHECKING:
    from scorio import _core
    from scorio._counting.tallied import Tallied
    from scorio.judge.tables import Judgings


def judge_quality(
    counts: Tallied[_core.Counts],
    *,
    sampled: bool = False,
    cluster: Literal["task", "cluster"] | None = None,
    confidence: float = 0.95,
) -> Judgings:
    """Say how good a judge is by the labels that some trials have, and whom it favours.

    Parameters
    ----------
    counts
        Counts of `scorio.count`.
    sampled
        Whether to infer about questions like these, of which these are a sample.
    cluster
        Clusters of questions: the tasks, or the labels of the counts. They are a sample.
    confidence
        Level of the intervals, between 0 and 1.

    Returns
    -------
    Judgings
        A sequence of `Judging`, a row for each model with labels.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        confidence that is not between 0 and 1; options that do not go together. Counts without
        labels.

    Notes
    -----
    W is the share of the trials with an outcome of the judge. μ is the mean label of those of them
    that have one.

    The sensitivity is W₁μ₁ / (W₁μ₁ + W₀μ₀). The specificity is W₀(1 − μ₀) / (W₀(1 − μ₀) + W₁(1 −
    μ₁)). The agreement is W₁μ₁ + W₀(1 − μ₀). The bias is W₁ less the score Σ W μ.

    m is μ with the weight of half a success and half a failure, and v its variance. Intervals of
    the first two are those of log(W₁m₁ / (W₀m₀)) ± z √(v₀/m₀² + v₁/m₁²).

    The judge favours a model by W₁ − se θ − fp (1 − θ), where θ = Σ W m. Here se and fp are the
    error rates of the other models together.

    Source: docs/judge-figures.md of the checkout.

    Examples
    --------
    >>> import scorio
    >>> outcomes = [[1, 1, 0, 0], [1, 0, 1, 1], [0, 0, 0, 1], [1, 1, 1, 1]]
    >>> labels = [[1, None, 0, 0], [1, 0, None, 0], [0, None, 0, 1], [None, 1, 1, None]]
    >>> counts = scorio.judge.from_arrays(outcomes, labels, models=["large"])
    >>> row = scorio.judge.quality(counts)[0]
    >>> row.labels, round(row.agreement, 4), round(row.bias, 4)
    (11, 0.8958, 0.1042)
    """
    from scorio.judge.tables import Judgings

    answer = answered(
        "judge_quality", counts,
        sampled=sampled, cluster=cluster, confidence=confidence,
    )  # fmt: skip
    return Judgings(answer, counts)
