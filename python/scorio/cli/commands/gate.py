"""The command `scorio gate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from scorio.cli.ending import CODES
from scorio.cli.options.costs import check_costs, cost_gate, cost_options
from scorio.cli.options.declared import call_options
from scorio.cli.options.grading import counts_by, rubric_options, without_rubric
from scorio.cli.options.kinds import Number, refuse_percentage
from scorio.cli.options.parameters import check_parameters
from scorio.cli.options.reading import clustered
from scorio.cli.options.shared import A_METRIC, FILES, SAMPLED, reading_options
from scorio.cli.options.slicing import slice_option
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
    from scorio._costing.gate import CostGate
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._gating.gate import Gate


# Options of scores, which costs alone do not have.
_OF_SCORES = (
    "per_question", "family", "alone", "metric", "k", "weights", "prior", "borrow", "rubric",
    "slice",
)  # fmt: skip


@click.command(short_help="Say whether the models in FILES reach a level.",
               epilog="Exit codes: 0 if all pass; 1 if something fails; 4 if nothing fails and "
               "something is undecided; 2 for mistakes.")  # fmt: skip
@FILES
@reading_options
@call_options("gate", free=["at_least"], metric=A_METRIC, k="Budget of the metric.",
              sampled=SAMPLED, at_least="Level of the score, or of every single question.",
              only="Decide only about this model.",
              per_question="Every single question has to reach the level. Its repeated trials "
              "decide.",
              confidence="Confidence of the decisions. It is above 0.5 and below 1.")  # fmt: skip
@cost_options
@click.option("--cost-at-most", type=Number(0), metavar="X",
              help="A trial costs at most X on average. It is by --cost, with or without "
              "--at-least.")  # fmt: skip
@slice_option(
    "Slices of the questions have to reach the level, too. A slice has the same values of "
    "these fields. length:4 cuts a number at its quartiles, and task means the tasks."
)
@rubric_options
@view_options("columns")
@JUNIT
@output_options
def gate(
    files: tuple[str, ...],
    out: tuple[str, ...],
    junit: str | None,
    *,
    options: dict[str, Any],
    cost_at_most: float | None,
    slice: list[str] | None,  # noqa: A002
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
      scorio gate examples/coins.jsonl --per-question --at-least 0.8
    """
    import scorio
    from scorio._reading.keeping import keeping
    from scorio._reading.paths import expand

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    check_junit(junit, paths)
    check_costs(reading, "--cost-at-most", cost_at_most)
    alone = options["at_least"] is None
    if alone:
        _check_alone(cost_at_most)
    counts: Counts | Sums
    if rubric is None:
        without_rubric(signals, memory)
        check_parameters([options["metric"]])
        counts = clustered(
            paths, keeping(reading, slice), keep_values=options["metric"] == "max_at_k"
        )
    elif options["weights"] is not None:
        raise ValueError("--weights is for outcomes: a rubric has its own weights")
    else:
        counts, options["weights"] = counts_by(
            paths, rubric, signals, memory, keeping(reading, slice)
        )
    field: str | None = reading["cluster"]
    options["cluster"] = field if field in (None, "task") else "cluster"
    options["slice"] = slice
    found: Gate | CostGate
    if alone:
        by_task = options["by_task"]
        found = cost_gate(counts, options, at_most=cost_at_most, by_task=by_task)
    elif cost_at_most is None:
        found = scorio.gate(counts, **options)
    else:
        costs = cost_gate(counts, options, at_most=cost_at_most)
        found = scorio.gate(counts, **options).beside(costs)
    found = found.spoken("command line")
    refuse_percentage("--at-least", options["at_least"], found, options["weights"])
    give(found.view(**view), out, as_json=as_json, safe_csv=safe_csv)
    write_junit(junit, found.to_junit, to_people=is_for_people(out, as_json=as_json))
    _conclude(found)


def _check_alone(cost_at_most: float | None) -> None:
    """Check what is typed where there is no level of scores: a limit of costs takes its place."""
    context = click.get_current_context()
    if cost_at_most is None:
        ways = "'--at-least', or '--cost-at-most' with '--cost'"
        raise click.UsageError(f"Missing option {ways}.", context)
    for option in context.command.params:
        typed = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if option.name in _OF_SCORES and typed:
            name = max(option.opts, key=len)
            raise ValueError(f"{name} is about scores: give --at-least, too, or leave it out")


def _conclude(found: Gate | CostGate) -> None:
    """Say what does not pass, and end with the exit code of the gate."""
    from scorio._costing.gate import CostGate, decided

    if found.verdict == "pass":
        return
    if isinstance(found, CostGate):
        say(f"scorio: {found.conclusion()}", err=True)
        click.get_current_context().exit(CODES[found.verdict])
    what = "question" if found.settings["per_question"] else "score"
    fail, undecided = (sum(row.verdict == one for row in found) for one in ("fail", "undecided"))
    said = decided(len(found), what, fail, undecided)
    costs = "" if found._costs is None else found._costs.conclusion()
    say(f"scorio: {'; '.join(filter(None, (said, costs)))}", err=True)
    click.get_current_context().exit(CODES[found.verdict])
