"""The call `plan_costs`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio._costing.plans import CostPlans
    from scorio._counting.costed import CostCounts
    from scorio._reading.options import Frame, Path


def plan_costs(
    source: CostCounts | Path | Iterable[Path] | Frame,
    *,
    half_width: float | None = None,
    money: float | None = None,
    models: str | Sequence[str] | None = None,
    confidence: float = 0.95,
    **reading: Any,  # noqa: ANN401
) -> CostPlans:
    """Say what more trials of each model cost.

    Parameters
    ----------
    source
        Counts with costs, of `scorio.count` with `cost`. Or a log, several, or a data frame, with
        `cost` and other options of `scorio.count`.
    half_width
        Half the width that the interval of each score may have at most, positive and finite. Not
        with money.
    money
        What may be spent on all models together, in the unit of the costs, positive and finite.
    models
        The models to plan for.
    confidence
        Level of the intervals, between 0 and 1.
    **reading
        For logs, the options of `scorio.count`.

    Returns
    -------
    CostPlans
        A sequence of `CostPlan`, a row for each model.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        half_width that is not positive and finite; money that is not positive and finite;
        confidence that is not between 0 and 1; options that do not go together. Neither a
        half-width nor money, or both. Money that pays for no trial. A model without any cost.

    Notes
    -----
    n more trials of each of M questions cost n M κ, where κ is the mean cost of `cost`. The ends of
    its interval give those of the money. With `half_width`, n is that of `trials_for_half_width`.

    With `money`, the trials are split so that Σ σ² over the models is least. Then the sum of the
    variances of all differences is least, too, up to whole trials. Here σ² = Σ v / (N + n) / M², as
    in `trials_for_half_width`. Where all questions of a model have N trials, N + n is proportional
    to √(Σ v / κ M) for the models that get trials (Neyman 1934). Numbers of trials are whole, and
    exchanges between two models make no better use of the money. `even` has the half-widths after
    as many trials for each model, for the same money.

    Source: docs/planning.md of the checkout. Neyman, J. R. Stat. Soc. 97 (1934) 558.

    Examples
    --------
    >>> import scorio
    >>> from scorio import plan
    >>> for row in plan.costs("examples/agents.jsonl", money=100, cost="dollars"):
    ...     print(row.model, row.more, round(row.then, 3), round(row.even, 3), round(row.money, 2))
    large 0 0.044 0.044 0.0
    medium 3 0.036 0.044 36.46
    previous 1 0.042 0.046 22.29
    small 11 0.027 0.046 40.64
    """
    from scorio._costing.inputs import costs_of
    from scorio._costing.plans import CostPlans

    counts = costs_of("plan.costs", source, None, reading)

    answer = answered(
        "plan_costs", counts,
        half_width=half_width, money=money, only=models, confidence=confidence,
    )  # fmt: skip
    return CostPlans(answer, counts)
