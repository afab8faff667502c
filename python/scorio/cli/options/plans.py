"""The models of a plan: those of logs, or assumed ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from scorio.cli.options.kinds import MOST_SEED, Level, Number, Numbers, Portion, Whole
from scorio.cli.options.reading import counts_of
from scorio.cli.options.shared import reading_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorio._counting.counts import Counts
    from scorio.plan import Assumed

FILES = click.argument("files", nargs=-1, metavar="[FILES]…")

BASELINE = click.option("--baseline", metavar="NAME",
                        help="The model that the others are compared with.")  # fmt: skip
CONFIDENCE = click.option("--confidence", type=Level(), default=0.95, show_default=True,
              help="Level of intervals and of separation.")  # fmt: skip
FAMILY = click.option("--family", type=Whole(), metavar="N",
                      help="How many models the table has.  [default: all of the log]")  # fmt: skip
SIMULATION = (
    click.option("--replicates", type=Whole(2), default=4000, show_default=True,
                 help="Simulated sets of trials."),
    click.option("--seed", type=Whole(0, MOST_SEED), default=0, show_default=True,
                 help="Seed of the simulation, and of assumed models."),
)  # fmt: skip


def plan_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say which models a plan is about."""
    options = [
        click.option("--only", multiple=True, metavar="NAME", help="Plan for this model; repeat it "
                     "for several.  [default: all]"),
        click.option("--assume", multiple=True, type=Portion(0, 1), metavar="MEAN",
                     help="A model of this mean score, without a log; repeat it. --questions N "
                     "says how many questions.  [their number: 30]"),
        click.option("--concentration", type=Number(1e-6, 1e9), default=4.5, show_default=True,
                     help="How alike the questions of assumed models are."),
        click.option("--weights", type=Numbers(least=2), metavar="W,W…",
                     help="A weight per category.  "
                     "[default: their names, if these are numbers; or 0,1]"),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return reading_options(command)


def models_of(
    paths: list[str],
    reading: dict[str, Any],
    assume: tuple[float, ...],
    concentration: float,
    seed: int,
    *,
    only: tuple[str, ...] = (),
    baseline: str | None = None,
) -> tuple[Counts | dict[str, Assumed], int, list[str]]:
    """Give the models of logs, or assumed ones, how many there are, and what the reading says.

    Those that --only leaves out are counted, too.

    Assumed models have the names A (0.6), B (0.65), ….
    """
    from scorio._counting.sums import Sums
    from scorio._reading.report import report_lines

    if assume:
        return _assumed(paths, reading, assume, concentration, seed), len(assume), []
    if not paths:
        raise ValueError("say what to plan with: FILES, or --assume MEAN")
    counts = counts_of(paths, reading)
    if isinstance(counts, Sums):
        raise ValueError(  # noqa: TRY004  a mistake of the user
            "plans need categories, but these scores are read as numbers: say --threshold X"
        )
    named = list(dict.fromkeys([*only, *([baseline] if baseline else [])]))
    for name in named:
        if name not in counts.models:
            raise ValueError(f"there is no model {name!r}: there are {', '.join(counts.models)}")
    lines = report_lines(counts.report, counts.notes)
    return (counts.select(model=named) if only else counts), len(counts.models), lines


def _assumed(
    paths: list[str],
    reading: dict[str, Any],
    assume: tuple[float, ...],
    concentration: float,
    seed: int,
) -> dict[str, Assumed]:
    from scorio import simulate
    from scorio.plan import assumed

    if paths:
        raise ValueError("--assume is for models without a log: give it, or FILES")
    context = click.get_current_context()
    for name in (*reading, "only"):
        source = context.get_parameter_source(name)
        if name != "questions" and source is ParameterSource.COMMANDLINE:
            raise ValueError(f"--{name.replace('_', '-')} is for logs, and --assume has none")
    questions = 30 if reading["questions"] is None else reading["questions"]
    if isinstance(questions, str):
        raise ValueError(  # noqa: TRY004  a mistake of the user
            f"--questions {questions} is no number: assumed models have no names of questions"
        )
    weights = context.params.get("weights")
    if weights is not None and len(weights) != 2:  # noqa: PLR2004
        raise ValueError(f"--weights has {len(weights)} weights, but assumed models have two")
    p = simulate.coins(list(assume), questions, concentration=concentration, seed=seed)
    names = [f"{chr(ord('A') + place)} ({mean:g})" for place, mean in enumerate(assume)]
    return {name: assumed(row) for name, row in zip(names, p, strict=True)}


def pair_of(
    models: Counts | dict[str, Assumed], baseline: str | None
) -> tuple[Counts | Assumed, Counts | Assumed]:
    """Give the two models of a plan: one, and the baseline."""
    from scorio._counting.counts import Counts

    names = models.models if isinstance(models, Counts) else list(models)
    base = baseline_of(models, baseline)
    others = [name for name in names if name != base]
    if len(others) != 1:
        way = "name one with --only, beside --baseline"
        if isinstance(models, dict):
            way = "say --assume MEAN twice"
        elif len(names) == 1:
            way = "add the log of another model"
        raise ValueError(f"this plan is about two models, but there are {len(names)}: {way}")
    if isinstance(models, Counts):
        return models.select(model=others[0]), models.select(model=base)
    return models[others[0]], models[base]


def baseline_of(models: Counts | dict[str, Assumed], baseline: str | None) -> str:
    """Give the name of the baseline; of assumed models the first one if none is named."""
    from scorio._counting.counts import Counts

    if baseline is not None:
        return baseline
    names = models.models if isinstance(models, Counts) else list(models)
    if isinstance(models, dict):
        return names[0]
    raise ValueError(f"say --baseline NAME, one of {', '.join(names)}")
