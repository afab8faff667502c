"""Voting rules that count points: every question is a voter."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from scorio.rank.source import choice, ranked

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Ranked

RankTies = Literal["average", "min", "max", "dense"]


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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

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
    return ranked("borda", R, {}, method, return_scores=return_scores, missing=missing)


def nanson(
    R: ArrayLike | Counts,
    rank_ties: RankTies = "average",
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

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
    choice("rank_ties", rank_ties, get_args(RankTies))
    return ranked(
        "nanson", R, {"rank_ties": rank_ties}, method, return_scores=return_scores, missing=missing
    )


def baldwin(
    R: ArrayLike | Counts,
    rank_ties: RankTies = "average",
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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

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
    choice("rank_ties", rank_ties, get_args(RankTies))
    return ranked(
        "baldwin", R, {"rank_ties": rank_ties}, method, return_scores=return_scores, missing=missing
    )


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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

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
    return ranked("copeland", R, {}, method, return_scores=return_scores, missing=missing)


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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

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
    return ranked("win_rate", R, {}, method, return_scores=return_scores, missing=missing)


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
        Fewer than two models; an entry that is neither 0 nor 1, or is missing; a model that shares
        no question with the others; an argument outside its choices.

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
    return ranked("majority_judgment", R, {}, method, return_scores=return_scores, missing=missing)
