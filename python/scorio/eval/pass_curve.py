"""Pass@k as a curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._errors import coded
from scorio.eval.values import curves

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Real
    from scorio.eval.values import Ragged


@coded
def pass_curve(
    R: ArrayLike | Counts,
    k_max: int,
    *,
    missing: Missing = "error",
    ragged: Ragged = "error",
    complement: bool = False,
) -> Real:
    r"""Pass@1, Pass@2, …, Pass@k_max in one pass, unbiased.

    Parameters
    ----------
    R
        M x N outcomes 0 and 1; more axes in front are batch axes.
    k_max
        The largest budget, 1 <= k_max <= N.
    missing
        "error" or "drop": what to do with missing outcomes.
    ragged
        "error" or "drop": what to do with questions that have fewer than k_max trials.
    complement
        Give 1 - Pass@k, to full relative accuracy.

    Returns
    -------
    ndarray
        Of length k_max, Pass@k at place k - 1; batch axes come first.

    Raises
    ------
    ValueError, TypeError
        As for `pass_at_k`.

    References
    ----------
    Chen et al. (2021), arXiv:2107.03374, eq. 1.

    Examples
    --------
    >>> from scorio import eval
    >>> R = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> eval.pass_curve(R, 3)
    array([0.7 , 0.95, 1.  ])
    """
    return curves(R, k_max, missing=missing, ragged=ragged, complement=complement)
