"""The command `scorio compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from scorio import _core
from scorio._declared import PARAMETERS
from scorio.cli.ending import CODES
from scorio.cli.options.costs import check_costs, cost_gate, cost_options
from scorio.cli.options.declared import call_options
from scorio.cli.options.grading import counts_by, refuse_metrics, rubric_options, without_rubric
from scorio.cli.options.kinds import Number, Whole, refuse_percentage
from scorio.cli.options.parameters import check_parameters
from scorio.cli.options.reading import clustered
from scorio.cli.options.series import give_series
from scorio.cli.options.shared import A_METRIC, FILES, SAMPLED, metrics_list, reading_options
from scorio.cli.options.slicing import check_slices, give_slices, slice_option
from scorio.cli.options.viewing import view_options
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorio._compare.comparisons import Comparisons
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio.show.page import Page


@click.command(short_help="Compare the models in FILES, question by question.",
               epilog="Exit codes: 0; 1 if --fail-if-worse finds a model worse, or "
               "--max-cost-ratio one dearer; 4 if neither, and some have no trials; 2 for "
               "mistakes.\n\n"
               + metrics_list())  # fmt: skip
@FILES
@reading_options
@click.option("--baseline", metavar="NAME", help="The model that the others are compared with.")
@click.option("--against", multiple=True, metavar="FILE",
              help="Logs of one model to compare FILES with. They hold one, too.")  # fmt: skip
@call_options("compare", margin="Exit with 1 if a model is worse by more than X. "
              "X is as 0.02 or 2%, and the confidence has to be reached.",
              only="Compare only this model.", sampled=SAMPLED,
              metric=A_METRIC, confidence="Level of intervals and verdicts.")  # fmt: skip
@cost_options
@click.option("--max-cost-ratio", type=Number(0), metavar="X",
              help="Exit with 1 above X times the baseline's --cost. It has to be "
              "sure.")  # fmt: skip
@rubric_options
@click.option("--deciding", type=Whole(0), metavar="N",
              help="How many questions to show that decide each difference.  "
              "[default: 5 of a single model]")  # fmt: skip
@click.option("--series", metavar="FIELD", help="Chart the runs of one model, such as nights. "
              "FIELD names the run, and @file takes the file names.")  # fmt: skip
@slice_option(
    "Compare by slices of the questions. A slice has the same values of "
    "these fields. length:4 cuts a number at its quartiles, and task means the tasks."
)
@click.option("--each-slice", is_flag=True, help="Let --fail-if-worse judge each slice, all of "
              "them together (Holm).")  # fmt: skip
@click.option("--pairs", is_flag=True, help="Compare all models with all others. Models that "
              "share a letter are not separated.")  # fmt: skip
@JUNIT
@view_options("columns")
@output_options
def compare(
    files: tuple[str, ...],
    baseline: str | None,
    against: tuple[str, ...],
    series: str | None,
    deciding: int | None,
    max_cost_ratio: float | None,
    out: tuple[str, ...],
    junit: str | None,
    *,
    options: dict[str, Any],
    as_json: bool,
    safe_csv: bool,
    pairs: bool,
    slice: list[str] | None,  # noqa: A002
    each_slice: bool,  # noqa: ARG001  the options of slices are read together
    view: dict[str, Any],
    rubric: str | None,
    signals: tuple[str, ...],
    memory: str | None,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Compare the models in FILES with a baseline, question by question.

    \b
    Examples:
      scorio compare examples/coins.jsonl --baseline coin-04
      scorio compare examples/coins.jsonl --pairs
      scorio compare branch.jsonl --against main.jsonl --fail-if-worse 0.02
    """
    import scorio
    from scorio._reading.keeping import keeping
    from scorio._reading.paths import expand, refuse_both_sides

    paths, others = expand(files), expand(against) if against else []
    refuse_both_sides(paths, others)
    check_outputs(out, [*paths, *others], as_json=as_json)
    check_junit(junit, [*paths, *others])
    check_costs(reading, "--max-cost-ratio", max_cost_ratio)
    if series is not None:
        give_series(
            paths, series, options, reading, view, out, junit, as_json=as_json, safe_csv=safe_csv
        )
        return
    _checked(click.get_current_context().params, options)
    check_slices(click.get_current_context().params | options)
    by = (rubric, signals, memory)
    if slice is not None:
        reading = keeping(reading, slice)
    counts = _counts(paths, options, by, reading)
    other = _counts(others, options, by, reading) if others else None
    field: str | None = reading["cluster"]
    options["cluster"] = field if field in (None, "task") else "cluster"
    if pairs:
        for name in ("by_task", "margin"):
            del options[name]
        matrix = scorio.compare_pairs(counts, **options).spoken("command line")
        matrix = matrix.view(columns=view["columns"])
        give(matrix, out, as_json=as_json, safe_csv=safe_csv)
        return
    if slice is not None:
        given = click.get_current_context().params
        give_slices(counts, other, options, given, view, out, as_json=as_json, safe_csv=safe_csv)
        return
    found = scorio.compare(counts, other, baseline=baseline, **options).spoken("command line")
    if max_cost_ratio is not None:
        found = found.beside(
            cost_gate(counts, options, max_ratio=max_cost_ratio, baseline=baseline, other=other)
        )
    refuse_percentage("--fail-if-worse", options["margin"], found, options["weights"])
    found = found.view(**view)
    give(found, out, as_json=as_json, safe_csv=safe_csv, more=_deciding(found, deciding))
    write_junit(junit, found.to_junit, to_people=is_for_people(out, as_json=as_json))
    _conclude(found)


