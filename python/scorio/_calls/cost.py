"""The call `cost`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike

    from scorio._costing.costs import Costs
    from scorio._counting.costed import CostCounts
    from scorio._reading.options import Frame, Path


def cost(
    source: CostCounts | Path | Iterable[Path] | Frame,
    *,
    tries: int | None = None,
    caps: ArrayLike | None = None,
    curve: int | None = None,
    within: float | None = None,
    sampled: bool = False,
    cluster: str | None = None,
    confidence: float = 0.95,
    by_task: bool = False,
    macro: bool = False,
    **reading: Any,  # noqa: ANN401
) -> Costs:
    """Score every model beside what its trials cost.

    Parameters
    ----------
    source
        Counts with costs, of `scorio.count` with `cost`. Or a log, several, or a data frame, with
        `cost` and other options of `scorio.count`.
    tries
        The most fresh tries until the first success, a whole number from 1.
    caps
        Caps on the cost of a trial.
    curve
        How many caps there are beside these, at quantiles of the costs of successes, a whole number
        from 1.
    within
        How far below the best score a cheaper model may be, a finite number from 0.
    sampled
        Whether to infer about questions like these, of which these are a sample.
    cluster
        Clusters of questions: the tasks ("task"), or of logs the field of the cluster.
    confidence
        Level of the intervals, and of the verdicts, between 0 and 1.
    by_task
        Whether there is a table for each task, too.
    macro
        Whether the overall table averages the tasks with equal weight.
    **reading
        For logs, the options of `scorio.count`.

    Returns
    -------
    Costs
        A sequence of `Cost`, table by table, best score first. `pairs`, `retries` and `caps` have
        more.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        tries that is not a whole number from 1; curve that is not a whole number from 1; within
        that is not a finite number from 0; confidence that is not between 0 and 1; options that do
        not go together. Sums without costs. A negative cost. A model without any cost. Retries
        beyond the trials of a question. Partial credit with retries or caps. Caps without the
        single costs.

    Notes
    -----
    Question i has N trials with outcomes y and costs c, and their means ȳ and c̄. The score is that
    of `score` by "avg". The mean cost κ is the mean of c̄ over the questions, with σ = s and ν
    degrees of freedom as `score` gives them of numbers. Its interval is the hull of κ exp(± t s /
    κ) and of Hall's interval, which follows the skewness.

    The cost of a success is κ / score. Its interval is made on logarithms (Zou and Donner 2008).
    Let a and b be the distances of an end of ln κ and of ln score from their middles. The end of
    the quotient is √(a² + b² − 2ρab) from its middle. ρ is the correlation of outcome and cost
    within questions. About questions like these, ρ is that of their means over questions. The
    quotient of two mean costs has its interval likewise.

    A model dominates another if it is better and cheaper, with the probability P = Φ₂(u, v; r).
    Here u is the difference of the scores over its σ, and v that of the logarithms of the costs.
    Where one of them is surely equal, the other alone decides. `frontier` is the share of 4,096
    draws in which no other model dominates. About questions like these they are draws of the
    Bayesian bootstrap.

    Fresh tries until the first success, at most k, cost Σ_failures c f / N + Σ_successes c s / N on
    a question with F failures. Here f = Σ C(F − 1, r − 1) / C(N − 1, r − 1) and s = Σ C(F, r − 1) /
    C(N − 1, r − 1), with sums over r ≤ k. This is the mean over all orders of its trials. Within a
    cap b, the outcome is y where c ≤ b, and 0 elsewhere. Two curves cross where the other model
    gets ahead. The interval of a crossing holds the caps at which the two are not separated.

    Source: docs/costs.md of the checkout. Hall, J. R. Stat. Soc. B 54 (1992) 221. Zou and Donner,
    Stat. Med. 27 (2008) 1693.

    Examples
    --------
    >>> import scorio
    >>> for row in scorio.cost("examples/agents.jsonl", cost="dollars"):
    ...     print(row.model, round(row.score, 2), round(row.cost, 2), row.verdict)
    large 0.77 1.62 open
    medium 0.72 0.24 frontier
    previous 0.57 0.45 dominated
    small 0.37 0.07 frontier
    """
    from scorio._compare.inputs import clusters_of
    from scorio._costing.costs import Costs
    from scorio._costing.inputs import costs_of

    single = caps is not None or curve is not None
    counts = costs_of("cost", source, cluster, reading, single=single)

    answer = answered(
        "cost", counts,
        tries=tries, caps=caps, curve=curve, within=within, sampled=sampled,
        cluster=clusters_of(cluster), confidence=confidence, by_task=by_task, macro_average=macro,
    )  # fmt: skip
    return Costs(answer, counts)
