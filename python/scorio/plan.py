r"""Planning: how many trials a comparison of two models needs, and what they will show.

A model is given by what is known of it beforehand:

- a pilot: its results matrix, or its `scorio.Counts`. Success probabilities are then drawn from the
  posterior under a uniform prior, and trials from these (the posterior predictive);
- `assumed(p)`: success probabilities of the questions, as `scorio.simulate` makes them.

Plans are about N new trials of each question of both models, scored by Bayes@N with its z = \\|μ
- μ′\\| / √(σ² + σ′²); those of the pilot are not among them. Two models are separated when z is
at least the one-sided normal quantile of the confidence, 1.645 at 0.95 (sections 2.5 and 2.9 of
arXiv:2510.04265).

What is simulated is given as `Measured(value, error)`, with its Monte Carlo standard error, and
depends on `seed` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorio import _core
from scorio.arguments import MOST, array, flag, number, seed_of, whole
from scorio.counts import Counts
from scorio.matrix import Missing, banks, weights

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Assumed",
    "Detectable",
    "Foresight",
    "Looks",
    "Measured",
    "Split",
    "TrialsNeeded",
    "assumed",
    "foresee",
    "order_probability",
    "questions_or_trials",
    "repeated_looks",
    "smallest_difference",
    "trials_needed",
]

_MATRIX = 2


class Measured(NamedTuple):
    """A figure measured by simulation, and its Monte Carlo standard error."""

    value: float
    error: float
    """Of a mean over a single replicate: NaN, as it is unknown."""


class Assumed(NamedTuple):
    """Assumed probabilities of a model's questions."""

    p: NDArray[np.float64]
    categorical: bool


class TrialsNeeded(NamedTuple):
    """How many trials of each question separate two models."""

    trials: int | None
    """The fewest whose expected z reaches the threshold; None: no number of trials."""
    trials_for_power: int | None
    """Separate them rightly with the power, one less does not; None: no number, or not asked."""
    power: Measured | None
    """That probability, as measured there."""
    difference: float
    """Of the expected scores, a - b."""
    says: str
    """The answer in a sentence."""


class Foresight(NamedTuple):
    """What is to be expected after N trials of each question."""

    trials: int
    z: Measured
    """Mean of z."""
    quantiles: tuple[float, float, float]
    """5 %, 50 % and 95 % of the replicates have a smaller z."""
    separated: Measured
    """Probability that z reaches the threshold."""
    right: Measured
    """Probability that the means stand in the order of the true scores."""
    found: Measured
    """Probability of both."""
    wrong: Measured
    """Probability that z reaches the threshold in the wrong order, or though there is none."""


class Looks(NamedTuple):
    """What becomes of looking several times, and stopping at the first separation."""

    stopped: Measured
    """Probability of stopping at one of the looks."""
    wrong: Measured
    """Probability of stopping in the wrong order, or though there is none."""
    wrong_once: Measured
    """The same with one look alone, the last."""
    trials: Measured
    """Mean number of trials of each question."""
    confidence: float | None
    """Of equal models: the confidence to look with, for which at most 2 (1 - confidence) stop.

    None for models that are not known to be equal, and where no value of z is rare enough.
    """
    says: str
    """That confidence, or why there is none, in a sentence."""


class Detectable(NamedTuple):
    """The smallest difference that a number of trials separates."""

    difference: float | None
    """None: no difference that these weights allow."""
    says: str
    """The answer in a sentence."""


class Split(NamedTuple):
    """How a budget is best spent, where the questions are a sample of those that matter."""

    questions: int
    trials: int
    sigma: float
    """Standard deviation of the difference of the two models' averages."""
    between: float
    """Variance between questions of the difference of the true scores."""
    within: float
    """Variance of one trial of each model, averaged over the questions."""
    says: str
    """The same in a sentence."""


def assumed(p: ArrayLike, *, categorical: bool = False) -> Assumed:
    """Give a model by its probabilities instead of a pilot.

    Parameters
    ----------
    p
        M success probabilities; with `categorical`, M x (C + 1) probabilities of the categories.
    categorical
        Whether p has an axis of categories.

    Returns
    -------
    Assumed
        What the functions of this module take in place of results.

    Raises
    ------
    ValueError
        Another number of axes. The values are checked where they are used.

    Examples
    --------
    >>> from scorio import plan
    >>> plan.assumed([0.25, 0.75]).p
    array([0.25, 0.75])
    """
    graded = flag(categorical, "categorical")
    axes = _MATRIX if graded else 1
    what = "M x (C + 1) category probabilities" if graded else "M success probabilities"
    table = array("p", p, axes, what)
    if table.ndim > axes:
        raise ValueError(f"p has {table.ndim} axes: give {what} of one model")
    return Assumed(table, graded)


