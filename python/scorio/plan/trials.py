"""How many trials separate two models, and what difference a number of trials separates."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorio._arguments import MOST, number, seed_digits, whole
from scorio._call import asked
from scorio._rows import Measured
from scorio.plan.models import many, shared_weights, side, sources_of
from scorio.show.single import Single, parts_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.plan.models import Assumed


class _TrialsNeeded(NamedTuple):
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


class TrialsNeeded(Single, _TrialsNeeded):
    """How many trials of each question separate two models."""

    _title = "Trials that separate two models"
    _row_type = _TrialsNeeded
    _parts = parts_of(_TrialsNeeded, Measured)


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
    increases, so that the answer is exact. At that N the separation itself is about as probable as
    not. `trials_for_power` is found by simulating N, first doubled and then bisected, and is as
    uncertain as `power` at it. The power rises with N only on the whole. Where M and N are small, z
    has few values, and the power goes up and down from one N to the next. At `trials_for_power` it
    is reached and at one trial less it is not. A still smaller N may reach it too, and a larger one
    may fall short again. `foresee` shows the power, `found`, at every N that is asked for.

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
    level, listed = number("confidence", confidence), shared_weights(w, a, b)
    one, other = (side(x, listed, missing) for x in (a, b))
    reach = None if power is None else number("power", power)
    found = asked(
        "trials_needed", a=one, b=other, confidence=level, power=reach, weights=listed,
        replicates=whole("replicates", replicates), seed=seed_digits(seed),
    )  # fmt: skip
    trials, enough, figure, gap = found.table(0)[0]
    settings = {
        "confidence": level, "power": power, "w": listed, "replicates": replicates, "seed": seed,
        "missing": missing,
    }  # fmt: skip
    sources = sources_of(a, b)
    if power is None:
        return TrialsNeeded(trials, None, None, gap, _needed(gap, trials)).of(settings, sources)
    said = _needed(gap, trials)
    if enough is None:
        if gap != 0.0:
            said += f" None up to {MOST:,} finds their order with probability {power}."
        return TrialsNeeded(trials, None, None, gap, said).of(settings, sources)
    measured = Measured(*figure)
    if gap == 0.0:
        # Of pilots alone: the models behind them are drawn, and differ.
        said = "The expected scores are equal, but the models may differ."
    said += (
        f" {enough:,} find their order with probability {measured.value:.3f}"
        f" (Monte Carlo error {measured.error:.3f})."
    )
    return TrialsNeeded(trials, enough, measured, gap, said).of(settings, sources)


def _needed(gap: float, trials: int | None) -> str:
    if gap == 0.0:
        return "No number of trials separates them: the expected scores are equal."
    if trials is None:
        said = f"No number of trials up to {MOST:,} separates them"
        return f"{said}: the expected scores differ by {gap:.3g}."
    return f"With {many(trials)} of each question the expected z reaches the threshold."


class _Detectable(NamedTuple):
    difference: float | None
    """None: no difference that these weights allow."""
    says: str
    """The answer in a sentence."""


class Detectable(Single, _Detectable):
    """The smallest difference that a number of trials separates."""

    _title = "Smallest difference that is separated"
    _row_type = _Detectable


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
    The other model is taken to have as many questions, with as uncertain outcomes. With T = N + C +
    1, the difference of the means is then normal about N Δ / T. Its variance is 2 S² with S² = N Σ
    v / (T M)², where v is the variance of a question's outcome. It has to reach z √2 σ. So Δ = (T /
    N) √2 (z σ + z_power S), z and z_power being the one-sided normal quantiles of the confidence
    and the power, in closed form and without simulation.

    Examples
    --------
    >>> from scorio import plan
    >>> model = plan.assumed([0.5] * 100)
    >>> [round(plan.smallest_difference(model, n).difference, 3) for n in (4, 16, 64)]
    [0.092, 0.044, 0.022]
    """
    listed = shared_weights(w, a)
    n, level, reach = (
        whole("trials", trials),
        number("confidence", confidence),
        number("power", power),
    )
    about = side(a, listed, missing)
    row = asked(
        "smallest_difference", a=about, trials=n, confidence=level, power=reach, weights=listed
    )
    (found,) = row.table(0)[0]
    settings = {"trials": n, "confidence": level, "power": reach, "w": listed, "missing": missing}
    with_trials = f"With {many(n)} of each question"
    if found is None:
        said = f"{with_trials} no score is far enough away to be separated."
        return Detectable(None, said).of(settings, sources_of(a))
    said = f"{with_trials} a difference of {found:.4g} is separated with probability {reach}."
    return Detectable(found, said).of(settings, sources_of(a))
