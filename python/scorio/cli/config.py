"""Options from a file: what they are, and the command `scorio config` that shows them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.adaptive.replay import priced
from scorio.cli.config_file import Config, found
from scorio.cli.options.methods import check_methods
from scorio.cli.options.shared import METRICS, pairs, reading_options
from scorio.cli.output import say
from scorio.show.escaping import in_json, on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Options whose texts name files, from the folder of the configuration.
_FILES = ("questions", "rubric")
_METRICS = {name for name, *_ in METRICS} | {"max_at_k"}
# What the context of the program remembers for `scorio config`.
_USED = "scorio.config"
# Tables that an unknown key may belong in, and how alike the names of two keys are.
_NAMED, _NEAR = 3, 0.7
# The words of the command line.
TYPED = "scorio.typed"


@reading_options
def _reads() -> None:
    """Carry the options of reading."""


READING = {param.name for param in _reads.__click_params__}  # type: ignore[attr-defined]
# Options that hold for every command that reads logs.
_SHARED = READING | {"weights"}


def options_from_file(context: click.Context, group: click.Group) -> None:
    """Give the commands the options of the nearest file, where the command line has none.

    Raises
    ------
    ValueError
        A key that is no option, or a value that the option does not take.
    """
    config = found()
    context.meta[_USED] = config
    if config is None:
        return
    defaults, used = _table(config, group, config.table, ())
    context.default_map = defaults
    typed: list[str] = context.meta[TYPED]
    named = [
        key
        for key in _names(defaults, context.invoked_subcommand, used)
        if not any(word.partition("=")[0] == f"--{key}" for word in typed)
    ]
    if named and not {"--help", "-h", "config"} & {*typed, context.invoked_subcommand}:
        say(f"scorio: options of {config.path}: {', '.join(named)}", err=True)


def is_used() -> bool:
    """Whether the command that runs takes options from a file."""
    context = click.get_current_context(silent=True)
    return context is not None and context.meta.get(_USED) is not None


def defaults_of(context: click.Context) -> dict[str, Any]:
    """Give what the file says for a command, by the names of its parameters."""
    root = context.find_root()
    config = None if root.params.get("no_config") else found()
    if config is None or not isinstance(root.command, click.Group):
        return {}
    defaults, _ = _table(config, root.command, config.table, ())
    for name in context.command_path.split()[1:]:
        defaults = defaults.get(name, {})
    return defaults


def _names(defaults: dict[str, Any], command: str | None, used: dict[str, str]) -> list[str]:
    """Name the options that a command takes from the file."""
    own = defaults.get(command or "", {})
    # A group names those of all its commands, because none of them is known yet.
    parts = [one for one in own.values() if isinstance(one, dict)] or [own]
    return list(dict.fromkeys(used[name] for part in parts for name in part if name in used))


def _table(
    config: Config,
    group: click.Group,
    table: dict[str, Any],
    above: tuple[str, ...],
) -> tuple[dict[str, Any], dict[str, str]]:
    """Give the options of each command of a group by their parameters, and the keys of these."""
    used: dict[str, str] = {}
    shared = {key: value for key, value in table.items() if key not in group.commands}
    known = _shared_keys(group) if not above else {}
    for key in shared:
        if key not in known:
            raise _unknown(config, (*above, key), [*known, *group.commands])
    defaults: dict[str, Any] = {}
    for name, command in group.commands.items():
        own = table.get(name, {})
        if not isinstance(own, dict):
            raise _unfit(config, (*above, name), "it is the table of a command")
        if isinstance(command, click.Group):
            defaults[name], inner = _table(config, command, own, (*above, name))
            used |= inner
            if not above:
                for sub, part in command.commands.items():
                    given = _options(config, part, shared, (), lenient=True)
                    defaults[name][sub] = given[0] | defaults[name][sub]
                    used |= given[1]
            continue
        first = _options(config, command, shared, above, lenient=True) if not above else ({}, {})
        second = _options(config, command, own, (*above, name), lenient=False)
        defaults[name] = first[0] | second[0]
        used |= first[1] | second[1]
    return defaults, used


def _shared_keys(group: click.Group) -> dict[str, click.Option]:
    """Give the keys that hold for every command."""
    return {
        key: option
        for _, command in _placed_commands(group, ())
        for key, option in _keys(command).items()
        if option.name in _SHARED and _reads_logs(command)
    }


def _reads_logs(command: click.Command) -> bool:
    """Whether a command has the options of reading, and not others of their names."""
    return {one.name for one in command.params} >= READING


def _keys(command: click.Command) -> dict[str, click.Option]:
    """Give the options of a command by their keys: the longest name without its dashes."""
    return {
        max(one.opts, key=len).lstrip("-"): one
        for one in command.params
        if isinstance(one, click.Option) and one.name != "help"
    }


def _options(
    config: Config,
    command: click.Command,
    table: dict[str, Any],
    above: tuple[str, ...],
    *,
    lenient: bool,
) -> tuple[dict[str, Any], dict[str, str]]:
    known = _keys(command)
    values: dict[str, Any] = {}
    used: dict[str, str] = {}
    if lenient and not _reads_logs(command):
        return values, used
    for key, value in table.items():
        option = known.get(key)
        if option is None or (lenient and option.name not in _SHARED):
            if lenient:
                continue
            raise _unknown(config, (*above, key), known)
        name = str(option.name)
        values[name] = _value(config, option, (*above, key), value)
        used[name] = key
    return values, used


def _value(config: Config, option: click.Option, path: tuple[str, ...], value: object) -> object:
    """Give a value as the command line has it, and check that the option takes it."""
    if option.is_flag != isinstance(value, bool):
        what = "it is true or false" if option.is_flag else "the option takes a value"
        raise _unfit(config, path, what)
    if isinstance(value, bool):
        return value
    texts = _texts(config, path, value)
    if path[-1] in _FILES:
        texts = [_placed(config, text) for text in texts]
    if not option.multiple and option.nargs == 1:
        texts = [",".join(texts)]
    context = click.Context(click.Command("config"))
    try:
        made = [option.type.convert(text, option, context) for text in texts]
        if option.callback and made:
            option.callback(context, option, tuple(made) if option.multiple else made[0])
        _check_names(option, texts)
    except click.BadParameter as error:
        raise _unfit(config, path, error.message) from None
    except ValueError as error:
        raise _unfit(config, path, str(error)) from None
    return texts if option.multiple or option.nargs != 1 else texts[0]


def _check_names(option: click.Option, texts: list[str]) -> None:
    """Refuse names that no command knows, and pairs that are none."""
    if option.name in ("metric", "metrics"):
        for text in texts:
            if text.removesuffix("_ci") not in _METRICS:
                raise ValueError(f"there is no metric {text!r}")
    elif option.name == "methods":
        check_methods(tuple(texts))
    elif option.metavar == "MODEL=COST":
        for text in texts:
            priced(text)
    elif str(option.metavar).startswith("NAME=VALUE"):
        pairs(max(option.opts, key=len), tuple(texts))


def _texts(config: Config, path: tuple[str, ...], value: object) -> list[str]:
    if isinstance(value, dict):
        return [
            f"{name}={','.join(_texts(config, (*path, name), own))}" for name, own in value.items()
        ]
    if isinstance(value, list):
        return [text for one in value for text in _texts(config, path, one)]
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise _unfit(config, path, "it is a text, a number, or a list or table of these")
    return [str(value)]


def _placed(config: Config, text: str) -> str:
    """Give a file from the folder of the configuration."""
    folder = config.path.parent
    named = text.isdecimal() or text.partition(":")[0] == "paper"
    return text if named or folder == Path.cwd() else str(folder / text)


def _unknown(config: Config, path: tuple[str, ...], known: Iterable[str]) -> ValueError:
    """Say what an unknown key may be: another spelling, or an option of other commands."""
    from difflib import get_close_matches

    key, known = path[-1], list(known)
    dashed = key.replace("_", "-")
    place = f" of {'.'.join(path[:-1])}" if path[:-1] else ""
    owners = _owners(dashed)
    if dashed in known:
        says = f": did you mean {dashed}?"
    elif owners:
        tables = " or ".join(f"[{'.'.join(owner)}]" for owner in owners[:_NAMED])
        more = ", …" if len(owners) > _NAMED else ""
        says = f": {dashed} belongs in the table {tables}{more}"
    elif near := get_close_matches(dashed, known, 1, _NEAR):
        says = f": did you mean {near[0]}?"
    else:
        says = f": there are {', '.join(known)}"
    return ValueError(f"{config.path}: {on_a_line(key)} is no option{place}{says}")


def _owners(key: str) -> list[tuple[str, ...]]:
    """Give the commands that have an option."""
    context = click.get_current_context(silent=True)
    root = None if context is None else context.find_root().command
    if not isinstance(root, click.Group):
        return []
    return [path for path, command in _placed_commands(root, ()) if key in _keys(command)]


def _placed_commands(
    group: click.Group, above: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _placed_commands(command, (*above, name))
        else:
            yield (*above, name), command


def _unfit(config: Config, path: tuple[str, ...], why: str) -> ValueError:
    return ValueError(f"{config.path}: {'.'.join(map(on_a_line, path))} does not fit: {why}")


@click.command("config")
@click.option("--json", "as_json", is_flag=True, help="Print the file and its options as JSON.")
@click.pass_context
def config_command(context: click.Context, *, as_json: bool) -> None:
    """Show the options that scorio takes from a file, and from which.

    It is the nearest scorio.toml, or pyproject.toml with a table [tool.scorio], from the working
    folder upwards. The command line wins, and scorio --no-config reads no file.

    \b
    Example:
      scorio config
    """
    config: Config | None = context.meta.get(_USED)
    if as_json:
        document = {
            "file": None if config is None else str(config.path),
            "options": {} if config is None else config.table,
        }
        text = json.dumps(document, indent=1, ensure_ascii=False, default=str)
        click.echo(in_json(text))
        return
    if config is None:
        say("No scorio.toml or [tool.scorio] from here upwards, or --no-config: no options.")
        return
    say(f"Options of {config.path}:")
    for line in _lines(config.table, ()):
        say(f"  {line}")


def _lines(table: dict[str, Any], above: tuple[str, ...]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _lines(value, (*above, key))
        else:
            shown = json.dumps(value, ensure_ascii=False, default=str)
            yield f"{'.'.join((*above, key))} = {shown}"