def trials_needed(
    a: ArrayLike | Counts | Assumed,
    b: ArrayLike | Counts | Assumed,
    confidence: float = 0.95,
    power: float | None = None,
    *,
    w: ArrayLike | None = None,
    replicates: int = 4000,
    seed: int = 0,
    missing: Missing = "error",
) -> TrialsNeeded:
    r"""How many trials of each question it takes to separate two models.

    Parameters
    ----------
    a, b
        Pilots or `assumed` probabilities of two models.
    confidence
        In (0, 1): z has to reach its one-sided normal quantile.
    power
        If given, in (0, 1): how probable the separation, in the right order, has to be.
    w
        C + 1 weights, one per category; if omitted, the numbers that the categories of `Counts` are
        named by, otherwise (0, 1).
    replicates, seed
        Of the simulation for `power`.
    missing
        "error" or "drop", for the pilots.

    Returns
    -------
    TrialsNeeded
        `(trials, trials_for_power, power, difference, says)`. Both numbers are None where no
        number of trials up to 1,000,000,000 is enough: always for assumed probabilities with
        equal means.

    Raises
    ------
    ValueError
        A confidence or power outside (0, 1); probabilities that are none; pilots as for
        `scorio.eval.bayes`; counts with other categories than those of the other model.

    Notes
    -----
    `trials` is the answer to the question of section 2.9: the fewest N at which z(N) = \|E[μ -
    μ′]\| / √(E[σ²] + E[σ′²]) reaches the threshold. Both expectations have closed forms, and z(N)
    increases, so that the answer is exact. At that N the separation itself is about as probable
    as not. `trials_for_power` is found by simulating N, first doubled and then bisected, and is
    as uncertain as `power` at it. The power rises with N on the whole only: z has few values where
    M and N are small, so that it goes up and down from one N to the next. At `trials_for_power` it
    is reached and at one trial less it is not; a smaller N still may reach it too, and a larger one
    fall short again. `foresee` shows the power, `found`, at every N that is asked for.

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265, section 2.9.

    Examples
    --------
    >>> from scorio import plan, simulate
    >>> nine, ten = simulate.coins([0.608, 0.6213], seed=1)
    >>> plan.trials_needed(plan.assumed(ten), plan.assumed(nine)).trials
    194
    >>> print(plan.trials_needed(plan.assumed([0.3, 0.5]), plan.assumed([0.4, 0.4])).says)
    No number of trials separates them: the expected scores are equal.
    """
    level, listed = number("confidence", confidence), _weights(w, a, b)
    one, other = (_side(x, listed, missing) for x in (a, b))
    gap, trials = _core.plan_trials_needed(one, other, listed, level)
    if power is None:
        return TrialsNeeded(trials, None, None, gap, _needed(gap, trials))
    size = whole("replicates", replicates), seed_of(seed)
    found = _core.plan_trials_for_power(one, other, listed, level, number("power", power), size)
    said = _needed(gap, trials)
    if found is None:
        if gap != 0.0:
            said += f" None up to {MOST:,} finds their order with probability {power}."
        return TrialsNeeded(trials, None, None, gap, said)
    enough, measured = found[0], Measured(*found[1])
    if gap == 0.0:
        # Of pilots alone: the models behind them are drawn, and differ.
        said = "The expected scores are equal, but the models may differ."
    said += (
        f" {enough:,} find their order with probability {measured.value:.3f}"
        f" (Monte Carlo error {measured.error:.3f})."
    )
    return TrialsNeeded(trials, enough, measured, gap, said)


