"""Agreement of two rankings of the same models."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Literal, NamedTuple

from scorio._arguments import seed_digits, vector, whole
from scorio._call import asked
from scorio._errors import coded
from scorio._results import TiedGoldWarning

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Correlation(NamedTuple):
    """A rank correlation from -1 to 1, and its two-sided p-value for unrelated rankings."""

    statistic: float
    pvalue: float


class WeightedTau(NamedTuple):
    """Weighted tau, its permutation p-value, and that one's standard error, 0 if it is exact."""

    statistic: float
    pvalue: float
    pvalue_error: float


class Agreement(NamedTuple):
    """Every measure of agreement of two rankings.

    Of the pairs of `models`, both rankings order the `concordant` ones alike and the `discordant`
    ones the opposite way. The others tie in one of them. `displaced` models have another fractional
    rank in one than in the other, by `farthest` at most.
    """

    models: int
    concordant: int
    discordant: int
    tau_a: Correlation
    tau_b: Correlation
    spearman: Correlation
    weighted_tau: WeightedTau
    displaced: int
    farthest: float

    @property
    def same_order(self) -> bool:
        """Whether both order all models alike, ties included."""
        return self.displaced == 0


@coded
def kendall(scores: ArrayLike, gold: ArrayLike, variant: Literal["a", "b"] = "b") -> Correlation:
    r"""Kendall's tau of two rankings: concordant less discordant pairs, of all that could be.

    Parameters
    ----------
    scores
        One for each model.
    gold
        The scores of the ranking to agree with.
    variant
        "b" allows for ties. "a" takes none in gold, which no ranking could match: where there are
        any, a `TiedGoldWarning` says so and the result is tau-b.

    Returns
    -------
    Correlation
        (statistic, pvalue). With n_c concordant and n_d discordant of n_0 = n (n - 1) / 2 pairs, of
        which n_1 tie in scores and n_2 in gold, tau-a is (n_c - n_d) / n_0 and tau-b is
        (n_c - n_d) / sqrt((n_0 - n_1) (n_0 - n_2)). The p-value is exact without ties for up to 33
        models, or where at most one pair is out of line; otherwise by the normal distribution with
        the variance under ties, as in SciPy.

    Raises
    ------
    ValueError
        Rankings of different length; fewer than two models; a NaN, with its place; all
        scores or all of gold equal; another variant.
    TypeError
        Scores that are not numbers.

    References
    ----------
    Don't Pass@k, arXiv:2510.04265, appendix F.1, equations 25 and 26. Kendall (1945), The treatment
    of ties in ranking problems.

    Examples
    --------
    >>> from scorio import rank
    >>> rank.kendall([0.7, 0.6, 0.5, 0.4], [0.9, 0.7, 0.8, 0.3], variant="a").statistic
    0.6666666666666666
    >>> rank.kendall([0.7, 0.6, 0.5, 0.4], [0.9, 0.7, 0.7, 0.3]).statistic
    0.9128709291752769
    """
    if variant not in ("a", "b"):
        raise ValueError(f"variant = {variant!r} is not one of 'a', 'b'")
    golden = vector("gold", gold)
    found = asked("kendall", scores=vector("scores", scores), gold=golden, variant=variant)
    for i, j in found.table(1):
        warnings.warn(
            f"gold[{i}] and gold[{j}] are both {golden[i]:g}: tau-a takes no ties in a gold "
            "ranking, so this is tau-b",
            TiedGoldWarning,
            stacklevel=2,
        )
    return Correlation(*found.table(0)[0][:2])


@coded
def spearman(scores: ArrayLike, gold: ArrayLike) -> Correlation:
    r"""Spearman's rho: the correlation of the fractional ranks.

    Parameters
    ----------
    scores
        One for each model.
    gold
        The scores of the ranking to agree with.

    Returns
    -------
    Correlation
        (statistic, pvalue); the p-value is that of Student's t with n - 2 degrees of freedom for
        t = rho sqrt((n - 2) / (1 - rho^2)). It is an approximation, too small for few models: three
        in the same order have 0, though a third of all orders are as extreme. Two have 1.

    Raises
    ------
    ValueError
        Rankings of different length; fewer than two models; a NaN, with its place; all
        scores or all of gold equal.
    TypeError
        Scores that are not numbers.

    References
    ----------
    Spearman (1904), The proof and measurement of association between two things.

    Examples
    --------
    >>> from scorio import rank
    >>> rho = rank.spearman([0.7, 0.6, 0.5, 0.4], [0.9, 0.7, 0.8, 0.3])
    >>> rho.statistic, round(rho.pvalue, 12)
    (0.8, 0.2)
    """
    found = asked("spearman", scores=vector("scores", scores), gold=vector("gold", gold))
    return Correlation(*found.table(0)[0][:2])


