"""Ranking methods: voting. `make calls` writes this file from entries of the core."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.rank.asking import positive_limit, ranked_by

if TYPE_CHECKING:
    from typing import Literal

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Ranked


def borda(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Borda points: on each question one for every model below.

    On each question r is the rank by share of successes, level models sharing the mean. The score
    is the sum of L - r if all models were asked all questions. Otherwise a model has its share of
    the points that were possible where others were asked, times M (L - 1).

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

    References
    ----------
    de Borda (1781), Memoire sur les elections au scrutin.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> rank.borda(R, return_scores=True)
    (array([1, 2, 3]), array([5. , 3.5, 0.5]))
    """
    return ranked_by(
        "borda", R, method, return_scores=return_scores, missing=missing,
    )  # fmt: skip


def nanson(
    R: ArrayLike | Counts,
    rank_ties: Literal["average", "min", "max", "dense"] = "average",
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Elimination of all models with at most the mean of Borda points.

    Points are counted anew among the models left. The score is the round that removes a model.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    rank_ties
        The rank of level models on a question: "average", "min", "max" or "dense".
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

    References
    ----------
    Nanson (1882), Methods of election.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> rank.nanson(R, return_scores=True)
    (array([1, 2, 3]), array([2., 1., 0.]))
    """
    return ranked_by(
        "nanson", R, method, rank_ties=rank_ties, return_scores=return_scores, missing=missing,
    )  # fmt: skip


def baldwin(
    R: ArrayLike | Counts,
    rank_ties: Literal["average", "min", "max", "dense"] = "average",
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Elimination of the models with the fewest Borda points.

    Points are counted anew among the models left. The score is the round that removes a model.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    rank_ties
        The rank of level models on a question: "average", "min", "max" or "dense".
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

    References
    ----------
    Baldwin (1926), The technique of the Nanson preferential majority system of election.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> rank.baldwin(R, return_scores=True)
    (array([1, 2, 3]), array([2., 1., 0.]))
    """
    return ranked_by(
        "baldwin", R, method, rank_ties=rank_ties, return_scores=return_scores, missing=missing,
    )  # fmt: skip


def copeland(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Majorities of questions won minus those lost.

    A model has a majority against another if more questions put it above than below.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

    References
    ----------
    Copeland (1951), A reasonable social welfare function.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> rank.copeland(R, return_scores=True)
    (array([1, 2, 3]), array([ 2.,  0., -2.]))
    """
    return ranked_by(
        "copeland", R, method, return_scores=return_scores, missing=missing,
    )  # fmt: skip


def win_rate(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Share of comparisons on questions that a model wins, ties left out.

    The score is wins / (wins + losses) over all questions and other models, or 1/2 for none.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

    References
    ----------
    Brandt et al. (2016), Handbook of Computational Social Choice.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> rank.win_rate(R, return_scores=True)
    (array([1, 2, 3]), array([1.        , 0.66666667, 0.        ]))
    """
    return ranked_by(
        "win_rate", R, method, return_scores=return_scores, missing=missing,
    )  # fmt: skip


def minimax(
    R: ArrayLike | Counts,
    variant: Literal["margin", "winning_votes"] = "margin",
    tie_policy: Literal["half", "ignore"] = "half",
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
        The strength of a majority: its margin, or the votes of its side: "margin" or
        "winning_votes".
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

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
    return ranked_by(
        "minimax", R, method, variant=variant, tie_policy=tie_policy,
        return_scores=return_scores, missing=missing,
    )  # fmt: skip


def schulze(
    R: ArrayLike | Counts,
    tie_policy: Literal["half", "ignore"] = "half",
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

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
    return ranked_by(
        "schulze", R, method, tie_policy=tie_policy, return_scores=return_scores,
        missing=missing,
    )  # fmt: skip


def ranked_pairs(
    R: ArrayLike | Counts,
    strength: Literal["margin", "winning_votes"] = "margin",
    tie_policy: Literal["half", "ignore"] = "half",
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
        The strength of a majority: its margin, or the votes of its side: "margin" or
        "winning_votes".
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

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
    return ranked_by(
        "ranked_pairs", R, method, strength=strength, tie_policy=tie_policy,
        return_scores=return_scores, missing=missing,
    )  # fmt: skip


def kemeny_young(
    R: ArrayLike | Counts,
    tie_policy: Literal["half", "ignore"] = "half",
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
    tie_aware
        Whether models that best orders do not separate share a level. Otherwise the best order that
        puts earlier models first counts. A score is then the number of models below. It depends on
        the order of the models.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    time_limit
        Not used: kept so that calls of scorio 0.2.3 run. The solution is exact. It has to be
        positive.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

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
    positive_limit(time_limit)
    return ranked_by(
        "kemeny_young", R, method, tie_policy=tie_policy, return_scores=return_scores,
        tie_aware=tie_aware, missing=missing,
    )  # fmt: skip


def majority_judgment(
    R: ArrayLike | Counts,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""The median share of successes, then the grades next to it.

    Of models with equal lower medians, one such grade of each is removed, until they differ. Scores
    are levels, from L down.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; an argument outside
        its choices or its range. A model that shares no question with the others.
    TypeError
        What is not a number.

    References
    ----------
    Balinski & Laraki (2011), Majority Judgment.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [0, 0]]]
    >>> rank.majority_judgment(R, return_scores=True)
    (array([1, 2, 3]), array([3., 2., 1.]))
    """
    return ranked_by(
        "majority_judgment", R, method, return_scores=return_scores, missing=missing,
    )  # fmt: skip
