"""The command `scorio config`: the options that a file gives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.output import give_document, say
from scorio.cli.used import USED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorio.cli.config_file import Config


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the file and its options as JSON.")
@click.pass_context
def config(context: click.Context, *, as_json: bool) -> None:
    """Show the options that scorio takes from a file, and from which.

    It is the nearest scorio.toml, or pyproject.toml with a table [tool.scorio], from the working
    folder up to the root of the repository. The command line wins. scorio --no-config reads no
    file, and scorio --config FILE another one.

    \b
    Example:
      scorio config
    """
    used: Config | None = context.meta.get(USED)
    if as_json:
        document = {
            "file": None if used is None else str(used.path),
            "options": {} if used is None else used.table,
        }
        give_document(document)
        return
    if used is None:
        say("No scorio.toml or [tool.scorio] from here upwards, or --no-config: no options.")
        return
    say(f"Options of {used.path}:")
    for line in _lines(used.table, ()):
        say(f"  {line}")


def _lines(table: dict[str, Any], above: tuple[str, ...]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _lines(value, (*above, key))
        else:
            shown = json.dumps(value, ensure_ascii=False, default=str)
            yield f"{'.'.join((*above, key))} = {shown}"
