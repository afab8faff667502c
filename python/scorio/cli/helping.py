"""The help of a command: the options that most people need, or all, under headings."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import click

from scorio.cli.options.groups import grouped
from scorio.cli.output import in_color

if TYPE_CHECKING:
    from collections.abc import Iterable

_ALL = "scorio.all"
# A command with no more options shows them all.
_FEW = 12
# A longer name has a line of its own.
_WIDEST = 28
# What stands behind the sentences of an option, such as its default and its range.
_EXTRAS = re.compile(r"(?:\s\s\[[^]]*\])+$")
_DEFAULT = re.compile(r"\[default: [^]]*\]")


def give_help(path: tuple[str, ...], command: click.Command) -> None:
    """Let a command show the options that most people need, and with --help all all of them."""
    name = " ".join(("scorio", *path))
    command.get_help_option = partial(_option, _help())  # type: ignore[method-assign]
    command.format_options = partial(_options, command)  # type: ignore[method-assign]
    command.format_epilog = partial(_epilog, command, name)  # type: ignore[method-assign]
    # In the list of a group, the first sentence is whole.
    command.short_help = command.short_help or _sentence(command)


def _sentence(command: click.Command) -> str:
    """Give the first sentence of what a command does."""
    words = " ".join((command.help or "").split("\n\n")[0].split())
    return re.split(r"(?<=\.) ", words)[0]


def _help() -> click.Option:
    return click.Option(
        ["-h", "--help"], is_flag=False, flag_value="", is_eager=True, expose_value=False,
        callback=_show, metavar="[all]", help="Show this message and exit.",
    )  # fmt: skip


def _option(option: click.Option, _: click.Context) -> click.Option:
    return option


def _show(context: click.Context, _: click.Parameter, given: str | None) -> None:
    """Show the help, whose word behind it is all, or no word of it."""
    if given is None or context.resilient_parsing:
        return
    context.meta[_ALL] = given == "all"
    click.echo(context.get_help(), color=context.color)
    context.exit()


def _options(
    command: click.Command, context: click.Context, formatter: click.HelpFormatter
) -> None:
    """Write the options under the headings of their groups."""
    whole = _is_whole(command, context)
    found = {
        group: list(_records([one for one, often in options if often or whole], context, whole))
        for group, options in grouped(command)
    }
    names = [len(name) for records in found.values() for name, _ in records]
    width = max((one for one in names if one <= _WIDEST), default=0)
    for group, records in found.items():
        if records:
            with formatter.section(click.style(group, bold=True) if in_color() else group):
                # All groups have one width.
                formatter.write_dl([(name.ljust(width), about) for name, about in records], _WIDEST)


def _records(
    options: Iterable[click.Option],
    context: click.Context,
    whole: bool,  # noqa: FBT001
) -> Iterable[tuple[str, str]]:
    """Give the names of options, and what they are, in a few words or whole."""
    for option in options:
        names, about = option.get_help_record(context) or ("", "")
        yield names, about if whole else _first(about)


def _first(about: str) -> str:
    """Give the first words of the help of an option, up to a full stop or semicolon.

    Its default stays.
    """
    extras = _EXTRAS.search(about)
    words = about[: extras.start()] if extras else about
    first = re.split(r"[.;] ", words)[0].rstrip(".")
    default = _DEFAULT.search(extras[0]) if extras else None
    return f"{first}." + (f"  {default[0]}" if default else "")


def _epilog(
    command: click.Command, name: str, context: click.Context, formatter: click.HelpFormatter
) -> None:
    """Write what follows: paragraphs, and with all options the lists, too."""
    whole = _is_whole(command, context)
    parts = (command.epilog or "").split("\n\n")
    lists = [part for part in parts if part.startswith("\b")]
    shown = [part for part in parts if part and (whole or part not in lists)]
    if not whole:
        number = sum(len(options) for _, options in grouped(command))
        more = ", and what they take" if lists else ""
        shown.append(f"{name} --help all shows all {number} options{more}.")
    if shown:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(shown))


def _is_whole(command: click.Command, context: click.Context) -> bool:
    """Whether all options are shown."""
    few = sum(len(options) for _, options in grouped(command)) <= _FEW
    return few or bool(context.meta.get(_ALL))
