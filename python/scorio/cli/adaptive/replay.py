"""The command `scorio adaptive replay`: what a run would have saved on full results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scorio.cli.adaptive.fit import check_slopes, stratified
from scorio.cli.adaptive.start import BOUNDARIES, check_warmup
from scorio.cli.options.kinds import MOST_SEED, Level, Number, Numbers, Whole, pointed
from scorio.cli.options.shared import FILES, reading_options
from scorio.cli.output import check_outputs, give, output_options
from scorio.cli.progress import Steps

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")

# Models that a calibration needs.
_FEWEST = 3


@click.command()
@FILES
@reading_options
@click.option("--hold-out", type=Whole(2), default=4, show_default=True,
              help="Models of a hold-out set.")  # fmt: skip
@click.option("--folds", type=Whole(), default=5, show_default=True,
              help="Hold-out sets.")  # fmt: skip
@click.option("--calibrate", type=Whole(3), metavar="N",
              help="Calibrate on so many of the other models.  [default: all]")  # fmt: skip
@click.option("--calibrate-on", multiple=True, metavar="MODEL",
              help="Calibrate on this model, and never hold it out; repeat it.")  # fmt: skip
@click.option("--goal", type=click.Choice(["rank", "score"]), default="rank", show_default=True,
              help="score also measures errors and intervals of scores of all items.")  # fmt: skip
@click.option("--strata", metavar="FIELD", help="Field of the stratum of a question; task means "
              "the tasks.")  # fmt: skip
@click.option("--estimator", type=click.Choice(["eb", "ql", "moments"]), default="eb",
              show_default=True, help="How to calibrate, as for fit.")  # fmt: skip
@click.option("--slopes", type=click.Choice(["common", "item"]), default="common",
              show_default=True, help="One slope of all curves, or one of each item.")  # fmt: skip
@click.option("--weights", type=Numbers(least=2), metavar="W,W…",
              help="The score of each category.  "
              "[default: their names, if these are numbers; or 0,1]")  # fmt: skip
@click.option("--score-range", nargs=2, type=Number(), metavar="LO HI",
              help="The lowest and the highest score.")  # fmt: skip
@click.option("--lower-is-better", is_flag=True, help="Low scores are good.")
@click.option("--model-family", "families", multiple=True, metavar="MODEL=FAMILY",
              help="The family of a model, of every one; repeat it. It adds table 5.")  # fmt: skip
@click.option("--cost", "costs", multiple=True, metavar="MODEL=COST",
              help="What an item costs for a model; repeat it.  [default: 1]")  # fmt: skip
@click.option("--confidence", type=Level(), default=0.95, show_default=True,
              help="Confidence of decided pairs and intervals.")  # fmt: skip
@click.option("--boundary", type=click.Choice(BOUNDARIES), default="auto", show_default=True,
               help="When the paper's tables take a pair as "
              "decided; the paper's is two-sided.")  # fmt: skip
@click.option("--truth", type=click.Choice(["all", "other-half"]), default="all", show_default=True,
              help="What designs are compared with: the scores on all items, or on a random half "
              "that no design asks.")  # fmt: skip
@click.option("--warmup", type=Whole(0), default=10, show_default=True,
              help="Items of each model before pairs matter.")  # fmt: skip
@click.option("--max-items", type=Whole(), default=400, show_default=True,
              help="The most items of one model.")  # fmt: skip
@click.option("--dataset", metavar="NAME", help="What the tables call the data.  [default: the "
              "first file]")  # fmt: skip
@click.option("--seed", type=Whole(0, MOST_SEED), default=0, show_default=True,
              help="Seed of hold-out sets and samples.")  # fmt: skip
@output_options
def replay(
    files: tuple[str, ...],
    strata: str | None,
    weights: list[float] | None,
    calibrate: int | None,
    calibrate_on: tuple[str, ...],
    families: tuple[str, ...],
    costs: tuple[str, ...],
    dataset: str | None,
    out: tuple[str, ...],
    *,
    lower_is_better: bool,
    as_json: bool,
    safe_csv: bool,
    **given: Any,  # noqa: ANN401
) -> None:
    """Replay full results: what an adaptive run saves on FILES, beside four baselines.

    Models are held out, a bank is calibrated on the others, and each design asks for few items. It
    prints the agreement with all items and the tables of the paper. With --truth other-half, the
    agreement is with items that no design asks.

    \b
    Example:
      scorio adaptive replay examples/coins.jsonl --hold-out 4 --folds 5
    """
    from scorio._reading.paths import expand
    from scorio.adaptive.replaying.replay import replay as replayed

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    own = ("hold_out", "folds", "goal", "estimator", "slopes", "score_range", "confidence",
           "boundary", "truth", "warmup", "max_items", "seed")  # fmt: skip
    reading = {name: value for name, value in given.items() if name not in own}
    if calibrate is not None and calibrate_on:
        raise ValueError("--calibrate and --calibrate-on exclude each other")
    check_slopes(given["estimator"], given["slopes"])
    check_warmup(given["warmup"], given["max_items"])
    prices = _of_models("--cost", map(priced, costs))
    kin = _of_models("--model-family", map(_familiar, families))
    counts = stratified(paths, reading, strata)
    for option, names in (("--calibrate-on", calibrate_on), ("--cost", prices),
                          ("--model-family", kin)):  # fmt: skip
        for name in names:
            if name not in counts.models:
                known = ", ".join(counts.models)
                raise ValueError(f"{option}: there is no model {name!r}: there are {known}")
    _check_held(len(counts.models), given["hold_out"], calibrate, calibrate_on)
    with Steps("folds", given["folds"]) as steps:
        found = replayed(
            counts,
            calibrate=calibrate_on or calibrate,
            strata=None if strata is None else "task" if strata == "task" else "cluster",
            weights=weights,
            greater_is_better=not lower_is_better,
            families=kin or None,
            cost=prices or None,
            dataset=Path(paths[0]).stem if dataset is None else dataset,
            metric=reading.get("outcome") or "score",
            progress=steps.update,
            **{name: given[name] for name in own},
        )
    give(found, out, as_json=as_json, safe_csv=safe_csv)


def _check_held(models: int, held: int, calibrate: int | None, named: tuple[str, ...]) -> None:
    """Refuse more models than there are."""
    if named:
        others = models - len(set(named))
        if held > others:
            raise ValueError(
                f"--hold-out {held} is more than the {others} models of no calibration"
            )
        return
    rest = models - held
    if rest < _FEWEST:
        raise ValueError(
            f"--hold-out {held} of {models} models leaves {max(rest, 0)} for the calibration, "
            f"which needs {_FEWEST}"
        )
    if calibrate is not None and calibrate > rest:
        raise ValueError(f"--calibrate {calibrate} is more than the {rest} models not held out")


def _of_models(option: str, given: Iterable[tuple[str, T]]) -> dict[str, T]:
    """Give what an option says of each model, once of each."""
    found: dict[str, T] = {}
    for model, value in given:
        if model in found:
            raise ValueError(f"{option} is given for {model} twice: give one")
        found[model] = value
    return found


def priced(text: str) -> tuple[str, float]:
    """Read MODEL=COST."""
    name, equals, cost = text.rpartition("=")
    try:
        if name and equals:
            return name, float(cost)
    except ValueError:
        way = pointed(cost) or ": give MODEL=COST, as NAME=2"
        raise ValueError(f"--cost {text}: {cost!r} is not a number{way}") from None
    raise ValueError(f"--cost {text}: give MODEL=COST, as NAME=2")


def _familiar(text: str) -> tuple[str, str]:
    name, equals, family = text.rpartition("=")
    if not equals:
        raise ValueError(f"--model-family {text}: give MODEL=FAMILY")
    return name, family
