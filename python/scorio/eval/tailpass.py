"""TailPass: the chances that k future trials earn at least a share of the full score."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from scorio import _core
from scorio._arguments import array, budget, number, seed_of, vector, whole
from scorio._call import asked
from scorio._errors import coded, fault
from scorio._matrix import Missing, drops, entries_of, weights
from scorio._numpy import np
from scorio._results import Estimate, Interval
from scorio.eval.tailpass_draws import TailPassDraws

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_Floats: TypeAlias = "NDArray[np.float64]"
_MATRIX = 2
_MOST_DRAWS = 10_000_000
Method = Literal["normal", "posterior"]


class TailPassProfile:
    """The posterior of F(ρ), the chance that k future trials earn an average score of at least ρ.

    `tailpass` makes it. Arrays are computed on first use and are read-only.
    """

    def __init__(self, core: _core.TailPass, k: int) -> None:
        self._core = core
        self.k = k
        """Trials of a future bank."""

    @property
    def question_count(self) -> int:
        """Number of questions."""
        return self._core.questions

    @cached_property
    def thresholds(self) -> _Floats:
        """The thresholds ρ."""
        return _fixed(self._core.thresholds)

    @cached_property
    def question_mean(self) -> _Floats:
        """The posterior mean of each question's profile, questions x thresholds."""
        return _fixed(self._core.question_mean())

    @cached_property
    def mean(self) -> _Floats:
        """The posterior mean of the profile, the mean over questions."""
        return _fixed(self._core.mean())

    @cached_property
    def std(self) -> _Floats:
        """The posterior standard deviation at each threshold."""
        return _fixed(self._core.std())

    @cached_property
    def covariance(self) -> _Floats:
        """The posterior covariance between thresholds."""
        return _fixed(self._core.covariance())

    def linear(self, weights: ArrayLike) -> Estimate:
        """Give mean and σ of Σ w_i F(ρ_i), for one weight of each threshold with sum 1.

        `scorio.eval.tailpass_weights` has families of such weights.
        """
        return Estimate(*self._core.linear(vector("weights", weights, _EACH)))

    def moment(self, lam: float) -> Estimate:
        """Give mean and σ of E[S^λ], S being the average score of k trials.

        λ = 1 is the mean score. A larger λ counts high scores more.
        """
        return Estimate(*self._core.moment(number("lam", lam)))

    def discovery(self) -> Estimate:
        """Give mean and σ of the chance of a positive score: Pass@k."""
        return Estimate(*self._core.end(False))  # noqa: FBT003  of the core

    def stability(self) -> Estimate:
        """Give mean and σ of the chance that all k trials earn the full score 1: Pass^k."""
        return Estimate(*self._core.end(True))  # noqa: FBT003  of the core

    def at_k(self, k: int, *, thresholds: ArrayLike | None = None) -> TailPassProfile:
        """Give the profile of the same posterior for another budget."""
        k = budget(k)
        return TailPassProfile(self._core.at_k(k, _thresholds(thresholds)), k)

    def rollout(self, m: int, weights: ArrayLike | None = None) -> Estimate:
        """Give exact mean and σ of Σ w_i F(ρ_i)^m: that m banks all reach a threshold, m from 2.

        The weights are equal if omitted. It takes two scores and k m up to 1,000;
        `sample(...).rollout` takes all.
        """
        m = whole("m", m, least=2, most=1_000_000)
        size = len(self.thresholds)
        given = np.full(size, 1.0 / size) if weights is None else vector("weights", weights, _EACH)
        return Estimate(*self._core.rollout(m, given))

    def sample(self, n_draws: int = 4000, seed: int = 0) -> TailPassDraws:
        """Draw the chances of each question from their posterior, at least 2 times.

        Utilities that are not linear need draws: power means, harmonic means, shortfalls.

        Examples
        --------
        >>> from scorio import eval
        >>> draws = eval.tailpass([[0, 1, 1], [1, 1, 1]], 4).sample(20_000, seed=1)
        >>> mu, sigma, lo, hi = draws.summary(draws.moment(1))
        >>> abs(mu - 0.7) < 0.01, abs(sigma - 0.129) < 0.01
        (True, True)
        """
        n_draws = whole("n_draws", n_draws, least=2, most=_MOST_DRAWS)
        return TailPassDraws(self._core, self.k, n_draws, seed_of(seed))

    def ci(
        self,
        confidence: float = 0.95,
        *,
        interval: Method = "normal",
        n_draws: int = 4000,
        seed: int = 0,
    ) -> Interval:
        """Give mean, σ and an interval in [0, 1] at each threshold.

        Mean and σ are exact. With `interval="posterior"` the ends are quantiles of that many draws,
        else they are normal. Each interval has the confidence alone, not all together.
        """
        level = number("confidence", confidence)
        if _drawn(interval):
            lo, hi = self.sample(n_draws, seed).summary(confidence=level)[2:]
            return Interval(self.mean, self.std, lo, hi)
        ends = [
            _ends(mu, sigma, level)
            for mu, sigma in zip(self.mean.tolist(), self.std.tolist(), strict=True)
        ]
        lo, hi = np.array(ends).T
        return Interval(self.mean, self.std, lo, hi)

    def linear_ci(
        self,
        weights: ArrayLike,
        confidence: float = 0.95,
        *,
        interval: Method = "normal",
        n_draws: int = 4000,
        seed: int = 0,
    ) -> Interval:
        """Give `linear` with its interval in [0, 1], as for `ci`."""
        if _drawn(interval):
            draws = self.sample(n_draws, seed)
            return _quantiles(draws, draws.linear(weights), self.linear(weights), confidence)
        return _bounded(self.linear(weights), confidence)

    def moment_ci(
        self,
        lam: float,
        confidence: float = 0.95,
        *,
        interval: Method = "normal",
        n_draws: int = 4000,
        seed: int = 0,
    ) -> Interval:
        """Give `moment` with its interval in [0, 1], as for `ci`."""
        if _drawn(interval):
            draws = self.sample(n_draws, seed)
            return _quantiles(draws, draws.moment(lam), self.moment(lam), confidence)
        return _bounded(self.moment(lam), confidence)

    def __repr__(self) -> str:
        size = len(self.thresholds)
        return f"TailPassProfile(k={self.k}, {self.question_count} questions, {size} thresholds)"


