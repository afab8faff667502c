"""The command `scorio count`."""

from __future__ import annotations

from typing import Any

import click

from scorio.cli.options import FILES, reading_options
from scorio.cli.output import COUNT_FILE, check_count_file, keep
from scorio.cli.reading import counts_of


@click.command()
@FILES
@reading_options
@COUNT_FILE
def count(files: tuple[str, ...], out: str, **reading: Any) -> None:  # noqa: ANN401
    """Count FILES and keep the counts, a small fraction of the logs.

    \b
    Example:
      scorio count runs/monday/ --outcome passed --out monday.parquet
    """
    from scorio._paths import expand
    from scorio._report import report_lines

    paths = expand(files)
    check_count_file(out, paths)
    counts = counts_of(paths, reading)
    several = any(counts.scores)
    keep(counts, out, report_lines(counts.report, counts.notes, several_scores=several))
