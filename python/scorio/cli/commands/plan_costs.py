"""The command `scorio plan costs`: what more trials cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.costs import cost_options
from scorio.cli.options.declared import call_options
from scorio.cli.options.reading import with_costs
from scorio.cli.options.shared import FILES, reading_options
from scorio.cli.options.viewing import view_options
from scorio.cli.output import check_outputs, give, output_options

if TYPE_CHECKING:
    from scorio._costing.plans import CostPlans


@click.command()
@FILES
@cost_options
@call_options("plan_costs")
@reading_options
@view_options("columns")
@output_options
def costs(
    files: tuple[str, ...],
    out: tuple[str, ...],
    *,
    options: dict[str, Any],
    view: dict[str, Any],
    as_json: bool,
    safe_csv: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Say what a half-width costs, or how to split money between models.

    \b
    Examples:
      scorio plan costs examples/agents.jsonl --cost dollars --half-width 0.02
      scorio plan costs examples/agents.jsonl --cost dollars --money 100
    """
    from scorio._calls.plan_costs import plan_costs
    from scorio._reading.paths import expand

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    counts, _ = with_costs(paths, dict(reading))
    found: CostPlans = plan_costs(counts, **options).spoken("command line")
    give(found.view(**view), out, as_json=as_json, safe_csv=safe_csv)
