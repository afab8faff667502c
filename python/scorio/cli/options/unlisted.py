"""Options that a command has no more on the command line: former names, and rare ways to read."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.groups import key_of
from scorio.cli.output import say

if TYPE_CHECKING:
    from collections.abc import Callable

# Names of version 0.5 before its release, and those that took their place. Version 0.6 drops them.
FORMER = {"missing": "missing-values", "method": "estimator"}
# Commands that plan, decide or draw take rare ways to read from counts, or from a file of options.
_FEWER = {"plan", "gate", "converge", "plot", "report"}
_RARE = {
    "total", "correct", "rate", "records", "times", "path", "format", "regrade", "ids", "on-error",
    "on-bad-line", "allow-copies",
}  # fmt: skip


def unlist(path: tuple[str, ...], command: click.Command) -> None:
    """Let a command take former names, and some commands rare ways to read from a file alone."""
    keys = {key_of(one) for one in command.params if isinstance(one, click.Option)}
    former = {f"--{old}": f"--{new}" for old, new in FORMER.items() if new in keys}
    if former:
        command.parse_args = partial(_renamed, former, command.parse_args)  # type: ignore[method-assign]
    for option in command.params if path[0] in _FEWER else []:
        if isinstance(option, click.Option) and key_of(option) in _RARE:
            option.hidden = True
            option.add_to_parser = _leave_out  # type: ignore[method-assign, assignment]


def _leave_out(_: Any, __: click.Context) -> None:  # noqa: ANN401
    """Add nothing to a parser: only a file of options gives the option."""


def say_former(old: str, new: str) -> None:
    """Say which name took the place of a former one."""
    say(f"scorio: {old} is {new} now, and will be gone in 0.6", err=True)


def _renamed(
    former: dict[str, str],
    parse: Callable[[click.Context, list[str]], list[str]],
    context: click.Context,
    words: list[str],
) -> list[str]:
    """Read the words of a command, with new names for former ones."""
    found = []
    for place, word in enumerate(words):
        if word == "--":
            found += words[place:]
            break
        name, equals, value = word.partition("=")
        if name in former:
            if not context.resilient_parsing:
                say_former(name, former[name])
            word = f"{former[name]}{equals}{value}"  # noqa: PLW2901
        found.append(word)
    return parse(context, found)


def is_hidden(option: click.Parameter) -> bool:
    """Whether only a file of options gives an option."""
    return isinstance(option, click.Option) and option.hidden


def rare_in(words: str, command: click.Command) -> click.Parameter | None:
    """Give the first option in a sentence that a command takes from a file alone."""
    for option in command.params:
        if is_hidden(option) and re.search(rf"(?<![\w-]){option.opts[0]}(?![\w-])", words):
            return option
    return None


def takes_counts(command: click.Command) -> bool:
    """Whether a command takes count files. They keep no order of the trials."""
    return command.name != "converge"


def only_in_files(option: click.Parameter, command: click.Command) -> str:
    """Say where an option is given that a command takes from a file alone."""
    name = option.opts[0]
    written = f"write {name.lstrip('-')} = … into scorio.toml"
    counted = f", or count the logs by scorio count {name}" if takes_counts(command) else ""
    return f"this command has no {name}: {written}{counted}"
