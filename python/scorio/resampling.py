"""How the ranking of models settles as trials are added."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

import numpy as np

from scorio import _core, matrix
from scorio.arguments import all_budgets, number, seed_of, share, whole
from scorio.counts import Counts
from scorio.results import Results
from scorio.tables import aligned

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike, NDArray

Scheme = Literal["column", "row", "given"]

# Axes of an array of models, questions and trials; one more is that of the replicates.
MODELS = 3


class Course(NamedTuple):
    """How one metric's ranking settles.

    The arrays have an entry for every number of trials in `n`, which starts at the first one that
    the metric has a score of. `tau` is the mean over the replicates of Kendall's τ-b between the
    ranking by n trials and the gold one, `tau_error` its standard error; a replicate that ties all
    models, of which `flat` is the share, counts as 0. `pmf` and `cdf` are the shares of the
    replicates that converge at n, and at n or before: from there on their ranking is the gold one.
    `never` is the share of those that do not, `mean` the mean of the others with its standard
    error; both are NaN where there is none. `slowest` is, of the replicates that converge last, the
    first of those whose ranking differs at the most n. Standard errors of one replicate are NaN.
    """

    metric: str
    k: int | None
    parameters: str
    n: NDArray[np.int64]
    tau: NDArray[np.float64]
    tau_error: NDArray[np.float64]
    flat: NDArray[np.float64]
    pmf: NDArray[np.float64]
    cdf: NDArray[np.float64]
    never: float
    mean: float
    mean_error: float
    slowest: int

    @property
    def name(self) -> str:
        """The metric, with its budget and parameters."""
        budget = "" if self.k is None else f"k={self.k}"
        return ", ".join(part for part in (self.metric, budget, self.parameters) if part)


class Convergence(Sequence[Course]):
    """The courses of several metrics through the same replicates; prints as a table."""

    def __init__(
        self,
        entries: NDArray[Any],
        options: dict[str, Any],
        models: list[str],
        runs: tuple[int, int | None, Callable[[int], object] | None],
        notes: Sequence[str] = (),
    ) -> None:
        self._entries, self._options, self._runs, self._given = entries, options, runs, notes
        self.models = models
        self.scheme: Scheme = options["scheme"]
        self.confidence: float | None = options["confidence"]
        self._core = _core.Study(entries, **options)
        self.replicates = runs[0]
        last = entries.shape[-1]
        self.courses = [
            Course(*metric, np.arange(found["start"], last + 1), found["tau"], found["error"],
                   *(found[field] for field in Course._fields[6:]))
            for metric, found in zip(self._core.metrics, self._core.run(*runs), strict=True)
        ]  # fmt: skip
        self.notes = self._notes()

    def _notes(self) -> list[str]:
        notes = [
            *self._given,
            *(
                f"{course.name} starts at n = {course.n[0]}: below, a question has too few trials"
                for course in self.courses
                if course.n[0] > 1
            ),
        ]
        if self._core.gold_has_ties:
            notes.append(
                "the gold ranking ties some models: τ is τ-b, and a replicate converges only "
                "where it ties the same models"
            )
        return notes

    @overload
    def __getitem__(self, index: int | str | tuple[str, int]) -> Course: ...
    @overload
    def __getitem__(self, index: slice) -> list[Course]: ...
    def __getitem__(self, index: int | slice | str | tuple[str, int]) -> Course | list[Course]:
        """Give a course by its place, its metric, or its metric and k."""
        if isinstance(index, int | slice):
            return self.courses[index]
        metric, k = (index, None) if isinstance(index, str) else index
        for course in self.courses:
            if course.metric == metric and k in (None, course.k):
                return course
        known = ", ".join(course.name for course in self.courses)
        raise KeyError(f"no course is {index!r}: there are {known}")

    def __len__(self) -> int:
        return len(self.courses)

    def trajectory(
        self, metric: str | tuple[str, int] | int = 0, replicate: int | None = None
    ) -> NDArray[np.int64]:
        """Give the ranks of every model at every n of a replicate: that which converges last.

        Returns
        -------
        ndarray
            A row for every n of the course, a column for every model: competition ranks, or dense
            ones where a confidence was given.

        Raises
        ------
        KeyError
            A metric that was not followed.
        ValueError
            A replicate that there is not.
        """
        course = self[metric]
        place = next(i for i, one in enumerate(self.courses) if one is course)
        chosen = course.slowest if replicate is None else whole("replicate", replicate, 0)
        return np.array(self._core.trajectory(place, chosen), dtype=np.int64)

    def replicate(self, replicate: int) -> NDArray[np.uint8]:
        """Give the results of a replicate as they were drawn: L x M x N.

        Raises
        ------
        ValueError
            A replicate that there is not.
        """
        _, models, questions, trials = self._entries.shape
        drawn = self._core.replicate(whole("replicate", replicate, 0))
        return drawn.reshape(trials, models, questions).transpose(1, 2, 0)

    def subset(self, models: Iterable[int | str]) -> Convergence:
        """Study some of the models alone, by the same replicates' trials.

        Column-wise, a subset's replicates hold the same trials as those of all models.

        Raises
        ------
        ValueError
            A model that there is not; fewer than two.
        """
        chosen = [self._place(model) for model in models]
        if len(set(chosen)) < len(chosen):
            raise ValueError("a model is named twice: each of a subset is one")
        options = dict(self._options)
        if options["gold"] is not None:
            options["gold"] = options["gold"][:, chosen]
        if options["prior"] is not None:
            options["prior"] = options["prior"][:, chosen]
        names = [self.models[place] for place in chosen]
        return Convergence(self._entries[:, chosen], options, names, self._runs, self._given)

    def _place(self, model: int | str) -> int:
        if isinstance(model, str):
            if model not in self.models:
                raise ValueError(f"there is no model {model!r}, but {', '.join(self.models)}")
            return self.models.index(model)
        return whole("model", model, 0, len(self.models) - 1)

    def __repr__(self) -> str:
        _, models, questions, trials = self._entries.shape
        ways = {"column": "column-wise", "row": "row-wise", "given": "given"}
        title = (
            f"Convergence of {models} models on {questions} questions x {trials} trials, "
            f"{self.replicates:,} {ways[self.scheme]} replicates"
        )
        if self.confidence is not None:
            title += f", ties at {self.confidence:.0%} confidence"
        shown = sorted({max(1, trials // 8), max(1, trials // 2), trials})
        header = ["metric", *(f"τ at {n}" for n in shown), "convergence@n", "never"]
        lines = [header]
        for course in self.courses:
            taus = [
                _figure(course.tau[i], course.tau_error[i], 4) if i >= 0 else "-"
                for i in (n - int(course.n[0]) for n in shown)
            ]
            settled = _figure(course.mean, course.mean_error, 2)
            lines.append([course.name, *taus, settled, f"{course.never:.2%}"])
        return "\n".join([title, "", *aligned(lines), *("", *self.notes)]).rstrip()


def _figure(value: float, error: float, digits: int) -> str:
    """A figure with its standard error, as far as they are known."""
    if np.isnan(value):
        return "-"
    return f"{value:.{digits}f} ± " + ("-" if np.isnan(error) else f"{error:.{digits}f}")


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

    In each replicate trials are drawn again; for every n the models are ranked by the first n of
    them, and that ranking is compared with the gold one.

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
        If given, neighbours whose scores it does not separate share a rank, in the gold ranking
        too, if that is of R: |Δ| < z √(σ² + σ'²), z its one-sided normal quantile.
    gold
        L scores that give the gold ranking, or for `scheme="given"` L for every replicate; if
        omitted, the mean scores over all trials of R.
    R0
        L x M x D outcomes known beforehand, which `bayes` starts from, and the gold ranking does
        not; with an axis of replicates if R has one.
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
        gold ranking that ties all models; R0 without `bayes`, or with `avg`; a confidence outside
        (0, 1).
    TypeError
        A path, or what is no array of numbers.

    Notes
    -----
    Scores are compared exactly where they are sums of whole numbers over a common denominator
    below 2^53, as all of them are at the usual sizes: models tie if and only if their scores are
    equal. Otherwise scores closer than 1e-12 tie.

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
    options = {
        "prior": None if R0 is None else _axes(matrix.entries_of(R0, "R0"), "R0", "D", scheme),
        "gold": None if gold is None else _gold(gold),
        "metrics": names,
        "budgets": budgets,
        "parameters": (
            matrix.weights(weights),
            None if tau is None else share(tau),
            None if spectrum is None else matrix.spectrum(spectrum),
            by_name,
        ),
        "scheme": scheme,
        "confidence": None if confidence is None else number("confidence", confidence),
        "seed": seed_of(seed),
    }
    count = whole("replicates", replicates)
    if scheme == "given":
        count = min(count, len(entries))
    workers = None if threads is None else whole("threads", threads)
    return Convergence(entries, options, listed, (count, workers, progress), notes)


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
    entries = _axes(matrix.entries_of(R, "R"), "R", "N", scheme)
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
    array = matrix.entries_of(gold, "gold").astype(np.float64)
    if array.ndim not in (1, 2):
        raise ValueError(f"gold has {array.ndim} axes: it takes a score for every model")
    return np.atleast_2d(array)
