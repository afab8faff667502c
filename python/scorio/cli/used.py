"""Options that a command takes from a file, as its result and its errors name them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from scorio.cli.config_file import Config

# What the context of the program remembers: the words that were typed, the file of options, and its
# options for each command.
TYPED, USED, GIVEN = "scorio.typed", "scorio.config", "scorio.given"


class Given(NamedTuple):
    """An option of the file: its key, its value there, and as the command line has it."""

    key: str
    value: Any
    default: Any

    def shown(self) -> str:
        """Give the option as the file has it."""
        import json

        return f"{self.key} = {json.dumps(self.value, ensure_ascii=False, default=str)}"


def is_used() -> bool:
    """Whether the command that runs takes options from a file."""
    context = click.get_current_context(silent=True)
    return context is not None and context.meta.get(USED) is not None


def options_used(context: click.Context | None) -> str | None:
    """Say which options of the file decide for a command, with their values, if any does."""
    config: Config | None = None if context is None else context.meta.get(USED)
    if context is None or config is None:
        return None
    own = of_command(context.meta[GIVEN], context)
    from_file = click.core.ParameterSource.DEFAULT_MAP
    used = [
        one.shown()
        for name, one in own.items()
        if isinstance(one, Given) and context.get_parameter_source(name) is from_file
    ]
    return f"Options of {config.path}: {', '.join(used)}" if used else None


def of_command(given: dict[str, Any], context: click.Context) -> dict[str, Any]:
    """Give the part of the file that a command takes."""
    for name in context.command_path.split()[1:]:
        given = given.get(name, {})
    return given
