"""Values of a metric for every matrix of a batch and every budget, in arrays of that shape."""

from __future__ import annotations

import warnings
from enum import Enum
from typing import TYPE_CHECKING, Literal, NamedTuple

from scorio import _core
from scorio._arguments import budget, budgets, flag, interval_bounds, number
from scorio._errors import callers_level, coded, fault
from scorio._matrix import Banks, Missing, banks, drops, weights, within
from scorio._numpy import np
from scorio._results import Estimate, Interval, Real, ShortQuestionsWarning

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from scorio._counting.counts import Counts

Ragged = Literal["error", "drop"]
Bounds = tuple[float, float] | None
Method = Literal["normal", "exact"]
Parameter = float | list[float] | tuple[float, int] | tuple[int, int]


class NoBudget(Enum):
    """In place of the budget of a metric that has none."""

    NO_BUDGET = 0


NO_BUDGET = NoBudget.NO_BUDGET


PriorName = Literal["hierarchical"]
TargetName = Literal["these", "like"]


class Belief(NamedTuple):
    """A prior, and what the conclusion is about."""

    beta: tuple[float, float] | None
    """The shapes of the Beta prior of each question; None for the hierarchical prior."""
    sampled: bool


def belief(
    prior: PriorName | None, target: TargetName, alpha0: object = 1.0, beta0: object = 1.0
) -> Belief:
    """Give the prior that the arguments name."""
    beta = number("alpha0", alpha0), number("beta0", beta0)
    if prior not in (None, "hierarchical"):
        sentence = f"prior = {prior!r} is not None or 'hierarchical'"
        raise fault(ValueError(sentence), "argument.choice", "prior is not hierarchical")
    if target not in ("these", "like"):
        sentence = f"target = {target!r} is not one of 'these', 'like'"
        raise fault(ValueError(sentence), "argument.choice", "target is not one of these, like")
    if prior is None and target == "like":
        problem = "target = 'like' needs the hierarchical prior"
        error = ValueError(f"{problem}: pass prior='hierarchical'")
        raise fault(error, "argument.target", problem)
    if prior is not None and beta != (1.0, 1.0):
        problem = "alpha0 and beta0 are the shapes of a Beta prior: leave them or prior out"
        raise fault(ValueError(problem), "argument.prior")
    return Belief(beta if prior is None else None, target == "like")


UNIFORM = Belief((1.0, 1.0), sampled=False)


@coded
def metric(
    name: str, *, complement: bool = False, **parameters: Parameter | None
) -> Callable[[int | None], _core.Metric]:
    """Give what makes a metric of each budget; parameters that are None have their default."""
    given = {key: value for key, value in parameters.items() if value is not None}
    other = flag(complement)
    return lambda k: _core.metric(name, k, given, other)


DEFAULT_LAM = 0.5


def one_lam(lam: object, lambda_: object) -> float:
    """Give λ by either of its names."""
    own = number("lam", lam)
    if lambda_ is None:
        return own
    if own != DEFAULT_LAM:
        raise TypeError(f"lam = {lam} and lambda_ = {lambda_} are two names of one parameter")
    return number("lambda_", lambda_)


def points(
    R: ArrayLike | Counts,
    k: int | Sequence[int],
    metric: Callable[[int | None], _core.Metric],
    w: list[float] | None = None,
    *,
    missing: Missing,
    ragged: Ragged,
) -> Real:
    """Give the point estimates of a metric for each budget."""
    drop = drops("ragged", ragged)
    several = budgets(k)
    listed = [budget(k)] if several is None else several
    metrics = [metric(one) for one in listed]
    found = banks(R, w, missing=missing)
    if several is None and found.shape is None:
        value, short = metrics[0].point(found.states[0], drop)
        if short:
            report_short([(short, listed[0], "")])
        return value
    table, dropped = np.empty((len(found.states), len(metrics))), []
    for i, (place, states) in enumerate(found.places()):
        for j, one in enumerate(metrics):
            with within(place):
                table[i, j], short = one.point(states, drop)
            if short:
                dropped.append((short, listed[j], place))
    report_short(dropped)
    return shaped(table, found, several)


def curves(
    R: ArrayLike | Counts, k_max: int, *, missing: Missing, ragged: Ragged, complement: bool
) -> Real:
    """Give Pass@1..k_max."""
    drop = drops("ragged", ragged)
    length, found = budget(k_max, "k_max"), banks(R, missing=missing)
    table, dropped = [], []
    for place, states in found.places():
        with within(place):
            curve, short = _core.pass_curve(states, length, flag(complement), drop)
        table.append(curve)
        if short:
            dropped.append((short, length, place))
    report_short(dropped)
    return shaped(np.array(table).reshape(len(table), length), found, range(length))


