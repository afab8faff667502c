"""The command `scorio merge`."""

from __future__ import annotations

import click

from scorio.cli.options.reading import load_all
from scorio.cli.options.shared import ALLOW_COPIES, FILES
from scorio.cli.output import COUNT_FILE, KEPT_JSON, check_count_file, keep


@click.command()
@FILES
@COUNT_FILE
@ALLOW_COPIES
@KEPT_JSON
def merge(files: tuple[str, ...], out: str, *, allow_copies: bool, as_json: bool) -> None:
    """Add up the count files FILES.

    \b
    Example:
      scorio merge monday.parquet tuesday.parquet --out week.parquet
    """
    from scorio._reading.paths import expand

    paths = expand(files)
    check_count_file(out, paths, as_json=as_json)
    keep(load_all(paths, allow_copies=allow_copies), out, as_json=as_json)
