"""The call `compare_pairs`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from scorio._compare.pairs import Pairs
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._reading.options import Frame, Path


def compare_pairs(
    a: Counts | Sums | Path | Iterable[Path] | Frame,
    *,
    models: str | Sequence[str] | None = None,
    metric: str = "avg",
    k: int | None = None,
    weights: ArrayLike | None = None,
    tau: float | Fraction | Decimal | None = None,
    lam: float | None = None,
    spectrum: ArrayLike | None = None,
    pass_power: float | None = None,
    unanimous_power: float | None = None,
    ragged: Literal["error", "drop"] = "error",
    prior: Literal["hierarchical", "uniform"] = "hierarchical",
    paired: bool = True,
    sampled: bool = False,
    cluster: str | None = None,
    borrow: bool = False,
    confidence: float = 0.95,
    family: int | None = None,
    ranks: Literal["each", "together"] = "each",
    weight: str | None = None,
    **reading: Any,  # noqa: ANN401
) -> Pairs:
    """Compare every model with every other, question by question.

    Parameters
    ----------
    a
        Counts, a log, several, or a data frame of many models.
    models
        The models to compare, at least two. By default all.
    metric
        The metric: "avg", the plain average; "bayes", the posterior mean under a uniform prior; or
        any other of `score`, such as "pass_at_k". With other numbers of trials, the prior of bayes
        biases the difference. Numbers have averages, without a prior.
    k
        Budget of the metric. avg and bayes have none.
    weights
        A weight per category, for bayes, avg and max_at_k. By default their names, if these are
        numbers, or 0 and 1.
    tau
        Share τ of g_pass_at_k_tau.
    lam
        λ of geo_spectrum_at_k. By default 0.5.
    spectrum
        k weights of thresholds, for threshold_spectrum_at_k and geo_spectrum_at_k, whose argument
        `weights` they are.
    pass_power
        Exponent of Pass@k in geom_at_k and geom_ds_at_k. By default 0.5.
    unanimous_power
        Exponent of Pass^k in geom_at_k and geom_ds_at_k. By default 0.5.
    ragged
        What to do with questions of fewer than k trials, in a point estimate: "error", or "drop" to
        leave them out of both models.
    prior
        Prior of the questions. "hierarchical": the questions of a model share a mean and a spread,
        which its trials tell. "bayes" has always the uniform prior.
    paired
        Whether to compare on the questions that both models have. Otherwise each model is compared
        on all of its own questions.
    sampled
        Whether to infer about questions like these, from the scatter over them. Otherwise it is
        about these alone, from what their trials leave open.
    cluster
        Of logs, the field of the cluster; "task" if the tasks are the clusters.
    borrow
        Whether models without labels are compared, too, by the judge's error rates on three or more
        models with labels. The judge has to say yes or no.
    confidence
        Level of the comparisons that hold together: of their intervals and verdicts, between 0 and
        1.
    family
        The number of models whose comparisons hold together, a whole number from 2. By default it
        is that of the counts. 2 makes each comparison hold by itself.
    ranks
        "each": the comparisons of each model with all others hold together. "together": so do those
        of all pairs of models, and with them the ranges of all ranks.
    weight
        Of logs, the field of the weight of a question in the mean.
    **reading
        For logs, the options of `scorio.count`.

    Returns
    -------
    Pairs
        A sequence of `Pair`. `letters` has the letters of each model.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        confidence that is not between 0 and 1; family that is not a whole number from 2; options
        that do not go together. Fewer than two models, and whatever `compare` refuses.

    Notes
    -----
    The rows of a pair are those of `compare`, with the model of the higher score first. Letters are
    those of `score`: models share one if they are not separated.

    Source: As for `compare`.

    Examples
    --------
    >>> import scorio
    >>> found = scorio.compare_pairs("examples/coins.jsonl", models=["coin-03", "coin-04"])
    >>> found.letters
    {'coin-04': 'a', 'coin-03': 'a'}
    >>> [(row.model, row.other, round(row.probability, 2)) for row in found]
    [('coin-04', 'coin-03', 0.65)]
    """
    from scorio._compare.inputs import clusters_of, counts_of_log
    from scorio._compare.pairs import Pairs

    counts = counts_of_log(a, cluster, weight, reading)

    answer = answered(
        "compare_pairs", counts,
        only=models, metric=metric, k=k, weights=weights, tau=tau, lam=lam, spectrum=spectrum,
        pass_power=pass_power, unanimous_power=unanimous_power, ragged=ragged, prior=prior,
        paired=paired, sampled=sampled, cluster=clusters_of(cluster), borrow=borrow,
        confidence=confidence, family=family, ranks=ranks,
    )  # fmt: skip
    return Pairs(answer, counts)
