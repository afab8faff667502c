"""What all commands have in common is added to each when it is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.cli.completing import add_completion
from scorio.cli.config import say_options
from scorio.cli.helping import give_help
from scorio.cli.options.unlisted import unlist
from scorio.cli.tree import all_of
from scorio.cli.twice import refuse_repeats

if TYPE_CHECKING:
    import click


def prepare(name: str, command: click.Command) -> click.Command:
    """Give a command of the program, or a group, with completion, help and a file of options."""
    for path, one in all_of(command, (name,)):
        add_completion(one)
        unlist(path, one)
        give_help(path, one)
        refuse_repeats(one)
        say_options(one)
    return command
