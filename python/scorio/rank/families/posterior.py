"""Posterior means as scores."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

from scorio import eval as metrics
from scorio._arguments import number
from scorio._counting.counts import Counts
from scorio._errors import fault
from scorio._numpy import np
from scorio.rank.ranks import rank_scores
from scorio.rank.source import choice, conventions, ranked

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Ranked

_QUESTIONS, _MODELS = 2, 3


def bayes(
    R: ArrayLike | Counts,
    w: ArrayLike | None = None,
    R0: ArrayLike | None = None,
    quantile: float | None = None,
    method: Convention = "competition",
    return_scores: bool = False,
    missing: Missing = "error",
) -> Ranked:
    r"""Bayes@N: posterior mean of the weighted score, or a quantile of it.

    The score is mu of `scorio.eval.bayes`, or mu + z sigma at the normal quantile z. With zeros and
    ones and as many trials of all questions, mu orders models as `avg` does.

    Parameters
    ----------
    R
        L x M x N outcomes in 0..C (models, questions, trials), or L x M for one trial; or counts
        of zeros and ones.
    w
        C + 1 category weights. Without them, outcomes are zeros and ones.
    R0
        M x D earlier outcomes that all models share, or L x M x D for each model its own.
    quantile
        In (0, 1): rank by this quantile, such as 0.05, in place of the mean.
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
        Fewer than two models; an outcome that is no category, or is missing; a shape that does not
        match; a quantile outside (0, 1); w or R0 with counts.
    TypeError
        What is not a number.

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[2, 1], [1, 0]], [[1, 0], [1, 0]], [[0, 1], [0, 0]]]
    >>> rank.bayes(R, w=[0, 0.5, 1], return_scores=True)
    (array([1, 2, 3]), array([0.5 , 0.4 , 0.35]))
    """
    options = {} if quantile is None else {"quantile": number("quantile", quantile)}
    if isinstance(R, Counts):
        if w is not None or R0 is not None:
            sentence = "w and R0 are for arrays: count the log by the categories that matter"
            raise fault(ValueError(sentence), "argument.known")
        return ranked("bayes", R, options, method, return_scores=return_scores, missing=missing)
    if w is None and R0 is None:
        return ranked("bayes", R, options, method, return_scores=return_scores, missing=missing)
    choice("method", method, conventions())
    entries, earlier = np.asarray(R), None if R0 is None else np.asarray(R0)
    if entries.ndim == _QUESTIONS:
        entries = entries[:, :, np.newaxis]
    if entries.ndim != _MODELS or len(entries) < 2:  # noqa: PLR2004  two models
        sentence = f"R has the shape {entries.shape}: give at least two models x questions x trials"
        raise fault(ValueError(sentence), "argument.axes")
    own = earlier is not None and earlier.ndim == _MODELS
    if own and earlier is not None and len(earlier) != len(entries):
        sentence = f"R0 has {len(earlier)} models, but R has {len(entries)}"
        raise fault(ValueError(sentence), "check.shape")
    z = 0.0
    if quantile is not None:
        if not 0 < options["quantile"] < 1:
            sentence = f"quantile = {quantile!r} is not between 0 and 1"
            raise fault(ValueError(sentence), "check.level")
        z = NormalDist().inv_cdf(options["quantile"])
    found = [
        metrics.bayes(
            one, w, earlier[model] if own and earlier is not None else earlier, missing=missing
        )
        for model, one in enumerate(entries)
    ]
    scores = np.array([one.mu + z * one.sigma for one in found])
    ranks = rank_scores(scores)
    chosen = getattr(ranks, "fractional" if method == "avg" else method)
    return (chosen, scores) if return_scores else chosen
