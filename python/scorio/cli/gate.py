"""The command `scorio gate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click
from click.core import ParameterSource

from scorio.cli.grading import counts_by, rubric_options, without_rubric
from scorio.cli.kinds import Level, Numbers, Portion, Whole
from scorio.cli.options import FILES, reading_options
from scorio.cli.output import (
    JUNIT,
    check_junit,
    check_outputs,
    give,
    is_for_people,
    output_options,
    say,
    write_junit,
)
from scorio.cli.parameters import check_parameters
from scorio.cli.reading import clustered
from scorio.cli.viewing import view_options

if TYPE_CHECKING:
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._gate import Gate

# 3 is a defect of scorio. A CI that goes on where a gate is undecided must not go on there.
CODES = {"pass": 0, "fail": 1, "undecided": 4}


@click.command(epilog="Exit codes: 0 if all pass; 1 if something fails; 4 if nothing fails and "
               "something is undecided; 2 for mistakes.")  # fmt: skip
@FILES
@reading_options
@click.option("--at-least", required=True, type=Portion(), metavar="X",
              help="The level that the score, or each question, has to reach: 0.8, or "
              "80%.")  # fmt: skip
@click.option("--confidence", type=Level(0.5), default=0.9, show_default=True,
              help="Probability that a decision needs, above 0.5.")  # fmt: skip
@click.option("--per-question", is_flag=True,
              help="Every question has to reach the level, by its repeated trials.")  # fmt: skip
@click.option("--family", is_flag=True, help="The confidence holds for all questions of a model "
              "together (Bonferroni).")  # fmt: skip
@click.option("--only", multiple=True, metavar="NAME", help="Decide about this model; repeat it "
              "for several.  [default: all]")  # fmt: skip
@click.option("--metric", default="avg", show_default=True, metavar="NAME",
              help="The score's metric: see scorio score --help.")  # fmt: skip
@click.option("-k", type=Whole(), metavar="K", help="The metric's budget.")
@click.option("--weights", type=Numbers(least=2), metavar="W,W…",
              help="A weight per category; 0 or 1 for "
              "--per-question.  [default: their names, if these are numbers; or 0,1]")  # fmt: skip
@click.option("--prior", type=click.Choice(["hierarchical", "uniform"]), default="hierarchical",
              show_default=True, help="Prior of scores; that of single questions is "
              "uniform.")  # fmt: skip
@click.option("--sampled", is_flag=True,
              help="Infer about questions like these, of which these are a sample.")  # fmt: skip
@click.option("--by-task", is_flag=True, help="The score of each task has to reach it, too.")
@rubric_options
@view_options()
@JUNIT
@output_options
def gate(
    files: tuple[str, ...],
    at_least: float,
    confidence: float,
    only: tuple[str, ...],
    metric: str,
    k: int | None,
    weights: list[float] | None,
    prior: Literal["hierarchical", "uniform"],
    out: tuple[str, ...],
    junit: str | None,
    *,
    per_question: bool,
    family: bool,
    sampled: bool,
    by_task: bool,
    rubric: str | None,
    signals: tuple[str, ...],
    memory: str | None,
    as_json: bool,
    safe_csv: bool,
    view: dict[str, Any],
    **reading: Any,  # noqa: ANN401
) -> None:
    """Say whether the models in FILES reach a level, or every question does.

    \b
    Examples:
      scorio gate examples/coins.jsonl --at-least 0.5
      scorio gate results.json --per-question --at-least 0.8 --confidence 0.9
    """
    from scorio._counting.sums import Sums
    from scorio._gate import gate as gated
    from scorio._reading.paths import expand

    if family and not per_question:
        raise ValueError("--family is about the questions of a model: say --per-question, too")
    cluster = reading["cluster"]
    source = click.get_current_context().get_parameter_source
    of_scores = {"metric": "--metric", "k": "-k", "sampled": "--sampled", "by_task": "--by-task"}
    of_scores |= {"prior": "--prior", "cluster": "--cluster"}
    about = [
        option for name, option in of_scores.items() if source(name) is ParameterSource.COMMANDLINE
    ]
    if per_question and about:
        raise ValueError(f"{about[0]} is about scores, and --per-question about single questions")
    if per_question and not 0 < at_least < 1:
        raise ValueError(f"--at-least {at_least:g} is not between 0 and 1, as a question needs")
    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    check_junit(junit, paths)
    counts: Counts | Sums
    if rubric is None:
        without_rubric(signals, memory)
        check_parameters([metric])
        counts = clustered(paths, dict(reading))
    elif weights is not None:
        raise ValueError("--weights is for outcomes: a rubric has its own weights")
    else:
        counts, weights = counts_by(paths, rubric, signals, memory, dict(reading))
    if isinstance(counts, Sums):
        raise ValueError(  # noqa: TRY004  a mistake of the user
            "gates need categories, but these scores are read as numbers: say --threshold X"
        )
    found = gated(
        counts,
        at_least,
        confidence=confidence,
        per_question=per_question,
        family=family,
        metric=metric,
        k=k,
        weights=weights,
        prior=prior,
        sampled=sampled,
        cluster=None if cluster is None else "task" if cluster == "task" else "cluster",
        by_task=by_task,
        models=only or None,
    )
    give(found.view(**view), out, as_json=as_json, safe_csv=safe_csv)
    write_junit(junit, found.to_junit, to_people=is_for_people(out, as_json=as_json))
    _conclude(found)


def _conclude(found: Gate) -> None:
    """Say what does not pass, and end with the exit code of the gate."""
    from scorio.show.words import counted

    if found.verdict == "pass":
        return
    what = "question" if found.settings["per_question"] else "score"
    fail, undecided = (sum(row.verdict == one for row in found) for one in ("fail", "undecided"))
    numbers = [f"{fail:,} {'fails' if fail == 1 else 'fail'}"] if fail else []
    if undecided:
        numbers.append(f"{undecided:,} {'is' if undecided == 1 else 'are'} undecided")
    said = " and ".join(numbers)
    say(f"scorio: of {counted(len(found), what)}, {said}", err=True)
    click.get_current_context().exit(CODES[found.verdict])
