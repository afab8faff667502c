"""Metrics for inspect_ai's scorers and tasks, over all samples and epochs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scorio._inside.asked import Asked, Figures, wrong
from scorio.inspect_ai.needed import Metric, typed, unreduced
from scorio.inspect_ai.samples import trials_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._inside.values import Weights


@unreduced
def avg(
    *,
    cluster: str | None = None,
    sampled: bool = False,
    prior: Literal["hierarchical", "uniform"] = "hierarchical",
    weights: Weights | None = None,
    threshold: float | None = None,
    numeric: bool = False,
    confidence: float = 0.95,
) -> Metric:
    """Average of all trials: avg, avg_sigma, avg_lower and avg_upper.

    Parameters
    ----------
    cluster
        Key of the samples' metadata, as that of inspect_ai's `stderr`. σ is then robust to what the
        questions of a cluster have in common. Implies `sampled`.
    sampled
        Infer about questions like these; False: about these questions alone.
    prior
        "hierarchical", or "uniform" on every question, as for `Counts.score`.
    weights
        A weight of each value that the scorer gives, as `{"I": 0, "P": 0.3, "C": 1}`; or weights of
        0 and 1, or of 0, 0.5 and 1. By default C is 1, P 0.5, I and N 0.
    threshold
        Numbers from here on are successes, all others failures.
    numeric
        Take numbers as they are, for scores that are no categories.
    confidence
        Level of the interval.

    Raises
    ------
    ValueError
        Wrong options, before the evaluation; a value that is no category; a sample without its
        cluster.
    ModuleNotFoundError
        inspect_ai is not installed, or too old.

    Notes
    -----
    Samples without a score are left out, as by inspect_ai's metrics. σ and the interval are NaN
    while there is a single cluster, or a single question of a sample.

    Examples
    --------
    In a task: `Task(dataset, scorer=match(), epochs=8, metrics=[avg(cluster="topic")])`.
    """
    options: dict[str, Any] = {"sampled": sampled, "confidence": confidence}
    if not numeric:
        options["prior"] = prior
    return _metric(Asked("avg", None, cluster, weights, threshold, numeric, None, options))


@unreduced
def bayes(
    *,
    weights: Weights | None = None,
    R0: Sequence[int] | None = None,
    cluster: str | None = None,
    sampled: bool = False,
    threshold: float | None = None,
    confidence: float = 0.95,
) -> Metric:
    """Bayes@N of all trials: bayes, bayes_sigma, bayes_lower and bayes_upper.

    Parameters
    ----------
    weights, cluster, sampled, threshold, confidence
        As for `avg`. Categories that weights name are in the prior, also where none occurs.
    R0
        Categories of outcomes known beforehand, which every question has besides its trials. They
        are added to the uniform Dirichlet prior: `R0=[0, 1]` makes it twice as strong.

    Raises
    ------
    ValueError, ModuleNotFoundError
        As for `avg`; R0 beside clusters or a sample.

    Notes
    -----
    The score, σ and interval are those of `scorio.eval.bayes_ci`.

    Examples
    --------
    In a scorer: `@scorer(metrics=[bayes(), accuracy()])`.
    """
    if R0 is not None and (cluster is not None or sampled):
        raise wrong("R0 is for these questions alone: leave out cluster and sampled")
    options = {"sampled": sampled, "confidence": confidence}
    return _metric(Asked("bayes", None, cluster, weights, threshold, False, R0, options))  # noqa: FBT003


@unreduced
def estimate(
    metric: str,
    k: int | None = None,
    *,
    cluster: str | None = None,
    weights: Weights | None = None,
    threshold: float | None = None,
    numeric: bool = False,
    **options: Any,  # noqa: ANN401  those of Counts.score
) -> Metric:
    """Any metric of `scorio.eval`, of all trials: as `pass_at_4`, `pass_at_4_sigma` and so on.

    Parameters
    ----------
    metric
        Name of the metric, such as "pass_at_k", "pass_hat_k" or "pass_at_k_ci".
    k
        Its budget, if it has one. Questions with fewer trials are left out.
    cluster, weights, threshold, numeric
        As for `avg`.
    **options
        Further ones of `Counts.score`, such as `tau`, `sampled` or `confidence`.

    Raises
    ------
    ValueError, ModuleNotFoundError
        As for `avg`; an unknown metric; whatever `Counts.score` refuses.

    Examples
    --------
    In a task: `Task(dataset, scorer=match(), epochs=8, metrics=[estimate("pass_at_k", k=4)])`.
    """
    asked = Asked(metric, k, cluster, weights, threshold, numeric, None, options)
    return _metric(asked, metric=metric)


def _metric(asked: Asked, **given: object) -> Metric:
    asked.check()
    given |= asked.given()

    def computed(scores):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if not scores:
            return Figures(float("nan")).named(asked.name)
        return asked.figures(trials_of(scores, asked.cluster)).named(asked.name)

    computed.parameters = given  # type: ignore[attr-defined]
    return typed(computed)
