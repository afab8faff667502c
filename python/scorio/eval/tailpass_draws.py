"""Posterior draws of a TailPass profile, and utilities on them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from scorio import _core
from scorio._arguments import array, budget, number, vector, whole
from scorio._errors import fault
from scorio._numpy import np
from scorio._results import Interval

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_Floats: TypeAlias = "NDArray[np.float64]"
_EACH = "one number for each threshold"
_MOST_ROLLOUTS = 1_000_000
_TABLE = 2


class TailPassDraws:
    """Draws of the chances of each question, shared by all utilities and budgets.

    `TailPassProfile.sample` makes them. They are drawn anew for each utility from the seed, so
    they take no memory, and results do not depend on the number of threads. A utility gives one
    number for each draw. `summary` gives their mean, σ and interval.
    """

    def __init__(self, core: _core.TailPass, k: int, n_draws: int, seed: int) -> None:
        self._core = core
        self.k = k
        """Trials of a future bank."""
        self.n_draws = n_draws
        """Number of draws."""
        self.seed = seed
        """The seed."""

    @cached_property
    def probabilities(self) -> _Floats:
        """The chances of each distinct score, ascending: draws x questions x scores."""
        return _fixed(_core.tail_chances(self._core, self.n_draws, self.seed))

    @cached_property
    def profile(self) -> _Floats:
        """The profile of each draw, the mean over questions: draws x thresholds."""
        return _fixed(_core.tail_profiles(self._core, self.n_draws, self.seed))

    def linear(self, weights: ArrayLike) -> _Floats:
        """Give Σ w_i F(ρ_i), for one weight of each threshold with sum 1."""
        return self._utility("linear", weights=vector("weights", weights, _EACH))

    def moment(self, lam: float) -> _Floats:
        """Give E[S^λ], S being the average score of k trials."""
        return self._utility("moment", number("lam", lam))

    def power_mean(
        self,
        q: float,
        weights: ArrayLike | None = None,
        *,
        aggregation: Literal["question", "profile"] = "question",
    ) -> _Floats:
        """Give (Σ w_i F(ρ_i)^q)^(1/q), by default with equal weights.

        It is the mean over questions of their power means, or with `aggregation="profile"` the
        power mean of the mean profile.
        """
        if aggregation not in ("question", "profile"):
            sentence = f"aggregation = {aggregation!r} is not one of 'question', 'profile'"
            short = "aggregation is not one of question, profile"
            raise fault(ValueError(sentence), "argument.choice", short)
        of_mean = aggregation == "profile"
        given = number("q", q)
        return self._utility("power_mean", given, self._weights(weights), of_mean=of_mean)

    def qrs(
        self,
        weights: ArrayLike | None = None,
        *,
        aggregation: Literal["question", "profile"] = "question",
    ) -> _Floats:
        """Give the quadratic mean: `power_mean` with q = 2."""
        return self.power_mean(2.0, weights, aggregation=aggregation)

    def rollout(self, m: int, weights: ArrayLike | None = None) -> _Floats:
        """Give Σ w_i F(ρ_i)^m: the chance that m banks all reach a threshold, m from 2.

        `TailPassProfile.rollout` has its exact mean and σ.
        """
        m = whole("m", m, least=2, most=_MOST_ROLLOUTS)
        return self._utility("rollout", float(m), self._weights(weights))

    def harmonic(self, alpha: float = 0.5) -> _Floats:
        """Give the harmonic mean of discovery, with weight α in [0, 1], and stability.

        It is the mean over questions of theirs. It does not depend on the thresholds.
        """
        return self._utility("harmonic", number("alpha", alpha))

    def discovery(self) -> _Floats:
        """Give the chance of a positive score: Pass@k."""
        return self.harmonic(1.0)

    def stability(self) -> _Floats:
        """Give the chance that all k trials earn the full score 1: Pass^k."""
        return self.harmonic(0.0)

    def shortfall(
        self,
        target: ArrayLike,
        weights: ArrayLike | None = None,
        *,
        epsilon: float = 0.01,
    ) -> _Floats:
        """Give max g_i + ε Σ g_i, with the gaps g_i = w_i max(target_i - F(ρ_i), 0).

        It is the mean over questions; less is better. The target never rises and lies in [0, 1].
        The weights are positive, by default 1, and need not add up to 1.
        """
        size = len(self._core.thresholds)
        own = np.ones(size) if weights is None else vector("weights", weights, _EACH)
        goal = vector("target", target, _EACH)
        return self._utility("shortfall", number("epsilon", epsilon), own, goal)

    def at_k(self, k: int, *, thresholds: ArrayLike | None = None) -> TailPassDraws:
        """Give the same draws with another budget."""
        k = budget(k)
        grid = None
        if thresholds is not None:
            grid = vector("thresholds", thresholds, "increasing scores")
        return TailPassDraws(self._core.at_k(k, grid), k, self.n_draws, self.seed)

    def summary(self, values: ArrayLike | None = None, *, confidence: float = 0.95) -> Interval:
        """Give mean, σ and the central interval of draws: of the profile, or of utilities.

        `values` has one entry or row for each draw, such as the difference of two utilities. The
        ends are quantiles of the draws, and are not cut off at 0 and 1.
        """
        given = self.profile if values is None else array("values", values, 1, "draws")
        if given.ndim > _TABLE or given.shape[0] != self.n_draws:
            sentence = f"values has the shape {given.shape}: give {self.n_draws} draws"
            raise fault(ValueError(sentence), "argument.draws", "values is not one for each draw")
        if not np.isfinite(given).all():
            raise fault(ValueError("values has an entry that is not finite"), "argument.draws")
        level = number("confidence", confidence)
        found = _core.tail_summary(given.reshape(self.n_draws, -1), level)
        if given.ndim == 1:
            mu, sigma, lo, hi = found[0].tolist()
            return Interval(mu, sigma, lo, hi)
        return Interval(*(found[:, place].copy() for place in range(4)))

    def __repr__(self) -> str:
        return f"TailPassDraws(k={self.k}, n_draws={self.n_draws}, seed={self.seed})"

    def _weights(self, weights: ArrayLike | None) -> _Floats:
        if weights is not None:
            return vector("weights", weights, _EACH)
        size = len(self._core.thresholds)
        return np.full(size, 1.0 / size)

    def _utility(
        self,
        name: str,
        value: float = 0.0,
        weights: _Floats | None = None,
        target: _Floats | None = None,
        *,
        of_mean: bool = False,
    ) -> _Floats:
        none = np.empty(0)
        own = none if weights is None else weights
        payoff = (name, value, own, none if target is None else target)
        return _core.tail_utility(self._core, payoff, of_mean, self.n_draws, self.seed)


def _fixed(values: _Floats) -> _Floats:
    values.setflags(write=False)
    return values