# The metrics without a budget, of failures and successes.
_PLAIN = {name: _core.metric(name, None, {}, complement=False) for name in ("bayes", "avg")}


def means(
    name: Literal["bayes", "avg"],
    R: ArrayLike | Counts,
    w: ArrayLike | None,
    R0: ArrayLike | None = None,
    *,
    missing: Missing,
) -> Estimate:
    """Give the estimates of a metric without a budget."""
    if w is None and R0 is None and missing == "error":
        # Of small arrays, all the other ways take longer than the figures.
        found = _PLAIN[name].plain(R)
        if found is not None:
            return tuple.__new__(Estimate, found)
    own = weights(w, R)
    return _estimates(R, metric(name, weights=own), own, R0, missing=missing)


@coded
def _estimates(
    R: ArrayLike | Counts,
    metric: Callable[[None], _core.Metric],
    w: list[float] | None = None,
    R0: ArrayLike | None = None,
    *,
    missing: Missing,
) -> Estimate:
    """Give them for every matrix of a batch."""
    one = metric(None)
    found = banks(R, w, R0, missing=missing)
    if found.shape is None:
        return Estimate(*one.estimate(found.states[0]))
    table = np.empty((2, len(found.states)))
    for i, (place, states) in enumerate(found.places()):
        with within(place):
            table[:, i] = one.estimate(states)
    return Estimate(*(part.reshape(found.shape) for part in table))


@coded
def intervals(
    R: ArrayLike | Counts,
    k: int | Sequence[int] | NoBudget,
    metric: Callable[[int | None], _core.Metric],
    confidence: float,
    bounds: Bounds,
    prior: Belief = UNIFORM,
    w: list[float] | None = None,
    R0: ArrayLike | None = None,
    *,
    missing: Missing,
    interval: Method = "normal",
) -> Interval:
    """Give the posteriors of a metric, with their intervals."""
    is_exact = _is_exact(interval)
    several = budgets(k)
    listed: Sequence[int | None] = several or [None if k is NO_BUDGET else budget(k)]
    metrics = [metric(one) for one in listed]
    level, ends = number("confidence", confidence), interval_bounds(bounds)
    if prior.beta is None:
        _require_fit(R0, is_exact=is_exact)
    found = banks(R, w, R0, missing=missing)
    if several is None and found.shape is None:
        one = metrics[0]
        bound = ends or one.default_bounds
        return Interval(*one.interval(found.states[0], level, bound, *prior, is_exact))
    table = np.empty((4, len(found.states), len(metrics)))
    for i, (place, states) in enumerate(found.places()):
        for j, one in enumerate(metrics):
            with within(place):
                bound = ends or one.default_bounds
                table[:, i, j] = one.interval(states, level, bound, *prior, is_exact)
    return Interval(*(shaped(part, found, several) for part in table))


def _require_fit(R0: ArrayLike | None, *, is_exact: bool) -> None:
    """Check that the other arguments go with the hierarchical prior."""
    if is_exact:
        problem = "interval = 'exact' needs a known prior"
        error = ValueError(f"{problem}: leave prior='hierarchical' out")
        raise fault(error, "argument.interval", problem)
    if R0 is not None:
        problem = "R0 is a prior of its own"
        error = ValueError(f"{problem}: leave it or prior='hierarchical' out")
        raise fault(error, "argument.known", problem)


def _is_exact(interval: str) -> bool:
    """Whether an interval is to be exact, and not normal."""
    if interval not in ("normal", "exact"):
        sentence = f"interval = {interval!r} is not one of 'normal', 'exact'"
        raise fault(ValueError(sentence), "argument.choice", "interval is not one of normal, exact")
    return interval == "exact"


def shaped(table: NDArray[np.float64], found: Banks, several: Sequence[int] | None) -> Real:
    """Give the batch axes, then one of budgets where several were asked for."""
    return table.reshape((found.shape or ()) + (() if several is None else (len(several),)))


def report_short(dropped: list[tuple[int, int, str]]) -> None:
    """Warn, at the line of the user's call, of the questions that were left out of each score."""
    if not dropped:
        return
    parts = []
    for short, k, place in dropped:
        questions = "1 question has" if short == 1 else f"{short:,} questions have"
        where = f" in {place}" if place else ""
        parts.append(f"{questions} fewer than k = {k} trials{where}")
    text = f"{'; '.join(parts)}: left out of the score"
    warning = fault(ShortQuestionsWarning(text), "warning.short_questions")
    warnings.warn(warning, stacklevel=callers_level())
