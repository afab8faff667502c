"""Comparing two models, or many with a baseline."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal

from scorio import _matrix
from scorio._arguments import flag, number
from scorio._compare.comparisons import Comparisons
from scorio._compare.matrices import counts_of_matrices
from scorio._compare.metric import is_bayes, metric_options
from scorio._counting.counts import Counts
from scorio._counting.sums import Sums
from scorio._errors import described
from scorio._reading import frames
from scorio._reading.reading import count
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from scorio._reading.sources import Frame, Path


def compare(
    a: Counts | Sums | Path | Iterable[Path] | Frame | ArrayLike,
    b: Counts | Sums | Path | ArrayLike | None = None,
    *,
    baseline: str | None = None,
    models: str | Sequence[str] | None = None,
    metric: str = "avg",
    k: int | None = None,
    tau: float | Fraction | Decimal | None = None,
    lam: float | None = None,
    spectrum: ArrayLike | None = None,
    pass_power: float | None = None,
    unanimous_power: float | None = None,
    ragged: Literal["error", "drop"] = "error",
    prior: Literal["hierarchical", "uniform"] = "hierarchical",
    weights: ArrayLike | None = None,
    paired: bool = True,
    sampled: bool = False,
    cluster: str | Sequence[object] | None = None,
    weight: str | ArrayLike | None = None,
    by_task: bool = False,
    confidence: float = 0.95,
    margin: float | None = None,
    missing: Literal["error", "drop"] = "error",
    **reading: Any,  # noqa: ANN401
) -> Comparisons:
    """Compare two models, or many with a baseline, question by question.

    Parameters
    ----------
    a, b
        Two models: counts or logs of one model each, whose questions are matched by task and name,
        or results matrices (M × N, or ragged rows), whose rows are matched by position. Or `a`
        alone: counts, a log, several, or a data frame of many models.
    baseline
        Of one log of many models: the one that the others are compared with.
    models
        Those others, at least one; all by default.
    metric
        "avg", the plain average; "bayes", the posterior mean under a uniform prior; or any other
        metric of `Counts.score`, such as "pass_at_k". With a uniform prior and equal numbers of
        trials, avg and bayes differ by a factor, and z and all probabilities are the same. With
        other numbers, the prior of bayes biases the difference. Numeric scores have no prior, and
        are averages.
    k, tau, lam, spectrum, pass_power, unanimous_power
        Budget and parameters of the metric, as of `Counts.score`.
    ragged
        Questions with fewer than k trials, in a point estimate: "error", or "drop" to leave them
        out of both models.
    prior
        Of all but bayes: "hierarchical", where the questions of a model share a mean and a spread
        that its trials tell; or "uniform" on every question, as bayes has it.
    weights
        A weight per category; if omitted, the numbers that the categories are named by, or (0, 1).
    paired
        Compare on the questions that both have; False: each on its own, with all of its own.
    sampled
        Infer about questions like these, from the scatter over them; False: about these alone,
        from what their trials leave open.
    cluster
        Clusters of questions: σ is robust to what the questions of a cluster have in common. For
        logs, the field of the cluster; for counts, "cluster" if they were counted with one; for
        both, "task" if the tasks are the clusters. For matrices, the label of each row's cluster.
        Implies `sampled`.
    weight
        Weights of questions in the mean: 0, or from 1e-100 to 1e100. For logs, the field of the
        weight; for matrices, one weight for each row. Counts that were counted with a weight use
        it. A weight of 0 leaves the question out.
    by_task
        A table for each task, beside the overall one.
    confidence
        Level of the intervals, and of the verdicts.
    margin
        Say of each model whether it is worse than the baseline by more than this, as
        `Comparisons.verdicts` does, in the rows and below the tables.
    missing
        Missing entries of matrices: "error", or "drop" to leave them out.
    **reading
        For logs, the options of `scorio.count`.

    Raises
    ------
    ValueError
        No question in common; a baseline or model that the log does not hold, or no model; a
        sample of one question or cluster, or one without scatter; a log without tasks, by task; a
        margin that scores cannot differ by more than; a metric or k that `Counts.score` refuses; a
        metric without a score of one question, where questions are a sample; cluster labels that
        are missing, or of one text and two types; whatever `scorio.count` refuses.
    TypeError
        A matrix beside a log; options of logs for counts or matrices, or of matrices for logs.

    Notes
    -----
    With d the difference of a question's scores, v the sum of their variances, and w the weight of
    the question (1 without weights), the difference is Σ w d / Σ w.

    - About these questions: σ² = Σ w² v / (Σ w)², and z = difference / σ is normal (sections 2.5
      and 2.6 of arXiv:2510.04265). By the hierarchical prior, v is the expected variance of the two
      averages over new trials.
    - About questions like these: σ² = G / (G − 1) Σ S² / (Σ w)², where S is the sum of
      w (d − difference) over a cluster. There are G clusters. Without clusters each question is its
      own. z is Student's t of G − 1 degrees of freedom.
    - About M questions like these by the hierarchical prior, without clusters, σ² is greater by
      (range / N)² / (M (M − 1)): one more question, where one of N trials has the opposite outcome.
      N is the smallest number of trials. So it is, too, if either model has one trial of every
      question, which does not tell v. With one trial each, the test resembles McNemar's.
    - Unpaired: the variances of the two scores add up, with Welch's degrees of freedom. Where
      models A and B share clusters, σ² = G / (G − 1) Σ (S_A / W_A − S_B / W_B)² over the G clusters
      of either, with G − 1 degrees of freedom. There S is the sum of w (score − mean) of a model,
      and W is its Σ w.

    By another metric, the difference is that of the two scores on the common questions. About these
    questions, σ² is the sum of their σ², as a leaderboard has them, and z is normal. About
    questions like these, d is the difference of a question's scores. A metric with _ci, and one
    that only a data set has, such as geom_at_k, has no score of one question.

    Numeric scores (`Sums`, or logs with `numeric=True`) have no prior. About these questions, v is
    s² / n of both models, where s² is the variance of the trials of a question, pooled over the
    questions of a model and a task, and z is Student's t. Where trials are single, σ is that of
    questions like these.

    P(A > B) is the probability below z, `ρ = P(|z|)`, and p = 2 (1 − ρ).

    Examples
    --------
    >>> import scorio
    >>> found = scorio.compare("examples/coins.jsonl", baseline="coin-04", models="coin-05")
    >>> row = found[0]
    >>> round(row.difference, 4), round(row.probability, 4), row.questions
    (0.0092, 0.7646, 30)
    >>> row = scorio.compare("examples/coins.jsonl", baseline="coin-04", models="coin-05",
    ...                      metric="pass_at_k", k=4)[0]
    >>> round(row.difference, 4), round(row.probability, 4)
    (-0.009, 0.2888)
    >>> scorio.compare([[1, 1, 1], [1, 0, 1]], [[0, 1, 0], [1, 0, 0]])[0].difference
    0.5
    """
    if prior not in ("hierarchical", "uniform"):
        raise ValueError(f"prior = {prior!r} is not one of 'hierarchical', 'uniform'")
    powers = {"pass_power": pass_power, "unanimous_power": unanimous_power}
    options: dict[str, Any] = {
        **metric_options(metric, k, weights, ragged, tau=tau, lam=lam, spectrum=spectrum, **powers),
        "prior": "uniform" if is_bayes(metric) else prior,
        "paired": flag(paired, "paired"),
        "sampled": flag(sampled, "sampled"),
        "cluster": None if cluster is None else "task" if _is(cluster, "task") else "cluster",
        "by_task": flag(by_task, "by_task"),
        "confidence": number("confidence", confidence),
        "margin": None if margin is None else number("margin", margin),
    }
    if b is None:
        if _is_matrix(a):
            raise _alone(a)
        counts = counts_of_log(a, cluster, weight, missing, reading)
        if baseline is None:
            raise ValueError(
                "there is no baseline: give baseline=NAME, one of "
                f"{on_a_line(', '.join(counts.models))}, or a second log or matrix"
            )
        if not isinstance(baseline, str):
            raise TypeError(f"baseline = {baseline!r} is not the name of a model")
        names = [models] if isinstance(models, str) else list(models or [])
        if models is not None and not names:
            raise ValueError("models is empty: name one, or leave it out to compare all")
        options |= {"baseline": baseline, "models": names}
    else:
        if baseline is not None or models is not None:
            raise ValueError("baseline and models name models of one log, but two are given")
        counts = _both(a, b, options, cluster, weight, missing, reading)
    if isinstance(counts, Sums):
        without_categories(options)
    if by_task and not any(counts.tasks):
        problem = "there are no tasks to compare by"
        raise described(ValueError, problem, "name_tasks")
    return Comparisons(counts, options)


def _alone(matrix: object) -> TypeError:
    """Say what a matrix lacks that is given alone."""
    axes = getattr(matrix, "ndim", _matrix.MATRIX)
    if axes > _matrix.MATRIX:
        return TypeError(f"a has {axes} axes and is not a matrix: give two, as compare(a[0], a[1])")
    return TypeError("a is a matrix: give another one, b, to compare it with")


def counts_of_log(
    log: Any,  # noqa: ANN401
    cluster: str | Sequence[object] | None,
    weight: str | ArrayLike | None,
    missing: Literal["error", "drop"],
    reading: dict[str, Any],
) -> Counts | Sums:
    """Counts of a log, read as the options say, or as they are."""
    if missing != "error":
        raise TypeError("missing is for matrices: of a log, say on_missing")
    field, weights = _field("cluster", cluster), _field("weight", weight)
    if not isinstance(log, Counts | Sums):
        counts: Counts | Sums = count(
            log, cluster=None if field == "task" else field, weight=weights, **reading
        )
        return counts
    if weight is not None:
        reading = reading | {"weight": weight}
    if reading:
        raise TypeError(f"{next(iter(reading))} says how to read logs, but counts are given")
    if field not in (None, "task", "cluster"):
        raise ValueError(
            f"cluster = {cluster!r} is a field of logs, but counts are given: say 'cluster' for "
            "the clusters that they have, or 'task' for their tasks"
        )
    return log


def _field(name: str, label: object) -> str | None:
    """The name of a field, if there is one."""
    if label is None or isinstance(label, str):
        return label
    raise TypeError(f"{name} has an entry for each row of matrices: of a log, name a field")


def _is(cluster: object, name: str) -> bool:
    # Arrays compare entry by entry.
    return isinstance(cluster, str) and cluster == name


def _is_matrix(a: Any) -> bool:  # noqa: ANN401
    if isinstance(a, list | tuple):
        return not all(isinstance(file, str | os.PathLike) for file in a)
    return hasattr(a, "ndim") and not frames.is_frame(a)


def _both(
    a: Any,  # noqa: ANN401
    b: Any,  # noqa: ANN401
    options: dict[str, Any],
    cluster: str | Sequence[object] | None,
    weight: str | ArrayLike | None,
    missing: Literal["error", "drop"],
    reading: dict[str, Any],
) -> Counts | Sums:
    """Counts of two models under two names, which the options are given."""
    logs = [isinstance(one, Counts | Sums | str | os.PathLike) for one in (a, b)]
    if logs[0] != logs[1]:
        raise TypeError(
            "one of a and b is a matrix, whose questions have no names: give two logs, or two "
            "matrices"
        )
    if not logs[0]:
        if reading:
            raise TypeError(
                f"{next(iter(reading))} says how to read logs, but a and b are matrices"
            )
        matrices = counts_of_matrices(a, b, options, cluster, weight, missing)
        own, base = (Counts(one) for one in matrices)
        names = ["a", "b"]
    else:
        each = [counts_of_log(one, cluster, weight, missing, reading) for one in (a, b)]
        if isinstance(each[0], Sums) != isinstance(each[1], Sums):
            files = [", ".join(one.sources) or name for one, name in zip(each, "ab", strict=True)]
            numbers, categories = files if isinstance(each[0], Sums) else reversed(files)
            problem = f"{numbers} holds numeric scores, but {categories} holds categories"
            raise described(TypeError, problem, "read_numbers")
        names = [", ".join(one.models) for one in each]
        if names[0] == names[1]:
            names = [f"{names[0]} (a)", f"{names[1]} (b)"]
        own, base = (_renamed(one, name) for one, name in zip(each, names, strict=True))
    options |= {"baseline": names[1], "models": [names[0]]}
    if isinstance(own, Sums):
        return own.merge(base)
    return own.merge(base)


def without_categories(options: dict[str, Any]) -> None:
    """Change the options of a comparison for numeric scores, which have no categories."""
    if options["weights"] is not None:
        raise ValueError("weights are for categories, and numeric scores have none")
    if is_bayes(options["metric"]):
        # Without a prior there is one scale.
        options["metric"] = "avg"


def _renamed(counts: Counts | Sums, name: str) -> Any:  # noqa: ANN401
    if isinstance(counts, Sums):
        return Sums(counts._core.renamed(name), counts.sources)
    return Counts(counts._core.renamed(name), counts.sources)
