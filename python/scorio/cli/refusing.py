"""How a command says that it refuses: a sentence, and with --json a document, too."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import click

from scorio._errors import code_of
from scorio.cli.output import give_document, say
from scorio.cli.used import TYPED
from scorio.cli.wording import running, sentence


def refuse(error: Exception) -> None:
    """Say what is wrong on standard error. A program that asked for JSON gets it as JSON."""
    words = sentence(error)
    say(f"scorio: {words}", err=True)
    context = click.get_current_context(silent=True)
    parts = vars(error)
    give_error(context, code_of(error), words, parts.get("remedy"))


def give_error(
    context: click.Context | None,
    code: str,
    message: str,
    remedy: tuple[str, dict[str, Any]] | None = None,
) -> None:
    """Print an error as JSON on standard output, if JSON was asked for."""
    if context is None or not _wants_json(context):
        return
    way = None if remedy is None else {"name": remedy[0], "values": remedy[1]}
    give_document({"error": {"code": code, "message": message, "remedy": way}})


def _wants_json(context: click.Context) -> bool:
    """Whether the command line, or the file of options, has --json for the command that runs."""
    words = context.find_root().meta.get(TYPED, ())
    if "--out=-" in words or ("--out", "-") in pairwise(words):
        # Who reads that expects a table or counts.
        return False
    if "--json" in words:
        return True
    defaults: Any = context.find_root().default_map or {}
    for word in words:
        if isinstance(defaults.get(word), dict):
            defaults = defaults[word]
    command = running(context)
    return any(one.name == "as_json" for one in command.params) and bool(defaults.get("as_json"))