def _conclude(found: Comparisons) -> None:
    """Say which models are worse, and end with 1 if any is, or with 4 if some are not compared."""
    from scorio.show.escaping import on_a_line
    from scorio.show.words import counted

    overall = [row for row in found if row.task is None]
    worse = [on_a_line(row.model) for row in overall if row.worse]
    by_task = found.settings["margin"] is not None and len(overall) < len(found.rows)
    if found._costs is not None and (said := found._costs.conclusion()):
        say(f"scorio: {said}", err=True)
    if not worse:
        if found._costs is not None and found._costs.verdict == "fail":
            click.get_current_context().exit(1)
        if found.settings["margin"] is not None and (left_out := found._undecided()):
            names = ", ".join(on_a_line(model) for model, _ in left_out)
            say(f"scorio: nothing tells whether these are worse: {names}", err=True)
            click.get_current_context().exit(CODES["undecided"])
        if by_task and overall:
            base, margin = on_a_line(overall[0].baseline), overall[0].margin
            found_none = f"over all tasks no model is worse than {base} by more than {margin:g}"
            say(f"scorio: {found_none}; --slice task --each-slice judges each task", err=True)
        return
    are = "is" if len(worse) == 1 else "are"
    say(
        f"scorio: {len(worse)} of {counted(len(overall), 'model')} {are} worse than "
        f"{on_a_line(overall[0].baseline)} by more than {overall[0].margin:g}"
        f"{' over all tasks' if by_task else ''}: {', '.join(worse)}",
        err=True,
    )
    click.get_current_context().exit(1)


def _counts(
    paths: list[str],
    options: dict[str, Any],
    by: tuple[str | None, tuple[str, ...], str | None],
    reading: dict[str, Any],
) -> Counts | Sums:
    """Count the files, by a rubric if there is one, which has weights of its own."""
    rubric, signals, memory = by
    if rubric is None:
        without_rubric(signals, memory)
        check_parameters([options["metric"]])
        return clustered(paths, dict(reading))
    typed = click.get_current_context().get_parameter_source("weights")
    if typed is ParameterSource.COMMANDLINE:
        raise ValueError("--weights is for outcomes: a rubric has its own weights")
    parameters = ["k", *(name for name in PARAMETERS if name != "weights")]
    given = [
        _core.option_name(name, "command line") for name in parameters if options[name] is not None
    ]
    refuse_metrics([options["metric"]], given, "compare")
    graded, options["weights"] = counts_by(paths, rubric, signals, memory, dict(reading))
    return graded


def _checked(given: dict[str, Any], options: dict[str, Any]) -> None:
    """Refuse options that do not go together."""
    if given["pairs"]:
        for name in _WITHOUT_PAIRS:
            if given.get(name, options.get(name)) not in (None, (), False):
                option = _core.option_name(name, "command line")
                raise ValueError(f"--pairs compares all models in one table, without {option}")
        return
    if given["baseline"] is not None and given["against"]:
        raise ValueError("say --baseline NAME or --against FILE, not both")
    if given["baseline"] is None and not given["against"]:
        raise ValueError(
            "say what to compare with: --baseline NAME, or --against FILE, or --pairs, or "
            "--series FIELD"
        )
    if given["against"] and options["models"]:
        raise ValueError("--only chooses among the models beside --baseline, not --against")
    half = 0.5
    if options["margin"] is not None and options["confidence"] < half:
        raise ValueError(
            f"--confidence {options['confidence']:g} is below 0.5, so --fail-if-worse would find "
            "models worse that are more likely not: say 0.5 or more"
        )
    limited = options["margin"] is not None or given["max_cost_ratio"] is not None
    if given["junit"] is not None and not limited:
        raise ValueError("--junit writes verdicts: say --fail-if-worse X, too")
    if given["deciding"] and not options["paired"]:
        raise ValueError(
            "--deciding shows the questions that both models have, --unpaired compares all of "
            "each: give one"
        )


_WITHOUT_PAIRS = (
    "baseline", "against", "deciding", "by_task", "margin", "max_cost_ratio", "junit",
    "sort", "top", "digits", "percent",
)  # fmt: skip


def _deciding(found: Comparisons, number: int | None) -> Iterator[Page | str]:
    """Give the questions that decide each difference."""
    from scorio._compare.questions import OBSERVED, questions_table
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
        title = f"Questions that decide {row.model}:"
        known = any(one.expected is not None for one in deciding)
        yield Page([questions_table(title, deciding)], [OBSERVED] if known else [])
