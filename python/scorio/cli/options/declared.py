"""Options of declared calls: those that a declaration has, as a command takes them."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from scorio import _core
from scorio._declared import declared, meaning
from scorio.cli.options.kinds import Level, Number, Numbers, Portion, Share, Tries, Whole, Wholes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

# Options that the command reads itself: `cluster` and `slice` are fields of the log, and --against
# or --pairs stand in for `baseline`.
_READ = {"cluster", "baseline", "slice"}


def call_options(
    name: str, *, free: Collection[str] = (), **helps: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options of a call. The command is given them as `options`, named for the call.

    Rules between options hold for those that are typed, even with their defaults. `helps` has the
    help of options whose meaning is another on the command line. The command checks itself whether
    those in `free` are given.
    """
    options = [one for one in declared(name)["options"].values() if one["name"] not in _READ]
    names = [one["name"] for one in declared(name)["options"].values()]

    def add(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def calling(*args: Any, **given: Any) -> None:  # noqa: ANN401
            source = click.get_current_context().get_parameter_source
            typed = [one for one in names if source(one) is ParameterSource.COMMANDLINE]
            _core.check_call(name, typed)
            own = {one["name"]: given.pop(one["name"]) for one in options}
            taken = {
                _core.option_name(key, "Python"): None if value == () else value
                for key, value in own.items()
            }
            command(*args, options=taken, **given)

        added: Callable[..., None] = calling
        for one in reversed(options):
            own = one | {"required": False} if one["name"] in free else one
            added = _option(own, helps.get(one["name"]))(added)
        return added

    return add


def _option(
    one: dict[str, Any], about: str | None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make the option of a declared one, whose help is its first sentence."""
    own = _core.option_name(one["name"], "command line")
    more: dict[str, Any] = {"help": about or meaning(one, "command line", whole=False)}
    usual = one["usual"]
    if one["takes"] == "flag":
        opposite = _core.spelled(f"{{{one['name']}=false}}", [], "command line", None)
        if opposite.startswith("--") and opposite != own:
            more |= {"default": bool(usual), "show_default": True}
            return click.option(f"{own}/{opposite}", one["name"], **more)
        if usual:
            # What is usual has no flag, and its opposite has one.
            more |= {"flag_value": False, "default": True}
            more["help"] = _sentence(one["doc"].partition("Otherwise ")[2])
        return click.option(own, one["name"], is_flag=True, **more)
    if one["takes"] == "texts":
        more |= {"multiple": True, "metavar": "NAME"}
        more["help"] += " Repeat it for several."
        # Without names, all models are meant. Other texts have no default.
        more["help"] += f"  [default: {usual or 'all'}]" if usual or one["name"] == "only" else ""
    elif one["required"]:
        more["required"] = True
    elif usual is not None:
        # Several numbers are typed with commas.
        shown = ",".join(f"{one:g}" for one in usual) if isinstance(usual, list) else usual
        more |= {"default": shown, "show_default": True}
    return click.option(own, one["name"], **_kind(one) | more)


def _sentence(words: str) -> str:
    joined = " ".join(words.split())
    return joined[:1].upper() + joined[1:]


def _kind(one: dict[str, Any]) -> dict[str, Any]:
    """Give the kind of values, and what stands for them in the help."""
    if one["takes"] == "choice":
        return {"type": click.Choice(one["of"])}
    if one["takes"] in ("text", "texts"):
        return {"metavar": "NAME"}
    if one["name"] == "tries":
        return {"type": Tries(), "metavar": "1-N"}
    low, high, inside, _ = one["range"] or (0.0, 1.0, False, "")
    if one["takes"] == "number" and inside and high == 1:
        return {"type": Level(low)}
    kinds: dict[str, Any] = {
        "number": lambda: Number(low, high, inside=inside), "portion": Portion, "budget": Whole,
        "whole": lambda: Whole(int(low)),
        "numbers": lambda: Numbers(least=2) if one["of"] == ["one per category"] else Numbers(0),
        "budgets": Wholes, "share": Share,
    }  # fmt: skip
    metavars = {
        "portion": "X", "budget": "K", "budgets": "K[,K…]",
        "numbers": "W,W…" if one["of"] == ["one per category"] else "X,X…", "number": "X",
        "share": "T", "whole": "N",
    }  # fmt: skip
    return {"type": kinds[one["takes"]](), "metavar": metavars[one["takes"]]}
