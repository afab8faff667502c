"""Two results matrices as counts of two models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scorio import _core, _matrix
from scorio._arguments import category_weights, flag
from scorio._numpy import np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike

    from scorio._matrix import Missing


class Rows(NamedTuple):
    """What is known of the questions of logs or of the rows of matrices.

    Attributes
    ----------
    cluster, weight
        The field of a log, or an entry for each row of matrices.
    missing
        What happens to missing entries of matrices.
    paired
        Whether the rows of two matrices are the same questions.
    weights
        A weight for each category of matrices.
    """

    cluster: str | Sequence[object] | None
    weight: str | ArrayLike | None
    missing: Missing = "error"
    paired: bool = True
    weights: ArrayLike | None = None


def counts_of_matrices(a: ArrayLike, b: ArrayLike, known: Rows) -> list[_core.Counts]:
    """Count both, with the clusters and weights of the rows."""
    cluster, weight = known.cluster, known.weight
    if isinstance(cluster, str):
        raise TypeError(f"cluster = {cluster!r}: of matrices, give the label of each row's cluster")
    if isinstance(weight, str):
        raise TypeError(f"weight = {weight!r}: of matrices, give the weight of each row")
    rows = [_matrix.end_to_end(side, name) for side, name in ((a, "a"), (b, "b"))]
    numbers = [len(lengths) for _, lengths in rows]
    if flag(known.paired, "paired") and numbers[0] != numbers[1]:
        raise ValueError(
            f"a has {numbers[0]} rows (questions) but b has {numbers[1]}: give both the same, row "
            "by row, or compare with paired=False"
        )
    labels = [] if cluster is None else row_labels(cluster)
    if cluster is not None and not labels:
        raise ValueError("cluster is empty: give the label of each row's cluster")
    weights = [] if weight is None else _weights(weight)
    if weight is not None and not weights:
        raise ValueError("weight is empty: give the weight of each row")
    categories = len(category_weights(known.weights) or (0, 1))
    drop = _matrix.drops("missing", known.missing)
    return [
        _core.count_matrix(first, flat, lengths, labels, weights, categories, drop)
        for first, (flat, lengths) in zip((True, False), rows, strict=True)
    ]


def _weights(weight: ArrayLike) -> list[float]:
    """Weights of rows, which are numbers; the core checks their range."""
    array = np.asarray(weight)
    if array.ndim != 1:
        raise ValueError(f"weight has {array.ndim} axes: give one weight for each row")
    if array.dtype.kind not in "biuf":
        raise TypeError("weight has entries that are not numbers: give one number for each row")
    return [float(one) for one in array]


def row_labels(cluster: Iterable[Any]) -> list[str]:
    """The texts of labels, of which none is missing and no two different ones look alike."""
    if getattr(cluster, "ndim", 1) != 1:
        raise ValueError("cluster has more axes than one: give one label for each row")
    texts: dict[Any, str] = {}
    known: dict[str, Any] = {}
    labels = []
    for place, label in enumerate(cluster):
        missing = label is None or type(label).__name__ in ("NAType", "NaTType", "MaskedConstant")
        if missing or label != label:  # noqa: PLR0124 (NaN)
            raise ValueError(f"cluster[{place}] is missing: give every row a label")
        try:
            text = texts.setdefault(label, str(label))
        except TypeError:
            raise TypeError(f"cluster[{place}] = {label!r} is not a name or a number") from None
        same = known.setdefault(text, label)
        if same != label:
            raise ValueError(
                f"cluster has the labels {same!r} and {label!r}, which look alike: give both one "
                "type, or other names"
            )
        labels.append(text)
    return labels
