"""Voting rules on majorities of questions."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from scorio._arguments import number
from scorio._errors import fault
from scorio.rank.source import choice, ranked

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Ranked

Strength = Literal["margin", "winning_votes"]
TiePolicy = Literal["half", "ignore"]


def minimax(
    R: ArrayLike | Counts,
    variant: Strength = "margin",
    tie_policy: TiePolicy = "half",
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Minus the strongest majority against the model (Simpson and Kramer).

    The score is -max over j of P_ji - P_ij, from 0 down; with "winning_votes", of P_ji where the
    majority prefers j.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    variant
        The strength of a majority: "margin", or "winning_votes".
    tie_policy
        What a tie on a question gives each model: "half" a preference, or "ignore" it.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

    References
    ----------
    Brandt et al. (2016), Handbook of Computational Social Choice.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> rank.minimax(R, return_scores=True)
    (array([1, 2, 3]), array([ 0., -1., -3.]))
    """
    choice("variant", variant, get_args(Strength))
    choice("tie_policy", tie_policy, get_args(TiePolicy))
    return ranked(
        "minimax",
        R,
        {"variant": variant, "tie_policy": tie_policy},
        method,
        return_scores=return_scores,
        missing=missing,
    )


def schulze(
    R: ArrayLike | Counts,
    tie_policy: TiePolicy = "half",
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""The strongest paths of majorities.

    A path is as strong as the weakest P_ij of its majorities. i is above j if its strongest path is
    stronger than the way back. Scores are levels: L for models that none is above, then L - 1.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    tie_policy
        What a tie on a question gives each model: "half" a preference, or "ignore" it.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

    References
    ----------
    Schulze (2011), A new monotonic, clone-independent, reversal symmetric method.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> rank.schulze(R, return_scores=True)
    (array([1, 2, 3]), array([3., 2., 1.]))
    """
    choice("tie_policy", tie_policy, get_args(TiePolicy))
    return ranked(
        "schulze",
        R,
        {"tie_policy": tie_policy},
        method,
        return_scores=return_scores,
        missing=missing,
    )


def ranked_pairs(
    R: ArrayLike | Counts,
    strength: Strength = "margin",
    tie_policy: TiePolicy = "half",
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Majorities from the strongest on, without circles (Tideman).

    Majorities are locked unless they contradict locked ones. Those of equal strength are locked
    together, and left out if they close a circle. So names of models change nothing, unlike in
    scorio 0.2.3. Scores are levels: L for models that none is above, then L - 1.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    strength
        The strength of a majority: "margin", or "winning_votes".
    tie_policy
        What a tie on a question gives each model: "half" a preference, or "ignore" it.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

    References
    ----------
    Tideman (1987), Independence of clones as a criterion for voting rules.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> rank.ranked_pairs(R, return_scores=True)
    (array([1, 2, 3]), array([3., 2., 1.]))
    """
    choice("strength", strength, get_args(Strength))
    choice("tie_policy", tie_policy, get_args(TiePolicy))
    return ranked(
        "ranked_pairs",
        R,
        {"strength": strength, "tie_policy": tie_policy},
        method,
        return_scores=return_scores,
        missing=missing,
    )


def kemeny_young(
    R: ArrayLike | Counts,
    tie_policy: TiePolicy = "half",
    method: Convention = "competition",
    return_scores: bool = False,
    time_limit: float | None = None,
    tie_aware: bool = True,
    missing: Missing = "error",
) -> Ranked:
    r"""The orders that agree with the most preferences of questions, exactly.

    The agreement of an order is the sum of P_ij over the pairs with i above j. Scores are levels of
    the pairs that every best order has alike: L for models that none is above, then L - 1. Groups
    of more than 22 models that majorities do not separate are an error.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    tie_policy
        What a tie on a question gives each model: "half" a preference, or "ignore" it.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    time_limit
        Not used: it is kept so that calls of scorio 0.2.3 run. It has to be positive.
    tie_aware
        False takes the best order that puts earlier models first. A score is the number of models
        below. It depends on the order of the models.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

    References
    ----------
    Kemeny (1959), Mathematics without numbers. Young (1977), Extending Condorcet's rule.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> rank.kemeny_young(R, return_scores=True)
    (array([1, 2, 3]), array([3., 2., 1.]))
    """
    choice("tie_policy", tie_policy, get_args(TiePolicy))
    if time_limit is not None and not 0 < number("time_limit", time_limit) < float("inf"):
        sentence = f"time_limit = {time_limit!r} is not positive and finite"
        raise fault(ValueError(sentence), "argument.range")
    options = {"tie_policy": tie_policy, "tie_aware": float(tie_aware)}
    return ranked("kemeny_young", R, options, method, return_scores=return_scores, missing=missing)
