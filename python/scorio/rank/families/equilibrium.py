"""Scores from the mixture of models that no model beats."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio.rank.asking import ranked_by
from scorio.rank.families.unused import unused

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Pairing, Ranked


def nash(
    R: ArrayLike | Counts,
    n_iter: int = 100,
    temperature: float = 0.1,
    solver: str = "lp",
    score_type: str = "vs_equilibrium",
    return_equilibrium: bool = False,
    method: Convention = "competition",
    return_scores: bool = False,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked | tuple[Any, ...]:
    r"""Shares of pairs won against the mixture of models that no model beats.

    A = P - P', x the mixture with A x <= 0. Scores are (1 + A x) / 2, x, or A x. If some models
    lose to none, x is uniform over them.
    On complete data the order is that of `avg`.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    score_type
        "vs_equilibrium", "equilibrium" or "advantage_vs_equilibrium".
    return_equilibrium
        Give the mixture x, too, as the last.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    pairing
        "expected" averages over all pairings of trials; "aligned" pairs the n-th trials of an
        array, as scorio 0.2.3 does.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.
    n_iter, temperature, solver
        Not used: they are kept so that calls of scorio 0.2.3 run. The solution is exact.

    Returns
    -------
    ndarray, or (ndarray, ndarray)
        The rank of each model, from 1; and the scores.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1; models without a common question.
    TypeError
        What is not a number.

    References
    ----------
    Balduzzi et al. (2018), Re-evaluating evaluation.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.nash(R)
    array([1, 2, 3])
    """
    unused(n_iter, temperature, solver)
    found = ranked_by(
        "nash", R, method, return_scores=return_scores, pairing=pairing, missing=missing,
        score_type=score_type,
    )  # fmt: skip
    if not return_equilibrium:
        return found
    _, mixture = ranked_by(
        "nash", R, method, return_scores=True, pairing=pairing, missing=missing,
        score_type="equilibrium",
    )  # fmt: skip
    return (*found, mixture) if return_scores else (found, mixture)
