"""The command `scorio count`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.costs import cost_options
from scorio.cli.options.grading import counts_by, rubric_options, without_rubric
from scorio.cli.options.reading import counts_of
from scorio.cli.options.shared import FILES, reading_options
from scorio.cli.output import COUNT_FILE, KEPT_JSON, check_count_file, keep

if TYPE_CHECKING:
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums


@click.command()
@FILES
@reading_options
@cost_options
@click.option("--keep-values", is_flag=True,
              help="Keep every cost beside the sums. Caps need them.")  # fmt: skip
@rubric_options
@COUNT_FILE
@KEPT_JSON
def count(
    files: tuple[str, ...],
    out: str,
    rubric: str | None,
    signals: tuple[str, ...],
    memory: str | None,
    *,
    keep_values: bool,
    as_json: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Count FILES and keep the counts, a small fraction of the logs.

    \b
    Example:
      scorio count runs/ --question task_id --outcome passed --out counts.parquet
    """
    from scorio._reading.paths import expand
    from scorio._reading.report import report_lines

    paths = expand(files)
    check_count_file(out, paths, as_json=as_json)
    counts: Counts | Sums
    if rubric is None:
        without_rubric(signals, memory)
        if keep_values and reading["cost"] is None:
            raise ValueError("--keep-values keeps costs: name their field by --cost")
        counts = counts_of(paths, reading, keep_values=keep_values)
    else:
        counts, _ = counts_by(paths, rubric, signals, memory, reading)
    several = any(counts.scores)
    lines = report_lines(counts.report, counts.notes, several_scores=several)
    keep(counts, out, lines, as_json=as_json)
