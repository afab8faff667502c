"""Options from a file: what they are, and which commands take them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.config_file import Config, Search, found, named
from scorio.cli.options.shared import METRICS, pairs, reading_options
from scorio.cli.options.unlisted import FORMER, say_former
from scorio.cli.output import say
from scorio.cli.tree import commands_of
from scorio.cli.used import GIVEN, TYPED, USED, Given, of_command, options_used
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# Options whose texts name files to read, in the folder of the configuration or below it.
_FILES = ("questions", "rubric", "against", "item-costs")
_METRICS = {name for name, *_ in METRICS} | {"max_at_k"}
# Words with which nothing is said of a file.
_QUIET = {"--help", "-h"}
# Tables that an unknown key may belong in, and how alike the names of two keys are.
_NAMED, _NEAR = 3, 0.6


@reading_options
def _reads() -> None:
    """Carry the options of reading."""


READING = {param.name for param in _reads.__click_params__}  # type: ignore[attr-defined]
# Options that hold for every command that reads logs.
_SHARED = READING | {"weights"}


def options_from_file(context: click.Context, group: click.Group, file: str | None) -> None:
    """Give the commands the options of a file, where the command line has none.

    Without a file that is named, the nearest counts.

    Raises
    ------
    ValueError
        A key that is no option, or a value that the option does not take.
    """
    search = found() if file is None else Search(named(Path(file)), None)
    typed = {*context.meta[TYPED], context.invoked_subcommand}
    asks_for_help = bool(_QUIET & typed)
    if search.ignored is not None and not asks_for_help:
        say(f"scorio: {search.ignored}: not read; --config FILE reads it", err=True)
    config = context.meta[USED] = search.config
    if config is None:
        return
    try:
        context.meta[GIVEN] = _table(config, group, config.table, ())
    except ValueError as error:
        # Help says what a file may have.
        if not asks_for_help:
            raise
        say(f"scorio: {error}", err=True)
        context.meta[USED] = None
    else:
        context.default_map = _defaults(context.meta[GIVEN])


def say_options(command: click.Command) -> None:
    """Let a command say which options it takes from a file before it runs."""
    command.invoke = partial(_invoke, command.invoke)  # type: ignore[method-assign]


def _invoke(run: Callable[[click.Context], Any], context: click.Context) -> Any:  # noqa: ANN401
    used = options_used(context)
    if used is not None:
        say(f"scorio: {used[0].lower()}{used[1:]}", err=True)
    return run(context)


def defaults_of(context: click.Context) -> dict[str, Any]:
    """Give what the file says for a command, by the names of its parameters."""
    root = context.find_root()
    file = root.params.get("config")
    if root.params.get("no_config") or not isinstance(root.command, click.Group):
        return {}
    config = named(Path(file)) if file else found().config
    if config is None:
        return {}
    return _defaults(of_command(_table(config, root.command, config.table, ()), context))


def _defaults(given: dict[str, Any]) -> dict[str, Any]:
    """Give the values as the command line has them."""
    return {
        name: one.default if isinstance(one, Given) else _defaults(one)
        for name, one in given.items()
    }


def _table(
    config: Config,
    group: click.Group,
    table: dict[str, Any],
    above: tuple[str, ...],
) -> dict[str, Any]:
    """Give the options of each command of a group by their parameters."""
    known = _shared_keys(group) if not above else {}
    shared = {key: value for key, value in table.items() if key not in group.commands}
    shared = _named_now(config, above, shared, known)
    for key in shared:
        if key not in known:
            raise _unknown(config, (*above, key), [*known, *group.commands])
    found: dict[str, Any] = {}
    for name, command in group.commands.items():
        own = table.get(name, {})
        if not isinstance(own, dict):
            raise _unfit(config, (*above, name), "it is the table of a command")
        if isinstance(command, click.Group):
            found[name] = _table(config, command, own, (*above, name))
            for sub, part in command.commands.items() if not above else ():
                given = _options(config, part, shared, (), lenient=True)
                found[name][sub] = given | found[name][sub]
            continue
        first = _options(config, command, shared, above, lenient=True) if not above else {}
        own = _named_now(config, (*above, name), own, _keys(command))
        found[name] = first | _options(config, command, own, (*above, name), lenient=False)
    return found


def _named_now(
    config: Config, above: tuple[str, ...], table: dict[str, Any], known: Iterable[str]
) -> dict[str, Any]:
    """Give a table with new names for former ones, which are said to those who run a command."""
    found = {}
    for key, value in table.items():
        new = FORMER.get(key)
        if new is None or key in known or new not in known:
            found[key] = value
            continue
        if new in table:
            raise _unfit(config, (*above, key), f"it is the former name of {new}: give one")
        context = click.get_current_context(silent=True)
        if context is not None and not context.resilient_parsing:
            say_former(f"{config.path}: {'.'.join((*above, key))}", new)
        found[new] = value
    return found


def _shared_keys(group: click.Group) -> dict[str, click.Option]:
    """Give the keys that hold for every command."""
    return {
        key: option
        for _, command in commands_of(group)
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
) -> dict[str, Given]:
    known = _keys(command)
    found: dict[str, Given] = {}
    if lenient and not _reads_logs(command):
        return found
    for key, value in table.items():
        option = known.get(key)
        if option is None or (lenient and option.name not in _SHARED):
            if lenient:
                continue
            raise _unknown(config, (*above, key), known)
        if (why := _not_of_files(option)) is not None:
            raise _unfit(config, (*above, key), why)
        found[str(option.name)] = Given(key, value, _value(config, option, (*above, key), value))
    return found


def _not_of_files(option: click.Option) -> str | None:
    """Say why only the command line has an option: it writes, or is about one reading alone."""
    if isinstance(option.type, click.Path) and not option.type.exists:
        return "a file of options does not say what is written"
    if option.name == "guess":
        return "it says what in one reading is guessed, and a file of options holds for all"
    return "a file of options never forces" if option.name == "force" else None


def _value(config: Config, option: click.Option, path: tuple[str, ...], value: object) -> object:
    """Give a value as the command line has it, and check that the option takes it."""
    if option.is_flag != isinstance(value, bool):
        what = "it is true or false" if option.is_flag else "the option takes a value"
        raise _unfit(config, path, what)
    if isinstance(value, bool):
        return value
    texts = _texts(config, path, value)
    if path[-1] in _FILES:
        texts = [_placed(config, path, text) for text in texts]
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
        from scorio.cli.options.methods import check_methods

        check_methods(tuple(texts))
    elif option.metavar == "MODEL=COST":
        from scorio.cli.adaptive.replay import priced

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


def _placed(config: Config, path: tuple[str, ...], text: str) -> str:
    """Give a file of the configuration's folder, or below it."""
    folder = config.path.parent
    file, _, of_rubric = text.partition(":") if path[-1] == "rubric" else (text, "", "")
    if text.isdecimal() or (file == "paper" and of_rubric):
        return text
    if not (folder / file).resolve().is_relative_to(folder.resolve()):
        raise _unfit(config, path, f"{on_a_line(file)} is not in the folder of the configuration")
    return text if folder == Path.cwd() else str(folder / text)


def _unknown(config: Config, path: tuple[str, ...], known: Iterable[str]) -> ValueError:
    """Say what an unknown key may be: another spelling, or an option of other commands."""
    from difflib import get_close_matches

    key, known = path[-1], list(known)
    dashed = key.replace("_", "-")
    place = f" of {'.'.join(path[:-1])}" if path[:-1] else ""
    owners = _owners(dashed)
    below = [owner for owner in owners if path[:-1] and owner[: len(path) - 1] == path[:-1]]
    if dashed in known:
        says = f": did you mean {dashed}?"
    elif owners:
        tables = " or ".join(f"[{'.'.join(owner)}]" for owner in below or owners[:_NAMED])
        more = ", …" if len(owners) > _NAMED and not below else ""
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
    return [path for path, command in commands_of(root) if key in _keys(command)]


def _unfit(config: Config, path: tuple[str, ...], why: str) -> ValueError:
    return ValueError(f"{config.path}: {'.'.join(map(on_a_line, path))} does not fit: {why}")
