"""Errors in the words of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio import _core
from scorio._errors import remedies
from scorio.cli.options.unlisted import is_hidden, only_in_files, rare_in, takes_counts
from scorio.cli.used import TYPED, is_used

if TYPE_CHECKING:
    from collections.abc import Mapping

# Options that an error is about, of errors whose sentence does not name it.
ABOUT = {
    "compare.margin_range": "--fail-if-worse", "compare.difference_range": "--difference",
}  # fmt: skip


# What some ways out leave open, because another command has it.
_MORE = {"cost.no_values": ", or count it with --keep-values (scorio count)"}


def way_out(name: str, values: Mapping[str, Any], command: click.Command | None) -> str:
    """Give the words of a way out for a command, with no option that it lacks.

    Of an option that the command takes from a file alone, they say so.
    """
    if command is None:
        return _core.spelled(remedies()[name], list(values.items()), "command line", None)
    known = [one for option in command.params if not is_hidden(option) for one in option.opts]
    words = _core.spelled(remedies()[name], list(values.items()), "command line", known)
    rare = rare_in(words, command)
    return words if rare is None else f"{words}; {only_in_files(rare, command)}"


def sentence(error: Exception) -> str:
    """Give the sentence of an error, with its way out as options."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot use {error.filename}: {error.strerror}"
    proposed = _proposed(error)
    about = ABOUT.get(getattr(error, "code", ""), "")
    problem = f"{about}: " if about else ""
    parts = vars(error)
    if (template := parts.get("template")) is not None:
        # An option and its value have a blank between them.
        template = template.replace("} = ", "} ")
        problem += template.format(**{name: _spelled(name) for name in parts["options"]})
    elif parts.get("remedy"):
        problem += parts["problem"]
    else:
        problem += str(error)
    if remedy := parts.get("remedy"):
        name, values = remedy
        more = _MORE.get(parts.get("code", ""), "")
        return f"{problem}; {way_out(name, values, _running())}{more}{proposed}"
    return problem


def _proposed(error: Exception) -> str:
    """Give the command that scores the log, or its options for another command."""
    command: str | None = getattr(error, "command", None)
    if not command:
        look: str | None = getattr(error, "look", None)
        return f"; to see what is there: {look}" if look else ""
    own = _running()
    if own is not None and own.name != "score":
        options = getattr(error, "read_by", "")
        if rare_in(options, own) is not None and takes_counts(own):
            counting = command.replace("scorio score ", "scorio count ", 1)
            return f"; this command counts it: {counting} --out counts.parquet"
        return f"; these options read it: {options}" if options else ""
    if is_used():
        command = command.replace("scorio ", "scorio --no-config ", 1)
    return f"; this command scores it: {command}"


def running(context: click.Context) -> click.Command:
    """Give the command that was typed, of a group the last one."""
    command = context.find_root().command
    for word in context.meta.get(TYPED, ()):
        if not isinstance(command, click.Group):
            break
        command = command.commands.get(word, command)
    return command


def _running() -> click.Command | None:
    context = click.get_current_context(silent=True)
    return None if context is None else running(context)


def _spelled(name: str) -> str:
    """Give an argument of Python as one types it here."""
    command = _running()
    for option in [] if command is None else command.params:
        if option.name == name and isinstance(option, click.Option):
            return max(option.opts, key=len)
    return name
