"""The call `plan_labels`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scorio._call import answered

if TYPE_CHECKING:
    from scorio import _core
    from scorio._counting.tallied import Tallied
    from scorio.judge.tables import LabelPlans


def plan_labels(
    counts: Tallied[_core.Counts],
    *,
    half_width: float | None = None,
    budget: int | None = None,
    sampled: bool = False,
    cluster: Literal["task", "cluster"] | None = None,
    confidence: float = 0.95,
) -> LabelPlans:
    """Plan which trials to label next, so that corrected scores get narrow intervals.

    Parameters
    ----------
    counts
        Counts of `scorio.count`.
    half_width
        Half the width that the interval of each model is to have, positive and finite.
    budget
        The most labels to add, of all models together, a whole number from 0.
    sampled
        Whether to infer about questions like these, of which these are a sample.
    cluster
        Clusters of questions: the tasks, or the labels of the counts. They are a sample.
    confidence
        Level of the intervals, between 0 and 1.

    Returns
    -------
    LabelPlans
        A sequence of `LabelPlan`, a row for each model and outcome of the judge.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        half_width that is not positive and finite; budget that is not a whole number from 0;
        confidence that is not between 0 and 1; options that do not go together. Counts without
        labels. Neither a half-width nor a budget.

    Notes
    -----
    The next label goes where it lowers the variance most: to the model and outcome of the judge
    with the largest W² m(1 − m) [1/(h + 1) − 1/(h + 2)]. W is the share of the outcome, and m the
    mean of its labels. h is what they are worth, with those that are planned. This is Neyman's
    allocation.

    Source: docs/judge-figures.md of the checkout. Neyman (1934).

    Examples
    --------
    >>> import scorio
    >>> outcomes = [[1, 1, 0, 0], [1, 0, 1, 1], [0, 0, 0, 1], [1, 1, 1, 1]]
    >>> labels = [[1, None, 0, 0], [1, 0, None, 0], [0, None, 0, 1], [None, 1, 1, None]]
    >>> counts = scorio.judge.from_arrays(outcomes, labels, models=["large"])
    >>> [(row.outcome, row.labels, row.add) for row in scorio.judge.plan(counts, budget=2)]
    [('0', 5, 0), ('1', 6, 2)]
    """
    from scorio.judge.tables import LabelPlans

    answer = answered(
        "plan_labels", counts,
        half_width=half_width, budget=budget, sampled=sampled, cluster=cluster,
        confidence=confidence,
    )  # fmt: skip
    return LabelPlans(answer, counts)
