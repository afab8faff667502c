"""The call `gate`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from scorio import _core
    from scorio._counting.tallied import Tallied
    from scorio._gating.gate import Gate


def gate(
    counts: Tallied[_core.Counts] | Tallied[_core.Sums],
    at_least: float,
    *,
    confidence: float = 0.95,
    per_question: bool = False,
    family: bool = False,
    alone: bool = False,
    models: str | Sequence[str] | None = None,
    slice: str | Sequence[str] | None = None,  # noqa: A002
    metric: str = "avg",
    k: int | None = None,
    weights: ArrayLike | None = None,
    prior: Literal["hierarchical", "uniform"] = "hierarchical",
    sampled: bool = False,
    cluster: Literal["task", "cluster"] | None = None,
    borrow: bool = False,
    by_task: bool = False,
) -> Gate:
    """Say of each model, or of each question, whether it reaches a level.

    Parameters
    ----------
    counts
        Counts, or sums of numbers, of `scorio.count`.
    at_least
        The level of the score, or of the success probability of each question.
    confidence
        Confidence of the decisions: 1 less the chance of a false one, above 0.5 and below 1.
    per_question
        Whether every single question has to reach the level, by its repeated trials. Otherwise the
        score has to. A weight of 1 is then a success, and 0 a failure. Not with metric, k, prior,
        sampled, cluster, borrow, by_task, slice.
    family
        Whether passes hold for all questions of a model together, as fails do (Holm). Only with
        per_question.
    alone
        Whether fails hold for each question alone, as passes do. Then nothing is adjusted. Not with
        family. Only with per_question.
    models
        The models to decide about. Which questions were asked is known from all.
    slice
        Fields of questions, whose values make slices: each of them has to reach the level, too.
        `task` is a field, and `length:4` cuts a number at its quartiles.
    metric
        The metric of the score, such as "avg" or "pass_at_k".
    k
        Its budget.
    weights
        A weight per category. By default their names, if these are numbers, or 0 and 1.
    prior
        Prior of each question's outcomes.
    sampled
        Whether to infer about questions like these, of which these are a sample.
    cluster
        Clusters of questions: the tasks, or the labels of the counts. They are a sample.
    borrow
        Whether models without labels have scores, too, by the judge's error rates on three or more
        models with labels. The judge has to say yes or no.
    by_task
        Whether there is a row for each task, too.

    Returns
    -------
    Gate
        A sequence of `Gated`, with the `verdict` of all together.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        at_least that is not finite; confidence that is not above 0.5 and below 1; options that do
        not go together. A level that no interval can reach or that every score reaches. A level
        outside (0, 1) for single questions. Weights other than 0 and 1 for single questions.
        Whatever `score` refuses.

    Notes
    -----
    A question has c successes in N trials. At the level, X of N trials would succeed. Then p_fail
    is P(X ≤ c | level), and p_pass is P(X ≥ c | level), both binomial. The question fails if
    p_fail, adjusted by Holm over the questions of its model, is at most 1 − confidence. It passes
    if p_pass is. So 1 − confidence bounds the chance that any question fails, where all are at the
    level or above. The interval is that of Clopper and Pearson, and each end has the confidence.
    `to_pass` is the fewest further trials that pass it if all succeed, and `to_fail` the fewest
    that fail it if all fail. `more` is the fewest that decide if the share c / N of them succeeds.

    A score passes if the lower end of its interval reaches the level, and fails if the upper end is
    below it. Each end has the confidence: they are those of `score` with the confidence 2
    confidence − 1. A score that lacks questions that any model was asked does not pass: it is
    undecided, as single questions without trials are. Numeric scores have gates of their means, by
    the interval of `score`.

    Source: docs/gates.md of the checkout.

    Examples
    --------
    >>> import scorio
    >>> coins = scorio.count("examples/coins.jsonl").select(model=["coin-01", "coin-11"])
    >>> found = scorio.gate(coins, 0.5)
    >>> found.verdict, [(row.model, row.verdict) for row in found]
    ('fail', [('coin-11', 'pass'), ('coin-01', 'fail')])
    >>> single = scorio.gate(coins.select(question=["q01", "q02"]), 0.5, per_question=True)
    >>> [(row.model, row.question, row.verdict) for row in single][:2]
    [('coin-01', 'q01', 'fail'), ('coin-01', 'q02', 'undecided')]
    """
    from scorio._gating.gate import Gate

    answer = answered(
        "gate", counts,
        at_least=at_least, confidence=confidence, per_question=per_question, family=family,
        alone=alone, only=models, slice=slice, metric=metric, k=k, weights=weights, prior=prior,
        sampled=sampled, cluster=cluster, borrow=borrow, by_task=by_task,
    )  # fmt: skip
    return Gate(answer, counts)
