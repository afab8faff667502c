"""Completion in a shell: of metrics, methods, files, and of what the named logs hold."""

from __future__ import annotations

import os
import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.config import READING, defaults_of
from scorio.cli.options.shared import METRICS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from click.shell_completion import CompletionItem

    Find = Callable[[click.Context], Iterable[str]]

# Bytes of logs that a press of the Tab key has time to count. Count files are read at any size.
_SMALL = 1 << 24
_FILES = ("files", "against", "rubric", "questions", "bank", "state")
_MODELS = ("only", "baseline")


def add_completion(command: click.Command) -> None:
    """Let the options and arguments of a command know what completes them."""
    for param in command.params:
        if isinstance(param.type, click.Choice):
            continue
        if (find := _finder(param)) is not None:
            param.shell_complete = partial(_items, find)  # type: ignore[method-assign]
        elif param.name in _FILES:
            param.shell_complete = partial(_files)  # type: ignore[method-assign]


def _finder(param: click.Parameter) -> Find | None:
    """Give what finds the values of an option."""
    if param.name in _MODELS:
        return _models
    if param.metavar == "FIELD":
        return _fields
    if param.name in ("metric", "metrics"):
        return _metrics
    return _methods if param.name == "methods" else None


def _items(find: Find, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Give the values that begin as the word does, quoted where the shell does not quote them."""
    quote = shlex.quote if os.environ.get("_SCORIO_COMPLETE", "").startswith("bash") else str
    try:
        names = list(find(ctx))
    except Exception:  # noqa: BLE001  what cannot be read has no names, and Tab says nothing
        return []
    known = (name for name in names if name.startswith(incomplete) and name.isprintable())
    return [_item(quote(name)) for name in dict.fromkeys(known)]


def _files(_: click.Context, incomplete: str) -> list[CompletionItem]:
    return [_item(incomplete, "file")]


def _item(value: str, kind: str = "plain") -> CompletionItem:
    from click.shell_completion import CompletionItem

    return CompletionItem(value, kind)


def _metrics(_: click.Context) -> list[str]:
    return [name for name, *_ in METRICS]


def _methods(_: click.Context) -> list[str]:
    from scorio._core import rank_methods

    return [str(one["name"]) for one in rank_methods()]


def _models(ctx: click.Context) -> list[str]:
    """Name the models of the files that stand before the word."""
    from scorio.cli.options.reading import clustered

    paths, reading = _paths(ctx), _reading(ctx)
    if sum(Path(path).stat().st_size for path in paths if not path.endswith(".parquet")) > _SMALL:
        return []
    with ctx.scope(cleanup=False):
        return list(clustered(paths, reading).models)


def _fields(ctx: click.Context) -> list[str]:
    """Name the fields of the first file that stands before the word."""
    from scorio._inspecting.inspect import inspect

    return [str(field["name"]) for field in inspect(_paths(ctx)[0]).document()["fields"]]


def _paths(ctx: click.Context) -> list[str]:
    """Give the files that stand before the word."""
    from scorio._reading.paths import expand

    # Behind an option without its value, click leaves the arguments as they were typed.
    typed = ctx.params.get("files") or [one for one in ctx.args if Path(one).exists()]
    return expand(typed)


def _reading(ctx: click.Context) -> dict[str, Any]:
    """Give how the words and the configuration say to read the files."""
    typed = click.core.ParameterSource.COMMANDLINE
    defaults = defaults_of(ctx)
    reading = {}
    for param in ctx.command.params:
        name = str(param.name)
        if name not in READING:
            continue
        value = ctx.params.get(name)
        if name in defaults and ctx.get_parameter_source(name) is not typed:
            value = param.process_value(ctx, defaults[name])
        reading[name] = value
    return reading
