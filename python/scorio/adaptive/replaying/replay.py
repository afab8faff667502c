"""Replay: what an adaptive run would have found on recorded scores, beside its baselines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from scorio import _core
from scorio._arguments import flag, number, numbers, seed_of, whole
from scorio._errors import coded, fault
from scorio._former import taking
from scorio._numpy import np
from scorio.adaptive.items.calibration import check_method, score_table
from scorio.adaptive.items.pairs import pair
from scorio.adaptive.replaying.replayed import Replay
from scorio.adaptive.running.ranker import RHO

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio.adaptive.items.calibration import Method, Slopes
    from scorio.adaptive.running.ranker import Boundary


@coded
@taking(method="estimator")
def replay(
    scores: Counts | Sums | str | os.PathLike[str] | ArrayLike,
    *,
    hold_out: int = 4,
    folds: int = 5,
    calibrate: int | Sequence[str] | None = None,
    goal: Literal["rank", "score"] = "rank",
    weights: ArrayLike | None = None,
    estimator: Method = "eb",
    slopes: Slopes = "common",
    score_range: tuple[float, float] | None = None,
    strata: Literal["cluster", "task"] | Sequence[str | None] | None = None,
    drop_negative: bool = False,
    greater_is_better: bool = True,
    models: Sequence[str] | None = None,
    items: Sequence[str] | None = None,
    families: Mapping[str, str] | None = None,
    cost: ArrayLike | Mapping[str, float] | None = None,
    confidence: float = 0.95,
    boundary: Boundary = "auto",
    rho: float = RHO,
    resolution: float | None = None,
    family: bool = False,
    warmup: int = 10,
    max_items: int = 400,
    allocation: Literal["paper", "variance", "uniform"] = "paper",
    select: Literal["information", "expected"] = "information",
    tau: float = 0.95,
    truth: Literal["all", "other-half"] = "all",
    dataset: str = "data",
    metric: str = "score",
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Replay:
    r"""Replay recorded scores: hold models out, calibrate on the rest, and ask for few items.

    Each hold-out set has a bank of its own, which does not know its models. Five designs ask: the
    adaptive one, and four baselines that always stand beside it. "paired" is a random sample, the
    same for all models. "random" is a sample for each model. "stratified" is a sample over strata
    and difficulties, the same for all. "static" is the fixed form that tells most about the
    calibration models. What they find is compared with the scores on all items.

    Parameters
    ----------
    scores
        Counts or sums of trials, the path of a count file, or an array: models × items, or
        models × items × trials. NaN is no trial. Several trials count as one, of their mean.
    hold_out
        Models of a hold-out set.
    folds
        Hold-out sets. As long as models suffice, sets have none in common.
    calibrate
        How many of the other models calibrate, drawn at random, or the names of those that always
        do. By default all others.
    goal
        "score" also measures scores of all items: their errors, and the coverage of intervals.
    weights, estimator, slopes, score_range, strata, drop_negative, greater_is_better
        As for `ItemBank.fit`. Without a range, that of the calibration models counts, and scores
        outside are clipped and counted.
    models, items
        Names of the models and items of an array.
    families
        The family of each model. It adds a replay in which no family of the held-out models
        calibrates: table 5.
    cost
        What an item costs: a number, or one for each model (list or dict). It is 1 if omitted.
    confidence, boundary, rho, resolution, family, warmup, allocation, select
        As for `Ranker`. Decided pairs are counted for five boundaries in any case.
    max_items
        The most items of one model, in any design.
    tau
        The mean τ whose number of items is given.
    truth
        What designs are compared with. "all" is the scores on all items, with those that were
        asked. "other-half" splits the items of each set at random: banks and designs have one half,
        and the scores on the other half are the truth. So it says what holds of new items.
    dataset, metric
        What the paper's tables call the data.
    seed
        Seed of the hold-out sets and of the samples.
    threads
        Number of threads. The result does not depend on it.
    progress
        A function that takes the number of hold-out sets begun.

    Raises
    ------
    ValueError
        Fewer than three models are left to calibrate. Held-out models have fewer than two items in
        common, or all have the same score. A model is unknown. A number is outside its range.

    Notes
    -----
    An item that some model of a set lacks is left out of the set. Two models tie if the interval of
    the mean difference of their true scores holds 0. Kendall's τ is τ-b.

    Examples
    --------
    >>> import numpy as np
    >>> from scorio import adaptive
    >>> draws = np.random.default_rng(0)
    >>> ability, difficulty = draws.normal(0, 0.7, 24), draws.normal(0, 1, 200)
    >>> success = draws.random((24, 200)) < 1 / (1 + np.exp(difficulty - ability[:, None]))
    >>> found = adaptive.replay(success, max_items=100)
    >>> [len(found.sets), found.decisions[0].boundary, found.decisions[0].pairs]
    [5, 'two-sided', 30]
    >>> adaptive_tau, same_items = found.at("adaptive", 50), found.at("paired", 50, "mean")
    >>> bool(0 < same_items.tau <= 1 and 0 < adaptive_tau.tau <= 1)
    True
    """
    check_method(estimator, slopes)
    table = score_table(scores, weights=weights, strata=strata, items=items)
    names = table.models if models is None else _named(table.models, models)
    declared = score_range or table.declared or _binary(table.seen)
    given: dict[str, Any] = {
        "hold_out": whole("hold_out", hold_out),
        "folds": whole("folds", folds),
        "calibrate": None,
        "calibrate_on": None,
        "method": "eb-slopes" if slopes == "item" else estimator,
        "score_range": None if declared is None else pair("score_range", declared),
        "greater_is_better": flag(greater_is_better, "greater_is_better"),
        "drop_negative": flag(drop_negative, "drop_negative"),
        "tau": number("tau", tau),
        "truth": str(truth),
    }
    if isinstance(calibrate, Sequence) and not isinstance(calibrate, str):
        given["calibrate_on"] = sorted({_place("calibrate", one, names) for one in calibrate})
    elif calibrate is not None:
        given["calibrate"] = whole("calibrate", calibrate)
    run: dict[str, Any] = {
        "goal": str(goal),
        "confidence": number("confidence", confidence),
        "boundary": str(boundary),
        "rho": number("rho", rho),
        "resolution": None if resolution is None else number("resolution", resolution),
        "family": flag(family, "family"),
        "warmup": whole("warmup", warmup, 0),
        "budget": None,
        "max_items": whole("max_items", max_items),
        "precision": None,
        "top": None,
        "baseline": None,
        "allocation": str(allocation),
        "select": str(select),
        "per_cost": False,
        "strata": True,
        "out_of_range": "clip",
        "seed": seed_of(seed),
        "prior": (0.0, 25.0),
    }
    costs = _costs(cost, names)
    labels = {
        "models": names,
        "items": table.items,
        "strata": table.strata,
        "families": _families(families, names),
        "costs": costs,
    }
    found = _core.adaptive_replay(
        labels,
        table.trials.ravel(),
        table.sums.ravel(),
        given,
        run,
        None if threads is None else whole("threads", threads),
        progress,
    )
    settings = {name: value for name, value in (given | run).items() if value is not None}
    if given["calibrate_on"] is not None:
        settings["calibrate_on"] = [names[place] for place in given["calibrate_on"]]
    settings |= {"dataset": str(dataset), "metric": str(metric), "models": len(names)}
    sources = [str(scores)] if isinstance(scores, str) or hasattr(scores, "__fspath__") else []
    sources = list(getattr(scores, "sources", sources))
    return Replay(found, settings, sources)


def _named(places: list[str], names: Sequence[str]) -> list[str]:
    own = [str(name) for name in names]
    if len(own) != len(places):
        sentence = f"models has {len(own)} names but there are {len(places)} models"
        raise fault(ValueError(sentence), "adaptive.column")
    for place, name in enumerate(own):
        if name in own[:place]:
            raise fault(ValueError(f"models has {name!r} twice"), "adaptive.model_twice")
    return own


def _binary(seen: NDArray[np.float64]) -> tuple[float, float] | None:
    """Give the range of successes and failures, which no set of models has to show."""
    return (0.0, 1.0) if np.isin(seen, (0.0, 1.0)).all() else None


def _place(argument: str, name: object, names: list[str]) -> int:
    if str(name) not in names:
        sentence = f"{argument} has model {str(name)!r}, which is not in the data"
        raise fault(ValueError(sentence), "adaptive.unknown_model")
    return names.index(str(name))


def _families(families: Mapping[str, str] | None, names: list[str]) -> list[str]:
    if families is None:
        return []
    for name in families:
        _place("families", name, names)
    for name in names:
        if name not in families:
            sentence = f"there is no family of model {name!r}: name that of every model"
            raise fault(ValueError(sentence), "adaptive.unknown_model")
    return [str(families[name]) for name in names]


def _costs(cost: ArrayLike | Mapping[str, float] | None, names: list[str]) -> list[float]:
    if cost is None:
        return [1.0] * len(names)
    if isinstance(cost, Mapping):
        for name in cost:
            _place("cost", name, names)
        return [number("cost", cost.get(name, 1.0)) for name in names]
    if np.ndim(cost) == 0:
        return [number("cost", cost)] * len(names)
    found = numbers("cost", cost)
    if len(found) != len(names):
        sentence = f"cost has {len(found)} entries but there are {len(names)} models"
        raise fault(ValueError(sentence), "adaptive.costs")
    return found
