"""Slices whose differences are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import _vector, flag, number
from scorio._call import Answer, Note, Tables, asked
from scorio._declared import declared
from scorio._errors import coded
from scorio._slicing.slices import Slices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike


@coded
def known_slices(
    differences: ArrayLike,
    sigmas: ArrayLike,
    *,
    names: Sequence[str] | None = None,
    confidence: float = 0.95,
    margin: float | None = None,
    each_slice: bool = False,
) -> Slices:
    """Ask whether known differences differ between slices, and let each lean on the others.

    Parameters
    ----------
    differences, sigmas
        The difference of each slice, and its standard deviation. Slices share no question.
    names
        Names of the slices. By default they are numbered from 1.
    confidence
        Level of the intervals, and of the verdicts, between 0 and 1.
    margin
        Says of each slice whether the model is worse by more than this.
    each_slice
        Whether the model fails if any slice shows it worse by more than the margin.

    Returns
    -------
    Slices
        A sequence of `SliceDifference`. `models` has one `Heterogeneity`.

    Raises
    ------
    ValueError
        Differences without sigmas; a sigma below 0; fewer than two slices.

    Examples
    --------
    >>> import scorio
    >>> found = scorio.known_slices([-0.1, 0.02, 0.1], [0.05, 0.05, 0.05])
    >>> [round(row.shrunken, 3) for row in found], round(found.models[0].q, 3)
    ([-0.056, 0.014, 0.061], 8.107)
    """
    options = {
        "differences": _vector("differences", differences, "one per slice"),
        "sigmas": _vector("sigmas", sigmas, "one per slice"),
        "names": None if names is None else list(names),
        "confidence": number("confidence", confidence),
        "margin": None if margin is None else number("margin", margin),
        "each_slice": flag(each_slice, "each_slice"),
    }
    found = asked("known_slices", **options)
    tables = Tables(found, [row for _, row in declared("known_slices")["tables"]])
    return Slices(Answer(tables, [Note(*note) for note in found.notes()], options))