@coded
def tailpass(
    R: ArrayLike,
    k: int,
    w: ArrayLike | None = None,
    R0: ArrayLike | None = None,
    *,
    eta: float = 1.0,
    prior: ArrayLike = 1.0,
    thresholds: ArrayLike | None = None,
    missing: Missing = "error",
) -> TailPassProfile:
    r"""TailPass: the posterior of the chance to earn at least each share of the score in k trials.

    Parameters
    ----------
    R
        M x N outcomes in 0..C; a vector is one question.
    k
        Trials of a future bank, however many were observed.
    w
        C + 1 scores in [0, 1], one per category; (0, 1) if omitted.
    R0
        M x D earlier outcomes of the same questions.
    eta
        What an earlier outcome counts, in [0, 1].
    prior
        Shapes of the Dirichlet prior, positive: one, C + 1, or M x (C + 1).
    thresholds
        Average scores in [0, 1] to reach, increasing; 1/k, …, 1 if omitted.
    missing
        "error", or "drop" to leave missing outcomes of R out.

    Returns
    -------
    TailPassProfile
        Mean, σ and covariance of the profile, and utilities of it.

    Raises
    ------
    ValueError, TypeError
        As for `bayes`; a score outside [0, 1]; eta outside [0, 1]; a prior that is not positive, or
        of another shape; thresholds that are empty, outside [0, 1] or not increasing; k above
        20,000 without thresholds, or above 10^6; for a σ, three or more scores with more than 2,000
        counts of k trials; more than 20,000 counts, where the scores are no multiples of a step of
        which k trials have at most 100,000, or where their law takes too long.

    Notes
    -----
    A question's chances have the Dirichlet posterior prior + counts(R) + eta * counts(R0). With S
    the average score of k trials, the profile is the mean over questions of P(S >= ρ). With two
    scores, F(t/k) is `g_pass_at_k_tau_ci` at t of k.

    References
    ----------
    Hariri, Hinczewski, Ayday & Chaudhary (2026), Success Has a Shape: TailPass@k for repeated
    sampling evaluation.

    Examples
    --------
    >>> from scorio import eval
    >>> profile = eval.tailpass([[0, 1, 1], [1, 1, 1]], 4)
    >>> profile.mean.round(4)
    array([0.9571, 0.8429, 0.6429, 0.3571])
    >>> mu, sigma = profile.moment(1)
    >>> round(mu, 6), round(sigma, 6)
    (0.7, 0.129099)
    """
    entries = _matrix(R, "R")
    own = weights(w) or [0.0, 1.0]
    shapes = array("prior", prior, 0, "positive shapes")
    sizes = {(1,), (len(own),), (entries.shape[0], len(own))}
    if shapes.shape not in sizes:
        sentence = (
            f"prior has the shape {shapes.shape}: give one number, {len(own)}, or "
            f"{entries.shape[0]} x {len(own)}"
        )
        raise fault(ValueError(sentence), "metric.prior_shape", "prior has a wrong shape")
    known = None if R0 is None else np.ascontiguousarray(_matrix(R0, "R0"), dtype=np.int64)
    k = budget(k)
    core = _core.tail_profile(
        entries,
        known,
        k,
        own,
        (number("eta", eta), shapes.reshape(-1).tolist()),
        _thresholds(thresholds),
        drops("missing", missing),
    )
    return TailPassProfile(core, k)


