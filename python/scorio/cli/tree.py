"""The commands in their groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator


def commands_of(
    group: click.Group, above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Give the commands of a group and of the groups in it, each behind the words that name it."""
    for name, command in group.commands.items():
        yield from all_of(command, (*above, name))


def all_of(
    command: click.Command, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Give a command, or all commands of a group."""
    if isinstance(command, click.Group):
        yield from commands_of(command, path)
    else:
        yield path, command
