"""Calibration: an item bank from the scores of several models on the same items."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scorio import _core
from scorio._arguments import array
from scorio._counting.counts import Counts
from scorio._counting.sums import Sums
from scorio._errors import fault
from scorio._numpy import np
from scorio.adaptive.items.pairs import pair
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

Method = Literal["eb", "ql", "moments"]
Slopes = Literal["common", "item"]

_METHODS = ("eb", "ql", "moments")
_SLOPES = ("common", "item")
_Cells = list[tuple[str, str, str, str | None, float, float, tuple[float, float] | None]]


def calibrated(
    scores: Counts | Sums | str | os.PathLike[str] | ArrayLike,
    *,
    weights: ArrayLike | None,
    method: Method,
    slopes: Slopes,
    score_range: tuple[float, float] | None,
    strata: Literal["cluster", "task"] | Sequence[str | None] | None,
    drop_negative: bool,
    greater_is_better: bool,
    items: Sequence[str] | None,
) -> tuple[dict[str, list[Any]], tuple[float, float], dict[str, Any]]:
    """Give the columns of a bank, its range of scores and what the calibration says."""
    check_method(method, slopes)
    table = score_table(scores, weights=weights, strata=strata, items=items)
    models, names, trials, sums = table.models, table.items, table.trials, table.sums
    stratum = table.strata
    found = table.declared or _range(table.seen)
    if score_range is not None:
        found = pair("score_range", score_range)
    curves, checks, abilities, facts = _core.calibrate_items(
        models,
        names,
        trials.ravel(),
        sums.ravel(),
        stratum,
        (*found, greater_is_better),
        "eb-slopes" if slopes == "item" else method,
        drop_negative,
        os.cpu_count() or 1,
    )
    a, b, s, phi, kept = curves
    columns: dict[str, list[Any]] = {
        "item": names,
        "a": a,
        "b": b,
        "s": s,
        "phi": phi,
        "models": checks[0],
        "mean": checks[1],
        "r": checks[2],
        "stratum": stratum,
        "kept": kept,
    }
    named = ("phi", "mean", "variance", "slope_variance", "ability_spread", "without_variation",
             "correlation_quartiles", "conformance", "ceiling", "items_differ")  # fmt: skip
    said: dict[str, Any] = {"method": method, "slopes": slopes}
    said |= dict(zip(named, facts, strict=True))
    said = {name: _known(one) for name, one in said.items()}
    said["abilities"] = dict(zip(models, abilities, strict=True))
    return columns, found, said


def _known(value: Any) -> Any:  # noqa: ANN401
    """Give a number, or numbers, as JSON has them: what is not finite is None."""
    if isinstance(value, list):
        return [_known(one) for one in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value


def check_method(method: Method, slopes: Slopes) -> None:
    """Check that there is such a calibration.

    Raises
    ------
    ValueError
        An unknown method or kind of slopes; slopes of items by another method than "eb".
    """
    for option, value, known in (("estimator", method, _METHODS), ("slopes", slopes, _SLOPES)):
        if value not in known:
            sentence = f"{option} = {value!r} is not one of {', '.join(map(repr, known))}"
            raise fault(ValueError(sentence), "adaptive.choice")
    if slopes == "item" and method != "eb":
        sentence = f"slopes = 'item' needs estimator = 'eb': {method!r} has common slopes"
        raise fault(ValueError(sentence), "adaptive.slopes")


class ScoreTable(NamedTuple):
    """Scores of models on items, the range that their weights declare, and all scores seen."""

    models: list[str]
    items: list[str]
    strata: list[str | None]
    trials: NDArray[np.float64]
    sums: NDArray[np.float64]
    declared: tuple[float, float] | None
    seen: NDArray[np.float64]


def score_table(
    scores: Counts | Sums | str | os.PathLike[str] | ArrayLike,
    *,
    weights: ArrayLike | None,
    strata: Literal["cluster", "task"] | Sequence[str | None] | None,
    items: Sequence[str] | None,
) -> ScoreTable:
    """Give the trials and sums of each model and item, from any form of scores."""
    if isinstance(scores, str | os.PathLike):
        scores = _loaded(scores)
    if isinstance(scores, Counts | Sums):
        models, names, clusters, trials, sums, declared = _of_cells(scores, weights)
        if isinstance(strata, str):
            strata = clusters[strata]
        seen = sums[trials > 0] / trials[trials > 0]
    else:
        if weights is not None:
            raise fault(ValueError("weights are for counts"), "adaptive.weights")
        if isinstance(strata, str):
            sentence = f"strata = {strata!r} needs counts: give the stratum of each item"
            raise fault(ValueError(sentence), "adaptive.strata")
        models, names, trials, sums, seen = _of_array(scores, items)
        declared = None
    stratum: list[str | None] = [None] * len(names) if strata is None else list(strata)
    if len(stratum) != len(names):
        given, known = counted(len(stratum), "name"), counted(len(names), "item")
        raise fault(ValueError(f"strata has {given} but there are {known}"), "adaptive.column")
    return ScoreTable(models, names, stratum, trials, sums, declared, seen)


def _loaded(path: str | os.PathLike[str]) -> Counts | Sums:
    return Sums.load(path) if _core.is_sums(path, "outcome") else Counts.load(path)


def plain(label: str) -> str:
    """Give a label as the log has it: counts write a text that looks like a number in quotes."""
    if not label.startswith('"'):
        return label
    try:
        text = json.loads(label)
    except ValueError:
        return label
    return text if isinstance(text, str) else label


def named_items(cells: _Cells) -> list[str]:
    """Name the item of each cell: its question, or its task and question if questions repeat."""
    tasks: dict[str, str] = {}
    apart = True
    for _, task, question, *_ in cells:
        apart = apart and tasks.setdefault(question, task) == task
    names = [one[2] if apart or not one[1] else f"{one[1]}/{one[2]}" for one in cells]
    plainer = [
        plain(one[2]) if name == one[2] else name for name, one in zip(names, cells, strict=True)
    ]
    return plainer if len(set(plainer)) == len(set(names)) else names


def cells_of(
    scores: Counts | Sums, weights: ArrayLike | None = None
) -> tuple[_Cells, tuple[float, float] | None]:
    """Give the trials and sums of each model and question, and the range of the weights."""
    if isinstance(scores, Counts):
        own = None if weights is None else np.asarray(weights, dtype=np.float64).tolist()
        return _core.scored_counts(scores._core, own)
    if weights is not None:
        raise fault(ValueError("weights are for counts of categories"), "adaptive.weights")
    return _core.scored_sums(scores._core), None


def _of_cells(
    scores: Counts | Sums, weights: ArrayLike | None
) -> tuple[
    list[str],
    list[str],
    dict[str, list[str | None]],
    NDArray[np.float64],
    NDArray[np.float64],
    tuple[float, float] | None,
]:
    cells, known = cells_of(scores, weights)
    keys = named_items(cells)
    models = list(dict.fromkeys(one[0] for one in cells))
    names = list(dict.fromkeys(keys))
    rows = {name: place for place, name in enumerate(models)}
    columns = {name: place for place, name in enumerate(names)}
    trials, sums = (np.zeros((len(models), len(names))) for _ in range(2))
    labels: dict[str, dict[str, str | None]] = {"task": {}, "cluster": {}}
    for key, (model, task, _, cluster, n, total, _) in zip(keys, cells, strict=True):
        place = rows[model], columns[key]
        trials[place], sums[place] = n, total
        labels["task"][key], labels["cluster"][key] = task or None, cluster
    strata = {kind: [own[name] for name in names] for kind, own in labels.items()}
    return models, names, strata, trials, sums, known


def _of_array(
    scores: ArrayLike, items: Sequence[str] | None
) -> tuple[list[str], list[str], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    table = array("scores", scores, 2, "models × items, or models × items × trials")
    if table.ndim == 2:  # noqa: PLR2004
        table = table[:, :, None]
    if table.ndim != 3:  # noqa: PLR2004
        sentence = f"scores has {table.ndim} axes: give models × items, or × trials too"
        raise fault(ValueError(sentence), "argument.axes")
    if np.isinf(table).any():
        raise fault(ValueError("scores has an infinite number"), "adaptive.score_not_finite")
    there = ~np.isnan(table)
    names = [str(place) for place in range(table.shape[1])] if items is None else list(items)
    if not all(isinstance(name, str) for name in names):
        raise fault(TypeError("items are not all texts"), "argument.type")
    if len(names) != table.shape[1]:
        sentence = f"there are {len(names)} names of {table.shape[1]} items"
        raise fault(ValueError(sentence), "adaptive.column")
    models = [str(place) for place in range(table.shape[0])]
    outcomes = np.where(there, table, 0.0)
    if table.shape[2] == 1:
        trials, sums = there[:, :, 0].astype(np.float64), outcomes[:, :, 0]
    else:
        trials, sums = there.sum(axis=2).astype(np.float64), outcomes.sum(axis=2)
    return models, names, trials, sums, table[there]


def _range(values: NDArray[np.float64]) -> tuple[float, float]:
    if not values.size:
        raise fault(ValueError("there is no trial"), "adaptive.no_trials")
    return float(values.min()), float(values.max())
