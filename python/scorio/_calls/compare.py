"""The call `compare`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from scorio._compare.comparisons import Comparisons
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._reading.options import Frame, Path


def compare(
    a: Counts | Sums | Path | Iterable[Path] | Frame | ArrayLike,
    b: Counts | Sums | Path | ArrayLike | None = None,
    *,
    baseline: str | None = None,
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
    by_task: bool = False,
    margin: float | None = None,
    weight: str | ArrayLike | None = None,
    missing: Literal["error", "drop"] = "error",
    **reading: Any,  # noqa: ANN401
) -> Comparisons:
    """Compare models with a baseline, question by question.

    Parameters
    ----------
    a, b
        Two models: counts or logs of one model each, whose questions are matched by task and name,
        or results matrices (M × N, or ragged rows), whose rows are matched by position. Or `a`
        alone: counts, a log, several, or a data frame of many models.
    baseline
        Of one log of many models: the one that the others are compared with.
    models
        Those others. By default all.
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
    by_task
        Whether there is a table for each task, too.
    margin
        Says of each model whether it is worse than the baseline by more than this.
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
    Comparisons
        A sequence of `Comparison`, table by table, best first. `questions`, `unmatched` and
        `uncompared` have more.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        confidence that is not between 0 and 1; family that is not a whole number from 2; options
        that do not go together. No question in common. A baseline or model that there is not, or no
        model beside the baseline. A sample of one question or cluster, or one without scatter. A
        margin that scores cannot differ by more than. A metric or k that `score` refuses. A metric
        without a score of one question, where questions are a sample. A question without a cluster,
        or without a weight where others have one.

    Notes
    -----
    With d the difference of a question's scores, v the sum of their variances, and w the weight of
    the question (1 without weights), the difference is Σ w d / Σ w.

    About these questions, σ² = Σ w² v / (Σ w)², and z = difference / σ is normal (sections 2.5 and
    2.6 of arXiv:2510.04265). By the hierarchical prior, v is the expected variance of the two
    averages over new trials.

    About questions like these, σ² = G / (G − 1) Σ S² / (Σ w)², where S is the sum of w (d −
    difference) over a cluster. There are G clusters. Without clusters each question is its own. z
    is Student's t of G − 1 degrees of freedom.

    About M questions like these by the hierarchical prior, without clusters, σ² is greater by
    (range / N)² / (M (M − 1)): one more question, where one of N trials has the opposite outcome. N
    is the smallest number of trials. So it is, too, if either model has one trial of every
    question, which does not tell v. With one trial each, the test resembles McNemar's.

    Unpaired, the variances of the two scores add up, with Welch's degrees of freedom. Where models
    A and B share clusters, σ² = G / (G − 1) Σ (S_A / W_A − S_B / W_B)² over the G clusters of
    either, with G − 1 degrees of freedom. There S is the sum of w (score − mean) of a model, and W
    is its Σ w.

    By another metric, the difference is that of the two scores on the common questions. About these
    questions, σ² is the sum of their σ², as a leaderboard has them, and z is normal. About
    questions like these, d is the difference of a question's scores. A metric with _ci, and one
    that only a data set has, such as geom_at_k, has no score of one question.

    Numbers have no prior. About these questions, v is s² / n of both models, where s² is the
    variance of the trials of a question, pooled over the questions of a model and a task, and z is
    Student's t. Where trials are single, σ is that of questions like these.

    P(A > B) is the probability below z, ρ that below the size of z, and p = 2 (1 − ρ). They are of
    each comparison alone.

    Two models are separated if their difference is at least z* σ either way. Here z* = Φ⁻¹((1 +
    c^(1/m)) / 2) with the confidence c, or the same quantile of Student's t. m is M − 1 for the M
    models of the counts, or M (M − 1) / 2 where all pairs hold together (Šidák 1967). The interval
    is difference ± z* σ. `p_adjusted` is 1 − (1 − p)^m.

    With a margin, a model is worse if difference + margin ≤ −z* σ. That of a model exactly at the
    margin happens with a chance of at most (1 − c) / 2. One that is worse by margin + (z* + z₀.₈) σ
    is found worse with probability 0.8.

    From four models of the counts on, P(A > B) takes the spread of their scores as prior, as
    `chances` does. It decides nothing.

    Source: Hariri et al. (2026), arXiv:2510.04265, sections 2.5 and 2.6. Holm (1979), Benjamini and
    Hochberg (1995). docs/comparing.md of the checkout.

    Examples
    --------
    >>> import scorio
    >>> found = scorio.compare("examples/coins.jsonl", baseline="coin-04", models="coin-05")
    >>> row = found[0]
    >>> round(row.difference, 4), round(row.probability, 4), row.questions
    (0.0092, 0.7642, 30)
    >>> row = scorio.compare("examples/coins.jsonl", baseline="coin-04", models="coin-05",
    ...                      metric="pass_at_k", k=4)[0]
    >>> round(row.difference, 4), round(row.probability, 4)
    (-0.009, 0.2894)
    >>> scorio.compare([[1, 1, 1], [1, 0, 1]], [[0, 1, 0], [1, 0, 0]])[0].difference
    0.5
    """
    from scorio._compare.comparisons import Comparisons
    from scorio._compare.inputs import clusters_of, models_of
    from scorio._compare.matrices import Rows

    rows = Rows(cluster, weight, missing, paired, weights)
    counts, baseline, only = models_of(a, b, baseline, models, rows, reading, by_task=by_task)

    answer = answered(
        "compare", counts,
        baseline=baseline, only=only, metric=metric, k=k, weights=weights, tau=tau, lam=lam,
        spectrum=spectrum, pass_power=pass_power, unanimous_power=unanimous_power, ragged=ragged,
        prior=prior, paired=paired, sampled=sampled, cluster=clusters_of(cluster), borrow=borrow,
        confidence=confidence, family=family, ranks=ranks, by_task=by_task, margin=margin,
    )  # fmt: skip
    return Comparisons(answer, counts)