def foresee(
    a: ArrayLike | Counts | Assumed,
    b: ArrayLike | Counts | Assumed,
    trials: int | Iterable[int] = (1, 2, 5, 10, 20, 40, 80),
    confidence: float = 0.95,
    *,
    w: ArrayLike | None = None,
    replicates: int = 4000,
    seed: int = 0,
    missing: Missing = "error",
) -> list[Foresight]:
    r"""What is to be expected after each of several numbers of trials.

    Parameters
    ----------
    a, b, confidence, w, replicates, seed, missing
        As for `trials_needed`.
    trials
        Numbers N of trials of each question, increasing; or one.

    Returns
    -------
    list of Foresight
        For each N: z with its quantiles, and the probabilities that the models are separated,
        stand in the right order, both, or are separated wrongly. All are over the true scores as
        far as these are unknown: with pilots, they are drawn from the posterior in each
        replicate, and with them what order is right.

    Raises
    ------
    ValueError
        As for `trials_needed`; numbers of trials that do not increase from 1; more replicates,
        each with a z of 8 bytes for each N, than fit in memory.

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265, section 2.9 and figure 3.

    Examples
    --------
    >>> from scorio import plan, simulate
    >>> nine, ten = simulate.coins([0.608, 0.6213], seed=1)
    >>> for seen in plan.foresee(plan.assumed(ten), plan.assumed(nine), [80, 194]):
    ...     print(seen.trials, round(seen.z.value, 1), round(seen.right.value, 2))
    80 1.2 0.85
    194 1.7 0.95
    """
    level, listed = number("confidence", confidence), _weights(w, a, b)
    one, other = (_side(x, listed, missing) for x in (a, b))
    size = whole("replicates", replicates), seed_of(seed)
    return [
        Foresight(
            row[0],
            Measured(*row[1]),
            (row[2][0], row[2][1], row[2][2]),
            *(Measured(*figure) for figure in row[3:]),
        )
        for row in _core.plan_foresee(one, other, listed, _numbers(trials), level, size)
    ]


def order_probability(
    a: ArrayLike | Counts | Assumed,
    b: ArrayLike | Counts | Assumed,
    trials: int,
    *,
    w: ArrayLike | None = None,
    replicates: int = 4000,
    seed: int = 0,
    missing: Missing = "error",
) -> Measured:
    r"""Probability that the scores after N trials stand in the order of the true scores.

    Parameters
    ----------
    a, b, w, replicates, seed, missing
        As for `trials_needed`.
    trials
        N.

    Returns
    -------
    Measured
        The probability and its Monte Carlo error. Equal scores are no order; where the true
        scores are assumed equal no order is right, and it is 0.

    Raises
    ------
    ValueError
        As for `trials_needed`.

    Examples
    --------
    >>> from scorio import plan
    >>> pilot_a, pilot_b = [[1, 1, 0, 1]] * 20, [[0, 1, 0, 1]] * 20
    >>> probability, error = plan.order_probability(pilot_a, pilot_b, 20)
    >>> round(probability, 1), error < 0.01
    (1.0, True)
    """
    n = whole("trials", trials)
    options = {"w": w, "replicates": replicates, "seed": seed, "missing": missing}
    return foresee(a, b, n, **options)[0].right  # type: ignore[arg-type]


def smallest_difference(
    a: ArrayLike | Counts | Assumed,
    trials: int,
    confidence: float = 0.95,
    power: float = 0.8,
    *,
    w: ArrayLike | None = None,
    missing: Missing = "error",
) -> Detectable:
    r"""Give the smallest difference from a model that N trials of each question will separate.

    Parameters
    ----------
    a
        Pilot or `assumed` probabilities of the model.
    trials
        N, of this model and of the other.
    confidence, power
        As for `trials_needed`.
    w, missing
        As for `trials_needed`.

    Returns
    -------
    Detectable
        `(difference, says)`. The difference is None where it would lead beyond the largest and
        the smallest weight.

    Raises
    ------
    ValueError
        As for `trials_needed`; no trial.

    Notes
    -----
    The other model is taken to have as many questions, with as uncertain outcomes. The difference
    of the means is then normal about N Δ / T, T = N + C + 1, with variance 2 S², S² = N Σ v / (T
    M)², v the variance of a question's outcome; it has to reach z √2 σ. So Δ = (T / N) √2 (z σ +
    z_power S), z and z_power being the one-sided normal quantiles of the confidence and the
    power, in closed form and without simulation.

    Examples
    --------
    >>> from scorio import plan
    >>> model = plan.assumed([0.5] * 100)
    >>> [round(plan.smallest_difference(model, n).difference, 3) for n in (4, 16, 64)]
    [0.092, 0.044, 0.022]
    """
    listed = _weights(w, a)
    n, level, reach = (
        whole("trials", trials),
        number("confidence", confidence),
        number("power", power),
    )
    found = _side(a, listed, missing).smallest_difference(listed, n, level, reach)
    with_trials = f"With {_many(n)} of each question"
    if found is None:
        said = f"{with_trials} no score is far enough away to be separated."
        return Detectable(None, said)
    said = f"{with_trials} a difference of {found:.4g} is separated with probability {reach}."
    return Detectable(found, said)


