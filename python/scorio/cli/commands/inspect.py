"""The command `scorio inspect`."""

from __future__ import annotations

from typing import Any

import click

from scorio.cli.options.shared import FILES, parsed, reading_options
from scorio.cli.output import check_stdout, give_document, say
from scorio.cli.progress import Progress


@click.command()
@FILES
@reading_options
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON document for each file, on one line."
)
def inspect(files: tuple[str, ...], *, as_json: bool, **reading: Any) -> None:  # noqa: ANN401
    """Say what FILES are and what they hold, without scoring them.

    \b
    Example:
      scorio inspect examples/coins.jsonl
    """
    from scorio._inspecting.inspect import inspect as look
    from scorio._reading.paths import Found, expand

    check_stdout()
    paths = expand(files)
    parsed(reading)
    unknown: list[str] = []
    for path in paths:
        try:
            with Progress([path]) as progress:
                found = look(path, progress=progress.update, **reading)
        except ValueError:
            # In a folder there may be other files than logs.
            if not isinstance(path, Found) or len(paths) == len(unknown) + 1:
                raise
            unknown.append(path)
            continue
        if as_json:
            give_document(found.document(), indent=None)
        else:
            say(found.to_text())
    if unknown:
        say(f"No logs, or none that can be read: {', '.join(unknown)}", err=as_json)
