"""What models are ranked by, and the ranks of a method, on their way from and to the core."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from scorio import _core
from scorio._arguments import category_weights
from scorio._compare.matrices import row_labels
from scorio._counting.counts import Counts
from scorio._errors import fault
from scorio._matrix import MATRIX, drops, entries_of
from scorio._numpy import np
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from scorio._matrix import Missing

Convention = Literal["competition", "competition_max", "dense", "avg", "fractional"]
Pairing = Literal["expected", "aligned"]
Ranked: TypeAlias = "NDArray[Any] | tuple[NDArray[Any], NDArray[np.float64]]"

# The places of the conventions among the ranks of the core.
PLACES = {"competition": 0, "competition_max": 1, "dense": 2, "avg": 3, "fractional": 3}
_TRIALS = 3


def data_of(
    R: ArrayLike | Counts,
    *,
    pairing: Pairing = "expected",
    missing: Missing = "error",
    cluster: str | Sequence[object] | None = None,
    weights: ArrayLike | None = None,
) -> _core.RankData:
    """Give the core an array of models, questions and trials, or counts."""
    choice("pairing", pairing, get_args(Pairing))
    aligned = pairing == "aligned"
    if isinstance(R, Counts):
        if cluster not in (None, "cluster", "task"):
            sentence = f"cluster = {cluster!r}: counts have those named 'cluster' or 'task'"
            raise fault(ValueError(sentence), "argument.choice")
        return _core.rank_counts(R._core, category_weights(weights), cluster, aligned)
    if weights is not None:
        raise fault(ValueError("weights are for counts: R has only 0 and 1"), "argument.known")
    if isinstance(cluster, str):
        sentence = f"cluster = {cluster!r}: of an array, give the label of each question's cluster"
        raise fault(TypeError(sentence), "argument.type")
    _check_results(R)
    entries = entries_of(R, "R")
    if entries.ndim not in (MATRIX, _TRIALS):
        axes = "1 axis" if entries.ndim == 1 else f"{entries.ndim} axes"
        sentence = f"R has {axes}: give models x questions x trials, or models x questions"
        raise fault(ValueError(sentence), "argument.axes")
    if entries.ndim == MATRIX:
        entries = entries[:, :, np.newaxis]
    labels = None if cluster is None else row_labels(cluster)
    return _core.rank_array(entries, labels, aligned, drops("missing", missing))


def _check_results(R: object) -> None:
    """Refuse what is often given in place of results."""
    results = "counts, or zeros and ones of models x questions x trials"
    if isinstance(R, str | PathLike):
        sentence = f"R = {str(R)!r} is a text: read the log, as scorio.count({str(R)!r})"
    elif R is None:
        sentence = f"R is None: give {results}"
    elif isinstance(R, Mapping):
        sentence = f"R is a {type(R).__name__}: give {results}, as list(R.values())"
    else:
        return
    raise fault(TypeError(sentence), "argument.type")


def ranked(
    name: str,
    R: ArrayLike | Counts,
    options: dict[str, Any],
    method: Convention,
    *,
    return_scores: bool,
    pairing: Pairing = "expected",
    missing: Missing = "error",
) -> Ranked:
    """Give the ranks by one convention, with the scores if they are asked for."""
    choice("method", method, get_args(Convention))
    data = data_of(R, pairing=pairing, missing=missing)
    fits(options, len(data.models))
    scores, ranks = data.scores(name, {k: v for k, v in options.items() if v is not None})
    found = np.array(ranks[PLACES[method]])
    return (found, np.array(scores)) if return_scores else found


def fits(options: dict[str, Any], models: int) -> None:
    """Refuse a prior made of the results of other models."""
    means = options.get("prior_means")
    if means is not None and np.ndim(means) == 1 and len(means) != models:
        sentence = f"the prior is of {counted(len(means), 'model')}, but R has {models}"
        raise fault(ValueError(sentence), "rankers.option_length")


def conventions() -> Sequence[str]:
    """Name the conventions for shared ranks."""
    return get_args(Convention)


def choice(name: str, value: object, known: Sequence[str]) -> None:
    """Refuse what is none of the known texts."""
    if value not in known:
        listed = ", ".join(map(repr, known))
        problem = f"{name} is not one of {', '.join(known)}"
        raise fault(
            ValueError(f"{name} = {value!r} is not one of {listed}"), "argument.choice", problem
        )