def questions_or_trials(
    a: ArrayLike | Assumed,
    b: ArrayLike | Assumed,
    budget: int,
    *,
    question_cost: float = 0.0,
    max_questions: int | None = None,
    w: ArrayLike | None = None,
) -> Split:
    r"""How to split a budget of trials over more questions or more trials of each.

    Parameters
    ----------
    a, b
        Results of both models on the same questions, at least 2 x 2, row by row (of `Counts`,
        which do not pair their questions by row, `counts.results().R`); or `assumed` success
        probabilities of both.
    budget
        What can be spent on each model, in trials.
    question_cost
        What a question costs beside its trials, in trials: finding, writing or checking it.
    max_questions
        How many questions there are, if they are limited.
    w
        C + 1 weights, one per category; (0, 1) if omitted.

    Returns
    -------
    Split
        `(questions, trials, sigma, between, within, says)`: the M and N with M (N + question_cost)
        ≤ budget whose σ is smallest; where the pilot shows no variance between questions, among
        those with no fewer questions than it has.

    Raises
    ------
    ValueError
        Fewer than two questions, or trials of a pilot; matrices of different height; an entry
        that is no category; a budget that pays for no question; a negative cost.

    Notes
    -----
    The questions are taken for a sample of those that matter. The difference of the averages then
    has the variance (B + W / N) / M. With M N fixed, W / (M N) is what it is, and B / M is
    smallest with as many questions as possible: if they cost nothing, N = 1. With a cost, N is
    about √(question_cost W / B). (Posterior σ, as everywhere else here, is about these questions
    alone, and knows no B.)

    Examples
    --------
    >>> from scorio import plan, simulate
    >>> a, b = map(plan.assumed, simulate.coins([0.5, 0.6], seed=1))
    >>> plan.questions_or_trials(a, b, 2400)[:2]
    (2400, 1)
    >>> plan.questions_or_trials(a, b, 2400, max_questions=30)[:2]
    (30, 80)
    >>> plan.questions_or_trials(a, b, 2400, question_cost=20)[:2]
    (80, 10)
    """
    listed, spend = weights(w), whole("budget", budget)
    most = MOST if max_questions is None else whole("max_questions", max_questions)
    if isinstance(a, Assumed) != isinstance(b, Assumed):
        raise TypeError("a and b differ in kind: give results of both, or probabilities of both")
    if isinstance(a, Assumed) and isinstance(b, Assumed):
        if a.categorical or b.categorical or listed is not None:
            raise ValueError("assumed probabilities are those of success here, without weights")
        variances = _core.plan_assumed_components(a.p.tolist(), b.p.tolist())
        pilot = len(a.p)
    else:
        results = _results("a", a), _results("b", b)
        variances, pilot = _core.plan_components(*results, listed), len(results[0])
    # Without a sign that questions differ, any number of them would do: no fewer than were tried.
    least = 1 if variances[0] > 0 else min(pilot, most)
    cost = number("question_cost", question_cost)
    best = _core.plan_split(variances, spend, cost, (least, most))
    says = f"{_counted(best[0], 'question')} with {_counted(best[1], 'trial')} of each: "
    if variances[0] > 0:
        says += f"the difference then has a standard deviation of {best[2]:.4g}."
    else:
        says += (
            "the difference shows no variance between questions (an estimate not above 0 counts as "
            f"0), so they are no fewer than the {pilot} tried, and its standard deviation is at "
            f"least {best[2]:.4g}."
        )
    return Split(*best, *variances, says)


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def repeated_looks(
    a: ArrayLike | Counts | Assumed,
    b: ArrayLike | Counts | Assumed,
    looks: Iterable[int] = range(1, 81),
    confidence: float = 0.95,
    *,
    w: ArrayLike | None = None,
    replicates: int = 4000,
    seed: int = 0,
    missing: Missing = "error",
) -> Looks:
    r"""What looking several times, and stopping at the first separation, really does.

    Parameters
    ----------
    a, b, confidence, w, replicates, seed, missing
        As for `trials_needed`.
    looks
        The numbers of trials of each question at which z is looked at, increasing.

    Returns
    -------
    Looks
        `(stopped, wrong, wrong_once, trials, confidence, says)`. Of two equal models, a single
        look separates up to 2 (1 - confidence) wrongly, either way; `confidence` is the one to
        look with for no more of these replicates at all looks together, halfway between the z of
        the last that may not stop and that of the first that may. It is None where more than so
        many replicates reach the largest z of all, as with one question and one trial.

    Raises
    ------
    ValueError
        As for `foresee`.

    Examples
    --------
    >>> from scorio import plan
    >>> p = plan.assumed([0.2, 0.5, 0.8] * 10)
    >>> seen = plan.repeated_looks(p, p)
    >>> round(seen.wrong.value, 1), round(seen.wrong_once.value, 1)
    (0.5, 0.1)
    >>> again = plan.repeated_looks(p, p, confidence=seen.confidence, seed=1)
    >>> round(again.wrong.value, 1)
    0.1
    """
    level, listed = number("confidence", confidence), _weights(w, a, b)
    one, other = (_side(x, listed, missing) for x in (a, b))
    size = whole("replicates", replicates), seed_of(seed)
    seen = _core.plan_looks(one, other, listed, _numbers(looks), level, size)
    stopped, wrong, once, spent = (Measured(*figure) for figure in seen[:4])
    found = Looks(stopped, wrong, once, spent, seen[5], "")
    return found._replace(says=_restoring(found, level, equal=seen[4]))


