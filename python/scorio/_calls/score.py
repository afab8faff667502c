"""The call `score`. `make calls` writes this file from its declaration in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scorio._call import answered

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from scorio import _core
    from scorio._counting.tallied import Tallied
    from scorio._scoring.scores import Scores


def score(
    counts: Tallied[_core.Counts] | Tallied[_core.Sums],
    metrics: str | Sequence[str] = "avg",
    k: int | Sequence[int] | None = None,
    *,
    weights: ArrayLike | None = None,
    tau: float | Fraction | Decimal | None = None,
    lam: float | None = None,
    spectrum: ArrayLike | None = None,
    pass_power: float | None = None,
    unanimous_power: float | None = None,
    ragged: Literal["error", "drop"] = "error",
    prior: Literal["hierarchical", "uniform"] = "hierarchical",
    sampled: bool = False,
    runs: bool = False,
    cluster: Literal["task", "cluster"] | None = None,
    borrow: bool = False,
    confidence: float = 0.95,
    family: int | None = None,
    ranks: Literal["each", "together"] = "each",
    by_task: bool = True,
    slice: str | Sequence[str] | None = None,  # noqa: A002
    macro: bool = False,
) -> Scores:
    """Score every model: a leaderboard with intervals, ranks and ties.

    Parameters
    ----------
    counts
        Counts, or sums of numbers, of `scorio.count`.
    metrics
        One or more metrics: functions of `eval` by name, as "bayes", "pass_at_k" or "pass_at_k_ci".
        Numbers have "avg", the mean, and "max_at_k", the largest of k outcomes.
    k
        One or more budgets, for every metric but bayes and avg.
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
        leave them out.
    prior
        Prior of each question's outcomes. "hierarchical": the questions share a mean and a spread,
        which the trials tell. "bayes" has always the uniform prior of the paper. Numbers have no
        prior.
    sampled
        Whether to infer about questions like these, of which these are a sample. Otherwise scores
        are about these questions alone.
    runs
        Whether intervals are about new runs, too: the trials of one number, which is an epoch or a
        seed, share their luck. It is for "avg" of successes and failures. Ranks stay as they are.
        Not with cluster.
    cluster
        Clusters of questions: the tasks, or the labels of the counts. σ is then robust to what the
        questions of a cluster have in common. They are a sample.
    borrow
        Whether models without labels have scores, too, by the judge's error rates on three or more
        models with labels. The judge has to say yes or no.
    confidence
        Level of the intervals, and of the comparisons that separate models, between 0 and 1.
    family
        The number of models whose comparisons hold together, a whole number from 2. By default it
        is that of the counts. 2 makes each comparison hold by itself.
    ranks
        "each": the comparisons of each model with all others hold together. "together": so do those
        of all pairs of models, and with them the ranges of all ranks.
    by_task
        Whether there is a table for each task, too. There is none if the tasks are clusters.
    slice
        Fields of questions, whose values make slices: there is a table for each slice, too. `task`
        is a field, and `length:4` cuts a number at its quartiles.
    macro
        Whether the overall table averages the tasks with equal weight. Otherwise it pools their
        questions.

    Returns
    -------
    Scores
        A sequence of `Score`, table by table, best first. `unscored` has models without one.

    Raises
    ------
    TypeError
        Something else than counts, or an option of another type.
    ValueError
        confidence that is not between 0 and 1; family that is not a whole number from 2; options
        that do not go together. An unknown metric. A budget k that is missing, below 1, above a
        question's trials, or used by none of the metrics. Another option that is needed, out of
        range, or used by none. No observed trial at all. A question without a weight or a cluster
        among others that have one. Of numbers, a model with one question or cluster, whose score
        has no scatter.

    Notes
    -----
    Names without `_ci` are the unbiased estimates from the observed trials. Their σ says how far
    such an estimate scatters from one set of trials to the next, averaged over the posterior. Where
    every question has one trial, nothing tells how far other trials would differ. Then σ is that of
    questions like these, which is an upper bound. Those with `_ci` are the posterior means with the
    posterior σ.

    σ of the function `avg` and of a leaderboard differ: the function has a uniform prior for each
    question, the leaderboard one prior that all share.

    The interval of an estimate is that of Clopper and Pearson for s n successes of n effective
    trials. Here s is the score on the scale from 0 to 1, and n = s(1 − s)/σ². Let n₀ = (Σ w)² / Σ
    w²/N. About these questions, n is at least n₀ where N and w are equal. About questions like
    these, n is at most n₀, and it is multiplied by the square of t(n₀ − 1) / t(M − 1). Single
    trials have n = M. Pass@k with 2 ≤ k ≤ N/2 adds to σ² at an end, where a question had one
    outcome alone, what one other trial would have added. A posterior has the interval of the Beta
    distribution with its mean and σ.

    With `runs`, the trials of one number are a run, and there are N runs. About these questions, σ²
    is the larger of its own and of S²/N, where S² is the variance of the score from run to run.
    Student's t has N − 1 degrees of freedom. About questions like these, σ² = V_Q + max(0, V_R −
    V_I), which are the variances of the mean by questions, by runs and by the rest. The degrees of
    freedom are those of Satterthwaite.

    Two models are separated if their difference d, as `compare` has it, is at least z* σ. Here z* =
    Φ⁻¹((1 + c^(1/(M − 1))) / 2) with the confidence c and the M models of the counts, or the same
    quantile of Student's t (Šidák 1967). So all M − 1 comparisons of a model hold together.
    `rank_lo` is 1 + the number of models that are separated above a model, and `rank_hi` is M − the
    number of those that are separated below it. `p_best` is the probability of the first rank.
    `sem` is the plain standard error of the mean over questions, which other tools print.

    Questions without an observed trial are left out of a model's score. `questions` shows how many
    remain. A model without any is in `unscored`. `coverage` is the share of expected trials that
    have an outcome. `worst` and `best` are the score if all missing trials had failed, or had
    succeeded.

    Of numbers, question i has n outcomes y with the mean m and the weight w (1 without weights).
    The score is Σ w m / Σ w, without a prior. About these questions, σ² is Σ w² s² / n / (Σ w)².
    Here s² = Σ Σ (y − m)² / Σ (n − 1) is pooled over the questions of a task. Student's t has the
    degrees of freedom of Welch and Satterthwaite. About questions like these, σ² is G / (G − 1) Σ
    S² / (Σ w)² with G − 1 degrees of freedom. S is the sum of w (m − score) over one of G clusters.
    The second σ also holds where all trials of a task are single, and for `max_at_k`. There m is Σ
    C(i − 1, k − 1) / C(n, k) y₍ᵢ₎ over the outcomes in ascending order, which is unbiased. The
    interval is the hull of score ± t σ and of Hall's interval (1992): score − σ g(± t), where g(x)
    = 3/λ ((1 + λ(x − λ/6))^{1/3} − 1). Here λ is the skewness of the score. About questions like
    these it is Σ S³ / (Σ S²)^{3/2}. About these questions it is Σ w³ m₃ / n² / (Σ w)³ / σ³, where
    m₃ = n Σ (y − m)³ / ((n − 1)(n − 2)), or 0 where a question has fewer than three trials.

    Source: docs/scores.md and docs/concepts.md of the checkout.

    Examples
    --------
    >>> import scorio
    >>> scores = scorio.count("examples/coins.jsonl").score("pass_at_k", k=[1, 8])
    >>> [(row.k, row.model, row.rank) for row in scores if row.rank == 1]
    [(1, 'coin-11', 1), (8, 'coin-11', 1)]
    >>> sums = scorio.count("examples/judge.jsonl", numeric=True, keep_values=True)
    >>> best = sums.score("max_at_k", k=2)[0]
    >>> best.model, round(best.score, 2), best.questions
    ('large', 8.0, 20)
    """
    from scorio._scoring.scores import Scores

    answer = answered(
        "score", counts,
        metrics=metrics, k=k, weights=weights, tau=tau, lam=lam, spectrum=spectrum,
        pass_power=pass_power, unanimous_power=unanimous_power, ragged=ragged, prior=prior,
        sampled=sampled, runs=runs, cluster=cluster, borrow=borrow, confidence=confidence,
        family=family, ranks=ranks, by_task=by_task, slice=slice, macro_average=macro,
    )  # fmt: skip
    return Scores(answer, counts)
