"""The command `scorio inspect`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.reading import labels_of
from scorio.cli.options.shared import FILES, parsed, reading_options
from scorio.cli.output import check_stdout, give_document, say
from scorio.cli.progress import Progress

if TYPE_CHECKING:
    from scorio._inspecting.inspection import Inspection


@click.command()
@FILES
@reading_options
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON document for each file, on one line."
)
def inspect(files: tuple[str, ...], *, as_json: bool, **reading: Any) -> None:  # noqa: ANN401
    """Say what FILES are and what they hold, without scoring them.

    Files that are read alike, as those of a folder, get one command.

    \b
    Example:
      scorio inspect examples/coins.jsonl
    """
    from scorio._inspecting.inspect import inspect as look
    from scorio._inspecting.together import asks_nothing, together
    from scorio._reading.paths import Found, expand

    check_stdout()
    paths = expand(files)
    parsed(reading)
    if labels_of(reading) is not None:
        raise ValueError("labels are for scores: an inspection shows fields as they are")
    found = together(files, paths) if len(paths) > 1 and asks_nothing(reading) else None
    if found is not None:
        paths = []
        _give(found, as_json=as_json)
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
        _give(found, as_json=as_json)
    if unknown:
        say(f"No logs, or none that can be read: {', '.join(unknown)}", err=as_json)


def _give(found: Inspection, *, as_json: bool) -> None:
    if as_json:
        give_document(found.document(), indent=None)
    else:
        say(found.to_text())
