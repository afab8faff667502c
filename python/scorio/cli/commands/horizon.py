"""The command `scorio horizon`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.declared import call_options
from scorio.cli.options.lengths import dates_given, with_lengths
from scorio.cli.options.shared import FILES, reading_options
from scorio.cli.options.viewing import view_options
from scorio.cli.output import check_outputs, give, output_options

if TYPE_CHECKING:
    from scorio._horizons.horizons import Horizons


@click.command(short_help="Say how long a task a model can do: its time horizon.")
@FILES
@click.option("--baseline", metavar="NAME", help="The model that the others are compared with.")
@click.option("--bank", metavar="FILE", help="Item bank whose difficulties are the lengths of "
              "--length item. scorio adaptive fit makes one.")  # fmt: skip
@call_options("horizon", at="Shares of success, as 0.5,0.8,0.95.",
              dates="Dates of models, for the doubling time: a CSV file with the columns model and "
              "date, or NAME=2025-03-01.")  # fmt: skip
@reading_options
@view_options("only", "columns")
@output_options
def horizon(
    files: tuple[str, ...],
    baseline: str | None,
    out: tuple[str, ...],
    bank: str | None,
    *,
    options: dict[str, Any],
    view: dict[str, Any],
    as_json: bool,
    safe_csv: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Say how long a task a model can do, in minutes of a person or any other length.

    \b
    Examples:
      scorio horizon examples/horizons.jsonl --length human_minutes
      scorio horizon examples/horizons.jsonl --length human_minutes --these
      scorio horizon examples/agents.jsonl --length item
    """
    import scorio
    from scorio._reading.paths import expand

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    counts, cluster = with_lengths(paths, dict(reading), options["length"])
    options |= {"dates": dates_given(options["dates"]), "cluster": cluster, "baseline": baseline}
    options |= {"bank": bank}
    found: Horizons = scorio.horizon(counts, **options)
    give(found.spoken("command line").view(**view), out, as_json=as_json, safe_csv=safe_csv)
