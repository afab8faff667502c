"""The command `scorio cost`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.costs import cost_options
from scorio.cli.options.declared import call_options
from scorio.cli.options.reading import costed
from scorio.cli.options.shared import FILES, SAMPLED, reading_options
from scorio.cli.options.viewing import view_options
from scorio.cli.output import check_outputs, give, output_options

if TYPE_CHECKING:
    from scorio._costing.costs import Costs


@click.command(short_help="Say what success costs: scores beside dollars, tokens or seconds.")
@FILES
@cost_options
@call_options("cost", sampled=SAMPLED)
@reading_options
@view_options("only", "columns")
@output_options
def cost(
    files: tuple[str, ...],
    out: tuple[str, ...],
    *,
    options: dict[str, Any],
    view: dict[str, Any],
    as_json: bool,
    safe_csv: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Say what success costs: scores beside dollars, tokens or seconds.

    \b
    Examples:
      scorio cost examples/agents.jsonl --cost dollars --within 0.05
      scorio cost examples/agents.jsonl --cost dollars --retries 1-4
      scorio cost examples/agents.jsonl --cost seconds --cap 60,120,240
    """
    from scorio._reading.paths import expand

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    single = options["caps"] is not None or options["curve"] is not None
    found: Costs = costed(paths, dict(reading), options, single=single)
    give(found.spoken("command line").view(**view), out, as_json=as_json, safe_csv=safe_csv)
