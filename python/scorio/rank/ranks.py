"""Ranks of scores, by each convention for ties, and with uncertainty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from scorio import _core
from scorio._arguments import number, vector
from scorio._errors import coded
from scorio._numpy import np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

TieMethod = Literal["zscore_adjacent", "ci_overlap_adjacent"]


class Ranks(NamedTuple):
    """Ranks from 1, the best, by each convention for those that share one.

    Let two of four models tie for the second place. `competition` is the best place that they share
    (1 2 2 4), and `competition_max` the worst (1 3 3 4). `dense` has no gaps (1 2 2 3), and
    `fractional` is the mean (1 2.5 2.5 4).
    """

    competition: NDArray[np.int64]
    competition_max: NDArray[np.int64]
    dense: NDArray[np.int64]
    fractional: NDArray[np.float64]


@coded
def rank_scores(
    scores: ArrayLike,
    sigmas: ArrayLike | None = None,
    confidence: float = 0.95,
    tie_method: TieMethod = "zscore_adjacent",
    tol: float = 1e-12,
) -> Ranks:
    r"""Ranks of scores, the highest first. With sigmas, those that are not separated share one.

    Parameters
    ----------
    scores
        One for each model.
    sigmas
        Their standard deviations; None to rank by the scores alone.
    confidence
        How sure the ranks are to be; used with sigmas.
    tie_method
        When two neighbours in the order of their scores tie for uncertainty: "zscore_adjacent",
        `z = |mu - mu'| / sqrt(sigma^2 + sigma'^2)` is below the one-sided normal quantile of the
        confidence, 1.645 at 0.95; "ci_overlap_adjacent", their central intervals mu -+ z sigma have
        a point in common, z being the two-sided quantile, 1.960 at 0.95.
    tol
        Neighbours that are this close are equal, and have the largest sigma among them.

    Returns
    -------
    Ranks
        (competition, competition_max, dense, fractional), an array of length L each. The paper's
        tables are the dense ones.

    Raises
    ------
    ValueError
        A score that is NaN; a sigma that is NaN or negative; not as many sigmas as scores; a
        confidence outside (0, 1); another tie_method; a tol that is negative or not finite.
    TypeError
        Scores that are not numbers.

    Notes
    -----
    Ties join into chains: neighbours are compared, not the first of a group with its last, which
    may well differ. `letters` compares every pair.

    References
    ----------
    Don't Pass@k, arXiv:2510.04265, section 2.9.

    Examples
    --------
    >>> from scorio import rank
    >>> ranks = rank.rank_scores([0.7, 0.5, 0.5, 0.2])
    >>> ranks.competition, ranks.competition_max
    (array([1, 2, 2, 4]), array([1, 3, 3, 4]))
    >>> ranks.dense, ranks.fractional
    (array([1, 2, 2, 3]), array([1. , 2.5, 2.5, 4. ]))
    >>> rank.rank_scores([0.70, 0.62, 0.61, 0.54], sigmas=[0.01] * 4).dense
    array([1, 2, 2, 3])
    """
    if tie_method not in get_args(TieMethod):
        known = ", ".join(map(repr, get_args(TieMethod)))
        raise ValueError(f"tie_method = {tie_method!r} is not one of {known}")
    competition, competition_max, dense, fractional = _core.ranks(
        vector("scores", scores),
        None if sigmas is None else vector("sigmas", sigmas),
        number("confidence", confidence),
        tie_method == "ci_overlap_adjacent",
        number("tol", tol),
    )
    return Ranks(
        np.array(competition, dtype=np.int64),
        np.array(competition_max, dtype=np.int64),
        np.array(dense, dtype=np.int64),
        np.array(fractional, dtype=np.float64),
    )