def _weights(w: ArrayLike | None, *models: ArrayLike | Counts | Assumed) -> list[float] | None:
    """The weights given, else those that the categories of counts are named by; None for (0, 1)."""
    counts = [model for model in models if isinstance(model, Counts)]
    names = [", ".join(one.categories) for one in counts]
    if len(set(names)) > 1:
        raise ValueError(
            f"a has the categories {names[0]} but b has {names[1]}: "
            "count both with the same categories, in one order"
        )
    if w is not None or not counts:
        return weights(w)
    named = counts[0]._core.weights()
    if len(counts) < len(models) and named != sorted(named):
        raise ValueError(
            f"w is missing: the categories of the counts are {names[0]} in this order, "
            "which may not be that of the other model"
        )
    return named


def _side(x: ArrayLike | Counts | Assumed, w: list[float] | None, missing: Missing) -> _core.Side:
    """What is known of a model."""
    if isinstance(x, Assumed):
        return _core.Side.assumed(x.p, x.categorical)
    found = banks(x, w, missing=missing)
    if found.shape is not None:
        axes = len(found.shape) + _MATRIX
        raise ValueError(f"a pilot has {axes} axes: give the results of one model")
    return _core.Side.pilot(found.states[0])


def _results(name: str, R: object) -> NDArray[np.float64]:
    table = array(name, R, _MATRIX, "a results matrix")
    if table.ndim > _MATRIX:
        raise ValueError(f"{name} has {table.ndim} axes: give the results of one model")
    return table


def _numbers(trials: int | Iterable[int]) -> list[int]:
    single = not hasattr(trials, "__iter__")
    listed = [trials] if single else list(trials)  # type: ignore[arg-type]
    if not listed:
        raise ValueError("there is no number of trials: give at least one")
    return [whole("trials" if single else f"trials[{i}]", n) for i, n in enumerate(listed)]


def _needed(gap: float, trials: int | None) -> str:
    if gap == 0.0:
        return "No number of trials separates them: the expected scores are equal."
    if trials is None:
        said = f"No number of trials up to {MOST:,} separates them"
        return f"{said}: the expected scores differ by {gap:.3g}."
    return f"With {_many(trials)} of each question the expected z reaches the threshold."


def _restoring(looks: Looks, level: float, *, equal: bool) -> str:
    share = f"{min(1.0, 2 * (1 - level)):.4g} of the replicates"
    if looks.confidence is not None:
        return f"Looking with confidence {looks.confidence:.6g}, at most {share} stop."
    if not equal:
        return "No confidence makes up for the looks: the models are not known to be equal."
    if looks.stopped.value == 0.0:
        return "The looks need no other confidence: no replicate stops."
    said = "No confidence makes up for the looks"
    return f"{said}: more than {share} reach the largest z of all, and would all have to go on."


def _many(trials: int) -> str:
    return "1 trial" if trials == 1 else f"{trials:,} trials"
