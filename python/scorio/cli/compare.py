"""The command `scorio compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from scorio.cli.grading import counts_by, refuse_metrics, rubric_options, without_rubric
from scorio.cli.kinds import Level, Numbers, Portion, Whole
from scorio.cli.options import (
    FILES,
    metrics_list,
    parameter_help,
    parameter_options,
    reading_options,
)
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
from scorio.cli.parameters import check_parameters, refuse_for_numbers
from scorio.cli.reading import clustered
from scorio.cli.viewing import view_options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from scorio._compare.comparisons import Comparisons
    from scorio._counting.counts import Counts
    from scorio.show.page import Page


@click.command(epilog="Exit codes: 0; 1 if --fail-if-worse finds a model worse; 2 for mistakes.\n\n"
               + metrics_list())  # fmt: skip
@FILES
@reading_options
@click.option("--baseline", metavar="NAME", help="The model that the others are compared with.")
@click.option("--against", multiple=True, metavar="FILE",
              help="Logs of one model to compare FILES with. They hold one, too.")  # fmt: skip
@click.option("--only", multiple=True, metavar="NAME",
              help="Compare this model; repeat it for several.  [default: all]")  # fmt: skip
@click.option("--metric", default="avg", show_default=True, metavar="NAME",
              help="A metric of the list below. Numeric scores have avg.")  # fmt: skip
@click.option(
    "-k", type=Whole(1), metavar="K", help="Budget of the metric, as 4. avg and bayes have none."
)
@click.option("--weights", type=Numbers(least=2), metavar="W,W…", help=parameter_help(
    "weights", "A weight per category", "their names, if these are numbers; or 0,1"))  # fmt: skip
@parameter_options
@click.option("--prior", type=click.Choice(["hierarchical", "uniform"]), default="hierarchical",
              show_default=True, help="Prior of the questions; bayes has its own.")  # fmt: skip
@rubric_options
@click.option("--unpaired", is_flag=True,
              help="Compare each model on all of its questions, common or not.")  # fmt: skip
@click.option("--sampled", is_flag=True,
              help="Infer about questions like these, of which these are a sample.")  # fmt: skip
@click.option("--by-task", is_flag=True, help="Also a table for each task.")
@click.option("--confidence", type=Level(), default=0.95, show_default=True,
              help="Level of the intervals, and of --fail-if-worse.")  # fmt: skip
@click.option("--deciding", type=Whole(0), metavar="N",
              help="How many questions to show that decide each difference.  "
              "[default: 5 of a single model]")  # fmt: skip
@click.option("--pairs", is_flag=True, help="Compare every model with every other, and give "
              "letters: models that share one are not separated.")  # fmt: skip
@click.option("--fail-if-worse", type=Portion(0), metavar="X", help="Exit with 1 if a model is "
              "worse than the baseline by more than X, as 0.02 or 2%, with at least the "
              "confidence.")  # fmt: skip
@JUNIT
@view_options()
@output_options
def compare(
    files: tuple[str, ...],
    baseline: str | None,
    against: tuple[str, ...],
    only: tuple[str, ...],
    metric: str,
    k: int | None,
    tau: float | Fraction | None,
    spectrum: list[float] | None,
    prior: Literal["hierarchical", "uniform"],
    weights: list[float] | None,
    confidence: float,
    deciding: int | None,
    fail_if_worse: float | None,
    out: tuple[str, ...],
    junit: str | None,
    *,
    as_json: bool,
    safe_csv: bool,
    unpaired: bool,
    sampled: bool,
    by_task: bool,
    pairs: bool,
    view: dict[str, Any],
    rubric: str | None,
    signals: tuple[str, ...],
    memory: str | None,
    lam: float | None,
    pass_power: float | None,
    unanimous_power: float | None,
    ragged: Literal["error", "drop"],
    **reading: Any,  # noqa: ANN401
) -> None:
    """Compare the models in FILES with a baseline, question by question.

    \b
    Examples:
      scorio compare examples/coins.jsonl --baseline coin-04
      scorio compare examples/coins.jsonl --pairs
      scorio compare examples/coins.jsonl --baseline coin-04 --metric pass_at_k -k 4
      scorio compare branch.jsonl --against main.jsonl --fail-if-worse 0.02
    """
    from scorio._compare.compare import compare as compared
    from scorio._compare.pairs import compare_pairs
    from scorio._counting.sums import Sums
    from scorio._reading.paths import expand
    from scorio.show.escaping import on_a_line
    from scorio.show.words import counted

    paths, others = expand(files), expand(against) if against else []
    check_outputs(out, [*paths, *others], as_json=as_json)
    check_junit(junit, [*paths, *others])
    _checked(click.get_current_context().params)
    cluster = reading["cluster"]
    how: dict[str, Any] = {
        "metric": metric,
        "k": k,
        "tau": tau,
        "lam": lam,
        "spectrum": spectrum,
        "pass_power": pass_power,
        "unanimous_power": unanimous_power,
        "ragged": ragged,
    }
    counts: Counts | Sums
    other: Counts | Sums | None = None
    if rubric is None:
        without_rubric(signals, memory)
        check_parameters([metric])
        counts = clustered(paths, dict(reading))
        if isinstance(counts, Sums):
            refuse_for_numbers()
        other = clustered(others, dict(reading)) if against else None
    elif weights is not None:
        raise ValueError("--weights is for outcomes: a rubric has its own weights")
    else:
        given = {"-k": k, "--tau": tau, "--lam": lam, "--spectrum": spectrum}
        given |= {"--pass-power": pass_power, "--unanimous-power": unanimous_power}
        refuse_metrics([metric], [one for one in given if given[one] is not None], "compare")
        counts, weights = counts_by(paths, rubric, signals, memory, dict(reading))
        if against:
            other, _ = counts_by(others, rubric, signals, memory, dict(reading))
    field: str | None = cluster if cluster in (None, "task") else "cluster"
    if pairs:
        matrix = compare_pairs(
            counts,
            models=only or None,
            **how,
            prior=prior,
            weights=weights,
            paired=not unpaired,
            sampled=sampled,
            cluster=field,
            confidence=confidence,
        )
        give(matrix, out, as_json=as_json, safe_csv=safe_csv)
        return
    found = compared(
        counts,
        other,
        baseline=baseline,
        models=only or None,
        **how,
        prior=prior,
        weights=weights,
        paired=not unpaired,
        sampled=sampled,
        cluster=field,
        by_task=by_task,
        confidence=confidence,
        margin=fail_if_worse,
    )
    found = found.view(**view)
    give(found, out, as_json=as_json, safe_csv=safe_csv, more=_deciding(found, deciding))
    write_junit(junit, found.to_junit, to_people=is_for_people(out, as_json=as_json))
    overall = [row for row in found if row.task is None]
    worse = [on_a_line(row.model) for row in overall if row.worse]
    if worse:
        are = "is" if len(worse) == 1 else "are"
        say(
            f"scorio: {len(worse)} of {counted(len(overall), 'model')} {are} worse than "
            f"{on_a_line(overall[0].baseline)} by more than {fail_if_worse:g}: {', '.join(worse)}",
            err=True,
        )
        click.get_current_context().exit(1)


def _checked(given: dict[str, Any]) -> None:
    """Refuse options that do not go together."""
    if given["pairs"]:
        for name in _WITHOUT_PAIRS:
            if given[name] not in (None, (), False):
                option = name.replace("_", "-")
                raise ValueError(f"--pairs compares all models in one table, without --{option}")
        return
    if given["baseline"] is not None and given["against"]:
        raise ValueError("say --baseline NAME or --against FILE, not both")
    if given["baseline"] is None and not given["against"]:
        raise ValueError("say what to compare with: --baseline NAME, or --against FILE, or --pairs")
    if given["against"] and given["only"]:
        raise ValueError("--only chooses among the models beside --baseline, not --against")
    half = 0.5
    if given["fail_if_worse"] is not None and given["confidence"] < half:
        raise ValueError(
            f"--confidence {given['confidence']:g} is below 0.5, so --fail-if-worse would find "
            "models worse that are more likely not: say 0.5 or more"
        )
    if given["junit"] is not None and given["fail_if_worse"] is None:
        raise ValueError("--junit writes verdicts: say --fail-if-worse X, too")
    if given["unpaired"] and given["deciding"]:
        raise ValueError(
            "--deciding shows the questions that both models have, --unpaired compares all of "
            "each: give one"
        )


_WITHOUT_PAIRS = (
    "baseline", "against", "deciding", "by_task", "fail_if_worse", "junit", "sort", "top", "digits",
    "percent",
)  # fmt: skip


def _deciding(found: Comparisons, number: int | None) -> Iterator[Page | str]:
    """Give the questions that decide each difference."""
    from scorio._compare.questions import questions_table
    from scorio.show.escaping import on_a_line
    from scorio.show.page import Page

    rows = [row for row in found if row.task is None and row.decisive is not None]
    if number is None:
        number = 5 if len(rows) == 1 else 0
    for row in rows if number else []:
        own = [one for one in found.questions(row.model) if one.score_name == row.score_name]
        deciding = [one for one in own[:number] if one.difference]
        if not deciding:
            yield f"No question tells {on_a_line(row.model)} from {on_a_line(row.baseline)}."
            continue
        yield Page([questions_table(f"Questions that decide {row.model}:", deciding)], [])
