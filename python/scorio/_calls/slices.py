"""The call `slices`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._reading.options import Frame, Path
    from scorio._slicing.slices import Slices


def slices(
    a: Counts | Sums | Path | Iterable[Path] | Frame | ArrayLike,
    b: Counts | Sums | Path | ArrayLike | None = None,
    *,
    baseline: str | None = None,
    slice: str | Sequence[str],  # noqa: A002
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
    cluster: str | Sequence[object] | None = None,
    borrow: bool = False,
    confidence: float = 0.95,
    family: int | None = None,
    ranks: Literal["each", "together"] = "each",
    margin: float | None = None,
    each_slice: bool = False,
    weight: str | ArrayLike | None = None,
    missing: Literal["error", "drop"] = "error",
    **reading: Any,  # noqa: ANN401
) -> Slices:
    """Compare models with a baseline in each slice of the questions.

    Parameters
    ----------
    a, b
        Two models: counts or logs of one model each, whose questions are matched by task and name,
        or results matrices (M × N, or ragged rows), whose rows are matched by position. Or `a`
        alone: counts, a log, several, or a data frame of many models.
    baseline
        Of one log of many models: the one that the others are compared with.
    slice
        The fields whose values make the slices. `task` is one, too. "length:4" cuts a number at its
        quartiles, and equal values stay together. Logs are read with these fields; counts have them
        by `with_field` or by `fields` of `scorio.count`.
    models
        The other models. By default all.
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
        Clusters of questions: σ is robust to what the questions of a cluster have in common. For
        logs, the field of the cluster; for counts, "cluster" if they were counted with one; for
        both, "task" if the tasks are the clusters. For matrices, the label of each row's cluster.
        Implies `sampled`.
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
    margin
        Says of each slice whether the model is worse than the baseline by more than this.
    each_slice
        Whether a model fails if any slice shows it worse by more than the margin. Only with margin.
    weight
        Weights of questions in the mean: 0, or from 1e-100 to 1e100. For logs, the field of the
        weight; for matrices, one weight for each row. Counts that were counted with a weight use
        it. A weight of 0 leaves the question out.
    missing
        Missing entries of matrices: "error", or "drop" to leave them out.
    **reading
        For logs, the options of `scorio.count`.

    Returns
    -------
    Slices
        A sequence of `SliceDifference`, model by model. `models` says of each whether its
        differences differ between slices.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        confidence that is not between 0 and 1; family that is not a whole number from 2; options
        that do not go together. A field that questions do not have. One slice alone, or more than
        200. A number of more than 20 values that is not cut. A cluster in two slices, where
        clusters are a sample. Whatever `compare` refuses.

    Notes
    -----
    A slice is a set of questions: those with the same values of some fields. Its difference d, σ
    and interval are those of `compare` on these questions alone. p is two-sided, and Holm adjusts
    it for the slices of a model.

    Let d̄ = Σ d/σ² / Σ 1/σ². If the slices do not differ, Q = Σ (d − d̄)²/σ² is χ² with one degree
    of freedom less than there are slices (Cochran 1954).

    Shrunken differences need three slices. d ~ N(δ, σ²) and δ ~ N(μ, τ²), with a flat μ. With h = k
    / Σ 1/σ² for k slices, B = h / (h + τ²) is uniform on (0, 1) (Daniels 1999). Given B, let u = 1
    / (σ² + τ²), m = Σ u d / Σ u and b = σ² u. The log-likelihood is ½ Σ ln u − ½ ln Σ u − ½ Σ u (d
    − m)². Then δ has the mean b m + (1 − b) d, and the variance (1 − b) σ² + b² / Σ u. Mean, σ, P(δ
    > 0) and the ends of the interval are those of the mixture over B. `shrinkage` is the mean of B,
    and `spread` that of τ.

    With a margin X, p = Φ((d + X) / σ) of the hypothesis that the model is worse by X at most, or
    Student's t where `compare` has it. A slice fails if Holm's value is below 1 − confidence.
    Shrunken figures decide nothing. Slices of fewer than 10 questions have no part in any of this.

    Source: docs/slices.md of the checkout. Cochran, Biometrics 10 (1954) 101. Daniels, Can. J.
    Stat. 27 (1999) 567. Holm, Scand. J. Stat. 6 (1979) 65.

    Examples
    --------
    >>> import scorio
    >>> solved = [[1, 1, 1, 0]] * 12 + [[1, 0, 0, 0]] * 12
    >>> counts = scorio.count({"new": solved, "old": solved[::-1]})
    >>> level = {str(place): "easy" if place < 12 else "hard" for place in range(24)}
    >>> found = scorio.slices(counts.with_field("level", level), baseline="old", slice="level")
    >>> [(row.slice, row.difference, round(row.holm, 3)) for row in found]
    [('easy', 0.5, 0.0), ('hard', -0.5, 0.0)]
    >>> found.models[0].degrees
    1
    """
    from scorio._compare.inputs import clusters_of, models_of
    from scorio._compare.matrices import Rows
    from scorio._slicing.inputs import with_fields
    from scorio._slicing.slices import Slices

    rows = Rows(cluster, weight, missing, paired, weights)
    reading = with_fields(a, slice, reading)
    counts, baseline, only = models_of(a, b, baseline, models, rows, reading, by_task=False)

    answer = answered(
        "slices", counts,
        baseline=baseline, slice=slice, only=only, metric=metric, k=k, weights=weights, tau=tau,
        lam=lam, spectrum=spectrum, pass_power=pass_power, unanimous_power=unanimous_power,
        ragged=ragged, prior=prior, paired=paired, sampled=sampled, cluster=clusters_of(cluster),
        borrow=borrow, confidence=confidence, family=family, ranks=ranks, margin=margin,
        each_slice=each_slice,
    )  # fmt: skip
    return Slices(answer, counts)
