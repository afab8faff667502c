"""`python -m parity`: compare scorio with itself in Julia, with exactness, with others."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from parity import cases, comparison, report
from parity.cases import reference

FILE = click.Path(dir_okay=False, writable=True, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


def in_a_folder(
    _context: click.Context, _option: click.Parameter, file: Path | None
) -> Path | None:
    """Refuse a file that could not be written in the end."""
    if file is not None and not file.parent.is_dir():
        raise click.BadParameter(f"the folder {str(file.parent)!r} does not exist")
    if file is not None and not file.exists() and not os.access(file.parent, os.W_OK):
        raise click.BadParameter(f"the folder {str(file.parent)!r} cannot be written to")
    return file


def with_values(
    _context: click.Context, _option: click.Parameter, named: Path | None
) -> Path | None:
    """Refuse a named folder that holds no recorded values."""
    if named is not None:
        try:
            reference.folder(named)
        except reference.NoReferenceError as reason:
            raise click.BadParameter(str(reason)) from reason
    return named


@click.command()
@click.argument("functions", nargs=-1, type=click.Choice(cases.EVERY), metavar="[FUNCTION]...")
@click.option(
    "--json",
    "json_file",
    type=FILE,
    callback=in_a_folder,
    help="Write the report as JSON, with each function's worst case in full: its line of "
    "Julia, the options of the Python call, and the outcomes of R.",
)
@click.option(
    "--markdown",
    "markdown_file",
    type=FILE,
    callback=in_a_folder,
    help="Write the report as Markdown; in a page with a place for it, there.",
)
@click.option(
    "--reference",
    "recorded",
    type=FOLDER,
    callback=with_values,
    help="Folder of recorded values  [default: reference/ of $SCORIO_SHARED].",
)
@click.option("--no-live", is_flag=True, help="Do not install and ask the earlier packages.")
def main(
    functions: tuple[str, ...],
    json_file: Path | None,
    markdown_file: Path | None,
    recorded: Path | None,
    *,
    no_live: bool,
) -> None:
    """Compare FUNCTIONs of scorio.eval, or all of them, and print the report.

    Python and Julia answer the same cases, and must agree to the last bit. Exact arithmetic,
    recorded values and two earlier packages are the measure. The exit status is 1 if Python and
    Julia differ, or if a value is further than 1e-13 from the exact one.
    """
    found = comparison.compare(
        functions or cases.EVERY,
        recorded=recorded,
        live=not no_live,
        tell=lambda line: click.echo(line, err=True),
    )
    click.echo(report.terminal(found))
    if json_file is not None:
        text = json.dumps(report.data(found), indent=1, ensure_ascii=False)
        json_file.write_text(f"{text}\n", encoding="utf-8")
    if markdown_file is not None:
        report.write_markdown(found, markdown_file)
    wrong = any((result.error or 0.0) > comparison.EXACT for result in found.results)
    if found.unequal or wrong:
        raise click.exceptions.Exit(1)


if __name__ == "__main__":
    main(prog_name="python -m parity")
