"""How many trials separate two models, and what difference a number of trials separates."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scorio._arguments import number, whole
from scorio._call import asked
from scorio._errors import coded
from scorio.plan.models import said, shared_weights, side, sources_of
from scorio.show.single import Single

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.plan.models import Assumed


class _TrialsNeeded(NamedTuple):
    trials: int | None
    """The fewest that have the power; None: no number of trials."""
    half: int | None
    """The same if half the difference is true."""
    power: float | None
    """The power of so many trials."""
    difference: float
    """The true difference that is assumed, a - b."""
    at_most: bool
    """Whether fewer may be enough, because single trials do not tell how much further ones vary."""
    says: str
    """The answer in a sentence."""


class TrialsNeeded(Single, _TrialsNeeded):
    """How many trials of each question separate two models."""

    _title = "Trials that separate two models"
    _row_type = _TrialsNeeded
    _meanings = MappingProxyType({
        "half": "trials if half the difference is true", "power": "power of so many trials",
        "at_most": "at most so many",
    })  # fmt: skip


@coded
def trials_needed(
    a: ArrayLike | Counts | Assumed,
    b: ArrayLike | Counts | Assumed,
    confidence: float = 0.95,
    power: float = 0.8,
    *,
    difference: float | None = None,
    family: int = 2,
    w: ArrayLike | None = None,
    missing: Missing = "error",
) -> TrialsNeeded:
    r"""How many new trials of each question separate two models with a power.

    Parameters
    ----------
    a, b
        Pilots or `assumed` probabilities of two models.
    confidence
        In (0, 1), of the separation.
    power
        In (0, 1): how probable the separation, in the right order, has to be.
    difference
        The true difference of the scores, not 0; if omitted, that of the two models.
    family
        How many models the table has: all comparisons of a model hold together.
    w
        C + 1 weights, one per category; if omitted, the numbers that the categories of `Counts` are
        named by, otherwise (0, 1).
    missing
        "error" or "drop", for the pilots.

    Returns
    -------
    TrialsNeeded
        `(trials, half, power, difference, at_most, says)`. Both numbers are None where no number
        of trials up to 1,000,000,000 is enough: always for models with equal scores.

    Raises
    ------
    ValueError
        A confidence or power outside (0, 1); a difference of 0, or one that scores cannot differ
        by; probabilities that are none; pilots as for `scorio.eval.bayes`; counts with other
        categories than those of the other model.

    Notes
    -----
    The power of N trials is Φ(\|Δ\| / σ - z*), where σ² = Σ (v + v′) / N / M². So N is (z* +
    z_power)² Σ (v + v′) / (M Δ)², rounded up. Here v is the variance of a trial of one of M
    questions: p (1 - p) of assumed probabilities, and of a pilot its mean by the hierarchical
    posterior of a leaderboard. In a table of F models z* = Φ⁻¹((1 + c^(1 / (F - 1))) / 2) with
    the confidence c, 1.96 for two models at 0.95. With power 0.5 the expected z is z*.

    References
    ----------
    Šidák (1967). With power 0.5: Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265, section 2.9.

    Examples
    --------
    >>> from scorio import plan, simulate
    >>> nine, ten = simulate.coins([0.608, 0.6213], seed=1)
    >>> found = plan.trials_needed(plan.assumed(ten), plan.assumed(nine))
    >>> found.trials, found.half, round(found.power, 4)
    (557, 2226, 0.8005)
    >>> print(plan.trials_needed(plan.assumed([0.3, 0.5]), plan.assumed([0.4, 0.4])).says)
    No number of trials separates them: the scores are equal.
    """
    level, listed = number("confidence", confidence), shared_weights(w, a, b)
    reach, models = number("power", power), whole("family", family)
    gap = None if difference is None else number("difference", difference)
    one, other = (side(x, listed, missing) for x in (a, b))
    found = asked(
        "trials_needed", a=one, b=other, confidence=level, power=reach, difference=gap,
        family=models, weights=listed,
    )  # fmt: skip
    settings = {
        "confidence": level, "power": reach, "difference": gap, "family": models, "w": listed,
        "missing": missing,
    }  # fmt: skip
    figures = [*found.table(0)[0], " ".join(said(found))]
    return TrialsNeeded._make(figures).of(settings, sources_of(a, b))


class _Detectable(NamedTuple):
    difference: float | None
    """None: no difference that these weights allow."""
    says: str
    """The answer in a sentence."""


class Detectable(Single, _Detectable):
    """The smallest difference that a number of trials separates."""

    _title = "Smallest difference that is separated"
    _row_type = _Detectable


@coded
def smallest_difference(
    a: ArrayLike | Counts | Assumed,
    trials: int,
    confidence: float = 0.95,
    power: float = 0.8,
    *,
    family: int = 2,
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
    confidence, power, family, w, missing
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
    The other model is taken to have as many questions, with the same variances v. So Δ = (z* +
    z_power) √(2 Σ v / N) / M, with z* as for `trials_needed`.

    Examples
    --------
    >>> from scorio import plan
    >>> model = plan.assumed([0.5] * 100)
    >>> [round(plan.smallest_difference(model, n).difference, 3) for n in (4, 16, 64)]
    [0.099, 0.05, 0.025]
    """
    listed = shared_weights(w, a)
    n, level = whole("trials", trials), number("confidence", confidence)
    reach, models = number("power", power), whole("family", family)
    answer = asked(
        "smallest_difference", a=side(a, listed, missing), trials=n, confidence=level, power=reach,
        family=models, weights=listed,
    )  # fmt: skip
    (found,) = answer.table(0)[0]
    settings = {
        "trials": n, "confidence": level, "power": reach, "family": models, "w": listed,
        "missing": missing,
    }  # fmt: skip
    return Detectable(found, " ".join(said(answer))).of(settings, sources_of(a))
