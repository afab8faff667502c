"""The command line: its commands, and how mistakes end."""

from __future__ import annotations

import gc
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from scorio._core import __version__
from scorio._internal_error import InternalError
from scorio.cli.ending import ended
from scorio.cli.loading import Loading
from scorio.cli.used import TYPED

if TYPE_CHECKING:
    from collections.abc import Callable

# Where the commands stand.
_HOMES = {
    name: f"scorio.cli.commands.{name}"
    for name in (
        "score", "compare", "gate", "rank", "cost", "horizon", "judge", "converge", "plan",
        "simulate", "plot", "report", "rubric", "adaptive", "count", "merge", "inspect", "config",
    )
} | {"adaptive": "scorio.cli.adaptive.command"}  # fmt: skip
# Commands that a sentence names.
_NAMED = 4
# New objects after which a program looks for what it needs no more. Python's own number is 700.
_OBJECTS = 200_000


def _having(group: click.Group, option: str) -> list[str]:
    """Name the commands with an option. A group stands for several of its commands."""
    from scorio.cli.options.unlisted import is_hidden

    found = []
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            own = _having(command, option)
            found += [name] if len(own) > 1 else [f"{name} {one}" for one in own]
        elif any(option in one.opts for one in command.params if not is_hidden(one)):
            found.append(name)
    return found


def _path(context: click.Context) -> str:
    """Give the words that name a command, without the program."""
    above = context.parent
    own = context.info_name or ""
    return own if above is None or above.parent is None else f"{_path(above)} {own}"


def _told(run: Callable[[], object]) -> object:
    """Run a command. A mistake in its words is given as JSON, too, before it is shown."""
    try:
        return run()
    except click.ClickException as error:
        from scorio.cli.refusing import give_error

        give_error(getattr(error, "ctx", None), "usage", error.format_message())
        raise


def _refuse(error: Exception) -> None:
    from scorio.cli.refusing import refuse

    refuse(error)


class Commands(click.Group):
    """The commands. A user's mistake becomes one sentence and exit code 2, a defect exit code 3."""

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:  # noqa: ANN401
        """Run as a program, which ends with an exit code, or as a function."""
        run = partial(super().main, *args, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        # Modules and rows are many objects, in which there is nothing to collect.
        gc.set_threshold(_OBJECTS)
        return sys.exit(ended(partial(_told, run)))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take --no-config at any place of a command."""
        words = args.index("--") if "--" in args else len(args)
        own = [one for one in args[:words] if one != "--no-config"]
        if len(own) < words:
            args = ["--no-config", *own, *args[words:]]
        ctx.meta[TYPED] = own
        return super().parse_args(ctx, args)

    def _meant(self, error: click.NoSuchOption) -> str | None:
        """Say what an unknown option may be, if anything is known of it."""
        from pathlib import Path

        from scorio.cli.options.unlisted import is_hidden, only_in_files

        option = error.option_name
        for name in sys.argv[1:]:
            if name.startswith("-") and Path(name).exists():
                return f"{name} begins like an option: say ./{name} to name the file"
        if error.ctx is None:
            return None
        short = option.removeprefix("-")
        if any(short in one.opts for one in error.ctx.command.params if not is_hidden(one)):
            return f"there is no option {option}: say {short}"
        for one in error.ctx.command.params:
            if option in one.opts and is_hidden(one):
                return only_in_files(one, error.ctx.command)
        others = _having(self, option)
        if not others:
            return None
        *first, last = [*others[:_NAMED], "others"] if len(others) > _NAMED + 1 else others
        known = f"{', '.join(first)} and {last}" if first else last
        return f"{option} is an option of scorio {known}, not of scorio {_path(error.ctx)}"

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as error:
            own = self._meant(error)
            if own is None:
                raise
            _refuse(ValueError(own))
            ctx.exit(2)
        except BrokenPipeError:
            raise
        except (ValueError, TypeError, OSError, ModuleNotFoundError) as error:
            if isinstance(error, OSError) and error.errno is not None and error.filename is None:
                # Standard output cannot be written: `ended` says so, once.
                raise
            _refuse(error)
            ctx.exit(2)
        except InternalError as error:
            from scorio.cli.output import say
            from scorio.cli.refusing import give_error

            say(f"scorio: {error}", err=True)
            give_error(ctx, "internal", str(error))
            ctx.exit(3)


@click.group(
    cls=Commands,
    epilog="scorio COMMAND --help says what a command takes.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="scorio")
@click.option("--no-config", is_flag=True, help="Read no scorio.toml or [tool.scorio].")
@click.option("--config", metavar="FILE", help="Read the options of this scorio.toml.")
@click.pass_context
def main(context: click.Context, config: str | None, *, no_config: bool) -> None:
    """Score repeated trials of language models, with honest uncertainty.

    \b
    Examples:
      scorio inspect runs/
      scorio score runs/ --question task_id --outcome passed
      scorio compare branch.jsonl --against main.jsonl
    """
    if no_config and config is not None:
        raise ValueError("--config reads a file, --no-config reads none: give one")
    if not no_config:
        from scorio.cli.config import options_from_file

        options_from_file(context, main, config)


main.commands = Loading(_HOMES)
