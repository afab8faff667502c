"""The declarations of calls, for functions, commands and docs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from scorio import _core

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def declared(name: str) -> dict[str, Any]:
    """Give the declaration of a call, with its options by name."""
    (call,) = (one for one in _core.calls_declared() if one["name"] == name)
    call["options"] = {option["name"]: option for option in call["options"]}
    return call


@cache
def declared_methods() -> dict[str, dict[str, Any]]:
    """Give the declaration of each ranking method, with its options by name."""
    found = {one["name"]: one for one in _core.rank_methods()}
    for one in found.values():
        one["options"] = {option["name"]: option for option in one["options"]}
    return found


def _parameters() -> tuple[str, ...]:
    """Give the names of the parameters that metrics take."""
    given = (name for *_, parameters in _core.metrics() for name, *_ in parameters)
    return tuple(dict.fromkeys(given))


# In the order of the metrics.
PARAMETERS = _parameters()


def meaning(option: Mapping[str, Any], dialect: str, *, whole: bool = True) -> str:
    """Give the meaning of an option with its range and its rules, or in one sentence."""
    words = " ".join(option["doc"].split())
    first, _, rest = words.partition(". ")
    first = first.removesuffix(".")
    if option["takes"] != "wholes" and option["range"] and option["range"][3] not in ("", "finite"):
        first += f", {option['range'][3]}"
    needed = option["needs"] and _core.option_name(option["needs"], dialect)
    if not whole:
        return f"{first}; only with {needed}." if needed else f"{first}."
    words = f"{first}. {rest}".rstrip()
    if option["excludes"]:
        named = (_core.option_name(other, dialect) for other in option["excludes"])
        words += f" Not with {', '.join(named)}."
    return f"{words} Only with {needed}." if needed else words
