"""What is known of a model before its trials, and what a simulation measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorio import _core
from scorio._arguments import array, category_weights, flag, whole
from scorio._call import Note
from scorio._counting.counts import Counts
from scorio._errors import coded
from scorio._matrix import MATRIX, Missing, banks, drops
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Assumed(NamedTuple):
    """Assumed probabilities of a model's questions."""

    p: NDArray[np.float64]
    categorical: bool


@coded
def assumed(p: ArrayLike, *, categorical: bool = False) -> Assumed:
    """Give a model by its probabilities instead of a pilot.

    Parameters
    ----------
    p
        M success probabilities; with `categorical`, M x (C + 1) probabilities of the categories.
    categorical
        Whether p has an axis of categories.

    Returns
    -------
    Assumed
        What the functions of this module take in place of results.

    Raises
    ------
    ValueError
        Another number of axes. The values are checked where they are used.

    Examples
    --------
    >>> from scorio import plan
    >>> plan.assumed([0.25, 0.75]).p
    array([0.25, 0.75])
    """
    graded = flag(categorical, "categorical")
    axes = MATRIX if graded else 1
    what = "M x (C + 1) category probabilities" if graded else "M success probabilities"
    table = array("p", p, axes, what)
    if table.ndim > axes:
        raise ValueError(f"p has {table.ndim} axes: give {what} of one model")
    return Assumed(table, graded)


def shared_weights(
    w: ArrayLike | None, *models: ArrayLike | Counts | Assumed
) -> list[float] | None:
    """The weights given, or the numbers that the categories of counts are named by, or None."""
    counts = [model for model in models if isinstance(model, Counts)]
    names = [", ".join(one.categories) for one in counts]
    if len(set(names)) > 1:
        raise ValueError(
            f"a has the categories {on_a_line(names[0])} but b has {on_a_line(names[1])}: "
            "count both with the same categories, in one order"
        )
    if w is not None or not counts:
        return category_weights(w)
    named = counts[0]._core.weights()
    if len(counts) < len(models) and named != sorted(named):
        raise ValueError(
            f"w is missing: the categories of the counts are {on_a_line(names[0])} in this order, "
            "which may not be that of the other model"
        )
    return named


def side(x: ArrayLike | Counts | Assumed, w: list[float] | None, missing: Missing) -> _core.Side:
    """What is known of a model."""
    drops("missing", missing)
    if isinstance(x, Assumed):
        return _core.Side.assumed(x.p, x.categorical)
    found = banks(x, w, missing=missing)
    if found.shape is not None:
        axes = len(found.shape) + MATRIX
        raise ValueError(f"a pilot has {axes} axes: give the results of one model")
    return _core.Side.pilot(found.states[0])


def sources_of(*models: object) -> list[str]:
    """What the counts among the models were read from."""
    return [source for one in models if isinstance(one, Counts) for source in one.sources]


def numbers_of_trials(trials: int | Iterable[int]) -> list[int]:
    """One number of trials, or several, as a list."""
    single = not hasattr(trials, "__iter__")
    listed = [trials] if single else list(trials)  # type: ignore[arg-type]
    if not listed:
        raise ValueError("there is no number of trials: give at least one")
    return [whole("trials" if single else f"trials[{i}]", n) for i, n in enumerate(listed)]


def said(answer: _core.Answered, dialect: str = "Python") -> list[str]:
    """The notes of an answer, in the words of a language."""
    return [Note(*note).said(dialect) for note in answer.notes()]
