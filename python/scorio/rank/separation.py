"""Which models are separated by their scores and uncertainties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from scorio import _core
from scorio._arguments import array, number, numbers, vector, whole
from scorio._call import asked
from scorio._errors import coded
from scorio._numpy import np
from scorio._rows import SeparatedModel

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from scorio._results import Real


class RankingConfidence(NamedTuple):
    """The probability that the order of two scores is that of the models, and its z-score."""

    rho: Real
    z: Real


@coded
def ranking_confidence(
    mu_a: ArrayLike, sigma_a: ArrayLike, mu_b: ArrayLike, sigma_b: ArrayLike
) -> RankingConfidence:
    r"""Probability that the model with the higher score is the better one.

    Parameters
    ----------
    mu_a, sigma_a
        Score and standard deviation of a model, or sequences of them.
    mu_b, sigma_b
        The same of the other; sequences go with sequences as long, or with one number.

    Returns
    -------
    RankingConfidence
        (rho, z) with `z = |mu_a - mu_b| / sqrt(sigma_a^2 + sigma_b^2)` and
        rho = (1 + erf(z / sqrt(2))) / 2; arrays for sequences. Without uncertainty z is infinite,
        and 0 for equal scores.

    Raises
    ------
    ValueError
        A score that is not finite; a sigma that is negative or not finite; different lengths.
    TypeError
        What is not a number.

    References
    ----------
    Don't Pass@k, arXiv:2510.04265, section 2.5.

    Examples
    --------
    >>> from scorio import rank
    >>> rho, z = rank.ranking_confidence(0.62, 0.03, 0.57, 0.04)
    >>> round(rho, 4), round(z, 4)
    (0.8413, 1.0)
    """
    given = {"mu_a": mu_a, "sigma_a": sigma_a, "mu_b": mu_b, "sigma_b": sigma_b}
    single = {name for name, value in given.items() if np.ndim(value) == 0}
    several = {name: vector(name, given[name]) for name in given if name not in single}
    length = max(map(len, several.values()), default=1)
    arguments = [
        np.full(length, number(name, given[name])) if name in single else several[name]
        for name in given
    ]
    rho, z = _core.ranking_confidence(*arguments)
    if not several:
        return RankingConfidence(rho[0], z[0])
    return RankingConfidence(np.array(rho), np.array(z))


@coded
def pairwise(scores: ArrayLike, sigmas: ArrayLike) -> NDArray[np.float64]:
    r"""Probability for each pair of models that the one is better than the other.

    Parameters
    ----------
    scores
        One for each of L models.
    sigmas
        Their standard deviations.

    Returns
    -------
    ndarray
        An L x L matrix: entry [i, j] is P(model i is better than model j), normal with
        z = (mu_i - mu_j) / sqrt(sigma_i^2 + sigma_j^2); 1/2 on the diagonal.

    Raises
    ------
    ValueError
        A score that is not finite; a sigma that is negative or not finite; not as many sigmas as
        scores.
    TypeError
        What is not a number.

    References
    ----------
    Don't Pass@k, arXiv:2510.04265, section 2.5.

    Examples
    --------
    >>> from scorio import rank
    >>> rank.pairwise([0.7, 0.6, 0.5], [0.03, 0.04, 0.05]).round(3)
    array([[0.5  , 0.977, 1.   ],
           [0.023, 0.5  , 0.941],
           [0.   , 0.059, 0.5  ]])
    """
    found: NDArray[np.float64] = asked(
        "pairwise", scores=vector("scores", scores), sigmas=vector("sigmas", sigmas)
    ).array(0)
    return found


class Chances(NamedTuple):
    """P(A > B) of every pair of models, and P(best) of each."""

    pairs: NDArray[np.float64]
    best: NDArray[np.float64]


@coded
def chances(scores: ArrayLike, sigmas: ArrayLike) -> Chances:
    r"""Probability that each model is better than each other, and that it is the best.

    The spread of the scores is the prior: where models are close, their differences are mostly
    errors. With fewer than four models, all differences count as equally likely, as in `pairwise`.

    Parameters
    ----------
    scores
        One for each of M models.
    sigmas
        Their standard deviations. The errors are independent and normal.

    Returns
    -------
    Chances
        `pairs`, an M x M matrix: entry [i, j] is P(model i is better than model j). `best`: the
        probability of each model that it is the best.

    Raises
    ------
    ValueError
        A score that is not finite; a sigma that is negative or not finite; not as many sigmas as
        scores.
    TypeError
        What is not a number.

    Notes
    -----
    With v, the mean of sigma^2, and T, the sum of (s - mean)^2 / v, true scores are
    N(., tau^2) with tau^2 = v (1 - b) / b. The density of b is proportional to
    b^((M - 1) / 2) exp(-b T / 2) on (0, 1). P(A > B) is the mean over b of the normal probability
    below sqrt(k) d / sigma_d with k = 2 tau^2 / (2 tau^2 + sigma_d^2).

    References
    ----------
    Strawderman (1971); Morris (1983).

    Examples
    --------
    >>> from scorio import rank
    >>> found = rank.chances([0.52, 0.50, 0.49, 0.51], [0.02, 0.02, 0.02, 0.02])
    >>> found.pairs.round(3)[0]
    array([0.5  , 0.642, 0.704, 0.573])
    >>> found.best.round(3)
    array([0.391, 0.195, 0.136, 0.278])
    >>> rank.pairwise([0.52, 0.50, 0.49, 0.51], [0.02, 0.02, 0.02, 0.02]).round(3)[0]
    array([0.5  , 0.76 , 0.856, 0.638])
    """
    found = asked("chances", scores=vector("scores", scores), sigmas=vector("sigmas", sigmas))
    return Chances(found.array(0), np.array([p_best for (p_best,) in found.table(0)]))


@coded
def groups(
    scores: ArrayLike, sigmas: ArrayLike, confidence: float = 0.95
) -> list[NDArray[np.int64]]:
    r"""Sets of models no two of which are separated, as large and as few as can be.

    Parameters
    ----------
    scores
        One for each model.
    sigmas
        Their standard deviations.
    confidence
        That of all comparisons of a model together: see `separated`.

    Returns
    -------
    list of ndarray
        The positions of each set's models, best first; the sets in the order of their best models.
        Two models that are not separated are together in a set, separated ones in none. Sets may
        overlap, since two models may be separated from each other and neither from a third. No
        other model would fit into a set, and no set can be left out.

    Raises
    ------
    ValueError
        A score that is not finite; a sigma that is negative or not finite; not as many sigmas as
        scores; a confidence outside (0, 1); more than 1000 sets that no other model would fit into.
    TypeError
        What is not a number.

    References
    ----------
    The sets are maximal cliques of the graph whose edges are the pairs that are not separated,
    without those that others make needless (Piepho 2004).

    Examples
    --------
    >>> from scorio import rank
    >>> rank.groups([0.50, 0.70, 0.66, 0.62], [0.02] * 4)
    [array([1, 2]), array([2, 3]), array([0])]
    """
    found = _core.groups(
        vector("scores", scores), vector("sigmas", sigmas), number("confidence", confidence)
    )
    return [np.array(group, dtype=np.int64) for group in found]


class Separation(NamedTuple):
    """Which models are separated: a row for each in `models`, and an adjusted p of each pair."""

    models: list[SeparatedModel]
    p: NDArray[np.float64]


@coded
def separated(
    scores: ArrayLike,
    sigmas: ArrayLike,
    *,
    degrees: float | None = None,
    confidence: float = 0.95,
    family: int | None = None,
    ranks: Literal["each", "together"] = "each",
) -> Separation:
    r"""Which models are separated: ranges of ranks and letters.

    Parameters
    ----------
    scores
        One for each of M models.
    sigmas
        Their standard deviations, of independent scores. Or an M x M matrix with the standard
        deviation of each difference.
    degrees
        Degrees of freedom of Student's t; by default differences are normal.
    confidence
        That of all comparisons that hold together.
    family
        The number of models whose comparisons hold together; M by default. 2 makes each comparison
        hold by itself.
    ranks
        "each": the comparisons of each model with all others hold together. "together": so do those
        of all pairs, and with them the ranges of all ranks.

    Returns
    -------
    Separation
        `models`, a `SeparatedModel` (rank, rank_lo, rank_hi, with_leader, letters) for each score,
        and `p`, an M x M matrix of adjusted p-values. Two models are separated where theirs is at
        most 1 - confidence. That is where sigma > 0 and their scores differ by at least z* sigma,
        with `z* = Phi^-1((1 + confidence^(1/m)) / 2)`, where m is M - 1, or M (M - 1) / 2 together.

    Raises
    ------
    ValueError
        A score that is not finite; a sigma that is negative or not finite, or another number of
        them; two sigmas of one difference; degrees below 1; a confidence outside (0, 1); a family
        below 2.
    TypeError
        What is not a number.

    References
    ----------
    Sidak (1967), Rectangular confidence regions for the means of multivariate normal distributions.

    Examples
    --------
    >>> from scorio import rank
    >>> found = rank.separated([0.50, 0.70, 0.66, 0.60], [0.02] * 4)
    >>> [(row.rank_lo, row.rank_hi, row.letters) for row in found.models]
    [(4, 4, 'c'), (1, 2, 'a'), (1, 3, 'ab'), (2, 3, 'b')]
    >>> found.p[1].round(4).tolist()
    [0.0, 1.0, 0.4016, 0.0012]
    """
    own = array("sigmas", sigmas, 1, "one number for each model, or for each pair of them")
    found = asked(
        "separated", scores=vector("scores", scores),
        sigmas=own,
        degrees=None if degrees is None else number("degrees", degrees),
        confidence=number("confidence", confidence),
        family=None if family is None else whole("family", family, 2), ranks=ranks,
    )  # fmt: skip
    models = [SeparatedModel(*row) for row in found.table(0)]
    return Separation(models, found.array(0))


@coded
def letters(scores: ArrayLike, sigmas: ArrayLike, confidence: float = 0.95) -> list[str]:
    r"""Compact letter display: models that share a letter are not separated.

    Parameters
    ----------
    scores
        One for each model.
    sigmas
        Their standard deviations.
    confidence
        As in `groups`.

    Returns
    -------
    list of str
        The letters of each model, one for each of its `groups`: a for that of the best, and after z
        come a1, b1 and so on.

    Raises
    ------
    ValueError, TypeError
        Whatever `groups` refuses.

    References
    ----------
    Piepho (2004), An algorithm for a letter-based representation of all-pairwise comparisons.

    Examples
    --------
    >>> from scorio import rank
    >>> rank.letters([0.50, 0.70, 0.66, 0.62], [0.02] * 4)
    ['c', 'a', 'ab', 'b']
    """
    level = number("confidence", confidence)
    found = asked(
        "letters", scores=numbers("scores", scores), sigmas=numbers("sigmas", sigmas),
        confidence=level,
    )  # fmt: skip
    return [letters for (letters,) in found.table(0)]