@coded
def tailpass_empirical(
    R: ArrayLike,
    k: int,
    w: ArrayLike | None = None,
    *,
    thresholds: ArrayLike | None = None,
    missing: Missing = "error",
) -> _Floats:
    """TailPass of the observed trials: the profile of k drawn without replacement, unbiased.

    Parameters
    ----------
    R, k, w, thresholds, missing
        As for `tailpass`; k is at most N.

    Returns
    -------
    ndarray
        The mean over questions of P(S >= ρ) at each threshold.

    Raises
    ------
    ValueError, TypeError
        As for `tailpass`; k above the trials of a question.

    Examples
    --------
    >>> from scorio import eval
    >>> eval.tailpass_empirical([[0, 1, 1], [1, 1, 1]], 2).round(6)
    array([1.      , 0.666667])
    """
    found = asked(
        "tailpass_empirical",
        R=np.asarray(_matrix(R, "R"), dtype=np.float64),
        k=budget(k),
        weights=weights(w) or None,
        thresholds=_thresholds(thresholds),
        missing="drop" if drops("missing", missing) else "error",
    )
    return _fixed(found.array(0))


_EACH = "one weight for each threshold"


def _matrix(R: ArrayLike, name: str) -> NDArray[np.generic]:
    entries = entries_of(R, name)
    if entries.ndim > _MATRIX:
        sentence = f"{name} has {entries.ndim} axes: a matrix has rows and columns"
        raise fault(ValueError(sentence), "argument.axes")
    return entries.reshape(1, -1) if entries.ndim < _MATRIX else entries


def _thresholds(thresholds: ArrayLike | None) -> _Floats | None:
    return None if thresholds is None else vector("thresholds", thresholds, "increasing scores")


def _fixed(values: _Floats) -> _Floats:
    values.setflags(write=False)
    return values


def _drawn(interval: str) -> bool:
    if interval not in ("normal", "posterior"):
        sentence = f"interval = {interval!r} is not one of 'normal', 'posterior'"
        short = "interval is not one of normal, posterior"
        raise fault(ValueError(sentence), "argument.choice", short)
    return interval == "posterior"


def _quantiles(
    draws: TailPassDraws, values: _Floats, exact: Estimate, confidence: float
) -> Interval:
    return Interval(*exact, *draws.summary(values, confidence=confidence)[2:])


def _bounded(estimate: Estimate, confidence: float) -> Interval:
    mu, sigma = float(estimate.mu), float(estimate.sigma)
    level = number("confidence", confidence)
    return Interval(mu, sigma, *_ends(mu, sigma, level))


def _ends(mu: float, sigma: float, level: float) -> tuple[float, float]:
    found = asked("ci_from_mu_sigma", mu=mu, sigma=sigma, confidence=level, clip=[0.0, 1.0])
    first, second = found.table(0)[0]
    return first, second
