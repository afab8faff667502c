"""The command `scorio plan`: how many trials are needed, and what they will show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio.cli.commands.plan_costs import costs
from scorio.cli.commands.plan_labels import labels
from scorio.cli.options.kinds import Level, Number, Portion, Whole, Wholes
from scorio.cli.options.plans import (
    BASELINE,
    CONFIDENCE,
    FAMILY,
    FILES,
    SIMULATION,
    baseline_of,
    models_of,
    pair_of,
    plan_options,
)
from scorio.cli.output import (
    PLOT,
    check_outputs,
    check_plots,
    draw,
    give,
    is_for_people,
    output_options,
)
from scorio.cli.progress import Steps

if TYPE_CHECKING:
    from scorio._counting.counts import Counts
    from scorio.plan import Assumed


@click.group()
def plan() -> None:
    """Say how many trials are needed, and what a budget will show.

    FILES are logs of trials that there are. --assume plans without a log.

    \b
    Examples:
      scorio plan trials examples/coins.jsonl --half-width 0.015
      scorio plan trials --assume 0.60 --assume 0.65 --questions 100 --power 0.8
      scorio plan budget examples/coins.jsonl --only coin-09 --trials 10,20,40
    """


plan.add_command(labels)
plan.add_command(costs)


@plan.command()
@FILES
@plan_options
@CONFIDENCE
@click.option("--half-width", type=Portion(0, inside=True), metavar="X",
              help="Trials until half the interval is at most X.")  # fmt: skip
@BASELINE
@click.option("--power", type=Level(), metavar="P",
              help="Probability of the separation in the right order.  [default: 0.8]")  # fmt: skip
@click.option("--difference", type=Portion(), metavar="X", help="The true difference of the "
              "scores.  [default: the one that is seen]")  # fmt: skip
@FAMILY
@click.option("--unpaired", is_flag=True, help="Compare all questions of each model, not only "
              "those that both have.")  # fmt: skip
@SIMULATION[1]
@output_options
def trials(
    files: tuple[str, ...],
    half_width: float | None,
    baseline: str | None,
    power: float | None,
    difference: float | None,
    family: int | None,
    confidence: float,
    weights: list[float] | None,
    seed: int,
    out: tuple[str, ...],
    *,
    unpaired: bool,
    as_json: bool,
    safe_csv: bool,
    **given: Any,  # noqa: ANN401
) -> None:
    """Say how many more trials of each question are needed.

    With --half-width, for an interval of each model. Otherwise to tell each model from --baseline.
    Today's figures are those of score and compare.

    \b
    Examples:
      scorio plan trials examples/coins.jsonl --half-width 0.015
      scorio plan trials examples/coins.jsonl --baseline coin-09 --difference 0.01
      scorio plan trials --assume 0.6 --questions 200 --half-width 0.02
    """
    from scorio.plan.further import trials_for_half_width, trials_to_separate

    pairs = {
        "--baseline": baseline, "--power": power, "--difference": difference, "--family": family,
    }  # fmt: skip
    other = next((name for name, value in pairs.items() if value is not None), None)
    if half_width is not None and other is not None:
        raise ValueError(f"{other} is about two models, and --half-width about each: give one")
    if half_width is None and baseline is None and not given["assume"]:
        raise ValueError("say what the trials are for: --half-width X, or --baseline NAME")
    models, size, lines = _models(files, given, seed, out, baseline, as_json=as_json)
    if half_width is not None:
        found: Any = trials_for_half_width(models, half_width, confidence, w=weights)
    else:
        base = baseline_of(models, baseline)
        found = trials_to_separate(
            models, base, confidence, 0.8 if power is None else power, difference=difference,
            family=size if family is None else family, paired=not unpaired, w=weights,
        )  # fmt: skip
    found._read = lines
    give(found, out, as_json=as_json, safe_csv=safe_csv)


@plan.command()
@FILES
@plan_options
@CONFIDENCE
@click.option("--trials", "listed", type=Wholes(), metavar="N[,N…]", default="1,2,5,10,20,40,80",
              show_default=True, help="New trials of each question.")  # fmt: skip
@BASELINE
@click.option("--power", type=Level(), default=0.8, show_default=True, metavar="P",
              help="Probability that the smallest difference is separated with.")  # fmt: skip
@FAMILY
@SIMULATION[0]
@SIMULATION[1]
@PLOT
@output_options
def budget(
    files: tuple[str, ...],
    listed: list[int],
    baseline: str | None,
    power: float,
    family: int | None,
    confidence: float,
    weights: list[float] | None,
    replicates: int,
    seed: int,
    plots: tuple[str, ...],
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
    **given: Any,  # noqa: ANN401
) -> None:
    """Say what numbers of new trials will show.

    Of each model: its interval, and the smallest difference that is separated. With --baseline, of
    two models: how likely they are separated, and in the right order.

    \b
    Examples:
      scorio plan budget examples/coins.jsonl --only coin-09 --trials 10,20,40
      scorio plan budget --assume 0.6 --assume 0.7 --baseline "A (0.6)"
    """
    from scorio.plan import budget as shown
    from scorio.plan import foresee

    check_plots(plots, files)
    if plots and baseline is None:
        raise ValueError("--plot draws the separation of two models: say --baseline NAME")
    models, size, lines = _models(files, given, seed, out, baseline, as_json=as_json)
    size = max(2, size) if family is None else family
    if baseline is None:
        found = shown(models, listed, confidence, power, family=size, w=weights)
        found._read = lines
        give(found, out, as_json=as_json, safe_csv=safe_csv)
        return
    one, base = pair_of(models, baseline)
    with Steps("replicates", replicates):
        seen = foresee(
            one, base, listed, confidence, family=size, w=weights, replicates=replicates, seed=seed
        )
    give(seen, out, as_json=as_json, safe_csv=safe_csv, more=_paragraph(lines))
    draw(seen, plots, to_people=is_for_people(out, as_json=as_json))


@plan.command()
@FILES
@plan_options
@BASELINE
@click.option("--budget", "spend", type=Whole(), required=True, metavar="TRIALS",
              help="What can be spent on each model, in trials.")  # fmt: skip
@click.option("--question-cost", type=Number(0), default=0.0, show_default=True, metavar="TRIALS",
              help="What a question costs beside its trials.")  # fmt: skip
@click.option("--max-questions", type=Whole(), metavar="N",
              help="The most questions that can be asked.  [default: as many as there are]",
)  # fmt: skip
@SIMULATION[1]
@output_options
def split(
    files: tuple[str, ...],
    baseline: str | None,
    spend: int,
    question_cost: float,
    max_questions: int | None,
    weights: list[float] | None,
    seed: int,
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
    **given: Any,  # noqa: ANN401
) -> None:
    """Say whether to spend a budget on more questions or on more trials of each.

    \b
    Example:
      scorio plan split examples/coins.jsonl --baseline coin-01 --only coin-05 \\
        --budget 2400
    """
    from scorio.plan import questions_or_trials

    if question_cost + 1 > spend:
        raise ValueError(
            f"--budget {spend} is not enough for one trial of one question, which costs "
            f"{question_cost + 1:g}"
        )
    models, _, lines = _models(files, given, seed, out, baseline, as_json=as_json)
    found = questions_or_trials(
        *pair_of(models, baseline),
        spend,
        question_cost=question_cost,
        max_questions=max_questions,
        w=weights,
    )
    give(found, out, as_json=as_json, safe_csv=safe_csv, more=_paragraph(lines))


@plan.command()
@FILES
@plan_options
@CONFIDENCE
@BASELINE
@click.option("--looks", "listed", type=Wholes(), metavar="N[,N…]", required=True,
              help="Trials of each question after which z is looked at.")  # fmt: skip
@SIMULATION[0]
@SIMULATION[1]
@output_options
def looks(
    files: tuple[str, ...],
    baseline: str | None,
    listed: list[int],
    confidence: float,
    weights: list[float] | None,
    replicates: int,
    seed: int,
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
    **given: Any,  # noqa: ANN401
) -> None:
    """Say what looking several times does, and what confidence makes up for it.

    \b
    Example:
      scorio plan looks --assume 0.6 --assume 0.6 --looks 20,40,60,80
    """
    from scorio.plan import repeated_looks

    models, _, lines = _models(files, given, seed, out, baseline, as_json=as_json)
    with Steps("replicates", replicates):
        found = repeated_looks(
            *pair_of(models, baseline),
            listed,
            confidence,
            w=weights,
            replicates=replicates,
            seed=seed,
        )
    give(found, out, as_json=as_json, safe_csv=safe_csv, more=_paragraph(lines))


def _models(
    files: tuple[str, ...],
    given: dict[str, Any],
    seed: int,
    out: tuple[str, ...],
    baseline: str | None,
    *,
    as_json: bool,
) -> tuple[Counts | dict[str, Assumed], int, list[str]]:
    """Check what is given, and read the models, of which there are so many with those left out."""
    from scorio._reading.paths import expand

    own = {name: given.pop(name) for name in ("only", "assume", "concentration")}
    paths = expand(files) if files else []
    check_outputs(out, paths, as_json=as_json)
    return models_of(
        paths, dict(given), own["assume"], own["concentration"], seed, only=own["only"],
        baseline=baseline,
    )  # fmt: skip


def _paragraph(lines: list[str]) -> list[str]:
    return ["\n".join(lines)] if lines else []
