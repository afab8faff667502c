"""Following a ranking through many replicates of its trials."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from scorio import _matrix
from scorio._arguments import (
    all_budgets,
    metric_parameters,
    number,
    seed_of,
    whole,
)
from scorio._convergence.study import Convergence
from scorio._counting.counts import Counts
from scorio._errors import coded
from scorio._numpy import np
from scorio._results import Results

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike, NDArray

    from scorio._convergence.study import Scheme

# Axes of an array of models, questions and trials; one more is that of the replicates.
MODELS = 3


@coded
def convergence(
    R: ArrayLike | Results | Counts,
    metrics: str | Sequence[str] = "bayes",
    k: int | Sequence[int] | None = None,
    *,
    replicates: int = 10_000,
    scheme: Scheme = "column",
    confidence: float | None = None,
    gold: ArrayLike | None = None,
    R0: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    tau: float | Fraction | Decimal | None = None,
    spectrum: ArrayLike | None = None,
    models: Sequence[str] | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Convergence:
    r"""Follow the ranking of models from the first trial to the last, in many replicates.

    In each replicate trials are drawn again. For every n the first n of them rank the models. That
    ranking is compared with the reference ranking.

    Parameters
    ----------
    R
        L x M x N outcomes: models, questions, trials in order. With `scheme="given"` one more
        axis may lead: every R[b] is a replicate. Or `Results`, or the `Counts` of several models
        that `scorio.count(…, order=True)` read, whose questions have equally many trials.
    metrics
        "bayes" or "avg", which rank alike without R0; point estimates by the names of their
        functions, `"pass_at_k"`, `"pass_hat_k"`, `"g_pass_at_k_tau"`, `"mg_pass_at_k"`,
        `"maj_at_k"`, `"auc_at_k"`, `"threshold_spectrum_at_k"`, which start at n = k; and the
        plug-in estimates `"naive_pass_at_k"`, 1 - (1 - p̂)^k, and `"naive_pass_hat_k"`, p̂^k.
    k
        One or more budgets.
    replicates
        How many. With `scheme="given"` no more than there are.
    scheme
        "column": the indices of the trials are drawn with replacement, the same for all models and
        questions. "row": for every model and question on its own. "given": trials as they stand.
    confidence
        If given, neighbours whose scores it does not separate share a rank, in the reference
        ranking too, if that is of R: `|Δ| < z √(σ² + σ'²)`, z its one-sided normal quantile.
    gold
        L scores that give the reference ranking, or for `scheme="given"` L for every replicate; if
        omitted, the mean scores over all trials of R.
    R0
        L x M x D outcomes known beforehand, which `bayes` starts from, and the reference ranking
        does not; with an axis of replicates if R has one.
    weights, tau, spectrum
        As in `Counts.score`; the weights of counts are by default the numbers that their
        categories are named by.
    models
        Names of the models; "0", "1", … if omitted.
    seed
        From 0 to 2^64 - 1. The same one gives the same figures, on any number of threads.
    threads
        Processors at work; all of them if omitted.
    progress
        Called now and then with the number of replicates begun.

    Returns
    -------
    Convergence
        A sequence of `Course`, one for every metric.

    Raises
    ------
    ValueError
        Fewer than two models; arrays that do not fit together; an entry that is no category, or
        missing; an unknown metric; k missing, or above N; a gold score that is not finite, or a
        reference ranking that ties all models; R0 without `bayes`, or with `avg`; a confidence
        outside (0, 1).
    TypeError
        A path, or what is no array of numbers.

    Notes
    -----
    At the usual sizes, scores are sums of whole numbers over a common denominator below 2^53. These
    are compared exactly: models tie if and only if their scores are equal. Otherwise scores closer
    than 1e-12 tie.

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265: sections 2.7, 2.9, 3.1 and 3.3.

    Examples
    --------
    >>> import numpy as np
    >>> import scorio
    >>> rng = np.random.default_rng(1)
    >>> R = rng.random((3, 20, 30)) < np.array([0.3, 0.5, 0.7])[:, None, None]
    >>> study = scorio.convergence(R, ["bayes", "pass_at_k"], k=4, replicates=2000)
    >>> [course.name for course in study]
    ['bayes', 'pass_at_k, k=4']
    >>> bool(study["bayes"].mean < study["pass_at_k", 4].mean)
    True
    >>> study.trajectory("bayes").shape
    (30, 3)
    """
    if scheme not in ("column", "row", "given"):
        raise ValueError(f"scheme = {scheme!r} is not one of 'column', 'row', 'given'")
    names = [metrics] if isinstance(metrics, str) else list(metrics)
    budgets = all_budgets(k)
    entries, named, notes = _four(R, scheme)
    by_name = R._core.weights() if isinstance(R, Counts) and weights is None else None
    listed = [str(model) for model in models] if models is not None else named
    if len(listed) != entries.shape[1] or len(set(listed)) < len(listed):
        raise ValueError(
            f"models = {listed} are not the different names of {entries.shape[1]} models"
        )
    parameters = metric_parameters(weights=weights, tau=tau, spectrum=spectrum)
    options: dict[str, Any] = {
        "prior": None if R0 is None else _axes(_matrix.entries_of(R0, "R0"), "R0", "D", scheme),
        "gold": None if gold is None else _gold(gold),
        "metrics": names,
        "budgets": budgets,
        "parameters": parameters,
        "named": by_name,
        "scheme": scheme,
        "confidence": None if confidence is None else number("confidence", confidence),
        "seed": seed_of(seed),
    }
    count = whole("replicates", replicates)
    if scheme == "given":
        count = min(count, len(entries))
    workers = None if threads is None else whole("threads", threads)
    settings = {
        "metrics": names,
        "k": budgets or None,
        "weights": parameters.get("weights"),
        "tau": tau,
        "spectrum": parameters.get("spectrum"),
        "scheme": scheme,
        "confidence": options["confidence"],
        "R0": None if R0 is None else "given",
        "seed": options["seed"],
    }
    return Convergence(
        entries,
        options,
        listed,
        (count, workers, progress),
        settings,
        reading_notes=notes,
        sources=R.sources if isinstance(R, Counts) else (),
    )


def _four(
    R: ArrayLike | Results | Counts, scheme: Scheme
) -> tuple[NDArray[Any], list[str], list[str]]:
    """The results with an axis of sets, names for the models, and notes."""
    if isinstance(R, str | os.PathLike):
        raise TypeError(f"R = {R!r} is a path: give scorio.count(path, order=True)")
    if isinstance(R, Counts):
        found = R.results()
        notes = []
        if scheme == "column" and not R._core.results(drop=False)[3][2]:
            notes.append(
                "the trials have no numbers: trial n is the n-th record of each question; with "
                "scheme='row' their order makes no difference"
            )
        return found.R[np.newaxis], found.models, notes
    if isinstance(R, Results):
        return R.R[np.newaxis], R.models, []
    entries = _axes(_matrix.entries_of(R, "R"), "R", "N", scheme)
    return entries, [str(model) for model in range(entries.shape[1])], []


def _axes(array: NDArray[Any], name: str, last: str, scheme: Scheme) -> NDArray[Any]:
    if array.ndim == MODELS:
        return array[np.newaxis]
    if array.ndim == MODELS + 1 and scheme == "given":
        return array
    extra = " or replicates x L x M x " + last if scheme == "given" else ""
    raise ValueError(
        f"{name} has {array.ndim} axes: it takes L x M x {last}{extra}, models x questions x trials"
    )


def _gold(gold: ArrayLike) -> NDArray[np.float64]:
    array = _matrix.entries_of(gold, "gold").astype(np.float64)
    if array.ndim not in (1, 2):
        raise ValueError(f"gold has {array.ndim} axes: it takes a score for every model")
    return np.atleast_2d(array)
