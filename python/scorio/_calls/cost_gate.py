"""The call `cost_gate`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio._costing.gate import CostGate
    from scorio._counting.costed import CostCounts
    from scorio._reading.options import Frame, Path


def cost_gate(
    source: CostCounts | Path | Iterable[Path] | Frame,
    *,
    at_most: float | None = None,
    max_ratio: float | None = None,
    baseline: str | None = None,
    models: str | Sequence[str] | None = None,
    confidence: float = 0.95,
    sampled: bool = False,
    cluster: str | None = None,
    by_task: bool = False,
    **reading: Any,  # noqa: ANN401
) -> CostGate:
    """Say of each model whether its mean cost keeps to a limit.

    Parameters
    ----------
    source
        Counts with costs, of `scorio.count` with `cost`. Or a log, several, or a data frame, with
        `cost` and other options of `scorio.count`.
    at_most
        The most that a trial may cost on average, a finite number from 0.
    max_ratio
        The most that a trial may cost on average, over what one of the baseline costs, a finite
        number from 0. Only with baseline.
    baseline
        The model whose costs others are compared with.
    models
        The models to decide about.
    confidence
        Confidence of the decisions: 1 less the chance of a false one, above 0.5 and below 1.
    sampled
        Whether to infer about questions like these, of which these are a sample.
    cluster
        Clusters of questions: the tasks ("task"), or of logs the field of the cluster.
    by_task
        Whether there are rows for each task, too.
    **reading
        For logs, the options of `scorio.count`.

    Returns
    -------
    CostGate
        A sequence of `CostGated`, a row for each model and limit. `verdict` is that of all.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        at_most that is not a finite number from 0; max_ratio that is not a finite number from 0;
        confidence that is not above 0.5 and below 1; options that do not go together. No limit. A
        ratio without a baseline. A model that there is not. Whatever `cost` refuses.

    Notes
    -----
    The interval is that of `cost` with the confidence 2 confidence − 1, so that each end has the
    confidence. A model passes if the upper end is at most the limit, and fails if the lower end is
    above it. Otherwise it is undecided. With `max_ratio`, the limit is on its mean cost over that
    of the baseline.

    Source: docs/costs.md of the checkout.

    Examples
    --------
    >>> import scorio
    >>> found = scorio.cost_gate("examples/agents.jsonl", at_most=0.25, cost="dollars")
    >>> [(row.model, row.verdict) for row in found][:2]
    [('large', 'fail'), ('medium', 'undecided')]
    >>> counts = scorio.count("examples/agents.jsonl", cost="seconds")
    >>> row = scorio.cost_gate(counts, max_ratio=1.1, baseline="large", models="medium")[0]
    >>> row.verdict, round(row.value, 2)
    ('pass', 0.75)
    """
    from scorio._compare.inputs import clusters_of
    from scorio._costing.gate import CostGate
    from scorio._costing.inputs import costs_of

    counts = costs_of("cost_gate", source, cluster, reading)

    answer = answered(
        "cost_gate", counts,
        at_most=at_most, max_ratio=max_ratio, baseline=baseline, only=models, confidence=confidence,
        sampled=sampled, cluster=clusters_of(cluster), by_task=by_task,
    )  # fmt: skip
    return CostGate(answer, counts)