@coded
def weighted_tau(
    scores: ArrayLike, gold: ArrayLike, *, permutations: int = 9999, seed: int = 0
) -> WeightedTau:
    r"""Weighted tau: Kendall's, in which a pair counts for more the higher its models rank.

    Parameters
    ----------
    scores
        One for each model.
    gold
        The scores of the ranking to agree with.
    permutations
        How many orders of gold the p-value may take: of up to 7 models, 9999 are all of them.
    seed
        Of the random orders, from 0 to 2^64 - 1.

    Returns
    -------
    WeightedTau
        (statistic, pvalue, pvalue_error). A pair of models of ranks r and r', from 0, counts
        1 / (r + 1) + 1 / (r' + 1): positively if concordant, negatively if discordant. The sum is
        divided by the largest it could be, sqrt(sum of those untied in scores x the same of gold).
        The statistic is the mean of two such figures: with ranks by scores and then by gold, and by
        gold and then by scores. Its distribution is not known. The p-value is the share of orders
        of gold in which the statistic is as far from 0. All n! orders are tried if there are at
        most `permutations`. Otherwise that many random orders and the given one are tried, and the
        p-value has the standard error sqrt(p (1 - p) / (permutations + 1)).

    Raises
    ------
    ValueError
        Rankings of different length; fewer than two models; a NaN, with its place; all
        scores or all of gold equal; no permutation; a seed outside its range.
    TypeError
        Scores that are not numbers; permutations or a seed that is not a whole number.

    References
    ----------
    Vigna (2015), A weighted correlation index for rankings with ties, arXiv:1404.3325. Phipson and
    Smyth (2010), Permutation p-values should never be zero, equation 2.

    Examples
    --------
    >>> from scorio import rank
    >>> tau = rank.weighted_tau([0.7, 0.6, 0.5, 0.4], [0.7, 0.6, 0.4, 0.5])
    >>> round(tau.statistic, 6), round(tau.pvalue, 6), tau.pvalue_error
    (0.813333, 0.125, 0.0)
    """
    found = asked(
        "weighted_tau", scores=vector("scores", scores), gold=vector("gold", gold),
        permutations=whole("permutations", permutations), seed=seed_digits(seed),
    )  # fmt: skip
    return WeightedTau(*found.table(0)[0])


@coded
def agreement(
    scores: ArrayLike, gold: ArrayLike, *, permutations: int = 9999, seed: int = 0
) -> Agreement:
    r"""Agreement of two rankings, by every measure.

    Parameters
    ----------
    scores
        One for each model.
    gold
        The scores of the ranking to agree with.
    permutations, seed
        For the p-value of `weighted_tau`.

    Returns
    -------
    Agreement
        Numbers of pairs, the coefficients of `kendall`, `spearman` and `weighted_tau`, and how many
        models have another rank. Here tau_a is its formula also with ties, by which it stays below
        1 in the same order.

    Raises
    ------
    ValueError, TypeError
        Whatever these functions refuse.

    References
    ----------
    Don't Pass@k, arXiv:2510.04265, appendix F.1.

    Examples
    --------
    >>> from scorio import rank
    >>> found = rank.agreement([0.7, 0.6, 0.5, 0.4], [0.9, 0.7, 0.8, 0.3])
    >>> found.concordant, found.discordant, found.displaced, found.same_order
    (5, 1, 2, False)
    >>> round(found.tau_b.statistic, 6), round(found.tau_b.pvalue, 6)
    (0.666667, 0.333333)
    """
    found = asked(
        "agreement", scores=vector("scores", scores), gold=vector("gold", gold),
        permutations=whole("permutations", permutations), seed=seed_digits(seed),
    )  # fmt: skip
    models, concordant, discordant, *tested, displaced, farthest = found.table(0)[0]
    tau_a, tau_b, rho, weighted = tested[:2], tested[2:4], tested[4:6], tested[6:]
    return Agreement(
        models,
        concordant,
        discordant,
        Correlation(*tau_a),
        Correlation(*tau_b),
        Correlation(*rho),
        WeightedTau(*weighted),
        displaced,
        farthest,
    )
