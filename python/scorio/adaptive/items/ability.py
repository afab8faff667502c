"""The ability of a model from its scores on calibrated items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from scorio._arguments import number
from scorio._errors import coded, fault, wrong
from scorio.adaptive.items.bank import check_bank
from scorio.adaptive.items.pairs import prior_of

if TYPE_CHECKING:
    from scorio import _core
    from scorio.adaptive.items.bank import ItemBank


class ScoreEstimate(NamedTuple):
    """A mean score on all items of a bank, and its standard deviation."""

    mean: float
    sigma: float


class Ability:
    """The posterior of an ability.

    Attributes
    ----------
    mode, se : float
        Most probable ability, and its standard error. The standard error may rise with a further
        item, if its score is a surprise.
    mean, sd : float
        Mean and standard deviation of the posterior.
    clipped : int
        Scores that were clipped to the bank's range.
    """

    __slots__ = ("_core", "clipped", "mean", "mode", "sd", "se")

    def __init__(self, core: _core.Belief) -> None:
        self._core = core
        self.mode, self.se, self.mean, self.sd = core.moments()
        self.clipped = core.clipped

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Give the central interval of the posterior."""
        return self._core.interval(number("confidence", confidence))

    def quantile(self, level: float) -> float:
        """Give the ability that the model is below with this probability."""
        return self._core.quantile(number("level", level))

    def exceeds(self, other: Ability) -> float:
        """Give the probability that this model has the higher ability."""
        return self._core.exceeds(other._core)

    def score(self, *, assisted: bool = False) -> ScoreEstimate:
        """Give the mean score that the model would have on all items of the bank.

        The predicted score takes seen outcomes as they are, and the curves for the rest. The
        assisted score adds the mean residual to the mean of all curves. It is right whatever the
        faults of the curves, but the items have to be a random sample.

        Raises
        ------
        ValueError
            An assisted score of fewer than two items.
        """
        mean, sigma, *_ = self._whole(0.95, assisted=assisted)
        return ScoreEstimate(mean, sigma)

    def score_interval(
        self, confidence: float = 0.95, *, assisted: bool = False
    ) -> tuple[float, float]:
        """Give the interval of `score`: normal, or Student's t if it is assisted.

        With n items, the assisted score has n - 1 degrees of freedom.

        Raises
        ------
        ValueError
            An assisted score of fewer than two items; a confidence outside (0, 1).

        Examples
        --------
        >>> from scorio import adaptive
        >>> bank = adaptive.ItemBank.from_params(a=1.0, b=[-1.0, 0.0, 0.5, 1.0])
        >>> found = adaptive.ability(bank, {"0": 1, "1": 1, "2": 0})
        >>> mean, sigma = found.score(assisted=True)
        >>> lo, hi = found.score_interval(assisted=True)
        >>> print(f"{(hi - mean) / sigma:.3f}")
        4.303
        """
        *_, lo, hi = self._whole(number("confidence", confidence), assisted=assisted)
        return lo, hi

    def _whole(self, confidence: float, *, assisted: bool) -> tuple[float, float, float, float]:
        """Give a score, its sigma, and the ends of its interval."""
        found = self._core.score(assisted, confidence)
        if found is None:
            sentence = "an assisted score needs at least two items with scores"
            raise fault(ValueError(sentence), "adaptive.few_items")
        return found

    def __repr__(self) -> str:
        names = ("mode", "se", "mean", "sd")
        return f"Ability({', '.join(f'{name}={getattr(self, name):.4f}' for name in names)})"


@coded
def ability(
    bank: ItemBank,
    scores: Mapping[str, float | tuple[float, float]],
    *,
    prior: tuple[float | None, float] = (None, 25.0),
    out_of_range: Literal["error", "clip"] = "error",
) -> Ability:
    r"""Estimate the ability of a model from its scores on some items.

    Parameters
    ----------
    bank
        The items.
    scores
        By item, a score, or the number of trials and the sum of their scores.
    prior
        Mean and variance of the normal prior. None is 0, the mean ability of the models of a
        calibration.
    out_of_range
        "error" refuses scores outside the bank's range, "clip" clips and counts them.

    Returns
    -------
    Ability
        The posterior, from (m − θ)²/2v and Σ [s x − n log(1 + exp(x))] / φ with x = a(θ − b).

    Raises
    ------
    ValueError
        An unknown item; a score outside the bank's range, or between the steps of an item; an
        impossible number of trials.

    Examples
    --------
    >>> from scorio import adaptive
    >>> bank = adaptive.ItemBank.from_params(a=1, b=[-1.5, -0.5, 0, 0.7, 1.8], phi=0.0625)
    >>> found = adaptive.ability(bank, {"0": 0.95, "1": 0.8, "2": 0.62, "3": 0.4, "4": 0.15})
    >>> found
    Ability(mode=0.5211, se=0.2561, mean=0.5250, sd=0.2572)
    >>> lo, hi = found.interval(0.95)
    >>> print(f"{lo:.3f} to {hi:.3f}")
    0.024 to 1.033
    """
    check_bank(bank)
    if not isinstance(scores, Mapping):
        raise wrong("argument.type", "scores", scores, "is not a dict of items", TypeError)
    given = [_trials(*one) for one in scores.items()]
    return Ability(bank._core.ability(given, prior_of(prior), str(out_of_range)))


def _trials(item: str, given: float | tuple[float, float]) -> tuple[str, float, float]:
    if isinstance(given, tuple | list):
        if len(given) != 2:  # noqa: PLR2004
            sentence = f"the trials of item {item!r} are no pair (number, sum of scores)"
            raise fault(ValueError(sentence), "argument.pair")
        trials, total = given
        return str(item), number(f"scores[{item!r}]", trials), number(f"scores[{item!r}]", total)
    return str(item), 1.0, number(f"scores[{item!r}]", given)
