"""Errors in the words of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio import _core
from scorio._errors import remedies
from scorio.cli.config import TYPED
from scorio.cli.used import is_used

if TYPE_CHECKING:
    from collections.abc import Mapping

# Options that an error is about, of errors whose sentence does not name it.
ABOUT = {
    "compare.margin_range": "--fail-if-worse", "compare.difference_range": "--difference",
}  # fmt: skip


def way_out(name: str, values: Mapping[str, Any], command: click.Command | None) -> str:
    """Give the words of a way out for a command, with no option that it lacks."""
    known = None if command is None else [one for option in command.params for one in option.opts]
    return _core.spelled(remedies()[name], list(values.items()), "command line", known)


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
        return f"{problem}; {way_out(name, values, _running())}{proposed}"
    return problem


def _proposed(error: Exception) -> str:
    """Give the command that scores the log, or its options for another command."""
    command: str | None = getattr(error, "command", None)
    if not command:
        return ""
    own = _running()
    if own is not None and own.name != "score":
        options = getattr(error, "read_by", "")
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
