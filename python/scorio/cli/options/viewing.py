"""The options that say which rows a printed table shows, and how."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.kinds import Whole

if TYPE_CHECKING:
    from collections.abc import Callable


def _split(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Give the names of columns, of which each word has one or several."""
    return tuple(name.strip() for word in given for name in word.split(",") if name.strip())


_OPTIONS = {
    "only": click.option("--only", multiple=True, metavar="NAME",
                         help="Show this model; repeat it for several. Ranks stay those among "
                         "all.  [default: all]"),
    "sort": click.option("--sort", metavar="FIELD",
                         help="Sort the lines of each table by a field of the rows, as trials."),
    "top": click.option("--top", type=Whole(), metavar="N",
                        help="Show the first N lines of each table."),
    "digits": click.option("--digits", type=Whole(0, 15), metavar="N",
                           help="Digits behind the point.  [default: 4; 2 with --percent]"),
    "percent": click.option("--percent", is_flag=True, help="Show scores as percentages."),
    "wide": click.option("--wide", is_flag=True, help="One table: a line for each model, a column "
                         "for each task, k or metric."),
    "interval": click.option("--interval", is_flag=True, help="With --wide, the interval beside "
                             "each score."),
    "sigma": click.option("--sigma", is_flag=True, help="With --wide, ± σ beside each score."),
    "columns": click.option("--columns", multiple=True, metavar="NAME[,NAME…]", callback=_split,
                            help="Show these columns of each table, as model,score,interval."),
}  # fmt: skip


def view_options(*more: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add these options. The command is given them as `view`, for the `view` of its result."""
    names = [name for name in _OPTIONS if name in {"sort", "top", "digits", "percent", *more}]

    def add(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def viewing(*args: Any, **given: Any) -> None:  # noqa: ANN401
            command(*args, view={name: given.pop(name) for name in names}, **given)

        for name in reversed(names):
            viewing = _OPTIONS[name](viewing)
        return viewing

    return add


def refuse_view(view: dict[str, Any]) -> None:
    """Refuse the options for a study of rubrics, whose tables are its own."""
    for name, value in view.items():
        if value:
            raise ValueError(f"--{name} is for leaderboards, and --rubric gives a study")
