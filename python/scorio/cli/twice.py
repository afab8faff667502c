"""Options that are given twice, of which the last would silently count."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.kinds import Numbers, Wholes

if TYPE_CHECKING:
    from collections.abc import Callable


def refuse_repeats(command: click.Command) -> None:
    """Let a command refuse an option with one value that is given several times."""
    command.make_parser = partial(_parser, command.make_parser)  # type: ignore[method-assign]


def _parser(make: Callable[[click.Context], Any], context: click.Context) -> Any:  # noqa: ANN401
    """Make the parser of a command that counts how often each option is given."""
    parser = make(context)
    parse = parser.parse_args

    def once(args: list[str]) -> tuple[dict[str, Any], list[str], list[click.Parameter]]:
        found: tuple[dict[str, Any], list[str], list[click.Parameter]] = parse(args)
        if not context.resilient_parsing:
            for option, times in Counter(found[2]).items():
                if times > 1 and _has_one_value(option):
                    raise ValueError(f"{_typed(option)} is given {times} times: {_way(option)}")
        return found

    parser.parse_args = once
    return parser


def _has_one_value(option: click.Parameter) -> bool:
    return isinstance(option, click.Option) and not (
        option.multiple or option.is_flag or option.name == "help"
    )


def _typed(option: click.Parameter) -> str:
    return max(option.opts, key=len)


def _way(option: click.Parameter) -> str:
    """Say how several values are given, if there may be several."""
    if isinstance(option.type, Wholes | Numbers):
        return f"give one list, as {_typed(option)} 1,8"
    return "give one list, as -1,NA" if option.name == "missing_values" else "give one"
